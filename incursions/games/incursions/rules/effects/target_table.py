"""The table of target phrases. `RACE` stands for any race."""

from __future__ import annotations

from collections.abc import Collection

from incursions.games.incursions.rules.effects.word_tables import for_each_race
from incursions.games.incursions.rules.printed.words import RACES

SHIPS, TABLED_CARDS, PLACED_PIECES, WEAPONS = "ships and players", "cards on tables", "pieces in hexes", "ship weapons"
USER, ANNOUNCED, ROLL, EVENT = "its user", "what was announced", "the roll", "the event"
TARGET_GROUPS: dict[str, dict[str, str]] = {
    SHIPS: {
        "you": "the user; on a tile, the player whose ship set it off",
        "your ship": "his ship",
        "the target": "whom card or attack is aimed at, or before whom the card lies; in an answer, the other player",
        "the attacker": "the ship or piece that attacks you",
        "the visitor": "the ship that stops or remains in a placed piece's reach",
        "the ship that set it off": "the ship that set off the event, or the mine",
        "another player": "one of your choice, in any hex",
        "another ship": "one of your choice; `within` so many hexes, if it says so",
        "every ship": "all ships, yours too; `within` so many hexes, if it says so",
        "every other ship": "all ships but yours; `within` so many hexes, if it says so",
        "every other ship but the target": "all ships but yours and the target; `within` so many hexes of yours",
        "every ship but the target": "all ships but the target, yours too; `within` so many hexes of the target",
        "every RACE ship": "all ships of that race",
        "every non-RACE ship": "all ships of other races",
        "every ship of a RACE captain": "all ships whose captain is of that race",
        "every ship of a non-RACE captain": "all ships with a captain of another race (9.19)",
        "every ship in its hex": "all ships in the hex of the piece that the effect before struck",
    },
    TABLED_CARDS: {
        "one officer": "one officer of the player aimed at",
        "one officer or captain": "one officer of the player aimed at, or his captain",
        "officers": "`number` officers of the player aimed at, of his choice",
        "every officer": "every officer of the ship",
        "one of your officers": "one officer of yours",
        "one tabled Equipment": "one tabled Equipment of the player aimed at",
        "one of your tabled Equipment": "one tabled Equipment of yours, of your choice",
        "one of your tabled cards": "an officer, the captain or an Equipment of yours",
        "one card tabled in front of you": "one card that lies before you",
        "this card": "the card that says so",
        "the card taken": "the card that the effect before took or tabled",
    },
    PLACED_PIECES: {
        "one denizen or piece of another player": "a denizen; another's shuttle, outpost or platform; not the attacker",
        "one of your pieces": "a shuttle, outpost or platform of yours",
        "one mine, outpost or platform": "one of your choice, whoever placed it",
        "this piece": "the placed piece that says so",
        "that piece": "the piece that the effect before named",
    },
    WEAPONS: {
        "one ship weapon": "one weapon of the ship of the player aimed at, named by you",
        "your ship weapon": "the weapon of yours that attacks",
    },
    USER: {
        "its user": "its user: you and the player who played it change places",
    },
    ANNOUNCED: {
        "what was announced": "the maneuver, command or card just announced",
    },
    ROLL: {
        "the roll": "the roll just made",
    },
    EVENT: {
        "the event": "the event about to strike",
    },
}
"""The target phrases by kind. A verb strikes some of the kinds; `the target` and `the attacker` may be of any."""
TARGET_ROWS: dict[str, str] = {phrase: text for group in TARGET_GROUPS.values() for phrase, text in group.items()}
TARGETS = for_each_race(TARGET_ROWS)
REDIRECTED_TO = (
    "another player",
    "another ship",
    "one denizen or piece of another player",
    "one of your pieces",
    "this card",
    "the card taken",
    "the attacker",
    *TARGET_GROUPS[USER],
)
"""Phrases for a new target of an attack, or for a piece that takes the damage first."""
_OF_ANY_KIND = frozenset({"the target", "the attacker"})
_KIND = {phrase: kind for kind, group in TARGET_GROUPS.items() for phrase in group}


def strikes(phrase: str, kinds: Collection[str]) -> bool:
    """Return True if the phrase means targets of one of these kinds."""
    row = next((race for race in RACES if race in phrase), None)
    kind = _KIND[phrase if row is None else phrase.replace(row, "RACE")]
    return kind in kinds or (phrase in _OF_ANY_KIND and any(each in kinds for each in (TABLED_CARDS, PLACED_PIECES)))
