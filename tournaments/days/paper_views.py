"""Pages of paper: the sheets of a turn to be printed, and the forms that bring them back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from secrets import token_hex
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods

from incursions.accounts.viewers import viewer_of
from incursions.games.day_sheets import PaperField
from incursions.kit.refusals import DomainError
from incursions.kit.requests import LONGEST_KEY, Fields
from tournaments.days.access import refusing, require_desk
from tournaments.days.day_games import game_of, make_setup
from tournaments.days.day_page import pages_of
from tournaments.days.large_forms import read_large_form, take_prefixed
from tournaments.days.locked_day import give_command
from tournaments.days.models import LONGEST_ENTRY, DaySeat
from tournaments.days.reasons import LONGEST_REASON, check_reason
from tournaments.days.turn_sheets import find_turn, list_turns

TYPED, SHOWN = "figure ", "was "
"""The beginnings of the names of fields: what was typed, and what stood there as the form was opened."""


@require_GET
@refusing
def sheets(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the paper sheets of a turn as it began, or of the day as it is now, to be printed."""
    row = require_desk(request, public_id).day
    game, pages = game_of(row), pages_of(row.game)
    latest = row.kind.read_turn(game)
    turn = Fields(request.GET.dict()).optional_number("turn", 999)
    if turn:
        kept = find_turn(row, turn, latest)
        game = row.kind.game.from_data(kept.position, make_setup(row))
    context = {"row": row, "clock": row.kind.read_clock(game), "number": game.number, "pages": pages, "turn": turn}
    context |= {"turns": list_turns(row, latest), "sheets": pages.draw_sheets(game)}
    return render(request, "days/sheets.html", context)


@require_GET
@refusing
def papers(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the sheets that can be brought back, in the order in which that is best done."""
    row = require_desk(request, public_id).day
    game = game_of(row)
    clock = row.kind.read_clock(game)
    found = row.kind.paper.list_sheets(game)
    context = {"row": row, "clock": clock, "sheets": found, "has_begun": bool(game.number)}
    context["done"] = found.get(request.GET.get("done", ""), "")
    return render(request, "days/papers.html", context)


@require_http_methods(["GET", "POST"])
@refusing
def paper(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Bring a paper sheet back: all that was changed on it is one entry of Control's with a reason."""
    seat = require_desk(request, public_id)
    row, game = seat.day, game_of(seat.day)
    title = row.kind.paper.list_sheets(game).get(key)
    if title is None:
        raise DomainError("not_found", "There is no such sheet.")
    listed = row.kind.paper.list_fields(game, key)
    if request.method == "GET":
        return _show_paper(request, seat, title, listed)
    fields = read_large_form(request)
    typed = take_prefixed(fields, TYPED)
    try:
        _bring_back(request, seat, key, listed, fields)
    except DomainError as refusal:
        return _show_paper(request, seat, title, listed, typed=typed, fields=fields, refusal=refusal)
    return redirect(f"{reverse('days:papers', args=[public_id])}?{urlencode({'done': key})}")


def _bring_back(request: HttpRequest, seat: DaySeat, key: str, listed: Sequence[PaperField], fields: Fields) -> None:
    """Give the command for the fields in which something else stands than was shown. Raises `DomainError`."""
    was = take_prefixed(fields, SHOWN)
    current = {field.name: field.value for field in listed}
    changed = {
        name: value
        for name, value in take_prefixed(fields, TYPED).items()
        if _normalize(value) != _normalize(was.get(name, current.get(name, "")))
    }
    if not changed:
        raise DomainError("unchanged", "Nothing is different from what stands. Change a figure first.")
    reason = check_reason(fields.any_text("reason"))
    try:
        text = seat.day.kind.paper.write_command(game_of(seat.day), key, changed, reason, fields.flag("secret", False))
    except ValueError as fault:
        raise DomainError("malformed", f"{fault}.") from None
    if len(text) > LONGEST_ENTRY:
        raise DomainError(
            "malformed", "That is too much for one entry. Bring some figures back first, then the others."
        )
    request_id = fields.text("request", LONGEST_KEY, token_hex(8))
    give_command(seat.day.public_id, seat.name, text, request=request_id, by=viewer_of(request))


def _normalize(value: str) -> str:
    return value.replace("\r\n", "\n").strip()


def _show_paper(
    request: HttpRequest,
    seat: DaySeat,
    title: str,
    listed: Sequence[PaperField],
    *,
    typed: Mapping[str, str] | None = None,
    fields: Mapping[str, Any] | None = None,
    refusal: DomainError | None = None,
) -> HttpResponse:
    """Render the form of a sheet. What was typed stays, and the field that a refusal names is marked."""
    sent = fields or {}
    bad = "" if refusal is None else _find_refused_field(listed, refusal)
    lines = [_describe_field(field, typed or {}, sent, bad) for field in listed]
    groups = [(group, list(held)) for group, held in groupby(lines, key=lambda line: line["field"].group)]
    context = {
        "row": seat.day,
        "title": title,
        "groups": groups,
        "refusal": refusal,
        "bad": bad,
        "reason": sent.get("reason", ""),
        "secret": sent.get("secret", ""),
        "longest": LONGEST_REASON,
        "request_id": sent.get("request") or token_hex(8),
    }
    return render(request, "days/paper.html", context, status=200 if refusal is None else refusal.status)


def _find_refused_field(listed: Sequence[PaperField], refusal: DomainError) -> str:
    """Return the name of the field that a refusal begins with, "" if it names none."""
    return next((field.name for field in listed if refusal.message.startswith(f"{field.name}: ")), "")


def _describe_field(field: PaperField, typed: Mapping[str, str], sent: Mapping[str, Any], bad: str) -> dict[str, Any]:
    """Return a field of a sheet as its form shows it: what was typed, or else its value."""
    return {
        "field": field,
        "value": typed.get(field.name, field.value),
        "was": sent.get(f"{SHOWN}{field.name}", field.value),
        "is_bad": field.name == bad,
    }
