"""Presence of viewers in this process: sockets are counted in memory, and two threads beat and write the changes.

A page that is reloaded closes its socket and opens another: its viewer is gone only if none opens for a while. So a
flush writes the changes of all tables together, and mostly nothing.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from threading import Lock, Thread
from uuid import UUID, uuid4

import structlog
from django.db import close_old_connections, transaction
from django.db.models import F
from django.utils import timezone

from incursions.kit.health import failed_writes
from tournaments.live.presence.house import record_web_process
from tournaments.live.presence.models import LONGEST_SILENCE, Attendance, House, WebServer
from tournaments.live.presence.returning import record_arrival, take_back
from tournaments.live.pushes import show_change
from tournaments.matches.life import start_if_complete
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match, Seat
from tournaments.matches.writing import add_rows, write_columns

LEAVES_AFTER = timedelta(seconds=3)
LAG_STEP_MS = 20
SERVER_IS_GONE = 2 * LONGEST_SILENCE

Viewer = int | None

FLUSH_EVERY_S, BEAT_EVERY_S = 1.0, 2.0
log = structlog.get_logger(__name__)


class Attendances:
    """The sockets of one web process by table and viewer. One thread adds and removes them, another one flushes."""

    def __init__(self, server: UUID | None = None) -> None:
        self.server = server or uuid4()
        self._lock = Lock()
        self._sockets: dict[str, Counter[Viewer]] = {}
        self._left: dict[tuple[str, Viewer], datetime] = {}
        self._written: dict[str, dict[Viewer, int]] = {}
        self._unsettled: set[str] = set()
        self._lags: dict[tuple[str, Viewer], int] = {}
        self._written_lags: dict[tuple[str, Viewer], int] = {}

    def come(self, public_id: str, viewer: Viewer) -> None:
        """Count a socket that has been opened."""
        with self._lock:
            self._sockets.setdefault(public_id, Counter())[viewer] += 1
            self._unsettled.add(public_id)

    def leave(self, public_id: str, viewer: Viewer, now: datetime) -> None:
        """Count a socket that has been closed."""
        with self._lock:
            self._sockets[public_id][viewer] -= 1
            self._left[public_id, viewer] = now
            self._unsettled.add(public_id)

    def record_lag(self, public_id: str, viewer: Viewer, lag_ms: int) -> None:
        """Record the latest measured lag of a viewer's connection."""
        if viewer is None:
            return
        with self._lock:
            self._lags[public_id, viewer] = round(lag_ms / LAG_STEP_MS) * LAG_STEP_MS

    def forget_written(self) -> None:
        """Mark all tables to be written again, because the rows of this process were deleted."""
        with self._lock:
            self._written.clear()
            self._unsettled.update(self._sockets)

    def flush(self, now: datetime) -> None:
        """Write the changes since the last flush, without departures that may be page reloads."""
        with self._lock:
            unsettled = {public_id: self._list_present(public_id, now) for public_id in self._unsettled}
        for public_id, present in unsettled.items():
            if present != self._written.get(public_id, {}):
                write_attendance(self.server, public_id, present, now)
            with self._lock:
                self._written[public_id] = present
                self._settle(public_id, present, now)
        self._flush_lags()

    def _flush_lags(self) -> None:
        """Write the lags that have changed much, all at once, to the seats of their viewers."""
        with self._lock:
            lags, self._lags = self._lags, {}
        changed = {
            whose: lag_ms for whose, lag_ms in lags.items() if _has_changed(lag_ms, self._written_lags.get(whose))
        }
        if not changed:
            return
        seats = []
        tables = {public_id for public_id, _ in changed}
        for seat in Seat.objects.filter(match__public_id__in=tables).annotate(table=F("match__public_id")).only("user"):
            lag_ms = changed.get((seat.table, seat.user_id))
            if lag_ms is not None:
                seat.lag_ms = lag_ms
                seats.append(seat)
        with transaction.atomic():
            write_columns(Seat, seats, ("lag_ms",))
        self._written_lags |= changed

    def _list_present(self, public_id: str, now: datetime) -> dict[Viewer, int]:
        """Return the present viewers with their counts. One who has just closed the last socket stays for a while."""
        return {
            viewer: max(count, 1) if viewer is None else 1
            for viewer, count in self._sockets[public_id].items()
            if count or now - self._left[public_id, viewer] < LEAVES_AFTER
        }

    def _settle(self, public_id: str, written: dict[Viewer, int], now: datetime) -> None:
        """Drop viewers who have left, and tables with nothing more to write."""
        sockets = self._sockets[public_id]
        for viewer in [viewer for viewer, count in sockets.items() if not count and viewer not in written]:
            del sockets[viewer]
            self._left.pop((public_id, viewer), None)
            self._written_lags.pop((public_id, viewer), None)
        if all(sockets.values()) and self._list_present(public_id, now) == written:
            self._unsettled.discard(public_id)
            if not sockets:
                del self._sockets[public_id], self._written[public_id]


attendances = Attendances()
"""The sockets of this process."""


def _has_changed(lag_ms: int, written: int | None) -> bool:
    """Return True if the lag has changed so much that writing it is worth a turn among the writers."""
    return written is None or abs(lag_ms - written) > max(LAG_STEP_MS, written // 4)


def write_attendance(server: UUID, public_id: str, present: dict[Viewer, int], now: datetime) -> None:
    """Store who is connected to the match through this server, and update its seats and spectator count."""
    with transaction.atomic():
        match = Match.objects.light().select_for_update().filter(public_id=public_id).first()
        if match is None:
            return
        rows = {row.viewer: row for row in Attendance.objects.filter(server=server, match=match)}
        gone = rows.keys() - present.keys()
        Attendance.objects.filter(pk__in=[rows[viewer].pk for viewer in gone]).delete()
        come = present.keys() - rows.keys()
        add_rows(Attendance, [Attendance(server_id=server, match=match, viewer=v, sockets=present[v]) for v in come])
        unknown = rows.get(None)
        if unknown is not None and None in present and unknown.sockets != present[None]:
            unknown.sockets = present[None]
            unknown.save(update_fields=["sockets"])
        _update_presence(match, gone, now)


def forget_silent_servers(now: datetime) -> None:
    """Delete servers that have been silent for long, and mark viewers as away who were connected only to them.

    After an outage everybody has that time to come back: nobody is away because the server was down.
    """
    if not House.objects.filter(web_since__lte=now - SERVER_IS_GONE).exists():
        return
    for server in WebServer.objects.filter(seen_at__lt=now - SERVER_IS_GONE):
        for match in Match.objects.filter(attendances__server=server).distinct().values_list("public_id", flat=True):
            write_attendance(server.pk, match, {}, now)
        server.delete()


def _update_presence(match: Match, gone: Iterable[Viewer], now: datetime) -> None:
    """Update the presence of the seats and the spectator count, and publish the change, if any."""
    there = dict[Viewer, int]()
    for viewer, sockets in Attendance.objects.filter(match=match).values_list("viewer", "sockets"):
        there[viewer] = there.get(viewer, 0) + sockets
    seats = list(Seat.objects.filter(match=match))
    have_changed = False
    for seat in (seat for seat in seats if seat.user_id is not None):
        if seat.user_id in there and match.is_running:
            record_arrival(seat, now)
        if seat.user_id in there and seat.away_since is not None:
            _welcome(match, seat, now)
            have_changed = True
        elif seat.user_id in gone and seat.user_id not in there and seat.away_since is None and not match.is_over:
            seat.away_since = now
            seat.save(update_fields=["away_since"])
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


def keep_presence() -> None:
    """Beat once, so that an outage is given back before the first request, and go on in threads."""
    # In a thread: the application is loaded within the event loop, where Django refuses database queries.
    first = Thread(target=_run_once, args=(_beat,))
    first.start()
    first.join()
    # Two threads: a late heartbeat, after many tables were written, would look like an outage.
    for work, every_s in ((_beat, BEAT_EVERY_S), (attendances.flush, FLUSH_EVERY_S)):
        Thread(target=_repeat, args=(work, every_s), name="presence", daemon=True).start()


def _beat(now: datetime) -> None:
    if record_web_process(attendances.server, now):
        attendances.forget_written()
    forget_silent_servers(now)


def _repeat(work: Callable[[datetime], None], every_s: float) -> None:
    while True:
        time.sleep(every_s)
        _run_once(work)


def _run_once(work: Callable[[datetime], None]) -> None:
    """Run `work` once. Errors are logged; the next run catches up."""
    try:
        close_old_connections()
        work(timezone.now())
    except Exception as error:
        failed_writes.note(error)
        log.exception("presence_not_kept")
