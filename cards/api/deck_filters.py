"""What lists of decks can be asked for."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from cards.api.parameters import Parameters, bad
from cards.catalogue import current_pieces, piece_at
from cards.decks.models import DeckPiece, DeckQuerySet
from incursions.deck_files import Part
from incursions.rules.printed.words import RACES

FILTERS = {
    "name": "A part of the name",
    "tag": "A tag, whatever its case and accents",
    "race": "The race of the ship of the newest version",
    "piece": "The slug of a piece that the newest version holds",
    "owner": "The name of the owner, as lists show it",
}


def filtered(decks: DeckQuerySet, asked: Parameters) -> DeckQuerySet:
    """Those decks that everything holds for. Raises `ProblemError`."""
    if name := asked.text("name"):
        decks = decks.filter(name__icontains=name)
    if tag := asked.text("tag"):
        decks = decks.tagged(tag)
    if race := asked.text("race"):
        decks = decks.filter(pk__in=_with_ship_of(race))
    if slug := asked.text("piece"):
        decks = decks.with_piece(_title(slug))
    if owner := asked.text("owner"):
        decks = decks.filter(Q(owner__display_name=owner) | Q(owner__display_name="", owner__username=owner))
    return decks


def _with_ship_of(race: str) -> QuerySet[Any, Any]:
    known = next((known for known in RACES if known.lower() == race.lower()), None)
    if known is None:
        raise bad("race", f"There is no such race; there are {', '.join(RACES)}.")
    ships = [title for title, ship in current_pieces().ships.items() if ship["race"] == known]
    return DeckPiece.objects.filter(part=Part.SHIP, title__in=ships).values("deck")


def _title(slug: str) -> str:
    piece = piece_at(slug)
    if piece is None:
        raise bad("piece", "There is no piece with this slug.")
    return str(piece["title"])
