"""The quick choice of cards that a ship and its captain can use, as a term of the query (rules 3.6, 13.5, 16.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from incursions.rules.construction import DeckContent, PieceFacts
from incursions.rules.construction.facts import ANY_RACE
from incursions.rules.printed.words import RACES
from incursions.search import TypedQuery
from incursions.search.tokens import LONGEST_QUERY


class Choice(NamedTuple):
    """A choice beside a query: what a click makes of the query, and whether it is made."""

    query: str
    is_chosen: bool


def usable_term(content: DeckContent, facts: Mapping[str, PieceFacts]) -> str:
    """What finds the cards of use to the ship and captain. Equipment asks for the ship's race alone (rules 16.4)."""
    ship, captain = facts.get(content.ship or ""), facts.get(content.captain or "")
    own, other = _users(ship), _users(captain)
    if own == other or other == ANY_RACE:
        return f"usage:{own}"
    return f"usage:{other}" if ship is None else f"(usage:{own} or usage:{other} -is:equipment)"


def usable_choice(typed: TypedQuery, content: DeckContent, facts: Mapping[str, PieceFacts]) -> Choice | None:
    """The query with that term, or without it where it has it; None for a query that has no room for it."""
    term = usable_term(content, facts)
    for dropped, text in typed.shorter():
        if dropped == term:
            return Choice(text, True)
    added = typed.with_term(term)
    return Choice(added, False) if typed.has_room and len(added) <= LONGEST_QUERY else None


def _users(piece: PieceFacts | None) -> str:
    """The race that cards are printed for; those of the neutral and of nobody are for any (rules 13.5)."""
    return piece.race if piece is not None and piece.race in RACES else ANY_RACE
