"""Views of replays, and bundles of moments with which the browser steps without a request for each.

A moment is the HTML of the parts of the page that change. The HTML is cut into pieces, each piece is in the bundle
once, and a part is a list of piece numbers: most of a chart or a hand stays as it was.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from incursions.accounts.viewers import viewer_of
from tournaments.matches.log import ALL, list_filters
from tournaments.matches.models import Match
from tournaments.matches.replays.page import Address, RenderCache, ReplayPage
from tournaments.matches.replays.tape import Knowledge, Tape, list_knowledges, tape_of
from tournaments.matches.table_rows import is_staff

LONGEST_NUMBER = 8
HIDDEN = "You can see what another seat knew when the match is over."

LARGEST_BUNDLE = 12
"""The most moments in a bundle: each takes some eight milliseconds, in which others wait."""
CUT = re.compile(r'(?=<g id="|\n)')

PageAt = Callable[[int], ReplayPage]


@dataclass(frozen=True)
class Reel:
    """A replay as one viewer has chosen to look at it, without the moment.

    `about` are further arguments of its pages. `refused` is the knowledge that was asked for and is not available.
    """

    tape: Tape
    offered: list[Knowledge]
    knowledge: Knowledge
    address: Address
    about: dict[str, Any]
    refused: str = ""

    def page_at(self, number: int) -> ReplayPage:
        """Return the page of a moment."""
        return ReplayPage(self.tape, number, self.knowledge, self.address, **self.about)


def reel(path: str, query: QueryDict, tape: Tape, *, own: int | None, **about: Any) -> Reel:
    """Return the replay at `path` as the query asks; `about` are further arguments of its pages."""
    offered = list_knowledges(tape.seats, own, is_open_book=tape.recording.is_open_book)
    asked = query.get("as", "")
    if tape.recording.kind.hides_nothing:
        offered, asked = offered[:1], ""
    found = next((each for each in offered if asked in ("", each.key)), None)
    knowledge = found or offered[0]
    words = {each.word for each in list_filters(tape.recording.kind.table, tape.seats)}
    log = query.get("log", ALL.word)
    address = Address(
        path,
        knowledge="" if knowledge == offered[0] else knowledge.key,
        log=log if log in words else ALL.word,
        with_undone=query.get("undone") == "1",
    )
    return Reel(tape, offered, knowledge, address, {"own": own, **about}, "" if found else asked)


@never_cache
@require_safe
def replay(request: HttpRequest, public_id: str, number: int | None = None) -> HttpResponse:
    """Show a match step by step."""
    match = get_object_or_404(Match.objects.with_seats(), public_id=public_id)
    path = reverse("matches:replay", args=[public_id])
    if asked := build_asked_url(path, request.GET):
        return redirect(asked)
    if not can_replay(match):
        words = "This match cannot be replayed here: it has not begun, or was played by other rules."
        messages.info(request, words)
        return redirect(match if match.is_open or match.is_lesson else "tables:home")
    shown = _reel_of(request, match)
    context = page_context(shown, shown.tape.last if number is None else number)
    return render(request, "matches/replay.html", {**context, "match": match})


@never_cache
@gzip_page
@require_safe
def replay_moments(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return several moments at once, `?moves=3,5,8`, as JSON."""
    match = get_object_or_404(Match.objects.with_seats(), public_id=public_id)
    if not can_replay(match):
        return _refuse("not_replayable", "This match cannot be replayed here.", 409)
    return moments_answer(request, _reel_of(request, match))


def can_replay(match: Match) -> bool:
    """Return True if the match was played by the current rules."""
    return not match.is_open and match.is_replayable


def page_context(shown: Reel, number: int) -> dict[str, object]:
    """Return the template context of a replay at that move."""
    page = shown.page_at(number)
    keys = ("", *(each.key for each in shown.offered[1:]))
    addresses = [replace(shown.address, knowledge=key).build_url(page.number) for key in keys]
    knowledges = list(zip(shown.offered, addresses, strict=True))
    return {"page": page, "table": page.table, "knowledges": knowledges, "hidden": HIDDEN if shown.refused else ""}


def moments_answer(request: HttpRequest, shown: Reel) -> HttpResponse:
    """Return the moments that the request asks for, or a refusal."""
    if shown.refused:
        return _refuse("hidden", HIDDEN, 403)
    numbers = [read_number(said) for said in request.GET.get("moves", "").split(",")]
    if not 1 <= len(numbers) <= LARGEST_BUNDLE or None in numbers:
        return _refuse("invalid", f"moves: one to {LARGEST_BUNDLE} numbers of moves, with commas between.", 400)
    wanted = {number for number in numbers if number is not None and number <= shown.tape.last}
    return JsonResponse(bundle(shown.page_at, sorted(wanted)))


def read_number(text: str) -> int | None:
    """Return the number of a move in an address, or None if the text is no such number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def build_asked_url(path: str, query: QueryDict) -> str:
    """Return the address of the moment that the form of a replay asks for by `?at=`; "" if it asks for none."""
    asked, rest = read_number(query.get("at", "")), query.copy()
    rest.pop("at", None)
    return "" if asked is None else f"{path}/{asked}{'?' if rest else ''}{rest.urlencode()}"


def _reel_of(request: HttpRequest, match: Match) -> Reel:
    """Return the replay of a match as the viewer may see it."""
    viewer, seats = viewer_of(request), list(match.seats.all())
    own = next((seat.index for seat in seats if seat.is_of(viewer)), None)
    path = reverse("matches:replay", args=[match.public_id])
    return reel(path, request.GET, tape_of(match), own=own, seats=seats, is_staff=is_staff(viewer), match=match)


def _refuse(code: str, message: str, status: int) -> JsonResponse:
    return JsonResponse({"code": code, "message": message}, status=status)


def bundle(page_at: PageAt, numbers: Iterable[int]) -> dict[str, object]:
    """Return the moments of these moves, as their viewer's pages show them."""
    pieces: dict[str, int] = {}
    cache: RenderCache = {}
    moments = []
    for number in numbers:
        page = page_at(number)
        page.cache = cache
        parts = {
            name: [pieces.setdefault(piece, len(pieces)) for piece in CUT.split(html.strip())]
            for name, html in page.parts.items()
        }
        moments.append({"number": page.number, "title": page.move_title, "parts": parts})
    return {"pieces": list(pieces), "moments": moments}
