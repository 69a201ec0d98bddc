"""Small decks for games of Full and Tournament: officers and plain cards made by code, ships and tiles of the house."""

from random import Random
from typing import Any

from incursions.rules import SEED_BYTES, Game
from incursions.rules.cards import POSITIONS, Bonuses
from incursions.rules.catalogue import check_captain, check_card
from incursions.rules.printed import RACES
from incursions.rules.setup import FULL, TOURNAMENT, full_setup
from tests.fuzz.tables import catalogue

OFFICERS, PLAIN_CARDS = 40, 20
RARITIES = ("Common", "Common", "Special", "Rare", "Xtra Rare", "Ultra Rare")
ROUNDS = 8


def bonuses(rng: Random) -> dict[str, int]:
    return {name: rng.randint(1, 6) for name in rng.sample(Bonuses._fields, k=rng.randint(0, 3))}


def made_pieces(rng: Random) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Captains and cards, checked as the catalogue checks them."""
    captains = [
        {"title": f"Captain {number}", "race": race, "bonuses": bonuses(rng), "espionage_evasion": 6}
        for number, race in enumerate(RACES)
    ]
    common = {"usage": "any", "play_method": "Table when drawn", "rarity": "Common"}
    officers = [
        common
        | {"title": f"Officer {number}", "nature": "Crew", "position": rng.choice(POSITIONS), "race": rng.choice(RACES)}
        | {"rarity": rng.choice(RARITIES), "bonuses": bonuses(rng), "espionage_evasion": rng.randint(3, 9)}
        for number in range(OFFICERS)
    ]
    plain = [
        common
        | {"title": f"Card {number}", "nature": "Tactical", "type": rng.choice(["Equipment", "Procedure"])}
        | {
            "rarity": rng.choice(RARITIES),
            "bonuses": bonuses(rng),
            "usage": rng.choice(["any", rng.sample(RACES, k=2)]),
        }
        | {"play_method": rng.choice(["Table when drawn", "Use and discard", "Table"])}
        for number in range(PLAIN_CARDS)
    ]
    checked = [check_captain(captain, "made") for captain in captains]
    return checked, [check_card(card, "made") for card in officers + plain]


def made_setup(number: int) -> dict[str, Any]:
    """The set-up of the game of this number: 2 to 6 seats and both modes by turns, with decks by chance."""
    rng = Random(f"decks {number}")
    pieces = catalogue()
    captains, cards = made_pieces(rng)
    crew = [card["title"] for card in cards if card["nature"] == "Crew"]
    kept_in_hand = [card for card in cards if card["play_method"] != "Table when drawn"]
    tiles = [*pieces.tiles, *["Open Space"] * 16]
    seats = []
    for _ in range(2 + number % 5):
        chosen = rng.choice([cards, cards, kept_in_hand])
        first = rng.choice(["captain", "stand_in", None])
        seats.append(
            {
                "ship": rng.choice(list(pieces.ships)),
                "captain": rng.choice(captains)["title"] if first == "captain" else None,
                "stand_in": rng.choice(crew) if first == "stand_in" else None,
                "deck": [card["title"] for card in rng.choices(chosen, k=rng.choice([3, 12, 25, 30]))],
                "hexpile": ["Wormhole 1", *rng.choices(tiles, k=rng.randint(2, 12))],
            }
        )
    of_kind = (list(pieces.ships.values()), captains, cards, list(pieces.tiles.values()))
    mode = FULL if number % 2 else TOURNAMENT
    return full_setup(seats, *of_kind, mode=mode, round_limit=ROUNDS)


def dealt(number: int) -> tuple[Random, Game]:
    """The game of this number, at its first question, and the chances of its players."""
    rng = Random(f"full game {number}")
    return rng, Game.start(made_setup(number), rng.randbytes(SEED_BYTES))
