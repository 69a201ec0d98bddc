"""What numbers a text says: digits, dice such as 2D6+2, and words such as "two", each with what it counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

POWER, CARD, TILE, HEX, POINT, MANEUVER, OFFICER = "power", "card", "tile", "hex", "point", "maneuver", "officer"
DICE = "D6"
SCORE, TOTAL, FLAT = "score", "total", "flat part"  # no text says these words: they fit numbers that stand alone
ANYTHING = ""
AT_LEAST, AT_MOST = "or more", "or less"
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBER_WORDS = {word: number for number, word in enumerate(WORDS, start=1)}

_INSTEAD = re.compile(r"\binstead of (?:the )?(?:usual )?(\w+)")  # what the rules say without this piece
_OF_CARDS = re.compile(r"\b(?:draws?|discards?|takes?)\s+$", re.IGNORECASE)
_RULE_NUMBER = re.compile(r"\(\d+(?:\.\d+)+\)")
_NUMBER = rf"\d+|{'|'.join(NUMBER_WORDS)}"
_SPOKEN = re.compile(
    rf"(?<![\w.])(?:(?P<dice>\d+)D6(?:(?P<sign>[+-])(?P<bonus>\d+))?"
    rf"|(?P<least>\d+)\s*[-–]\s*(?P<most>\d+)\b(?!D6)"
    rf"|(?:(?<=^)|(?<=[.;,] ))(?P<exact>\d+):"
    rf"|(?P<bound>{_NUMBER}) or (?P<way>more|higher|greater|less|lower|fewer)\b"
    rf"|(?P<number>{_NUMBER})\b)",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"(?:\s+(?:or (?:more|less)|of (?:your|his|its|their)|more|less|fewer|additional|further|extra|other|top|face-up|"
    r"tabled|shield|hull|life|hit|explored|full|spare|power)){0,3}?\s+"
    r"(?P<unit>power|cards?|tiles?|hex(?:es)?|points?|maneuvers?|officers?)\b",
    re.IGNORECASE,
)


class Amount(NamedTuple):
    """A number with what it counts: `ANYTHING` where the words beside it do not say."""

    number: int
    of: str = ANYTHING

    def fits(self, other: Amount) -> bool:
        """May both be the same?"""
        return self.number == other.number and (
            self.of == other.of or (ANYTHING in (self.of, other.of) and DICE not in (self.of, other.of))
        )

    def __str__(self) -> str:
        """As a text would say it."""
        bare = {DICE: f"{self.number}D6", FLAT: f"+{self.number}", POWER: f"{self.number} power"}
        if self.of in bare:
            return bare[self.of]
        if self.of in (ANYTHING, SCORE, TOTAL):
            return str(self.number)
        many = "" if self.number == 1 else "es" if self.of == HEX else "s"
        return f"{self.number} {self.of}{many}"


class Bound(NamedTuple):
    """So much or more, or less; often the end of some totals of a roll."""

    number: int
    way: str
    of: str = ANYTHING

    def __str__(self) -> str:
        return f"{self.number} {self.way}"


class Spoken(NamedTuple):
    """What a text says.

    `ranges` are totals from and to; `ones` what it says with the word "one"; `usual` what comes after "instead of".
    """

    amounts: tuple[Amount, ...]
    bounds: tuple[Bound, ...]
    ranges: tuple[tuple[int, int], ...]
    ones: tuple[Amount, ...]
    usual: tuple[int, ...]


def spoken(text: str) -> Spoken:
    """All numbers of a text, rule numbers in brackets left out."""
    text = _RULE_NUMBER.sub("", text)
    said = _INSTEAD.sub("", text)
    amounts: list[Amount] = []
    bounds: list[Bound] = []
    ranges: list[tuple[int, int]] = []
    ones: list[Amount] = []
    for found in _SPOKEN.finditer(said):
        unit = _unit_after(said, found.end())
        if found["dice"]:
            amounts += _dice(found)
        elif found["least"]:
            ranges.append((int(found["least"]), int(found["most"])))
        elif found["exact"]:
            ranges.append((int(found["exact"]), int(found["exact"])))
        elif found["bound"]:
            way = AT_LEAST if found["way"].lower() in ("more", "higher", "greater") else AT_MOST
            bounds.append(Bound(_number(found["bound"]), way, unit))
        elif found["number"].lower() == "one":
            ones.append(Amount(1, unit or (CARD if _OF_CARDS.search(said[: found.start()]) else ANYTHING)))
        else:
            amounts.append(Amount(_number(found["number"]), unit))
    usual = tuple(_number(word) for word in _INSTEAD.findall(text) if word.isdigit() or word.lower() in NUMBER_WORDS)
    return Spoken(tuple(amounts), tuple(bounds), tuple(ranges), tuple(ones), usual)


def _number(word: str) -> int:
    return NUMBER_WORDS.get(word.lower()) or int(word)


def _dice(found: re.Match[str]) -> Iterator[Amount]:
    yield Amount(int(found["dice"]), DICE)
    if found["bonus"]:
        yield Amount(int(found["bonus"]), FLAT)


def _unit_after(text: str, end: int) -> str:
    match = _UNIT.match(text, end)
    if match is None:
        return ANYTHING
    unit = match["unit"].lower()
    return HEX if unit.startswith("hex") else unit.removesuffix("s")
