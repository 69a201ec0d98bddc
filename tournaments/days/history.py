"""Days that are over, played again for their debrief, and kept with copies of their moments."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from django.utils import timezone

from incursions.engine.open_game import Entry, OpenGame, find_standing
from incursions.games.debriefs import DayHistory, DebriefPages, PastEntry
from tournaments.days.locked_day import make_setup
from tournaments.days.models import Day, DayEntry

MOST_KEPT = 4
MOST_MOMENTS = 60


class HistoryCache:
    """Thread-safe LRU cache of the histories of days. A day is played again once, which takes about a second."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[str, tuple[int, DayHistory]] = OrderedDict()

    def find(self, day: Day) -> DayHistory:
        """Return the history of a day as its row says."""
        with self._lock:  # also while it is played: the requests of a whole room would all do so
            number, history = self._kept.get(day.public_id, (None, None))
            if history is None or number != day.number:
                history = read_history(day)
            self._kept[day.public_id] = day.number, history
            self._kept.move_to_end(day.public_id)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return history


class MomentCache:
    """Thread-safe LRU cache of games as they stood after an entry. They are never changed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, int, int], OpenGame] = OrderedDict()

    def find(self, day: Day, number: int) -> OpenGame:
        """Return the game of a day as it stood after an entry; number 0 is its beginning."""
        key = (day.public_id, day.number, number)
        with self._lock:
            game = self._kept.get(key)
        if game is None:
            game = histories.find(day).game.recall(number)
            game.log, game.snapshots = [], {}
        with self._lock:
            self._kept[key] = game
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_MOMENTS:
                self._kept.popitem(last=False)
        return game


histories, moments = HistoryCache(), MomentCache()


def read_history(day: Day) -> DayHistory:
    """Play a day again from its log, and return its history."""
    kind, pages = day.kind, day.kind.load_debrief()
    rows = list(day.entries.filter(number__lte=day.number))
    standing = set(find_standing([Entry(row.number, row.seat, row.text, row.at, row.dice) for row in rows]))
    game = kind.game.start(make_setup(day), bytes(day.seed))
    records = {pages.read_chapter(game): pages.note_figures(game)}
    entries = []
    for row in rows:
        game.act(row.seat, row.text, row.at)
        if row.number in standing:
            records[pages.read_chapter(game)] = pages.note_figures(game)
        entries.append(_read_entry(row, game, pages, is_struck=row.number not in standing))
    return DayHistory(game, entries, records)


def _read_entry(row: DayEntry, game: OpenGame, pages: DebriefPages, *, is_struck: bool) -> PastEntry:
    lines = tuple((line, None if readers is None else tuple(readers)) for line, readers in row.lines)
    when = f"{timezone.localtime(row.created_at):%H:%M:%S}"
    return PastEntry(row.number, row.seat, row.text, when, pages.read_chapter(game), lines, is_struck)
