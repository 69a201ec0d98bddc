"""The job that draws all missing pictures, in small batches so that it can be stopped.

What is drawn lies in the folder, and that is all there is to keep: a drawing that was broken off goes on where it was.
Whether it is wanted is a file there too, whose time says when something was drawn last.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis import RedisError

from cards.catalogue import pictured_pieces
from cards.pictures import BEGUN, are_made, make_pictures, names_of
from incursions.games.incursions.rules.printed.pieces import Definition

DRAW_TASK = "cards.tasks.draw_pictures"
SECONDS_AT_ONCE = 2.0
"""Seconds that a task draws, and a piece more: a worker that is asked to stop need not wait long."""
EXPIRES_S = 60
"""A task that waited longer is dropped. If nothing was drawn for as long, the next one was lost, and is sent again."""
LEAST_FREE = 4 * 1024 * 1024
"""With fewer bytes on the disk nothing is begun."""
log = structlog.get_logger(__name__)


class Survey(NamedTuple):
    """The number of pieces with pictures, the names of all their files, and the pieces whose files are missing."""

    pieces: int
    names: frozenset[str]
    missing: list[Definition]


class Drawn(NamedTuple):
    """The progress of drawing: the pieces, the pieces with pictures, and whether the worker draws the rest."""

    pieces: int
    drawn: int
    is_wanted: bool

    @property
    def percent(self) -> int:
        """Return how much is drawn."""
        return 100 * self.drawn // max(1, self.pieces)

    @property
    def missing(self) -> int:
        """Return the number of pieces without pictures."""
        return self.pieces - self.drawn


def survey() -> Survey:
    """Return the pieces and their picture files, with those that are missing."""
    named = [(piece, names_of(piece).values()) for piece in pictured_pieces()]
    missing = [piece for piece, names in named if not are_made(names)]
    return Survey(len(named), frozenset(name.file.name for _, names in named for name in names), missing)


def state() -> Drawn:
    """Return the number of pieces, how many have pictures, and whether the others are to be drawn."""
    found = survey()
    return Drawn(found.pieces, found.pieces - len(found.missing), _request_file().exists())


def want_pictures() -> None:
    """Request the missing pictures and queue the worker's task. Raises OSError if the request cannot be stored."""
    want_later()
    try:
        queue()
    except (OperationalError, RedisError) as error:  # `find_lost` queues it later
        log.warning("drawing_not_queued", error=str(error))


def want_later() -> None:
    """Request the missing pictures, which the worker draws within two minutes. Raises OSError if it cannot."""
    _request_file().parent.mkdir(parents=True, exist_ok=True)
    _request_file().touch()


def find_lost() -> None:
    """Queue the task again if pictures are requested and none was drawn for a while, because the task was lost."""
    try:
        stands_still = time.time() - _request_file().stat().st_mtime
    except FileNotFoundError:
        return
    if stands_still > EXPIRES_S and _goes_on():
        queue()


def stop() -> None:
    """Stop drawing. Finished pictures stay."""
    _request_file().unlink(missing_ok=True)


def queue() -> None:
    """Queue the task that draws the next pictures."""
    current_app.send_task(DRAW_TASK, expires=EXPIRES_S, ignore_result=True, retry=False)


def draw_some(seconds: float = SECONDS_AT_ONCE) -> int:
    """Draw missing pictures for so many seconds if they are wanted, queue the next task, and return the number drawn.

    One task draws at a time: another one finds nothing to do. When none of those that were tried could be drawn, it
    stops: the next task would try the same.
    """
    end = time.monotonic() + seconds
    with _alone() as is_alone:
        if not is_alone:
            return 0
        missing = survey().missing if _request_file().exists() else []
        tried, drawn = _draw(missing, lambda: time.monotonic() < end and _request_file().exists())
    if tried == len(missing) or not drawn:
        stop()
    elif _goes_on():
        queue()
    return drawn


def _draw(missing: list[Definition], goes_on: Callable[[], bool]) -> tuple[int, int]:
    """Draw the missing pieces, at least one, while `goes_on`. Return the numbers tried and drawn."""
    drawn = 0
    for number, piece in enumerate(missing, start=1):
        try:
            make_pictures(piece)
            drawn += 1
        except Exception:  # whatever is wrong with one piece, the others are drawn
            log.exception("picture_failed", title=piece["title"])
        if not goes_on():
            return number, drawn
    return len(missing), drawn


def remove_old(names: frozenset[str]) -> int:
    """Remove outdated files and unfinished ones. Return their number."""
    folder = Path(settings.PICTURES)
    old = [file for file in folder.glob("*.webp") if file.name not in names]
    old += filter(_is_left, folder.glob(f".*{BEGUN}"))
    for file in old:
        file.unlink(missing_ok=True)
    return len(old)


def _is_left(begun: Path) -> bool:
    """Return True if no process writes the file any more."""
    try:
        return time.time() - begun.stat().st_mtime > EXPIRES_S
    except FileNotFoundError:
        return False


def obstacle() -> str:
    """Return the reason why no picture could be stored now, such as a full disk; "" if one could."""
    folder = Path(settings.PICTURES)
    there = next(each for each in (folder, *folder.parents) if each.is_dir())
    if not os.access(there, os.W_OK | os.X_OK):
        return f"The folder {there} cannot be written."
    free = shutil.disk_usage(there).free
    return f"The disk of {there} is full: {free // 1024:,} KB are left." if free < LEAST_FREE else ""


def _request_file() -> Path:
    """Return the path of the file that asks the worker to draw pictures."""
    return Path(settings.PICTURES) / "wanted"


def _goes_on() -> bool:
    """Record that drawing goes on. Return False if it was stopped meanwhile."""
    try:
        os.utime(_request_file())
    except FileNotFoundError:
        return False
    return True


@contextmanager
def _alone() -> Iterator[bool]:
    """Hold the lock of drawing; yield False if another process holds it."""
    folder = Path(settings.PICTURES)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "drawing.lock").open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
