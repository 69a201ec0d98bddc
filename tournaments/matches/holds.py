"""The hold: passes a player in a window without a click, after a pause that tells nothing (rules 13.10).

A player who can do nothing is passed, and so is one who could only use actions that answer nothing, or who has chosen
to pass the windows of a turn: others cannot tell which. A defence is passed only if there is none.

A hold is either short, or as long as the player might have thought: it is drawn from the player's recent pauses in
windows. A pause of any length is then at most 1 / share times as likely with an answer in hand as without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random, SystemRandom

from incursions.accounts.models import WindowChoice
from incursions.engine import Game
from tournaments.matches.models import Seat

IMITATED_IN_WINDOWS = 0.55
"""The share of holds that imitate a thought, in windows of matches of two."""
IMITATED_ELSEWHERE = 0.4
"""The share of holds that imitate a thought, for other questions and in larger matches, whose windows ask several."""
SHORTEST_HOLD_S, LONGEST_SHORT_HOLD_S = 0.2, 0.7
LONGEST_HOLD_S = 50.0
TRIES = 20
PAUSES_KEPT = 30
USUAL_S, USUAL_SPREAD = 3.5, 0.9
"""The median in seconds, and the standard deviation of the logarithm, for a player without recorded pauses."""
USUAL_WEIGHT = 2
"""The number of pauses as which the usual distribution counts beside the player's own."""
SMOOTHING = 0.15
"""The standard deviation of the logarithm by which a recorded pause is varied."""
PASS, PASS_UNLESS_ATTACKED = "pass", "pass unless attacked"
PRESETS: dict[str, str] = {
    **dict(WindowChoice.choices),
    PASS: "Pass this turn",
    PASS_UNLESS_ATTACKED: "Pass until I am aimed at",
}
"""The choices of when a player is asked in windows, in words. Others do not learn which one a player has made.

Those of `WindowChoice` are remembered for the player, the others hold for a turn of the match.
"""


@dataclass(frozen=True, slots=True)
class Preset:
    """A choice of when to be asked, as its player sees it."""

    name: str
    words: str
    is_chosen: bool

    @property
    def is_passing(self) -> bool:
        """True if the choice passes windows for a turn."""
        return self.name in (PASS, PASS_UNLESS_ATTACKED)


def list_presets(game: Game, seat: Seat) -> list[Preset]:
    """Return every choice, and which one holds now."""
    chosen = find_chosen(game, seat)
    return [Preset(name, words, name == chosen) for name, words in PRESETS.items()]


def find_chosen(game: Game, seat: Seat) -> str:
    """Return the seat's choice. Passing holds for one turn, after which the player's own choice holds again."""
    if seat.passes_turn == game.turns:
        return PASS_UNLESS_ATTACKED if seat.heeds_attacks else PASS
    return _find_own_choice(seat)


def _find_own_choice(seat: Seat) -> str:
    """Return the choice that the seat's player has made for all matches."""
    return WindowChoice.ANSWER if seat.user is None else seat.user.asked_in_windows


def can_do_nothing(game: Game) -> bool:
    """Return True if the asked seat has one option alone, as in a window without a fitting card."""
    question = game.decision
    return game.has_secrets and question is not None and not question.said and len(question) == 1


def is_passed(game: Game, seat: Seat) -> bool:
    """Return True if the question that the seat is asked is passed for it when the hold is over."""
    if wants_to_pass(game, seat):
        return True
    choice = _find_own_choice(seat)
    if can_do_nothing(game):
        return choice != WindowChoice.ALWAYS or not is_window(game)
    return choice == WindowChoice.ANSWER and game.has_only_free_actions(seat.index)


def is_window(game: Game) -> bool:
    """Return True if the open question asks whether somebody answers what others do."""
    question = game.decision
    return question is not None and question.topic in game.window_topics


def wants_to_pass(game: Game, seat: Seat) -> bool:
    """Return True if the seat is asked in a window of a turn in which it has chosen to pass."""
    question = game.decision
    if seat.passes_turn != game.turns or question is None or question.said or question.topic not in game.window_topics:
        return False
    return not (seat.heeds_attacks and game.is_aimed_at(seat.index))


def add_pause(pauses: Sequence[int], milliseconds: int) -> list[int]:
    """Return the newest pauses of a player, with one more."""
    return [*pauses, milliseconds][-PAUSES_KEPT:]


def draw_short_hold(chance: Random) -> float:
    """Return the seconds of a hold that imitates no thought."""
    return chance.uniform(SHORTEST_HOLD_S, LONGEST_SHORT_HOLD_S)


def draw_thought(pauses: Sequence[int], longest_s: float, chance: Random) -> float:
    """Return the seconds, fewer than `longest_s`, that a player with these last pauses (in ms) might think."""
    thoughts = (_draw_any_thought(pauses, chance) for _ in range(TRIES))
    return next((thought for thought in thoughts if thought < longest_s), SHORTEST_HOLD_S)


def _draw_any_thought(pauses: Sequence[int], chance: Random) -> float:
    if chance.random() * (len(pauses) + USUAL_WEIGHT) < USUAL_WEIGHT:
        return exp(chance.gauss(log(USUAL_S), USUAL_SPREAD))
    return chance.choice(pauses) / 1000 * exp(chance.gauss(0, SMOOTHING))


chance: Random = SystemRandom()
"""The random source of holds: the system's, because one with a seed could be predicted."""
