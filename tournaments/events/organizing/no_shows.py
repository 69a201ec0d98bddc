"""Absent players lose the round after some minutes, and the second time leave the tournament (21.13)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.db.models import F

from incursions.engine.standing import make_forfeit
from tournaments.events.enums import Did, RoundState, Source
from tournaments.events.models import Entry, Place, Table
from tournaments.events.organizing.locked_tournament import LockedTournament
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match

log = structlog.get_logger(__name__)


def sweep_no_shows(now: datetime) -> int:
    """Forfeit the seats of absent players whose time is over. Return the number of tables checked."""
    due = Table.objects.filter(no_show_at__lte=now, source=Source.NONE, round__state=RoundState.RUNNING)
    due = due.filter(round__tournament__paused_at=None, match__paused_at=None)
    looked = 0
    for key in list(due.order_by("no_show_at").values_list("pk", flat=True)):
        try:
            looked += strike_absent(key, now)
        except Exception:
            log.exception("no_shows_not_struck", table=key)
    return looked


def strike_absent(key: int, now: datetime) -> bool:
    """Forfeit the seats of players who have not come to a table, if their time is over. Return True if it was checked.

    A halted table is left alone, because the time to come stands still too.
    """
    public_id, match_id = (
        Table.objects.filter(pk=key).values_list("round__tournament__public_id", "match__public_id").get()
    )
    with LockedTournament.change(public_id, by_server=True, now=now) as locked:
        if match_id is None:
            return False
        match = LockedMatch.lock(match_id, now)
        table = Table.objects.select_related("round").get(
            pk=key
        )  # under both locks, because a pause moves the deadline
        if table.no_show_at is None or table.no_show_at > now or match.match.is_halted:
            return False
        missing = [seat for seat in match.seats if seat.user_id is not None and seat.came_at is None]
        table.no_show_at = None
        table.save(update_fields=["no_show_at"])
        if missing and match.match.is_running:
            places = table.places.filter(entry__user__in=[seat.user_id for seat in missing])
            _note(locked, table, list(places.select_related("entry__user")))
            for seat in missing:
                strike = make_forfeit(seat.index)
                if match.running_game().result is None and strike in match.running_game().standing(None):
                    match.act(None, strike)
            match.save()
    return True


def move_time_to_come(matches: Iterable[Match], gap: timedelta) -> None:
    """Postpone the no-show deadline of these matches by `gap`. The caller holds the locks of the matches."""
    waited_for = Table.objects.filter(match__in=list(matches), no_show_at__isnull=False)
    waited_for.update(no_show_at=F("no_show_at") + gap)


def _note(locked: LockedTournament, table: Table, places: list[Place]) -> None:
    for place in places:
        place.is_no_show = True
        entry = place.entry
        entry.no_shows += 1
        words = f"{entry.name} was not at table {table.number} in time"
        after = {"player": entry.number, "no_shows": entry.no_shows}
        locked.note(Did.PLAYER, words, before={"player": entry.number, "no_shows": entry.no_shows - 1}, after=after)
    Place.objects.bulk_update(places, ["is_no_show"])
    Entry.objects.bulk_update([place.entry for place in places], ["no_shows"])
