"""The game and the rows of a match as this process saw them last, and the table as one viewer sees it with its clocks.

The row stays the truth: a game is cached under the number of its last action, the rows under their revision, and each
is valid for that one alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.utils import timezone
from markupsafe import Markup

from incursions.accounts.models import User
from incursions.books.links import link_marked_rules
from incursions.engine import Game
from incursions.engine.core import Setup
from incursions.games.contract import GameKind
from incursions.kit.caches import PreparedRead, VersionedCache
from incursions.kit.words import format_count, join_names
from tournaments.live.models import Attendance
from tournaments.matches.log import LogBook, Reader
from tournaments.matches.models import LARGE_COLUMNS, Action, Match, Seat, no_such_match
from tournaments.matches.staff.models import StaffAct


class EventLink(NamedTuple):
    """A link to the event in which a match is played; `words` say where in it."""

    url: str
    words: str


EVENT_LINKS: list[Callable[[Match], EventLink | None]] = []
"""Functions that find the event in which a match without a host is played, such as a tournament."""


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's clock as a page shows it: milliseconds left as of the clocks' `now`, moments in epoch milliseconds.

    There is no bank in a match without a clock.
    """

    free_ms: int
    bank_ms: int | None
    running: bool
    free_until: int | None
    runs_out_at: int | None


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks of a table, read at one moment."""

    now: int
    match_deadline: int | None
    seats: list[SeatClock]


@dataclass(frozen=True, slots=True)
class Table:
    """A match as one viewer sees it. `seat` is None for a spectator, `game` None while the table is open.

    `seen_hints` are the first-time hints that are not shown any more.
    """

    match: Match
    seats: list[Seat]
    game: Game | None
    seat: int | None
    clocks: Clocks
    is_staff: bool = False
    rows: TableRows | None = None
    seen_hints: frozenset[str] = frozenset()


GAMES_KEPT = 256
WITH_STATE = PreparedRead(
    lambda pk, last_action: Match.objects.filter(pk=pk).filter(last_action=last_action).only("state_data")
)
WITH_SETUP = PreparedRead(
    lambda pk, last_action: Match.objects.filter(pk=pk).filter(last_action=last_action).only("state_data", "setup")
)
game_shelf: VersionedCache[Game] = VersionedCache(GAMES_KEPT)
"""The latest game of each match by its last action. A cached game is never played on: callers get a copy."""


def copy_cached(match: Match) -> Game | None:
    """Return a copy of the cached game after exactly this row's last action, or None."""
    cached = game_shelf.find(match.public_id, match.last_action)
    return None if cached is None else cached.copy()


def game_at(match: Match) -> Game | None:
    """Return the game of a match that has begun, at exactly this row's last action; None if the row has moved on.

    The match may come without its large columns.
    """
    game = copy_cached(match)
    if game is None:
        # Reuse the set-up of a cached game: reading its pieces takes longer than all the rest.
        cached = game_shelf.find(match.public_id)
        setup = None if cached is None else cached.setup
        row = (WITH_SETUP if setup is None else WITH_STATE).first(match.pk, match.last_action)
        if row is None:
            return None
        game = _build_game(match, row.state_data, setup or row.setup)
    return game


def game_of(match: Match) -> Game:
    """Return the game of a match that has begun, at the last action of this row. The caller owns it."""
    return copy_cached(match) or _build_game(match, match.state_data, match.setup)


def _build_game(match: Match, state: Any, setup: Setup) -> Game:
    """Build the game from these columns and cache a copy."""
    game = match.kind.game.from_data(state, setup)
    game_shelf.keep(match.public_id, match.last_action, game.copy())
    return game


def table_for(match: Match, user: User | None, *, now: datetime | None = None) -> Table:
    """Return the table of the match for this user, or a spectator. `match` may come without its large columns."""
    return table_of(TableRows(match, read_seats(match)), user, now=now)


def table_of(rows: TableRows, user: User | None, *, now: datetime | None = None) -> Table:
    """Return the table for this user, or a spectator, at the revision of these rows, or a later one if they are old.

    Raises `DomainError`: not_found.
    """
    game = None if rows.match.is_open else game_at(rows.match)
    while game is None and not rows.match.is_open:
        later = read_rows(rows.match.public_id, before=rows)
        if later is None:
            raise no_such_match()
        rows, game = later, game_at(later.match)
    own = next((seat.index for seat in rows.seats if seat.is_of(user)), None)
    clocks = read_clocks(rows.match, rows.seats, now or timezone.now())
    seen = read_seen_hints(user, rows.seats, own)
    return Table(rows.match, rows.seats, game, own, clocks, is_staff(user), rows, seen)


def read_seen_hints(user: User | None, seats: Sequence[Seat], own: int | None) -> frozenset[str]:
    """Return the hints that the player has seen. Rows and user may be of different moments, so both count."""
    known = [user, *(seat.user for seat in seats if seat.index == own)]
    return frozenset(key for each in known if each is not None for key in each.seen_hints)


def is_staff(user: User | None) -> bool:
    """Return True if the user is staff."""
    return user is not None and user.is_staff


def read_clocks(match: Match, seats: list[Seat], now: datetime) -> Clocks:
    """Return the clocks of the match and of its seats at `now`; in a pause, or if none runs, there is no deadline."""
    deadline = match.deadline_at if match.is_timed and match.is_running and not match.is_halted else None
    clocks = []
    for clock in (seat.clock for seat in seats):
        left, running = clock.read_at(now), clock.since is not None
        # The free seconds of a stopped clock would tell whether the hold or the player passed a window (rules 13.10).
        free_ms = left.free_ms if running or match.is_halted else 0
        ends = _epoch_ms(clock.free_until), _epoch_ms(clock.runs_out_at)
        clocks.append(SeatClock(free_ms, left.bank_ms if match.is_timed else None, running, *ends))
    return Clocks(_epoch_ms(now) or 0, _epoch_ms(deadline), clocks)


def _epoch_ms(moment: datetime | None) -> int | None:
    """Return a time in milliseconds since 1970, as browsers count it."""
    return None if moment is None else int(moment.timestamp() * 1000)


MATCHES_KEPT = 256
LOG_LENGTH = 40
LIGHT_MATCH = PreparedRead(lambda public_id: Match.objects.light().filter(public_id=public_id))
SEATS = PreparedRead(lambda match: Seat.objects.filter(match=match).select_related("user"), "user")
ACTIONS = PreparedRead(
    lambda match, after, last: Action.objects.filter(match=match, move__gt=after, move__lte=last).order_by("move")
)

MOST_NAMED = 8
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
"""Unicode isolates around a name, which may turn the direction of the text after it."""


class TableRows:
    """A match with its seats and last actions, all read-only. The match comes without its large columns.

    `before` are the rows of an earlier revision, whose contents are reused.
    """

    def __init__(self, match: Match, seats: list[Seat], before: TableRows | None = None) -> None:
        self.match = match
        self.seats = seats
        self._read_before: list[Action] = before.__dict__.get("actions", before._read_before) if before else []
        self._books: dict[Reader, LogBook] = before._books if before else {}
        self._lock: Lock = before._lock if before else Lock()
        self._drawn: dict[Hashable, tuple[object, Markup]] = before._drawn if before else {}
        self._pieces: Any = before._pieces if before else None
        self._watched: dict[str, str] | None = None
        self._watching_before: str | None = None
        # Moves do not change who watches: if only moves, sent as one revision, lie between, the words are the same.
        if before and match.revision == before.match.revision + 1 and match.version > before.match.version:
            self._watching_before = before.__dict__.get("watching", before._watching_before)

    @classmethod
    def from_write(cls, match: Match, seats: list[Seat], added: list[Action]) -> TableRows:
        """Return the rows that a transaction has just written, without reading them; `seats` come with their users."""
        light = copy(match)
        for name in LARGE_COLUMNS:
            light.__dict__.pop(name, None)
        rows = cls(light, seats, before=row_shelf.find(match.public_id))
        moves = [action for action in added if action.move]
        if moves and rows._read_before and rows._read_before[-1].move == moves[0].move - 1:
            for action in map(copy, moves):  # as they will be read: JSON turns tuples into lists
                action.events, action.dice = json.loads(json.dumps([action.events, action.dice]))
                rows._read_before = [*rows._read_before, action]
        return rows

    @cached_property
    def actions(self) -> list[Action]:
        """The last moves, oldest first, without private actions; a fixed number, however long the match is."""
        version = self.match.version
        known = [action for action in self._read_before if action.move <= version]
        after = known[-1].move if known else max(version - LOG_LENGTH, 0)
        if after < version:
            known += ACTIONS.rows(self.match.pk, max(after, version - LOG_LENGTH), version)
        return known[-LOG_LENGTH:]

    @cached_property
    def watching(self) -> str:
        """The number of spectators and the names shown, in words."""
        if self._watching_before is not None:
            return self._watching_before
        return describe_watching(self.match.watching, list_named_watchers(self.match, self.seats))

    @cached_property
    def staff_acts(self) -> list[StaffAct]:
        """The acts of the staff at the table, newest first."""
        return list(self.match.acts_of_staff.order_by("-number")) if self.match.staff_acts else []

    def read_pieces(self, kind: GameKind, setup: Setup) -> Any:
        """Return what the pieces of the match print, which never changes."""
        if self._pieces is None:
            self._pieces = kind.table.read_pieces(setup)
        return self._pieces

    def log_items(self, reader: Reader, begin: Callable[[], LogBook], seen: int) -> str:
        """Return the log as this reader knows it, new after move `seen`; `begin` starts a book before the first action.

        Continues the book of an earlier revision, unless actions between were missed.
        """
        with self._lock:
            book = self._books.get(reader)
            if book is None or (self.actions and not book.can_go_on(self.actions)):
                book = self._books[reader] = begin()
            for action in self.actions:
                if action.move > book.last:
                    book.add(action)
            return book.items(self.match.version, seen)

    def render_cached(self, key: Hashable, shows: object, draw: Callable[[], Markup]) -> Markup:
        """Return the part cached under this key if it shows the same, else render it with links to rules and cache it.

        `shows` is everything that decides how the part looks. Most parts look the same after most moves.
        """
        known = self._drawn.get(key)
        if known is None or known[0] != shows:
            known = self._drawn[key] = (shows, Markup(link_marked_rules(draw())))  # noqa: S704 -- it is HTML
        return known[1]

    def render_for_spectators(self, draw: Callable[[], dict[str, str]]) -> dict[str, str]:
        """Return the spectators' view, rendered once and shared by all of them."""
        if self._watched is None:
            self._watched = draw()
        return self._watched


row_shelf: VersionedCache[TableRows] = VersionedCache(MATCHES_KEPT)
"""The latest rows of each match by its revision."""


def rows_of(public_id: str, revision: int | None = None) -> TableRows | None:
    """Return the rows of a match, at least at that revision, or the current ones; None if there is no such match."""
    kept = row_shelf.find(public_id)
    if kept is not None and kept.match.revision >= (read_revision(public_id) or 0 if revision is None else revision):
        return kept
    return read_rows(public_id, before=kept)


def read_revision(public_id: str) -> int | None:
    """Return the revision of the match's row; None if there is no such match."""
    return Match.objects.filter(public_id=public_id).values_list("revision", flat=True).first()


def read_rows(public_id: str, before: TableRows | None = None) -> TableRows | None:
    """Read and cache the current rows of a match; None if there is no such match."""
    match = LIGHT_MATCH.first(public_id)
    if match is None:
        return None
    rows = TableRows(match, read_seats(match), before=before)
    row_shelf.keep(public_id, match.revision, rows)
    return rows


def read_seats(match: Match) -> list[Seat]:
    """Return the seats of a match with their users."""
    return SEATS.rows(match.pk)


def list_named_watchers(match: Match, seats: Sequence[Seat]) -> list[str]:
    """Return the names of spectators who show theirs, without players; one query, none if nobody watches."""
    if not match.watching:
        return []
    viewers = Attendance.objects.filter(room=match.room, viewer__isnull=False).values("viewer")
    people = get_user_model().objects.filter(table_manners__is_named_watching=True, pk__in=viewers)
    people = people.exclude(pk__in=[seat.user_id for seat in seats if seat.user_id is not None])
    return [str(person) for person in people.order_by("pk")[:MOST_NAMED]]


def describe_watching(count: int, names: Sequence[str]) -> str:
    """Return the number and names of spectators in words: "3 watching: Ann, Ben and another one"."""
    if not count:
        return ""
    others = count - len(names)
    unnamed = [] if others <= 0 else ["another one" if others == 1 else format_count(others, "other")]
    isolated = [f"{ISOLATE}{name}{END_OF_ISOLATE}" for name in names]
    return f"{count} watching" + (f": {join_names([*isolated, *unnamed])}" if names else "")
