"""Tables as they are opened: each gets its match, with its players' decks, the tournament's clocks and one hexpile.

A table is opened in a transaction of its own, by whichever worker comes first: a round of a thousand players must not
hold up the moves of anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import structlog
from django.db import transaction
from django.utils import timezone

from tournaments.clock_settings import clocks_of
from tournaments.enums import Mode
from tournaments.matches import lock_seekers, new_match, start_match
from tournaments.models import Match, Seat
from tournaments.organizing.enums import Did, EntryState, RoundState, Source
from tournaments.organizing.locked import LockedTournament, seconds
from tournaments.organizing.match_control import pause_begun
from tournaments.organizing.models import Place, Table, Tournament
from tournaments.table_settings import Settings
from tournaments.wording import listed

FEWEST = 2
AT_ONCE = 8
"""So many tables a task opens; further ones are other tasks', which other workers take."""
log = structlog.get_logger(__name__)


def unopened(round_key: int) -> list[int]:
    """The keys of the tables of a round that is played which have neither match nor result, the first tables first."""
    found = Table.objects.filter(round=round_key, match=None, source=Source.NONE, opened_at=None)
    return list(found.filter(round__state=RoundState.RUNNING).order_by("number").values_list("pk", flat=True))


def open_tables(keys: list[int], now: datetime | None = None) -> int:
    """Open these tables; how many were opened here. One that cannot be opened holds up no other."""
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
    """Open a table, if nobody has: set the match up and let its clocks run. Whether it was done here.

    Where fewer than two are there to play, the table is decided without a match; at table-top events there is none.
    """
    moment = now or timezone.now()
    places = list(Place.objects.filter(table=key).select_related("entry__user").order_by("index"))
    here = [place for place in places if place.entry.state == EntryState.PLAYING]
    if len(here) < FEWEST:
        return _decide_without_match(key, moment)
    gone = [place.pk for place in places if place not in here]
    with transaction.atomic():
        if not _is_first(key, moment):
            return False
        table = Table.objects.select_related("round__tournament", "round__phase").get(pk=key)
        if not table.round.tournament.is_table_top:
            _lay(table, here, moment)
            Place.objects.filter(pk__in=gone).update(is_no_show=True)
    return True


def _is_first(key: int, moment: datetime) -> bool:
    """Return True if nobody has opened the table: whoever sets the moment does, so that of two workers one."""
    free = Table.objects.filter(pk=key, opened_at=None, match=None, source=Source.NONE)
    playing = free.filter(round__state=RoundState.RUNNING, round__tournament__paused_at=None)
    return bool(playing.update(opened_at=moment))


def _lay(table: Table, here: list[Place], moment: datetime) -> None:
    """Begin the match of those who are there, with the clocks of the tournament."""
    row = table.round.tournament
    lock_seekers([place.entry.user for place in here if place.entry.user is not None])  # none finds a match meanwhile
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


def seated(places: Sequence[Place], seats: Sequence[Seat]) -> dict[int, Seat]:
    """The seat of each place by its key: those who were still in the tournament sat down in the order of places.

    Bots of a kind are alike: one of them that had left is told by its no-show, for a bot that has a seat has none.
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
    """Whoever is there alone has won (rules 21.13). Whether that was still to be decided."""
    public_id = Table.objects.filter(pk=key).values_list("round__tournament__public_id", flat=True).get()
    with LockedTournament.change(public_id, by_server=True, now=moment) as locked:
        if not _is_first(key, moment):
            return False
        table = Table.objects.select_related("round__phase").get(pk=key)
        places = table.seated()
        _give_away(table, places)
        Place.objects.bulk_update(places, ["place", "is_no_show"])
        table.source, table.result_at, table.ending = Source.ABSENCE, moment, "The opponent had left the tournament."
        table.save(update_fields=["source", "result_at", "ending"])
        note_result(locked, table, places, before=None)
    return True


def _give_away(table: Table, places: list[Place]) -> None:
    """Let those who are there come first; in a bracket somebody goes on even if nobody is: the better seed."""
    here = [place.entry.state == EntryState.PLAYING for place in places]
    for place, is_here in zip(places, here, strict=True):
        place.place, place.is_no_show = 1 if is_here or not any(here) else 1 + sum(here), not is_here
    if table.bracket_match is not None and not any(here):
        seeds = table.round.phase.seeds
        better = min(places, key=lambda one: seeds.index(one.entry.number))
        for place in places:
            place.place = 1 if place is better else 2


def places_told(places: Iterable[Place]) -> list[list[int]]:
    """Number, place, what was left, and whether absent, of each player at a table, as the log has them."""
    return [[place.entry.number, place.place or 0, place.left, int(place.is_no_show)] for place in places]


def outcome_words(winners: Sequence[str]) -> str:
    """Return what became of a table, by the names of those who came first there."""
    if not winners:
        return "all lost"
    return f"{winners[0]} won" if len(winners) == 1 else f"{listed(winners)} drew"


def note_result(
    locked: LockedTournament, table: Table, places: list[Place], *, before: list[list[int]] | None, reason: str = ""
) -> None:
    """Log the result of a table: for each player the place, what was left, and whether he was there."""
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
