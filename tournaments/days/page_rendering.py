"""Pages of a day as answers to a request: their parts, with forms that post without a script, links and refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from incursions.kit.markup import format_html
from incursions.kit.refusals import DomainError
from tournaments.days.access import list_session_places
from tournaments.days.day_page import PROJECTOR, SEAT, address_own_page, draw_page, list_links, pages_of
from tournaments.days.joining import draw_join_wall
from tournaments.days.models import Day, DaySeat
from tournaments.days.phone_addresses import CHOICE, find_phone_address
from tournaments.days.seats import list_roles

END_OF_FORM_TAG = re.compile(r"\sdata-give\s*>")
FORM_OF_BUTTONS = 'form="give"'
HIDDEN_FIELD = '<input type="hidden" name="{}" value="{}">'
PAGE_FIELD = "page"
"""The field of a form that names the page to show after its command."""


class RefusedOrder(NamedTuple):
    """An order that was given without a script, and the refusal of it."""

    text: str
    refusal: DomainError


def address_forms(request: HttpRequest, row: Day, page: str, place: int, parts: Mapping[str, str]) -> dict[str, str]:
    """Return parts whose forms post without a script: with the address of commands, token and page.

    A station answers with the tab of the form, because browsers carry the fragment of an action on to the answer.
    """
    command = reverse("days:command", args=[row.public_id, place])
    fields = format_html(HIDDEN_FIELD, "csrfmiddlewaretoken", get_token(request))
    if page in pages_of(row.game).more:
        fields += format_html(HIDDEN_FIELD, PAGE_FIELD, page)
    if page != SEAT:
        return {name: _address_part(part, command, fields) for name, part in parts.items()}
    return {
        name: _address_part(part, f"{command}#part-{name}", fields).replace(FORM_OF_BUTTONS, f'form="give-{name}"')
        for name, part in parts.items()
    }


def _address_part(part: str, address: str, fields: str) -> str:
    opening = format_html(' data-give action="{}">', address) + fields
    return END_OF_FORM_TAG.sub(lambda _: opening, part)


def lengthen_links(parts: Mapping[str, str]) -> dict[str, str]:
    """Return parts whose relative links hold at the address of a command, which is a level below that of a station."""
    return {name: part.replace('href="../', 'href="../../') for name, part in parts.items()}


def show_page(
    request: HttpRequest, row: Day, page: str, name: str, place: int, refused: RefusedOrder | None = None
) -> HttpResponse:
    """Render a page of a day, with the refusal of the order that was given on it, if any."""
    picture, pages = draw_page(row, page, name), pages_of(row.game)
    if refused is not None:
        picture = picture._replace(parts=lengthen_links(picture.parts))
    if name:
        picture = picture._replace(parts=address_forms(request, row, page, place, picture.parts))
    socket = f"/ws/days/{row.public_id}/{page}/{place}/"
    if CHOICE in request.GET:
        socket += f"?{urlencode({CHOICE: request.GET[CHOICE]})}"
    context = {"row": row, "page": page, "seat": name, "place": place, "picture": picture, "pages": pages}
    context["title"] = pages.more[page].title if page in pages.more else ""
    own = row.seats.get(place=place) if name else find_visitor(request, row)
    context["visitor"], context["back"] = own, address_own_page(own) if own is not None else ""
    context["is_control"] = bool(name) and own is not None and own.team == row.kind.control
    context["join"] = draw_join_wall(row, find_phone_address(request)) if picture.may_join else ""
    context["roles"] = list_roles(row, place, list_session_places(request, row)) if page == SEAT else []
    links = list_links(row, page, name if own is None or page == PROJECTOR else own.name)
    shown = {**context, "socket": socket, "links": links, "refused": refused}
    return render(request, "days/page.html", shown, status=200 if refused is None else refused.refusal.status)


def find_visitor(request: HttpRequest, row: Day) -> DaySeat | None:
    """Return the seat of the session that looks at a page for everybody: that of `?seat=`, else the first, or None."""
    seats = list(row.seats.filter(place__in=list_session_places(request, row)))
    wanted = request.GET.get(SEAT, "")
    return next((seat for seat in seats if seat.name == wanted), seats[0] if seats else None)
