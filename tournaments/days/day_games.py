"""The games of days: made from rows and the log, and cached for all that look at them."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any

from incursions.engine.events import Event, EventKind
from incursions.engine.open_game import OpenGame
from incursions.engine.open_log import Entry
from incursions.kit.caches import VersionedCache
from tournaments.days.game_kinds import megagames
from tournaments.days.models import Day, DayContent

MOST_KEPT = 8
POSITION_FIELDS = ("position", "number", "revision", "epoch", "due_at", "is_started", "is_over")
"""Fields that are read in one query, because a position belongs to its revision."""


class StoredSentence(EventKind):
    """An event loaded from its row, which holds only its sentence."""

    sentence = "{line}"
    line: str


games: VersionedCache[OpenGame] = VersionedCache(MOST_KEPT)
"""The latest game of each day by its revision. Cached games are never changed."""


def read_content(game: str, pk: int) -> Any:
    """Return a version of the content of a day."""
    return _read_version(game, pk, DayContent.objects.values_list("created_at", flat=True).get(pk=pk))


@lru_cache(maxsize=64)
def _read_version(game: str, pk: int, made_at: datetime) -> Any:
    """Return a version made at a time: a key may come again, if the transaction that used it first failed."""
    return megagames()[game].read_content(DayContent.objects.get(pk=pk).data)


def make_setup(day: Day) -> dict[str, Any]:
    """Return the setup of the game of a day, with the versions of its content that were made since it began."""
    start = DayContent.objects.values_list("number", flat=True).get(pk=day.content_id)
    later = DayContent.objects.filter(day=day, number__gt=start).values_list("number", "pk")
    return {
        "content": read_content(day.game, day.content_id),
        "versions": {number: read_content(day.game, pk) for number, pk in later},
        "strict_places": day.is_strict,
        "free_notes": day.passes_notes,
        "seats": list(day.seats_filled),
    }


def load_game(day: Day, earlier: OpenGame | None = None) -> OpenGame:
    """Return the game of a day, from its row and the log. Entries that an `earlier` game has are not read again."""
    kind, setup = day.kind.game, make_setup(day)
    if not day.position:
        return kind.start(setup, bytes(day.seed))
    number = 0 if earlier is None else earlier.number
    rows = list(day.entries.filter(number__gt=number, number__lte=day.number))
    log = [Entry(row.number, row.seat, row.text, row.at, row.dice) for row in rows]
    told_events = [(row.number, make_stored_event(*line)) for row in rows for line in row.lines]
    if earlier is None:
        return kind.from_data(day.position, setup, log, told_events)
    game = kind.from_data(day.position, setup, earlier.log + log, earlier.told + told_events)
    game.snapshots = earlier.snapshots.copy()
    return game


def make_stored_event(line: str, readers: list[str] | None) -> Event:
    """Return the event of a sentence of the log and its readers, None for all."""
    audience: Any = None if readers is None else tuple(readers)
    return Event(StoredSentence, {"line": line}, audience)


def find_earlier(day: Day) -> OpenGame | None:
    """Return the cached game of a day, from which a newer one is loaded faster; None if it does not serve.

    It must not be newer than the row. A game without an entry is left out, because its setup may have changed since.
    """
    game = games.find(day.public_id)
    return game if game is not None and 0 < game.number <= day.number else None


def keep_game(day: Day, game: OpenGame) -> None:
    """Cache the game of a day at the revision of its row."""
    games.keep(day.public_id, day.revision, game)


def game_of(day: Day) -> OpenGame:
    """Return the game of a day to look at, never to change. The day is loaded again if its game is not cached."""
    game = games.find(day.public_id, day.revision)
    if game is None:
        day.refresh_from_db(fields=POSITION_FIELDS)
        game = games.find(day.public_id, day.revision) or load_game(day, find_earlier(day))
        keep_game(day, game)
    return game
