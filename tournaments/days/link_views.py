"""Pages with links and QR codes: cards of seats and signs of tables to be printed, briefings, the code of one seat."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from markupsafe import Markup

from tournaments.days.access import refusing, require_desk
from tournaments.days.day_games import game_of
from tournaments.days.day_page import list_signs, pages_of
from tournaments.days.hall_plans import find_plan_mark
from tournaments.days.joining import make_join_code
from tournaments.days.models import Day, DaySeat
from tournaments.days.phone_addresses import PhoneAddress, find_phone_address
from tournaments.days.qr_codes import draw_code
from tournaments.days.seat_list import SeatLine, list_cards
from tournaments.days.seat_views import find_any_seat


class Sign(NamedTuple):
    """The sign of a table: the address that says that a player is there, with its QR code."""

    title: str
    address: str
    drawn: Markup


class BriefingSheet(NamedTuple):
    """The sheet of a player: the card of the seat, and the briefings of all seats that the player has."""

    card: SeatLine
    briefings: list[tuple[DaySeat, Markup]]


@require_GET
@refusing
def links(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a sign for each table and a card for each filled seat, to be printed."""
    row = require_desk(request, public_id).day
    join = make_join_code(row, find_phone_address(request))
    signs = list_printed_signs(row, join.phone)
    filled = row.seats.filter(is_filled=True).exclude(team=row.kind.control)
    titles = {sign.title for sign in signs}
    unsigned = dict.fromkeys(team for team in filled.values_list("team", flat=True) if team not in titles)
    context = {"row": row, "phone": join.phone, "join": join, "signs": signs, "unsigned": list(unsigned)}
    return render(request, "days/links.html", {**context, "cards": list_cards(row, join.phone.make_absolute)})


def list_printed_signs(day: Day, phone: PhoneAddress) -> list[Sign]:
    """Return the signs of all tables as phones open them."""
    signs = []
    for title, path in list_signs(day).items():
        address = phone.make_absolute(path)
        signs.append(Sign(title, address, draw_code(address, f"QR code: I am here, {title}")))
    return signs


@require_GET
@refusing
def seat_code(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Show the QR code of one seat's personal link, and no other link, to its player who stands at the desk."""
    row = require_desk(request, public_id).day
    seat = find_any_seat(row, place)
    holder, phone = seat.played_with or seat, find_phone_address(request)
    card = next((line for line in list_cards(row, phone.make_absolute) if line.seat.pk == holder.pk), None)
    return render(request, "days/seat_code.html", {"row": row, "phone": phone, "seat": seat, "card": card})


@require_GET
@refusing
def briefings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a sheet for each player to be printed: the QR code of the personal link, and what the seats are told."""
    row = require_desk(request, public_id).day
    game, pages, phone = game_of(row), pages_of(row.game), find_phone_address(request)
    sheets = [
        BriefingSheet(card, [(seat, pages.draw_briefing(game, seat.name)) for seat in (card.seat, *card.also)])
        for card in list_cards(row, phone.make_absolute)
        if not card.is_control
    ]
    context = {"row": row, "phone": phone, "pages": pages, "sheets": sheets, "plan": find_plan_mark(row)}
    return render(request, "days/briefings.html", {**context, "guide": pages.draw_briefing(game, "")})
