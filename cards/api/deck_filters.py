"""What lists of decks can be asked for: the same as on the pages, by the same words."""

from __future__ import annotations

from cards.api.parameters import Parameters, bad
from cards.catalogue import piece_at, ships_of
from cards.decks import orders
from cards.decks.models import DeckQuerySet
from incursions.rules.printed.words import RACES

FILTERS = {
    "name": "Words of the name, or parts of them; case, accents and apostrophes do not matter",
    "tag": "A tag, whatever its case, accents and apostrophes",
    "race": "The race of the ship of the newest version",
    "piece": "The slug of a piece that the newest version holds",
    "owner": "The name of the owner, as lists show it, whatever its case",
}

SORT = "sort"
SORTS = [*dict.fromkeys((*orders.PUBLIC, *orders.OWN, *orders.GONE))]
SORT_HELP = (
    "Of public decks newest, oldest (by their newest versions) or name; of one's own changed, oldest (the first made "
    "first) or name; of deleted ones deleted, oldest or name. The first of each unless said."
)


def filtered(decks: DeckQuerySet, asked: Parameters) -> DeckQuerySet:
    """Those decks that everything holds for. Raises `ProblemError`."""
    if name := asked.text("name"):
        decks = decks.named(name)
    if tag := asked.text("tag"):
        decks = decks.tagged(tag)
    if race := asked.text("race"):
        decks = decks.with_ship(ships_of(_race(race)))
    if slug := asked.text("piece"):
        decks = decks.with_piece(_title(slug))
    if owner := asked.text("owner"):
        decks = decks.of_owner(owner)
    return decks


def ordered(decks: DeckQuerySet, known: orders.Orders, asked: Parameters) -> DeckQuerySet:
    """The decks in one of the orders that their list has. Raises `ProblemError`."""
    return decks.order_by(*known[asked.one_of(SORT, known, next(iter(known)))])


def _race(typed: str) -> str:
    known = next((known for known in RACES if known.lower() == typed.lower()), None)
    if known is None:
        raise bad("race", f"There is no such race; there are {', '.join(RACES)}.")
    return known


def _title(slug: str) -> str:
    piece = piece_at(slug)
    if piece is None:
        raise bad("piece", "There is no piece with this slug.")
    return str(piece["title"])
