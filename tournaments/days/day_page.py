"""The parts of a day's pages for a viewer, as first load and every push render them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from incursions.games.megagames import DayPage, DayPages, DeskDrawing, DeskFacts
from incursions.kit.caches import VersionedCache
from incursions.kit.markup import format_clock
from incursions.kit.refusals import DomainError
from tournaments.days.bots_line import draw_bots
from tournaments.days.claims import read_claims
from tournaments.days.day_games import game_of
from tournaments.days.desk_log import read_newest
from tournaments.days.game_kinds import megagames
from tournaments.days.models import Day, DayBots, DaySeat, no_such_day
from tournaments.days.plans import list_refused
from tournaments.days.presence import list_silent_teams
from tournaments.days.schedule import write_schedule
from tournaments.days.seats import list_free_seats

DESK, PROJECTOR, SEAT, DEBRIEF = "desk", "projector", "seat", "debrief"
HIDDEN, REVEALED = "hidden", "revealed"
"""The states of the secrets as sockets of the debrief send them."""
SESSION_KEY = "days"
CONTROL_PLACE = 0
MOST_PICTURES, MOST_ROWS, MOST_DESKS = 200, 8, 4


class DayPicture(NamedTuple):
    """The parts of a page by their ids, its clock, the line about bots, and the revision of the day that they show.

    `may_join`: the page tells the room how free seats are taken.
    """

    revision: int
    clock: Mapping[str, Any]
    parts: Mapping[str, str]
    bots: str = ""
    may_join: bool = False


@cache
def pages_of(game: str) -> DayPages:
    """Return the pages of a megagame."""
    return megagames()[game].load_pages()


def find_day(public_id: str) -> Day:
    """Return a day. Raises not_found."""
    day = Day.objects.filter(public_id=public_id).select_related("host").defer("position").first()
    if day is None:
        raise no_such_day()
    return day


_rows: VersionedCache[Day] = VersionedCache(MOST_ROWS)


def find_row(public_id: str, revision: int | None) -> Day:
    """Return a day at this revision or later, as it is now for None. Raises not_found.

    All sockets of a process share the row of a revision that was announced.
    """
    kept = _rows.find(public_id)
    if kept is None or revision is None or kept.revision < revision:
        kept = find_day(public_id)
        _rows.keep(public_id, kept.revision, kept)
    return kept


def list_places(session: Mapping[str, Any], day: Day, user_id: int | None) -> list[int]:
    """Return the places of the seats that a session may play, by the keys of their links; the host is in Control."""
    keys = session.get(SESSION_KEY, {}).get(day.public_id, ())
    held = Q(key__in=keys, played_with=None) | Q(played_with__key__in=keys)
    places = list(day.seats.filter(held).values_list("place", flat=True)) if keys else []
    if user_id is not None and user_id == day.host_id and CONTROL_PLACE not in places:
        places.append(CONTROL_PLACE)
    return places


def grant_place(session: Any, day: Day, place: int) -> None:
    """Let a session play a seat from now on, until the seat has another link."""
    seat = day.seats.select_related("played_with").get(place=place)
    key = (seat.played_with or seat).key
    granted = dict(session.get(SESSION_KEY, {}))
    granted[day.public_id] = sorted({*granted.get(day.public_id, ()), key})
    session[SESSION_KEY] = granted


def find_control_place(day: Day, places: list[int]) -> int | None:
    """Return the place of the first seat of Control among these; None if there is none."""
    own = day.seats.filter(place__in=places, team=day.kind.control)
    return own.values_list("place", flat=True).first()


def find_seat(day: Day, place: int | None, places: list[int]) -> DaySeat:
    """Return the seat of a place that the session may play. Raises not_found for a seat of others."""
    seat = day.seats.filter(place=place).first() if place in places else None
    if seat is None:
        raise DomainError("not_found", "This seat is not yours. Open your personal link, or ask Control for it.")
    return seat


class CachedDesk(NamedTuple):
    """The desk of a day for all seats of Control, and the teams that were silent when it was described."""

    silent: Sequence[str]
    drawing: DeskDrawing


_desks: VersionedCache[CachedDesk] = VersionedCache(MOST_DESKS)


def find_desk(day: Day, silent: Sequence[str]) -> DeskDrawing:
    """Return the desk of a day as it is now, which all seats of Control share."""
    kept = _desks.find(day.public_id, day.revision)
    if kept is None or kept.silent != silent:
        now, ends_at = day.seconds_at(timezone.now()), write_schedule(day.schedule)["ends"]
        facts = DeskFacts(read_claims(day), list_refused(day), silent, now, ends_at)
        kept = CachedDesk(silent, pages_of(day.game).open_desk(game_of(day), read_newest(day), facts))
        _desks.keep(day.public_id, day.revision, kept)
    return kept.drawing


def is_of_desk(day: Day, page: str) -> bool:
    """Return True for the desk, and for a further page that shows a part of it."""
    more = find_page(day, page)
    return page == DESK or (more is not None and more.draw is None)


def find_page(day: Day, page: str) -> DayPage | None:
    """Return a further page of the game by its name; None for desk, stations and projector."""
    return pages_of(day.game).more.get(page)


def is_public(day: Day, page: str) -> bool:
    """Return True for a page that everybody may open who has the address."""
    more = find_page(day, page)
    return page in (PROJECTOR, DEBRIEF) or (more is not None and more.may_open is None)


def may_open(day: Day, page: str, seat: DaySeat) -> bool:
    """Return True if a seat has this page."""
    more = find_page(day, page)
    if more is not None:
        return more.may_open is None or more.may_open(game_of(day), seat.name)
    return page in (SEAT, DESK) and (seat.team == day.kind.control) == (page == DESK)


def address_own_page(seat: DaySeat) -> str:
    """Return the address of a seat's own page: the desk for Control, a station for all others."""
    day = seat.day
    if seat.team == day.kind.control:
        return reverse("days:desk", args=[day.public_id])
    return reverse("days:seat", args=[day.public_id, seat.place])


def address_page(day: Day, page: str, seat: str) -> str:
    """Return the address of a further page of the game for a seat."""
    path = reverse("days:more", args=[day.public_id, page])
    return f"{path}?{urlencode({SEAT: seat})}" if seat else path


def list_links(day: Day, page: str, seat: str) -> list[tuple[str, str]]:
    """Return titles and addresses of the further pages that a seat, or everybody (""), may open from another page."""
    game, found = game_of(day), []
    for name, more in pages_of(day.game).more.items():
        if name != page and (more.may_open is None or (seat and more.may_open(game, seat))):
            found.append((more.title, address_page(day, name, seat)))
    return found


def list_signs(day: Day) -> dict[str, str]:
    """Return the address of each table's sign by its title."""
    tables = enumerate(pages_of(day.game).list_tables(game_of(day)), start=1)
    return {table.title: reverse("days:here", args=[day.code, number]) for number, table in tables}


def draw_desk_parts(day: Day, page: str, seat: str, silent: Sequence[str]) -> dict[str, str]:
    """Return the parts of the desk, or of a further page with a part of it, for a seat of Control, drawn anew."""
    desk = find_desk(day, silent)
    parts = desk.draw(seat) if page == DESK else desk.draw_page(page, seat)
    return {name: str(part) for name, part in parts.items()}


def draw_parts(day: Day, page: str, seat: str) -> dict[str, str]:
    """Return the parts of a page besides the desk, drawn anew."""
    if page == DEBRIEF:
        return {"secrets": REVEALED if day.is_unveiled else HIDDEN}
    game, pages, more = game_of(day), pages_of(day.game), find_page(day, page)
    if more is not None and more.draw is not None:
        parts = more.draw(game, seat)
    elif page == PROJECTOR:
        parts = pages.draw_projector(game)
    else:
        parts = pages.draw_station(game, seat, find_mark(day, seat))
    return {name: str(part) for name, part in parts.items()}


def find_mark(day: Day, seat: str) -> int:
    """Return the last entry that a seat has marked as read."""
    return int(day.read_marks.get(seat, 0))


class CachedParts(NamedTuple):
    """The parts of a page at a revision. `shown` are values that it also depends on, a station on them alone."""

    revision: int
    shown: Sequence[Any]
    parts: dict[str, str]


pictures: VersionedCache[CachedParts] = VersionedCache(MOST_PICTURES)
"""The parts of pages, which all devices of a seat share."""


def find_parts(day: Day, page: str, seat: str) -> dict[str, str]:
    """Return the parts of a page as the day is now. A station is drawn only if what it shows has changed."""
    key = f"{day.public_id} {page} {seat}"
    kept = pictures.find(key)
    is_desk = is_of_desk(day, page)
    silent = list_silent_teams(day) if is_desk else ()
    if kept is not None and kept.revision == day.revision and (page == SEAT or kept.shown == silent):
        return kept.parts
    shown: Sequence[Any] = silent
    if page == SEAT:
        shown = [*day.kind.list_shown(game_of(day), seat), find_mark(day, seat)]
    if page == SEAT and kept is not None and kept.shown == shown:
        parts = kept.parts
    else:
        parts = draw_desk_parts(day, page, seat, silent) if is_desk else draw_parts(day, page, seat)
    pictures.keep(key, day.revision, CachedParts(day.revision, shown, parts))
    return parts


def draw_page(day: Day, page: str, seat: str, now: datetime | None = None) -> DayPicture:
    """Return the picture of a page for a seat; the projector needs none."""
    game, kind = game_of(day), day.kind
    parts = find_parts(day, page, seat)
    bots = "" if page in (PROJECTOR, DEBRIEF) else draw_bots(day.public_id, day.revision)
    clock = kind.read_clock(game)
    left, seconds = clock.left, day.seconds_at(now or timezone.now())
    if clock.is_running:
        left = max(0, left - max(0, seconds - game.last_at))
    facts = {"phase": clock.phase, "left": left, "runs": clock.is_running and left > 0, "waits": clock.waits_for}
    facts |= {"now": seconds, "words": format_clock(1000 * left) if left or clock.waits_for else ""}
    return DayPicture(day.revision, facts, parts, bots, may_join=page == PROJECTOR and may_join(day))


def may_join(day: Day) -> bool:
    """Return True before the first turn, as long as a seat is free; nobody joins a day that is tried alone."""
    if day.kind.read_turn(game_of(day)):
        return False
    return list_free_seats(day).exists() and not DayBots.objects.filter(day_id=day.pk, is_trial=True).exists()
