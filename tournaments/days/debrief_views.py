"""The debrief of a day that is over: its timeline, any of its moments, its secrets, and the story of each team."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from incursions.games.debriefs import DayHistory, PastEntry
from incursions.kit.clients import see_other
from incursions.kit.refusals import DomainError
from incursions.kit.requests import Fields
from tournaments.days.access import list_session_places, refusing, require_desk
from tournaments.days.day_page import CONTROL_PLACE, DEBRIEF, find_control_place, find_day
from tournaments.days.history import find_moment, histories
from tournaments.days.locked_day import LockedDay
from tournaments.days.models import Day

PART = "part"
"""The parameter with which a script asks for the moment alone."""


class DebriefViewer(NamedTuple):
    """Someone who looks at a debrief: seats by team, whether they are Control, and whether they read the files."""

    teams: dict[str, list[str]]
    is_control: bool
    reads_files: bool


class Mark(NamedTuple):
    """The place of a chapter's first moment on the slider."""

    chapter: str
    position: int


def require_over(public_id: str) -> Day:
    """Return a day that is over. Raises not_found, and wrong_state while it runs."""
    row = find_day(public_id)
    if not row.is_over:
        raise DomainError("wrong_state", "The debrief opens when the event is over. Come back then.")
    return row


def find_viewer(request: HttpRequest, row: Day) -> DebriefViewer:
    """Return what a session is at the debrief. Before the secrets are revealed a team is the viewer's own seats."""
    places = list_session_places(request, row)
    is_control = find_control_place(row, places) is not None
    seats = row.seats.exclude(team=row.kind.control)
    if not row.is_unveiled:
        seats = seats.filter(place__in=places)
    teams: dict[str, list[str]] = {}
    for name, team in seats.values_list("name", "team"):
        teams.setdefault(team, []).append(name)
    has_seat = row.seats.filter(place__in=places).exists()
    return DebriefViewer(teams, is_control, is_control or (has_seat and row.is_unveiled))


def show(request: HttpRequest, row: Day, page: str, **context: Any) -> HttpResponse:
    """Render a page of the debrief."""
    viewer = context.pop("viewer", None) or find_viewer(request, row)
    styles = row.kind.load_debrief().styles
    socket = f"/ws/days/{row.public_id}/{DEBRIEF}/{CONTROL_PLACE}/"
    context |= {"row": row, "page": page, "viewer": viewer, "styles": styles, "socket": socket}
    return render(request, f"days/debrief_{page}.html", context)


def choose(row: Day, fields: Fields, name: str, words: Sequence[str]) -> str:
    """Return the word that a field names, "" if it is empty. Raises not_shown for one that is still hidden."""
    if not fields.get(name):
        return ""
    if fields[name] not in words and not row.is_unveiled:
        raise DomainError("not_shown", f"This {name} is shown when Control reveals the secrets.")
    return fields.one_of(name, words)


@require_GET
@refusing
def debrief(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the timeline of a day; with an entry in the address, lead to that moment."""
    row = require_over(public_id)
    if "entry" in request.GET:
        return redirect(f"{reverse('days:debrief_moment', args=[public_id])}?{request.GET.urlencode()}")
    timeline = row.kind.load_debrief().draw_timeline(histories.find(row), row.is_unveiled)
    return show(request, row, "timeline", timeline=timeline)


def list_moments(history: DayHistory, *, is_open: bool) -> Sequence[PastEntry]:
    """Return the entries on the slider: all of them, or those that everybody saw and no undo took back.

    Numbers of entries tell how much was done in secret, so the slider counts these alone.
    """
    if is_open:
        return history.entries
    return [entry for entry in history.entries if not entry.is_struck and entry.list_lines(())]


def list_marks(entries: Sequence[PastEntry]) -> list[Mark]:
    """Return the first moment of each chapter."""
    firsts: dict[str, int] = {}
    for position, entry in enumerate(entries, start=1):
        firsts.setdefault(entry.chapter, position)
    return [Mark(chapter, position) for chapter, position in firsts.items()]


@require_GET
@refusing
def moment(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the fleet at a moment of the day, as everybody or, once the secrets are revealed, a seat saw it."""
    row = require_over(public_id)
    entries = list_moments(histories.find(row), is_open=row.is_unveiled)
    fields = Fields(request.GET.dict())
    position = fields.number("entry", 0, len(entries), len(entries))
    seats = list(row.seats.exclude(team=row.kind.control).values_list("name", flat=True)) if row.is_unveiled else []
    seat = choose(row, fields, "seat", seats)
    entry = entries[position - 1] if position else None
    game = find_moment(row, 0 if entry is None else entry.number)
    context = {
        "entry": entry,
        "lines": [] if entry is None else _list_lines(entry, seat, is_open=row.is_unveiled),
        "position": position,
        "last": len(entries),
        "before": max(0, position - 1),
        "after": min(len(entries), position + 1),
        "seat": seat,
        "clock": row.kind.read_clock(game),
        "drawn": row.kind.load_debrief().draw_moment(game, seat, row.is_unveiled),
    }
    if PART in request.GET:
        return render(request, "days/debrief_moment_part.html", {"row": row, **context})
    return show(request, row, "moment", seats=seats, marks=list_marks(entries), **context)


def _list_lines(entry: PastEntry, seat: str, *, is_open: bool) -> list[str]:
    """Return the sentences of an entry: those that a seat read, all of them, or those for everybody."""
    if seat or not is_open:
        return entry.list_lines((seat,))
    return [line for line, _ in entry.lines]


@require_GET
@refusing
def secrets(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show all that was hidden, once Control has revealed it (rules W27.2)."""
    row = require_over(public_id)
    drawn = row.kind.load_debrief().draw_secrets(histories.find(row)) if row.is_unveiled else None
    return show(request, row, "secrets", secrets=drawn)


@require_GET
@refusing
def story(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the sentences that a team read, by chapters, to be printed."""
    row = require_over(public_id)
    viewer = find_viewer(request, row)
    team = choose(row, Fields(request.GET.dict()), "team", list(viewer.teams)) or next(iter(viewer.teams), "")
    chapters = tell_story(histories.find(row), viewer.teams.get(team, []), is_open=row.is_unveiled)
    return show(request, row, "story", viewer=viewer, team=team, chapters=chapters)


def tell_story(
    history: DayHistory, seats: Sequence[str], *, is_open: bool
) -> list[tuple[str, list[tuple[PastEntry, list[str]]]]]:
    """Return the sentences that one of these seats read, by chapters and entries.

    What was undone is shown once the secrets are revealed.
    """
    chapters: dict[str, list[tuple[PastEntry, list[str]]]] = {}
    for entry in history.entries if seats else ():
        lines = entry.list_lines(seats)
        if lines and (is_open or not entry.is_struck):
            chapters.setdefault(entry.chapter, []).append((entry, lines))
    return list(chapters.items())


@require_POST
@refusing
def reveal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Reveal all that was hidden to everybody who looks at the debrief: Control's act (rules W27.2).

    Pages that are open hear of it and load themselves again.
    """
    require_desk(request, public_id)
    row = require_over(public_id)
    with LockedDay.lock(public_id) as locked:
        Day.objects.filter(pk=row.pk).update(is_unveiled=True)
        locked.show_again()
    return see_other(reverse("days:debrief_secrets", args=[public_id]))
