"""Tables as they are opened: each gets its match, with its players' decks, the tournament's clocks and one hexpile.

A table is opened in a transaction of its own, by whichever worker comes first: a round of a thousand players must not
hold up the moves of anybody.
"""

from __future__ import annotations

from datetime import datetime

import structlog
from django.db import transaction
from django.utils import timezone

from tournaments.enums import Mode
from tournaments.matches import new_match, start_match
from tournaments.models import Match, Seat
from tournaments.organizing.enums import Did, EntryState, RoundState, Source
from tournaments.organizing.locked import LockedTournament, seconds
from tournaments.organizing.models import Place, Round, Table, Tournament
from tournaments.table_settings import Settings

AT_ONCE = 8
"""So many tables a task opens; further ones are other tasks', which other workers take."""
log = structlog.get_logger(__name__)


def unopened(round_key: int) -> list[int]:
    """The keys of the tables of a round that is played which have neither match nor result, the first tables first."""
    found = Table.objects.filter(round=round_key, match=None, source=Source.NONE, opened_at=None)
    return list(found.filter(round__state=RoundState.RUNNING).order_by("number").values_list("pk", flat=True))


def open_tables(keys: list[int], now: datetime | None = None) -> int:
    """Open these tables; how many were opened here. One that cannot be opened holds up no other."""
    opened = 0
    for key in keys:
        try:
            opened += open_table(key, now)
        except Exception:
            log.exception("table_not_opened", table=key)
    return opened


def open_table(key: int, now: datetime | None = None) -> bool:
    """Open a table, if nobody has: set the match up and let its clocks run. Whether it was done here.

    Where fewer than two are there to play, the table is decided without a match; at table-top events there is none.
    """
    with transaction.atomic():
        # Whoever sets the moment opens the table, so that of two workers one does.
        moment = now or timezone.now()
        free = Table.objects.filter(pk=key, opened_at=None, match=None, source=Source.NONE)
        if not free.filter(round__state=RoundState.RUNNING).update(opened_at=moment):
            return False
        table = Table.objects.select_related("round__tournament", "round__phase").get(pk=key)
        places = list(Place.objects.filter(table=table).select_related("entry__user").order_by("index"))
        here = [place for place in places if place.entry.state == EntryState.PLAYING]
        if len(here) < 2:
            return _decide_without_match(table, moment)
        row = table.round.tournament
        if row.is_table_top:
            return True
        length = seconds((table.round.phase.match_s or row.match_s) + table.extension_s)
        match = new_match(None, _settings(row, length.total_seconds()))
        match.keeps_secrets = not row.are_decks_open
        seats = [_seat(match, index, place) for index, place in enumerate(here)]
        seats = Seat.objects.bulk_create(seats)
        start_match(match, seats, moment, length)
        table.match = match
        if any(place.entry.user_id for place in here):
            table.no_show_at = moment + seconds(row.no_show_s)
        table.save(update_fields=["match", "no_show_at"])
    return True


def _settings(row: Tournament, length_s: float) -> Settings:
    return Settings(
        mode=Mode.TOURNAMENT,
        minutes=max(1, round(length_s / 60)),
        bank_s=row.bank_s,
        free_s=row.free_s,
        pace_s=row.pace_s,
        rated=row.rated,
        hex_points=row.hex_points,
        hex_tolerance=row.hex_tolerance,
    )


def _seat(match: Match, index: int, place: Place) -> Seat:
    entry = place.entry
    return Seat(
        match=match,
        index=index,
        user=entry.user,
        bot=entry.bot,
        starter=entry.starter,
        deck=entry.deck,
        deck_content=entry.deck_content,
    )


def _decide_without_match(table: Table, moment: datetime) -> bool:
    """Whoever is there alone has won (rules 21.13)."""
    locked = LockedTournament.lock(table.round.tournament.public_id, by_server=True, now=moment)
    places = list(Place.objects.filter(table=table).select_related("entry").order_by("index"))
    here = [place.entry.state == EntryState.PLAYING for place in places]
    for place, is_here in zip(places, here, strict=True):
        place.place, place.is_no_show = 1 if is_here or not any(here) else 1 + sum(here), not is_here
    if table.bracket_match is not None and not any(here):
        better = min(places, key=lambda one: table.round.phase.seeds.index(one.entry.number))
        for place in places:
            place.place = 1 if place is better else 2
    Place.objects.bulk_update(places, ["place", "is_no_show"])
    table.source, table.result_at, table.ending = Source.ABSENCE, moment, "The opponent had left the tournament."
    table.save(update_fields=["source", "result_at", "ending"])
    note_result(locked, table, places, before=None)
    locked.save()
    return True


def note_result(
    locked: LockedTournament, table: Table, places: list[Place], *, before: list[list[int]] | None, reason: str = ""
) -> None:
    """Log the result of a table: for each player the place, what was left, and whether he was there."""
    after = [[place.entry.number, place.place or 0, place.left, int(place.is_no_show)] for place in places]
    of = {"round": table.round.number, "key": table.round_id, "table": table.number}
    winners = [place.entry.name for place in places if place.place == 1]
    words = f"Table {table.number} of round {table.round.number}: " + (
        f"{winners[0]} won" if len(winners) == 1 else f"{' and '.join(winners)} drew"
    )
    locked.note(
        Did.RESULT,
        words,
        before=None if before is None else of | {"places": before},
        after=of | {"places": after, "source": str(table.source)},
        reason=reason,
    )


def round_of(key: int) -> Round:
    """The round with its tournament and phase."""
    return Round.objects.select_related("tournament", "phase").get(pk=key)
