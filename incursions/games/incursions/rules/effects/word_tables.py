"""The closed sets of words in fields of effects, each with a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from incursions.games.incursions.rules.printed.words import RACES


def for_each_race(rows: Mapping[str, str]) -> dict[str, str]:
    """Return the rows with each row of `RACE` expanded to one for each race."""
    return {
        phrase.replace("RACE", race): text
        for phrase, text in rows.items()
        for race in (RACES if "RACE" in phrase else ("",))
    }


SHIP_WEAPONS = ("phasers", "disruptors", "torpedoes", "mines")

MANEUVERS: dict[str, str] = {
    "attack": "an attack, with whatever weapon",
    "warp": "a Warp Drive maneuver",
    "explore": "an exploration",
    "repair": "a Repair maneuver",
    "tractor": "a Tractor Beam maneuver",
    "tachyon_sweep": "a Tachyon Sweep",
    "cloak": "a Cloak maneuver",
    "assimilation": "an Assimilation",
    "card": "a card played or tabled as a maneuver",
}

ADDED: dict[str, str] = {
    **MANEUVERS,
    "attack without a card": "an attack without an attack card, or an Assimilation (10.1, 15.5)",
}

PERMITTED: dict[str, str] = {**MANEUVERS, "table": "of `allow`: a card tabled as a maneuver (6.7, 13.4.2)"}

PERMISSIONS: dict[str, str] = {
    "aim at tabled Equipment": "the attack may be aimed at a tabled Equipment though the ship's shields stand (10.4)",
    "target cloaked ships": "cloaked ships can be targeted, those `within` so many hexes of the piece (10.9)",
    "keep the cloak": "the maneuvers named by `maneuver` do not break your cloak (12.7, 12.11)",
    "cloak": "the escape craft may cloak, for `power` (17.9, 19.9)",
    "ignore its usage limitation": "you may use the card taken whatever races it is for (13.11)",
    "play as a maneuver": "the Defence card may also be played as a maneuver of the own turn (6.12)",
}
PROHIBITIONS: dict[str, str] = {
    "attack": "the ship may not attack, or the one weapon may not fire (10.1)",
    "evade": "no evasion may be tried (11.2)",
    "evade your attacks": "no evasion may be tried against attacks of yours (11.2)",
    "defend": "no defence may be made; shield power may be added (11.1)",
    "raise shields": "nothing raises the shields (7.6)",
    "cloak": "no Cloak maneuver may be made (12.7)",
    "assimilate or take": "other players cannot assimilate or take your captain, other officers and Equipment (15.5)",
}

COSTS: dict[str, str] = {
    **{name: text for name, text in MANEUVERS.items() if name != "card"},
    "evasion": "the first power of an evasion (11.2)",
    "diversion": "a diversion of shield points: `to` is the points it takes, `gives` the power it yields (7.5)",
    "leaving the hex": "each maneuver with which a ship leaves this hex",
    "this weapon": "the weapon that the card is; it takes no power besides",
}

MODIFIED: dict[str, str] = {
    "shields": "the shield maximum (2.10)",
    "extra shields": "extra shield points, struck first and gone on leaving (2.10)",
    "evasion": "the evasion score (11.2)",
    "weapons": "every attack of the ship: its flat damage, or with `dice` its dice (2.5)",
    "phasers": "the damage of phaser attacks",
    "disruptors": "the damage of disruptor attacks",
    "torpedoes": "the damage of torpedo attacks",
    "mines": "the damage of mines laid",
    "range": "the range of torpedoes, in hexes (10.3)",
    "phasers range": "the range of phasers, in hexes (10.3)",
    "disruptors range": "the range of disruptors, in hexes (10.3)",
    "repair": "the points of each Repair maneuver or defence (12.1)",
    "warp": "the hexes of a Warp Drive maneuver (8.1)",
    "espionage_evasion": "Espionage Evasion, of everybody aboard (15.2)",
    "escape": "the number of each escape roll (9.6)",
    "shield power": "the points that one power spent on shields raises them by (7.3)",
    "hand_limit": "the hand limit (6.4)",
}

PLACES: dict[str, str] = {
    **{
        f"{whose} {place}": f"{owner} {place}"
        for whose, owner in (("your", "your own"), ("target", "the target's"))
        for place in ("hand", "deck", "discard pile", "non-salvageable pile", "hexpile")
    },
    "cards looked at": "the cards that the effect before looked at",
    "cancelled cards": "the cards of yours that were cancelled just now",
    "this card": "the card that says so",
}

HEXES: dict[str, str] = {
    "start hex": "the start hex",
    "your hex": "the hex of your ship",
    "here": "the hex of the tile or placed piece that says so",
    "an explored hex": "an explored hex of your choice, at most `hexes` away from where the ship or officer is",
}

FATES: dict[str, str] = {
    "deck": "shuffled into his owner's deck",
    "face down": "turned face down",
    "discard pile": "to his owner's discard pile",
    "non-salvageable pile": "to his owner's non-salvageable pile",
    "hex": "tabled in a hex outside the ship",
}
NEW_FATES: dict[str, str] = {**FATES, "hand": "to his player's hand", "unharmed": "nothing befalls him"}

PIECES: dict[str, str] = {
    "mine": "a mine: strikes who enters, then is spent (17.2)",
    "outpost": "an outpost: points, and what its effects do (17.12)",
    "platform": "a platform: points and a weapon (17.10)",
    "shuttle": "a shuttle: tabled, placed or an escape craft (17.6)",
}

COUNTED: dict[str, str] = {
    "power": "each power card spent on it",
    "hex of distance": "each hex between your ship and the target",
    "hull points missing": "each full so many points missing from your ship's printed hull",
    "points of damage": "each full so many points of the attack's damage",
    "tabled card owned by another player": "each card you have tabled that another player brought",
}

CARD_KINDS: dict[str, str] = {
    "Command": "a command",
    "Attack": "an attack card",
    "Defence": "a defence card",
    "Tactical": "a tactical card",
    "Equipment": "an Equipment",
    "Espionage": "an Espionage card",
    "Procedure": "a Procedure",
    "Calamity": "a Calamity",
    "Catastrophe": "a Catastrophe",
    "Dilemma": "a Dilemma",
    "officer": "an officer",
    "captain": "a captain",
    "shuttle": "a shuttle",
}

DURATION_ROWS: dict[str, str] = {
    "this attack": "the attack under way is over",
    "this maneuver": "the maneuver under way is over",
    "this turn": "the turn under way is over",
    "your next turn begins": "your next turn begins (13.4.7)",
    "your next attack": "your next attack is over",
    "your next attack this turn": "that, at the latest when this turn is over",
    "your next attack by the end of your next turn": "that, at the latest when your next turn is over",
    "the end of the target's next turn": "the target's next turn is over",
    "his next turn": "it holds for the target's next turn, and ends with it",
    "tabled": "the card is no longer face up on the table (unsaid for what a tabled card does)",
    "removed": "the card is removed from before the target (13.4.5)",
    "used": "it has been used",
    "here": "your ship leaves this hex (9.4)",
    "a RACE ship is here": "no ship of that race is in this hex any more",
    "the denizen stands": "the denizen of this hex is destroyed",
    "escaped": "the ship escapes (9.6), or is freed otherwise (9.15)",
    "for good": "never",
}
DURATIONS = for_each_race(DURATION_ROWS)
WITH_ITS_PIECE = frozenset({None, "tabled", "removed", "used", "here"})
"""Durations of effects that are in force as long as their piece lies where it is."""
