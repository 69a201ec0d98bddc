"""All that the builder of a pool shows: the editor of decks, held to what was opened, with its clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cards.catalogue import current, known_piece
from cards.deck_pages.allowance import Allowance
from cards.deck_pages.editor_groups import ORDERS, LineGroup, groups_of, look_at
from cards.deck_pages.editor_problems import EditorProblem, editor_problems
from cards.deck_pages.editor_rows import DeckLine, Held, Row, held, lines_of, rows_of
from cards.deck_pages.judged import Judged
from cards.deck_pages.meters import Meter, meters_of
from cards.deck_pages.usable import usable_term
from cards.decks.contents import content_of
from cards.decks.judging import current_facts
from cards.finding import current_finding
from cards.search_faults import Fault, fault_of, typable
from incursions.deck_files import Part
from incursions.rules.printed.words import NATURES
from incursions.search import QueryError, explained
from incursions.search.tokens import LONGEST_QUERY
from tournaments.organizing.building import BuildSteps, steps_of_build, verdict_on
from tournaments.organizing.sealed import format_of_pool, pool_of

if TYPE_CHECKING:
    from incursions.rules.construction import DeckContent
    from tournaments.errors import DomainError
    from tournaments.organizing.models import Entry, PoolBuild, Tournament


class Chip(NamedTuple):
    """A part of the pool to look at: its query, and how many pieces it is."""

    label: str
    query: str
    css: str
    copies: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class PoolFind:
    """What a query finds in the pool, each piece beside what the deck has of it, or why it finds nothing."""

    text: str
    rows: list[Row]
    words: str
    chips: list[Chip]
    fault: Fault | None = None
    page: str = "1"
    longest: int = LONGEST_QUERY

    @property
    def box(self) -> str:
        """What stands in the search box."""
        return typable(self.text)


class BuildRefusal(NamedTuple):
    """What was not done, and why; all else is what can be tried again on the deck as it is now."""

    error: DomainError
    edits: str = ""
    step: str = ""

    @property
    def is_old(self) -> bool:
        """Whether the page was older than the deck."""
        return self.error.code == "build_moved_on"


@dataclass(frozen=True, slots=True)
class BuildPage:
    """A build in the editor. `catalogue` is the token of the version that it is shown with."""

    row: Tournament
    entry: Entry
    build: PoolBuild
    judged: Judged
    find: PoolFind
    held: list[Held]
    groups: list[LineGroup]
    tiles: list[DeckLine]
    meters: Mapping[str, Meter]
    problems: list[EditorProblem]
    steps: BuildSteps
    order: str
    catalogue: str
    refusal: BuildRefusal | None

    @property
    def cards(self) -> int:
        """How many cards the deck has."""
        return sum(self.judged.content.cards.values())

    @property
    def tile_copies(self) -> int:
        """How many tiles it has."""
        return sum(self.judged.content.hexpile.values())

    @property
    def rarities(self) -> list[Meter]:
        """The counters of rarities, the rarest first."""
        return [self.meters[name] for name in format_of_pool(self.row).rarity_limits]

    @property
    def hex_points(self) -> Meter:
        """What the hexpile is worth."""
        return self.meters["Hex points"]

    @property
    def orders(self) -> Mapping[str, str]:
        """The orders of the deck to choose from."""
        return ORDERS


def build_page(
    row: Tournament,
    entry: Entry,
    build: PoolBuild,
    asked: Mapping[str, str],
    *,
    order: str = "",
    refusal: BuildRefusal | None = None,
) -> BuildPage:
    """The builder, with what the query of an address or form finds in the pool."""
    content, facts, held_to = content_of(build.content), current_facts(), format_of_pool(row)
    allowed = Allowance(held_to, pool_of(entry).pieces)
    verdict = verdict_on(row, entry, content)
    look = look_at(verdict)
    by = order if order in ORDERS else "nature"
    return BuildPage(
        row=row,
        entry=entry,
        build=build,
        judged=Judged(content, verdict),
        find=_find(content, allowed, asked.get("q", "")),
        held=list(held(content, look.items)),
        groups=groups_of(lines_of(content, Part.DECK, facts, look, allowed), by),
        tiles=lines_of(content, Part.HEXPILE, facts, look, allowed),
        meters=meters_of(content, held_to),
        problems=editor_problems(verdict, content, facts, held_to),
        steps=steps_of_build(build),
        order=by,
        catalogue=current().token,
        refusal=refusal,
    )


def _find(content: DeckContent, allowed: Allowance, text: str) -> PoolFind:
    finding, facts, pool = current_finding(), current_facts(), allowed.pool or {}
    chips = list(_chips(content, pool, text))
    try:
        answer = finding.index.search(text)
    except QueryError as error:
        return PoolFind(text, [], "", chips, fault_of(error, finding.index.meant(error)))
    found = [piece for piece in answer.pieces if piece["title"] in pool]
    words = explained(answer.query) if text else ""
    return PoolFind(text, list(rows_of(found, content, facts, finding.items, allowed)), words, chips)


def _chips(content: DeckContent, pool: Mapping[str, int], text: str) -> Iterator[Chip]:
    finding = current_finding()
    queries = [("All", "", ""), ("Usable", f"kind:card {usable_term(content, current_facts())}", "")]
    queries += [("Ships", "kind:ship", ""), ("Captains", "kind:captain", "")]
    queries += [(nature, f"nature:{nature.lower()}", nature.lower()) for nature in NATURES]
    queries += [("Hexes", "kind:tile", "")]
    for label, query, css in queries:
        titles = [piece["title"] for piece in finding.index.search(query).pieces] if query else pool
        copies = sum(pool.get(title, 0) for title in titles if known_piece(title))
        yield Chip(label, query, css, copies, query == text)
