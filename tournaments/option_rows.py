"""What a seat may say now, as rows for list, map, keyboard and screen reader.

A row is one thing to do; a row with amounts holds several whole lines (one for each power, target or hex). Every line
is asked of the engine, never put together from knowledge of the rules, and so is every figure beside it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from tournaments import wording

KEYS = "123456789" + ascii_lowercase
EXPLORE = "Explore"
GROUPS = {
    "explore": EXPLORE,
    "warp": "Move",
    "fire": "Attack",
    "repair": "Ship",
    "decline": "Ship",
    "take": "Defence",
    "evade": "Defence",
    "add": "Besides",
}
GROUP_ORDER = ("Explore", "Move", "Attack", "Defence", "Ship", "Besides", "Choose")
# Root options that differ in their amount alone share a row.
AMOUNT = re.compile(r"^(evade with|add) (\d+) power( to shields)?$")
HEX = re.compile(r"\bto (-?\d+),(-?\d+)")
POWER = re.compile(r"\bwith (no|\d+) power|\b(\d+) power")
RANGE = re.compile(r"\b(?:with|and) range (\d+)")
TARGET = re.compile(r"\bat seat (\d+)")


class Forecasted:
    """What options share: a forecast, and how scripts read from it what to preview."""

    forecast: Mapping[str, Any]

    @property
    def data(self) -> SafeString:
        """The forecast as attributes: what hull and shields would be, and how many power cards it takes."""
        found = [(name, self.forecast[name][1]) for name in ("hull", "shields") if name in self.forecast]
        found += [("power", self.forecast["power"])] if self.forecast.get("power") else []
        return format_html_join("", ' data-{}="{}"', found)


@dataclass(frozen=True)
class Choice(Forecasted):
    """One button of a row with amounts: a whole line and what it would do."""

    text: str
    label: str
    outcome: str
    forecast: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""
    at: tuple[int, int] | None = None

    @property
    def figure(self) -> str:
        """The outcome in one short word and number, for a button no wider than a thumb."""
        return wording.figure(self.forecast) or self.outcome

    @property
    def spoken(self) -> str:
        return ", ".join(part for part in (self.label, self.outcome) if part)


@dataclass(frozen=True)
class Row(Forecasted):
    """One option of the list. `text` alone is sent when it has no choices; a refused row is sent by nobody."""

    text: str
    title: str
    group: str
    outcome: str = ""
    note: str = ""
    key: str = ""
    forecast: Mapping[str, Any] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    direction: str = ""
    target: int | None = None
    is_least: bool = False
    rule: str = ""
    is_refused: bool = False
    is_open: bool = False

    @property
    def id(self) -> str:
        """Stable while the option's text is: what the morph and the focus hold on to."""
        return "option-" + re.sub(r"[^a-z0-9]+", "-", self.text.lower()).strip("-")

    @property
    def spoken(self) -> str:
        """The option as a screen reader says it (the key first)."""
        if self.is_refused:
            return f"{self.title}, unavailable: {self.note}, rule {self.rule}."
        amounts = " ".join(f"{choice.spoken}." for choice in self.choices)
        ends = [part for part in (self.title, self.note, self.outcome) if part]
        return f"{self.key}, {', '.join(ends)}. {amounts}".strip()


@dataclass(frozen=True)
class Words:
    """What seats and hexes are called."""

    ships: Mapping[int, str]
    tiles: Mapping[tuple[int, int], str]

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> "Words":
        tiles = {(tile["at"][0], tile["at"][1]): tile["title"] for tile in view["map"]}
        return cls({ship["seat"]: ship["title"] for ship in view["ships"]}, tiles)


@dataclass(frozen=True)
class Group:
    """Rows under one heading."""

    title: str
    rows: tuple[Row, ...]

    @property
    def heading(self) -> str:
        return "Besides, whatever you choose" if self.title == "Besides" else self.title

    @property
    def is_paired(self) -> bool:
        """Short rows stand two in a line."""
        return self.title == EXPLORE and not any(row.is_refused for row in self.rows)


def rows_for(game: Any, seat: int) -> list[Row]:
    """Every row of the open question, refused ones among them, keys given in list order. Empty for a seat not asked."""
    question = game.question_for(seat)
    if not question:
        return []
    words = Words.of(game.view(seat))
    if question.said:
        rows = [_single(game, text, words, group="Choose") for text in question.options]
    else:
        rows = [row for texts in _alike(question.options) for row in _expanded(game, texts, words)]
        rows += [_refused(refusal, words) for refusal in game.refusals(seat)]
    least = game.least
    rows = [replace(row, is_least=row.text == least, group=_group(row, question.topic)) for row in rows]
    rows.sort(key=lambda row: (GROUP_ORDER.index(row.group), row.is_least and row.group == "Ship"))
    return _keyed(rows)


def grouped(rows: Iterable[Row]) -> list[Group]:
    """The rows under their headings, in the order of the list."""
    rows = list(rows)
    found = [(title, tuple(row for row in rows if row.group == title)) for title in GROUP_ORDER]
    return [Group(title, members) for title, members in found if members]


def _group(row: Row, topic: str) -> str:
    """Repair is a maneuver in one's own turn and a defence under fire (rules 11.1)."""
    return "Defence" if row.group == "Ship" and topic == "defence" else row.group


def _alike(options: Iterable[str]) -> list[list[str]]:
    """Options in the order given, those that differ in the amount alone together."""
    bundles: dict[str, list[str]] = {}
    for text in options:
        bundles.setdefault(AMOUNT.sub(r"\1 N\3", text), []).append(text)
    return list(bundles.values())


def _expanded(game: Any, texts: list[str], words: Words) -> Iterator[Row]:
    """One row for options alike; for an option with further stages a row per target, with its amounts."""
    text = texts[0]
    if AMOUNT.match(text):
        yield _with_choices(game, _amount_stem(text), texts, words)
        return
    stage = game.following(text)
    if stage is None:
        yield _single(game, text, words)
    elif stage.topic in ("target", "repair what"):
        for phrase in stage.options:
            yield from _expanded(game, [f"{text} {phrase}"], words)
    else:
        yield _with_choices(game, text, [f"{text} {phrase}" for phrase in stage.options], words)


def _amount_stem(text: str) -> str:
    return "evade" if text.startswith("evade") else "add power to shields"


def _single(game: Any, text: str, words: Words, group: str = "") -> Row:
    forecast = game.forecast(text)
    return Row(
        text=text,
        title=_title(text, words),
        group=group or GROUPS.get(_first_word(text), "Choose"),
        outcome=wording.outcome(forecast),
        forecast=forecast,
        direction=text.removeprefix("explore ") if text.startswith("explore ") else "",
        target=_target(text),
    )


def _with_choices(game: Any, stem: str, lines: list[str], words: Words) -> Row:
    worth = _worth_telling([_choice(game, _completed(game, line), words.tiles) for line in lines])
    choices = tuple(replace(choice, key=_choice_key(choice, place)) for place, choice in enumerate(worth))
    if len(choices) == 1 and choices[0].at is None:
        return replace(_single(game, choices[0].text, words), title=_title(stem, words), note=choices[0].label)
    return Row(
        text=stem,
        title=_title(stem, words),
        group=GROUPS.get(_first_word(stem), "Choose"),
        outcome=_range_of(choices),
        choices=choices,
        target=_target(stem),
    )


def _worth_telling(choices: list[Choice]) -> list[Choice]:
    """Without amounts that buy nothing more than the one before: the same points for more power."""
    return [
        choice
        for before, choice in zip([None, *choices], choices, strict=False)
        if before is None or not _points(choice) or _points(choice) != _points(before)
    ]


def _points(choice: Choice) -> tuple[Any, ...]:
    """What becomes of hull and shields; empty for what has nothing to do with them, odds of evading among it."""
    forecast = choice.forecast
    return () if "needs" in forecast else tuple(forecast[name] for name in ("hull", "shields") if name in forecast)


def _completed(game: Any, line: str) -> str:
    """The line with every stage left answered by its least, so that a button always carries a whole one."""
    stage = game.following(line)
    while stage is not None:
        line = f"{line} {stage.least or stage.options[0]}"
        stage = game.following(line)
    return line


def _choice(game: Any, line: str, places: Mapping[tuple[int, int], str]) -> Choice:
    forecast = game.forecast(line)
    found = HEX.search(line)
    if found is None:
        return Choice(line, _amount_label(line, forecast), wording.outcome(forecast), forecast)
    at = int(found[1]), int(found[2])
    cost = [wording.power_words(forecast.get("power")), wording.outcome(forecast)]
    label = ", ".join(part for part in cost if part)
    return Choice(line, label, f"{places.get(at, 'hex')} {at[0]},{at[1]}", forecast, at=at)


def _amount_label(line: str, forecast: Mapping[str, Any]) -> str:
    parts = [wording.power_words(_power_in(line))]
    if "needs" in forecast:
        parts.append(f"≤ {forecast['needs']}")
    reach = RANGE.search(line)
    if reach:
        parts.append(f"range {reach[1]}")
    return ", ".join(parts)


def _power_in(line: str) -> int:
    """The power cards that a line's amount names; range power is told apart."""
    found = POWER.search(line)
    amount = found[1] or found[2] if found else "no"
    return 0 if amount == "no" else int(amount)


def _choice_key(choice: Choice, place: int) -> str:
    """Amounts go by their number of power cards, hexes by their place in the list."""
    if choice.at is not None:
        return KEYS[place] if place < len(KEYS) else ""
    return str(_power_in(choice.text))


def _range_of(choices: tuple[Choice, ...]) -> str:
    """What a closed row says of its amounts: the first outcome, and that there are others."""
    if choices[0].at is not None:
        return wording.counted(len(choices), "hex", "hexes")
    first, last = choices[0].outcome, choices[-1].outcome
    if first == last:
        return first
    if "average" in choices[0].forecast:
        return f"{first} to {last.removeprefix('avg ')}"
    return f"{first} and more" if _points(choices[0]) else f"{first} to {last}"


def _refused(refusal: Any, words: Words) -> Row:
    return Row(
        text=refusal.text,
        title=EXPLORE if refusal.text.startswith("explore") else _title(refusal.text, words),
        group=GROUPS.get(_first_word(refusal.text), "Ship"),
        note=refusal.reason.rstrip("."),
        rule=refusal.rule,
        is_refused=True,
        target=_target(refusal.text),
    )


def _title(text: str, words: Words) -> str:
    """ "North-east" under the heading Explore, "Fire phasers at Drogath" elsewhere."""
    shown = text.removeprefix("explore ") if text.startswith("explore ") else text
    if text == "decline":
        shown = "decline this maneuver"
    return wording.capitalised(wording.with_ships(shown, words.ships))


def _first_word(text: str) -> str:
    return text.partition(" ")[0]


def _target(text: str) -> int | None:
    found = TARGET.search(text)
    return int(found[1]) if found else None


def _keyed(rows: list[Row]) -> list[Row]:
    """Keys 1 to 9, then a to z, in list order; the least has 0."""
    letters = iter(KEYS)
    return [replace(row, key="0" if row.is_least else next(letters, "")) for row in rows]
