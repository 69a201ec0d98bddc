"""Pieces to build decks from, in the catalogue's form, and a legal deck of them."""

from __future__ import annotations

from typing import Any

from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.printed.pieces import Definition, index_pieces


def card(title: str, rarity: str, **printed: Any) -> Definition:
    return {"title": title, "nature": "Tactical", "type": "Procedure", "rarity": rarity, "usage": "any"} | printed


def tile(title: str, points: int, kind: str = "normal") -> Definition:
    return {"title": title, "hex_points": points, "kind": kind, "affinity": "none"}


DEFINITIONS = [
    {"title": "Clipper", "race": "Federation", "hull": 20, "shields": 20, "systems": {}},
    {"title": "Axe", "race": "Klingon", "hull": 20, "shields": 20, "systems": {}},
    {"title": "Old Vokh", "race": "Klingon", "bonuses": {}, "espionage_evasion": 7},
    *(card(f"Common {number}", "Common") for number in range(8)),
    *(card(f"Special {number}", "Special") for number in range(5)),
    *(card(f"Rare {number}", "Rare") for number in range(3)),
    card("Xtra", "Xtra Rare"),
    card("Ultra", "Ultra Rare"),
    card("Klingon Drill", "Common", usage=["Klingon"]),
    card("Klingon Gun", "Common", usage=["Klingon"], type="Equipment"),
    card("Power", "None"),
    *(card(f"Officer {number}", "Common", nature="Crew") for number in range(9)),
    card("Xtra Officer", "Xtra Rare", nature="Crew"),
    tile("Hole", 5, "wormhole"),
    tile("Nova", 5, "unique"),
    tile("Belt", 4),
    tile("Post", 3),
    tile("Void", 0),
]
PIECES = index_pieces(DEFINITIONS)

CARDS = {f"Common {number}": 4 for number in range(6)} | {"Special 0": 1}
HEXPILE = {"Hole": 1, "Belt": 4, "Post": 3}


def deck(**changed: Any) -> DeckContent:
    """Return the legal deck with some of its parts changed."""
    return DeckContent(**({"ship": "Clipper", "captain": "Old Vokh", "cards": CARDS, "hexpile": HEXPILE} | changed))
