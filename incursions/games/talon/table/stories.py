"""Scenarios told to players: who stands where, what is chosen, what follows, and what is refused by which rule.

A scenario is played, and its events become the sentences of the log. What it describes or expects is said in words.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from markupsafe import Markup

from incursions.engine.events import Event
from incursions.games.books import Story, StoryStep, tell_events
from incursions.games.talon.rules.catalogue import Catalogue
from incursions.games.talon.rules.examples.scenario_files import Scenario
from incursions.games.talon.rules.examples.scenario_words import OVER, SET_UP, SPECTATOR
from incursions.games.talon.rules.examples.scenarios import Example, check_battles, check_geometry
from incursions.games.talon.table import story_facts
from incursions.games.talon.table.log import BattleLog, name_seats, rule
from incursions.games.talon.table.wording import side_title
from incursions.kit.markup import escape, format_html, join_html
from incursions.kit.words import capitalise, join_names

TIME_OUT_RULE = "T25.5"
"""The rule by which questions get their usual answers."""
MOST_EVENTS = 12
"""The most sentences that are told of a time in which nobody chooses."""


def tell_story(scenario: Scenario, catalogue: Catalogue) -> Story:
    """Play a scenario and tell it. Raises an error for one that does not hold."""
    if "geometry" in scenario.data:
        check_geometry(scenario.data["geometry"])
        return Story(tuple(map(escape, story_facts.tell_geometry(scenario.data["geometry"]))), (), ())
    if "load" in scenario.data:
        check_battles(scenario.data, catalogue)
        titles = {name: battle.title for name, battle in catalogue.battles.items()}
        return Story(tuple(map(escape, story_facts.tell_battles(scenario.data, titles))), (), ())
    teller = _Teller(scenario)
    table, steps = tuple(teller.tell_table()), tuple(teller.tell_steps())
    return Story(table, steps, tuple(teller.tell_facts(scenario.data.get("expect", {}))))


class _Teller:
    """Writes the sentences of one scenario, which is played while its steps are told."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._example = Example(scenario)
        view = self._example.game.view(None)
        self._log = BattleLog(name_seats(view), view=view)

    # The table at the start.

    def tell_table(self) -> Iterator[Markup]:
        """Yield the moment, the ships and missiles, the terrain, and all else that is given."""
        given = self._scenario.data["given"]
        at = given["at"]
        moment = at if at == SET_UP else {"round": self._example.game.round, **at}
        yield escape(f"{capitalise(story_facts.describe_moment(moment))}.")
        yield from map(escape, story_facts.name_seats(given))
        for name, ship in given.get("ships", {}).items():
            yield self._tell_ship(name, ship)
        for number, missile in given.get("missiles", {}).items():
            yield escape(story_facts.describe_missile(number, missile))
        told = {key: given[key] for key in ("initiative", "terrain", "points") if key in given}
        yield from map(escape, story_facts.tell_state(told))
        if "rounds" in given:
            yield escape(f"The battle ends after round {given['rounds']}.")
        yield from map(escape, story_facts.Goals(self._scenario.definitions).tell(given))
        if given.get("undo"):
            yield escape("The table allows taking back.")
        yield from self._tell_set_up()

    def _tell_ship(self, name: str, ship: Mapping[str, Any]) -> Markup:
        """Return a ship with its class and what is given of it, in its place and facing if it is on the map."""
        usual = {"facing": 0} if "at" in ship else {}
        said = story_facts.describe_ship({**usual, **ship})
        title = self._scenario.definitions.classes[ship["class"]].title
        return format_html("{}, {}{}.", self._name(name), title, f": {said}" if said else "")

    def _tell_set_up(self) -> Iterator[Markup]:
        """Yield what may not be placed, and how all else is."""
        if self._scenario.data["given"]["at"] != SET_UP:
            return
        for name, (number, reason) in self._example.faults.items():
            yield format_html("{} is refused, because {}.{}", self._name(name), reason.rstrip("."), rule(number))
        yield from tell_events(self._log.write, self._example.game.events)

    # Steps.

    def tell_steps(self) -> Iterator[StoryStep]:
        """Take the steps in turn, and yield each with what follows. Raises an error for one that does not hold."""
        for step in self._example.play_steps():
            events, refusal = self._example.take_news()
            chosen = self._tell_choice(step)
            follows = list(self._tell_options(step))
            follows += tell_events(self._log.write, events if "until" not in step else _keep_last(events))
            if refusal is not None:
                number, reason = refusal
                follows.append(format_html("Refused: {}.{}", reason.rstrip("."), rule(number)))
            follows += self._tell_looks(step)
            follows += self.tell_facts(step.get("then", {}))
            yield StoryStep(chosen, tuple(follows), is_refused=refusal is not None)
        self._example.check_end()

    def _tell_choice(self, step: Mapping[str, Any]) -> Markup:
        """Return what is chosen in a step, "" if it only looks."""
        if "until" in step:
            until = step["until"]
            end = "the battle is over" if until == OVER else story_facts.describe_moment(until)
            return format_html("The usual answers follow until {}.{}", end, rule(TIME_OUT_RULE))
        if "undo" in step:
            return format_html("{} takes back its last act.", self._name_seat(step))
        if "timeout" in step:
            return format_html("{} runs out of time.", self._name_seat(step))
        if "play" in step:
            return format_html("{} chooses “{}”.", self._name_seat(step), step["play"])
        return Markup()

    def _tell_options(self, step: Mapping[str, Any]) -> Iterator[Markup]:
        for key, words in (("offers", "On offer for {}: {}."), ("lacks", "Not on offer for {}: {}.")):
            if key in step:
                named = join_html(", ", "“{}”", ((text,) for text in step[key]))
                yield format_html(words, self._name_seat(step), named)

    def _tell_looks(self, step: Mapping[str, Any]) -> Iterator[Markup]:
        """Yield what players see in a step."""
        if "preview" in step:
            yield escape(story_facts.describe_preview(step["preview"], step.get("shows", {})))
        if "same_view" in step:
            seats = ["a spectator" if name == SPECTATOR else side_title(name) for name in step["same_view"]]
            yield escape(f"{join_names(seats)} see the same.")

    # What is true at a moment.

    def tell_facts(self, facts: Mapping[str, Any]) -> Iterator[Markup]:
        """Yield sentences about what must hold."""
        for key, value in facts.items():
            if key in self._scenario.data["given"].get("ships", {}):
                yield format_html("{} {}.", self._name(key), story_facts.describe_ship(value))
        yield from map(escape, story_facts.tell_state({key: facts[key] for key in facts if key not in self._ships}))

    @property
    def _ships(self) -> Mapping[str, int]:
        return self._example.game.battlefield.indices

    def _name(self, ship: str) -> Markup:
        """Return the name of a ship in the colour of its side."""
        return self._log.vessel(self._ships[ship]) if ship in self._ships else escape(ship)

    def _name_seat(self, step: Mapping[str, Any]) -> Markup:
        return self._log.ship(self._example.find_seat(step))


def _keep_last(events: Iterable[Event]) -> Iterable[Event]:
    """Return the last events of a time in which nobody chooses."""
    return deque(events, MOST_EVENTS)
