"""The thread of a web process that beats, and writes who looks on from it."""

from __future__ import annotations

import time
from threading import Thread

import structlog
from django.db import close_old_connections
from django.utils import timezone

from tournaments.presence.attendance import Attendances, forget_silent_servers
from tournaments.presence.house import note_web_process

FLUSH_EVERY_S = 1.0
BEAT_EVERY = 2
"""One flush in so many also beats."""
log = structlog.get_logger(__name__)

attendances = Attendances()
"""The sockets of this process."""


def keep_presence() -> None:
    """Beat once, so that time without a web process is given back before the first request, and go on in a thread."""
    # In a thread too: the application is loaded within the event loop, where Django asks no database.
    first = Thread(target=_tend, args=(0,))
    first.start()
    first.join()
    Thread(target=_go_on, name="presence", daemon=True).start()


def _go_on() -> None:
    turn = 1
    while True:
        time.sleep(FLUSH_EVERY_S)
        _tend(turn)
        turn += 1


def _tend(turn: int) -> None:
    """One turn. The database may be away for a while: the next turn does what this one could not."""
    try:
        close_old_connections()
        now = timezone.now()
        if turn % BEAT_EVERY == 0:
            if note_web_process(attendances.server, now):
                attendances.forget_what_was_written()
            forget_silent_servers(now)
        attendances.flush(now)
    except Exception:
        log.exception("presence_not_kept")
