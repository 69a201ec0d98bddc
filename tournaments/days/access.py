"""Access to a day: refusals as pages, the seats of a session, and who may open the desk and the log."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from incursions.accounts.viewers import viewer_of
from incursions.kit.refusals import DomainError
from incursions.kit.requests import answer_refusals
from tournaments.days.day_page import find_control_place, find_day, find_seat, list_places
from tournaments.days.models import Day, DaySeat


def show_refusal(request: HttpRequest, refusal: DomainError, address: dict[str, str]) -> HttpResponse:
    """Render a refusal as a page of its own, with the way back to the page it came from."""
    context = {"refusal": refusal, "back": _address_back(request)}
    return render(request, "days/refused.html", context, status=refusal.status)


def _address_back(request: HttpRequest) -> str:
    """Return the address of the page of this site that led here; that of all days if there is none."""
    came_from = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, request.is_secure())
    is_here = request.method == "GET" and urlsplit(came_from).path == request.path
    return came_from if is_ours and not is_here else reverse("days:days")


refusing = answer_refusals(show_refusal)


def list_session_places(request: HttpRequest, day: Day) -> list[int]:
    """Return the places of the seats that the session may play."""
    viewer = viewer_of(request)
    return list_places(request.session, day, None if viewer is None else viewer.pk)


def require_desk(request: HttpRequest, public_id: str) -> DaySeat:
    """Return the seat of Control that the session plays. Raises not_found for everybody else."""
    row = find_day(public_id)
    places = list_session_places(request, row)
    return find_seat(row, find_control_place(row, places), places)


def require_reader(request: HttpRequest, public_id: str) -> Day:
    """Return a day whose log the session may read: Control at any time, all players when its secrets are revealed."""
    row = find_day(public_id)
    places = list_session_places(request, row)
    if not (row.is_over and row.is_unveiled and row.seats.filter(place__in=places).exists()):
        find_seat(row, find_control_place(row, places), places)
    return row


def download(name: str, text: str, kind: str) -> HttpResponse:
    """Return a file to keep."""
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
