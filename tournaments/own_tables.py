"""The bar on every page that leads back to the user's tables, searches and tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Value
from django.urls import reverse

from incursions.kit.prepared_reads import PreparedRead
from tournaments.enums import MatchState
from tournaments.models import Match, Seat, Seeker
from tournaments.table_cards import describe_players
from tournaments.tournament_pages.own_lines import EventLine, entries_of, lines_for, parameters_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from incursions.accounts.models import User

MOST_SHOWN = 4
WAITING = "waiting for players"
MATCH, SEARCH, ENTRY = "match", "search", "entry"  # the kinds of rows in the union query


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A line of the bar. `runs_out_at` is when the time for the user's answer, or another player's, is over.

    A line of a tournament names its news in `call`, and `warns` if five minutes before its end matter.
    """

    url: str
    words: str
    state: str
    is_own_turn: bool = False
    left_ms: int | None = None
    runs_out_at: int | None = None
    call: str = ""
    warns: bool = False


def own_tables(user: User, now: datetime, without: str = "") -> list[OwnTable]:
    """Return the user's running matches, own turns first, then open tables, tournaments, the search.

    A user without any costs one query.

    `without` is the path of the current page.
    """
    matches, searches, entries = _read_under_way(user)
    lines = []
    if matches:
        found = Match.objects.filter(pk__in=matches).defer("setup", "state_data", "opening").with_seats()
        lines = [_make_match_line(match, user, now) for match in found.order_by("-created_at")]
        lines.sort(key=lambda line: (not line.is_own_turn, line.state == WAITING))
    if entries:
        lines += [_make_event_line(line, now) for line in lines_for(user, now)]
    if searches:
        lines += [_make_search_line(seeker, now) for seeker in Seeker.objects.waiting().filter(pk__in=searches)]
    return [line for line in lines if line.url != without][:MOST_SHOWN]


def _read_under_way(user: User) -> tuple[list[int], list[int], list[int]]:
    """Return the keys of the user's matches, search and entries, in one query because every page asks for them."""
    of_seats, of_searches = (MATCH, user.pk, MatchState.OVER), (SEARCH, user.pk)
    found = ALL_UNDER_WAY.rows(*of_seats, *of_searches, ENTRY, *parameters_of(user.pk))
    match, search, entry = ([key for what, key in found if what == each] for each in (MATCH, SEARCH, ENTRY))
    return match, search, entry


def _all_under_way(_what: str, user: int, *_: object) -> QuerySet[Any, Any]:
    seats = Seat.objects.filter(user=user).exclude(match__state=MatchState.OVER).order_by()
    of_seats = seats.annotate(what=Value(MATCH)).values_list("what", "match_id")
    of_searches = Seeker.objects.filter(user=user, match=None).annotate(what=Value(SEARCH)).values_list("what", "pk")
    of_entries = entries_of(user).order_by().annotate(what=Value(ENTRY)).values_list("what", "pk")
    return of_seats.union(of_searches, of_entries, all=True)


ALL_UNDER_WAY = PreparedRead(_all_under_way, are_values=True)


def _make_event_line(line: EventLine, now: datetime) -> OwnTable:
    ends_at = line.ends_at
    return OwnTable(
        url=line.url,
        words=line.words,
        state=line.state,
        is_own_turn=line.is_urgent,
        left_ms=None if ends_at is None else max(int((ends_at - now).total_seconds() * 1000), 0),
        runs_out_at=None if ends_at is None else int(ends_at.timestamp() * 1000),
        call=line.call,
        warns=line.warns,
    )


def _make_match_line(match: Match, user: User, now: datetime) -> OwnTable:
    words = f"{match.get_mode_display()} against {describe_players(match, without=user.pk)}"
    if match.is_open:
        return OwnTable(match.get_absolute_url(), words, WAITING)
    asked = [seat for seat in match.seats.all() if seat.since is not None]
    own = next((seat for seat in asked if seat.is_of(user)), None)
    seat = own or next(iter(asked), None)
    if seat is None or seat.runs_out_at is None:
        return OwnTable(match.get_absolute_url(), words, "a bot is asked" if match.bot_due_at else "running")
    clock = seat.clock.read_at(now)
    return OwnTable(
        url=match.get_absolute_url(),
        words=words,
        state="your turn" if own else f"{seat.name} is asked",
        is_own_turn=own is not None,
        left_ms=clock.free_ms + clock.bank_ms,
        runs_out_at=int(seat.runs_out_at.timestamp() * 1000),
    )


def _make_search_line(seeker: Seeker, now: datetime) -> OwnTable:
    waited_s = max(int((now - seeker.since).total_seconds()), 0)
    state = f"{waited_s // 60}:{waited_s % 60:02} so far"
    return OwnTable(reverse("quick:quick"), f"Looking for a {seeker.get_mode_display()} match", state)
