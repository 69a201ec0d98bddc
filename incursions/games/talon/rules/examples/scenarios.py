"""Running scenarios: playing their steps and comparing the match with what is expected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from incursions.engine.dice import FixedDice, OutOfDiceError
from incursions.engine.errors import IllegalAction
from incursions.engine.events import Event, Facts
from incursions.engine.facings import arcs_of, directions_along, step, trace_line
from incursions.engine.hexes import Hex, as_hex, hex_text
from incursions.engine.standing import CONCEDE
from incursions.games.example_failures import ExampleFailure, explain_failure
from incursions.games.talon.rules import events
from incursions.games.talon.rules.battles import Battle
from incursions.games.talon.rules.examples.expectations import compare
from incursions.games.talon.rules.examples.scenario_files import Scenario
from incursions.games.talon.rules.examples.scenario_words import OVER, SPECTATOR
from incursions.games.talon.rules.examples.table import ExampleGame, Moment, lay_match
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.matches import make_battle_setup

MOST_ANSWERS = 20_000
"""The most questions that an `until` answers."""


def run_scenario(scenario: Scenario, catalogue: Any) -> str | None:
    """Return why a scenario does not hold, or None if it does."""
    return explain_failure(lambda: _check_scenario(scenario, catalogue))


def _check_scenario(scenario: Scenario, catalogue: Any) -> None:
    if "geometry" in scenario.data:
        check_geometry(scenario.data["geometry"])
    elif "load" in scenario.data:
        check_battles(scenario.data, catalogue)
    else:
        Example(scenario).run()


def play_scenario(scenario: Scenario) -> Iterator[ExampleGame]:
    """Yield the match of a scenario at its start and after each act; nothing is compared."""
    example = Example(scenario)
    with suppress(ExampleFailure, OutOfDiceError):
        example.run()
    yield from (game for _, game in example.before)
    yield example.game


class Example:
    """A scenario that is played: the match, the steps passed since the last act, the events, and what can be undone."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.given = scenario.data["given"]
        self.game, self.faults = lay_match(scenario)
        self.told: list[str] = self._name_events(self.game.events)
        self.passed: list[Moment] = [*self.game.moments]
        self.before: list[tuple[int | None, ExampleGame]] = []
        self.news: list[Event] = []
        self.refusal: tuple[str, str] | None = None

    def run(self) -> None:
        """Play the steps and look at the end. Raises `ExampleFailure`."""
        for _ in self.play_steps():
            pass
        self.check_end()

    def play_steps(self) -> Iterator[Mapping[str, Any]]:
        """Look at the set-up, take the steps in order, and yield each when it is done. Raises `ExampleFailure`."""
        self._check_set_up()
        for number, entry in enumerate(self.scenario.data.get("steps", ()), start=1):
            try:
                self._take_step(entry)
            except ExampleFailure as failure:
                raise ExampleFailure(f"step {number}: {failure}") from failure
            yield entry

    def take_news(self) -> tuple[list[Event], tuple[str, str] | None]:
        """Return the events since this was asked last, and the refusal with rule and reason; forget both."""
        news, refusal = self.news, self.refusal
        self.news, self.refusal = [], None
        return news, refusal

    def check_end(self) -> None:
        """Compare the match with what is expected at the end. Raises `ExampleFailure`."""
        compare(self.game, self.scenario.data.get("expect", {}), self.told)
        dice = self.game.dice
        if isinstance(dice, FixedDice) and dice.left:
            raise ExampleFailure(f"dice left over: {dice.left}")

    def _check_set_up(self) -> None:
        expected = self.scenario.data.get("setup_refused", {})
        found = {name: rule for name, (rule, _) in self.faults.items()}
        if found != expected:
            raise ExampleFailure(f"set-up refuses {found or 'nothing'}, not {expected or 'nothing'}")

    # Steps.

    def _take_step(self, entry: Mapping[str, Any]) -> None:
        if "offers" in entry or "lacks" in entry:
            self._check_options(entry)
        if "preview" in entry:
            self._check_preview(entry["preview"], entry.get("shows", {}))
        if "same_view" in entry:
            self._check_views(entry["same_view"])
        if "undo" in entry:
            self._undo(self.find_seat(entry), entry)
        elif "refused" in entry:
            self._check_refusal(self.find_seat(entry), entry)
        elif "play" in entry:
            self._play(self.find_seat(entry), entry["play"])
        if "timeout" in entry:
            self._time_out(self.find_seat(entry))
        if "until" in entry:
            self._go_on_until(entry["until"])
        if "then" in entry:
            compare(self.game, entry["then"], self.told)

    def find_seat(self, entry: Mapping[str, Any]) -> int:
        """Return the seat that a step names: the first of a side, or "SIDE N"."""
        return self._find_seat_called(entry["seat"] if "seat" in entry else entry["side"])

    def _find_seat_called(self, name: str) -> int:
        field = self.game.battlefield
        for side, seats in zip(field.sides, field.seats_of, strict=True):
            for number, seat in enumerate(seats, start=1):
                if name == f"{side} {number}" or (name == side and number == 1):
                    return seat
        raise ExampleFailure(f"there is no seat {name}")

    def _check_options(self, entry: Mapping[str, Any]) -> None:
        question = self.game.question_for(self.find_seat(entry))
        if question is None:
            raise ExampleFailure(f"the seat is not asked; {self._describe_question()}")
        for text in entry.get("offers", ()):
            if text not in question:
                raise ExampleFailure(f"{text!r} is not offered; {self._describe_question()}")
        for text in entry.get("lacks", ()):
            if text in question:
                raise ExampleFailure(f"{text!r} is offered")

    def _describe_question(self) -> str:
        question = self.game.decision
        if question is None:
            return "the match is over"
        return f"seat {question.seat} is asked: {', '.join(question.options)}"

    def _check_preview(self, text: str, shows: Mapping[str, Any]) -> None:
        try:
            shot = self.game.preview(text)
        except IllegalAction as problem:
            raise ExampleFailure(f"{text!r} has no preview: {problem}") from problem
        found = {
            "range": shot.range,
            "struck": shot.struck,
            "modifier": shot.modifier,
            "chance": f"{shot.chance} of 6",
            "damage": shot.damage,
        }
        for key, value in shows.items():
            if found[key] != value:
                raise ExampleFailure(f"the preview of {text!r} shows {key} {found[key]}, not {value}")

    def _check_views(self, names: Sequence[str]) -> None:
        seats = [None if name == SPECTATOR else self._find_seat_called(name) for name in names]
        views = [self.game.view(seat) for seat in (*seats, None)]
        if any(view != views[0] for view in views):
            raise ExampleFailure("the views differ")

    def _check_refusal(self, seat: int, entry: Mapping[str, Any]) -> None:
        text, before = entry["play"], self.game.to_data()
        refusal = self.game.why_not(text, seat)
        if refusal is None:
            raise ExampleFailure(f"{text!r} is not refused")
        if entry["refused"] != refusal.rule and f"({entry['refused']})" not in refusal.reason:
            raise ExampleFailure(f"{text!r} is refused by {refusal}, not by {entry['refused']}")
        if entry.get("because", "") not in refusal.reason:
            raise ExampleFailure(f"the reason is {refusal.reason!r}, without {entry['because']!r}")
        self.refusal = refusal.rule, refusal.cause
        with suppress(IllegalAction):
            self.game.act(seat, text)
        if self.game.to_data() != before:
            raise ExampleFailure(f"{text!r} was refused and changed the match")

    def _play(self, seat: int, text: str) -> None:
        if text != CONCEDE:
            question = self.game.question_for(seat)
            if question is None or text not in question:
                raise ExampleFailure(f"{text!r} is no option of seat {seat}; {self._describe_question()}")
        self._act(seat, text)

    def _act(self, seat: int, text: str) -> None:
        self.before.append((seat, self.game.copy()))
        self.game.moments.clear()
        try:
            caused = self.game.act(seat, text)
        except IllegalAction as problem:
            raise ExampleFailure(f"{text!r} is refused: {problem}") from problem
        self.told += self._name_events(caused)
        self.news += caused
        self.passed = [*self.game.moments]

    def _time_out(self, seat: int) -> None:
        question = self.game.question_for(seat)
        if question is None or question.least is None:
            raise ExampleFailure(f"the seat is not asked; {self._describe_question()}")
        self._act(seat, question.least)

    def _undo(self, seat: int, entry: Mapping[str, Any]) -> None:
        fault = self.game.find_undo_fault(seat, is_allowed=self.given.get("undo", False))
        if "refused" in entry:
            if fault is None or fault.rule != entry["refused"]:
                raise ExampleFailure(f"taking back is refused by {fault}, not by {entry['refused']}")
            self.refusal = fault.rule, fault.reason
        elif fault is not None:
            raise ExampleFailure(f"taking back is refused: {fault.reason} ({fault.rule})")
        else:
            _, self.game = self.before.pop()
            self.passed = []

    def _go_on_until(self, until: Any) -> None:
        """Answer each question as one that runs out of time, until the moment has been reached (rules T25.5)."""
        wanted = {} if until == OVER else until
        may_end = until == OVER or wanted.get("or") == OVER
        for _ in range(MOST_ANSWERS):
            if until != OVER and self._reach(wanted):
                return
            question = self.game.decision
            if question is None:
                if may_end:
                    return
                raise ExampleFailure(f"the match is over before {until}")
            self._act(question.seat, question.least or question.options[0])
        raise ExampleFailure(f"{until} was not reached")

    def _reach(self, wanted: Mapping[str, Any]) -> bool:
        """Return True if a step that has begun is the moment, and forget the steps up to it."""
        for place, (number, letter, side, name) in enumerate(self.passed):
            found = {"round": number, "impulse": letter, "side": side, "step": name}
            if all(found[key] == value for key, value in wanted.items() if key != "or"):
                self.passed = self.passed[place + 1 :]
                return True
        return False

    # Events.

    def _name_events(self, caused: Sequence[Event]) -> list[str]:
        return [name for event in caused for name in [self._name_event(event)] if name]

    def _name_event(self, event: Event) -> str:
        """Return an event as scenarios write it, "" for one that they do not name."""
        write: Callable[[Game, Facts], str] | None = EVENT_TEXTS.get(event.kind)
        return write(self.game, event.facts) if write else ""


def _name_ship(game: Game, facts: Facts, key: str = "ship") -> str:
    return game.ships[facts[key]].name


def _name_target(game: Game, facts: Facts) -> str:
    return f"missile {facts['missile']}" if "missile" in facts else _name_ship(game, facts, "target")


def _with_ship(word: str) -> Callable[[Game, Facts], str]:
    return lambda game, facts: f"{word} {_name_ship(game, facts)}"


EVENT_TEXTS: Mapping[str, Callable[[Game, Facts], str]] = {
    events.TurnBegan.kind: lambda game, facts: f"turn {game.battlefield.sides[facts['side']]} {facts['letter']}",
    events.PowerPhaseBegan.kind: lambda game, facts: "power phase",
    events.Rolled.kind: lambda game, facts: f"roll {facts['die']} counts {facts['counts']}",
    events.Hit.kind: lambda game, facts: f"hit {_name_target(game, facts)}",
    events.Missed.kind: lambda game, facts: f"miss {_name_target(game, facts)}",
    events.MissileHit.kind: lambda game, facts: f"hit {_name_ship(game, facts, 'target')}",
    events.Damaged.kind: _with_ship("damage"),
    events.CriticalRolled.kind: lambda game, facts: f"critical {sum(facts['dice'])}",
    events.Exploded.kind: _with_ship("explosion"),
    events.Shifted.kind: _with_ship("shift"),
    events.AsteroidStruck.kind: _with_ship("asteroid"),
    events.Collided.kind: _with_ship("collision"),
    events.RowSet.kind: _with_ship("row"),
    events.GroupCharged.kind: _with_ship("charge"),
    events.Jumped.kind: _with_ship("jump"),
    events.BrokeUp.kind: _with_ship("break-up"),
    events.Placed.kind: lambda game, facts: (
        f"place {_name_ship(game, facts)}" if "ship" in facts else f"place {hex_text(facts['at'])}"
    ),
}
"""The texts of events in `order`, by kind."""


# Geometry and battles.


def check_geometry(cases: Mapping[str, Any]) -> None:
    """Compare lines, arcs, pushes and pulls with those given (rules T24). Raises `ExampleFailure`."""
    for case in cases.get("lines", ()):
        line = trace_line((0, 0), as_hex(case["to"]))
        pairs = {frozenset(pair) for pair in line.spine}
        wanted = {frozenset(as_hex(at) for at in pair) for pair in case["spine"]}
        if set(line.through) != {as_hex(at) for at in case["through"]} or pairs != wanted:
            raise ExampleFailure(f"the line to {case['to']} passes {line}")
    for case in cases.get("arcs", ()):
        arcs = arcs_of(case["facing"], as_hex(case["to"]))
        if {*arcs} != {*case["arc"].split("+")}:
            raise ExampleFailure(f"{case['to']} lies in {arcs} of facing {case['facing']}, not in {case['arc']}")
    for case in cases.get("pushes", ()):
        _check_shift(case, as_hex(case["to"]), as_hex(case["to"]))
    for case in cases.get("pulls", ()):
        start = as_hex(case["from"])
        _check_shift(case, start, (-start[0], -start[1]))


def _check_shift(case: Mapping[str, Any], start: Hex, offset: Hex) -> None:
    found = {step(start, direction) for direction in directions_along(offset)}
    if found != {as_hex(at) for at in case["step"]}:
        raise ExampleFailure(f"from {start} the step leads to {sorted(found)}, not to {case['step']}")


def check_battles(data: Mapping[str, Any], catalogue: Any) -> None:
    """Start the battles named, and compare who is asked and how many ships there are. Raises `ExampleFailure`."""
    for name in data["load"]:
        battle: Battle | None = catalogue.battles.get(name)
        if battle is None:
            raise ExampleFailure(f"there is no battle {name}")
        game = Game.start(make_battle_setup(catalogue, battle), bytes(32))
        question, wanted = game.decision, data["expect"].get(name, {})
        if question is None:
            raise ExampleFailure(f"{name} asks nothing")
        side = game.battlefield.sides[game.battlefield.side_of_seat[question.seat]]
        found = {"first": side, "ships": len(game.ships)}
        for key, value in wanted.items():
            if found[key] != value:
                raise ExampleFailure(f"{name}: {key} is {found[key]}, not {value}")
