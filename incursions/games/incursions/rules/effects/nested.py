"""Types of composite fields: nested effects, options, tables of results, printed pieces."""

from __future__ import annotations

import re
from typing import Any

from incursions.games.incursions.rules.effects.condition_table import read_needs
from incursions.games.incursions.rules.effects.effect import Option, Outcome, Removal, Requirement, Spared
from incursions.games.incursions.rules.effects.schema import (
    NOTHING,
    EffectError,
    FieldType,
    ReadList,
    Text,
    Whole,
    Word,
    mapping,
    not_nested,
)
from incursions.games.incursions.rules.printed.words import MOST_BONUS, MOST_DICE, PLAY_METHODS, RACES

USE_AND_DISCARD = PLAY_METHODS[0]
OPTION_KEYS = ("as", "effects", "play_method", "removal", "needs")
HIGHEST_TOTAL = 6 * MOST_DICE + MOST_BONUS
_TOTALS = re.compile(r"(\d+)(?:-(\d+))?")


class RemovalType(FieldType):
    """The type of a removal, the way of a card off the table."""

    says = "`{maneuver: repair, points: 6}`, `{maneuver: tactical, power: 2}` or `{used: true}`"

    def read(self, value: Any, path: str, read_list: ReadList) -> Removal:
        said = mapping(value, path, ("maneuver", "points", "power", "used"))
        if said == {"used": True}:
            return Removal(used=True)
        price = {"repair": "points", "tactical": "power"}.get(str(said.get("maneuver")))
        if price is None or set(said) != {"maneuver", price}:
            raise EffectError(path, f"{self.says.replace('`', '')} was expected, not {value!r}")
        paid = Whole(1, 99).read(said[price], f"{path}, {price}", read_list)
        return Removal(said["maneuver"], paid if price == "points" else 0, paid if price == "power" else 0)


class RequirementType(FieldType):
    """The type of a wormhole's requirement."""

    says = "`{power: 2}`, `{cards: 2}` or `{denizen: destroyed}`"

    def read(self, value: Any, path: str, read_list: ReadList) -> Requirement:
        said = mapping(value, path, ("power", "cards", "denizen"))
        kinds = {"power": Whole(1, 9), "cards": Whole(1, 9), "denizen": Word(("destroyed",))}
        return Requirement(**{key: kinds[key].read(said[key], f"{path}, {key}", read_list) for key in said})


class SparedType(Word):
    """The type of `spares`, the ships that an effect exempts."""

    def __init__(self) -> None:
        ships = {f"{race} ships": Spared("ship", race) for race in RACES}
        captains = {f"ships of {race} captains": Spared("captain", race) for race in RACES}
        self.spared = {"none": None, "owner": Spared("owner"), **ships, **captains}
        super().__init__(self.spared)
        self.says = "`none`, `owner`, `RACE ships` or `ships of RACE captains`"

    def read(self, value: Any, path: str, read_list: ReadList) -> Spared | None:
        return self.spared[super().read(value, path, read_list)]


class EffectList(FieldType):
    """The type of a list of nested effects."""

    says = "a list of effects"

    def read(self, value: Any, path: str, read_list: ReadList) -> tuple[int, ...]:
        return read_list(value, path)


class Missed(EffectList):
    """The type of the effects that follow a missed roll."""

    says = "an effect, a list of effects, or `nothing`"

    def read(self, value: Any, path: str, read_list: ReadList) -> tuple[int, ...]:
        if value == NOTHING:
            return ()
        return read_list(value, path)


class Outcomes(FieldType):
    """The type of a table of results by total. `reading` checks that it is complete, because it knows the dice."""

    says = "totals with lists of effects, or `nothing`: `{1-3: nothing, 4-6: [...]}`"

    def read(self, value: Any, path: str, read_list: ReadList) -> tuple[Outcome, ...]:
        if not isinstance(value, dict) or not value:
            raise EffectError(path, f"totals such as 1-3 with their effects were expected, not {value!r}")
        return tuple(self._read_outcome(total, said, path, read_list) for total, said in value.items())

    def _read_outcome(self, total: Any, said: Any, path: str, read_list: ReadList) -> Outcome:
        match = _TOTALS.fullmatch(str(total))
        if match is None:
            raise EffectError(path, f"a total such as 4 or 1-3 was expected, not {total!r}")
        least, most = int(match[1]), int(match[2] or match[1])
        if most > HIGHEST_TOTAL:
            raise EffectError(path, f"a total of at most {HIGHEST_TOTAL} was expected, not {total!r}")
        return Outcome(least, most, MISSED.read(said, f"{path} {total}", read_list))


class Options(FieldType):
    """The type of the options of a choice."""

    says = "a list of effects, or of `{as: NAME, effects: [...]}` with `play_method`, `removal` and `needs` besides"

    def read(self, value: Any, path: str, read_list: ReadList) -> tuple[Option, ...]:
        if not isinstance(value, list) or len(value) < 2:
            raise EffectError(path, f"a list of two or more options was expected, not {value!r}")
        return tuple(
            self._read_option(said, f"{path} {number}", read_list) for number, said in enumerate(value, start=1)
        )

    def _read_option(self, said: Any, path: str, read_list: ReadList) -> Option:
        if isinstance(said, dict) and "do" in said:
            needs = read_needs(said["needs"], f"{path}, needs") if "needs" in said else ()
            return Option(None, None, read_list(said, path), needs=needs)
        option = mapping(said, path, OPTION_KEYS)
        if "effects" not in option:
            raise EffectError(path, "an effect, or a face with its effects, was expected")
        name = Text().read(option["as"], f"{path}, as", read_list) if "as" in option else None
        usual = name if name in PLAY_METHODS else USE_AND_DISCARD
        method = Word(PLAY_METHODS).read(option.get("play_method", usual), f"{path}, play_method", read_list)
        return Option(
            name,
            method,
            read_list(option["effects"], f"{path}, effects"),
            REMOVAL.read(option["removal"], f"{path}, removal", not_nested) if "removal" in option else None,
            read_needs(option["needs"], f"{path}, needs") if "needs" in option else (),
        )


REMOVAL = RemovalType()
REQUIREMENT = RequirementType()
SPARED = SparedType()
EFFECT_LIST = EffectList()
MISSED = Missed()
OUTCOMES = Outcomes()
OPTIONS = Options()
