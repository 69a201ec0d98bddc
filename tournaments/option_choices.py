"""The buttons of a row: whole lines, each with its forecast and what distinguishes it from the others.

Stages that a line does not name get their least answer. If one of them offers cards, the lines are repeated with each
card; if more is left unnamed, one more button leads through the stages one by one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cards.printed import Piece
from incursions.engine import Option
from incursions.rules.forecast import Forecast
from incursions.rules.phrases import parse_line
from incursions.rules.view import View
from tournaments import wording
from tournaments.option_groups import UNDER_FIRE
from tournaments.option_rows import KEYS, Choice, Hex
from tournaments.printed import Printed

PLACE_VERBS = ("to", "choose", "at")
CARD_TOPIC = "card"
MOST_CARDS = 3  # cards offered beside the amounts of a line; further cards are offered in its stages
STEPS = "Step by step"
STEPS_KEY = "s"
WHOLE = "as it is"


@dataclass(frozen=True)
class Words:
    """The names of seats and hexes, and what pieces print."""

    ships: Mapping[int, str]
    tiles: Mapping[Hex, str]
    printed: Printed

    @classmethod
    def from_view(cls, view: View, printed: Printed) -> "Words":
        tiles = {(tile["at"][0], tile["at"][1]): tile["title"] for tile in view["map"]}
        return cls(wording.ship_titles(view["ships"]), tiles, printed)

    def piece(self, text: str) -> Piece | None:
        """Return the piece that a line names, or None."""
        title = self.printed.title_in(text)
        return self.printed.piece(title) if title else None


def make_choices(game: Any, stem: str, root: str, lines: list[str], words: Words) -> tuple[Choice, ...]:
    """Return the buttons for these lines, with keys. All begin with `stem`; `root` is the option with its stages."""
    whole = [_complete(game, line) for line in lines]
    worth = [make_choice(game, each.line, stem, words) for each in whole]
    if not game.has_cards:
        worth = _drop_useless(worth)
    cards, are_all = _make_card_choices(game, whole, stem, words)
    if not are_all or any(each.leaves_more for each in whole):
        cards.append(Choice(root, STEPS, "", opens=True))
    worth += cards
    return tuple(replace(choice, key=key) for choice, key in zip(worth, _choose_keys(worth), strict=True))


@dataclass(frozen=True)
class Whole:
    """A line with every unnamed stage answered by its least, and what else those stages offer.

    `with_cards` is the line repeated with each of the cards that can go with it.
    """

    line: str
    leaves_more: bool
    with_cards: tuple[str, ...]


def _complete(game: Any, line: str) -> Whole:
    """Return the whole line, because a button sends nothing less.

    In Basic, power spent on range alone does not count as left out, because there it buys nothing else.
    """
    stage, leaves_more = game.following(line), False
    with_cards: tuple[str, ...] = ()
    while stage is not None:
        if stage.topic == CARD_TOPIC and stage.least is not None and not with_cards:
            with_cards = tuple(f"{line} {phrase}" for phrase in stage.options if phrase != stage.least)
        else:
            leaves_more = leaves_more or (len(stage) > 1 and bool(game.has_cards))
        line = f"{line} {stage.least or stage.options[0]}"
        stage = game.following(line)
    return Whole(line, leaves_more, with_cards)


def _make_card_choices(game: Any, whole: list[Whole], stem: str, words: Words) -> tuple[list[Choice], bool]:
    """Return the lines repeated with each card that can go with them, card by card, and whether these are all."""
    lines = [line for each in whole for line in each.with_cards]
    cards = list(dict.fromkeys(_find_card(line) for line in lines))
    completed = {line: _complete(game, line) for line in lines if _find_card(line) in cards[:MOST_CARDS]}
    choices = [
        replace(make_choice(game, each.line, stem, words), is_with_card=True)
        for card in cards[:MOST_CARDS]
        for line, each in completed.items()
        if _find_card(line) == card
    ]
    return choices, len(cards) <= MOST_CARDS and not any(each.leaves_more for each in completed.values())


def _find_card(line: str) -> str:
    """Return the card that a line takes along; "" if it takes none."""
    card = _find_amount(line, "card")
    return "" if card is None or not card.title else f"{card.title} as {card.face}" if card.face else card.title


def _find_amount(line: str, subject: str) -> Option | None:
    """Return the stage of a line that names an amount of power or range, or a card; None if no stage does."""
    return next((option for option in parse_line(line) if option.subject == subject), None)


def make_choice(game: Any, line: str, stem: str, words: Words) -> Choice:
    """Return the button of a line."""
    forecast = game.forecast(line)
    at, card = find_place(line), _find_card(line)
    if at is None:
        return Choice(line, _label(line, stem, forecast, words), describe_outcome(game, forecast), forecast, card=card)
    cost = [
        wording.power_words(forecast.get("power")),
        f"with {card}" if card else "",
        describe_outcome(game, forecast),
    ]
    label = ", ".join(part for part in cost if part)
    return Choice(line, label, f"{words.tiles.get(at, 'hex')} {at[0]},{at[1]}", forecast, at=at, card=card)


def _label(line: str, stem: str, forecast: Forecast, words: Words) -> str:
    """Return what distinguishes a line from the others: its amounts, else its own words."""
    reach = _find_amount(line, "range")
    if _find_amount(line, "power") is None and (reach is None or not reach.amount):
        own = line.removeprefix(stem if line.startswith(stem) else stem.partition(" ")[0])
        return wording.with_ships(own.strip(), words.ships) or WHOLE
    parts = [wording.power_words(_read_power(line))]
    if "needs" in forecast:
        parts.append(f"≤ {forecast['needs']}")
    return ", ".join(parts)


def _read_power(line: str) -> int:
    """Return the power cards that a line's amount names, without those for range."""
    found = _find_amount(line, "power")
    return 0 if found is None else found.amount


def _choose_keys(choices: list[Choice]) -> list[str]:
    """Return a key for each choice: its number of power cards, else its place; the stages have a key of their own."""
    plain = [choice for choice in choices if not choice.opens and not choice.is_with_card]
    keys = [str(_read_power(choice.text)) for choice in plain]
    by_amount = all(choice.at is None for choice in plain) and len(set(keys)) == len(keys)
    if not by_amount or any(len(key) > 1 for key in keys):
        keys = [KEYS[place] if place < len(KEYS) else "" for place in range(len(keys))]
    letters = iter([key for key in KEYS[9:] if key not in (*keys, STEPS_KEY)])
    keys += [next(letters, "") for choice in choices if choice.is_with_card]
    return [*keys, *[STEPS_KEY if STEPS_KEY not in keys else "" for choice in choices if choice.opens]]


def _drop_useless(choices: list[Choice]) -> list[Choice]:
    """Return the choices without amounts that buy nothing more than the one before: the same points for more power.

    Basic only: elsewhere cards can make such power count.
    """
    return [
        choice
        for before, choice in zip([None, *choices], choices, strict=False)
        if before is None or not _points(choice) or _points(choice) != _points(before)
    ]


def _points(choice: Choice) -> tuple[Any, ...]:
    """Return the forecast of hull and shields; empty if the choice does not change them or has odds of evading."""
    forecast = choice.forecast
    return () if "needs" in forecast else tuple(forecast[name] for name in ("hull", "shields") if name in forecast)


def describe_range(choices: list[Choice]) -> str:
    """Return the summary of a closed row's amounts: the first outcome, and that there are others."""
    if choices[0].at is not None:
        return wording.counted(len(choices), "hex", "hexes")
    first, last = choices[0].outcome, choices[-1].outcome
    if first == last:
        return first
    if "average" in choices[0].forecast:
        return f"{first} to {last.removeprefix('avg ')}"
    return f"{first} and more" if _points(choices[0]) else f"{first} to {last}"


def shared_range(choices: tuple[Choice, ...]) -> str:
    """Return the range that all lines of an attack buy, shown once beside its title."""
    found = {
        said.amount if (said := _find_amount(choice.text, "range")) else 0 for choice in choices if not choice.opens
    }
    reach = found.pop() if len(found) == 1 else 0
    return f"{reach} power for range" if reach else ""


def describe_outcome(game: Any, forecast: Forecast) -> str:
    """Return the outcome in words; that nothing is lost is told only under fire."""
    said = wording.outcome(forecast)
    return "" if said == wording.NO_LOSS and game.decision.topic not in UNDER_FIRE else said


def find_place(text: str) -> Hex | None:
    """Return the hex that a line leads to or chooses."""
    hexes = (option.place for option in parse_line(text) if option.verb in PLACE_VERBS and not option.title)
    return next((at for at in hexes if at is not None), None)
