"""The vocabulary of effects as tables: words, conditions, targets, triggers, and the types of composite fields."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from incursions.games.incursions.rules.printed.effect import Condition, Option, Outcome, Removal, Requirement, Spared
from incursions.games.incursions.rules.printed.pieces import MOST_BONUS, MOST_DICE, PLAY_METHODS, RACES
from incursions.games.incursions.rules.printed.schema import (
    FLAG,
    NOTHING,
    TEXT,
    EffectError,
    FieldType,
    NestingType,
    ParseEffects,
    Whole,
    Word,
    known_word,
    mapping,
)


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
    "a RACE ship is here": "the last ship of that race has left this hex",
    "the denizen stands": "the denizen of this hex is destroyed",
    "escaped": "the ship escapes (9.6), or is freed otherwise (9.15)",
    "for good": "never",
}
DURATIONS = for_each_race(DURATION_ROWS)
WITH_ITS_PIECE = frozenset({None, "tabled", "removed", "used", "here"})
"""Durations of effects that are in force as long as their piece lies where it is."""


NOT = "not "
AT_0, ABOVE_0 = "0", "above 0"


class Shields(Word):
    """The type of a shields condition: "0" or "above 0". A plain number is read as its word."""

    def parse_value(self, value: Any, path: str) -> Any:
        return super().parse_value(str(value) if isinstance(value, int) else value, path)


class ConditionKind(NamedTuple):
    """A condition in the vocabulary: its name, the type of its value, and a sentence about when it holds."""

    name: str
    value: FieldType
    holds: str


_RACE = Word(RACES)
_HAND = Whole(1, 20)
_SHIELDS = Shields((AT_0, ABOVE_0))
_ROWS = (
    ("ship", _RACE, "your ship is of that race"),
    ("captain", _RACE, "your captain is of that race; without a captain neither X nor `not X` holds (9.19)"),
    ("owner", Word(("you", "another player")), "he brought the card or tile"),
    ("own_shields", _SHIELDS, "your ship's shields (those that do not function are at 0, 10.15)"),
    ("target_shields", _SHIELDS, "the target ship's shields; what has none is `not 0`"),
    (
        "target",
        Word(
            (
                "ship",
                "denizen",
                "placed piece",
                "cloaked",
                "held by your tractor beam",
                "fewer hull points left than you",
                "already hit this turn",
            )
        ),
        "the target of the attack is that, or has that",
    ),
    ("attack", Word(("breaks your cloak", "after the first this turn")), "the attack does that; comes on you then"),
    ("attacker", Word(("your ship", "this piece")), "that makes the attack"),
    ("weapon", Word((*SHIP_WEAPONS, "the same kind")), "the attack's; `the same kind` as the attack the card answered"),
    ("maneuver", Word((*MANEUVERS, "tactical")), "the maneuver is of that kind; `tactical`: none of an attack"),
    ("length", Whole(1, 20), "the maneuver was so many hexes long, or longer"),
    ("ends_in", Word(("wormhole", "start hex")), "the maneuver ends there"),
    ("in_range", FLAG, "the target is in range of the piece that is to attack"),
    ("stands", Word(("your ship", "that piece")), "it is not destroyed"),
    ("cards", _HAND, "you hold so many cards, or more"),
    ("target_cards", _HAND, "the target holds so many cards, or more"),
    ("officers", _HAND, "you have so many officers in play, or more"),
    ("target_officers", _HAND, "the target has so many officers in play, or more"),
    ("tabled", Word(("Equipment", "officer", "captain")), "you have one face up on the table"),
    ("position", Word(("free",)), "you have nobody in the officer's position"),
    ("aux", Word(("used", "unused")), "your AUX marker is"),
    ("here", _RACE, "a ship of that race is in the hex"),
    ("denizen", Word(("stands", "destroyed")), "the denizen of the hex"),
    ("turn", Word(("yours", "the target's")), "whose turn it is"),
    ("card", Word(("any", *CARD_KINDS)), "the card announced is of that kind"),
    ("against", Word(("Espionage", "assimilation")), "the Espionage Evasion is rolled against that"),
    ("fate", Word(tuple(FATES)), "that is about to befall the officer or captain (14.3)"),
    ("piece", Word(("tabled", "placed", "escape craft")), "the shuttle serves as that (17.6)"),
)
CONDITIONS: dict[str, ConditionKind] = {row[0]: ConditionKind(*row) for row in _ROWS}

NEEDS: Mapping[str, Condition] = {
    "your hand not empty": Condition("cards", 1),
    "target hand not empty": Condition("target_cards", 1),
}


def parse_conditions(value: Any, path: str) -> tuple[Condition, ...]:
    """Return the conditions of an `if`. Raises `EffectError`."""
    if not isinstance(value, dict):
        raise EffectError(path, f"conditions such as {{ship: Klingon}} were expected, not {value!r}")
    return tuple(
        _parse_condition(CONDITIONS[known_word(str(name), CONDITIONS, path)], said, f"{path}, {name}")
        for name, said in value.items()
    )


def parse_needs(said: Mapping[str, Any], path: str) -> tuple[Condition, ...]:
    """Return the `needs` of an effect or option, written as a phrase or like an `if`. Raises `EffectError`."""
    needs, path = said.get("needs", {}), f"{path}, needs"
    return (NEEDS[known_word(needs, NEEDS, path)],) if isinstance(needs, str) else parse_conditions(needs, path)


def _parse_condition(kind: ConditionKind, said: Any, path: str) -> Condition:
    if not isinstance(kind.value, Word):
        return Condition(kind.name, kind.value.parse_value(said, path))
    negated = isinstance(said, str) and said.startswith(NOT)
    words = said if isinstance(said, list) and said else [said[len(NOT) :] if negated else said]
    values = tuple(kind.value.parse_value(word, path) for word in words)
    return Condition(kind.name, values[0] if len(values) == 1 else values, negated)


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
    """Return True if a target phrase, such as "another ship", means targets of one of these kinds of `TARGET_GROUPS`.

    "The target" and "the attacker" may also be a tabled card or a placed piece.
    """
    row = next((race for race in RACES if race in phrase), None)
    kind = _KIND[phrase if row is None else phrase.replace(row, "RACE")]
    return kind in kinds or (phrase in _OF_ANY_KIND and any(each in kinds for each in (TABLED_CARDS, PLACED_PIECES)))


PRESENT, MANEUVER = "present", "maneuver"
STANDING = frozenset({"tabled", PRESENT})
"""Triggers of effects that are in force as long as the piece is there, and are looked up."""
LOOKED_UP = frozenset({"scoring", "damage", "leave_rolled", "leave_missed"})
"""Triggers on which passive verbs are in force at that moment."""
AT_ITS_PIECE = frozenset({"played", "attached", "visited", "visited_or_remains", "entered", "event"})
"""Triggers looked up at the piece that is played, visited or entered, not among the effects in force."""


class Trigger(NamedTuple):
    """A trigger. `on_tiles`: the event of a tile can have it."""

    name: str
    when: str
    on_tiles: bool = True


_CARDS = (
    ("played", "the card resolves, its windows closed (13.14); a defence: after the score (10.5)"),
    ("attached", "a command resolves: announced, paid and not cancelled, before its maneuver (13.6)"),
    ("goes_off", "the mine strikes; `the ship that set it off` is the one struck (17.2)"),
    ("announced", "another player (the target) announced a maneuver, command or card (13.14)"),
    ("cancelled", "cards of yours were cancelled (13.13)"),
    ("aimed_at", "an Espionage card names you; its player is the target (15.4)"),
    ("espionage_passed", "you succeeded in an Espionage Evasion against another player, the target (15.2)"),
    ("espionage_failed", "you failed in one (15.2)"),
    ("assimilated", "you took a card with Assimilation (15.9)"),
    ("fate", "something is about to befall an officer or captain of yours (14.3)"),
    ("event_strikes", "an event, Calamity or Catastrophe is about to strike you (9.14)"),
    ("visited", "another player's ship (the visitor) stops in the piece's reach, or in its hex"),
    ("visited_or_remains", "that, and again at the end of that ship's turn if it remains (17.10)"),
    ("tabled", "as long as the card is face up on the table, or placed, or lies before the target (14.2)"),
    ("turn_draw", "you draw for your turn; what the card draws comes instead (6.1)"),
    ("maneuver", "you spend a maneuver on the card or piece; with `do: attack` an attack maneuver (17.5)"),
    ("any_time", "at every question put to you and in every window (13.14)"),
)
_ALL = (
    ("scoring", "an attack of yours is put together: its range, its targets and its score (10.2)"),
    ("rolled", "you just made a roll (10.5); what may bring a roll itself does not come then"),
    ("damage", "before the damage of an attack comes off points, of the attacker's cards and the struck one's (10.6)"),
    ("hit", "the attack hit: was not evaded, missed or cancelled"),
    ("hull_damaged", "the attack took at least one point off the hull"),
    ("evaded", "the attack was evaded (11.2)"),
    ("after_attack", "the attack is over (11.10)"),
    ("after_maneuver", "the maneuver is over"),
    ("destroyed", "your ship falls, before it leaves or you escape (19.5)"),
    ("destroys", "you destroy a ship or denizen (18.9)"),
    ("stops", "your ship is about to take the events of the hex where it stops (9.12)"),
    ("entered", "your ship explored the hex, stopped in it or was transported there (9.1)"),
    ("event", "that, or your ship remained to the end of the turn (9.3)"),
    ("present", "as long as your ship is in the hex (9.4)"),
    ("leave_rolled", "a roll to leave is made (1.7)"),
    ("leave_missed", "the doubles did not come (1.1)"),
    ("power_up", "your power-up (6.1)"),
    ("turn_end", "the end of your turn; of a card before a target, of his (6.1)"),
    ("before_explore", "exploring was announced and not cancelled; no side is picked yet (8.3)"),
)
TRIGGERS: dict[str, Trigger] = {
    **{name: Trigger(name, when, on_tiles=False) for name, when in _CARDS},
    **{name: Trigger(name, when) for name, when in _ALL},
}
TRIGGERS_OF_TILES = {name: trigger for name, trigger in TRIGGERS.items() if trigger.on_tiles}


USE_AND_DISCARD = PLAY_METHODS[0]
OPTION_KEYS = ("as", "effects", "play_method", "removal", "needs")
HIGHEST_TOTAL = 6 * MOST_DICE + MOST_BONUS
_TOTALS = re.compile(r"(\d+)(?:-(\d+))?")


class RemovalType(FieldType):
    """The type of a removal, the way of a card off the table."""

    says = "`{maneuver: repair, points: 6}`, `{maneuver: tactical, power: 2}` or `{used: true}`"

    def parse_value(self, value: Any, path: str) -> Removal:
        said = mapping(value, path, ("maneuver", "points", "power", "used"))
        if said == {"used": True}:
            return Removal(used=True)
        price = {"repair": "points", "tactical": "power"}.get(str(said.get("maneuver")))
        if price is None or set(said) != {"maneuver", price}:
            raise EffectError(path, f"{self.says.replace('`', '')} was expected, not {value!r}")
        paid = Whole(1, 99).parse_key(said, price, path)
        return Removal(said["maneuver"], paid if price == "points" else 0, paid if price == "power" else 0)


class RequirementType(FieldType):
    """The type of a wormhole's requirement."""

    says = "`{power: 2}`, `{cards: 2}` or `{denizen: destroyed}`"

    def parse_value(self, value: Any, path: str) -> Requirement:
        said = mapping(value, path, ("power", "cards", "denizen"))
        kinds = {"power": Whole(1, 9), "cards": Whole(1, 9), "denizen": Word(("destroyed",))}
        return Requirement(**{key: kinds[key].parse_key(said, key, path) for key in said})


class SparedType(Word):
    """The type of `spares`, the ships that an effect exempts."""

    def __init__(self) -> None:
        ships = {f"{race} ships": Spared("ship", race) for race in RACES}
        captains = {f"ships of {race} captains": Spared("captain", race) for race in RACES}
        self.spared = {"none": None, "owner": Spared("owner"), **ships, **captains}
        super().__init__(self.spared)
        self.says = "`none`, `owner`, `RACE ships` or `ships of RACE captains`"

    def parse_value(self, value: Any, path: str) -> Spared | None:
        return self.spared[super().parse_value(value, path)]


class EffectList(NestingType):
    """The type of a list of nested effects."""

    says = "a list of effects"

    def parse_nested(self, value: Any, path: str, parse_effects: ParseEffects) -> tuple[int, ...]:
        return parse_effects(value, path)


class Missed(EffectList):
    """The type of the effects that follow a missed roll."""

    says = "an effect, a list of effects, or `nothing`"

    def parse_nested(self, value: Any, path: str, parse_effects: ParseEffects) -> tuple[int, ...]:
        return () if value == NOTHING else parse_effects(value, path)


class Outcomes(NestingType):
    """The type of a table of results by total. `RollTable` checks that it is complete, because it knows the dice."""

    says = "totals with lists of effects, or `nothing`: `{1-3: nothing, 4-6: [...]}`"

    def parse_nested(self, value: Any, path: str, parse_effects: ParseEffects) -> tuple[Outcome, ...]:
        if not isinstance(value, dict) or not value:
            raise EffectError(path, f"totals such as 1-3 with their effects were expected, not {value!r}")
        return tuple(self._parse_outcome(total, said, path, parse_effects) for total, said in value.items())

    def _parse_outcome(self, total: Any, said: Any, path: str, parse_effects: ParseEffects) -> Outcome:
        match = _TOTALS.fullmatch(str(total))
        if match is None:
            raise EffectError(path, f"a total such as 4 or 1-3 was expected, not {total!r}")
        least, most = int(match[1]), int(match[2] or match[1])
        if most > HIGHEST_TOTAL:
            raise EffectError(path, f"a total of at most {HIGHEST_TOTAL} was expected, not {total!r}")
        return Outcome(least, most, MISSED.parse_nested(said, f"{path} {total}", parse_effects))


class Options(NestingType):
    """The type of the options of a choice."""

    says = "a list of effects, or of `{as: NAME, effects: [...]}` with `play_method`, `removal` and `needs` besides"

    def parse_nested(self, value: Any, path: str, parse_effects: ParseEffects) -> tuple[Option, ...]:
        if not isinstance(value, list) or len(value) < 2:
            raise EffectError(path, f"a list of two or more options was expected, not {value!r}")
        return tuple(
            self._parse_option(said, f"{path} {number}", parse_effects) for number, said in enumerate(value, start=1)
        )

    def _parse_option(self, said: Any, path: str, parse_effects: ParseEffects) -> Option:
        if isinstance(said, dict) and "do" in said:
            needs = parse_needs(said, path)
            return Option(None, None, parse_effects(said, path), needs=needs)
        option = mapping(said, path, OPTION_KEYS)
        if "effects" not in option:
            raise EffectError(path, "an effect, or a face with its effects, was expected")
        name = TEXT.parse_key(option, "as", path)
        usual = name if name in PLAY_METHODS else USE_AND_DISCARD
        return Option(
            name,
            Word(PLAY_METHODS).parse_key(option, "play_method", path, usual),
            parse_effects(option["effects"], f"{path}, effects"),
            REMOVAL.parse_key(option, "removal", path),
            parse_needs(option, path),
        )


REMOVAL = RemovalType()
REQUIREMENT = RequirementType()
SPARED = SparedType()
EFFECT_LIST = EffectList()
MISSED = Missed()
OUTCOMES = Outcomes()
OPTIONS = Options()
