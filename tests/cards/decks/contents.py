"""Deck contents, and all rows of a deck to compare."""

from cards.decks.models import Deck

CONTENT = {
    "ship": "Sol",
    "captain": "Aes Palamas",
    "stand_in": None,
    "deck": {"Fire": 4, "Red Alert": 2},
    "hexpile": {"Wormhole 1": 1, "Mine Field": 3},
}


def content(**parts: object) -> dict:
    """Return the content of these tests with some parts replaced."""
    return CONTENT | parts


def everything_of(*decks: Deck) -> dict:
    """All rows of decks, to compare."""
    rows = {"decks": list(Deck.objects.filter(pk__in=[deck.pk for deck in decks]).order_by("pk").values())}
    for name in ("steps", "versions", "tags", "pieces"):
        rows[name] = list(
            Deck._meta.get_field(name).related_model.objects.filter(deck__in=decks).order_by("pk").values()
        )
    assert len(rows["decks"]) == len(decks)
    return rows
