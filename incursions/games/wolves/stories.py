"""Examples told to players: what is given, who does what, what follows, and what is refused by which rule."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from incursions.games.books import Story, StoryStep
from incursions.games.wolves import story_facts
from incursions.games.wolves.rules.content.definitions import Content
from incursions.games.wolves.rules.examples.scenario_files import Scenario
from incursions.games.wolves.rules.examples.scenarios import StepOutcome, take_steps
from incursions.games.wolves.rules.examples.table import lay_day
from incursions.games.wolves.rules.game import write_event
from incursions.games.wolves.rules.state import CONTROL
from incursions.kit.markup import escape, format_html

MOST_EVENTS = 12
"""The most sentences that are told of a step."""


def tell_story(scenario: Scenario, content: Content) -> Story:
    """Play an example and tell it. Raises an error for one that does not hold."""
    game = lay_day(scenario, content)
    table = [*story_facts.tell_given(scenario.start_facts), *story_facts.tell_chance(scenario.data)]
    steps = tuple(_tell_step(outcome) for outcome in take_steps(game, scenario))
    end = story_facts.tell_expected(scenario.data["expect"])
    return Story(tuple(map(escape, table)), steps, tuple(map(escape, end)))


def _tell_step(outcome: StepOutcome) -> StoryStep:
    seat, text = outcome.step["by"], outcome.step["do"]
    chosen = format_html("{}: “{}”.", seat, text)
    return StoryStep(chosen, tuple(_tell_consequences(outcome)), is_refused=outcome.refusal is not None)


def _tell_consequences(outcome: StepOutcome) -> Iterator[Markup]:
    """Yield the sentences that Control reads of a step, the first ones of many."""
    if outcome.refusal is not None:
        rule = format_html(' <span class="rule-number">{}</span>', outcome.refusal.rule)
        yield format_html("Refused: {}.{}", outcome.refusal.reason.rstrip("."), rule)
    for event in outcome.events[:MOST_EVENTS]:
        yield escape(write_event(event, CONTROL))
