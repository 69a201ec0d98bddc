"""Drawing the pictures of all pieces that have none yet: some at a time, so that whoever draws can be stopped.

What is drawn lies in the folder, and that is all there is to keep: a drawing that was broken off goes on where it was.
Whether it is wanted is a file there too, whose time says when something was drawn last.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import structlog
from celery import current_app
from django.conf import settings

from cards.catalogue import current_pieces
from cards.pictures import SMALLER, is_made, make_pictures, name_of
from incursions.rules.printed.pieces import Definition

DRAW_TASK = "cards.tasks.draw_pictures"
SECONDS_AT_ONCE = 2.0
"""How long a task draws, and a piece more: a worker that is asked to stop need not wait long."""
EXPIRES_S = 60
"""A task that waited longer is dropped. If nothing was drawn for as long, the next one was lost, and is sent again."""
log = structlog.get_logger(__name__)


class Drawn(NamedTuple):
    """How many pieces there are, how many have their pictures, and whether the others are being drawn."""

    pieces: int
    drawn: int
    is_wanted: bool

    @property
    def percent(self) -> int:
        """How much is drawn."""
        return 100 * self.drawn // max(1, self.pieces)

    @property
    def missing(self) -> int:
        """How many have none yet."""
        return self.pieces - self.drawn


def state() -> Drawn:
    """How far drawing is."""
    pieces = list(_pieces())
    return Drawn(len(pieces), sum(map(is_made, pieces)), _wanted().exists())


def missing_pictures() -> list[Definition]:
    """The pieces that have no pictures yet, or old ones."""
    return [piece for piece in _pieces() if not is_made(piece)]


def want_pictures() -> None:
    """Have the missing pictures drawn by the worker."""
    want_later()
    queue()


def want_later() -> None:
    """The same within a minute or two, as soon as there is a worker."""
    _wanted().parent.mkdir(parents=True, exist_ok=True)
    _wanted().touch()


def find_lost() -> None:
    """Have drawing go on that is wanted and stands still: its next task was lost, or nobody has sent one yet."""
    try:
        stands_still = time.time() - _wanted().stat().st_mtime
    except FileNotFoundError:
        return
    if stands_still > EXPIRES_S and _goes_on():
        queue()


def stop() -> None:
    """Draw no more; what is drawn stays."""
    _wanted().unlink(missing_ok=True)


def queue() -> None:
    """Have the next ones drawn."""
    current_app.send_task(DRAW_TASK, expires=EXPIRES_S, ignore_result=True, retry=False)


def draw_some(seconds: float = SECONDS_AT_ONCE) -> int:
    """Draw missing pictures for a while, as long as they are wanted; then queue the next. How many were tried.

    One task draws at a time: another one finds nothing to do.
    """
    end = time.monotonic() + seconds
    with _alone() as is_alone:
        if not is_alone:
            return 0
        missing = missing_pictures() if _wanted().exists() else []
        tried = _draw(missing, lambda: time.monotonic() < end and _wanted().exists())
    if tried == len(missing):
        stop()
    elif _goes_on():
        queue()
    return tried


def _draw(missing: list[Definition], goes_on: Callable[[], bool]) -> int:
    """Draw these, at least one, as long as it goes on. How many were tried."""
    for number, piece in enumerate(missing, start=1):
        try:
            make_pictures(piece)
        except Exception:  # whatever is wrong with one piece, the others are drawn
            log.exception("picture_failed", title=piece["title"])
        if not goes_on():
            return number
    return len(missing)


def remove_old() -> int:
    """Remove files that are no present picture of any piece, and what was left half written; how many there were."""
    present = {str(name_of(piece, size)) for piece in _pieces() for size in SMALLER}
    folder = Path(settings.PICTURES)
    old = [file for file in folder.glob("*.webp") if file.name not in present] if folder.is_dir() else []
    for file in old:
        file.unlink(missing_ok=True)
    return len(old)


def _pieces() -> Iterator[Definition]:
    return chain.from_iterable(of.values() for of in current_pieces())


def _wanted() -> Path:
    return Path(settings.PICTURES) / "wanted"


def _goes_on() -> bool:
    """Note that drawing goes on now; False if it was stopped meanwhile."""
    try:
        os.utime(_wanted())
    except FileNotFoundError:
        return False
    return True


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether no other process draws ahead just now."""
    folder = Path(settings.PICTURES)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "drawing.lock").open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
