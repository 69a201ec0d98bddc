"""Absent players: who is away as sockets come and go, and claims of a seat whose player is away for long.

The players of deleted accounts are away for good. Nobody's seat is claimed by itself: the others may wait on, and the
clock of the absent player runs as ever.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.db.models import F
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from incursions.accounts.models import User
from incursions.engine import Game
from incursions.engine.standing import make_forfeit
from incursions.kit.markup import format_clock
from incursions.kit.refusals import DomainError
from incursions.kit.writing import update_row, write_columns
from tournaments.live.presence.attendance import connected_users
from tournaments.live.rooms import Viewer
from tournaments.matches.enums import MatchState
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.life import start_if_complete
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match, Seat
from tournaments.matches.moves import Answer
from tournaments.matches.presence import record_arrival, take_back
from tournaments.matches.pushes import show_change
from tournaments.matches.taking_back.models import TakeBack, TakeBackState

CLAIM = re.compile(r"strike seat (?P<struck>\d)|(?P<bot>[a-z]{1,8}) for seat (?P<seat>\d)", re.ASCII)
log = structlog.get_logger(__name__)


def claim_seat(public_id: str, user: User | None, text: str, *, now: datetime | None = None) -> Answer:
    """Carry out a claim of another's seat: `strike seat 1`, or `captain for seat 1`.

    Raises `DomainError`: malformed, not_found, spectator, not_started, match_over, paused, your_turn, not_away,
    never_here, has_grace, rated.
    """
    seat_index, bot = _parse_claim(text)
    with LockedMatch.acting(public_id, user, now) as locked:
        if locked.match.is_running:
            locked.settle()
        own = locked.find_own_seat(user, "Only players of this match may do that.")
        seat = _claimable_seat(locked, own, seat_index, bot)
        if bot:
            locked.seat_stand_in(seat, bot)
        else:
            locked.act(None, make_forfeit(seat.index))
    log.info("seat_claimed", match=public_id, user_id=own.user_id, seat=seat_index, bot=bot or None)
    return Answer("applied", locked.version_for(own))


def _parse_claim(text: str) -> tuple[int, str]:
    """Return the claimed seat and the bot for it, "" to strike the seat. Raises malformed."""
    found = CLAIM.fullmatch(text)
    stand_ins = {bot.name: None for kind in game_kinds().values() for bot in kind.stand_ins}
    if found is None or (found["bot"] and found["bot"] not in stand_ins):
        names = " or ".join(f"{name!r}" for name in stand_ins)
        raise DomainError("malformed", f"Say 'strike seat N', or 'BOT for seat N' with {names} for BOT.")
    return int(found["struck"] or found["seat"]), found["bot"] or ""


def _claimable_seat(locked: LockedMatch, own: Seat, seat_index: int, bot: str) -> Seat:
    """Return the seat that the player of `own` may claim. Raises the refusal if that is not possible now.

    Sockets are read now: the stored absence may be old.
    """
    match, game = locked.match, locked.game_in_play()
    if not _is_in_play(game, own.index):
        raise DomainError("spectator", "Your ship is out of the match.")
    if game.question_for(own.index) is not None:
        raise DomainError("your_turn", "Answer your own question first.")
    seat = next((seat for seat in locked.seats if seat.index == seat_index and seat is not own), None)
    is_in_play = seat is not None and _is_in_play(game, seat_index)
    if seat is None or not is_in_play or seat.absence is None or seat.user_id in connected_users(match.room):
        raise DomainError("not_away", "Nobody is away from that seat.")
    if seat.stand_in:
        raise DomainError("not_away", f"A bot plays for {seat.name}.")
    if own.came_at is None or seat.came_at is None:
        absent = seat if seat.came_at is None else own
        raise DomainError("never_here", f"{absent.name} has not been at the table since the match began.")
    if not seat.absence.is_over_grace(locked.now):
        seconds = -((locked.now - seat.absence.grace_ends_at) // timedelta(seconds=1))  # rounded up
        raise DomainError("has_grace", f"{seat.name} has {format_clock(1000 * seconds)} of grace left.")
    if bot and bot not in match.kind.bots_by_name:
        raise DomainError("malformed", f"{match.kind.title} has no bot called {bot!r}.")
    if bot and match.rated:
        raise DomainError("rated", "Bots cannot play rated matches.")
    return seat


def _is_in_play(game: Game, seat_index: int) -> bool:
    """Return True if the seat can still be forfeited: its player has not left the game."""
    return make_forfeit(seat_index) in game.standing(None)


@dataclass(frozen=True)
class Choice:
    """A button: the text that it sends, and its label."""

    text: str
    words: str


@dataclass(frozen=True)
class AbsentSeat:
    """A seat whose player is away. `ends_at` is in epoch milliseconds, `left_ms` as of the page's moment."""

    seat: int
    who: str
    ship: str
    bot: str
    ends_at: int
    left_ms: int
    choices: tuple[Choice, ...]

    @property
    def is_over(self) -> bool:
        return self.left_ms <= 0


def absent_seats(
    match: Match,
    seats: list[Seat],
    game: Game,
    viewer: int | None,
    asked: int | None,
    now_ms: int,
) -> Iterator[AbsentSeat]:
    """Yield the seats of a running match whose players are away and still in it.

    `viewer` is the viewer's seat, or None; `asked` the seat whose answer the match waits for.
    """
    in_play = [seat.index for seat in seats if not game.is_out(seat.index)]
    waits = any(seat.index == viewer != asked and seat.came_at is not None for seat in seats)
    for seat in seats:
        if seat.absence is None or seat.index not in in_play or seat.index == viewer:
            continue  # a viewer's own absence ends with this page load
        ends_at = int(seat.absence.grace_ends_at.timestamp() * 1000)
        choices = [Choice(f"strike seat {seat.index}", "Claim the win" if len(in_play) == 2 else "Strike the seat")]
        bots = () if match.rated else match.kind.stand_ins
        choices += [Choice(f"{bot.name} for seat {seat.index}", f"{bot.title} plays on") for bot in bots]
        may_claim = waits and viewer in in_play and not seat.stand_in and seat.came_at is not None
        yield AbsentSeat(
            seat=seat.index,
            who=seat.name,
            ship=game.seat_title(seat.index),
            bot=seat.get_stand_in_display() if seat.stand_in else "",
            ends_at=ends_at,
            left_ms=max(0, ends_at - now_ms),
            choices=tuple(choices) if may_claim else (),
        )


def update_presence(match: Match, present: Mapping[Viewer, int], gone: Collection[Viewer], now: datetime) -> None:
    """Update the presence of the seats and the spectator count, and publish the change, if any.

    `present` has the number of sockets of all viewers, `gone` those who have just left. The caller holds the lock.
    """
    there = dict(present)
    seats = list(Seat.objects.filter(match=match))
    have_changed = False
    for seat in (seat for seat in seats if seat.user_id is not None):
        if seat.user_id in there and match.is_running:
            record_arrival(seat, now)
        if seat.user_id in there and seat.away_since is not None:
            _welcome(match, seat, now)
            have_changed = True
        elif seat.user_id in gone and seat.user_id not in there and seat.away_since is None and not match.is_over:
            update_row(seat, away_since=now)
            have_changed = True
    watching = there.pop(None, 0) + len(there.keys() - {seat.user_id for seat in seats})
    is_other_number = watching != match.watching
    match.watching = watching
    if match.is_open:
        # The lobby does not show presence, and a new revision would refuse a host who arranges the seats.
        match.save(update_fields=["watching"])
        is_waited_for = any(seat.waited_for_since is not None and seat.user_id in there for seat in seats)
        if is_waited_for and not start_if_complete(match, seats, now):
            show_change(match)
    elif have_changed or is_other_number:
        show_change(match, columns=("watching",), can_wait=not have_changed)


def _welcome(match: Match, seat: Seat, now: datetime) -> None:
    """Mark a player as back, and return the seat from a bot that played for him."""
    if not seat.stand_in or not match.is_running:
        take_back(seat, match.paused_at or now)
        return
    locked = LockedMatch.lock(match.public_id, now)
    locked.return_seat(locked.seats[seat.index])
    locked.save()
    match.refresh_from_db(fields=["revision", "bot_due_at"])


def write_lags(lags: Mapping[tuple[str, int], int]) -> None:
    """Store lags in milliseconds, by match and user, with the seats of these users."""
    seats = []
    tables = {public_id for public_id, _ in lags}
    for seat in Seat.objects.filter(match__public_id__in=tables).annotate(table=F("match__public_id")).only("user"):
        lag_ms = lags.get((seat.table, seat.user_id)) if seat.user_id is not None else None
        if lag_ms is not None:
            seat.lag_ms = lag_ms
            seats.append(seat)
    with transaction.atomic():
        write_columns(Seat, seats, ("lag_ms",))


@receiver(pre_delete, sender=User)
def leave_matches(instance: User, **_: Any) -> None:
    """Mark the seats of a deleted user in running matches as away, and withdraw the user's requests to take back."""
    for match in Match.objects.with_player(instance).filter(state=MatchState.RUNNING).order_by("pk"):
        locked = LockedMatch.lock(match.public_id)
        seat = locked.seat_of(instance)
        if seat is None or not locked.match.is_running:
            continue
        if seat.away_since is None:
            update_row(seat, away_since=locked.now)
        request = locked.match.take_back
        if request is not None and request.seat == seat.index:
            TakeBack.objects.filter(pk=request.pk).update(state=TakeBackState.WITHDRAWN)
            locked.set_take_back(None)
        locked.show()
        locked.save()
