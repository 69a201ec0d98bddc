"""The pages of files: to take them away, to bring players in, to restore a tournament, and calendars."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.answers import viewer_of, wants_html
from tournaments.errors import DomainError
from tournaments.incoming import is_json, malformed, read_fields
from tournaments.organizing.roles import Ability
from tournaments.tournament_api.reading import Seen, find_tournament
from tournaments.tournament_files.asking import answering
from tournaments.tournament_files.calendars import calendar_key, own_calendar, user_of_key
from tournaments.tournament_files.files import CALENDAR, FILES, file_answer, may_have_all
from tournaments.tournament_files.importing import import_players
from tournaments.tournament_files.player_lists import LARGEST, decode_player_list
from tournaments.tournament_files.prints import SHEETS
from tournaments.tournament_files.restoring import LARGEST_UPLOAD, check_may_restore, restore_upload

YES = ("1", "on", "true", True)
OWNERS = "tournament.json"


@require_safe
@answering
def export(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """A file of the tournament."""
    seen = find_tournament(event, viewer_of(request))
    if name not in FILES:
        raise Http404("There is no such file.")
    return file_answer(seen, name)


@require_safe
@answering
def files(request: HttpRequest, event: str) -> HttpResponse:
    """Everything that can be taken along, and for who admits players, a form to bring them in."""
    return _show_files(request, find_tournament(event, viewer_of(request)))


@require_POST
@answering
def bring_players(request: HttpRequest, event: str) -> HttpResponse:
    """Try a list of players, or enter them."""
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
        said["message"] = f"{report.faults} of {len(lines)} lines cannot be taken." if report.faults else "All is well."
        return JsonResponse({**said, "lines": lines, "unused": report.unused}, status=status)
    return _show_files(request, seen, status=status, report=report, text=text)


def _list_of(request: HttpRequest, fields: Any) -> str:
    upload = request.FILES.get("file") if not is_json(request) else None
    if upload is not None:
        if (upload.size or 0) > LARGEST:
            raise DomainError("file_too_large", f"The list is larger than {LARGEST:,} bytes.")
        return decode_player_list(upload.read())
    text = fields.get("text", "")
    if not isinstance(text, str) or not text:
        raise malformed("text is missing: a list of players, a line each.")
    return text


def _show_files(request: HttpRequest, seen: Seen, status: int = 200, **more: Any) -> HttpResponse:
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
    return render(request, "event_files/files.html", context, status=status)


@require_http_methods(["GET", "POST"])
@answering
def restore(request: HttpRequest) -> HttpResponse:
    """Bring a tournament back from its file: for the staff of the house."""
    user = viewer_of(request)
    check_may_restore(user)
    assert user is not None, "the staff of the house is somebody"
    if request.method == "GET":
        return render(request, "event_files/restore.html", {"here": "tournaments", "largest": LARGEST_UPLOAD})
    upload = None if is_json(request) else request.FILES.get("file")
    if upload is None:
        raise malformed("Choose the file of a tournament.")
    content = upload.read(LARGEST_UPLOAD + 1)
    found = restore_upload(content, by=user, maps_users=request.POST.get("accounts") in YES)
    return redirect(found.tournament)


@never_cache
@require_safe
def own_events(request: HttpRequest) -> HttpResponse:
    """The way to one's own calendar: its address is for calendar programs, which cannot sign in."""
    user = viewer_of(request)
    if user is None or user.is_guest:
        return redirect(f"{reverse('account_login')}?next={request.path}")
    return redirect("event_files:calendar", key=calendar_key(user))


@never_cache
@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The events of whoever's key it is."""
    user = user_of_key(key)
    if user is None:
        raise Http404("There is no such calendar.")
    return HttpResponse(own_calendar(user), content_type=CALENDAR)
