"""The rows of the open question, with their choices and refusals.

Every line and every figure comes from the engine, never from knowledge of the rules here. An option that opens
further stages becomes whole lines: a row for each target, a button for each amount or hex, so that nothing is out of
reach. Stages that a line does not name get their least answer. If one of them offers cards, the lines are repeated
with each card; if more is left unnamed, one more button leads through the stages one by one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from incursions.engine import Option
from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.state.phrases import parse_line, parse_option
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.view import View
from incursions.games.incursions.table import wording
from incursions.games.incursions.table.option_rows import (
    ATTACK,
    BESIDES,
    CARDS,
    CHOOSE,
    DEFENCE,
    EXPLORE,
    JOINING,
    KEYS,
    MOVE,
    PIECES,
    SHIP,
    Choice,
    Line,
    OptionLine,
    Row,
    sort_rows,
)
from incursions.games.incursions.table.printed import Piece, Printed
from incursions.kit.words import capitalise, format_count

Chosen = TypeVar("Chosen", bound=OptionLine)
MANEUVER = "maneuver"
UNDER_FIRE = ("defence", "shield power")
GROUPS = {
    "explore": EXPLORE,
    "warp": MOVE,
    "fire": ATTACK,
    "assimilate": ATTACK,
    "set off": ATTACK,
    "play": CARDS,
    "table": CARDS,
    "use": CARDS,
    "place": PIECES,
    "take back": PIECES,
    "move": PIECES,
    "attack with": PIECES,
    "recover": PIECES,
    "remove": PIECES,
    "evade with": DEFENCE,
    "add": BESIDES,
    "aux": BESIDES,
    "divert": BESIDES,
}
WITHOUT_MANEUVER = ("Play any time", "Table when drawn")  # play methods, rules 6.6
COMMAND = "Command"
# Root options that differ only in their amount share a row, which goes by an option without one.
SHARED = {
    "evade with": Option("evade", "evade with"),
    "add": Option("add power to shields", "add"),
    "divert": Option("divert shields", "divert"),
}
AMOUNTS = ("amount", "hex")  # kinds of question whose options are buttons of one row
PLACE_VERBS = ("to", "choose", "at")
MOST_ROWS = 8  # options of a stage that get a row each; more are buttons of one row
DECLINE = "decline"
TITLES = {
    DECLINE: "decline this maneuver",
    "aux": "AUX: turn all your power cards up",
    "divert shields": "divert shield points",
}
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

    def piece(self, line: Line) -> Piece | None:
        """Return the first card or tile that a line names, or None."""
        named = (option.title for option in line if option.title)
        return next((self.printed.piece(title) for title in named if title in self.printed.playable), None)

    def title(self, line: Line) -> str:
        """Return the title of a line: "North-east" under the heading Explore, "Fire phasers at Drogath" elsewhere.

        That of a later stage leaves out the word that joins it to the earlier ones.
        """
        verb, shown = line[0].verb, _join(line)
        if verb in JOINING:
            shown = _name_card(line) or line[0].text_after_verb
        elif verb in ("explore", "choose") and line[0].text_after_verb:
            shown = _join_after_verb(line)
        return capitalise(self.name_all(TITLES.get(shown, shown)))

    def name_all(self, text: str) -> str:
        """Return a line with the seats and hexes in it by their names."""
        return wording.with_names(text, self.ships, self.tiles)


def list_rows(game: Any, seat: int, view: View | None = None, printed: Printed | None = None) -> list[Row]:
    """Return the rows of the open question, refused ones among them, with keys. Empty for a seat that is not asked."""
    question = game.question_for(seat)
    if not question:
        return []
    view = view or game.view(seat)
    words = Words(wording.ship_titles(view["ships"]), wording.tile_titles(view["map"]), printed or Printed(game.setup))
    options = map(parse_option, question.options)
    if question.said:
        rows = [_make_row(game, (option,), words) for option in options]
        rows = _drop_useless_amounts(rows) if question.kind == "amount" else rows
        least, topic = question.least, ""
    else:
        rows = []
        for alike in _bundle_alike(options):
            if _is_amount(alike[0]):
                rows.append(_make_shared_row(game, alike, words))
            else:
                rows += _make_rows(game, (alike[0],), words)
        rows += [_make_refused_row(refusal, words) for refusal in game.refusals(seat)]
        least, topic = game.least, question.topic
    if topic != MANEUVER:
        rows = [replace(row, title="Decline") if row.text == DECLINE else row for row in rows]
    rows = [replace(row, is_least=row.text == least, group=_find_group(row, topic, words.printed)) for row in rows]
    return sort_rows(_drop_repeated_refusals(rows))


def _find_group(row: Row, topic: str, printed: Printed) -> str:
    """Return the heading of a row of a question about `topic`."""
    verb = row.line[0].verb
    found = GROUPS.get(verb, SHIP)
    if verb == "take back":
        return found
    if found == CARDS and row.piece is not None:
        nature, method = (printed.text(row.piece.title, name) for name in ("nature", "play_method"))
        found = BESIDES if nature == COMMAND or method in WITHOUT_MANEUVER else found
    if topic in UNDER_FIRE:
        return BESIDES if found == BESIDES else DEFENCE
    if topic == MANEUVER:
        return found
    return BESIDES if found == BESIDES and verb != "play" else CHOOSE


def _drop_repeated_refusals(rows: list[Row]) -> Iterator[Row]:
    """Yield the rows, each refusal once, without refusals of an option on offer or of a card that goes with one."""
    offered = [row for row in rows if not row.is_refused]
    seen = {row.text for row in offered}
    seen |= {f"play {row.line[0].title}" for row in offered if row.line[0].verb == "table"}
    seen |= {f"play {choice.card}" for row in offered for choice in row.choices if choice.card}
    for row in rows:
        if not row.is_refused:
            yield row
        elif row.text not in seen:
            seen.add(row.text)
            yield row


# --- rows -----------------------------------------------------------------------------------------------------------


def _bundle_alike(options: Iterable[Option]) -> list[list[Option]]:
    """Return the options in their order, those that differ only in the amount together."""
    bundles: dict[str, list[Option]] = {}
    for option in options:
        bundles.setdefault(option.verb if _is_amount(option) else option.text, []).append(option)
    return list(bundles.values())


def _is_amount(option: Option) -> bool:
    """Return True for an option that shares a row with other amounts."""
    return option.verb in SHARED and option.amount > 0


def _make_shared_row(game: Any, alike: list[Option], words: Words) -> Row:
    """Return the amounts of one option as one row; if a stage has to follow, each amount leads to it."""
    stem: Line = (SHARED[alike[0].verb],)
    lines: list[Line] = [(option,) for option in alike]
    stage = game.following(alike[0].text)
    if stage is None or stage.least is not None:
        return _make_choice_row(game, stem, alike[0], lines, words)
    choices = [_make_choice(game, line, stem, words) for line in lines]
    opening = [replace(choice, opens=True, key=key) for choice, key in zip(choices, KEYS, strict=False)]
    unkeyed = [replace(choice, opens=True) for choice in choices[len(opening) :]]
    return Row(stem, words.title(stem), outcome=_describe_range(choices), choices=(*opening, *unkeyed))


def _make_rows(game: Any, line: Line, words: Words) -> Iterator[Row]:
    """Yield the rows of the lines that begin with `line`: one with choices, or one for each option that follows."""
    stage = game.following(_join(line))
    if stage is None:
        yield _make_row(game, line, words)
    elif stage.kind in AMOUNTS or len(stage) > MOST_ROWS:
        lines = [(*line, option) for option in map(parse_option, stage.options)]
        yield _make_choice_row(game, line, line[0], lines, words)
    elif stage.least is not None and not stage.has_only_least:
        yield _make_choice_row(game, line, line[0], [line], words)
    else:
        for option in map(parse_option, stage.options):
            yield from _make_rows(game, (*line, option), words)


def _make_row(game: Any, line: Line, words: Words) -> Row:
    forecast = game.forecast(_join(line))
    return Row(
        line,
        title=words.title(line),
        outcome=_describe_outcome(game, forecast) or wording.power_words(forecast.get("power") or None),
        forecast=forecast,
        at=_find_place(line),
        piece=words.piece(line),
    )


def _make_choice_row(game: Any, stem: Line, root: Option, lines: list[Line], words: Words) -> Row:
    """Return a row with a button for each of these whole lines; a row without buttons if there is one line."""
    choices = _make_choices(game, stem, root, lines, words)
    if len(choices) == 1 and choices[0].at is None:
        return replace(_make_row(game, choices[0].line, words), title=words.title(stem), note=choices[0].label)
    return Row(
        stem,
        title=words.title(stem),
        outcome=_describe_range([choice for choice in choices if not choice.opens and not choice.is_with_card]),
        note=_describe_shared_range(choices),
        choices=choices,
        piece=words.piece(stem),
    )


def _make_refused_row(refusal: Any, words: Words) -> Row:
    line = parse_line(refusal.text)
    return Row(
        line,
        title=EXPLORE if line[0].verb == "explore" else words.title(line),
        note=words.name_all(refusal.cause),
        rule=refusal.rule,
        is_refused=True,
        piece=words.piece(line),
    )


# --- choices --------------------------------------------------------------------------------------------------------


def _make_choices(game: Any, stem: Line, root: Option, lines: list[Line], words: Words) -> tuple[Choice, ...]:
    """Return the buttons for these lines, with keys. All begin with `stem`; `root` is the option with its stages."""
    whole = [_complete(game, line) for line in lines]
    worth = [_make_choice(game, each.line, stem, words) for each in whole]
    worth = _drop_useless_amounts(worth)
    cards, are_all = _make_card_choices(game, whole, stem, words)
    if not are_all or any(each.leaves_more for each in whole):
        cards.append(Choice((root,), STEPS, "", opens=True))
    worth += cards
    return tuple(replace(choice, key=key) for choice, key in zip(worth, _choose_keys(worth), strict=True))


@dataclass(frozen=True)
class Whole:
    """A line with every unnamed stage answered by its least, and what else those stages offer.

    `with_cards` is the line repeated with each of the cards that can go with it.
    """

    line: Line
    leaves_more: bool
    with_cards: tuple[Line, ...]


def _complete(game: Any, line: Line) -> Whole:
    """Return the whole line, because a button sends nothing less.

    In Basic, power spent on range alone does not count as left out, because there it buys nothing else.
    """
    stage, leaves_more = game.following(_join(line)), False
    with_cards: tuple[Line, ...] = ()
    while stage is not None:
        if stage.topic == CARD_TOPIC and stage.least is not None and not with_cards:
            with_cards = tuple((*line, parse_option(text)) for text in stage.options if text != stage.least)
        else:
            leaves_more = leaves_more or (len(stage) > 1 and bool(game.has_cards))
        line = (*line, parse_option(stage.least or stage.options[0]))
        stage = game.following(_join(line))
    return Whole(line, leaves_more, with_cards)


def _make_card_choices(game: Any, whole: list[Whole], stem: Line, words: Words) -> tuple[list[Choice], bool]:
    """Return the lines repeated with each card that can go with them, card by card, and whether these are all."""
    lines = [line for each in whole for line in each.with_cards]
    cards = list(dict.fromkeys(map(_name_card, lines)))
    completed = {line: _complete(game, line) for line in lines if _name_card(line) in cards[:MOST_CARDS]}
    choices = [
        replace(_make_choice(game, each.line, stem, words), is_with_card=True)
        for card in cards[:MOST_CARDS]
        for line, each in completed.items()
        if _name_card(line) == card
    ]
    return choices, len(cards) <= MOST_CARDS and not any(each.leaves_more for each in completed.values())


def _name_card(line: Line) -> str:
    """Return the card that a line takes along; "" if it takes none."""
    card = _find_stage(line, "card")
    return "" if card is None or not card.title else f"{card.title} as {card.face}" if card.face else card.title


def _find_stage(line: Line, subject: str) -> Option | None:
    """Return the stage of a line that names an amount of power or range, or a card; None if no stage does."""
    return next((option for option in line if option.subject == subject), None)


def _read_amount(line: Line, subject: str) -> int:
    """Return the amount of power or range that a line names; 0 if it names none."""
    stage = _find_stage(line, subject)
    return 0 if stage is None else stage.amount


def _make_choice(game: Any, line: Line, stem: Line, words: Words) -> Choice:
    """Return the button of a line."""
    forecast = game.forecast(_join(line))
    at, card, outcome = _find_place(line), _name_card(line), _describe_outcome(game, forecast)
    if at is None:
        return Choice(line, _make_label(line, stem, forecast, words), outcome, forecast, card=card)
    cost = (wording.power_words(forecast.get("power")), f"with {card}" if card else "", outcome)
    label = ", ".join(part for part in cost if part)
    return Choice(line, label, wording.name_hex(at, words.tiles), forecast, at=at, card=card)


def _make_label(line: Line, stem: Line, forecast: Forecast, words: Words) -> str:
    """Return what distinguishes a line from the others: its amounts, else its own words."""
    if _find_stage(line, "power") is None and not _read_amount(line, "range"):
        own = _join(line[len(stem) :]) if line[: len(stem)] == stem else _join_after_verb(line)
        return words.name_all(own) or WHOLE
    parts = [wording.power_words(_read_amount(line, "power"))]
    if "needs" in forecast:
        parts.append(f"≤ {forecast['needs']}")
    return ", ".join(parts)


def _choose_keys(choices: list[Choice]) -> list[str]:
    """Return a key for each choice, "" if there are not enough keys; choices come plain, with cards, then with stages.

    Plain ones have their number of power cards as the key if these are single digits and differ, else their place.
    Those with a card have letters, and the choice that opens the stages has `STEPS_KEY` unless it is taken.
    """
    plain = [choice for choice in choices if not choice.opens and not choice.is_with_card]
    keys = [str(_read_amount(choice.line, "power")) for choice in plain]
    by_amount = all(choice.at is None for choice in plain) and len(set(keys)) == len(keys)
    if not by_amount or any(len(key) > 1 for key in keys):
        keys = [KEYS[place] if place < len(KEYS) else "" for place in range(len(keys))]
    letters = iter([key for key in KEYS[9:] if key not in (*keys, STEPS_KEY)])
    keys += [next(letters, "") for choice in choices if choice.is_with_card]
    return [*keys, *[STEPS_KEY if STEPS_KEY not in keys else "" for choice in choices if choice.opens]]


# --- words ----------------------------------------------------------------------------------------------------------


def _join(line: Line) -> str:
    """Return a line as text."""
    return " ".join(option.text for option in line)


def _join_after_verb(line: Line) -> str:
    """Return a line as text, without the verb that it begins with."""
    return " ".join((line[0].text_after_verb, *(option.text for option in line[1:])))


def _read_points(choice: OptionLine) -> tuple[Any, ...]:
    """Return the forecast of hull and shields; empty if the choice does not change them or has odds of evading."""
    forecast = choice.forecast
    return () if "needs" in forecast else tuple(forecast[name] for name in ("hull", "shields") if name in forecast)


def _drop_useless_amounts(choices: list[Chosen]) -> list[Chosen]:
    """Return the choices without amounts that leave the same points as the amount before, at a higher price."""
    return [
        choice
        for before, choice in zip([None, *choices], choices, strict=False)
        if before is None or not _read_points(choice) or _read_gain(choice) != _read_gain(before)
    ]


def _read_gain(choice: OptionLine) -> tuple[object, ...]:
    """Return the line without its amounts, and the forecast without the price: all that an amount can buy."""
    line = (option._replace(text="", amount=0) for option in choice.line)
    return (*line, {name: value for name, value in choice.forecast.items() if name != "power"})


def _describe_range(choices: list[Choice]) -> str:
    """Return the summary of a closed row's amounts: the first outcome, and that there are others."""
    if choices[0].at is not None:
        return format_count(len(choices), "hex", "hexes")
    first, last = choices[0].outcome, choices[-1].outcome
    if first == last:
        return first
    if "average" in choices[0].forecast:
        return f"{first} to {choices[-1].figure}"
    if "minimum" in choices[0].forecast:
        return f"{choices[0].forecast['minimum']} to {choices[-1].forecast['maximum']}"
    return f"{first} and more" if _read_points(choices[0]) else f"{first} to {last}"


def _describe_shared_range(choices: tuple[Choice, ...]) -> str:
    """Return the range that all lines of an attack buy, shown once beside its title."""
    found = {_read_amount(choice.line, "range") for choice in choices if not choice.opens}
    power = found.pop() if len(found) == 1 else 0
    return f"{power} power for range" if power else ""


def _describe_outcome(game: Any, forecast: Forecast) -> str:
    """Return the outcome in words; that nothing is lost is told only under fire."""
    said = wording.outcome(forecast)
    return "" if said == wording.NO_LOSS and game.decision.topic not in UNDER_FIRE else said


def _find_place(line: Line) -> Hex | None:
    """Return the hex that a line leads to or chooses."""
    hexes = (option.place for option in line if option.verb in PLACE_VERBS and not option.title)
    return next((at for at in hexes if at is not None), None)
