"""All that the editor shows of a deck: what was found, the deck, what the rules say of it, what can be undone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cards.catalogue import current
from cards.deck_pages.comparison import signed
from cards.deck_pages.editor_groups import ORDERS, LineGroup, groups_of, look_at
from cards.deck_pages.editor_problems import EditorProblem, editor_problems
from cards.deck_pages.editor_rows import DeckLine, Held, held, lines_of
from cards.deck_pages.editor_search import FindSide, find_side, found_again
from cards.deck_pages.head import DeckHead, head_of
from cards.deck_pages.meters import Meter, meters_of
from cards.decks.contents import content_of
from cards.decks.differences import Difference, differences
from cards.decks.drafts import Steps, steps_of
from cards.decks.edits import Edit, text_of
from cards.decks.errors import DeckError
from cards.decks.judging import current_facts, judge
from cards.decks.models import Deck, DeckVersion
from cards.decks.versions import version_of_draft
from incursions.accounts.models import User
from incursions.deck_files import Part
from incursions.rules.construction import FULL, DeckContent, Severity

HEX_POINTS = (30, 40, 50)
MOST_TILES, MOST_CHANGES = 40, 30  # titles that are listed, so that the page stays small


class Changed(NamedTuple):
    """What is different since the newest version, and the edit that makes it as it was."""

    difference: Difference
    edit: str

    @property
    def sign(self) -> str:
        """How many copies more or less."""
        return signed(self.difference.change)


class Play(NamedTuple):
    """A way to play, and what the evaluator says of the deck there."""

    name: str
    errors: int


class Refusal(NamedTuple):
    """What was not done, and why; all else is what can be tried again on the deck as it is now.

    `form` is "edit" with its edits or its step, or else "keep" or "rename" with the name that was typed there.
    """

    error: DeckError
    form: str
    edits: str = ""
    step: str = ""
    typed: str = ""


@dataclass(frozen=True, slots=True)
class EditorPage:
    """A deck in the editor. `catalogue` is the token of the version that it is shown with."""

    head: DeckHead
    find: FindSide
    held: list[Held]
    groups: list[LineGroup]
    tiles: list[DeckLine]
    meters: Mapping[str, Meter]
    problems: list[EditorProblem]
    plays: list[Play]
    steps: Steps
    changes: list[Changed]
    changes_left_out: int
    kept: DeckVersion | None
    order: str
    catalogue: str
    refusal: Refusal | None

    @property
    def deck(self) -> Deck:
        """The deck."""
        return self.head.deck

    @property
    def name(self) -> str:
        """What stands in the field of its name: what was typed, where that was refused."""
        return self._typed("rename") or self.deck.name

    @property
    def version_name(self) -> str:
        """What stands in the field of the version's name."""
        return self._typed("keep")

    @property
    def cards(self) -> int:
        """How many cards it has."""
        return sum(self.head.content.cards.values())

    @property
    def tile_copies(self) -> int:
        """How many tiles it has."""
        return sum(self.head.content.hexpile.values())

    @property
    def next_version(self) -> int:
        """The number that the draft has when it is kept."""
        return 1 if self.deck.shown is None else self.deck.shown.number + 1

    @property
    def problems_left_out(self) -> int:
        """How many problems more there are than are shown."""
        return len(self.head.verdict.problems) - len(self.problems)

    @property
    def cards_left_out(self) -> int:
        """How many titles of cards more there are than are listed."""
        return len(self.head.content.cards) - sum(len(group.lines) for group in self.groups)

    @property
    def tiles_left_out(self) -> int:
        """How many titles of tiles more there are than are listed."""
        return len(self.head.content.hexpile) - len(self.tiles)

    @property
    def rarities(self) -> list[Meter]:
        """The counters of rarities, the rarest first."""
        return [self.meters[name] for name in FULL.rarity_limits]

    @property
    def hex_points(self) -> Meter:
        """What the hexpile is worth."""
        return self.meters["Hex points"]

    @property
    def orders(self) -> Mapping[str, str]:
        """The orders of the deck to choose from."""
        return ORDERS

    def _typed(self, form: str) -> str:
        return self.refusal.typed if self.refusal is not None and self.refusal.form == form else ""


def editor_page(
    deck: Deck,
    viewer: User,
    asked: Mapping[str, str],
    *,
    is_reply: bool = False,
    order: str = "",
    refusal: Refusal | None = None,
) -> EditorPage:
    """The editor of a deck, with what the query of an address or form finds; for a reply that is there already.

    Raises `DeckError` for a deck that they may not see.
    """
    head = head_of(deck, viewer)
    content, facts = head.content, current_facts()
    look = look_at(head.verdict)
    by = order if order in ORDERS else "nature"
    cards, changes = lines_of(content, Part.DECK, facts, look), list(_changes(deck, content))
    return EditorPage(
        head=head,
        find=(found_again if is_reply else find_side)(content, asked),
        held=list(held(content, look.items)),
        groups=groups_of(cards, by),
        tiles=lines_of(content, Part.HEXPILE, facts, look)[:MOST_TILES],
        meters=meters_of(content),
        problems=editor_problems(head.verdict, content, facts),
        plays=[_play(content, points) for points in HEX_POINTS],
        steps=steps_of(deck),
        changes=changes[:MOST_CHANGES],
        changes_left_out=len(changes[MOST_CHANGES:]),
        kept=version_of_draft(deck),
        order=by,
        catalogue=current().token,
        refusal=refusal,
    )


def _play(content: DeckContent, points: int) -> Play:
    chosen = FULL.with_hex_points(points, FULL.tolerance)
    verdict = judge(content, chosen)
    errors = sum(problem.severity is Severity.ERROR for problem in verdict.problems)
    return Play(f"{points} hex points ±{FULL.tolerance}", errors)


def _changes(deck: Deck, content: DeckContent) -> Iterator[Changed]:
    if deck.shown is None:
        return
    for difference in differences(content_of(deck.shown.content), content):
        undoing = Edit(difference.part, difference.before, difference.title)
        yield Changed(difference, text_of([undoing]))
