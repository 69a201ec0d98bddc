"""The verbs of attacks and of what answers them."""

from __future__ import annotations

from incursions.rules.effects import word_tables as words
from incursions.rules.effects.nested import EFFECT_LIST
from incursions.rules.effects.printed_bodies import POWERED
from incursions.rules.effects.schema import (
    ALL,
    DamageOrWord,
    Whole,
    Word,
    Words,
)
from incursions.rules.effects.target_table import (
    EVENT,
    PLACED_PIECES,
    REDIRECTED_TO,
    ROLL,
    SHIPS,
    TABLED_CARDS,
    WEAPONS,
)
from incursions.rules.effects.verb_kind import (
    AMOUNT,
    CHANGE,
    PER,
    POINTS,
    POOL,
    REDUCTION,
    SHIP_WEAPON,
    Verb,
)

ATTACKING = (
    Verb(
        "add_damage",
        "adds dice or a flat number to the score of the attack, or to a mine laid",
        AMOUNT,
        ("10.2", "10.12", "17.2"),
        (("dice", "bonus"),),
        passive=True,
    ),
    Verb(
        "add_range",
        "adds hexes to the reach of the attack, or to where a mine is laid",
        {"range_bonus": Whole(1, 20), "per": PER},
        ("10.3", "17.12"),
        (("range_bonus",),),
        passive=True,
    ),
    Verb(
        "reroll",
        "rolls dice again, once; the new result stands. `showing`: those that show so much or less",
        {"which": Word(("all dice", "damage dice", "one damage die")), "showing": Whole(1, 5)},
        ("10.5", "15.2"),
        (("which",),),
        strikes=(ROLL,),
    ),
    Verb(
        "halve",
        "halves the score, the damage, or what of it reaches the hull; the damage, of what lies in play, on your ship",
        {"of": Word(("score", "damage", "damage to the hull"))},
        ("10.12",),
        (("of",),),
        passive=True,
    ),
    Verb(
        "bypass_shields",
        "so many points of the attack's damage come off the hull. On `present`: so does all damage to your ship",
        {"points": Whole(1, 99, ALL)},
        ("10.6", "10.16"),
        (("points",),),
        passive=True,
    ),
    Verb(
        "attack",
        "makes an attack: with the weapon that the card is or says, with a ship weapon once more or out of turn, or "
        "by a placed piece. `effects` hold for it. Unsaid, the target is chosen",
        {
            "by": Word(("your ship", "this card", "this piece", "one of your pieces", "that piece")),
            "weapon": DamageOrWord(SHIP_WEAPON.words),
            **POWERED,
            "may_add": Word(("nothing", "power", "anything")),
            "pool": POOL,
            "effects": EFFECT_LIST,
        },
        ("10.1", "10.8", "11.5", "17.5", "17.10"),
        strikes=(SHIPS, TABLED_CARDS, PLACED_PIECES),
    ),
    Verb(
        "allow",
        "permits one thing that a rule refuses",
        {
            "action": Word(words.PERMISSIONS, "What is allowed"),
            "maneuver": Words(words.PERMITTED, "Kinds of maneuver"),
            "power": Whole(0, 4),
        },
        ("10.4", "10.9", "12.11", "13.5"),
        (("action",),),
        passive=True,
        strikes=(SHIPS, TABLED_CARDS),
    ),
    Verb(
        "forbid",
        "refuses one thing to one ship, weapon or player",
        {"action": Word(words.PROHIBITIONS, "What is forbidden")},
        ("10.1", "11.1", "12.7"),
        (("action",),),
        passive=True,
        strikes=(SHIPS, WEAPONS),
    ),
    Verb(
        "deal",
        "damage without an attack, off the shields first unless `pool` says otherwise. `equal_to`: as much as that. "
        "Unsaid, it strikes the target; on a tile the ship that set it off",
        {
            **AMOUNT,
            "pool": POOL,
            "equal_to": Word(("the score", "half the score", "the damage", "half the damage")),
        },
        ("10.6", "10.7"),
        (("dice", "bonus", "equal_to"),),
    ),
)
DEFENDING = (
    Verb(
        "reduce",
        "lowers the damage of the attack before it comes off any points",
        REDUCTION,
        ("10.10", "11.1"),
        (("points", "dice"),),
        passive=True,
    ),
    Verb(
        "raise_shields",
        "raises the shields for the attack, as shield power does",
        {"points": POINTS},
        ("7.6", "11.7"),
        (("points",),),
        passive=True,
    ),
    Verb(
        "miss",
        "the attack, or the espionage attempt, does nothing; with `until` every such attack, with `target: you` every "
        "one on you",
        {},
        ("11.1", "15.4"),
    ),
    Verb("try_evasion", "an evasion that needs no first power", {"bonus": CHANGE}, ("11.2", "11.7")),
    Verb(
        "redirect",
        "another piece or player becomes the target, or takes the damage first; with `pool: hull` only what would come "
        "off the hull",
        {"to": Word(REDIRECTED_TO), "pool": POOL},
        ("10.4", "15.4", "17.8"),
        (("to",),),
    ),
    Verb(
        "repair",
        "gives points back: unsaid, of hull or shields (one of the two). `more`: your Repair gives so many points more",
        {
            **REDUCTION,
            "more": POINTS,
            "order": Word(("hull or shields", "hull first", "split", "hull", "shields")),
        },
        ("12.1", "12.3"),
        (("points", "dice", "more"),),
        strikes=(SHIPS, TABLED_CARDS, PLACED_PIECES),
    ),
    Verb(
        "block_event",
        "the event does not happen for your ship; on `stops`: none does, mines apart",
        {},
        ("9.2", "9.12", "9.14"),
        triggers=frozenset({"played", "attached", "any_time", "event_strikes", "stops"}),
        strikes=(SHIPS, EVENT),
    ),
)
