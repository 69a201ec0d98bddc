"""Whom or what an effect strikes: the target phrases. `RACE` stands for any race."""

from __future__ import annotations

from incursions.rules.printed.words import RACES

TARGET_ROWS: dict[str, str] = {
    "you": "the user; on a tile, the player whose ship set it off",
    "your ship": "his ship",
    "the target": "whom the card or attack is aimed at, or before whom the card lies; in an answer, the other player",
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
    "one officer": "one officer of the player aimed at",
    "one officer or captain": "one officer of the player aimed at, or his captain",
    "officers": "`number` officers of the player aimed at, of his choice",
    "every officer": "every officer of the ship",
    "one of your officers": "one officer of yours",
    "one tabled Equipment": "one tabled Equipment of the player aimed at",
    "one of your tabled Equipment": "one tabled Equipment of yours, of your choice",
    "one of your tabled cards": "an officer, the captain or an Equipment of yours",
    "one card tabled in front of you": "one card that lies before you",
    "one ship weapon": "one weapon of the ship of the player aimed at, named by you",
    "your ship weapon": "the weapon of yours that attacks",
    "one denizen or piece of another player": "a denizen; a shuttle, outpost or platform of another; not the attacker",
    "one of your pieces": "a shuttle, outpost or platform of yours",
    "one mine, outpost or platform": "one of your choice, whoever placed it",
    "this card": "the card that says so",
    "this piece": "the placed piece that says so",
    "that piece": "the piece that the effect before named",
    "the card taken": "the card that the effect before took or tabled",
    "its user": "its user: you and the player who played it change places",
    "what was announced": "the maneuver, command or card just announced",
    "the roll": "the roll just made",
    "the event": "the event about to strike",
}
TARGETS: dict[str, str] = {
    phrase.replace("RACE", race): text
    for phrase, text in TARGET_ROWS.items()
    for race in (RACES if "RACE" in phrase else ("",))
}
