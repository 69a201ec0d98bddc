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
from tournaments.option_groups import EXPLORE, UNDER_FIRE, group_of, in_order
from tournaments.option_rows import KEYS, Choice, Hex, Row
from tournaments.printed import Piece, Printed

# Root options that differ in their amount alone share a row.
AMOUNT = re.compile(r"^(evade with|add|divert) (\d+)( power)?( to shields)?$")
SHARED = {"evade": "evade", "add": "add power to shields", "divert": "divert shields"}
PLACE = re.compile(r"(?:\bto|^choose|^at) (-?\d+),(-?\d+)")
POWER = re.compile(r"\bwith (no|\d+) power|\b(\d+) power")
RANGE = re.compile(r"\b(?:with|and) range (\d+)")
TARGET = re.compile(r"(?:\bat|^tractor|^sweep|^choose|^break free from) seat (\d+)$|\bat seat (\d+)\b")
CARD = re.compile(r"\b(?:with|and) card (.+)$")
STAGE_WORDS = re.compile(r"^(?:and|with) (?:card )?")  # what joins a phrase of a later stage to those before
AMOUNTS = ("amount", "hex")  # kinds of question whose options are buttons of one row
CARD_TOPIC = "card"
MOST_CARDS = 3  # so many cards that can go with a line are offered beside its amounts, the others in its stages
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
        rows = [replace(_single(game, text, words), title=_stage_title(text, words)) for text in question.options]
        least, topic = question.least, ""
    else:
        rows = [row for texts in _alike(question.options) for row in _expanded(game, texts, words)]
        rows += [_refused(refusal, words) for refusal in game.refusals(seat)]
        least, topic = game.least, question.topic
    rows = [replace(row, is_least=row.text == least, group=group_of(row.text, topic, words.printed)) for row in rows]
    return in_order(_told_apart(rows))


def _told_apart(rows: list[Row]) -> Iterator[Row]:
    """Each refused row once, and none that says of an option on offer, or of a card that goes with one, it may not."""
    seen = {row.text for row in rows if not row.is_refused}
    seen |= {f"play {text.removeprefix('table ')}" for text in seen if text.startswith("table ")}
    seen |= {f"play {choice.card}" for row in rows for choice in row.choices if choice.card}
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
        outcome=_outcome(game, forecast) or wording.cost(forecast),
        forecast=forecast,
        direction=text.removeprefix("explore ") if text.startswith("explore ") else "",
        target=_target(text),
        at=_place(text),
        piece=words.piece(text),
    )


def _outcome(game: Any, forecast: Mapping[str, Any]) -> str:
    """What becomes of it; that nothing is lost is worth saying under fire alone."""
    said = wording.outcome(forecast)
    return "" if said == wording.NO_LOSS and game.decision.topic not in UNDER_FIRE else said


def _with_choices(game: Any, stem: str, root: str, lines: list[str], words: Words) -> Row:
    """A row of whole lines, and of the way through the stages where the lines leave a choice unsaid."""
    whole = [_completed(game, line) for line in lines]
    worth = [_choice(game, each.line, stem, words) for each in whole]
    if not game.players:
        worth = _worth_telling(worth)
    cards, are_all = _with_cards(game, whole, stem, words)
    if not are_all or any(each.leaves_more for each in whole):
        cards.append(Choice(root, STEPS, "", opens=True))
    worth += cards
    choices = tuple(replace(choice, key=key) for choice, key in zip(worth, _keys(worth), strict=True))
    if len(choices) == 1 and choices[0].at is None:
        return replace(_single(game, choices[0].text, words), title=_title(stem, words), note=choices[0].label)
    return Row(
        text=stem,
        title=_title(stem, words),
        group="",
        outcome=_range_of([choice for choice in choices if not choice.opens and not choice.is_with_card]),
        note=_shared_range(choices),
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


@dataclass(frozen=True)
class Whole:
    """A line with every stage left answered by its least, and what else could have been said in those.

    `with_cards` are the same line with each of the cards that can go with it.
    """

    line: str
    leaves_more: bool
    with_cards: tuple[str, ...]


def _completed(game: Any, line: str) -> Whole:
    """The whole line, for a button carries nothing less.

    Power spent on range alone is left out of the count in Basic, where it buys nothing that the list would miss.
    """
    stage, leaves_more = game.following(line), False
    with_cards: tuple[str, ...] = ()
    while stage is not None:
        if stage.topic == CARD_TOPIC and stage.least is not None and not with_cards:
            with_cards = tuple(f"{line} {phrase}" for phrase in stage.options if phrase != stage.least)
        else:
            leaves_more = leaves_more or (len(stage) > 1 and bool(game.players))
        line = f"{line} {stage.least or stage.options[0]}"
        stage = game.following(line)
    return Whole(line, leaves_more, with_cards)


def _with_cards(game: Any, whole: list[Whole], stem: str, words: Words) -> tuple[list[Choice], bool]:
    """The lines once more with each card that can go with them, card by card; and whether those are all there are."""
    lines = [line for each in whole for line in each.with_cards]
    cards = list(dict.fromkeys(_card(line) for line in lines))
    completed = {line: _completed(game, line) for line in lines if _card(line) in cards[:MOST_CARDS]}
    choices = [
        replace(_choice(game, each.line, stem, words), is_with_card=True)
        for card in cards[:MOST_CARDS]
        for line, each in completed.items()
        if _card(line) == card
    ]
    return choices, len(cards) <= MOST_CARDS and not any(each.leaves_more for each in completed.values())


def _card(line: str) -> str:
    """The card that a line takes along; "" if it takes none."""
    found = CARD.search(line)
    return found[1] if found else ""


def _shared_range(choices: tuple[Choice, ...]) -> str:
    """The range that all lines of an attack buy: said once, beside its title."""
    found = {(RANGE.search(choice.text) or ("", ""))[1] for choice in choices if not choice.opens}
    reach = found.pop() if len(found) == 1 else ""
    return f"{reach} power for range" if reach else ""


def _choice(game: Any, line: str, stem: str, words: Words) -> Choice:
    forecast = game.forecast(line)
    at, card = _place(line), _card(line)
    if at is None:
        return Choice(line, _label(line, stem, forecast, words), _outcome(game, forecast), forecast, card=card)
    cost = [wording.power_words(forecast.get("power")), f"with {card}" if card else "", _outcome(game, forecast)]
    label = ", ".join(part for part in cost if part)
    return Choice(line, label, f"{words.tiles.get(at, 'hex')} {at[0]},{at[1]}", forecast, at=at, card=card)


def _label(line: str, stem: str, forecast: Mapping[str, Any], words: Words) -> str:
    """What tells a line from its neighbours: its amounts, else its own words."""
    if not POWER.search(line) and not RANGE.search(line):
        own = line.removeprefix(stem if line.startswith(stem) else stem.partition(" ")[0])
        return wording.with_ships(own.strip(), words.ships) or WHOLE
    parts = [wording.power_words(_power_in(line))]
    if "needs" in forecast:
        parts.append(f"≤ {forecast['needs']}")
    return ", ".join(parts)


def _power_in(line: str) -> int:
    """The power cards that a line's amount names; range power is told apart."""
    found = POWER.search(line)
    amount = found[1] or found[2] if found else "no"
    return 0 if amount == "no" else int(amount)


def _keys(choices: list[Choice]) -> list[str]:
    """Amounts go by their number of power cards, all else by place; the stages have a key of their own."""
    plain = [choice for choice in choices if not choice.opens and not choice.is_with_card]
    keys = [str(_power_in(choice.text)) for choice in plain]
    by_amount = all(choice.at is None for choice in plain) and len(set(keys)) == len(keys)
    if not by_amount or any(len(key) > 1 for key in keys):
        keys = [KEYS[place] if place < len(KEYS) else "" for place in range(len(keys))]
    letters = iter([key for key in KEYS[9:] if key not in (*keys, STEPS_KEY)])
    keys += [next(letters, "") for choice in choices if choice.is_with_card]
    return [*keys, *[STEPS_KEY if STEPS_KEY not in keys else "" for choice in choices if choice.opens]]


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


def _stage_title(text: str, words: Words) -> str:
    """A phrase of a later stage without what joins it to those before: "no power", "range 1", a card's title."""
    return _title(STAGE_WORDS.sub("", text), words)


def _target(text: str) -> int | None:
    found = TARGET.search(text)
    return int(found[1] or found[2]) if found else None


def _place(text: str) -> Hex | None:
    found = PLACE.search(text)
    return (int(found[1]), int(found[2])) if found else None
