"""Makes rows of the options of a question.

Every line is asked of the engine, never put together from knowledge of the rules, and so is every figure beside it. An
option that opens further stages becomes whole lines: a row for each target, a button for each amount or hex, with the
stages left unsaid answered by their least. Where that leaves something unsaid that could be chosen (a card in an
attack, range besides power) one button more leads through the stages one by one: nothing is out of reach.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments import wording
from tournaments.option_groups import EXPLORE, group_of, in_order
from tournaments.option_rows import KEYS, Choice, Hex, Row
from tournaments.printed import Piece, Printed

# Root options that differ in their amount alone share a row.
AMOUNT = re.compile(r"^(evade with|add|divert) (\d+)( power)?( to shields)?$")
SHARED = {"evade": "evade", "add": "add power to shields", "divert": "divert shields"}
PLACE = re.compile(r"(?:\bto|^choose|^at) (-?\d+),(-?\d+)")
POWER = re.compile(r"\bwith (no|\d+) power|\b(\d+) power")
RANGE = re.compile(r"\b(?:with|and) range (\d+)")
TARGET = re.compile(r"(?:\bat|^tractor|^sweep|^choose|^break free from) seat (\d+)$|\bat seat (\d+)\b")
AMOUNTS = ("amount", "hex")  # kinds of question whose options are buttons of one row
MOST_ROWS = 8  # so many options of a stage get a row each; more are buttons of one row
STEPS = "Step by step"
STEPS_KEY = "s"
WHOLE = "as it is"
TITLES = {
    "decline": "decline this maneuver",
    "aux": "AUX: turn all your power cards up",
    "divert shields": "divert shield points",
}


@dataclass(frozen=True)
class Words:
    """What seats and hexes are called, and what pieces print."""

    ships: Mapping[int, str]
    tiles: Mapping[Hex, str]
    printed: Printed

    @classmethod
    def of(cls, view: Mapping[str, Any], printed: Printed) -> "Words":
        tiles = {(tile["at"][0], tile["at"][1]): tile["title"] for tile in view["map"]}
        return cls({ship["seat"]: ship["title"] for ship in view["ships"]}, tiles, printed)

    def piece(self, text: str) -> Piece | None:
        """The piece that a line names."""
        title = self.printed.title_in(text)
        return self.printed.piece(title) if title else None


def rows_for(game: Any, seat: int, view: Mapping[str, Any] | None = None, printed: Printed | None = None) -> list[Row]:
    """Every row of the open question, refused ones among them, keys given in list order. Empty for a seat not asked."""
    question = game.question_for(seat)
    if not question:
        return []
    words = Words.of(view or game.view(seat), printed or Printed(game.setup))
    if question.said:
        rows = [_single(game, text, words) for text in question.options]
    else:
        rows = [row for texts in _alike(question.options) for row in _expanded(game, texts, words)]
        rows += [_refused(refusal, words) for refusal in game.refusals(seat)]
    least, topic = game.least, "" if question.said else question.topic
    rows = [replace(row, is_least=row.text == least, group=group_of(row.text, topic, words.printed)) for row in rows]
    return in_order(_told_apart(rows))


def _told_apart(rows: list[Row]) -> Iterator[Row]:
    """Each refused row once, and none that says of an option on offer that it may not be."""
    seen = {row.text for row in rows if not row.is_refused}
    for row in rows:
        if not row.is_refused:
            yield row
        elif row.text not in seen:
            seen.add(row.text)
            yield row


def _alike(options: Iterable[str]) -> list[list[str]]:
    """Options in the order given, those that differ in the amount alone together."""
    bundles: dict[str, list[str]] = {}
    for text in options:
        bundles.setdefault(AMOUNT.sub(r"\1 N\3\4", text), []).append(text)
    return list(bundles.values())


def _expanded(game: Any, texts: list[str], words: Words) -> Iterator[Row]:
    """One row for options alike; for an option with further stages a row per target, with its amounts."""
    if AMOUNT.match(texts[0]):
        yield _shared(game, texts, words)
    else:
        yield from _rows_of(game, texts[0], texts[0], words)


def _shared(game: Any, texts: list[str], words: Words) -> Row:
    """Amounts of one option as one row; where a stage has to follow each leads to it."""
    stem = SHARED[texts[0].partition(" ")[0]]
    stage = game.following(texts[0])
    if stage is None or stage.least is not None:
        return _with_choices(game, stem, texts[0], texts, words)
    choices = [_choice(game, text, stem, words) for text in texts]
    opening = [replace(choice, opens=True, key=key) for choice, key in zip(choices, KEYS, strict=False)]
    unkeyed = [replace(choice, opens=True) for choice in choices[len(opening) :]]
    return Row(stem, _title(stem, words), "", _range_of(choices), choices=(*opening, *unkeyed))


def _rows_of(game: Any, text: str, root: str, words: Words) -> Iterator[Row]:
    """The rows of a line that begins so; `root` is the option that opens its stages."""
    stage = game.following(text)
    if stage is None:
        yield _single(game, text, words)
    elif stage.kind in AMOUNTS or len(stage) > MOST_ROWS:
        yield _with_choices(game, text, root, [f"{text} {phrase}" for phrase in stage.options], words)
    elif stage.least is not None:
        yield _with_choices(game, text, root, [text], words)
    else:
        for phrase in stage.options:
            yield from _rows_of(game, f"{text} {phrase}", root, words)


def _single(game: Any, text: str, words: Words) -> Row:
    forecast = game.forecast(text)
    return Row(
        text=text,
        title=_title(text, words),
        group="",
        outcome=wording.outcome(forecast) or wording.cost(forecast),
        forecast=forecast,
        direction=text.removeprefix("explore ") if text.startswith("explore ") else "",
        target=_target(text),
        at=_place(text),
        piece=words.piece(text),
    )


def _with_choices(game: Any, stem: str, root: str, lines: list[str], words: Words) -> Row:
    """A row of whole lines, and of the way through the stages where the lines leave a choice unsaid."""
    whole = [_completed(game, line) for line in lines]
    worth = [_choice(game, line, stem, words) for line, _ in whole]
    if not game.players:
        worth = _worth_telling(worth)
    if any(leaves_more for _, leaves_more in whole):
        worth.append(Choice(root, STEPS, "", opens=True))
    choices = tuple(replace(choice, key=key) for choice, key in zip(worth, _keys(worth), strict=True))
    if len(choices) == 1 and choices[0].at is None:
        return replace(_single(game, choices[0].text, words), title=_title(stem, words), note=choices[0].label)
    return Row(
        text=stem,
        title=_title(stem, words),
        group="",
        outcome=_range_of([choice for choice in choices if not choice.opens]),
        choices=choices,
        target=_target(stem),
        piece=words.piece(stem),
    )


def _worth_telling(choices: list[Choice]) -> list[Choice]:
    """Without amounts that buy nothing more than the one before: the same points for more power.

    In Basic alone; beyond it cards make power count that seems to buy nothing.
    """
    return [
        choice
        for before, choice in zip([None, *choices], choices, strict=False)
        if before is None or not _points(choice) or _points(choice) != _points(before)
    ]


def _points(choice: Choice) -> tuple[Any, ...]:
    """What becomes of hull and shields; empty for what has nothing to do with them, odds of evading among it."""
    forecast = choice.forecast
    return () if "needs" in forecast else tuple(forecast[name] for name in ("hull", "shields") if name in forecast)


def _completed(game: Any, line: str) -> tuple[str, bool]:
    """The line with every stage left answered by its least, and whether one of those had more to choose from.

    A button always carries a whole line. Power spent on range alone is left out of the count in Basic, where it buys
    nothing that the list would miss.
    """
    stage, leaves_more = game.following(line), False
    while stage is not None:
        leaves_more = leaves_more or (len(stage) > 1 and bool(game.players))
        line = f"{line} {stage.least or stage.options[0]}"
        stage = game.following(line)
    return line, leaves_more


def _choice(game: Any, line: str, stem: str, words: Words) -> Choice:
    forecast = game.forecast(line)
    at = _place(line)
    if at is None:
        return Choice(line, _label(line, stem, forecast, words), wording.outcome(forecast), forecast)
    cost = [wording.power_words(forecast.get("power")), wording.outcome(forecast)]
    label = ", ".join(part for part in cost if part)
    return Choice(line, label, f"{words.tiles.get(at, 'hex')} {at[0]},{at[1]}", forecast, at=at)


def _label(line: str, stem: str, forecast: Mapping[str, Any], words: Words) -> str:
    """What tells a line from its neighbours: its amounts, else its own words."""
    reach = RANGE.search(line)
    if not POWER.search(line) and not reach:
        own = line.removeprefix(stem if line.startswith(stem) else stem.partition(" ")[0])
        return wording.with_ships(own.strip(), words.ships) or WHOLE
    parts = [wording.power_words(_power_in(line))]
    if "needs" in forecast:
        parts.append(f"≤ {forecast['needs']}")
    if reach:
        parts.append(f"range {reach[1]}")
    return ", ".join(parts)


def _power_in(line: str) -> int:
    """The power cards that a line's amount names; range power is told apart."""
    found = POWER.search(line)
    amount = found[1] or found[2] if found else "no"
    return 0 if amount == "no" else int(amount)


def _keys(choices: list[Choice]) -> list[str]:
    """Amounts go by their number of power cards, all else by place; the stages have a key of their own."""
    amounts = [str(_power_in(choice.text)) for choice in choices if not choice.opens]
    by_amount = all(choice.at is None for choice in choices) and len(set(amounts)) == len(amounts)
    if not by_amount or any(len(amount) > 1 for amount in amounts):
        amounts = [KEYS[place] if place < len(KEYS) else "" for place in range(len(amounts))]
    steps = STEPS_KEY if STEPS_KEY not in amounts else ""
    return [*amounts, *[steps for choice in choices if choice.opens]]


def _range_of(choices: list[Choice]) -> str:
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
        group="",
        note=refusal.reason.rstrip("."),
        rule=refusal.rule,
        is_refused=True,
        target=_target(refusal.text),
        piece=words.piece(refusal.text),
    )


def _title(text: str, words: Words) -> str:
    """ "North-east" under the heading Explore, "Fire phasers at Drogath" elsewhere."""
    shown = TITLES.get(text, text)
    for word in ("explore ", "choose "):
        shown = shown.removeprefix(word)
    at = _place(text) if text.startswith("choose ") else None
    if at is not None:
        return f"{words.tiles.get(at, 'Hex')} {shown}"
    return wording.capitalised(wording.with_ships(shown, words.ships))


def _target(text: str) -> int | None:
    found = TARGET.search(text)
    return int(found[1] or found[2]) if found else None


def _place(text: str) -> Hex | None:
    found = PLACE.search(text)
    return (int(found[1]), int(found[2])) if found else None
