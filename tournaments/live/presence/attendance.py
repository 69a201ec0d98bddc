"""Presence of viewers in this process: sockets are counted in memory, and two threads beat and write the changes.

A page that is reloaded closes its socket and opens another: its viewer is gone only if none opens for a while. So a
flush writes the changes of all rooms together, and mostly nothing.

Nothing is forfeited because our servers restarted. While no web process runs nothing lapses, and when one runs again
what is under way moves on by the gap, in one transaction, and an `Outage` records it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock, Thread
from uuid import UUID, uuid4

import structlog
from django.db import close_old_connections, transaction
from django.utils import timezone

from incursions.kit.health import failed_writes
from tournaments.live.models import (
    LONGEST_SILENCE,
    MOST_GIVEN_BACK,
    Attendance,
    House,
    Outage,
    WebServer,
)
from tournaments.live.rooms import Room, Viewer, kind_of, list_kinds

MILLISECOND = timedelta(milliseconds=1)
LEAVES_AFTER = timedelta(seconds=3)
LAG_STEP_MS = 20
SERVER_IS_GONE = 2 * LONGEST_SILENCE

FLUSH_EVERY_S, BEAT_EVERY_S = 1.0, 2.0
log = structlog.get_logger(__name__)


class Attendances:
    """The sockets of one web process by room and viewer. One thread adds and removes them, another one flushes."""

    def __init__(self, server: UUID | None = None) -> None:
        self.server = server or uuid4()
        self._lock = Lock()
        self._sockets: dict[Room, Counter[Viewer]] = {}
        self._left: dict[tuple[Room, Viewer], datetime] = {}
        self._written: dict[Room, dict[Viewer, int]] = {}
        self._unsettled: set[Room] = set()
        self._lags: dict[tuple[Room, int], int] = {}
        self._written_lags: dict[tuple[Room, int], int] = {}

    def come(self, room: Room, viewer: Viewer) -> None:
        """Count a socket that has been opened."""
        with self._lock:
            self._sockets.setdefault(room, Counter())[viewer] += 1
            self._unsettled.add(room)

    def leave(self, room: Room, viewer: Viewer, now: datetime) -> None:
        """Count a socket that has been closed."""
        with self._lock:
            self._sockets[room][viewer] -= 1
            self._left[room, viewer] = now
            self._unsettled.add(room)

    def record_lag(self, room: Room, viewer: Viewer, lag_ms: int) -> None:
        """Record the latest measured lag of a viewer's connection."""
        if viewer is None:
            return
        with self._lock:
            self._lags[room, viewer] = round(lag_ms / LAG_STEP_MS) * LAG_STEP_MS

    def forget_written(self) -> None:
        """Mark all rooms to be written again, because the rows of this process were deleted."""
        with self._lock:
            self._written.clear()
            self._unsettled.update(self._sockets)

    def flush(self, now: datetime) -> None:
        """Write the changes since the last flush, without departures that may be page reloads."""
        with self._lock:
            unsettled = {room: self._list_present(room, now) for room in self._unsettled}
        for room, present in unsettled.items():
            if present != self._written.get(room, {}):
                write_attendance(self.server, room, present, now)
            with self._lock:
                self._written[room] = present
                self._settle(room, present, now)
        self._flush_lags()

    def _flush_lags(self) -> None:
        """Write the lags that have changed much, all of a kind of room at once."""
        with self._lock:
            lags, self._lags = self._lags, {}
        changed = {}
        for whose, lag_ms in lags.items():
            written = self._written_lags.get(whose)
            if written is None or abs(lag_ms - written) > max(LAG_STEP_MS, written // 4):  # worth a turn among writers
                changed[whose] = lag_ms
        if not changed:
            return
        for kind in list_kinds():
            own = {(room.public_id, viewer): lag for (room, viewer), lag in changed.items() if room.kind == kind.name}
            if own:
                kind.write_lags(own)
        self._written_lags |= changed

    def _list_present(self, room: Room, now: datetime) -> dict[Viewer, int]:
        """Return the present viewers with their counts. One who has just closed the last socket stays for a while.

        A time that is still to come was noted before the clock was set back, and counts as long past.
        """
        return {
            viewer: max(count, 1) if viewer is None else 1
            for viewer, count in self._sockets[room].items()
            if count or timedelta() <= now - self._left[room, viewer] < LEAVES_AFTER
        }

    def _settle(self, room: Room, written: dict[Viewer, int], now: datetime) -> None:
        """Drop viewers who have left, and rooms with nothing more to write."""
        sockets = self._sockets[room]
        for viewer in [viewer for viewer, count in sockets.items() if not count and viewer not in written]:
            del sockets[viewer]
            self._left.pop((room, viewer), None)
            if viewer is not None:
                self._written_lags.pop((room, viewer), None)
        if all(sockets.values()) and self._list_present(room, now) == written:
            self._unsettled.discard(room)
            if not sockets:
                del self._sockets[room], self._written[room]


attendances = Attendances()
"""The sockets of this process."""


def write_attendance(server: UUID, room: Room, present: dict[Viewer, int], now: datetime) -> None:
    """Store who is connected to the room through this server, and update what the room knows of its viewers."""
    kind = kind_of(room)
    with transaction.atomic():
        row = kind.lock(room.public_id)
        if row is None:
            return
        rows = {one.viewer: one for one in Attendance.objects.filter(server=server, room=room)}
        gone = rows.keys() - present.keys()
        Attendance.objects.filter(pk__in=[rows[viewer].pk for viewer in gone]).delete()
        come = present.keys() - rows.keys()
        Attendance.objects.bulk_create(
            [Attendance(server_id=server, room=room, viewer=viewer, sockets=present[viewer]) for viewer in come]
        )
        unknown = rows.get(None)
        if unknown is not None and None in present and unknown.sockets != present[None]:
            unknown.sockets = present[None]
            unknown.save(update_fields=["sockets"])
        there: Counter[Viewer] = Counter()
        for viewer, sockets in Attendance.objects.filter(room=room).values_list("viewer", "sockets"):
            there[viewer] += sockets
        kind.update_presence(row, there, gone, now)


def forget_silent_servers(now: datetime) -> None:
    """Delete servers that have been silent for long, and mark viewers as away who were connected only to them.

    After an outage everybody has that time to come back: nobody is away because the server was down.
    """
    if not House.objects.filter(web_since__lte=now - SERVER_IS_GONE).exists():
        return
    for server in WebServer.objects.filter(seen_at__lt=now - SERVER_IS_GONE):
        for room in Attendance.objects.filter(server=server).values_list("room", flat=True).distinct():
            write_attendance(server.pk, room, {}, now)
        server.delete()


def connected_users(room: Room) -> set[int]:
    """Return the users with an open socket in the room."""
    viewers = Attendance.objects.filter(room=room).values_list("viewer", flat=True)
    return {viewer for viewer in viewers if viewer is not None}


def record_web_process(server: UUID, now: datetime) -> bool:
    """Record that a web process runs at `now`. Give the time of an outage back; follow a clock that was set back.

    Return True if the row of this server is new, so that no viewer belongs to it yet.
    """
    with transaction.atomic():
        house = House.lock()
        seen_at = house.web_seen_at
        if seen_at is not None and seen_at - now > LONGEST_SILENCE:
            _set_back(now - seen_at, now)
            house.web_since = house.web_since and min(house.web_since, now)
            house.worker_seen_at = house.worker_seen_at and min(house.worker_seen_at, now)
        if seen_at is not None and now - seen_at > LONGEST_SILENCE:
            _give_time_back(Outage.Of.WEB, seen_at, now)
            seen_at = None
            if house.worker_seen_at is not None:
                house.worker_seen_at = max(house.worker_seen_at, now)  # so that no time is given back twice
        if seen_at is None:
            house.web_since = now
        house.web_seen_at = now
        house.save(update_fields=["web_seen_at", "web_since", "worker_seen_at"])
        return WebServer.objects.update_or_create(pk=server, defaults={"seen_at": now})[1]


def record_worker(now: datetime) -> None:
    """Record that a worker runs at `now`. After an outage matches that waited for a worker get that time back.

    If no web process runs either, all matches get their time back when one does.
    """
    with transaction.atomic():
        house = House.lock()
        seen_at = house.worker_seen_at
        house.worker_seen_at = now
        house.save(update_fields=["worker_seen_at"])
        is_shut = house.web_seen_at is not None and now - house.web_seen_at > LONGEST_SILENCE
        if seen_at is not None and now - seen_at > LONGEST_SILENCE and not is_shut:
            _give_time_back(Outage.Of.WORKER, seen_at, now)


def _give_time_back(of: Outage.Of, began: datetime, ended: datetime) -> None:
    """Give the time of an outage back in all rooms. Record it unless it was of workers and no match waited for one."""
    matches = sum(kind.give_time_back(of, began, ended) for kind in list_kinds())
    if matches or of == Outage.Of.WEB:
        gap = min(ended - began, MOST_GIVEN_BACK)
        Outage.objects.create(of=of, began_at=began, ended_at=ended, given_back_ms=gap // MILLISECOND, matches=matches)
        log.warning("outage", of=of.value, seconds=round((ended - began).total_seconds(), 1), matches=matches)


def _set_back(step: timedelta, now: datetime) -> None:
    """Move the times of everything under way by a negative step, because the computer's clock was set back."""
    matches = sum(kind.set_back(step, now) for kind in list_kinds())
    WebServer.objects.filter(seen_at__gt=now).update(seen_at=now)
    log.warning("clock_set_back", seconds=round(-step.total_seconds(), 1), matches=matches)


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
    """Write the heartbeat of this web server, and forget servers that have been silent."""
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
