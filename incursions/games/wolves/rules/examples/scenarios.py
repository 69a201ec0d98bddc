"""Running examples: giving the commands of their steps and comparing the day with what is expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from incursions.engine.errors import IllegalAction
from incursions.engine.events import Event
from incursions.games.example_failures import ExampleFailure, explain_failure
from incursions.games.wolves.rules.content.definitions import Content
from incursions.games.wolves.rules.examples.expectations import compare, load_everything
from incursions.games.wolves.rules.examples.scenario_files import Scenario
from incursions.games.wolves.rules.examples.table import ExampleGame, GivenDice, lay_day
from incursions.games.wolves.rules.game import write_event


def run_scenario(scenario: Scenario, content: Content) -> str | None:
    """Return why an example does not hold, or None if it does."""
    return explain_failure(lambda: play_scenario(scenario, content))


class StepOutcome(NamedTuple):
    """A step that holds: the events that followed, and the refusal if it shows one."""

    step: Mapping[str, Any]
    events: Sequence[Event]
    refusal: IllegalAction | None = None


def play_scenario(scenario: Scenario, content: Content) -> ExampleGame:
    """Play an example and compare its end; return the day. Raises `ExampleFailure`."""
    game = lay_day(scenario, content)
    for _ in take_steps(game, scenario):
        pass
    return game


def take_steps(game: ExampleGame, scenario: Scenario) -> Iterator[StepOutcome]:
    """Take the steps of an example in turn, yield each, and compare the end. Raises `ExampleFailure`."""
    for number, step in enumerate(scenario.data["steps"], start=1):
        try:
            yield _take_step(game, step)
        except ExampleFailure as failure:
            raise ExampleFailure(f"step {number}: {failure}") from failure
    compare(game, scenario.start_facts, scenario.data["expect"])
    _check_left_over(game)


def _take_step(game: ExampleGame, step: Mapping[str, Any]) -> StepOutcome:
    seat, text, request = step["by"], step["do"], str(step.get("request", ""))
    if "refused" in step:
        refusal = _take_refusal(game, seat, text, step["refused"], request)
        _check_shown(game, step, str(refusal))
        return StepOutcome(step, (), refusal)
    try:
        events = game.act(seat, text, request=request)
    except IllegalAction as refused:
        raise ExampleFailure(f"{seat}: {text!r} is refused: {refused}") from refused
    _check_shown(game, step, "\n".join(write_event(event, seat) for event in events))
    return StepOutcome(step, events)


def _check_shown(game: ExampleGame, step: Mapping[str, Any], answer: str) -> None:
    """Raise `ExampleFailure` unless the words of `shows` are in the answer to the step or in the view of its seat."""
    seat, shows = step["by"], step.get("shows", [])
    for words in shows if isinstance(shows, list) else [shows]:
        if words not in f"{answer}\n{load_everything(game, seat)}":
            raise ExampleFailure(f"{seat}: {step['do']!r} shows {answer!r}, without {words!r}")


def _take_refusal(game: ExampleGame, seat: str, text: str, expected: Any, request: str) -> IllegalAction:
    """Return the refusal of a command. Raises `ExampleFailure` if the command is accepted or changes the day."""
    rules = expected if isinstance(expected, list) else [expected]
    before = game.state.to_data()
    try:
        game.act(seat, text, request=request)
    except IllegalAction as refused:
        if refused.rule not in rules:
            raise ExampleFailure(f"{seat}: {text!r} is refused by {refused}, not by {expected}") from refused
        if game.state.to_data() != before:
            raise ExampleFailure(f"{seat}: {text!r} was refused and changed the day") from refused
        return refused
    raise ExampleFailure(f"{seat}: {text!r} is not refused by {expected}")


def _check_left_over(game: ExampleGame) -> None:
    dice = game.dice
    if isinstance(dice, GivenDice) and (dice.left or dice.undrawn):
        raise ExampleFailure(f"left over: {[*dice.left, *dice.undrawn]}")
