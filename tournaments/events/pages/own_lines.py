"""The lines about a player's tournaments in the bar on every page: next table, time left, result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from incursions.kit.addresses import address
from incursions.kit.caches import PreparedRead
from tournaments.events.enums import ACTIVE, EntryState, RoundState, SitOutKind, TournamentState
from tournaments.events.models import Entry, Place, Round, SitOut
from tournaments.events.rounds import numbers_of
from tournaments.tables.wording import join_names

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from incursions.accounts.models import User
    from tournaments.events.models import Tournament

Around = dict[int, list[Place]]
"""The places at tables, by the table's key."""
SOON = timedelta(hours=1)
SHOWN_ROUNDS = (RoundState.PUBLISHED, RoundState.RUNNING, RoundState.OVER)
IN_PLAY = (EntryState.REGISTERED, EntryState.CHECKED_IN, EntryState.PLAYING)
OF_SIT_OUTS = {SitOutKind.BYE: "you have a bye", SitOutKind.LATE: "not there yet"}


@dataclass(frozen=True, slots=True)
class EventLine:
    """A line of the bar. `call` identifies its news, announced once; `ends_at` ends the countdown, with warnings."""

    url: str
    words: str
    state: str
    call: str
    is_urgent: bool = False
    ends_at: datetime | None = None
    warns: bool = False


def entries_of(user: int) -> QuerySet[Entry]:
    """Return the entries of a user in active tournaments, as a query to be prepared."""
    return Entry.objects.filter(state__in=IN_PLAY, tournament__state__in=ACTIVE, user=user)


def parameters_of(user: int) -> tuple[str | int, ...]:
    """Return the parameters of the prepared query of `entries_of`, in order."""
    return (*IN_PLAY, *ACTIVE, user)


ENTRIES = PreparedRead(
    lambda *values: entries_of(values[-1]).select_related("tournament").defer("pool", "deck_content"), "tournament"
)


def lines_for(user: User, now: datetime) -> list[EventLine]:
    """Return the lines for a user's entries. At most four queries, for any number of entries."""
    rows = ENTRIES.rows(*parameters_of(user.pk))
    spots = _spots([entry for entry in rows if entry.tournament.state == TournamentState.RUNNING])
    lines = (_line(entry, spots.get(entry.pk, Spot()), now) for entry in rows)
    return [line for line in lines if line is not None]


class Spot(NamedTuple):
    """A player's current or last position: at a table with others, or without a table."""

    place: Place | None = None
    others: Sequence[Place] = ()
    out: SitOut | None = None


def _spots(entries: Sequence[Entry]) -> dict[int, Spot]:
    """Return the position of each entry by its key. Without entries there is no query."""
    if not entries:
        return {}
    places = _newest(Place.objects.filter(entry__in=entries, table__round__state__in=SHOWN_ROUNDS))
    outs = _sit_outs(entries)
    around = numbers_of([place.table for place in places.values()]) if places else {}
    return {entry.pk: _spot(entry, places, outs, around) for entry in entries}


def _spot(entry: Entry, places: Mapping[int, Place], outs: Mapping[int, SitOut], around: Around) -> Spot:
    place, out = places.get(entry.pk), outs.get(entry.pk)
    if out is not None and (place is None or out.round.number > place.table.round.number):
        return Spot(out=out)
    if place is None:
        return Spot()
    return Spot(place, [other for other in around[place.table_id] if other.entry_id != entry.pk])


def _newest(places: QuerySet[Place]) -> dict[int, Place]:
    """Return the place of each entry in its latest round with a table."""
    in_order = places.select_related("table__round", "table__match").order_by("table__round__number")
    return {place.entry_id: place for place in in_order.defer("table__match__setup", "table__match__state_data")}


def _sit_outs(entries: Sequence[Entry]) -> dict[int, SitOut]:
    found = SitOut.objects.filter(entry__in=entries, round__state__in=SHOWN_ROUNDS).exclude(kind=SitOutKind.UNPAIRED)
    return {out.entry_id: out for out in found.select_related("round").order_by("round__number")}


def _line(entry: Entry, spot: Spot, now: datetime) -> EventLine | None:
    row = entry.tournament
    if row.state == TournamentState.OPEN:
        return _before_the_start(entry, row, now)
    url, call = row.get_absolute_url(), f"{row.public_id}.{row.state}"
    if row.paused_at is not None:
        return EventLine(url, f"{row.name}: {row.paused_for}", "paused", f"{call}.paused.{row.version}")
    if row.state == TournamentState.BUILDING:
        state = "deck handed in" if entry.built_at else "build your deck"
        is_urgent = entry.built_at is None
        return EventLine(url, row.name, state, call, is_urgent, row.builds_until, warns=is_urgent)
    if spot.out is not None:
        return _without_table(row, spot.out)
    if spot.place is None:
        return EventLine(url, row.name, "pairings follow", call, ends_at=row.next_round_at)
    return _at_table(row, spot.place, spot.others)


def _before_the_start(entry: Entry, row: Tournament, now: datetime) -> EventLine | None:
    url, call = row.get_absolute_url(), f"{row.public_id}.open"
    if entry.deck_problem:
        return EventLine(url, row.name, "your deck is no longer legal", f"{call}.deck", is_urgent=True)
    opens = row.check_in_opens_at
    if entry.state == EntryState.REGISTERED and opens is not None and opens <= now:
        return EventLine(url, row.name, "check in", f"{call}.check-in", True, row.starts_at, warns=True)
    if row.starts_at is not None and now <= row.starts_at <= now + SOON:
        return EventLine(url, row.name, "starts", f"{call}.soon", ends_at=row.starts_at, warns=True)
    return None


def _without_table(row: Tournament, out: SitOut) -> EventLine:
    number = out.round.number
    words = f"{row.name}, round {number}: {OF_SIT_OUTS.get(SitOutKind(out.kind), out.get_kind_display())}"
    state, ends_at = _what_follows(row, out.round)
    return EventLine(row.get_absolute_url(), words, state, f"{row.public_id}.{number}.out", ends_at=ends_at)


def _at_table(row: Tournament, place: Place, others: Sequence[Place]) -> EventLine:
    table, of = place.table, place.table.round
    against = join_names([other.entry.name for other in others])
    where = f"{row.name}: table {table.number} against {against}"
    url, call = row.get_absolute_url(), f"{row.public_id}.{of.number}"
    if table.is_decided:
        state, ends_at = _what_follows(row, of)
        words = f"{row.name}, round {of.number}: you {_outcome(place, others)} against {against}"
        return EventLine(url, words, state, f"{call}.decided", ends_at=ends_at)
    if of.state == RoundState.PUBLISHED:
        return EventLine(url, where, "starts", f"{call}.published", ends_at=of.starts_at)
    ends_at = None if of.ends_at is None else of.ends_at + timedelta(seconds=table.extension_s)
    if table.match is not None:
        url = address("tables:match", table.match.public_id)
    return EventLine(url, where, f"round {of.number}", f"{call}.begun", ends_at=ends_at, warns=True)


def _outcome(place: Place, others: Sequence[Place]) -> str:
    """Return the outcome of a decided table for the player, in a word."""
    if place.place != 1:
        return "lost"
    return "drew" if any(other.place == 1 for other in others) else "won"


def _what_follows(row: Tournament, of: Round) -> tuple[str, datetime | None]:
    if of.state == RoundState.RUNNING:
        return "others still play", of.ends_at
    return "pairings follow", row.next_round_at
