"""Acts of the staff at a match. Each locks the match, as a move does, and adds a row to the audit log.

A request says how many acts its user has seen. So of two at once, or one sent twice, the second is refused and told
what was done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.dispatch import Signal

from incursions.accounts.models import User
from incursions.engine.log import find_undone
from incursions.engine.standing import make_verdict
from incursions.kit.refusals import DomainError
from incursions.kit.words import format_count
from tournaments.matches.append_only import LONGEST_REASON
from tournaments.matches.deadlines import time_moved
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match, Seat
from tournaments.matches.pushes import show_change
from tournaments.matches.staff.models import Kind, StaffAct

MOST_MINUTES, MOST_SECONDS = 180, 3600
NOBODY = -1
THE_TOURNAMENT = "the tournament"
match_struck = Signal()
"""A match is struck from ratings: sent with its `public_id`, in the transaction of the act."""
ALSO_IN_CHARGE: list[Callable[[User, Match], bool]] = []
"""Checks that let others than the site's staff act at a match, as judges at their tournament's matches."""
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Order:
    """An act to do, with its reason. `amount`: minutes, seconds, or the number of a move; `seat`: the one concerned.

    For a verdict `seat` is the winner, or `NOBODY` if the match is drawn.
    """

    kind: Kind
    reason: str
    seat: int | None = None
    amount: int | None = None


def is_in_charge(user: User | AnonymousUser | None, match: Match) -> bool:
    """Return True if the user may pause the match, give time and rule on it."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return user.is_staff or any(check(user, match) for check in ALSO_IN_CHARGE)


def act_as_staff(public_id: str, staff: User, order: Order, *, seen: int, now: datetime | None = None) -> StaffAct:
    """Do an act, unless the match has more than the `seen` acts.

    Raises `DomainError`: not_found, not_started, not_staff, at_the_table, malformed, staff_moved_on, match_over, and
    by kind paused, not_paused, no_such_move, not_yours.
    """
    with structlog.contextvars.bound_contextvars(match=public_id, user_id=staff.pk), transaction.atomic():
        locked = LockedMatch.lock(public_id, now)
        if not is_in_charge(staff, locked.match):
            raise locked.match.make_refusal("not_staff", "Only the staff can do that.")
        if locked.seat_of(staff) is not None:
            raise locked.match.make_refusal(
                "at_the_table", "You sit at this table: another member of the staff must act here."
            )
        return _carry_out(locked, staff, order, seen)


def act_as_organizer(public_id: str, by: User | None, order: Order, *, now: datetime | None = None) -> StaffAct:
    """Do an act for a tournament, by the user who has decided it there, or by itself (None).

    The tournament has checked the user's permission. Raises as `act_as_staff` does, without refusing the user.
    """
    with structlog.contextvars.bound_contextvars(match=public_id), transaction.atomic():
        locked = LockedMatch.lock(public_id, now)
        return _carry_out(locked, by, order, locked.match.staff_acts)


def _carry_out(locked: LockedMatch, staff: User | None, order: Order, seen: int) -> StaffAct:
    """Do the act under the lock, and add its row to the audit log."""
    match, public_id = locked.match, locked.match.public_id
    if locked.game is None:
        raise locked.match.make_refusal("not_started", "The match has not begun.")
    reason = _check_reason(locked, order.reason)
    if match.staff_acts != seen:
        raise _moved_on_error(locked)
    locked.settle()
    if locked.game.result is not None and order.kind != Kind.STRIKE:
        raise locked.match.make_refusal("match_over", "The match is over.")
    words = _ACTS[order.kind](locked, replace(order, reason=reason))
    row = record_act(match, staff, order.kind, words, reason, locked.now)
    match.save(update_fields=["staff_acts", "paused_at", "paused_for", "deadline_at"])
    if match.is_over:
        show_change(match)
    else:
        locked.show()
        locked.save()
    if order.kind == Kind.STRIKE:
        match_struck.send(Match, public_id=public_id)
    log.info("staff_acted", match=public_id, user_id=None if staff is None else staff.pk, kind=order.kind, words=words)
    return row


def record_act(match: Match, staff: User | None, kind: Kind, words: str, reason: str, now: datetime) -> StaffAct:
    """Add an act to the audit log of the locked match. The caller saves the match with the number of its acts."""
    match.staff_acts += 1
    row = StaffAct(match=match, number=match.staff_acts, by=staff, by_name=str(staff or THE_TOURNAMENT), kind=kind)
    row.words, row.reason, row.version, row.at = words, reason, match.version, now
    row.save()
    return row


def _pause(locked: LockedMatch, order: Order) -> str:
    if locked.match.is_halted:
        raise locked.match.make_refusal("paused", "The match is paused already.")
    locked.halt(order.reason)
    return "The staff paused the match"


def _resume(locked: LockedMatch, order: Order) -> str:
    since = locked.match.paused_at
    if since is None:
        raise locked.match.make_refusal("not_paused", "The match is not paused.")
    time_moved.send(Match, matches=[locked.match], step=max(locked.now - since, timedelta()))
    locked.resume()
    return "The staff resumed the match"


def _extend_match(locked: LockedMatch, order: Order) -> str:
    minutes = _check_amount(locked, order.amount, MOST_MINUTES, "minutes")
    _check_is_timed(locked)
    assert locked.match.deadline_at is not None, "a match that has begun has a limit"
    locked.match.deadline_at += timedelta(minutes=minutes)
    return f"The staff extended the match by {format_count(minutes, 'minute')}"


def _check_is_timed(locked: LockedMatch) -> None:
    """Raise `DomainError` if no clock runs in the match."""
    if not locked.match.is_timed:
        raise locked.match.make_refusal("no_clock", "No clock runs in this match.")


def _extend_seat(locked: LockedMatch, order: Order) -> str:
    seconds = _check_amount(locked, order.amount, MOST_SECONDS, "seconds")
    _check_is_timed(locked)
    seat = _seat(locked, order.seat)
    if seat.bot:
        raise locked.match.make_refusal("malformed", "Bots have no clock.")
    locked.give_time(seat, seconds * 1000)
    return f"The staff gave {locked.running_game().seat_title(seat.index)} {format_count(seconds, 'second')} more"


def _step_back(locked: LockedMatch, order: Order) -> str:
    """Step the table back to the move that the order names, and say so."""
    match, to = locked.match, order.amount
    if not match.is_replayable:
        raise locked.match.make_refusal(
            "no_such_move", "This match was begun under other rules: it cannot be stepped back."
        )
    actions = [*match.actions.order_by("number").values_list("number", "seat", "text", "move")]
    numbers = {0: 0} | {move: number for number, _, _, move in actions if move}
    is_past = to in numbers and to < locked.version_for(None)
    if to is None or not is_past or numbers[to] in find_undone(row[:3] for row in actions):
        raise locked.match.make_refusal(
            "no_such_move", "Give the number of an earlier move that has not been taken back."
        )
    locked.step_back(numbers[to], to)
    return f"The staff stepped the table back to move {to}"


def _adjudicate(locked: LockedMatch, order: Order) -> str:
    """Decide the match for a seat, or as drawn, and say so."""
    if order.seat == NOBODY:
        locked.act(None, make_verdict(None))
        words = "The staff decided that the match is drawn"
    else:
        seat = _seat(locked, order.seat)
        words = f"The staff decided the match for {locked.running_game().seat_title(seat.index)}"
        locked.act(None, make_verdict(seat.index))
    locked.end_halt()
    return words


def _strike(locked: LockedMatch, order: Order) -> str:
    """Strike the match from ratings; one under way ends as drawn."""
    if locked.running_game().result is not None:
        return "The staff struck the match from ratings"
    locked.act(None, make_verdict(None))
    locked.end_halt()
    return "The staff ended the match as drawn and struck it from ratings"


_ACTS: dict[Kind, Callable[[LockedMatch, Order], str]] = {
    Kind.PAUSE: _pause,
    Kind.RESUME: _resume,
    Kind.EXTEND_MATCH: _extend_match,
    Kind.EXTEND_SEAT: _extend_seat,
    Kind.STEP_BACK: _step_back,
    Kind.ADJUDICATE: _adjudicate,
    Kind.STRIKE: _strike,
}


def _check_reason(locked: LockedMatch, reason: str) -> str:
    reason = " ".join(reason.split())
    if not reason or not reason.isprintable():
        raise locked.match.make_refusal("malformed", "Say why: the players read it.")
    if len(reason) > LONGEST_REASON:
        raise locked.match.make_refusal("malformed", f"The reason is longer than {LONGEST_REASON} characters.")
    return reason


def _check_amount(locked: LockedMatch, amount: int | None, most: int, what: str) -> int:
    if amount is None or not 1 <= amount <= most:
        raise locked.match.make_refusal("malformed", f"Give 1 to {most} {what}.")
    return amount


def _seat(locked: LockedMatch, index: int | None) -> Seat:
    if index is None or not 0 <= index < len(locked.seats):
        raise locked.match.make_refusal("malformed", "There is no such seat.")
    return locked.seats[index]


def _moved_on_error(locked: LockedMatch) -> DomainError:
    """Return the refusal of an act after another one, with what that one did."""
    last = StaffAct.objects.filter(match=locked.match).order_by("-number").first()
    done = "" if last is None else f" Last, {last.by_name}: {last.words}, for: {last.reason}"
    return locked.match.make_refusal("staff_moved_on", f"Nothing was done: the staff have acted here meanwhile.{done}")
