"""Types of the fields of effects: the allowed values, their description for card authors, and their parsed form."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from incursions.games.incursions.rules.printed.effect import Per, Roll
from incursions.games.incursions.rules.printed.pieces import MOST_BONUS, MOST_DICE, parse_damage

ALL = "all"
NOTHING = "nothing"
ParseEffects = Callable[[Any, str], tuple[int, ...]]
"""Parses effects nested in another one, a list or a single one, and returns their numbers."""


class EffectError(ValueError):
    """A faulty field: its path, such as ``effects 2, options 1, dice``, and what was expected."""

    def __init__(self, path: str, expected: str) -> None:
        super().__init__(f"{path}: {expected}")
        self.path, self.expected = path, expected


def known_word(word: str, known: Collection[str], path: str, listed: Iterable[str] = ()) -> str:
    """Return the word if it is known. Raises `EffectError` with the known words (or `listed`) and the nearest."""
    if word in known:
        return word
    words = list(known)
    near = get_close_matches(word, words, 1, 0.5)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise EffectError(path, f"one of {', '.join(listed or words)} was expected, not {word!r}{hint}")


def mapping(value: Any, path: str, known: Iterable[str]) -> dict[str, Any]:
    """Return the mapping. Raises `EffectError` for unknown keys."""
    if not isinstance(value, dict):
        raise EffectError(path, f"fields with values were expected, not {value!r}")
    for key in value:
        if key not in known:
            raise EffectError(path, f"there is no {key!r}; there are {', '.join(known)}")
    return value


class FieldType:
    """A type of field. `says` describes it on the vocabulary page."""

    says = ""

    def parse_value(self, value: Any, path: str) -> Any:
        """Return the parsed value. Raises `EffectError`."""
        raise NotImplementedError

    def parse_key(self, said: Mapping[str, Any], key: str, path: str, default: Any = None) -> Any:
        """Return the parsed value of a key, or `default` if the key is missing. Raises `EffectError`."""
        return self.parse_value(said[key], f"{path}, {key}") if key in said else default


class NestingType(FieldType):
    """A type of field that holds effects."""

    def parse_nested(self, value: Any, path: str, parse_effects: ParseEffects) -> tuple[Any, ...]:
        """Return the parsed value. Raises `EffectError`."""
        raise NotImplementedError


class Whole(FieldType):
    """The type of a whole number, or of one of the `words` in its place."""

    def __init__(self, least: int, most: int, *words: str) -> None:
        self.least, self.most, self.words = least, most, words
        self.says = ", or ".join([f"a whole number from {least} to {most}", *(f"`{word}`" for word in words)])

    def parse_value(self, value: Any, path: str) -> Any:
        if value in self.words:
            return value
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise EffectError(path, f"{self.says.replace('`', '')} was expected, not {value!r}")
        return value


class WholeOrDamage(Whole):
    """The type of a whole number, or of damage as text."""

    def parse_value(self, value: Any, path: str) -> Any:
        return DAMAGE.parse_value(value, path) if isinstance(value, str) else super().parse_value(value, path)


class Dice(WholeOrDamage):
    """The type of a number of dice, or of damage as text; `flat` names the field for the text's flat part."""

    def __init__(self, flat: str = "bonus") -> None:
        super().__init__(-9, MOST_DICE)
        self.flat = flat
        self.says = "a number of dice, or a text such as `2D6+2`"


class Damage(FieldType):
    """The type of dice with a flat part, as text."""

    says = "a text such as `1D6` or `2D6+2`"

    def parse_value(self, value: Any, path: str) -> Roll:
        try:
            roll = Roll(*parse_damage(value))
        except (TypeError, ValueError):
            raise EffectError(path, f"1D6 or 2D6+2 was expected, not {value!r}") from None
        if roll.dice > MOST_DICE or roll.bonus > MOST_BONUS:
            raise EffectError(path, f"at most {MOST_DICE}D6+{MOST_BONUS} was expected, not {value!r}")
        return roll


class Flag(FieldType):
    """The type of true or false."""

    says = "true or false"

    def parse_value(self, value: Any, path: str) -> bool:
        if not isinstance(value, bool):
            raise EffectError(path, f"true or false was expected, not {value!r}")
        return value


class Text(FieldType):
    """The type of any text."""

    says = "a text"

    def parse_value(self, value: Any, path: str) -> str:
        if not isinstance(value, str) or not value.strip():
            raise EffectError(path, f"a text was expected, not {value!r}")
        return value


class Word(FieldType):
    """The type of a word or phrase from a closed set.

    `table` names the list on the vocabulary page, if there are too many words to repeat; `rows` lists them in errors,
    if shorter.
    """

    def __init__(self, words: Iterable[str], table: str = "", rows: Iterable[str] = ()) -> None:
        self.words = tuple(words)
        self.rows = tuple(rows) or self.words
        self.says = f"see {table}" if table else " or ".join(f"`{word}`" for word in self.words)

    def parse_value(self, value: Any, path: str) -> Any:
        if not isinstance(value, str):
            raise EffectError(path, f"one of {', '.join(self.rows)} was expected, not {value!r}")
        return known_word(value, self.words, path, self.rows)


class Words(Word):
    """The type of one or several words, as a list or joined by "or"; parsed into a tuple."""

    def __init__(self, words: Iterable[str], table: str = "") -> None:
        super().__init__(words, table)
        self.says = f"{self.says}; several as a list"

    def parse_value(self, value: Any, path: str) -> tuple[str, ...]:
        said = value if isinstance(value, list) else value.split(" or ") if isinstance(value, str) else [value]
        if not said:
            raise EffectError(path, f"some of {', '.join(self.words)} were expected")
        parse_one = super().parse_value
        return tuple(parse_one(word, path) for word in said)


class DamageOrWord(Word):
    """The type of a weapon's dice, or of a weapon's name."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__(words)
        self.says = f"a text such as `2D6+2`; or {self.says}"

    def parse_value(self, value: Any, path: str) -> Any:
        if isinstance(value, str) and value not in self.words and value[:1].isdigit():
            return DAMAGE.parse_value(value, path)
        return super().parse_value(value, path)


class Counted(FieldType):
    """The type of a unit that an amount is counted by: `hex of distance`, or `full 10 hull points missing`."""

    def __init__(self, counted: Mapping[str, str]) -> None:
        self.counted = counted
        self.says = "see Counting"

    def parse_value(self, value: Any, path: str) -> Per:
        words = value.split() if isinstance(value, str) else []
        full = 1
        if len(words) > 2 and words[0] == "full" and words[1].isdigit() and int(words[1]) > 0:
            full, words = int(words[1]), words[2:]
        of = " ".join(words) if words else repr(value)
        return Per(known_word(of, self.counted, path), full)


DAMAGE = Damage()
FLAG = Flag()
TEXT = Text()
COUNT = Whole(1, 99)


REACH = Whole(0, 20)
SCORE = Whole(0, 12)
LIFE_POINTS = Whole(1, 999)
ESCAPE = Whole(2, 12)
ESCAPE_DICE = 2  # rules 9.6
POWERED: Mapping[str, FieldType] = {
    "range": REACH,
    "power": Whole(0, 4),
    "power_dice": Whole(0, 9),
    "power_range": Whole(0, 9),
}
BODY: Mapping[str, FieldType] = {
    "life_points": LIFE_POINTS,
    "weapon": DAMAGE,
    **POWERED,
    "evasion": SCORE,
    "speed": REACH,
}


class Body(FieldType):
    """A type of a mapping with fields of its own, such as a weapon."""

    def __init__(self, fields: Mapping[str, FieldType], needed: tuple[str, ...]) -> None:
        self.fields, self.needed = fields, needed
        self.says = f"fields: {', '.join(f'`{name}`' for name in fields)}"

    def parse_value(self, value: Any, path: str) -> dict[str, Any]:
        said = mapping(value, path, self.fields)
        for name in self.needed:
            if name not in said:
                raise EffectError(f"{path}, {name}", "this field is missing")
        return {name: self.fields[name].parse_key(said, name, path) for name in said}


WEAPON = Body({"damage": DAMAGE, **POWERED}, ("damage",))
MINE = Body({"damage": DAMAGE, "speed": REACH, "escape": ESCAPE, "power_dice": Whole(0, 9)}, ("damage",))
DENIZEN = Body({**BODY, "dominated": FLAG, "returns": FLAG}, ("life_points", "weapon"))


def parse_weapon(value: Any, path: str) -> dict[str, Any]:
    """Return a weapon with its range and cost, as the fields of an effect."""
    fields = WEAPON.parse_value(value, path)
    fields["weapon"] = fields.pop("damage")
    return fields


def parse_printed_weapon(piece: Mapping[str, Any]) -> dict[str, Any]:
    """Return the weapon that the piece prints, as the fields of an effect, or {}."""
    printed = piece.get("weapon")
    return parse_weapon(printed, "weapon") if isinstance(printed, dict) else {}
