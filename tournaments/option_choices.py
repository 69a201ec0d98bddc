"""The buttons of a row: whole lines, each with what it would do and what tells it from its neighbours.

The stages that a line leaves unsaid are answered by their least. Where one of them offers cards, the same lines stand
once more with each of those; where more is left unsaid, one button more leads through the stages one by one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cards.printed import Piece
from incursions.engine import Option
from incursions.rules.phrases import parse_line
from tournaments import wording
from tournaments.option_groups import UNDER_FIRE
from tournaments.option_rows import KEYS, Choice, Hex
from tournaments.printed import Printed

PLACE_VERBS = ("to", "choose", "at")
CARD_TOPIC = "card"
MOST_CARDS = 3  # so many cards that can go with a line are offered beside its amounts, the others in its stages
STEPS = "Step by step"
STEPS_KEY = "s"
WHOLE = "as it is"


@dataclass(frozen=True)
class Words:
    """What seats and hexes are called, and what pieces print."""

    ships: Mapping[int, str]
    tiles: Mapping[Hex, str]
    printed: Printed

    @classmethod
    def of(cls, view: Mapping[str, Any], printed: Printed) -> "Words":
        tiles = {(tile["at"][0], tile["at"][1]): tile["title"] for tile in view["map"]}
        return cls(wording.ship_titles(view), tiles, printed)

    def piece(self, text: str) -> Piece | None:
        """The piece that a line names."""
        title = self.printed.title_in(text)
        return self.printed.piece(title) if title else None


def choices_of(game: Any, stem: str, root: str, lines: list[str], words: Words) -> tuple[Choice, ...]:
    """The buttons for these lines, keys given; `stem` is how all of them begin, `root` the option with its stages."""
    whole = [_completed(game, line) for line in lines]
    worth = [choice_of(game, each.line, stem, words) for each in whole]
    if not game.has_cards:
        worth = _worth_telling(worth)
    cards, are_all = _with_cards(game, whole, stem, words)
    if not are_all or any(each.leaves_more for each in whole):
        cards.append(Choice(root, STEPS, "", opens=True))
    worth += cards
    return tuple(replace(choice, key=key) for choice, key in zip(worth, _keys(worth), strict=True))


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
            leaves_more = leaves_more or (len(stage) > 1 and bool(game.has_cards))
        line = f"{line} {stage.least or stage.options[0]}"
        stage = game.following(line)
    return Whole(line, leaves_more, with_cards)


def _with_cards(game: Any, whole: list[Whole], stem: str, words: Words) -> tuple[list[Choice], bool]:
    """The lines once more with each card that can go with them, card by card; and whether those are all there are."""
    lines = [line for each in whole for line in each.with_cards]
    cards = list(dict.fromkeys(_card(line) for line in lines))
    completed = {line: _completed(game, line) for line in lines if _card(line) in cards[:MOST_CARDS]}
    choices = [
        replace(choice_of(game, each.line, stem, words), is_with_card=True)
        for card in cards[:MOST_CARDS]
        for line, each in completed.items()
        if _card(line) == card
    ]
    return choices, len(cards) <= MOST_CARDS and not any(each.leaves_more for each in completed.values())


def _card(line: str) -> str:
    """The card that a line takes along; "" if it takes none."""
    card = _amount_of(line, "card")
    return "" if card is None or not card.title else f"{card.title} as {card.face}" if card.face else card.title


def _amount_of(line: str, subject: str) -> Option | None:
    """The stage of a line that says how much power or range, or which card; None if no stage says it."""
    return next((option for option in parse_line(line) if option.subject == subject), None)


def choice_of(game: Any, line: str, stem: str, words: Words) -> Choice:
    """The button of one line."""
    forecast = game.forecast(line)
    at, card = place_in(line), _card(line)
    if at is None:
        return Choice(line, _label(line, stem, forecast, words), outcome_of(game, forecast), forecast, card=card)
    cost = [wording.power_words(forecast.get("power")), f"with {card}" if card else "", outcome_of(game, forecast)]
    label = ", ".join(part for part in cost if part)
    return Choice(line, label, f"{words.tiles.get(at, 'hex')} {at[0]},{at[1]}", forecast, at=at, card=card)


def _label(line: str, stem: str, forecast: Mapping[str, Any], words: Words) -> str:
    """What tells a line from its neighbours: its amounts, else its own words."""
    reach = _amount_of(line, "range")
    if _amount_of(line, "power") is None and (reach is None or not reach.amount):
        own = line.removeprefix(stem if line.startswith(stem) else stem.partition(" ")[0])
        return wording.with_ships(own.strip(), words.ships) or WHOLE
    parts = [wording.power_words(_power_in(line))]
    if "needs" in forecast:
        parts.append(f"≤ {forecast['needs']}")
    return ", ".join(parts)


def _power_in(line: str) -> int:
    """The power cards that a line's amount names; range power is told apart."""
    found = _amount_of(line, "power")
    return 0 if found is None else found.amount


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


def range_of(choices: list[Choice]) -> str:
    """What a closed row says of its amounts: the first outcome, and that there are others."""
    if choices[0].at is not None:
        return wording.counted(len(choices), "hex", "hexes")
    first, last = choices[0].outcome, choices[-1].outcome
    if first == last:
        return first
    if "average" in choices[0].forecast:
        return f"{first} to {last.removeprefix('avg ')}"
    return f"{first} and more" if _points(choices[0]) else f"{first} to {last}"


def shared_range(choices: tuple[Choice, ...]) -> str:
    """The range that all lines of an attack buy: said once, beside its title."""
    found = {said.amount if (said := _amount_of(choice.text, "range")) else 0 for choice in choices if not choice.opens}
    reach = found.pop() if len(found) == 1 else 0
    return f"{reach} power for range" if reach else ""


def outcome_of(game: Any, forecast: Mapping[str, Any]) -> str:
    """What becomes of it; that nothing is lost is worth saying under fire alone."""
    said = wording.outcome(forecast)
    return "" if said == wording.NO_LOSS and game.decision.topic not in UNDER_FIRE else said


def place_in(text: str) -> Hex | None:
    """The hex that a line leads to or chooses."""
    hexes = (option.place for option in parse_line(text) if option.verb in PLACE_VERBS and not option.title)
    return next((at for at in hexes if at is not None), None)
