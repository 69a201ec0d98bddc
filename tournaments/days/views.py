"""Pages of days: making and joining one, its seats, the desk, stations, and the projector."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from incursions.accounts.viewers import current_user_or_guest, viewer_of
from incursions.kit.clients import wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import Fields, read_fields
from incursions.kit.words import format_count
from tournaments.days.access import download, list_session_places, refusing, require_desk, require_reader
from tournaments.days.day_page import (
    CONTROL_PLACE,
    DESK,
    PROJECTOR,
    SEAT,
    address_own_page,
    find_control_place,
    find_day,
    find_seat,
    grant_place,
)
from tournaments.days.files import make_file, write_log
from tournaments.days.game_kinds import megagames
from tournaments.days.hall_plans import find_plan_mark
from tournaments.days.joining import make_join_code
from tournaments.days.models import LONGEST_NAME, Day, DaySeat
from tournaments.days.page_rendering import show_page
from tournaments.days.phone_addresses import find_phone_address
from tournaments.days.player_list import import_players
from tournaments.days.schedule import read_schedule
from tournaments.days.seat_list import address_line, describe_seats
from tournaments.days.seating import set_players
from tournaments.days.seats import (
    check_in,
    find_day_by_code,
    find_seat_by_key,
    list_free_seats,
    make_day,
    name_player,
)
from tournaments.days.trials import give_teams_to_bots, list_choices, list_teams
from tournaments.days.undoing import preview_undo

MOST_SHOWN = 50
"""The days of a host on the page of days, the newest first."""


@require_http_methods(["GET", "POST"])
@refusing
def days(request: HttpRequest) -> HttpResponse:
    """Show the days of the viewer with forms to make and join one; make one."""
    if request.method == "GET":
        return _show_days(request)
    fields = read_fields(request)
    try:
        return redirect("days:seats", _hold_day(request, fields).public_id)
    except DomainError as refusal:
        if not wants_html(request):
            raise
        return _show_days(request, fields, refusal)


def _show_days(request: HttpRequest, typed: Fields | None = None, refusal: DomainError | None = None) -> HttpResponse:
    """Render the page of days, with what was typed into the form of a day that was refused."""
    kinds, viewer = list(megagames().values()), viewer_of(request)
    own = [] if viewer is None else list(Day.objects.filter(host=viewer).defer("position")[:MOST_SHOWN])
    context = {"kinds": kinds, "own": own, "tried": [(kind, list_choices(kind)) for kind in kinds]}
    context |= {"typed": typed or {}, "refusal": refusal}
    return render(request, "days/days.html", context, status=200 if refusal is None else refusal.status)


def _hold_day(request: HttpRequest, fields: Fields) -> Day:
    """Make the day of a form. Raises `DomainError`."""
    kinds = megagames()
    game = fields.one_of("game", kinds, next(iter(kinds)))
    name, players = fields.text("name", LONGEST_NAME), fields.number("players")
    schedule, is_strict, has_bots = read_schedule(fields), fields.flag("strict", False), fields.flag("bots", False)
    host = current_user_or_guest(request)
    day = make_day(host, game, name, players, schedule=schedule, is_strict=is_strict)
    if has_bots:
        give_teams_to_bots(day)
    return day


@require_GET
@refusing
def join(request: HttpRequest) -> HttpResponse:
    """Lead to the day of a code."""
    return redirect(find_day_by_code(request.GET.get("code", "")))


@require_GET
@refusing
def day(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the seats of the viewer, and the free ones."""
    return _show_day(request, find_day(public_id))


def _show_day(
    request: HttpRequest, row: Day, typed: Fields | None = None, refusal: DomainError | None = None
) -> HttpResponse:
    """Render the page of a day, with what was typed into the form of a seat that was refused."""
    places = list_session_places(request, row)
    own = list(row.seats.filter(place__in=places))
    has_desk = find_control_place(row, places) is not None
    context = {"row": row, "own": own, "free": list_free_seats(row), "desk": has_desk, "plan": find_plan_mark(row)}
    context |= {"typed": typed or {}, "refusal": refusal}
    return render(request, "days/day.html", context, status=200 if refusal is None else refusal.status)


@require_POST
@refusing
def take_seat(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a free seat with one's name."""
    row, fields = find_day(public_id), read_fields(request)
    try:
        seat = _seat_player(row, fields)
    except DomainError as refusal:
        if not wants_html(request):
            raise
        return _show_day(request, row, fields, refusal)
    grant_place(request.session, row, seat.place)
    check_in(seat)
    return redirect("days:seat", row.public_id, seat.place)


def _seat_player(row: Day, fields: Fields) -> DaySeat:
    """Set the player of the free seat of a form. Raises seat_taken or malformed."""
    seat = list_free_seats(row).filter(place=fields.number("seat")).first()
    if seat is None:
        raise DomainError("seat_taken", "This seat is taken. Choose another one.")
    name_player(seat, fields.text("player"))
    return seat


@require_GET
@refusing
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Enter by a personal link: the session may play the seat from now on."""
    seat = find_seat_by_key(key)
    grant_place(request.session, seat.day, seat.place)
    check_in(seat)
    if seat.played_with is not None or seat.also.exists():
        return redirect(seat.day)
    return redirect(address_own_page(seat))


@require_http_methods(["GET", "POST"])
@refusing
def seats(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show all seats with their links, players and who is there; set players from a list."""
    found = require_desk(request, public_id)
    row = found.day
    context: dict[str, Any] = {"row": row}
    if request.method == "POST":
        fields = read_fields(request)
        if "list" in fields:
            context |= _import_list(request, found, fields.any_text("list"))
        else:
            seat = row.seats.filter(place=fields.number("seat")).first()
            if seat is None:
                raise DomainError("not_found", "There is no such seat.")
            set_players(row, [(seat, fields.any_text("player"))], found.name)
            return redirect(address_line(seat))
        if "refusal" not in context:
            return redirect(f"{request.path}#main")
    join = make_join_code(row, find_phone_address(request))
    context |= {"teams": list_teams(row), "join": join, "phone": join.phone}
    context |= describe_seats(row, join.phone.make_absolute)
    return render(request, "days/seats.html", context, status=400 if "refusal" in context else 200)


def _import_list(request: HttpRequest, control: DaySeat, text: str) -> dict[str, Any]:
    """Set the players of a list; return what the page shows of one that is refused, with the list as it was typed."""
    try:
        count = import_players(control.day, text, control.name)
    except DomainError as refusal:
        return {"refusal": refusal, "faults": getattr(refusal, "faults", ()), "typed": text}
    messages.success(request, f"{format_count(count, 'player')} set.")
    return {}


@require_GET
@refusing
def desk(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show Control's desk."""
    found = require_desk(request, public_id)
    return show_page(request, found.day, DESK, found.name, found.place)


@require_GET
@refusing
def seat(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Show the station of a seat; Control has the desk instead."""
    row = find_day(public_id)
    found = find_seat(row, place, list_session_places(request, row))
    if found.team == row.kind.control:
        return redirect("days:desk", public_id)
    return show_page(request, row, SEAT, found.name, place)


@require_GET
@refusing
def projector(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what everybody in the room may see."""
    return show_page(request, find_day(public_id), PROJECTOR, "", CONTROL_PLACE)


@require_GET
@refusing
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Download the log as text."""
    text = "\n".join(write_log(require_reader(request, public_id)))
    return download(f"{public_id}-log.txt", f"{text}\n", "text/plain; charset=utf-8")


@require_GET
@refusing
def file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Download the whole day, which `replay_day` plays again when it is over."""
    text = json.dumps(make_file(require_reader(request, public_id)), ensure_ascii=False)
    return download(f"{public_id}-day.json", text, "application/json")


@require_GET
@refusing
def preview(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what an undo to an entry would strike out, and whose pages would change, with the form that does it."""
    found = require_desk(request, public_id)
    number = Fields(request.GET.dict()).number("to")
    context = {"row": found.day, "place": found.place, "preview": preview_undo(found.day, number)}
    return render(request, "days/preview.html", context)
