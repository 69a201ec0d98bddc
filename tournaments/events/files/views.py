"""The views of tournament files: export, import of players, restoring, calendars, printed sheets, and webhooks.

Also the overlay of a table for streams (players, clocks, hull and shields, and points, as far as the viewer may see),
and the address as a QR code.
"""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Any, TypedDict

import segno
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from incursions.accounts.models import User
from incursions.accounts.viewers import viewer_of
from incursions.kit.clients import wants_html
from incursions.kit.refusals import DomainError, make_malformed_error
from incursions.kit.requests import View, answer_refusals, is_json, read_fields
from tournaments.events.enums import MessageForm, RoundState
from tournaments.events.files.downloads import (
    CALENDAR,
    FILES,
    SHEETS,
    calendar_key,
    file_answer,
    may_have_all,
    own_calendar,
    user_of_key,
)
from tournaments.events.files.player_lists import LARGEST_LIST, decode_player_list, import_players
from tournaments.events.files.restoration import LARGEST_UPLOAD, check_may_restore, restore_upload
from tournaments.events.history import standings_of
from tournaments.events.locked_tournament import Ability, Service
from tournaments.events.models import Delivery, Table
from tournaments.events.seen_tournament import SeenTournament, find_tournament
from tournaments.events.webhooks import SHORTEST_SECRET, add_webhook, remove_webhook, send_test
from tournaments.matches.models import Match
from tournaments.matches.table_rows import table_for
from tournaments.players.watching import may_watch
from tournaments.tables.api import show_refusal


class PlayerOverlay(TypedDict):
    """A player in an overlay; what the viewer may not see is None."""

    number: int
    name: str
    points: float | None
    place: int | None
    ship: str | None
    hull: int | None
    shields: int | None
    left: int | None
    left_ms: int | None
    runs_out_at_ms: int | None


class TableOverlay(TypedDict):
    """The table of an overlay."""

    number: int
    players: list[PlayerOverlay]
    ends_at_ms: int | None
    ending: str


class Overlay(TypedDict):
    """The overlay of a table for streams; `round` and `table` are None before there are any."""

    name: str
    state: str
    version: int
    round: int | None
    table: TableOverlay | None


def overlay_data(seen: SeenTournament, number: int | None = None) -> Overlay:
    """Return the data of that table in the current round, or of the featured or first table.

    Raises `DomainError` no_such_table. If a player hides the match, the data has names only.
    """
    row = seen.tournament
    shown = seen.rounds().exclude(state=RoundState.DRAFT).last()
    found: Overlay = {
        "name": row.name,
        "state": row.state,
        "version": row.version,
        "round": None,
        "table": None,
    }
    if shown is None:
        return found
    tables = shown.tables.order_by("-is_featured", "number")
    table = (tables if number is None else tables.filter(number=number)).first()
    if table is None:
        raise DomainError("no_such_table", "There is no such table.", version=row.version)
    return {**found, "round": shown.number, "table": _table_data(seen, table)}


def _table_data(seen: SeenTournament, table: Table) -> TableOverlay:
    """Return the data of a table for overlays of a stream; its game's figures are None where no match is shown."""
    points = {one.player: one.score.points for one in standings_of(seen.tournament)}
    places = table.list_places()
    players: list[PlayerOverlay] = [
        {
            "number": place.entry.number,
            "name": place.entry.name,
            "points": points.get(place.entry.number),
            "place": place.place if table.is_decided else None,
            "ship": None,
            "hull": None,
            "shields": None,
            "left": None,
            "left_ms": None,
            "runs_out_at_ms": None,
        }
        for place in places
    ]
    match = Match.objects.light().filter(table=table).first()
    ends_at = None if match is None or match.is_over else match.deadline_at
    if match is not None and not match.is_open:
        _add_what_is_seen(players, match)
    return {
        "number": table.number,
        "players": players,
        "ends_at_ms": None if ends_at is None else int(ends_at.timestamp() * 1000),
        "ending": table.ending,
    }


def _add_what_is_seen(players: list[PlayerOverlay], match: Match) -> None:
    """Add what spectators see now of each seat: its title and points, and hull and shields of a single ship."""
    table = table_for(match, None)
    if table.game is None or not may_watch(table.match, table.seats, None):
        return
    of_seats: dict[int, list[dict[str, Any]]] = {}
    for ship in table.game.view(None)["ships"]:
        of_seats.setdefault(ship["seat"], []).append(ship)
    titles, points = match.kind.records.read_titles(match.opening), table.game.points
    seats = {seat.name: seat.index for seat in table.seats}
    for place, player in enumerate(players):
        seat = seats.get(player["name"], place)
        if seat >= len(titles):
            continue
        ships, clock = of_seats.get(seat, []), table.clocks.seats[seat]
        player["ship"], player["left"] = titles[seat], points[seat]
        if len(ships) == 1 and "hull" in ships[0]:
            player["hull"], player["shields"] = ships[0]["hull"], ships[0]["shields"]
        player["left_ms"], player["runs_out_at_ms"] = clock.free_ms + (clock.bank_ms or 0), clock.runs_out_at


YES = ("1", "on", "true", True)
OWNERS = "tournament.json"
LONGEST_NUMBER = 6
SCALE, BORDER = 8, 4
MOST_SHOWN = 50


def with_refusals(view: View) -> View:
    """Decorate a view: answer a `DomainError` with a page, or with JSON for programs. Guard its forms."""
    return never_cache(answer_refusals(partial(show_refusal, "events/files/refused.html"))(view))


@require_safe
@with_refusals
def export(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """Return a file of the tournament."""
    seen = find_tournament(event, viewer_of(request))
    if name not in FILES:
        raise Http404("There is no such file.")
    return file_answer(seen, name)


@require_safe
@with_refusals
def files(request: HttpRequest, event: str) -> HttpResponse:
    """Render the list of files, and the import form for staff who admit players."""
    return _show_files(request, find_tournament(event, viewer_of(request)))


@require_POST
@with_refusals
def bring_players(request: HttpRequest, event: str) -> HttpResponse:
    """Try a list of players, or import it."""
    user = viewer_of(request)
    seen = find_tournament(event, user)
    if user is None:
        raise DomainError("not_staff", f"You may not {Ability.ADMIT} here.")
    fields = read_fields(request) if is_json(request) else request.POST
    text = _list_of(request, fields)
    report = import_players(
        event, user, text, dry_run=fields.get("do") != "enter", leave_bad=fields.get("leave_bad") in YES
    )
    status = 422 if report.faults and not report.is_done else 200
    if not wants_html(request):
        lines = [line._asdict() for line in report.lines]
        said = {"code": "entered" if report.is_done else "tried" if status == 200 else "lines_refused"}
        said["message"] = f"{report.faults} of {len(lines)} lines cannot be taken." if report.faults else "No faults."
        return JsonResponse({**said, "lines": lines, "unused": report.unused}, status=status)
    return _show_files(request, seen, status=status, report=report, text=text)


def _list_of(request: HttpRequest, fields: Any) -> str:
    upload = request.FILES.get("file") if not is_json(request) else None
    if upload is not None:
        if (upload.size or 0) > LARGEST_LIST:
            raise DomainError("file_too_large", f"The list is larger than {LARGEST_LIST:,} bytes.")
        return decode_player_list(upload.read())
    text = fields.get("text", "")
    if not isinstance(text, str) or not text:
        raise make_malformed_error("text is missing: a list of players, a line each.")
    return text


def _show_files(request: HttpRequest, seen: SeenTournament, status: int = 200, **more: Any) -> HttpResponse:
    shown = {name: file for name, file in FILES.items() if name != OWNERS or may_have_all(seen)}
    context = {
        "here": "tournaments",
        "row": seen.tournament,
        "files": [(name, file.about) for name, file in shown.items()],
        "sheets": [(name, name.replace("-", " ").capitalize()) for name in SHEETS],
        "may_connect": seen.actor.may(Ability.CONNECT),
        "may_admit": seen.actor.may(Ability.ADMIT),
        **more,
    }
    return render(request, "events/files/files.html", context, status=status)


@require_http_methods(["GET", "POST"])
@with_refusals
def restore(request: HttpRequest) -> HttpResponse:
    """Restore a tournament from its file, for site staff."""
    user = viewer_of(request)
    check_may_restore(user)
    assert user is not None, "the staff of the house is somebody"
    if request.method == "GET":
        return render(request, "events/files/restore.html", {"here": "tournaments", "largest": LARGEST_UPLOAD})
    upload = None if is_json(request) else request.FILES.get("file")
    if upload is None:
        raise make_malformed_error("Choose the file of a tournament.")
    content = upload.read(LARGEST_UPLOAD + 1)
    found = restore_upload(content, by=user, maps_users=request.POST.get("accounts") in YES)
    return redirect(found.tournament)


@never_cache
@require_safe
def own_events(request: HttpRequest) -> HttpResponse:
    """Redirect to the user's calendar, whose address has a key because calendar programs cannot sign in."""
    user = viewer_of(request)
    if user is None or user.is_guest:
        return redirect(f"{reverse('account_login')}?next={request.path}")
    return redirect("event_files:calendar", key=calendar_key(user))


@never_cache
@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """Return the calendar of the key's user."""
    user = user_of_key(key)
    if user is None:
        raise Http404("There is no such calendar.")
    return HttpResponse(own_calendar(user), content_type=CALENDAR)


@require_safe
@with_refusals
def print_sheet(request: HttpRequest, event: str, what: str) -> HttpResponse:
    """Return a printed sheet as PDF."""
    seen = find_tournament(event, viewer_of(request))
    if what not in SHEETS:
        raise Http404("There is no such sheet.")
    response = HttpResponse(SHEETS[what](seen), content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{seen.tournament.public_id}-{what}.pdf"'
    return response


@require_safe
@with_refusals
def overlay(request: HttpRequest, event: str) -> HttpResponse:
    """Render the stream overlay of the featured table, or of `?table=`."""
    number = _asked_table(request)
    shown = overlay_data(find_tournament(event, viewer_of(request)), number)
    context = {"shown": shown, "event": event, "asked": number, "now_ms": int(timezone.now().timestamp() * 1000)}
    template = "events/files/overlay.html" + ("#live" if "live" in request.GET else "")
    return render(request, template, context)


@require_safe
@with_refusals
def overlay_json(request: HttpRequest, event: str) -> HttpResponse:
    """Return the overlay data as JSON, for pages on any site."""
    answer = JsonResponse(overlay_data(find_tournament(event, viewer_of(request)), _asked_table(request)))
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer


def _asked_table(request: HttpRequest) -> int | None:
    """Return the number of the table that the query names; None if it names none. Raises Http404."""
    said = request.GET.get("table", "")
    if not said:
        return None
    if not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER):
        raise Http404("There is no such table.")
    return int(said)


@require_safe
@with_refusals
def address_code(request: HttpRequest, event: str, form: str) -> HttpResponse:
    """Return the address of the tournament as a QR code."""
    row = find_tournament(event, viewer_of(request)).tournament
    code = segno.make(f"{settings.SITE_URL}{row.get_absolute_url()}", error="m", micro=False)
    drawn = BytesIO()
    code.save(drawn, kind=form, scale=SCALE, border=BORDER, dark="#000", light="#fff")
    return HttpResponse(drawn.getvalue(), content_type={"svg": "image/svg+xml", "png": "image/png"}[form])


def _require_owner(request: HttpRequest, event: str) -> tuple[SeenTournament, User]:
    """Return the tournament and the user, who may manage webhooks. Raises `DomainError`: not_found, not_staff."""
    user = viewer_of(request)
    seen = find_tournament(event, user)
    if user is None or not seen.actor.may(Ability.CONNECT):
        raise DomainError("not_staff", f"You may not {Ability.CONNECT} here.", version=seen.tournament.version)
    return seen, user


@require_http_methods(["GET", "POST"])
@with_refusals
def webhooks(request: HttpRequest, event: str) -> HttpResponse:
    """Render the webhooks with their deliveries, and a form to add one."""
    seen, user = _require_owner(request, event)
    if request.method == "POST":
        fields = read_fields(request) if is_json(request) else request.POST
        address, secret, form = (fields.get(name, "") for name in ("address", "secret", "form"))
        if not all(isinstance(one, str) for one in (address, secret, form)):
            raise make_malformed_error("address, secret and form are texts.")
        made = add_webhook(event, user, address, secret=secret, form=form if "form" in fields else MessageForm.PLAIN)
        messages.success(request, f"Webhook {made.number} is active. Its secret: {made.secret}")
        return redirect("event_files:webhooks", event=event)
    sent = Delivery.objects.filter(webhook__tournament=seen.tournament).select_related("webhook").order_by("-pk")
    context = {
        "here": "tournaments",
        "row": seen.tournament,
        "hooks": seen.tournament.webhooks.order_by("number"),
        "sent": sent[:MOST_SHOWN],
        "forms": MessageForm.choices,
        "shortest": SHORTEST_SECRET,
    }
    return render(request, "events/files/webhooks.html", context)


@require_POST
@with_refusals
def change_webhook(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Send a test message to a webhook, or remove it."""
    _, user = _require_owner(request, event)
    fields = read_fields(request) if is_json(request) else request.POST
    acts: dict[str, Service[Any]] = {"test": send_test, "remove": remove_webhook}
    do = fields.get("do")
    if not isinstance(do, str) or do not in acts:
        raise make_malformed_error(f"do is one of: {', '.join(acts)}.")
    acts[do](event, user, number)
    return redirect("event_files:webhooks", event=event)
