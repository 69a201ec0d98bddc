"""Request to take back a decision, and answer such requests.

Every function locks the match, as a move does. What was due by the clock is settled first, and stays so if the rest
is refused. Spent time is not given back.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import structlog
from django.db import transaction
from django.utils import timezone

from tournaments.matches.enums import Mode
from tournaments.matches.locked_match import LockedMatch, moved_on_error
from tournaments.matches.models import Match, Seat
from tournaments.matches.taking_back.models import MOST_IN_A_TURN, STAYS_OPEN, TakeBack, TakeBackState
from tournaments.matches.taking_back.reach import Reach, find_moments, reach_of

if TYPE_CHECKING:
    from incursions.accounts.models import User

RULE = "21.10"
AGREE, DECLINE, NEVER, WITHDRAW, HEAR = "agree", "decline", "decline all", "withdraw", "hear again"
SAID = (AGREE, DECLINE, NEVER, WITHDRAW, HEAR)
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an act, as a code: a state of the request, "repeated" or "heard"; and the current version."""

    code: str
    version: int


def ask_to_take_back(
    public_id: str, user: User | None, *, version: int, key: str, now: datetime | None = None
) -> Outcome:
    """Take the last decision of the user's seat back: at once if that is free or only bots agree, else by request.

    A repeated key answers "repeated". Raises `DomainError`: not_found, spectator, not_started, match_over, paused,
    table_moved_on, no_taking_back, nothing_to_take_back, take_back_too_far, too_many_take_backs, take_back_declined.
    """
    with LockedMatch.acting(public_id, user, now) as locked:
        seat = _seat_of(locked, user)
        if TakeBack.objects.filter(match=locked.match, seat=seat.index, key=key).exists():
            return Outcome("repeated", locked.version_for(seat))
        locked.settle()
        code = _ask(locked, seat, version, key)
    return Outcome(code, locked.version_for(seat))


def _ask(locked: LockedMatch, seat: Seat, version: int, key: str) -> str:
    match, game = locked.match, locked.game_in_play()
    if version != locked.version_for(seat):
        raise moved_on_error()
    if match.take_back_id is not None:
        raise match.make_refusal("take_back_declined", "A request to take back is open. It must be answered first.")
    may_ask(match)
    earlier = TakeBack.objects.filter(match=match, seat=seat.index, turn=game.turns).count()
    if earlier >= MOST_IN_A_TURN:
        raise match.make_refusal(
            "too_many_take_backs", f"You have asked to take back {MOST_IN_A_TURN} times in this turn.", rule=RULE
        )
    reach = find_reach(match, seat.index)
    others = [] if reach.is_free else find_voters(locked.seats, locked, seat.index)
    if reach.why and match.rated and any(other.played_by for other in locked.seats):
        raise match.make_refusal(
            "take_back_declined", f"In rated matches bots do not agree to taking back, and {reach.why}.", rule=RULE
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


def may_ask(match: Match) -> None:
    """Raise no_taking_back if nobody can take back in this match."""
    if match.rated and match.mode == Mode.TOURNAMENT:
        raise match.make_refusal("no_taking_back", "Moves of rated tournament matches cannot be taken back.", rule=RULE)
    if not match.is_replayable:
        raise match.make_refusal(
            "no_taking_back", "This match was begun under other rules: its moves cannot be taken back."
        )


def find_reach(match: Match, seat: int) -> Reach:
    """Return how far the seat would step back. Raises nothing_to_take_back, take_back_too_far."""
    moments = find_moments(match)
    game, reach = moments[-1].game, reach_of(moments, seat)
    if reach is None or game.is_out(seat):
        raise match.make_refusal("nothing_to_take_back", "You have not made a decision yet that could be taken back.")
    if reach.conceded is not None:
        who = game.seat_title(reach.conceded)
        raise match.make_refusal(
            "take_back_too_far", f"{who} has left the game since: moves before that cannot be taken back.", rule=RULE
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
) -> Outcome:
    """Answer a request: agree, decline, decline all; withdraw the seat's own; "hear again" admits new requests.

    Raises `DomainError`: not_found, spectator, not_started, match_over, paused, malformed, no_such_request.
    """
    with LockedMatch.acting(public_id, user, now) as locked:
        seat = _seat_of(locked, user)
        locked.settle()
        code = _answer(locked, seat, request, said)
    return Outcome(code, locked.version_for(seat))


def _answer(locked: LockedMatch, seat: Seat, request: int, said: str) -> str:
    match = locked.match
    locked.game_in_play()
    locked.mover = seat.user_id
    if said in (HEAR, NEVER):
        seat.hears_take_backs = said == HEAR
        seat.save(update_fields=["hears_take_backs"])
    if said == HEAR:
        return "heard"
    row = match.take_back
    if row is None or row.pk != request or row.ends_at <= locked.now:
        raise match.make_refusal("no_such_request", "This request is no longer open.")
    if (said == WITHDRAW) != (row.seat == seat.index):
        raise match.make_refusal("not_yours", "Only the player who asked can withdraw, and only the others can answer.")
    if said == AGREE:
        return _agree(locked, seat, row)
    row.state = TakeBackState.WITHDRAWN if said == WITHDRAW else TakeBackState.DECLINED
    row.declined_by = None if said == WITHDRAW else seat.index
    row.save(update_fields=["state", "declined_by"])
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
    moment = now or timezone.now()
    late = TakeBack.objects.filter(state=TakeBackState.ASKED, ends_at__lte=moment, match__paused_at=None)
    return sum(_end_late(public_id, now) for public_id in late.values_list("match__public_id", flat=True))


def _end_late(public_id: str, now: datetime | None) -> bool:
    with transaction.atomic():
        locked = LockedMatch.lock(public_id, now)
        row = locked.match.take_back
        if row is None or row.ends_at > locked.now or locked.match.is_halted:
            return False
        row.state = TakeBackState.ENDED
        row.save(update_fields=["state"])
        locked.set_take_back(None)
        locked.save()
        return True


def _seat_of(locked: LockedMatch, user: User | None) -> Seat:
    """Return the user's seat. Raises spectator, not_started."""
    seat, match = locked.seat_of(user), locked.match
    if seat is None:
        raise match.make_refusal("spectator", "You watch this match; only its players take back.")
    if locked.game is None:
        raise match.make_refusal("not_started", "The match begins when every seat is taken.")
    return seat
