"""The rows of verbs whose performers, checks and worth are declared elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.rules.effects import word_tables as words
from incursions.rules.effects.nested import EFFECT_LIST, MISSED, OPTIONS, OUTCOMES, REQUIREMENT
from incursions.rules.effects.printed_bodies import BODY, ESCAPE, POWERED, REACH
from incursions.rules.effects.schema import (
    ALL,
    COUNT,
    DAMAGE,
    FLAG,
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
from incursions.rules.effects.verb import AMOUNT, CARD_KIND, CHANGE, PER, POINTS, POOL, REDUCTION, Fields, Verb

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
SPENDING = (
    Row(
        "turn_up",
        "turns power cards up; with `per` so many for each, `plus` so many besides, at `most` so many in all",
        {"power": Whole(1, 9, ALL), "per": PER, "plus": COUNT, "most": COUNT},
        ("7.2", "7.7"),
        (("power",),),
    ),
    Row("lose_power", "turns power cards down", {"power": Whole(1, 9), "per": PER}, ("7.8",), (("power",),)),
    Row(
        "lock_power",
        "power cards are out of play while this lasts",
        {"power": Whole(1, 4)},
        ("7.8",),
        (("power",),),
        passive=True,
    ),
    Row(
        "add_power",
        "power cards more; or how many are `kept` in an escape craft",
        {"power": Whole(1, 4), "kept": Whole(1, 9)},
        ("2.3", "19.2"),
        (("power", "kept"),),
        passive=True,
    ),
    Row(
        "set_cost",
        "changes what something costs `to` a number or `by` one, at `least` so much; or what it `gives`",
        {
            "of": Words(words.COSTS, "Costs"),
            "by": Whole(-9, 9),
            "to": Whole(0, 9),
            "gives": Whole(1, 9),
            "least": Whole(0, 4),
        },
        ("7.3", "7.5", "7.9", "11.2"),
        (("of",), ("by", "to", "gives")),
        passive=True,
    ),
    Row("restore_aux", "gives the used AUX marker back", {}, ("7.4",)),
    Row(
        "modify",
        "changes a score, a bonus, a maximum or a limit `by` a number, or `to` it; damage by `dice` too",
        {"of": Word(words.MODIFIED, "What is modified"), "by": CHANGE, "to": Whole(0, 99), "dice": Whole(-9, 9)},
        ("2.10", "6.4", "9.4", "14.2"),
        (("of",), ("by", "to", "dice")),
        passive=True,
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
PEOPLE = (
    Row(
        "displace",
        "sends officers or the captain to a pile, or to a hex",
        {
            "to": Word(("deck", "discard pile", "non-salvageable pile", "an explored hex")),
            "hexes": REACH,
            "number": COUNT,
        },
        ("14.3", "14.8"),
        (("to",),),
        strikes=(TABLED_CARDS,),
    ),
    Row(
        "change_fate",
        "something else befalls the officer or captain; a hex is of the user's choice",
        {"from": Words(words.FATES, "Fates"), "to": Word(words.NEW_FATES, "Fates"), "hexes": REACH},
        ("14.3", "14.11"),
        (("to",),),
        triggers=frozenset({"fate"}),
        strikes=(TABLED_CARDS,),
    ),
    Row(
        "seize",
        "takes another player's tabled card into play on your side",
        {"filter": CARD_KIND},
        ("3.7", "15.9"),
        strikes=(TABLED_CARDS,),
    ),
)
MOVING = (
    Row(
        "maneuvers",
        "maneuvers more this turn, at most four in all, or below 0 fewer in the next; `kind`: they must be that",
        {"number": Whole(-3, 3), "kind": Words(words.ADDED, "Kinds of maneuver")},
        ("6.2", "6.9", "13.16"),
        (("number",),),
    ),
    Row(
        "move",
        "moves a ship or placed piece up to so many explored hexes, without power",
        {"hexes": REACH, "no_event": FLAG},
        ("8.1", "17.6"),
        (("hexes",),),
        strikes=(SHIPS, PLACED_PIECES),
    ),
    Row(
        "transport",
        "sets a ship in a hex, whatever lies between",
        {"to": HEX, "hexes": REACH, "no_event": FLAG},
        ("8.9",),
        (("to",),),
    ),
    Row("explore", "one exploration within this maneuver", {}, ("8.3",)),
    Row(
        "cloak",
        "the ship becomes cloaked (`up`, unsaid), for its printed power, `by` so much more, at `least` so much, or for "
        "`cost`; or its cloak ends (`down`)",
        {"to": Word(("up", "down")), "cost": Whole(0, 4), "by": Whole(-4, 4), "least": Whole(0, 4)},
        ("12.7",),
    ),
    Row(
        "place",
        "puts the card in the hex (a tabled shuttle on `maneuver`). What is unsaid is as printed; a mine with "
        "`power_dice: 0` takes no power",
        {"piece": Word(words.PIECES, "Placed pieces"), **BODY, "damage": DAMAGE, "escape": ESCAPE},
        ("17.1", "17.2", "17.6"),
        (("piece",),),
        triggers=frozenset({"played", "maneuver"}),
        strikes=(SHIPS, TABLED_CARDS, PLACED_PIECES),
    ),
    Row(
        "summon",
        "puts the tile's denizen in the hex, unless it stands there; it attacks. What is unsaid is as printed",
        {**BODY, "dominated": FLAG, "returns": FLAG},
        ("18.1", "18.6", "18.7"),
        triggers=frozenset({"event", "entered"}),
    ),
)
