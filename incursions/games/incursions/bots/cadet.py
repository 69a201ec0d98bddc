"""The bot for first matches: it makes the move that comes to mind first, and misses many answers.

A cadet weighs kinds of actions, not positions: it looks at no odds, plans nothing and hunts nobody. All of it is said
in options, so whatever a cadet does is legal, and it sees what its seat sees.
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

NATURAL: Mapping[str, float] = {
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
"""The weights with which kinds of actions come to mind, where there are any of a kind."""
RARE = 0.1
"""The weight of an action that a beginner hardly knows, and of doing nothing."""
HURT = 1 / 2  # of its points: below this a cadet thinks of repairs
REPAIR_WHEN_HURT = 4.0
MISSES_ANSWERS = 0.4
"""The share of answers, such as a card in a window or a defence, that a cadet does not think of."""
SEES_THE_WAY = 0.3
"""The share of warps with which a cadet makes for a wormhole in reach."""


class Moment(NamedTuple):
    """A question with the view of the seat."""

    view: View
    question: Question
    rng: Random

    def choose_natural(self, options: Sequence[Option]) -> str:
        """Return one of the options: a kind of action by the weight of its verb, and any option of that kind."""
        by_verb: dict[str, list[Option]] = {}
        for option in options:
            by_verb.setdefault(option.verb, []).append(option)
        weights = {verb: NATURAL.get(verb, RARE) for verb in by_verb}
        ship = self.view["ships"][self.question.seat]
        if REPAIR in weights and points(ship) < HURT * maximum_points(ship):
            weights[REPAIR] = REPAIR_WHEN_HURT
        (verb,) = self.rng.choices(list(weights), list(weights.values()))
        return self.rng.choice(by_verb[verb]).text


class CadetBot(ViewBot):
    """A player in the first matches."""

    name = "cadet"

    def explain(self, view: View, decision: Question, rng: Random) -> Choice:
        """Return the natural option, by the topic of the question."""
        moment = Moment(view, decision, rng)
        topic = f"...{decision.topic}" if decision.said else decision.topic
        if topic in NATURAL_ANSWERS:
            return NATURAL_ANSWERS[topic](moment)
        if decision.least is not None and not decision.said:
            return _answer_in_window(moment, decision.least)
        return Choice(rng.choice(decision.options), "one has to say something")


def _answer_in_window(moment: Moment, least: str) -> Choice:
    """Return the option that does nothing as often as a beginner misses answers, else another option."""
    others = [option for option in map(parse_option, moment.question) if option.text != least]
    if not others or moment.rng.random() < MISSES_ANSWERS:
        return Choice(least, "no answer comes to mind")
    return Choice(moment.choose_natural(others), "that may help")


def _choose_maneuver(moment: Moment) -> Choice:
    text = moment.choose_natural(list(map(parse_option, moment.question)))
    return Choice(text, "it is the first thing that comes to mind")


def _choose_destination(moment: Moment) -> Choice:
    """Return now and then a wormhole in reach, else any hex."""
    holes = {as_hex(tile["at"]) for tile in moment.view["map"] if tile["kind"] == "wormhole"}
    ways = [option.text for option in map(parse_option, moment.question) if option.place in holes]
    if ways and moment.rng.random() < SEES_THE_WAY:
        return Choice(moment.rng.choice(ways), "there is the wormhole")
    return Choice(moment.rng.choice(moment.question.options), "let us see")


def _choose_target(moment: Moment) -> Choice:
    return Choice(nearest_target(moment.view, moment.question), "it is the nearest")


NATURAL_ANSWERS: Mapping[str, Callable[[Moment], Choice]] = {
    # By the topic of the question, with dots before that of a later stage.
    "maneuver": _choose_maneuver,
    "...target": _choose_target,
    "...warp to": _choose_destination,
}
