"""The runner of scenarios, the rules as examples: it lays a table, plays or refuses lines, and compares the end.

A scenario has the keys `KEYS`. Its table is laid as described (see `examples.table`); `dice` supply every throw in
order.
A step is ``{seat, play}``, ``{seat, refused: "10.3", play}`` or ``{expect}``; one that plays may also expect.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypedDict, cast

from incursions.engine.dice import FixedDice, OutOfDiceError
from incursions.engine.errors import IllegalAction
from incursions.engine.events import Event
from incursions.engine.frames import Choice
from incursions.engine.questions import take_phrase, whole_line
from incursions.games.incursions.rules.catalogue import Catalogue, CatalogueError
from incursions.games.incursions.rules.examples.expectations import (
    BEYOND_BASIC,
    LISTED,
    as_hex,
    first_difference,
    read_seat,
    rejoin_place,
    seat_number,
)
from incursions.games.incursions.rules.examples.scenario_files import (
    Scenario,
    ScenarioError,
    ScenarioFileError,
    quote,
    read_scenarios,
)
from incursions.games.incursions.rules.examples.table import SEAT_KEYS, TABLE_KEYS, TableSaid, lay_table
from incursions.games.incursions.rules.examples.table_players import PLAYER_KEYS, SeatSaid, TableError, title_of
from incursions.games.incursions.rules.game import Game
from incursions.games.incursions.rules.state.seats import DESTROYED
from incursions.games.incursions.rules.state.setup import BASIC

__all__ = ["Scenario", "ScenarioFileError", "Transcript", "play_scenario", "read_scenarios", "run_scenario"]

KEYS = ("title", "rules", *TABLE_KEYS, "steps", "expect")
STEP_KEYS = ("seat", "play", "refused", "expect")
WINDOWS = ("able", "public")
LONGEST_FAILURE = 2_000


class StepSaid(TypedDict, total=False):
    """A step as written: the seat that plays a line, the rule that refuses it, and what is expected then."""

    seat: int | str | None
    play: str
    refused: str | int
    expect: object


@dataclass
class Transcript:
    """A record of a scenario as it is played: all events so far, and the refusal of the last step, if it was one."""

    events: list[Event] = field(default_factory=list)
    refusal: IllegalAction | None = None


class _ScenarioFailedError(Exception):
    """Raised if the game does not do what the scenario says."""


def run_scenario(scenario: Scenario, catalogue: Catalogue) -> str | None:
    """Return None if the scenario holds, else a sentence with its place, step, expectation and result."""
    where = scenario.place
    try:
        for step, _ in play_scenario(scenario, catalogue):
            where = f"{scenario.place}, " + ("at the end" if step is None else f"step {step}")
    except (ScenarioError, TableError, CatalogueError, _ScenarioFailedError) as problem:
        return f"{where}: {problem}"[:LONGEST_FAILURE]
    except OutOfDiceError as problem:
        return f"{where}: there are too few dice: {problem}"
    except Exception as problem:  # errors of a foreign scenario are reported, and the next one runs
        return f"{where}: the rules broke down ({type(problem).__name__}: {problem})"[:LONGEST_FAILURE]
    return None


def play_scenario(
    scenario: Scenario, catalogue: Catalogue, transcript: Transcript | None = None
) -> Iterator[tuple[int | None, Game]]:
    """Yield the game before each step with the step's number, and after the last step with None.

    What happens is added to `transcript`. Raises an error for the first thing that does not hold.
    """
    table, steps = read_table(scenario.described), _read_steps(scenario.described)
    game = lay_table(table, catalogue)
    transcript = transcript or Transcript()
    events = transcript.events
    events += game.events
    for number, step in enumerate(steps, start=1):
        yield number, game
        transcript.refusal = _run_step(step, game, events)
    yield None, game
    _expect(scenario.described.get("expect"), game, events)
    if _get_dice_left(game) and _complete_line(game, events):
        _expect(scenario.described.get("expect"), game, events)
    if left := _get_dice_left(game):
        thrown = f"{len(left)} of the dice were not thrown: {', '.join(map(str, left))}"
        raise _ScenarioFailedError(f"{thrown}. {_describe_question(game)}")


# The form.


def read_table(described: dict[str, Any]) -> TableSaid:
    """Return the keys that describe the table, in the form that `lay_table` reads."""
    for key in described:
        if key not in KEYS:
            raise ScenarioError(f"a scenario has no {quote(key)}; it has {', '.join(KEYS)}")
    lists = [(key, list, "a list") for key in ("pieces", "pile", "placed", "happened")]
    for key, kind, words in (*lists, ("map", dict, "hexes with titles")):
        if not isinstance(described.get(key) or kind(), kind):
            raise ScenarioError(f"{key}: {words} was expected, not {quote(described[key])}")
    windows = described.get("windows", WINDOWS[0])
    if windows not in WINDOWS:
        raise ScenarioError(f"windows: {' or '.join(WINDOWS)} was expected, not {quote(windows)}")
    seats = described.get("seats")
    if not isinstance(seats, list):
        raise ScenarioError(f"seats: a list of seats was expected, not {quote(seats)}")
    table = {key: value for key, value in described.items() if key in TABLE_KEYS and value is not None}
    if isinstance(table.get("mode"), str):
        table["mode"] = table["mode"].lower()
    beyond_basic = table.get("mode", BASIC) != BASIC
    table["seats"] = [_read_seat(number, seat, beyond_basic) for number, seat in enumerate(seats)]
    table["dice"] = _read_dice(described.get("dice") or [])
    table["map"] = {
        _read_place("map", place): _read_tile("map", tile) for place, tile in (described.get("map") or {}).items()
    }
    table["pile"] = [_read_tile("pile", tile) for tile in described.get("pile") or []]
    for piece in described.get("pieces") or []:
        _read_title("pieces", piece.get("title") if isinstance(piece, dict) else piece)
    return cast("TableSaid", table)


def _read_seat(number: int, seat: Any, beyond_basic: bool) -> SeatSaid:
    """Return a seat without empty keys of other modes."""
    known = (*SEAT_KEYS, *PLAYER_KEYS) if beyond_basic else SEAT_KEYS
    if not isinstance(seat, dict):
        raise ScenarioError(f"seat {number}: {{ship: TITLE}} was expected, not {quote(seat)}")
    kept = {}
    for key, value in rejoin_place(seat).items():
        if key not in known and (key == "aux" or (key in BEYOND_BASIC and not value)):
            continue  # AUX too: a marker that no line of Basic can use
        if key in BEYOND_BASIC and key not in known:
            raise ScenarioError(f"seat {number} {key}: Basic has none (20.1, 20.4)")
        if key not in known:
            raise ScenarioError(f"seat {number}: there is no {quote(key)}; there are {', '.join(known)}")
        _check_form(f"seat {number} {key}", key, value)
        if value is not None:
            kept[key] = _read_place(f"seat {number} at", value) if key == "at" else value
    if isinstance(kept.get("out"), bool):
        kept["out"] = DESTROYED if kept["out"] else None
    _read_title(f"seat {number} ship", kept.get("ship"))
    return cast("SeatSaid", kept)


def _check_form(where: str, key: str, value: Any) -> None:
    """Raise `ScenarioError` if a list of titles or the AUX marker is malformed."""
    if key in LISTED and value is not None:
        if not isinstance(value, list):
            raise ScenarioError(f"{where}: a list of titles was expected, not {quote(value)}")
        for card in value:
            _read_title(where, title_of(card))
    if key == "aux" and not isinstance(value, bool):
        raise ScenarioError(f"{where}: true or false was expected, not {quote(value)}")


def _read_place(where: str, place: Any) -> str:
    at = as_hex(place)
    if at is None:
        raise ScenarioError(f'{where}: a hex such as "1,0", in quotes, was expected, not {quote(place)}')
    return f"{at[0]},{at[1]}"


def _read_title(where: str, title: Any) -> str:
    if not isinstance(title, str):
        raise ScenarioError(f"{where}: a title was expected, not {quote(title)}")
    return title


def _read_tile(where: str, tile: Any) -> Any:
    """Return a tile as its title, or as ``{title: TITLE, by: 0}`` if its owner matters."""
    if isinstance(tile, dict) and set(tile) <= {"title", "by"}:
        _read_title(where, tile.get("title"))
        return tile
    return _read_title(where, tile)


def _read_dice(faces: Any) -> list[Any]:
    """Return the dice in order. The dice of one throw may be a nested list."""
    if not isinstance(faces, list):
        raise ScenarioError(f"dice: a list of numbers from 1 to 6 was expected, not {quote(faces)}")
    return [face for throw in faces for face in (throw if isinstance(throw, list) else [throw])]


def _read_steps(described: dict[str, Any]) -> list[StepSaid]:
    """Return the steps. Raises `ScenarioError` if the keys of one do not go together."""
    steps = described.get("steps") or []
    if not isinstance(steps, list):
        raise ScenarioError(f"steps: a list was expected, not {quote(steps)}")
    if not steps and not described.get("expect"):
        raise ScenarioError("it has neither steps nor anything to expect")
    for number, step in enumerate(steps, start=1):
        wrong = _check_step(step)
        if wrong:
            raise ScenarioError(f"step {number}: {wrong}")
    return steps


def _check_step(step: Any) -> str | None:
    if not isinstance(step, dict):
        return f"{{seat: 0, play: explore north}} is one, {quote(step)} is not"
    unknown = [key for key in step if key not in STEP_KEYS]
    if unknown:
        return f"there is no {quote(unknown[0])}; a step has {', '.join(STEP_KEYS)}"
    if "play" not in step:
        return None if set(step) == {"expect"} else "it plays nothing and expects nothing"
    if not isinstance(step["play"], str):
        return f"play: a line was expected, not {quote(step['play'])}"
    if "seat" not in step:
        return "it does not say which seat plays; the house is seat null"
    seat = step["seat"]
    if seat is not None and type(seat) is not int and seat_number(seat) is None:
        return f"seat: a number was expected, or null for the house, not {quote(seat)}"
    if "refused" in step and type(step["refused"]) not in (str, int):
        return f'refused: the number of a rule such as "10.3" was expected, not {quote(step["refused"])}'
    return None


# The play.


def _run_step(step: StepSaid, game: Game, events: list[Event]) -> IllegalAction | None:
    """Play a step, compare what it expects, and return the refusal of a line that is refused."""
    refusal = None
    if "play" in step:
        seat = read_seat(step["seat"])
        if "refused" in step:
            refusal = _expect_refusal(game, seat, step["play"], str(step["refused"]), events)
        else:
            events += _play_line(game, seat, step["play"], events)
    _expect(step.get("expect"), game, events)
    return refusal


def _complete_line(game: Game, events: list[Event]) -> bool:
    """Complete an open line with its least options and return True if there was one.

    `lay mine` alone is the first stage of a line, but a whole line to an author who wrote nothing more.
    """
    number = game.number
    while game.decision is not None and game.decision.said and game.decision.least is not None:
        events += game.act(game.decision.seat, game.decision.least)
    return game.number > number


def _begins_another(game: Game, seat: int | None, text: str) -> bool:
    """Return True if the text begins a new line instead of continuing the one phrase that the seat has said."""
    begun = game.decision
    if begun is None or len(begun.said) != 1 or begun.seat != seat or take_phrase(begun.said, text):
        return False
    choice = game.stack[-1]
    assert isinstance(choice, Choice)
    on, anew = (whole_line(choice, game, said, text) for said in (begun.said, ()))
    first = choice.stage(game, ())
    return text not in begun and on is None and (anew is not None or (first is not None and text in first))


def _play_line(game: Game, seat: int | None, text: str, events: list[Event]) -> list[Event]:
    """Play the line and return its events. The events of completing an earlier line are appended to `events`."""
    if _begins_another(game, seat, text):
        _complete_line(game, events)
    try:
        return game.act(seat, text)
    except IllegalAction as refused:
        if _complete_line(game, events):
            return _play_line(game, seat, text, events)
        raise _ScenarioFailedError(
            f"{_name_seat(seat)} may not play {text!r}: {refused}. {_describe_question(game)}"
        ) from refused


def _expect_refusal(game: Game, seat: int | None, text: str, rule: str, events: list[Event]) -> IllegalAction:
    """Return the refusal. Raises `_ScenarioFailedError` unless this rule refuses the line and nothing changes."""
    asked = _describe_question(game)
    before = _snapshot(game)
    played = f"{text!r} should be refused by rule {rule}, but {_name_seat(seat)} played it. {asked}"
    try:
        game.act(seat, text)
    except IllegalAction as refused:
        refusal = refused
    except OutOfDiceError:
        raise _ScenarioFailedError(played) from None
    else:
        raise _ScenarioFailedError(played)
    if refusal.rule != rule:
        if _complete_line(game, events):
            return _expect_refusal(game, seat, text, rule, events)
        by = f"rule {refusal.rule}" if refusal.rule else "no rule at all"
        problem = f"{text!r} should be refused by rule {rule}, and {by} refused it: {refusal}. {asked}"
        raise _ScenarioFailedError(problem) from refusal
    if _snapshot(game) != before:
        raise _ScenarioFailedError(f"{text!r} was refused, as it should be, but something at the table has changed")
    return refusal


def _snapshot(game: Game) -> tuple[Any, ...]:
    """Return all of the game that a refused step must leave unchanged."""
    return game.to_data(), repr(game.decision), list(game.events), len(game.log)


def _expect(expected: Any, game: Game, events: list[Event]) -> None:
    if expected is None:
        return
    difference = first_difference(expected, game, events)
    if difference is not None and _complete_line(game, events):
        difference = first_difference(expected, game, events)
    if difference is not None:
        raise _ScenarioFailedError(f"{difference}. {_describe_question(game)}")


def _get_dice_left(game: Game) -> list[int]:
    assert isinstance(game.dice, FixedDice)
    return game.dice.left


def _name_seat(seat: int | None) -> str:
    return "the house" if seat is None else f"seat {seat}"


def _describe_question(game: Game) -> str:
    """Return a sentence about who was asked and the options, for a failure."""
    question = game.decision
    if question is None:
        return "Nobody was asked: the match is over."
    return f"Seat {question.seat} was asked; the options were: {', '.join(question)}."
