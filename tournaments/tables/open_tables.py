"""Open tables: their host's acts on settings, seats and invitations, and the tables that a user has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any, NamedTuple, Self

import structlog
from django.db import transaction
from django.db.models import F, QuerySet, Value
from django.urls import reverse
from django.utils import timezone

from incursions.accounts.models import User
from incursions.games.loadouts import Loadout
from incursions.kit.caches import PreparedRead
from incursions.kit.ids import new_invitation
from incursions.kit.markup import format_clock
from incursions.kit.refusals import DomainError
from incursions.kit.writing import update_row
from tournaments.matches.clocks import MILLISECOND
from tournaments.matches.enums import MatchState
from tournaments.matches.game_kinds import loadouts_of
from tournaments.matches.life import decline_kept_seat, is_kept_from, show_at_match_before, start_if_complete
from tournaments.matches.models import Match, Seat, seat_of
from tournaments.matches.pushes import show_change
from tournaments.matches.seating import (
    AGREEMENT,
    DECK,
    check_account,
    check_terms,
    describe_players,
    find_holdup,
    list_holdups,
)
from tournaments.matches.table_rows import game_of
from tournaments.matches.table_settings import AGREED, SETTINGS, Settings
from tournaments.tables.models import Seeker

WAITS_FOR_ABSENT = timedelta(minutes=5)
"""The time a complete table waits for a player who is away, before the seat is free again."""
OUT_OF_THE_WAY = 100  # added to the indexes of seats while they swap, because they are unique
log = structlog.get_logger(__name__)


@dataclass
class OpenTable:
    """An open table whose row is locked by the current transaction, and the user who asks, with the user's seat."""

    match: Match
    seats: list[Seat]
    user: User
    own: Seat

    @classmethod
    @contextmanager
    def lock(
        cls, public_id: str, user: User | None, revision: int | None = None, *, for_host: bool = False
    ) -> Iterator[Self]:
        """Lock the table in a transaction for a user who sits at it, or for its host alone.

        `revision` is the one that was seen, None for any. Raises `DomainError`: not_found, spectator, already_started,
        table_moved_on, not_host.
        """
        with transaction.atomic():
            match = Match.objects.select_for_update().find_or_refuse(public_id)
            seats = list(Seat.objects.filter(match=match).select_related("user"))
            own = seat_of(seats, user)
            if user is None or own is None:
                raise match.make_refusal("spectator", "You do not sit at this table.")
            if not match.is_open:
                raise match.make_refusal("already_started", "The match has begun.")
            if revision not in {None, match.revision}:
                raise DomainError("table_moved_on", "The table has changed meanwhile. Here it is as it stands now.")
            if for_host and match.host_id != user.pk:
                raise DomainError("not_host", "Only the host of a table can do that.")
            yield cls(match, seats, user, own)

    def seat(self, index: int) -> Seat:
        """Return the seat of this number. Raises malformed."""
        found = next((seat for seat in self.seats if seat.index == index), None)
        if found is None:
            raise DomainError("malformed", f"This table has seats 0 to {len(self.seats) - 1}.")
        return found

    def persons(self) -> list[Seat]:
        """Return the seats of persons."""
        return [seat for seat in self.seats if seat.user_id is not None]

    def go_on(self, now: datetime | None = None) -> Match:
        """Start the match, or publish the change. Stores that the user has been seen just now."""
        update_row(self.own, seen_at=now or timezone.now())
        if not start_if_complete(self.match, self.seats, now):
            show_change(self.match)
        return self.match


def change_settings(public_id: str, user: User | None, settings: Settings, *, seats: int) -> Match:
    """Change the settings and the number of seats. Other players are asked to agree again.

    Only free seats can be removed. A loadout that the new limits do not allow is replaced by one that fits; what a
    player owns stays, and its player cannot agree before choosing another. Raises `DomainError`: not_host, seats_taken,
    accounts_only, deck_needed.
    """
    with OpenTable.lock(public_id, user, for_host=True) as table:
        match = table.match
        if settings.rated:
            for seat in table.persons():
                assert seat.user is not None
                check_account(seat.user)
        if any(seat.bot for seat in table.seats):
            loadouts_of(settings.game).check_supply(settings.limits, for_bots=True)
        is_other_game = seats != len(table.seats) or any(
            getattr(match, name) != getattr(settings, name) for name in AGREED
        )
        for name in SETTINGS:
            setattr(match, name, getattr(settings, name))
        match.invitation = (match.invitation or new_invitation()) if match.is_private else ""
        _set_seats(table, seats)
        if is_other_game:
            _reset_agreement(table)
        match.save(update_fields=[*SETTINGS, "invitation", "terms"])
        if match.kept_until is not None:
            show_at_match_before(match)
        return table.go_on()


def _set_seats(table: OpenTable, wanted: int) -> None:
    """Add free seats at the end, or remove free ones from there."""
    free = [seat for seat in table.seats if seat.is_free]
    surplus = len(table.seats) - wanted
    if surplus > len(free):
        taken = len(table.seats) - len(free)
        raise DomainError("seats_taken", f"{taken} seats are taken. Remove somebody, or a bot, first.")
    if surplus > 0:
        gone = free[-surplus:]
        Seat.objects.filter(pk__in=[seat.pk for seat in gone]).delete()
        table.seats = [seat for seat in table.seats if seat not in gone]
        for index, seat in enumerate(table.seats):
            update_row(seat, index=index)  # in ascending order, so that each index is free
    elif surplus < 0:
        added = [Seat(match=table.match, index=index) for index in range(len(table.seats), wanted)]
        table.seats += Seat.objects.bulk_create(added)


def _reset_agreement(table: OpenTable) -> None:
    """Set new terms: all players have to agree again, and the host only if the host's own loadout no longer fits."""
    match = table.match
    match.terms += 1
    given = match.loadouts.assign([seat.loadout for seat in table.seats], match.limits)
    for seat, loadout in zip(table.seats, given, strict=True):
        seat.is_ready, seat.loadout = False, loadout
        verdict = match.loadouts.judge(loadout, match.limits)
        if not seat.user_id or (seat.is_of(table.user) and (verdict is None or verdict.is_legal)):
            seat.terms = match.terms
        seat.save(update_fields=["is_ready", "terms", "loadout"])


def agree(public_id: str, user: User | None, *, terms: int | None = None) -> Match:
    """Agree to the current settings; `terms` are those that were seen. Raises terms_changed, deck_needed."""
    with OpenTable.lock(public_id, user) as table:
        check_terms(table.match, terms)
        verdict = table.match.loadouts.judge(table.own.loadout, table.match.limits)
        if find_holdup(table.match, table.own) == DECK or (verdict is not None and not verdict.is_legal):
            noun = table.match.loadouts.words.name
            raise DomainError("deck_needed", f"Your {noun} is not legal at these settings. Choose another first.")
        update_row(table.own, terms=table.match.terms)
        return table.go_on()


def set_ready(public_id: str, user: User | None, *, is_ready: bool, now: datetime | None = None) -> Match:
    """Store whether the user is ready to start. Raises not_ready for a user who has not agreed to the settings."""
    with OpenTable.lock(public_id, user) as table:
        if is_ready and find_holdup(table.match, table.own) in {AGREEMENT, DECK}:
            raise DomainError("not_ready", "The settings have changed: agree to them first.")
        update_row(table.own, is_ready=is_ready)
        return table.go_on(now)


def start_now(public_id: str, user: User | None) -> Match:
    """Start although not everybody is ready. All seats must be taken, and all players must have agreed.

    Raises `DomainError`: not_host, not_ready.
    """
    with OpenTable.lock(public_id, user, for_host=True) as table:
        if any(seat.is_free for seat in table.seats):
            raise DomainError("not_ready", "There are free seats. Put bots there, or have fewer seats.")
        if list_holdups(table.match, table.seats, without_readiness=True):
            raise DomainError("not_ready", "Not everybody has agreed to the settings yet.")
        for seat in table.persons():
            seat.is_ready = True
        Seat.objects.bulk_update(table.persons(), ["is_ready"])
        return table.go_on()


def leave_table(public_id: str, user: User | None) -> Match | None:
    """Free the user's seat. The next player becomes host; None if the last player has left and the table is deleted."""
    with OpenTable.lock(public_id, user) as table:
        return _leave(table)


def _leave(table: OpenTable) -> Match | None:
    """Do what `leave_table` promises, with the table locked; the match may start because of it."""
    decline_kept_seat(table.match, table.user)
    _vacate(table, table.own)
    left = table.persons()
    if not left:
        table.match.delete()
        return None
    if table.match.host_id == table.user.pk:
        update_row(table.match, host=left[0].user)
    start_if_complete(table.match, table.seats)  # it waits for nobody now
    show_change(table.match)
    return table.match


def come_back(public_id: str, user: User | None) -> Match:
    """Start the match if it waited for this player alone. Raises `DomainError` as every act at an open table does."""
    with OpenTable.lock(public_id, user) as table:
        return table.go_on()


def release_absent_seats(now: datetime | None = None) -> int:
    """Free the seats of players for whom a complete table has waited too long; return how many. May run twice."""
    late, released = (now or timezone.now()) - WAITS_FOR_ABSENT, 0
    waited = Seat.objects.filter(match__state=MatchState.OPEN, waited_for_since__lte=late)
    for seat in waited.select_related("match", "user"):
        with suppress(DomainError), OpenTable.lock(seat.match.public_id, seat.user) as table:
            since = table.own.waited_for_since
            if since is not None and since <= late:
                _leave(table)
                released += 1
    return released


def remove_player(public_id: str, user: User | None, index: int, *, revision: int | None = None) -> Match:
    """Remove a player or bot from a seat. A removed person cannot join again.

    Raises `DomainError`: not_host, seat_taken for the host's own seat, malformed for a free one.
    """
    with OpenTable.lock(public_id, user, revision, for_host=True) as table:
        seat = table.seat(index)
        if seat.is_of(user):
            raise DomainError("seat_taken", "That is your own seat. Leave the table to give it up.")
        if seat.is_free:
            raise DomainError("malformed", f"Nobody sits in seat {index}.")
        if seat.user_id is not None:
            update_row(table.match, turned_away=[*table.match.turned_away, seat.user_id])
        _vacate(table, seat)
        return table.go_on()


def seat_bot(
    public_id: str,
    user: User | None,
    index: int,
    bot: str,
    *,
    loadout: Loadout | None = None,
    revision: int | None = None,
) -> Match:
    """Seat a bot in a free seat, or in place of another bot, with this loadout or the next in turn.

    Raises `DomainError`: not_host, seat_taken, seats_kept, deck_needed, malformed.
    """
    with OpenTable.lock(public_id, user, revision, for_host=True) as table:
        if is_kept_from(table.match, None, timezone.now()):
            raise DomainError("seats_kept", "These seats are kept for the players of the match before.")
        seat, limits, loadouts = table.seat(index), table.match.limits, table.match.loadouts
        if bot not in table.match.kind.bots_by_name:
            raise DomainError("malformed", f"A bot is one of: {', '.join(table.match.kind.bots_by_name)}.")
        if seat.user_id is not None:
            raise DomainError("seat_taken", f"{seat.name} sits in seat {index}.")
        loadouts.check_supply(limits, for_bots=True)
        loadouts.check(loadout, limits)
        seat.bot, seat.terms = bot, table.match.terms
        chosen = [loadout if other is seat else other.loadout for other in table.seats]
        seat.loadout = loadouts.assign(chosen, limits)[index]
        seat.save(update_fields=["bot", "terms", "loadout"])
        return table.go_on()


def move_seat(public_id: str, user: User | None, index: int, by: int, *, revision: int | None = None) -> Match:
    """Swap a seat with the next one (1) or the previous one (-1). Raises not_host, malformed."""
    with OpenTable.lock(public_id, user, revision, for_host=True) as table:
        other, seats = index + by, table.seats
        if not (0 <= index < len(seats) and 0 <= other < len(seats)):
            raise DomainError("malformed", "There is no seat in that place.")
        seats[index], seats[other] = seats[other], seats[index]
        return _reorder(table.match, seats)


def draw_seats(public_id: str, user: User | None, *, revision: int | None = None) -> Match:
    """Shuffle the seats. Raises not_host."""
    with OpenTable.lock(public_id, user, revision, for_host=True) as table:
        return _reorder(table.match, SystemRandom().sample(table.seats, len(table.seats)))


def _reorder(match: Match, seats: list[Seat]) -> Match:
    """Store a new order of the seats of the locked match."""
    Seat.objects.filter(match=match).update(index=F("index") + OUT_OF_THE_WAY)
    for index, seat in enumerate(seats):
        update_row(seat, index=index)
    show_change(match)
    return match


def renew_invitation(public_id: str, user: User | None) -> Match:
    """Create a new invitation and invalidate the old one. Raises not_host, malformed."""
    with OpenTable.lock(public_id, user, for_host=True) as table:
        if not table.match.is_private:
            raise DomainError("malformed", "Everybody may sit at this table: it has no invitation.")
        table.match.invitation = new_invitation()
        show_change(table.match, columns=["invitation"])
        return table.match


def _vacate(table: OpenTable, seat: Seat) -> None:
    """Empty a seat. A loadout that anybody may choose stays for the next player; what a player owns goes along."""
    loadouts = table.match.loadouts
    seat.loadout = None if loadouts.is_own(seat.loadout) else seat.loadout
    seat.sit(None)
    seat.terms = table.match.terms
    given = loadouts.assign([other.loadout for other in table.seats], table.match.limits)
    seat.loadout = given[table.seats.index(seat)]
    seat.save()


MOST_SHOWN = 4
WAITING = "waiting for players"
MATCH, SEARCH = "match", "search"  # the kinds of rows in the union query


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A line of the bar. `runs_out_at` is when the time for the user's answer, or another player's, is over.

    A line of a tournament names its news in `call`, and `warns` if five minutes before its end matter.
    """

    url: str
    words: str
    state: str
    is_own_turn: bool = False
    left_ms: int | None = None
    runs_out_at: int | None = None
    call: str = ""
    warns: bool = False


class LineSource(NamedTuple):
    """A source of lines for the bar from another app, such as a player's tournaments.

    `rows` is the part of the union query for a user, `parameters` are its parameters in order, and `lines` reads the
    lines if there are rows.
    """

    what: str
    rows: Callable[[int], QuerySet[Any, Any]]
    parameters: Callable[[int], tuple[str | int, ...]]
    lines: Callable[[User, datetime], list[OwnTable]]


LINE_SOURCES: list[LineSource] = []


def own_tables(user: User, now: datetime, without: str = "") -> list[OwnTable]:
    """Return the user's running matches, own turns first, then open tables, tournaments, the search.

    A user without any costs one query.

    `without` is the path of the current page.
    """
    # One query, because every page asks for it.
    of_others = (value for source in LINE_SOURCES for value in (source.what, *source.parameters(user.pk)))
    under_way: defaultdict[str, list[int]] = defaultdict(list)
    for what, key in ALL_UNDER_WAY.rows(MATCH, user.pk, MatchState.OVER, SEARCH, user.pk, *of_others):
        under_way[what].append(key)
    matches, searches = under_way[MATCH], under_way[SEARCH]
    lines = []
    if matches:
        found = Match.objects.filter(pk__in=matches).defer("setup", "state_data", "opening").with_seats()
        lines = [_make_match_line(match, user, now) for match in found.order_by("-created_at")]
        lines.sort(key=lambda line: (not line.is_own_turn, line.state == WAITING))
    for source in LINE_SOURCES:
        if under_way[source.what]:
            lines += source.lines(user, now)
    if searches:
        for seeker in Seeker.objects.waiting().filter(pk__in=searches):
            words, waited_ms = f"Looking for a match of {seeker.full_mode_title}", (now - seeker.since) // MILLISECOND
            lines.append(OwnTable(reverse("quick:quick"), words, f"{format_clock(waited_ms)} so far"))
    return [line for line in lines if line.url != without][:MOST_SHOWN]


def _all_under_way(_what: str, user: int, *_: object) -> QuerySet[Any, Any]:
    """Return the kinds and keys of all in which a user takes part: matches, searches and tournaments."""
    seats = Seat.objects.filter(user=user).exclude(match__state=MatchState.OVER).order_by()
    of_seats = seats.annotate(what=Value(MATCH)).values_list("what", "match_id")
    of_searches = Seeker.objects.filter(user=user, match=None).annotate(what=Value(SEARCH)).values_list("what", "pk")
    of_others = (
        source.rows(user).order_by().annotate(what=Value(source.what)).values_list("what", "pk")
        for source in LINE_SOURCES
    )
    return of_seats.union(of_searches, *of_others, all=True)


ALL_UNDER_WAY = PreparedRead(_all_under_way, are_values=True)


def _make_match_line(match: Match, user: User, now: datetime) -> OwnTable:
    words = f"{match.full_mode_title} against {describe_players(match, without=user.pk)}"
    if match.is_open:
        return OwnTable(match.get_absolute_url(), words, WAITING)
    if not match.is_timed:
        return _make_untimed_line(match, user, words)
    asked = [seat for seat in match.seats.all() if seat.since is not None]
    own = next((seat for seat in asked if seat.is_of(user)), None)
    seat = own or next(iter(asked), None)
    if seat is None or seat.runs_out_at is None:
        return OwnTable(match.get_absolute_url(), words, "a bot is asked" if match.bot_due_at else "running")
    clock = seat.clock.read_at(now)
    return OwnTable(
        url=match.get_absolute_url(),
        words=words,
        state="your turn" if own else f"{seat.name} is asked",
        is_own_turn=own is not None,
        left_ms=clock.free_ms + clock.bank_ms,
        runs_out_at=int(seat.runs_out_at.timestamp() * 1000),
    )


def _make_untimed_line(match: Match, user: User, words: str) -> OwnTable:
    """Return the line of a running match without a clock."""
    question = game_of(match).decision
    asked = next((seat for seat in match.seats.all() if question is not None and seat.index == question.seat), None)
    if asked is None or asked.played_by:
        return OwnTable(match.get_absolute_url(), words, "a bot is asked")
    is_own = asked.is_of(user)
    return OwnTable(match.get_absolute_url(), words, "your turn" if is_own else f"{asked.name} is asked", is_own)
