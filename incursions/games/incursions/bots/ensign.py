"""The bot for beginners: it judges as a captain does, and goes wrong as people do who are new to the game.

Every mistake has a name and a rate. A habit is something an ensign would rather do; what it overlooks, the captain in
it is not told of. All of it is said in options, so whatever an ensign does is legal, and it sees what its seat sees.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from incursions.engine import Question
from incursions.engine.hexes import distance
from incursions.engine.questions import take_phrase
from incursions.games.incursions.bots.bot import Choice, View, ViewBot, amount, find_options
from incursions.games.incursions.bots.captain import CaptainBot
from incursions.games.incursions.bots.situation import maximum_points, nearest_target, points
from incursions.games.incursions.rules.state.phrases import REPAIR, TAKE_THE_HIT, parse_option
from incursions.games.incursions.rules.state.setup import BASIC

NEARLY_LOST = 1 / 3  # of its points: below this even an ensign thinks of repairs
CARDS = ("play", "table")
DEFENCES = ("evade with", REPAIR, "add", TAKE_THE_HIT)


class Mistakes(NamedTuple):
    """The rates at which an ensign goes wrong, of the times that it could."""

    explores_for_fun: float = 0.3
    fires_at_what_is_near: float = 0.4
    misjudges_range: float = 0.5
    misjudges_odds: float = 0.5
    keeps_no_power: float = 0.5
    lets_maneuvers_go: float = 0.2
    forgets_cards: float = 0.5
    repairs_late: float = 0.7


IN_BASIC = Mistakes(misjudges_range=0.25, misjudges_odds=0.25, keeps_no_power=0.4, lets_maneuvers_go=0.1)
"""The rates in Basic, where matches turn on few decisions."""


class Moment(NamedTuple):
    """A question with the view of the seat, and the answer that a captain would begin with."""

    view: View
    question: Question
    rng: Random
    sound: str

    def any_of(self, *verbs: str) -> str | None:
        """Return by chance one of the options with these verbs; None if there is none."""
        options = find_options(self.question, *verbs)
        return self.rng.choice(options).text if options else None


class EnsignBot(ViewBot):
    """A captain with the mistakes of a beginner."""

    name = "ensign"

    def __init__(self, mistakes: Mistakes | None = None) -> None:
        self._usual = mistakes or Mistakes()
        self._in_basic = mistakes or IN_BASIC
        self._captain = CaptainBot()

    def explain(self, view: View, decision: Question, rng: Random) -> Choice:
        """Return an option: by habit if one has its way, else the captain's of those that were noticed."""
        mistakes = self._in_basic if view["mode"] == BASIC else self._usual
        noticed = _drop_overlooked(mistakes, view, decision, rng)
        sound = _next_phrase(self._captain.explain(view, noticed, rng), noticed)
        moment = Moment(view, decision, rng, sound.text if sound else "")
        topic = f"...{decision.topic}" if decision.said else decision.topic
        for name, habits in HABITS.items():
            habit = habits.get(topic) or habits.get(decision.kind)
            has_its_way = rng.random() < getattr(mistakes, name)
            text = habit[0](moment) if habit is not None and has_its_way else None
            if habit is not None and text is not None:
                return Choice(text, habit[1])
        if sound is not None:
            return sound
        # The next phrase of a line that no captain would have begun.
        is_aim = decision.topic == "target"
        text = nearest_target(view, decision) if is_aim else rng.choice(decision.options)
        return Choice(text, "one has to say something")


def _drop_overlooked(mistakes: Mistakes, view: View, decision: Question, rng: Random) -> Question:
    """Return the question without the options that are overlooked."""
    cards, repairs = rng.random() < mistakes.forgets_cards, rng.random() < mistakes.repairs_late
    overlooked: tuple[str, ...] = ()
    if cards and decision.least is not None:
        overlooked += CARDS
    ship = view["ships"][decision.seat]
    if repairs and decision.topic == "maneuver" and points(ship) >= NEARLY_LOST * maximum_points(ship):
        overlooked += (REPAIR,)
    if not overlooked or decision.said:
        return decision
    options = [option for option in decision if parse_option(option).verb not in overlooked]
    if not options:
        return decision
    noticed = (decision.seat, decision.kind, decision.topic, options, decision.least, decision.title)
    return Question(*noticed, decision.rule, decision.said)


def _next_phrase(choice: Choice, question: Question) -> Choice | None:
    """Return the option that a choice begins with; None where it would begin another line than the one under way."""
    line = choice.text
    if line in question:
        return choice
    for phrase in question.said:
        taken = take_phrase((phrase,), line)
        if taken is None:
            return None
        line = taken[1]
    taken = take_phrase(question.options, line)
    return None if taken is None else Choice(taken[0], choice.reason)


# --- habits -----------------------------------------------------------------------------------------------------------


def _beside_the_meant(moment: Moment) -> str | None:
    """Return a random option for a hex beside the one that the captain chose, or None."""
    goal = parse_option(moment.sound).place
    if goal is None:
        return None
    hexes = map(parse_option, moment.question)
    beside = [option.text for option in hexes if option.place is not None and distance(option.place, goal) == 1]
    return moment.rng.choice(beside) if beside else None


Habit = tuple[Callable[[Moment], str | None], str]
"""A function that returns an answer, or None, and the reason for it."""
HABITS: dict[str, dict[str, Habit]] = {
    # By the mistake, then by the topic of the question, with dots before that of a later stage; or by its kind.
    "lets_maneuvers_go": {"maneuver": (lambda moment: moment.question.least, "nothing comes to mind")},
    "misjudges_odds": {"defence": (lambda moment: moment.any_of(*DEFENCES), "that should do")},
    "misjudges_range": {"hex": (_beside_the_meant, "it looked near enough")},
    "keeps_no_power": {"...power": (lambda moment: max(moment.question, key=amount), "more power must be better")},
    "fires_at_what_is_near": {
        "...target": (lambda moment: nearest_target(moment.view, moment.question), "it is the nearest"),
        "maneuver": (lambda moment: moment.any_of("fire"), "there is something to fire at"),
    },
    "explores_for_fun": {"maneuver": (lambda moment: moment.any_of("explore"), "who knows what lies there")},
}
