"""The bot for beginners: it judges as a captain does, and goes wrong as people do who are new to the game.

Every mistake has a name and a rate. A habit is something an ensign would rather do; what it overlooks, the captain in
it is not told of. All of it is said in options, so whatever an ensign does is legal, and it sees what its seat sees.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from incursions.bots.bot import Choice, View, ViewBot
from incursions.bots.captain import CaptainBot
from incursions.bots.options import amount
from incursions.bots.situation import maximum_points, place, points
from incursions.engine import Question
from incursions.engine.hexes import Hex, distance

NEARLY_LOST = 1 / 3  # of its points: below this even an ensign thinks of repairs
HEX = re.compile(r"(-?\d+),(-?\d+)")
SEAT = re.compile(r"at seat (\d+)")
CARDS = ("play ", "table ")
DEFENCES = ("evade ", "repair", "add ", "take the hit")


class Mistakes(NamedTuple):
    """How often an ensign goes wrong, of the times that it could."""

    explores_for_fun: float = 0.3
    fires_at_what_is_near: float = 0.4
    misjudges_range: float = 0.5
    misjudges_odds: float = 0.5
    keeps_no_power: float = 0.5
    lets_maneuvers_go: float = 0.2
    forgets_cards: float = 0.5
    repairs_late: float = 0.7


class Moment(NamedTuple):
    """What is asked, what can be seen, and what the captain would say first."""

    view: View
    question: Question
    rng: Random
    sound: str

    def options(self, *beginnings: str) -> list[str]:
        """Those that begin so."""
        return [option for option in self.question if option.startswith(beginnings)]

    @property
    def at(self) -> Hex:
        """Where the ship is."""
        return place(self.view["ships"][self.question.seat])


Habit = Callable[[Moment], Choice | None]


class EnsignBot(ViewBot):
    """A captain with the mistakes of a beginner."""

    name = "ensign"

    def __init__(self, mistakes: Mistakes | None = None, captain: ViewBot | None = None) -> None:
        self.mistakes = mistakes or Mistakes()
        self._captain = captain or CaptainBot()

    def explain(self, view: View, decision: Question, rng: Random) -> Choice:
        """One of the options: by habit if one has its way, else the captain's of those that were noticed."""
        noticed = self._noticed(view, decision, rng)
        sound = _next_phrase(self._captain.explain(view, noticed, rng), noticed)
        moment = Moment(view, decision, rng, sound.text if sound else "")
        for name, habit in _HABITS.items():
            has_its_way = rng.random() < getattr(self.mistakes, name)
            choice = habit(moment) if has_its_way else None
            if choice is not None:
                return choice
        return sound or _finish(moment)

    def _noticed(self, view: View, decision: Question, rng: Random) -> Question:
        """The question without the options that are overlooked."""
        cards, repairs = rng.random() < self.mistakes.forgets_cards, rng.random() < self.mistakes.repairs_late
        overlooked: tuple[str, ...] = ()
        if cards and decision.least is not None:
            overlooked += CARDS
        if repairs and decision.topic == "maneuver" and not _is_nearly_lost(view, decision.seat):
            overlooked += ("repair",)
        if not overlooked or decision.said:
            return decision
        options = [option for option in decision if not option.startswith(overlooked)]
        if not options:
            return decision
        noticed = (decision.seat, decision.kind, decision.topic, options, decision.least, decision.title)
        return Question(*noticed, decision.rule, decision.said)


def _is_nearly_lost(view: View, seat: int) -> bool:
    ship = view["ships"][seat]
    return points(ship) < NEARLY_LOST * maximum_points(ship)


def _next_phrase(choice: Choice, question: Question) -> Choice | None:
    """The option that a choice begins with; None where it would begin another line than the one under way."""
    line = choice.text
    if line in question:
        return choice
    said = " ".join(question.said)
    if said and not line.startswith(f"{said} "):
        return None
    rest = line[len(said) :].strip()
    fitting = [option for option in question if f"{rest} ".startswith(f"{option} ")]
    return Choice(max(fitting, key=len), choice.reason) if fitting else None


def _finish(moment: Moment) -> Choice:
    """The next phrase of a line that no captain would have begun."""
    question = moment.question
    text = _nearest(moment) if question.topic == "target" else moment.rng.choice(question.options)
    return Choice(text, "one has to say something")


# --- habits -----------------------------------------------------------------------------------------------------------


def _fire_at_what_is_near(moment: Moment) -> Choice | None:
    """At whatever is in reach of something, whether that is worth it or not."""
    if moment.question.said and moment.question.topic == "target":
        return Choice(_nearest(moment), "it is the nearest")
    weapons = moment.options("fire ") if moment.question.topic == "maneuver" and not moment.question.said else []
    return Choice(moment.rng.choice(weapons), "there is something to fire at") if weapons else None


def _nearest(moment: Moment) -> str:
    """The target that lies nearest, of others' if there are any."""
    others = [option for option in moment.question if option != f"at seat {moment.question.seat}"]
    return min(others or moment.question.options, key=lambda option: _far(moment, option))


def _far(moment: Moment, option: str) -> int:
    """How far off the hex or the ship lies that an option names; what names none is far."""
    hexes, seat = HEX.search(option), SEAT.search(option)
    if hexes is not None:
        return distance(moment.at, (int(hexes[1]), int(hexes[2])))
    return 99 if seat is None else distance(moment.at, place(moment.view["ships"][int(seat[1])]))


def _explore_for_fun(moment: Moment) -> Choice | None:
    """Anywhere."""
    sides = moment.options("explore ") if moment.question.topic == "maneuver" else []
    return Choice(moment.rng.choice(sides), "who knows what lies there") if sides else None


def _misjudge_range(moment: Moment) -> Choice | None:
    """A hex beside the one that was meant."""
    meant = HEX.search(moment.sound)
    if meant is None or moment.question.kind != "hex":
        return None
    goal = (int(meant[1]), int(meant[2]))
    beside = [option for option in moment.question if _is_beside(option, goal)]
    return Choice(moment.rng.choice(beside), "it looked near enough") if beside else None


def _is_beside(option: str, goal: Hex) -> bool:
    at = HEX.search(option)
    return at is not None and distance((int(at[1]), int(at[2])), goal) == 1


def _misjudge_odds(moment: Moment) -> Choice | None:
    """A defence that sounds good."""
    if moment.question.topic != "defence" or moment.question.said:
        return None
    defences = moment.options(*DEFENCES)
    return Choice(moment.rng.choice(defences), "that should do") if defences else None


def _keep_no_power(moment: Moment) -> Choice | None:
    """All the power there is."""
    if moment.question.topic != "power" or not moment.question.said:
        return None
    return Choice(max(moment.question, key=amount), "more power must be better")


def _let_it_go(moment: Moment) -> Choice | None:
    """A maneuver that could have been used."""
    if moment.question.topic != "maneuver" or moment.question.said or moment.question.least is None:
        return None
    return Choice(moment.question.least, "nothing comes to mind")


_HABITS: dict[str, Habit] = {
    "lets_maneuvers_go": _let_it_go,
    "misjudges_odds": _misjudge_odds,
    "misjudges_range": _misjudge_range,
    "keeps_no_power": _keep_no_power,
    "fires_at_what_is_near": _fire_at_what_is_near,
    "explores_for_fun": _explore_for_fun,
}
