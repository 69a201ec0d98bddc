"""The bot for first matches. It chooses kinds of actions at random by their weights, and misses many answers.

A cadet looks at no odds, plans nothing and hunts nobody. It chooses among the options, so its moves are legal, and it
reads only the view of its seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from incursions.engine import Option, Question
from incursions.engine.hexes import as_hex
from incursions.games.incursions.bots.bot import Choice, View, ViewBot
from incursions.games.incursions.bots.situation import maximum_points, nearest_target, points
from incursions.games.incursions.rules.state.phrases import REPAIR, parse_option

WEIGHTS: Mapping[str, float] = {
    "fire": 4.5,
    "attack with": 4.5,
    "explore": 5.0,
    "warp": 3.0,
    "table": 3.0,
    "play": 2.0,
    "evade with": 2.0,
    "add": 2.0,
    "lay mine": 1.0,
    REPAIR: 1.0,
}
"""The weights of actions by their verb."""
RARE = 0.1
"""The weight of every other action, and of doing nothing."""
HURT = 1 / 2  # of its points: below this a cadet repairs more often
REPAIR_WHEN_HURT = 4.0
MISSES_ANSWERS = 0.4
"""The share of windows and defences in which a cadet takes the least option."""
WARPS_TO_WORMHOLE = 0.3
"""The share of warps to a wormhole where one is in reach."""


class Asked(NamedTuple):
    """A question to a cadet, with the view of its seat and the source of chance."""

    view: View
    question: Question
    rng: Random

    def draw_by_weight(self, options: Sequence[Option]) -> str:
        """Draw a verb by its weight, and return any option with that verb."""
        by_verb: dict[str, list[Option]] = {}
        for option in options:
            by_verb.setdefault(option.verb, []).append(option)
        weights = {verb: WEIGHTS.get(verb, RARE) for verb in by_verb}
        ship = self.view["ships"][self.question.seat]
        if REPAIR in weights and points(ship) < HURT * maximum_points(ship):
            weights[REPAIR] = REPAIR_WHEN_HURT
        (verb,) = self.rng.choices(list(weights), list(weights.values()))
        return self.rng.choice(by_verb[verb]).text


class CadetBot(ViewBot):
    """A bot that a beginner can beat."""

    name = "cadet"

    def explain(self, view: View, decision: Question, rng: Random) -> Choice:
        """Return an option: by the topic of the question, at random where the topic has no way of its own."""
        asked = Asked(view, decision, rng)
        topic = f"...{decision.topic}" if decision.said else decision.topic
        if topic in ANSWERS:
            return ANSWERS[topic](asked)
        if decision.least is not None and not decision.said:
            return _answer_in_window(asked, decision.least)
        return Choice(rng.choice(decision.options), "one has to say something")


def _answer_in_window(asked: Asked, least: str) -> Choice:
    """Return the least option as often as a cadet misses answers, else another one."""
    others = [option for option in map(parse_option, asked.question) if option.text != least]
    if not others or asked.rng.random() < MISSES_ANSWERS:
        return Choice(least, "no answer comes to mind")
    return Choice(asked.draw_by_weight(others), "that may help")


def _choose_maneuver(asked: Asked) -> Choice:
    text = asked.draw_by_weight(list(map(parse_option, asked.question)))
    return Choice(text, "it is the first thing that comes to mind")


def _choose_destination(asked: Asked) -> Choice:
    """Return a wormhole in reach for a share of the warps, else any hex."""
    holes = {as_hex(tile["at"]) for tile in asked.view["map"] if tile["kind"] == "wormhole"}
    ways = [option.text for option in map(parse_option, asked.question) if option.place in holes]
    if ways and asked.rng.random() < WARPS_TO_WORMHOLE:
        return Choice(asked.rng.choice(ways), "there is the wormhole")
    return Choice(asked.rng.choice(asked.question.options), "let us see")


def _choose_target(asked: Asked) -> Choice:
    return Choice(nearest_target(asked.view, asked.question), "it is the nearest")


ANSWERS: Mapping[str, Callable[[Asked], Choice]] = {
    "maneuver": _choose_maneuver,
    "...target": _choose_target,
    "...warp to": _choose_destination,
}
"""The functions that answer, by the topic of the question; three dots stand before that of a later stage."""
