"""The table of conditions, and their parser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from incursions.games.incursions.rules.effects.effect import Condition
from incursions.games.incursions.rules.effects.schema import (
    FLAG,
    EffectError,
    FieldType,
    Whole,
    Word,
    known_word,
    not_nested,
)
from incursions.games.incursions.rules.effects.word_tables import CARD_KINDS, FATES, MANEUVERS, SHIP_WEAPONS
from incursions.games.incursions.rules.printed.words import RACES

NOT = "not "
AT_0, ABOVE_0 = "0", "above 0"


class Shields(Word):
    """The type of a shields condition: "0" or "above 0". A plain number is read as its word."""

    def read(self, value: Any, path: str, read_list: Any) -> Any:
        return super().read(str(value) if isinstance(value, int) else value, path, read_list)


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


def read_conditions(value: Any, path: str) -> tuple[Condition, ...]:
    """Return the conditions of an `if`. Raises `EffectError`."""
    if not isinstance(value, dict):
        raise EffectError(path, f"conditions such as {{ship: Klingon}} were expected, not {value!r}")
    return tuple(
        _read_condition(CONDITIONS[known_word(str(name), CONDITIONS, path)], said, f"{path}, {name}")
        for name, said in value.items()
    )


def read_needs(value: Any, path: str) -> tuple[Condition, ...]:
    """Return the needs of an option, written as a phrase or like an `if`. Raises `EffectError`."""
    if isinstance(value, str):
        return (NEEDS[known_word(value, NEEDS, path)],)
    return read_conditions(value, path)


def _read_condition(kind: ConditionKind, said: Any, path: str) -> Condition:
    if not isinstance(kind.value, Word):
        return Condition(kind.name, kind.value.read(said, path, not_nested))
    negated = isinstance(said, str) and said.startswith(NOT)
    words = said if isinstance(said, list) and said else [said[len(NOT) :] if negated else said]
    read = tuple(kind.value.read(word, path, not_nested) for word in words)
    return Condition(kind.name, read[0] if len(read) == 1 else read, negated)
