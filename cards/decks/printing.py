"""A deck on paper. Documents are made by a process of their own, which neither pages nor matches wait for.

Each web process has one made at a time, so that printing takes one core at most; it has a time limit, and what it
took of memory goes with it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock

import structlog
from django.conf import settings

from cards.catalogue import by_title
from cards.decks.errors import DeckError
from cards.decks.judging import current_facts
from incursions.games.incursions.printing.document import PAPERS
from incursions.games.incursions.printing.orders import Kind, Order
from incursions.games.incursions.printing.proxies import MOST_PIECES, Style, Which, find_titles
from incursions.games.incursions.rules.construction import FULL, DeckContent, Format
from incursions.games.incursions.rules.printed.pieces import TILE

PROGRAM = (sys.executable, "-m", "incursions.games.incursions.printing.orders")
LIMIT_S = 45.0
"""Seconds that one document may take. The largest allowed takes a quarter of it on a quiet machine."""
PATIENCE_S = 15.0
"""Seconds that a request waits for its turn."""
log = structlog.get_logger(__name__)
_printing = Lock()
_asking: set[str] = set()
_lists = Lock()  # for looking into the set and writing there


def printable(content: DeckContent) -> dict[str, object]:
    """Return how many pieces of a content can be printed, and the titles that the catalogue does not have.

    Ship and captain count as cards. `is_too_much`: there are more pieces than are printed at once.
    """
    facts = current_facts()
    there = [(facts[title].kind, copies) for title, copies in find_titles(content, Which.ALL) if title in facts]
    tiles = sum(copies for kind, copies in there if kind == TILE)
    cards = sum(copies for kind, copies in there if kind != TILE)
    missing = [title for title in content.pieces if title not in facts]
    return {"cards": cards, "tiles": tiles, "missing": missing, "is_too_much": cards + tiles > MOST_PIECES}


def proxies_order(name: str, content: DeckContent, *, paper: str, what: str, style: str) -> Order:
    """Return the order of pieces at true size. Raises `DeckError` for an unknown choice, for no or too many pieces."""
    chosen = Which(_one_of("what", what, list(Which)))
    order = _order(Kind.PROXIES, name, content, paper, chosen, Style(_one_of("style", style, list(Style))))
    pieces = sum(copies for _, copies in find_titles(content, chosen))
    if not pieces:
        raise DeckError("invalid", "There is nothing to print.", field="what")
    if pieces > MOST_PIECES:
        message = f"That would be {pieces:,} pieces; at most {MOST_PIECES} are printed at once."
        raise DeckError("too_many", message, field="what")
    return order


def registration_order(name: str, content: DeckContent, *, paper: str, chosen: Format = FULL) -> Order:
    """Return the order of a registration sheet judged by a format. Raises `DeckError` for an unknown paper."""
    return replace(_order(Kind.REGISTRATION, name, content, paper, Which.ALL, Style.PLAIN), format=chosen)


def print_order(order: Order, *, by: str) -> bytes:
    """Return the ordered document as PDF. `by` identifies the player, who has one document made at a time.

    Raises `DeckError` if the queue is too long, if the document takes too long, or if the process is killed.
    """
    with turn(by):
        try:
            done = subprocess.run(
                PROGRAM,
                input=order.to_json(),
                capture_output=True,
                cwd=settings.ROOT,
                timeout=LIMIT_S,
                check=True,
            )
        except subprocess.TimeoutExpired as late:
            log.warning("printing_late", kind=order.kind, seconds=LIMIT_S)
            raise DeckError("busy", "Making the document took too long. Try again, or print less at once.") from late
        except subprocess.CalledProcessError as failed:
            said = failed.stderr.decode(errors="replace")[-2000:]
            log.error("printing_failed", kind=order.kind, returned=failed.returncode, said=said)
            if failed.returncode < 0:  # by a signal, as when memory is short
                raise DeckError("busy", "Making the document was interrupted. Try again in a moment.") from failed
            raise
    return done.stdout


def _order(kind: Kind, name: str, content: DeckContent, paper: str, which: Which, style: Style) -> Order:
    known = by_title()
    pieces = [known[title] for title in content.pieces if title in known]
    return Order(kind, name, content, pieces, _one_of("paper", paper, list(PAPERS)), which, style)


def _one_of(field: str, chosen: str, choices: list[str]) -> str:
    """Return the choice. Raises `DeckError` unless it is one of the choices."""
    if chosen not in choices:
        raise DeckError.of_wrong_type(field, f"{', '.join(choices[:-1])} or {choices[-1]}", chosen, field=field)
    return chosen


@contextmanager
def turn(by: str) -> Iterator[None]:
    """Hold the turn to have a document made. Raises `DeckError` busy if it does not come in time."""
    with _alone(by):
        if not _printing.acquire(timeout=PATIENCE_S):
            raise DeckError("busy", "Others are printing just now. Try again in a moment.")
        try:
            yield
        finally:
            _printing.release()


@contextmanager
def _alone(by: str) -> Iterator[None]:
    """Refuse with busy a second document that the same user or address asks for meanwhile."""
    with _lists:
        if by in _asking:
            raise DeckError("busy", "Your last document is still being made. Try again in a moment.")
        _asking.add(by)
    try:
        yield
    finally:
        with _lists:
            _asking.discard(by)
