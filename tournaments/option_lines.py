"""Rows made from the options of a question.

Every line and every figure comes from the engine, never from knowledge of the rules here. An option that opens
further stages becomes whole lines: a row for each target, a button for each amount or hex
(`tournaments.option_choices`), so that nothing is out of reach.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from incursions.rules.phrases import parse_line, parse_option
from incursions.rules.view import View
from tournaments import wording
from tournaments.option_choices import (
    Words,
    describe_outcome,
    describe_range,
    find_place,
    make_choice,
    make_choices,
    shared_range,
)
from tournaments.option_groups import EXPLORE, MANEUVER, group_of, sort_rows
from tournaments.option_rows import KEYS, Row
from tournaments.printed import Printed

# Root options that differ only in their amount share a row.
SHARED = {"evade with": "evade", "add": "add power to shields", "divert": "divert shields"}
STAGE_WORDS = re.compile(r"^(?:and|with) (?:card )?")  # joins the phrase of a later stage to the earlier ones
AMOUNTS = ("amount", "hex")  # kinds of question whose options are buttons of one row
RUNNING = ("keep", "drop")  # verbs of running systems, which aim at no new target
MOST_ROWS = 8  # options of a stage that get a row each; more are buttons of one row
IN_LINES = ": say "  # the rest of a reason tells writers of lines what to write
DECLINE = "decline"
TITLES = {
    DECLINE: "decline this maneuver",
    "aux": "AUX: turn all your power cards up",
    "divert shields": "divert shield points",
}


def rows_for(game: Any, seat: int, view: View | None = None, printed: Printed | None = None) -> list[Row]:
    """Return the rows of the open question, refused ones among them, with keys. Empty for a seat that is not asked."""
    question = game.question_for(seat)
    if not question:
        return []
    words = Words.from_view(view or game.view(seat), printed or Printed(game.setup))
    if question.said:
        rows = [
            replace(_make_row(game, text, words), title=_title(STAGE_WORDS.sub("", text), words))
            for text in question.options
        ]
        least, topic = question.least, ""
    else:
        rows = [row for texts in _bundle_alike(question.options) for row in _expand(game, texts, words)]
        rows += [_make_refused_row(refusal, words) for refusal in game.refusals(seat)]
        least, topic = game.least, question.topic
    if topic != MANEUVER:
        rows = [replace(row, title="Decline") if row.text == DECLINE else row for row in rows]
    rows = [replace(row, is_least=row.text == least, group=group_of(row.text, topic, words.printed)) for row in rows]
    return sort_rows(_drop_repeated_refusals(rows))


def _drop_repeated_refusals(rows: list[Row]) -> Iterator[Row]:
    """Yield the rows, each refusal once, without refusals of an option on offer or of a card that goes with one."""
    seen = {row.text for row in rows if not row.is_refused}
    seen |= {f"play {option.title}" for option in map(parse_option, seen) if option.verb == "table"}
    seen |= {f"play {choice.card}" for row in rows for choice in row.choices if choice.card}
    for row in rows:
        if not row.is_refused:
            yield row
        elif row.text not in seen:
            seen.add(row.text)
            yield row


def _bundle_alike(options: Iterable[str]) -> list[list[str]]:
    """Return the options in their order, those that differ only in the amount together."""
    bundles: dict[str, list[str]] = {}
    for text in options:
        bundles.setdefault(parse_option(text).verb if _is_amount(text) else text, []).append(text)
    return list(bundles.values())


def _is_amount(text: str) -> bool:
    """Return True for an option that shares a row with other amounts."""
    option = parse_option(text)
    return option.verb in SHARED and option.amount > 0


def _expand(game: Any, texts: list[str], words: Words) -> Iterator[Row]:
    """Yield one row for options alike, or a row per target for an option with further stages."""
    if _is_amount(texts[0]):
        yield _make_shared_row(game, texts, words)
    else:
        yield from _make_rows(game, texts[0], texts[0], words)


def _make_shared_row(game: Any, texts: list[str], words: Words) -> Row:
    """Return the amounts of one option as one row; if a stage has to follow, each amount leads to it."""
    stem = SHARED[parse_option(texts[0]).verb]
    stage = game.following(texts[0])
    if stage is None or stage.least is not None:
        return _make_choice_row(game, stem, texts[0], texts, words)
    choices = [make_choice(game, text, stem, words) for text in texts]
    opening = [replace(choice, opens=True, key=key) for choice, key in zip(choices, KEYS, strict=False)]
    unkeyed = [replace(choice, opens=True) for choice in choices[len(opening) :]]
    return Row(stem, _title(stem, words), "", describe_range(choices), choices=(*opening, *unkeyed))


def _make_rows(game: Any, text: str, root: str, words: Words) -> Iterator[Row]:
    """Yield the rows of the lines that begin with `text`; `root` is the option that opens its stages."""
    stage = game.following(text)
    if stage is None:
        yield _make_row(game, text, words)
    elif stage.kind in AMOUNTS or len(stage) > MOST_ROWS:
        yield _make_choice_row(game, text, root, [f"{text} {phrase}" for phrase in stage.options], words)
    elif stage.least is not None:
        yield _make_choice_row(game, text, root, [text], words)
    else:
        for phrase in stage.options:
            yield from _make_rows(game, f"{text} {phrase}", root, words)


def _make_row(game: Any, text: str, words: Words) -> Row:
    forecast, option = game.forecast(text), parse_option(text)
    return Row(
        text=text,
        title=_title(text, words),
        group="",
        outcome=describe_outcome(game, forecast) or wording.power_words(forecast.get("power") or None),
        forecast=forecast,
        direction=option.subject if option.verb == "explore" else "",
        target=_target(text),
        at=find_place(text),
        piece=words.piece(text),
    )


def _make_choice_row(game: Any, stem: str, root: str, lines: list[str], words: Words) -> Row:
    """Return a row of whole lines; a single line is the row itself."""
    choices = make_choices(game, stem, root, lines, words)
    if len(choices) == 1 and choices[0].at is None:
        return replace(_make_row(game, choices[0].text, words), title=_title(stem, words), note=choices[0].label)
    return Row(
        text=stem,
        title=_title(stem, words),
        group="",
        outcome=describe_range([choice for choice in choices if not choice.opens and not choice.is_with_card]),
        note=shared_range(choices),
        choices=choices,
        target=_target(stem),
        piece=words.piece(stem),
    )


def _make_refused_row(refusal: Any, words: Words) -> Row:
    return Row(
        text=refusal.text,
        title=EXPLORE if parse_option(refusal.text).verb == "explore" else _title(refusal.text, words),
        group="",
        note=refusal.reason.partition(IN_LINES)[0].rstrip("."),
        rule=refusal.rule,
        is_refused=True,
        target=_target(refusal.text),
        piece=words.piece(refusal.text),
    )


def _title(text: str, words: Words) -> str:
    """Return the title of a line: "North-east" under the heading Explore, "Fire phasers at Drogath" elsewhere."""
    shown = TITLES.get(text, text)
    for word in ("explore ", "choose "):
        shown = shown.removeprefix(word)
    at = find_place(text) if parse_option(text).verb == "choose" else None
    if at is not None:
        return f"{words.tiles.get(at, 'Hex')} {shown}"
    return wording.capitalise(wording.with_ships(shown, words.ships))


def _target(text: str) -> int | None:
    """Return the seat whose ship a line is aimed at, or None."""
    ships = (option.seat for option in parse_line(text) if not option.title and option.verb not in RUNNING)
    return next((seat for seat in ships if seat is not None), None)
