"""Days that are over, played again for their debrief, and kept with copies of their moments."""

from __future__ import annotations

from threading import Lock

from cachetools import LRUCache

from incursions.engine.errors import IllegalAction
from incursions.engine.open_game import OpenGame
from incursions.engine.open_log import Entry, find_undos, read_undo_reason
from incursions.games.debriefs import DayHistory, DebriefPages, PastEntry, PastUndo
from incursions.kit.caches import VersionedCache
from incursions.kit.refusals import DomainError
from tournaments.days.day_games import make_setup
from tournaments.days.models import Day, DayEntry

TOO_OLD = (
    "This day was played by earlier rules, so its debrief cannot be drawn any more. Control can download its log and "
    "its file, which hold all of it."
)
MOST_KEPT = 4
MOST_MOMENTS = 60


class HistoryCache:
    """Thread-safe LRU cache of the histories of days. A day is played again once, which takes about a second."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: LRUCache[str, tuple[int, DayHistory]] = LRUCache(MOST_KEPT)

    def find(self, day: Day) -> DayHistory:
        """Return the history of a day as its row says."""
        with self._lock:  # also while it is played: the requests of a whole room would all do so
            number, history = self._kept.get(day.public_id, (None, None))
            if history is None or number != day.number:
                history = read_history(day)
            self._kept[day.public_id] = day.number, history
        return history


histories = HistoryCache()
moments: VersionedCache[OpenGame] = VersionedCache(MOST_MOMENTS)
"""Games as they stood after an entry. They are never changed."""


def find_moment(day: Day, number: int) -> OpenGame:
    """Return the game of a day as it stood after an entry; number 0 is its beginning."""
    key = f"{day.public_id} {number}"
    game = moments.find(key, day.number)
    if game is None:
        game = histories.find(day).game.recall(number)
        game.log, game.snapshots = [], {}
        moments.keep(key, day.number, game)
    return game


def read_history(day: Day) -> DayHistory:
    """Play a day again from its log, and return its history.

    Raises wrong_state for a day with an order that the rules refuse by now: it was played before they changed.
    """
    kind, pages = day.kind, day.kind.load_debrief()
    rows = list(day.entries.filter(number__lte=day.number))
    log = [Entry(row.number, row.seat, row.text, row.at, row.dice) for row in rows]
    undone = find_undos(log)
    undos = {row.number: row for row in rows if row.number in {*undone.values()}}
    game = kind.game.start(make_setup(day), bytes(day.seed))
    records = {pages.read_chapter(game): pages.read_figures(game)}
    entries = []
    for row, entry in zip(rows, log, strict=True):
        try:
            game.act_again(entry)
        except IllegalAction as refused:
            raise DomainError("wrong_state", TOO_OLD) from refused
        undo = undone.get(row.number)
        if undo is None:
            records[pages.read_chapter(game)] = pages.read_figures(game)
        entries.append(_read_entry(row, game, pages, None if undo is None else _read_undo(undos[undo])))
    return DayHistory(game, entries, records)


def _read_entry(row: DayEntry, game: OpenGame, pages: DebriefPages, undo: PastUndo | None) -> PastEntry:
    lines = tuple((line, None if readers is None else tuple(readers)) for line, readers in row.lines)
    return PastEntry(row.number, row.seat, row.text, row.time_of_day, pages.read_chapter(game), lines, undo)


def _read_undo(row: DayEntry) -> PastUndo:
    return PastUndo(row.seat, row.time_of_day, read_undo_reason(row.text))
