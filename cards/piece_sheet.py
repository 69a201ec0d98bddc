"""Everything that the page of a piece shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from django.utils.safestring import SafeString

from cards.addresses import url_of
from cards.deck_uses import DeckUse, Uses, uses_in, uses_of_own, uses_of_players
from cards.directory import Directory
from cards.models import CardSet
from cards.piece_facts import Fact, facts
from cards.piece_history import History, history_of
from cards.piece_rules import RuleShown, mentions, rules_of
from cards.piece_scenarios import Shown, scenarios_of
from cards.printed import Piece, piece_of
from cards.rule_words import linked
from cards.rulebook import inline_html
from cards.see_also import Search, searches
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.starters import Starter
from incursions.rules.printed.words import NEUTRAL

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer


class RulingShown(NamedTuple):
    """How the piece is to be read: a ruling of its own with its day, or what the rulebook says of it."""

    html: SafeString
    rule: str
    given: date | None = None
    is_ruling: bool = True


class Neighbour(NamedTuple):
    """Another piece, to go to."""

    piece: Piece
    colours: str
    url: str


@dataclass(frozen=True)
class PieceSheet:
    """One piece. `text` is exactly as printed, its words for rules linked; `colours` is the class that has them."""

    piece: Piece
    colours: str
    text: SafeString
    flavour: str
    facts: list[Fact]
    place: str
    set: CardSet | None
    rulings: list[RulingShown]
    rules: list[RuleShown]
    scenarios: Shown
    history: History
    decks: list[DeckUse]
    players: Uses
    own: Uses
    before: Neighbour | None
    after: Neighbour | None
    like: list[Neighbour]
    searches: list[Search]


def sheet_of(
    piece: Definition,
    directory: Directory,
    sets: Mapping[str, CardSet],
    starters: Mapping[str, Starter],
    viewer: Viewer,
) -> PieceSheet:
    """The sheet of a piece of the directory. Two queries, for what it printed before and for public decks.

    One more for a viewer with an account: their own decks.
    """
    title, of = piece["title"], sets.get(directory.set_of(piece))
    longer = directory.longer(title)
    before, after = directory.beside(piece)
    printed = facts(piece)
    return PieceSheet(
        piece=piece_of(piece),
        colours=_colours(piece),
        text=linked(piece.get("text", "")),
        flavour=piece.get("flavour", ""),
        facts=printed,
        place=_place(piece),
        set=of,
        rulings=_rulings(piece, longer),
        rules=rules_of(piece),
        scenarios=scenarios_of(title, longer),
        history=history_of(title, of),
        decks=uses_in(title, starters.values()),
        players=uses_of_players(title, directory.pieces.ships),
        own=uses_of_own(title, viewer, directory.pieces.ships),
        before=neighbour(before) if before else None,
        after=neighbour(after) if after else None,
        like=[neighbour(other) for other in directory.like(piece)],
        searches=searches(piece),
    )


def neighbour(piece: Definition) -> Neighbour:
    """A piece as another's page names it."""
    return Neighbour(piece_of(piece), _colours(piece), url_of(piece["title"]))


def _rulings(piece: Definition, longer: list[str]) -> list[RulingShown]:
    own = [
        RulingShown(linked(said["text"]), said.get("rule", ""), date.fromisoformat(said["date"]))
        for said in piece.get("rulings", [])
    ]
    told = mentions(piece["title"], longer)
    return own + [RulingShown(inline_html(said.text), said.number, is_ruling=said.is_ruling) for said in told]


def _place(piece: Definition) -> str:
    """Its number as people say it: "Tile 5", "96"; empty without one."""
    number = str(piece.get("number", ""))
    return f"Tile {number}" if number and "hex_points" in piece else number


def _colours(piece: Definition) -> str:
    """The nature of a card; of anything else the race that it is of, or that counts in it."""
    affinity = piece.get("affinity")
    races = [piece.get("race", ""), *(affinity.values() if isinstance(affinity, Mapping) else ())]
    return str(piece.get("nature") or next(filter(None, races), NEUTRAL)).lower()
