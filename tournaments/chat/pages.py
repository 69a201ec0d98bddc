"""The chat over HTTP: for forms, for the page's own script, and as JSON."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from incursions.accounts.guests import current_user_or_guest
from tournaments.answers import viewer_of, wants_html
from tournaments.api import endpoint
from tournaments.chat.complaining import around, report
from tournaments.chat.lines import author_name, line_data, line_html, lines_html
from tournaments.chat.muting import be_named, hear_spectators, mute_person, mute_room, unmute_person, unmute_room
from tournaments.chat.panel import ChatPanel
from tournaments.chat.posting import TooFast, hide, let_guests_write, match_named, message_for, say
from tournaments.chat.reading import read_choice, read_number, read_room, read_said
from tournaments.errors import DomainError

PAGE, PANEL, MESSAGE = (f"tournaments/chat/{name}.html" for name in ("page", "panel", "message"))


@never_cache
@require_http_methods(["GET", "POST"])
@endpoint
def chat(request: HttpRequest, public_id: str) -> HttpResponse:
    """The rooms of a match that the viewer may hear; by POST something is said there."""
    if request.method == "POST":
        return _say(request, public_id)
    panel = ChatPanel(match_named(public_id), viewer_of(request))
    if not wants_html(request):
        return JsonResponse(panel.data())
    return render(request, PANEL if request.headers.get("HX-Request") else PAGE, {"chat": panel, "match": panel.match})


@never_cache
@require_safe
@endpoint
def lines(request: HttpRequest, public_id: str) -> HttpResponse:
    """What was said in a room after a number: the items of its list, or JSON."""
    room, after = read_room(request.GET.get("room")), read_number(request.GET.get("after", "0"))
    panel = ChatPanel(match_named(public_id), viewer_of(request))
    heard = panel.lines(room, after)
    if not wants_html(request):
        said = [line_data(message, panel.ear.pk) for message in heard.messages]
        return JsonResponse({"room": room, "last": heard.last, "messages": said})
    return HttpResponse(lines_html(heard.messages), headers={"Chat-Last": str(heard.last)})


@require_POST
@endpoint
def choose(request: HttpRequest, public_id: str) -> HttpResponse:
    """Mute a room or hear it again, hear those who watch, be named among them; for the host, may guests write."""
    what, value = read_choice(request)
    match, user = match_named(public_id), current_user_or_guest(request)
    if what == "mute":
        mute_room(user, match, read_room(value))
    elif what == "hear":
        unmute_room(user, match, read_room(value))
    elif what == "spectators":
        hear_spectators(user, match, hears=value == "on")
    elif what == "named":
        be_named(user, match, is_named=value == "on")
    else:
        let_guests_write(public_id, user, may=value == "on")
    return _done(request, public_id)


@never_cache
@require_http_methods(["GET", "POST"])
@endpoint
def message(request: HttpRequest, public_id: str, room: str, number: int) -> HttpResponse:
    """One message, and what its reader can do about it: mute who wrote it, report it, for the staff hide it."""
    said, hall, ear = message_for(public_id, room, number, viewer_of(request))
    if request.method == "POST":
        return _act(request, public_id, said)
    context = {
        "match": said.match,
        "said": said,
        "name": author_name(said),
        "is_own": said.author_id == ear.pk,
        "is_muted": said.author_id in ear.muted_people,
        "around": around(said, ear),
        "may_hide": ear.is_staff and ear.pk not in hall.players,
    }
    return render(request, MESSAGE, context)


def _say(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say something. Whoever becomes a guest by it has another token for forms: `again` tells the page to ask anew."""
    was_unknown = viewer_of(request) is None
    try:
        said = read_said(request)
        match_named(public_id)  # before anybody becomes a guest for nothing
        told = say(public_id, current_user_or_guest(request), said)
    except DomainError as refusal:
        return _refused(request, public_id, refusal)
    if wants_html(request):
        return HttpResponseRedirect(_address(public_id), status=303)
    body = {"code": "said", "message": "", "rule": "", "room": told.room, "number": told.number}
    return JsonResponse({**body, "html": line_html(told), "again": was_unknown}, status=201)


def _refused(request: HttpRequest, public_id: str, refusal: DomainError) -> HttpResponse:
    """The refusal, with what was typed, and in how many seconds there is room for it."""
    if wants_html(request) and refusal.code != "not_found":
        panel = ChatPanel(match_named(public_id), viewer_of(request))
        panel.refusal, panel.typed = refusal, request.POST.get("text", "")[: panel.longest]
        response = render(request, PAGE, {"chat": panel, "match": panel.match}, status=refusal.status)
    else:
        body: dict[str, Any] = {"code": refusal.code, "message": refusal.message, "rule": "", "version": None}
        response = JsonResponse(body | refusal.details, status=refusal.status)
    if isinstance(refusal, TooFast):
        response["Retry-After"] = str(refusal.wait_s)
    return response


def _act(request: HttpRequest, public_id: str, said: Any) -> HttpResponse:
    """Mute, hear again, report or hide, whichever button was pressed."""
    user, act = current_user_or_guest(request), request.POST.get("act")
    if act == "mute":
        mute_person(user, said.author)
        told = "You hear nothing of them any more, at any table."
    elif act == "unmute":
        unmute_person(user, said.author_id or 0)
        told = "You hear them again."
    elif act == "report":
        report(said, user, request.POST.get("why", ""))
        told = "The staff will look at it. What becomes of it stands among your reports."
    elif act == "hide":
        hide(said, user, request.POST.get("why", ""))
        told = "The message is hidden."
    else:
        raise DomainError("malformed", "act is one of: mute, unmute, report, hide.")
    return _done(request, public_id, told)


def _done(request: HttpRequest, public_id: str, told: str = "") -> HttpResponse:
    """Back to the rooms, as they are now."""
    if not wants_html(request):
        return JsonResponse({"code": "done", "message": told, "rule": ""})
    if told:
        messages.success(request, told)
    return HttpResponseRedirect(_address(public_id), status=303)


def _address(public_id: str) -> str:
    return reverse("tournaments:chat", args=[public_id])
