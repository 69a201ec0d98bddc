"""The reach of taking back: where a seat's last decision lies, and what was learned since (rules 21.10).

Both are found by replaying the match from its log: the questions, and what everybody saw, at each moment.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine import Game
from incursions.engine.game import Setup
from incursions.engine.log import returns, step_back_of
from incursions.engine.standing import CONCEDE, Conceded
from tournaments.matches.holds import can_do_nothing

if TYPE_CHECKING:
    from tournaments.matches.models import Action, Match


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after an action that still holds, or at the start (`action` None).

    `move` is the number of the newest move then.
    """

    action: Action | None
    game: Game
    move: int

    @property
    def number(self) -> int:
        """The number of the last action at this moment, 0 at the start."""
        return 0 if self.action is None else self.action.number


@dataclass(frozen=True, slots=True)
class Reach:
    """The action `to` to step back to, the last of the move `to_move`.

    `why` says why taking back is not free; "" if it is.

    `conceded` is another seat that has left the game since, past which nobody takes back.
    """

    to: int
    to_move: int
    why: str
    conceded: int | None = None

    @property
    def is_free(self) -> bool:
        """True if nobody need be asked."""
        return not self.why


def find_moments(match: Match) -> list[Moment]:
    """Return all moments of a match that still hold, from the start to now."""
    assert match.setup is not None, "a match that has begun has a set-up"
    return moments(match.kind.game, match.setup, bytes(match.seed), list(match.actions.order_by("number")))


def moments(kind: type[Game], setup: Setup, seed: bytes, actions: Sequence[Action]) -> list[Moment]:
    """Return the moments of a game in which these actions are played, from this set-up and seed."""
    said = [(action.seat, action.text) for action in actions]
    found: list[Moment] = []
    move = 0
    for number, game in enumerate(kind.replaying(setup, seed, said, returns(said))):
        action = actions[number - 1] if number else None
        step = None if action is None else step_back_of(action.seat, action.text)
        if step is not None:
            found = [moment for moment in found if moment.number <= step.to]
        move = move if action is None or not action.move else action.move
        found.append(Moment(action, game.copy(), move))
    return found


def reach_of(moments: list[Moment], seat: int) -> Reach | None:
    """Return how far back the last decision of the seat lies; None if there is none."""
    place = find_last_decision(moments, seat)
    if place is None:
        return None
    since = [moment.action for moment in moments[place + 1 :] if moment.action is not None]
    conceded = next((_find_leaver(action) for action in since if _find_leaver(action) not in (None, seat)), None)
    return Reach(moments[place].number, moments[place].move, find_obstacle(moments[place:], seat), conceded)


def find_last_decision(moments: list[Moment], seat: int) -> int | None:
    """Return the index of the moment of the seat's last decision; the stages of a line are one decision."""
    now = moments[-1].game
    composing = now.decision is not None and bool(now.decision.said)
    for place in range(len(moments) - 2, -1, -1):
        game, action = moments[place].game, moments[place + 1].action
        if action is None or action.seat != seat or action.text == CONCEDE or game.is_aside(action.text):
            continue
        question = game.decision
        if question is None or question.seat != seat or question.said:
            continue
        if (now.asked != game.asked or composing) and not can_do_nothing(game):
            return place
    return None


def find_obstacle(moments: list[Moment], seat: int) -> str:
    """Return why stepping back to the first of these moments is not free for the seat; "" if it is."""
    then, now = moments[0].game, moments[-1].game
    done = [moment.action for moment in moments[1:] if moment.action is not None]
    moves = [action for action in done if action.move]  # the stages of others' lines would reveal their hands
    since = [action for action in moves if step_back_of(action.seat, action.text) is None]
    answers = [action for action in since if not now.is_aside(action.text)]
    if any(action.seat is None or action.lapsed for action in answers):
        return "time has answered since"
    other = next((action.seat for action in answers if action.seat != seat), None)
    if other is not None:
        return f"{now.seat_title(other)} has answered since"
    if _was_window_open(moments, seat):
        return "the others were asked to answer since"
    if any(action.dice for action in since) or _read_counters(then) != _read_counters(now):
        return "dice were thrown since"
    if then.hidden_orders() != now.hidden_orders():
        return "something was drawn or laid since"
    if any("audience" in event for action in since for event in action.events) or _was_shown(moments):
        return "something was shown or looked at since"
    return ""


def _was_window_open(moments: list[Moment], seat: int) -> bool:
    """Return True if another seat was asked in a window since. How long it stays open may tell of a hand (13.10)."""
    questions = [moment.game.decision for moment in moments[1:] if moment.game.has_secrets]
    return any(
        asked is not None and asked.seat != seat and asked.topic in moments[0].game.window_topics for asked in questions
    )


def _find_leaver(action: Action | None) -> int | None:
    """Return the seat that left the game with this action, or None."""
    found = () if action is None else action.events
    return next((event["facts"]["seat"] for event in found if event["kind"] == Conceded.kind), None)


def _read_counters(game: Game) -> object:
    """Return the counters of the dice, shuffles included. Stepping back does not change them."""
    return game.dice.to_data()["counters"]


def _was_shown(moments: list[Moment]) -> bool:
    """Return True if any seat or spectator has seen a piece since that was hidden at the first moment."""
    then, now = moments[0].game, moments[-1].game
    titles = now.piece_titles
    for viewer in (None, *range(len(now.points))):
        hidden = titles - _find_seen(then, viewer, titles)
        if any(_find_seen(moment.game, viewer, hidden) for moment in moments[1:]):
            return True
    return False


def _find_seen(game: Game, viewer: int | None, titles: set[str]) -> set[str]:
    """Return those titles that the viewer's view names anywhere."""
    text = json.dumps(game.view(viewer), ensure_ascii=False)
    return {title for title in titles if title in text}
