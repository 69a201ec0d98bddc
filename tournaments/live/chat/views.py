"""The chat over HTTP: for forms, for the page's own script, and as JSON."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from incursions.accounts.models import User
from incursions.accounts.viewers import current_user_or_guest, viewer_of
from incursions.kit.clients import answer_act, wants_html
from incursions.kit.refusals import DomainError, make_malformed_error
from incursions.kit.requests import read_fields, refusal_as_json
from tournaments.live.chat.messages import (
    Said,
    author_name,
    find_message,
    hear_spectators,
    hide,
    let_guests_write,
    line_html,
    load_facts,
    mute_channel,
    mute_person,
    say,
    set_named,
    unmute_channel,
    unmute_person,
)
from tournaments.live.chat.panel import ChatPanel, line_data, lines_html
from tournaments.live.chat.rules import PHRASES, Channel, Listener
from tournaments.live.models import LONGEST_KEY, ChatMessage, MutedPerson, TableManners
from tournaments.live.reports import file_report
from tournaments.live.rooms import Room, kind_of, refuse_in_room

PAGE, PANEL, MESSAGE = (f"live/chat/{name}.html" for name in ("page", "panel", "message"))

CHOICES = ("mute", "hear", "spectators", "named", "guests")
LONGEST_NUMBER = 9

LONGEST_USER_NUMBER = 18
MANNERS = ("hears_spectators", "is_named_watching")

LINES_AROUND = 4
LINES_QUOTED = 2


@never_cache
@require_http_methods(["GET", "POST"])
@refuse_in_room()
def chat(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """Show the channels of a room that the viewer may hear; by POST say something there."""
    if request.method == "POST":
        return _say(request, Room(kind, public_id))
    panel = ChatPanel(Room(kind, public_id), viewer_of(request))
    if not wants_html(request):
        return JsonResponse(panel.data())
    return render(request, PANEL if request.headers.get("HX-Request") else PAGE, _page_context(panel))


@never_cache
@require_safe
@refuse_in_room()
def lines(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """Return the messages of a channel after a number, as list items or JSON."""
    channel, after = read_channel(request.GET.get("room")), read_number(request.GET.get("after", "0"))
    panel = ChatPanel(Room(kind, public_id), viewer_of(request))
    heard = panel.lines(channel, after)
    if not wants_html(request):
        said = [line_data(message, panel.listener.pk) for message in heard.messages]
        return JsonResponse({"room": channel, "last": heard.last, "messages": said})
    return HttpResponse(lines_html(heard.messages), headers={"Chat-Last": str(heard.last)})


@require_POST
@refuse_in_room()
def choose(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    """Mute or unmute a channel, hear spectators, be named as one; the host also lets guests write."""
    what, value = read_choice(request)
    room = Room(kind, public_id)
    load_facts(room)  # before anybody becomes a guest for nothing
    user = current_user_or_guest(request)
    if what == "mute":
        mute_channel(user, room, read_channel(value))
    elif what == "hear":
        unmute_channel(user, room, read_channel(value))
    elif what == "spectators":
        hear_spectators(user, room, hears=value == "on")
    elif what == "named":
        set_named(user, room, is_named=value == "on")
    else:
        let_guests_write(room, user, may=value == "on")
    return _return_to_chat(request, room)


@never_cache
@require_http_methods(["GET", "POST"])
@refuse_in_room()
def message(request: HttpRequest, public_id: str, channel: str, number: int, kind: str) -> HttpResponse:
    """Show a message with what its reader can do about it: mute its author, report it or, as staff, hide it."""
    said, facts, listener = find_message(Room(kind, public_id), channel, number, viewer_of(request))
    if request.method == "POST":
        return _act(request, said)
    context = {
        "room": said.room,
        "said": said,
        "name": author_name(said),
        "is_own": said.author_id == listener.pk,
        "is_muted": said.author_id in listener.muted_people,
        "around": read_around(said, listener),
        "may_hide": listener.is_staff and listener.pk not in facts.seats,
    }
    return render(request, MESSAGE, context)


def _say(request: HttpRequest, room: Room) -> HttpResponse:
    """Say something. A visitor who becomes a guest by it gets a new CSRF token: `again` makes the page reload."""
    was_unknown = viewer_of(request) is None
    try:
        said = read_said(request)
        load_facts(room)  # before anybody becomes a guest for nothing
        told = say(room, current_user_or_guest(request), said)
    except DomainError as refusal:
        return _render_refusal(request, room, refusal)
    return answer_act(
        request,
        room.chat_url,
        "said",
        status=201,
        room=told.channel,
        number=told.number,
        html=line_html(told),
        again=was_unknown,
    )


def _render_refusal(request: HttpRequest, room: Room, refusal: DomainError) -> HttpResponse:
    """Render a refusal with the text that was typed, and after how many seconds it can be sent."""
    if wants_html(request) and refusal.code != "not_found":
        panel = ChatPanel(room, viewer_of(request))
        panel.refusal, panel.typed = refusal, request.POST.get("text", "")[: panel.longest]
        response = render(request, PAGE, _page_context(panel), status=refusal.status)
    else:
        response = refusal_as_json(refusal)
    if "wait_s" in refusal.details:
        response["Retry-After"] = str(refusal.details["wait_s"])
    return response


def _act(request: HttpRequest, said: ChatMessage) -> HttpResponse:
    """Mute, unmute, report or hide, by the button that was pressed."""
    user, act = current_user_or_guest(request), request.POST.get("act")
    if act == "mute":
        mute_person(user, said.author)
        told = "You no longer hear them, at any table."
    elif act == "unmute":
        unmute_person(user, said.author_id or 0)
        told = "You hear them again."
    elif act == "report":
        report(said, user, request.POST.get("why", ""))
        told = "The staff will look at it. You will find their answer in your reports."
    elif act == "hide":
        hide(said, user, request.POST.get("why", ""))
        told = "The message is hidden."
    else:
        raise DomainError("malformed", "act is one of: mute, unmute, report, hide.")
    return _return_to_chat(request, said.room, told)


def _return_to_chat(request: HttpRequest, room: Room, told: str = "") -> HttpResponse:
    """Return to the chat, or answer with JSON."""
    if told and wants_html(request):
        messages.success(request, told)
    return answer_act(request, room.chat_url, message=told)


def _page_context(panel: ChatPanel) -> dict[str, object]:
    """Return the context of a chat page."""
    socket = kind_of(panel.room).talk_socket.format(panel.room.public_id)
    return {"chat": panel, "room": panel.room, "socket": socket}


def read_said(request: HttpRequest) -> Said:
    """Return the message to say: `text`, or a canned phrase by its name as `phrase`; `room` and `key` are optional.

    Raises malformed. Does not check that the text can be said.
    """
    fields = read_fields(request)
    phrase, text = fields.get("phrase"), fields.get("text")
    if phrase:
        if not isinstance(phrase, str) or phrase not in PHRASES:
            raise make_malformed_error(f"phrase is one of: {', '.join(PHRASES)}.")
        text = PHRASES[phrase]
    if not isinstance(text, str):
        raise make_malformed_error("text is missing or not text.")
    key = fields.get("key", "")
    if not isinstance(key, str) or len(key) > LONGEST_KEY or not key.isprintable():
        raise make_malformed_error(f"key is a text of at most {LONGEST_KEY} characters.")
    channel = fields.get("room")
    return Said(text, read_channel(channel) if channel else None, key)


def read_choice(request: HttpRequest) -> tuple[str, str]:
    """Return the setting to change, by name, and its value. Raises malformed."""
    fields = read_fields(request)
    made = [(name, fields[name]) for name in CHOICES if name in fields]
    if len(made) != 1 or not isinstance(made[0][1], str):
        raise make_malformed_error(f"Choose one of: {', '.join(CHOICES)}.")
    return made[0]


def read_channel(value: Any) -> Channel:
    """Return the channel of this name. Raises malformed."""
    if not isinstance(value, str) or value not in Channel.values:
        raise make_malformed_error(f"room is one of: {', '.join(Channel.values)}.")
    return Channel(value)


def read_number(value: str) -> int:
    """Return the number of a message. Raises malformed."""
    if not (value.isascii() and value.isdecimal() and len(value) <= LONGEST_NUMBER):
        raise make_malformed_error("after is the number of a message.")
    return int(value)


@never_cache
@require_http_methods(["GET", "POST"])
def muted_people(request: HttpRequest) -> HttpResponse:
    """Show everyone whom the viewer, possibly a guest, has muted; by POST unmute one of them or save the settings."""
    user = viewer_of(request)
    if request.method == "POST":
        if user is not None:
            _change(request, user)
        return redirect("live:muted")
    people = MutedPerson.objects.filter(by=user).select_related("person") if user is not None else []
    manners = TableManners.objects.filter(user=user).first() if user is not None else None
    return render(request, "account/muted.html", {"people": people, "manners": manners})


def _change(request: HttpRequest, user: User) -> None:
    """Do what a form of the page asks for, and say so in a flash message."""
    person = request.POST.get("person")
    if person is None:
        manners = {name: name in request.POST for name in MANNERS}
        TableManners.objects.update_or_create(user=user, defaults=manners)
        messages.success(request, "Saved. It applies the next time you open a table.")
    elif person.isascii() and person.isdecimal() and len(person) <= LONGEST_USER_NUMBER:
        unmute_person(user, int(person))
        messages.success(request, "You hear them again.")
    else:
        messages.warning(request, "There is no player with that number. Nothing was changed.")


def read_around(message: ChatMessage, listener: Listener) -> dict[str, SafeString]:
    """Return the messages before and after a message as list items, without those of muted people, with one query."""
    first, last = message.number - LINES_AROUND, message.number + LINES_AROUND
    found = ChatMessage.objects.filter(room=message.room, channel=message.channel, number__range=(first, last))
    others = [one for one in found.select_related("author") if one.author_id not in listener.muted_people]
    return {
        "before": lines_html(one for one in others if one.number < message.number),
        "later": lines_html(one for one in others if one.number > message.number),
    }


def report(message: ChatMessage, by: User, why: str) -> None:
    """Report a message to the staff, with the two before it. Raises as `file_report` does."""
    first = message.number - LINES_QUOTED
    before = ChatMessage.objects.filter(
        room=message.room, channel=message.channel, number__range=(first, message.number - 1)
    )
    lines = "; ".join(f"{author_name(one)}: {_quote(one)}" for one in before.select_related("author"))
    quoted = f"{_quote(message)} (before it, {lines})" if lines else _quote(message)
    file_report(message.room, by, why, quoted=quoted, about=message.author)


def _quote(message: ChatMessage) -> str:
    """Return the text to quote in a report; its author can read the report, so a hidden text is left out."""
    return "(hidden by the staff)" if message.is_hidden else message.text
