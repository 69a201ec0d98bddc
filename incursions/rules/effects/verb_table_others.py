"""The verbs of power, rolls, cards, people and movement."""

from __future__ import annotations

from incursions.rules.effects import word_tables as words
from incursions.rules.effects.nested import MISSED, OPTIONS, OUTCOMES, REQUIREMENT
from incursions.rules.effects.printed_bodies import BODY, ESCAPE, REACH
from incursions.rules.effects.schema import (
    ALL,
    COUNT,
    DAMAGE,
    FLAG,
    Dice,
    Whole,
    Word,
    Words,
)
from incursions.rules.effects.target_table import ANNOUNCED, PLACED_PIECES, SHIPS, TABLED_CARDS
from incursions.rules.effects.verb_kind import (
    CANCELLED,
    CARD,
    CHANGE,
    DECKS,
    FROM_HAND,
    FROM_PLACE,
    HANDS,
    HEX,
    HEXPILES,
    LOOKED_AT,
    PER,
    PILES,
    THIS_CARD,
    Verb,
)

SPENDING = (
    Verb(
        "turn_up",
        "turns power cards up; with `per` so many for each, `plus` so many besides, at `most` so many in all",
        {"power": Whole(1, 9, ALL), "per": PER, "plus": COUNT, "most": COUNT},
        ("7.2", "7.7"),
        (("power",),),
    ),
    Verb("lose_power", "turns power cards down", {"power": Whole(1, 9), "per": PER}, ("7.8",), (("power",),)),
    Verb(
        "lock_power",
        "power cards are out of play while this lasts",
        {"power": Whole(1, 4)},
        ("7.8",),
        (("power",),),
        passive=True,
    ),
    Verb(
        "add_power",
        "power cards more; or how many are `kept` in an escape craft",
        {"power": Whole(1, 4), "kept": Whole(1, 9)},
        ("2.3", "19.2"),
        (("power", "kept"),),
        passive=True,
    ),
    Verb(
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
    Verb("restore_aux", "gives the used AUX marker back", {}, ("7.4",)),
    Verb(
        "modify",
        "changes a score, a bonus, a maximum or a limit `by` a number, or `to` it; damage by `dice` too",
        {"of": Word(words.MODIFIED, "What is modified"), "by": CHANGE, "to": Whole(0, 99), "dice": Whole(-9, 9)},
        ("2.10", "6.4", "9.4", "14.2"),
        (("of",), ("by", "to", "dice")),
        passive=True,
    ),
)
ROLLING = (
    Verb(
        "roll_table",
        "one roll, and what happens on each total. `dice` unsaid: one",
        {"dice": Dice(), "table": OUTCOMES},
        ("9.1", "9.11"),
        (("table",),),
    ),
    Verb(
        "espionage",
        "the target rolls Espionage Evasion; what follows in the list happens only when it fails. Unsaid, it is aimed "
        "at another player, or with `tests: member` at one officer or captain of his",
        {"tests": Word(("captain", "member", "systems"))},
        ("15.2", "15.7"),
        (("tests",),),
        strikes=(SHIPS, TABLED_CARDS),
    ),
    Verb(
        "choose",
        "one of the options: the user's choice (Multi), or the target's (Dilemma)",
        {"who": Word(("you", "target")), "options": OPTIONS},
        ("13.2", "13.4.9"),
        (("who",), ("options",)),
    ),
    Verb(
        "catch",
        "the ship is caught until it escapes, by a roll of the number or less; unsaid, of two dice",
        {"number": Whole(1, 30), "dice": Whole(1, 5)},
        ("9.6", "9.15"),
        (("number",),),
    ),
    Verb(
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
CARDS = (
    Verb(
        "draw", "draws cards", {"cards": COUNT, "from": Word(("your deck", LOOKED_AT))}, ("6.1", "6.8"), (("cards",),)
    ),
    Verb(
        "discard",
        "discards from a hand (unsaid: your own): at random, or chosen by its player, or `by: you`",
        {
            "cards": Whole(1, 20, ALL),
            "random": FLAG,
            **FROM_HAND,
            "by": Word(("you",)),
        },
        ("13.7",),
        (("cards",),),
    ),
    Verb(
        "look",
        "looks at a hand, or at the top of a deck or hexpile",
        {"at": Word((*HANDS, *DECKS, *PILES, *HEXPILES)), "cards": COUNT, "tiles": COUNT},
        ("13.11",),
        (("at",),),
    ),
    Verb(
        "arrange",
        "puts back what was looked at",
        {"at": Word((*DECKS, *HEXPILES)), "to": Word(("any order", "bottom"))},
        ("5.2", "5.5"),
    ),
    Verb(
        "take",
        "moves cards to the own hand, at random, from the `top`, or chosen; the own deck is then shuffled",
        {**FROM_PLACE, "cards": COUNT, "random": FLAG, "top": FLAG},
        ("13.7", "13.11"),
        (("from",), ("cards",)),
    ),
    Verb(
        "return_card",
        "puts a card back (unsaid: this card) into a hand or a deck: on top, on the bottom or shuffled in",
        {
            "from": Word((*HANDS, *PILES, LOOKED_AT, CANCELLED, THIS_CARD)),
            "filter": CARD,
            "to": Word((*HANDS, *DECKS)),
            "cards": COUNT,
            "where": Word(("top", "bottom", "shuffled")),
        },
        ("13.7",),
        (("to",),),
        strikes=(SHIPS, TABLED_CARDS),
    ),
    Verb(
        "cancel",
        "cancels what was announced (unsaid: a maneuver or command)",
        {"of": Words(("maneuver", "command", "card"))},
        ("13.9", "13.13"),
        triggers=frozenset({"announced", "any_time", "played"}),
        strikes=(ANNOUNCED,),
    ),
    Verb("table_now", "tables a card within this effect", FROM_PLACE, ("6.7", "13.4.3"), (("from",),)),
    Verb(
        "turn_over",
        "turns a tabled card down or up",
        {"to": Word(("down", "up"))},
        ("12.2", "13.8", "14.7"),
        (("to",),),
        strikes=(TABLED_CARDS,),
    ),
    Verb(
        "remove",
        "destroys or discards a tabled or placed card, without reward",
        {},
        ("13.4.5", "17.4"),
        strikes=(TABLED_CARDS, PLACED_PIECES),
    ),
)
PEOPLE = (
    Verb(
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
    Verb(
        "change_fate",
        "something else befalls the officer or captain; a hex is of the user's choice",
        {"from": Words(words.FATES, "Fates"), "to": Word(words.NEW_FATES, "Fates"), "hexes": REACH},
        ("14.3", "14.11"),
        (("to",),),
        triggers=frozenset({"fate"}),
        strikes=(TABLED_CARDS,),
    ),
    Verb(
        "seize",
        "takes another player's tabled card into play on your side",
        {"filter": CARD},
        ("3.7", "15.9"),
        strikes=(TABLED_CARDS,),
    ),
)
MOVING = (
    Verb(
        "maneuvers",
        "maneuvers more this turn, at most four in all, or below 0 fewer in the next; `kind`: they must be that",
        {"number": Whole(-3, 3), "kind": Words(words.ADDED, "Kinds of maneuver")},
        ("6.2", "6.9", "13.16"),
        (("number",),),
    ),
    Verb(
        "move",
        "moves a ship or placed piece up to so many explored hexes, without power",
        {"hexes": REACH, "no_event": FLAG},
        ("8.1", "17.6"),
        (("hexes",),),
        strikes=(SHIPS, PLACED_PIECES),
    ),
    Verb(
        "transport",
        "sets a ship in a hex, whatever lies between",
        {"to": HEX, "hexes": REACH, "no_event": FLAG},
        ("8.9",),
        (("to",),),
    ),
    Verb("explore", "one exploration within this maneuver", {}, ("8.3",)),
    Verb(
        "cloak",
        "the ship becomes cloaked (`up`, unsaid), for its printed power, `by` so much more, at `least` so much, or for "
        "`cost`; or its cloak ends (`down`)",
        {"to": Word(("up", "down")), "cost": Whole(0, 4), "by": Whole(-4, 4), "least": Whole(0, 4)},
        ("12.7",),
    ),
    Verb(
        "place",
        "puts the card in the hex (a tabled shuttle on `maneuver`). What is unsaid is as printed; a mine with "
        "`power_dice: 0` takes no power",
        {"piece": Word(words.PIECES, "Placed pieces"), **BODY, "damage": DAMAGE, "escape": ESCAPE},
        ("17.1", "17.2", "17.6"),
        (("piece",),),
        triggers=frozenset({"played", "maneuver"}),
        strikes=(SHIPS, TABLED_CARDS, PLACED_PIECES),
    ),
    Verb(
        "summon",
        "puts the tile's denizen in the hex, unless it stands there; it attacks. What is unsaid is as printed",
        {**BODY, "dominated": FLAG, "returns": FLAG},
        ("18.1", "18.6", "18.7"),
        triggers=frozenset({"event", "entered"}),
    ),
)
