"""All orders of a seat, completed step by step: each page offers how the text may go on, without a script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from incursions.kit.requests import Fields
from tournaments.days.access import list_session_places, refusing
from tournaments.days.day_games import game_of
from tournaments.days.day_page import SEAT, address_own_page, find_day
from tournaments.days.models import LONGEST_COMMAND
from tournaments.days.page_views import choose_seat

LONGEST_NAME = 40


@require_GET
@refusing
def orders(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the commands that a seat may give now, or how the one that was begun may go on."""
    row, fields = find_day(public_id), Fields(request.GET.dict())
    seat = choose_seat(row, SEAT, list_session_places(request, row), request.GET.get(SEAT, ""))
    beginning = fields.text("text", LONGEST_COMMAND, "-").removeprefix("-")
    command = fields.text("command", LONGEST_NAME, "-")
    offers = game_of(row).offers(seat.name, beginning)
    chosen = next((offer for offer in offers if offer.command == command), None)
    context = {"row": row, "seat": seat, "chosen": chosen, "back": address_own_page(seat), "text": beginning}
    return render(request, "days/orders.html", {**context, "groups": group_offers(offers), "is_gone": command != "-"})


def group_offers(offers: Sequence[Any]) -> list[tuple[str, list[Any]]]:
    """Return offers by subject, in the order in which the game lists its commands."""
    groups: dict[str, list[Any]] = {}
    for offer in offers:
        groups.setdefault(offer.subject, []).append(offer)
    return list(groups.items())
