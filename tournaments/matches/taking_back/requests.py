"""Taking back: how far a seat's last decision lies (rules 21.10), requests to take it back, and their answers.

The reach is found by replaying the match from its log: the questions, and what everybody saw, at each moment. Every
function that acts locks the match, as a move does. What was due by the clock is settled first, and stays so if the rest
is refused. Spent time is not given back.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import transaction
from django.utils import timezone

from incursions.accounts.models import User
from incursions.engine import Game
from incursions.engine.core import Setup
from incursions.engine.log import returns, step_back_of
from incursions.engine.standing import CONCEDE, Conceded
from incursions.kit.refusals import DomainError
from incursions.kit.writing import update_row
from tournaments.matches.holds import can_do_nothing
from tournaments.matches.locked_match import LockedMatch, moved_on_error
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.moves import Answer
from tournaments.matches.taking_back.models import MOST_IN_A_TURN, STAYS_OPEN, TakeBack, TakeBackState


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


def moments(kind: type[Game], setup: Setup, seed: bytes, actions: Sequence[Action]) -> list[Moment]:
    """Return all moments of a game that still hold, when these actions are played from this set-up and seed."""
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
    leaving = (event["facts"]["seat"] for each in since for event in each.events if event["kind"] == Conceded.kind)
    conceded = next((leaver for leaver in leaving if leaver != seat), None)
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
        is_idle = can_do_nothing(game) or (action.text == question.least and game.has_only_free_actions(seat))
        if (now.asked != game.asked or composing) and not is_idle:
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


ABOUT = "take_back"  # in the rules that a game cites
AGREE, DECLINE, NEVER, WITHDRAW, HEAR = "agree", "decline", "decline all", "withdraw", "hear again"
SAID = (AGREE, DECLINE, NEVER, WITHDRAW, HEAR)
log = structlog.get_logger(__name__)


def ask_to_take_back(
    public_id: str, user: User | None, *, version: int, key: str, now: datetime | None = None
) -> Answer:
    """Take the last decision of the user's seat back: at once if that is free or only bots agree, else by request.

    The answer's code is the state of the request, "repeated" for a repeated key. Raises `DomainError`: not_found,
    spectator, not_started, match_over, paused, table_moved_on, no_taking_back, nothing_to_take_back, take_back_too_far,
    too_many_take_backs, take_back_declined.
    """
    with LockedMatch.acting(public_id, user, now) as locked:
        seat = _seat_of(locked, user)
        if TakeBack.objects.filter(match=locked.match, seat=seat.index, key=key).exists():
            return Answer("repeated", locked.version_for(seat))
        locked.settle()
        code = _ask(locked, seat, version, key)
    return Answer(code, locked.version_for(seat))


def _ask(locked: LockedMatch, seat: Seat, version: int, key: str) -> str:
    match, game = locked.match, locked.game_in_play()
    if version != locked.version_for(seat):
        raise moved_on_error()
    if match.take_back_id is not None:
        raise match.make_refusal("take_back_declined", "A request to take back is open. It must be answered first.")
    check_taking_back(match)
    earlier = TakeBack.objects.filter(match=match, seat=seat.index, turn=game.turns).count()
    if earlier >= MOST_IN_A_TURN:
        raise match.make_refusal(
            "too_many_take_backs",
            f"You have asked to take back {MOST_IN_A_TURN} times in this turn.",
            rule=match.kind.find_rule(ABOUT),
        )
    reach = find_reach(match, seat.index)
    others = [] if reach.is_free else find_voters(locked.seats, locked, seat.index)
    if reach.why and match.rated and any(other.played_by for other in locked.seats):
        raise match.make_refusal(
            "take_back_declined",
            f"In rated matches bots do not agree to taking back, and {reach.why}.",
            rule=match.kind.find_rule(ABOUT),
        )
    deaf = next((other for other in others if not other.hears_take_backs), None)
    if deaf is not None:
        raise match.make_refusal("take_back_declined", f"{deaf.name} declines all requests to take back.")
    row = TakeBack(
        match=match,
        seat=seat.index,
        key=key,
        turn=game.turns,
        version=locked.version_for(None),
        to=reach.to,
        to_move=reach.to_move,
        why=reach.why,
        state=TakeBackState.ASKED if others else TakeBackState.DONE,
        asked_at=locked.now,
        ends_at=locked.now + STAYS_OPEN,
    )
    row.save()
    locked.mover = seat.user_id
    if others:
        locked.set_take_back(row)
    else:
        locked.step_back(row.to, row.to_move, seat.index)
    return row.state


def check_taking_back(match: Match) -> None:
    """Raise no_taking_back if nobody can take back in this match."""
    if match.is_strict:
        message = "Moves of rated tournament matches cannot be taken back."
        raise match.make_refusal("no_taking_back", message, rule=match.kind.find_rule(ABOUT))
    if not match.is_replayable:
        raise match.make_refusal(
            "no_taking_back", "This match was begun under other rules: its moves cannot be taken back."
        )


def find_reach(match: Match, seat: int) -> Reach:
    """Return how far the seat would step back. Raises nothing_to_take_back, take_back_too_far."""
    assert match.setup is not None, "a match that has begun has a set-up"
    actions = list(match.actions.order_by("number"))
    held = moments(match.kind.game, match.setup, bytes(match.seed), actions)
    game, reach = held[-1].game, reach_of(held, seat)
    if reach is None or game.is_out(seat):
        raise match.make_refusal("nothing_to_take_back", "You have not made a decision yet that could be taken back.")
    if reach.conceded is not None:
        who = game.seat_title(reach.conceded)
        raise match.make_refusal(
            "take_back_too_far",
            f"{who} has left the game since: moves before that cannot be taken back.",
            rule=match.kind.find_rule(ABOUT),
        )
    return reach


def find_voters(seats: list[Seat], locked: LockedMatch, asker: int) -> list[Seat]:
    """Return the seats whose players must agree: all others still in the game.

    Bots agree to everything, but a stand-in does not agree for the player whose seat it keeps.
    """
    game = locked.running_game()
    persons = [seat for seat in seats if seat.user_id is not None]
    return [seat for seat in persons if seat.index != asker and not game.is_out(seat.index)]


def answer_take_back(
    public_id: str, user: User | None, *, request: int, said: str, now: datetime | None = None
) -> Answer:
    """Answer a request: agree, decline, decline all; withdraw the seat's own; "hear again" admits new requests.

    The answer's code is the state of the request, or "heard". Raises `DomainError`: not_found, spectator, not_started,
    match_over, paused, malformed, no_such_request.
    """
    with LockedMatch.acting(public_id, user, now) as locked:
        seat = _seat_of(locked, user)
        locked.settle()
        code = _answer(locked, seat, request, said)
    return Answer(code, locked.version_for(seat))


def _answer(locked: LockedMatch, seat: Seat, request: int, said: str) -> str:
    match = locked.match
    locked.game_in_play()
    locked.mover = seat.user_id
    if said in (HEAR, NEVER):
        update_row(seat, hears_take_backs=said == HEAR)
    if said == HEAR:
        return "heard"
    row = match.take_back
    if row is None or row.pk != request or row.ends_at <= locked.now:
        raise match.make_refusal("no_such_request", "This request is no longer open.")
    if (said == WITHDRAW) != (row.seat == seat.index):
        raise match.make_refusal("not_yours", "Only the player who asked can withdraw, and only the others can answer.")
    if said == AGREE:
        return _agree(locked, seat, row)
    if said == WITHDRAW:
        update_row(row, state=TakeBackState.WITHDRAWN)
    else:
        update_row(row, state=TakeBackState.DECLINED, declined_by=seat.index)
    locked.set_take_back(None)
    return row.state


def _agree(locked: LockedMatch, seat: Seat, row: TakeBack) -> str:
    """Record that the seat agrees, and step back when all have."""
    row.agreed = sorted({*row.agreed, seat.index})
    waiting = [other for other in find_voters(locked.seats, locked, row.seat) if other.index not in row.agreed]
    if waiting:
        row.save(update_fields=["agreed"])
        locked.set_take_back(row)
        return row.state
    row.state = TakeBackState.DONE
    row.save(update_fields=["agreed", "state"])
    locked.match.take_back = None
    locked.step_back(row.to, row.to_move, row.seat)
    return row.state


def end_late_requests(now: datetime | None = None) -> int:
    """End the requests that were not answered in time, so that bots go on; return how many. May run twice."""
    ended = 0
    late = TakeBack.objects.filter(state=TakeBackState.ASKED, ends_at__lte=now or timezone.now(), match__paused_at=None)
    for public_id in late.values_list("match__public_id", flat=True):
        with transaction.atomic():
            locked = LockedMatch.lock(public_id, now)
            row = locked.match.take_back
            if row is not None and row.ends_at <= locked.now and not locked.match.is_halted:
                update_row(row, state=TakeBackState.ENDED)
                locked.set_take_back(None)
                locked.save()
                ended += 1
    return ended


def _seat_of(locked: LockedMatch, user: User | None) -> Seat:
    """Return the user's seat. Raises spectator, not_started."""
    seat = locked.find_own_seat(user, "You watch this match; only its players take back.")
    if locked.game is None:
        raise DomainError("not_started", "The match begins when every seat is taken.")
    return seat
