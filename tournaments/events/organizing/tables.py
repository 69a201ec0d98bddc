"""Open tables: each gets its match, with the players' decks, the tournament's clocks and one hexpile.

A table is opened in a transaction of its own, by the first worker to claim it: a round of a thousand players must not
hold up the moves of other players.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import structlog
from django.db import transaction
from django.utils import timezone

from tournaments.events.enums import Did, EntryState, RoundState, Source
from tournaments.events.models import Place, Table, Tournament
from tournaments.events.organizing.locked_tournament import LockedTournament, seconds
from tournaments.events.organizing.match_control import pause_begun
from tournaments.matches.clocks import clocks_of
from tournaments.matches.enums import Mode
from tournaments.matches.life import lock_seekers, new_match, start_match
from tournaments.matches.models import Match, Seat
from tournaments.tables.table_settings import Settings
from tournaments.tables.wording import join_names

FEWEST = 2
AT_ONCE = 8
"""The number of tables that one task opens. Other tasks open the rest on other workers."""
log = structlog.get_logger(__name__)


def find_unopened(round_key: int) -> list[int]:
    """Return the keys of the tables of a running round without match or result, in the order of their numbers."""
    found = Table.objects.filter(round=round_key, match=None, source=Source.NONE, opened_at=None)
    return list(found.filter(round__state=RoundState.RUNNING).order_by("number").values_list("pk", flat=True))


def open_tables(keys: list[int], now: datetime | None = None) -> int:
    """Open these tables and return how many were opened here. An error at one table does not stop the others."""
    opened = []
    for key in keys:
        try:
            if open_table(key, now):
                opened.append(key)
        except Exception:
            log.exception("table_not_opened", table=key)
    pause_begun(opened, now)
    return len(opened)


def open_table(key: int, now: datetime | None = None) -> bool:
    """Open a table unless it is open: set up the match and start its clocks. Return True if it was opened here.

    With fewer than two players present, the table is decided without a match. Table-top events have no matches.
    """
    moment = now or timezone.now()
    places = list(Place.objects.filter(table=key).select_related("entry__user").order_by("index"))
    here = [place for place in places if place.entry.state == EntryState.PLAYING]
    if len(here) < FEWEST:
        return _decide_without_match(key, moment)
    gone = [place.pk for place in places if place not in here]
    with transaction.atomic():
        if not _claim(key, moment):
            return False
        table = Table.objects.select_related("round__tournament", "round__phase").get(pk=key)
        if not table.round.tournament.is_table_top:
            _start_match(table, here, moment)
            Place.objects.filter(pk__in=gone).update(is_no_show=True)
    return True


def _claim(key: int, moment: datetime) -> bool:
    """Claim the table by setting its opening time. Return False if another worker has claimed it."""
    free = Table.objects.filter(pk=key, opened_at=None, match=None, source=Source.NONE)
    playing = free.filter(round__state=RoundState.RUNNING, round__tournament__paused_at=None)
    return bool(playing.update(opened_at=moment))


def _start_match(table: Table, here: list[Place], moment: datetime) -> None:
    """Start the match of the present players, with the clocks of the tournament."""
    row = table.round.tournament
    lock_seekers([place.entry.user for place in here if place.entry.user is not None])  # nobody is matched elsewhere
    length = seconds((table.round.phase.match_s or row.match_s) + table.extension_s)
    match = new_match(None, _settings(row, length.total_seconds()))
    match.keeps_secrets = not row.are_decks_open
    seats = Seat.objects.bulk_create(_seat(match, index, place) for index, place in enumerate(here))
    start_match(match, seats, moment, length)
    table.match = match
    if any(place.entry.user_id for place in here):
        table.no_show_at = moment + seconds(row.no_show_s)
    table.save(update_fields=["match", "no_show_at"])


def _settings(row: Tournament, length_s: float) -> Settings:
    return Settings(
        mode=Mode.TOURNAMENT,
        minutes=max(1, round(length_s / 60)),
        **clocks_of(row),
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


def match_places_to_seats(places: Sequence[Place], seats: Sequence[Seat]) -> dict[int, Seat]:
    """Return the seat of each place by the place's key. Players still in the tournament were seated in order of places.

    Bots of a kind are alike: a bot that had left has a no-show, and a bot with a seat has none.
    """
    found, left = {}, list(seats)
    for place in places:
        mine = next((seat for seat in left if _is_seat_of(seat, place)), None)
        if mine is not None:
            left.remove(mine)
            found[place.pk] = mine
    return found


def _is_seat_of(seat: Seat, place: Place) -> bool:
    entry = place.entry
    if entry.bot or seat.bot:
        return seat.bot == entry.bot and not place.is_no_show
    return seat.user_id == entry.user_id


def _decide_without_match(key: int, moment: datetime) -> bool:
    """Decide a table with fewer than two players present (rules 21.13). Return False if another worker did."""
    public_id = Table.objects.filter(pk=key).values_list("round__tournament__public_id", flat=True).get()
    with LockedTournament.change(public_id, by_server=True, now=moment) as locked:
        if not _claim(key, moment):
            return False
        table = Table.objects.select_related("round__phase").get(pk=key)
        places = table.list_places()
        _give_away(table, places)
        Place.objects.bulk_update(places, ["place", "is_no_show"])
        table.source, table.result_at, table.ending = Source.ABSENCE, moment, "The opponent had left the tournament."
        table.save(update_fields=["source", "result_at", "ending"])
        note_result(locked, table, places, before=None)
    return True


def _give_away(table: Table, places: list[Place]) -> None:
    """Give the present players first place. In a bracket the better seed advances if nobody is present."""
    here = [place.entry.state == EntryState.PLAYING for place in places]
    for place, is_here in zip(places, here, strict=True):
        place.place, place.is_no_show = 1 if is_here or not any(here) else 1 + sum(here), not is_here
    if table.bracket_match is not None and not any(here):
        seeds = table.round.phase.seeds
        better = min(places, key=lambda one: seeds.index(one.entry.number))
        for place in places:
            place.place = 1 if place is better else 2


def places_told(places: Iterable[Place]) -> list[list[int]]:
    """Return number, place, hull and shields left, and absence of each player at a table, as the log stores them."""
    return [[place.entry.number, place.place or 0, place.left, int(place.is_no_show)] for place in places]


def outcome_words(winners: Sequence[str]) -> str:
    """Return the outcome of a table in words, by the names of the winners."""
    if not winners:
        return "all lost"
    return f"{winners[0]} won" if len(winners) == 1 else f"{join_names(winners)} drew"


def note_result(
    locked: LockedTournament, table: Table, places: list[Place], *, before: list[list[int]] | None, reason: str = ""
) -> None:
    """Log the result of a table: each player's place, hull and shields left, and presence."""
    of = {"round": table.round.number, "key": table.round_id, "table": table.number}
    winners = [place.entry.name for place in places if place.place == 1]
    words = f"Table {table.number} of round {table.round.number}: {outcome_words(winners)}"
    locked.note(
        Did.RESULT,
        words,
        before=None if before is None else of | {"places": before},
        after=of | {"places": places_told(places), "source": str(table.source)},
        reason=reason,
    )
