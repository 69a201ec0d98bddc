"""The threads of a web process that beat, and write who looks on from it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from threading import Thread

import structlog
from django.db import close_old_connections
from django.utils import timezone

from incursions.failed_writes import failed_writes
from tournaments.presence.attendance import Attendances, forget_silent_servers
from tournaments.presence.house import note_web_process

FLUSH_EVERY_S, BEAT_EVERY_S = 1.0, 2.0
log = structlog.get_logger(__name__)

attendances = Attendances()
"""The sockets of this process."""


def keep_presence() -> None:
    """Beat once, so that time without a web process is given back before the first request, and go on in threads."""
    # In a thread too: the application is loaded within the event loop, where Django asks no database.
    first = Thread(target=_tend, args=(_beat,))
    first.start()
    first.join()
    # Two of them: a beat must not wait until many tables are written, or the house would seem to stand still.
    for work, every_s in ((_beat, BEAT_EVERY_S), (attendances.flush, FLUSH_EVERY_S)):
        Thread(target=_go_on, args=(work, every_s), name="presence", daemon=True).start()


def _beat(now: datetime) -> None:
    if note_web_process(attendances.server, now):
        attendances.forget_what_was_written()
    forget_silent_servers(now)


def _go_on(work: Callable[[datetime], None], every_s: float) -> None:
    while True:
        time.sleep(every_s)
        _tend(work)


def _tend(work: Callable[[datetime], None]) -> None:
    """One turn. The database may be away for a while: the next turn does what this one could not."""
    try:
        close_old_connections()
        work(timezone.now())
    except Exception as error:
        failed_writes.note(error)
        log.exception("presence_not_kept")
