"""The rows of verbs whose performers, checks and worth are declared elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.rules.effects import word_tables as words
from incursions.rules.effects.nested import EFFECT_LIST, MISSED, OPTIONS, OUTCOMES, REQUIREMENT
from incursions.rules.effects.printed_bodies import POWERED
from incursions.rules.effects.schema import (
    ALL,
    DamageOrWord,
    Dice,
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
from incursions.rules.effects.verb import AMOUNT, CHANGE, PER, POINTS, POOL, REDUCTION, Fields, Verb

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game
    from incursions.rules.plays.in_play import Refused
    from incursions.rules.ships import Ship


class Row(Verb):
    """A verb whose parts are declared elsewhere: its performer, its checks and its worth."""

    performer: Any = None
    obstacle: Any = None

    def __init__(
        self,
        name: str,
        does: str,
        fields: Fields,
        rules: tuple[str, ...],
        needs: tuple[tuple[str, ...], ...] = (),
        *,
        passive: bool = False,
        triggers: frozenset[str] | None = None,
        strikes: tuple[str, ...] = (SHIPS,),
    ) -> None:
        self.name, self.does, self.fields, self.rules, self.needs = name, does, fields, rules, needs
        self.passive, self.triggers, self.strikes = passive, triggers, strikes

    def perform(self, game: Game, frame: Resolution, effect: Effect) -> None:
        """Carry out the effect."""
        if self.performer is None:
            super().perform(game, frame, effect)
        else:
            self.performer(game, frame, effect)

    def why_not(self, game: Game, ship: Ship, effect: Effect) -> Refused | None:
        """Return why the effect cannot come about now, or None."""
        return None if self.obstacle is None else self.obstacle(game, ship, effect)


HEX = Word(words.HEXES, "Hexes")
MANEUVERS = Words(words.MANEUVERS, "Kinds of maneuver")
SHIP_WEAPON = Word((*words.SHIP_WEAPONS, "one ship weapon"))

ATTACKING = (
    Row(
        "add_damage",
        "adds dice or a flat number to the score of the attack, or to a mine laid",
        AMOUNT,
        ("10.2", "10.12", "17.2"),
        (("dice", "bonus"),),
        passive=True,
    ),
    Row(
        "add_range",
        "adds hexes to the reach of the attack, or to where a mine is laid",
        {"range_bonus": Whole(1, 20), "per": PER},
        ("10.3", "17.12"),
        (("range_bonus",),),
        passive=True,
    ),
    Row(
        "reroll",
        "rolls dice again, once; the new result stands. `showing`: those that show so much or less",
        {"which": Word(("all dice", "damage dice", "one damage die")), "showing": Whole(1, 5)},
        ("10.5", "15.2"),
        (("which",),),
        strikes=(ROLL,),
    ),
    Row(
        "halve",
        "halves the score, the damage, or what of it reaches the hull; the damage, of what lies in play, on your ship",
        {"of": Word(("score", "damage", "damage to the hull"))},
        ("10.12",),
        (("of",),),
        passive=True,
    ),
    Row(
        "bypass_shields",
        "so many points of the attack's damage come off the hull. On `present`: so does all damage to your ship",
        {"points": Whole(1, 99, ALL)},
        ("10.6", "10.16"),
        (("points",),),
        passive=True,
    ),
    Row(
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
    Row(
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
    Row(
        "forbid",
        "refuses one thing to one ship, weapon or player",
        {"action": Word(words.PROHIBITIONS, "What is forbidden")},
        ("10.1", "11.1", "12.7"),
        (("action",),),
        passive=True,
        strikes=(SHIPS, WEAPONS),
    ),
    Row(
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
    Row(
        "reduce",
        "lowers the damage of the attack before it comes off any points",
        REDUCTION,
        ("10.10", "11.1"),
        (("points", "dice"),),
        passive=True,
    ),
    Row(
        "raise_shields",
        "raises the shields for the attack, as shield power does",
        {"points": POINTS},
        ("7.6", "11.7"),
        (("points",),),
        passive=True,
    ),
    Row(
        "miss",
        "the attack, or the espionage attempt, does nothing; with `until` every such attack, with `target: you` every "
        "one on you",
        {},
        ("11.1", "15.4"),
    ),
    Row("try_evasion", "an evasion that needs no first power", {"bonus": CHANGE}, ("11.2", "11.7")),
    Row(
        "redirect",
        "another piece or player becomes the target, or takes the damage first; with `pool: hull` only what would come "
        "off the hull",
        {"to": Word(REDIRECTED_TO), "pool": POOL},
        ("10.4", "15.4", "17.8"),
        (("to",),),
    ),
    Row(
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
    Row(
        "block_event",
        "the event does not happen for your ship; on `stops`: none does, mines apart",
        {},
        ("9.2", "9.12", "9.14"),
        triggers=frozenset({"played", "attached", "any_time", "event_strikes", "stops"}),
        strikes=(SHIPS, EVENT),
    ),
)
ROLLING = (
    Row(
        "roll_table",
        "one roll, and what happens on each total. `dice` unsaid: one",
        {"dice": Dice(), "table": OUTCOMES},
        ("9.1", "9.11"),
        (("table",),),
    ),
    Row(
        "espionage",
        "the target rolls Espionage Evasion; what follows in the list happens only when it fails. Unsaid, it is aimed "
        "at another player, or with `tests: member` at one officer or captain of his",
        {"tests": Word(("captain", "member", "systems"))},
        ("15.2", "15.7"),
        (("tests",),),
        strikes=(SHIPS, TABLED_CARDS),
    ),
    Row(
        "choose",
        "one of the options: the user's choice (Multi), or the target's (Dilemma)",
        {"who": Word(("you", "target")), "options": OPTIONS},
        ("13.2", "13.4.9"),
        (("who",), ("options",)),
    ),
    Row(
        "catch",
        "the ship is caught until it escapes, by a roll of the number or less; unsaid, of two dice",
        {"number": Whole(1, 30), "dice": Whole(1, 5)},
        ("9.6", "9.15"),
        (("number",),),
    ),
    Row(
        "leave_roll",
        "the roll to leave: what it requires, its dice, which total or how many dice `alike` count as doubles, and "
        "what a miss brings (unsaid: transport to the start hex)",
        {
            "requirement": REQUIREMENT,
            "dice": Whole(2, 5),
            "total": Whole(2, 12),
            "alike": Whole(2, 5),
            "missed": MISSED,
        },
        ("1.1", "1.6", "1.7"),
        passive=True,
        triggers=frozenset({"attached", "entered", "event", "leave_missed", "leave_rolled", "played"}),
    ),
)
