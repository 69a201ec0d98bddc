"""Whether a piece's text and what the game plays say the same: every number of one is found in the other.

A text says numbers in words and digits (`text_numbers`), the game plays those of effects and some fields
(`effect_numbers`), and pages show fields besides. One of something is often said by an article, and nothing is said of
what is at 0: these two are asked of a text only where it could mislead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from incursions.rules.printed.effect_numbers import (
    Place,
    beside_text,
    in_effects,
    said_by_text,
    shown,
    tables_of,
    times_of,
    usual_of,
)
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.text_numbers import (
    AT_LEAST,
    AT_MOST,
    DICE,
    HEX,
    MANEUVER,
    TOTAL,
    Amount,
    Bound,
    Spoken,
    spoken,
)

_HALF = re.compile(r"\bhal(?:f|ves?|ved)\b", re.IGNORECASE)
_LOWERS = re.compile(r"\b(?:less|lower|lowers|fewer|reduce[sd]?|minus|cheaper|lose[sd]?)\b|[-−]\d", re.IGNORECASE)
_RAISES = re.compile(
    r"\b(?:more|higher|farther|further|extra|additional|raise[sd]?|add(?:s|ed)?)\b|\+\d", re.IGNORECASE
)
_NO_SHIELDS = re.compile(r"\bshields (?:are |is )?(?:down|gone)\b|\b(?:no|without) shields\b", re.IGNORECASE)
_NEXT = re.compile(r"\b(?:one hex|next|nearby|neighbou?ring|adjacent|a hex)\b", re.IGNORECASE)
_NOTHING = re.compile(r"\b(?:no event|nothing)\b", re.IGNORECASE)
_TIMES = re.compile(r"\bonce\s+(?:a|per|each|every|in (?:a|each|every))\s+(turn|game)\b", re.IGNORECASE)
_ONCE = re.compile(r"\b(?:once|one time|first)\b", re.IGNORECASE)


class Difference(NamedTuple):
    """What text and effects do not share: in which field, and what was expected."""

    field: str
    expected: str


def differences(definition: Definition) -> Iterator[Difference]:
    """All of them. The piece is one that `catalogue` has checked."""
    text = definition.get("text", "")
    if not text:
        yield from _without_text(definition)
        return
    said = spoken(text)
    effects, within = list(in_effects(definition)), list(said_by_text(definition))
    if "effects" not in definition:
        within += shown(definition)
        yield from _without_effects(definition)
    tables = [_totals(path, table) for path, table in tables_of(definition)]
    yield from _unplayed(said, [*effects, *within, *beside_text(definition)], tables)
    yield from _unsaid(said, [*effects, *within], text)
    yield from _wrong_totals(said, tables)
    yield from _unshown(definition, [*effects, *within], tables)
    yield from _wrong_ways(text, effects)
    yield from _wrong_times(text, definition)
    yield from _wrong_halves(text, definition)
    usual = usual_of(definition)
    for number in said.usual:
        if usual and number not in usual:
            yield Difference("text", f"'instead of {min(usual)}' was expected, not {number}")


def _without_text(definition: Definition) -> Iterator[Difference]:
    if definition.get("effects"):
        yield Difference("text", "a text that says what the effects do was expected")


def _without_effects(definition: Definition) -> Iterator[Difference]:
    """A printed bonus needs no effect (docs/vocabulary.md), nor does a wormhole, or a tile without an event."""
    needs_none = "bonuses" in definition or definition.get("kind") in ("wormhole", "open")
    if not needs_none and not _NOTHING.search(definition["text"]):
        yield Difference("effects", "effects that do what the text says were expected")


class _Totals(NamedTuple):
    """A table of results: each total of the roll with the number of its result; equal results have one number."""

    path: str
    results: Mapping[int, int]

    @property
    def starts(self) -> set[int]:
        """The totals at which another result begins."""
        return {total for total in self.results if self.results.get(total - 1) != self.results[total]}

    @property
    def ends(self) -> set[int]:
        """The totals with which a result ends."""
        return {total for total in self.results if self.results.get(total + 1) != self.results[total]}

    def is_one(self, least: int, most: int) -> bool:
        """Have these totals one result?"""
        return len({self.results.get(total) for total in range(least, most + 1)}) == 1


def _totals(path: str, table: Mapping[str, Any]) -> _Totals:
    different: list[Any] = []
    results: dict[int, int] = {}
    for key, result in table.items():
        least, _, most = str(key).partition("-")
        if result not in different:
            different.append(result)
        results |= dict.fromkeys(range(int(least), int(most or least) + 1), different.index(result))
    return _Totals(path, results)


def _unplayed(said: Spoken, played: list[Place], tables: list[_Totals]) -> Iterator[Difference]:
    """Numbers of the text that no effect and no field has."""
    totals = {Amount(total, TOTAL) for table in tables for total in table.results}
    for amount in dict.fromkeys(said.amounts):
        if not _is_among(amount, (place.amount for place in played)) and not _is_among(amount, totals):
            yield Difference("text", f"{str(amount)!r} is in the text but in no effect or field")
    for one in dict.fromkeys(said.ones):
        same = {place.amount.number for place in played if place.amount.of == one.of and one.of}
        if same and 1 not in same and not any(place.amount == Amount(1) for place in played):
            yield Difference("text", f"'one {one.of}' is in the text but in no effect or field")
    ends = {bound for table in tables for bound in _bounds_of(table)}
    for bound in dict.fromkeys(said.bounds):
        amount = Amount(bound.number, bound.of)
        if bound._replace(of="") not in ends and not _is_among(amount, (place.amount for place in played)):
            yield Difference("text", f"'{bound}' is in the text but in no effect or field")
    for least, most in () if tables else said.ranges:
        yield Difference("text", f"totals {least}-{most} are in the text, but no effect rolls for them")


def _bounds_of(table: _Totals) -> set[Bound]:
    return {Bound(total, AT_LEAST) for total in table.starts} | {Bound(total, AT_MOST) for total in table.ends}


def _is_among(amount: Amount, amounts: Iterable[Amount]) -> bool:
    return any(amount.fits(other) for other in amounts)


def _unsaid(said: Spoken, played: list[Place], text: str) -> Iterator[Difference]:
    """Numbers that are played and not in the text; one of something, and most that is at 0, needs no number."""
    named = (*said.amounts, *(Amount(bound.number, bound.of) for bound in said.bounds))
    for amount, path, _, is_usual in played:
        if amount == Amount(0) and path.endswith("_shields"):
            plain = bool(_NO_SHIELDS.search(text))
        else:
            plain = amount.number == 0 or (amount.number == 1 and amount.of != DICE)
        if amount == Amount(1, HEX):
            plain = bool(_NEXT.search(text))
        one_die = amount == Amount(1, DICE) and re.search(r"\b(?:die|roll)\b", text)
        if not (plain or one_die or is_usual) and not _is_among(amount, named):
            yield Difference(path, f"{str(amount)!r} is played but is not in the text")


def _wrong_totals(said: Spoken, tables: list[_Totals]) -> Iterator[Difference]:
    """Where one result of a roll ends and the next begins, the text says one of the two totals; and none amiss."""
    if not tables:
        return
    for least, most in said.ranges:
        if not any(least in table.starts and most in table.ends and table.is_one(least, most) for table in tables):
            yield Difference("text", f"no result is for {least}-{most}")
    totals = [total for least, most in said.ranges for total in range(least, most + 1)]
    if len(tables) == 1 and len(totals) > len(set(totals)):
        yield Difference("text", "a total has two results")
    named = {amount.number for amount in said.amounts if amount.of != DICE}
    bounds = {bound._replace(of="") for bound in said.bounds}
    bounds |= {Bound(least, AT_LEAST) for least, _ in said.ranges} | {Bound(most, AT_MOST) for _, most in said.ranges}
    for table in tables:
        for start in sorted(table.starts - {min(table.results)}):
            if not {Bound(start, AT_LEAST), Bound(start - 1, AT_MOST)} & bounds and not {start, start - 1} & named:
                yield Difference(table.path, f"'{start} or more' begins a result but is not in the text")


def _unshown(definition: Definition, played: list[Place], tables: list[_Totals]) -> Iterator[Difference]:
    """Fields that are only shown: the effects play what they say. Pieces without effects have them in their stead."""
    if "effects" not in definition:
        return
    for amount, path, _, _ in shown(definition):
        if not _is_among(amount, (place.amount for place in played)):
            yield Difference(path, f"{str(amount)!r} is shown but in no effect")
    if "table" in definition and len(tables) == 1:
        yield from _wrong_table(definition, _totals("table", definition["table"]), tables[0], played)


def _wrong_table(definition: Definition, said: _Totals, played: _Totals, places: list[Place]) -> Iterator[Difference]:
    if said.results.keys() != played.results.keys() or said.starts != played.starts:
        yield Difference("table", "the same totals as in the effects were expected")
    dice = min(played.results)
    if "roll" in definition and definition["roll"] != f"{dice}D6" and max(played.results) == 6 * dice:
        yield Difference("roll", f"{dice}D6 was expected as in the effects, not {definition['roll']}")
    for total, result in definition["table"].items():
        for amount in spoken(result).amounts:
            if not _is_among(amount, (place.amount for place in places)):
                yield Difference(f"table {total}", f"{str(amount)!r} is shown but in no effect")


def _wrong_ways(text: str, effects: list[Place]) -> Iterator[Difference]:
    """What lowers a number is said to lower something, and what raises one to raise it."""
    for amount, path, signed, _ in effects:
        changes = path.endswith((", by", ", bonus", ", dice"))
        if changes and signed < 0 and not _LOWERS.search(text):
            yield Difference(path, f"{signed} lowers something, and the text does not say less or lower")
        raises = path.endswith(", by") or amount.of == MANEUVER
        if raises and signed > 0 and _LOWERS.search(text) and not _RAISES.search(text):
            yield Difference(path, f"{amount} raises something, and the text does not say more or higher")


def _wrong_times(text: str, definition: Definition) -> Iterator[Difference]:
    """Once a turn, once a game."""
    named = {time.lower() for time in _TIMES.findall(text)}
    played = dict(times_of(definition))
    for path, time in played.items():
        if time not in named and (named or not _ONCE.search(text)):
            yield Difference(path, f"'once a {time}' is played but is not in the text")
    for time in sorted(named - set(played.values())):
        yield Difference("text", f"'once a {time}' is in the text but in no effect")


def _wrong_halves(text: str, definition: Definition) -> Iterator[Difference]:
    played = _has_half(definition.get("effects"))
    if _HALF.search(text) and not played:
        yield Difference("text", "'half' is in the text but in no effect")
    elif played and not _HALF.search(text):
        yield Difference("effects", "something is halved, and the text does not say half")


def _has_half(said: Any) -> bool:
    if isinstance(said, dict):
        return said.get("do") == "halve" or any(_has_half(value) for value in said.values())
    if isinstance(said, list):
        return any(_has_half(each) for each in said)
    return isinstance(said, str) and said.startswith("half ")
