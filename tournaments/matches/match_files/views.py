"""The pages of match files: upload one, and view it as a replay or a log.

None of them is a match that was played here.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.catalogue import known_piece
from incursions.accounts.viewers import current_user_or_guest, viewer_of
from incursions.games.tables import SeatTitle
from incursions.kit.clients import see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import is_json, refusal_as_json
from tournaments.live.rooms import refuse_in_room
from tournaments.matches.export import as_whole, split_events
from tournaments.matches.log import ALL, list_filters
from tournaments.matches.match_files.models import KEPT_FOR, MatchFile
from tournaments.matches.match_files.uploads import (
    LARGEST_UPLOAD,
    MOST_OF_ONE,
    delete_file,
    keep_file,
    read_seats_told,
    write_told_lines,
)
from tournaments.matches.models import Match
from tournaments.matches.replays.tape import Recorded, Recording, Tape, shelf
from tournaments.matches.replays.views import Reel, build_asked_url, moments_answer, page_context, reel
from tournaments.matches.verification import kind_of_record

NAMED_AT_MOST = 6


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refuse_in_room(Match.ROOM_KIND)
def match_files(request: HttpRequest) -> HttpResponse:
    """Show the form for a file and the viewer's files; by POST store a file, sent in the form or as the body."""
    if request.method != "POST":
        return _list(request)
    try:
        content, name = _read_upload(request)
        found = keep_file(content, name, by=current_user_or_guest(request))
    except DomainError as refusal:
        return _list(request, refusal) if wants_html(request) else refusal_as_json(refusal)
    if wants_html(request):
        return see_other(found)
    body = {"code": "kept", "message": "", "id": found.public_id, "url": found.get_absolute_url()}
    return JsonResponse(
        {**body, "is_whole": found.is_whole, "actions": found.actions, "kept_until": found.kept_until.isoformat()},
        status=201,
    )


@never_cache
@require_safe
def match_file(request: HttpRequest, public_id: str, number: int | None = None) -> HttpResponse:
    """Show a file as a replay or, if the match was still running, as its log."""
    found = get_object_or_404(MatchFile.objects.current(), public_id=public_id)
    if asked := build_asked_url(found.get_absolute_url(), request.GET):
        return redirect(asked)
    if found.rules_version != found.kind.rules_version:
        messages.info(request, "This file is of an older version of the rules and can no longer be shown.")
        return redirect("matches:match_files")
    if not found.is_whole:
        return render(request, "matches/match_file_told.html", _log_context(request, found))
    shown = _reel_of(request, found)
    context = page_context(shown, shown.tape.last if number is None else number)
    return render(request, "matches/match_file.html", {**context, **_file_context(request, found)})


@never_cache
@gzip_page
@require_safe
def match_file_moments(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return several moments of a finished match's file at once."""
    found = get_object_or_404(MatchFile.objects.current(), public_id=public_id, is_whole=True)
    return moments_answer(request, _reel_of(request, found))


@never_cache
@require_safe
def match_file_again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the file as it was uploaded."""
    found = get_object_or_404(MatchFile.objects.current(), public_id=public_id)
    kept_as = f'attachment; filename="{found.public_id}.json"'
    return HttpResponse(found.content, "application/json", headers={"Content-Disposition": kept_as})


@never_cache
@require_POST
@refuse_in_room(Match.ROOM_KIND)
def delete_match_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete a file."""
    delete_file(public_id, by=viewer_of(request))
    messages.info(request, "The file is deleted.")
    return see_other("matches:match_files")


def _read_upload(request: HttpRequest) -> tuple[bytes, str]:
    """Return the bytes and the name of the file in a request. Raises `DomainError`: malformed, file_too_large."""
    if is_json(request):
        if int(request.headers.get("Content-Length") or 0) > LARGEST_UPLOAD:
            raise DomainError("file_too_large", f"The file is larger than {LARGEST_UPLOAD:,} bytes; no match is.")
        return request.body, "match.json"
    file = request.FILES.get("file")
    if file is None:
        raise DomainError("malformed", "Choose a file first.")
    return file.read(LARGEST_UPLOAD + 1), str(file.name)


def _list(request: HttpRequest, refusal: DomainError | None = None) -> HttpResponse:
    viewer = viewer_of(request)
    own = [] if viewer is None else MatchFile.objects.current().filter(by=viewer).light().order_by("-created_at")
    context = {"here": "watch", "own": own, "refusal": refusal, "most": MOST_OF_ONE, "days": KEPT_FOR.days}
    status = 200 if refusal is None else refusal.status
    return render(request, "matches/match_files.html", context, status=status)


def _reel_of(request: HttpRequest, found: MatchFile) -> Reel:
    """Return the replay of an uploaded match file, whose seats have no players."""
    tape = tape_of_file(found)
    seats = [SeatOfFile(index, f"Seat {index}") for index in range(len(tape.seats))]
    return reel(found.get_absolute_url(), request.GET, tape, own=None, seats=seats)


def _file_context(request: HttpRequest, found: MatchFile) -> dict[str, object]:
    """Return the template context that describes a file."""
    viewer, record = viewer_of(request), found.record
    strange: list[str] = []  # titles of pieces that are unknown here, or that print something else here now
    if found.is_whole:
        strange = kind_of_record(record).find_strange(as_whole(record)["setup"], known_piece)
    return {
        "file": found,
        "record": record,
        "strange": strange[:NAMED_AT_MOST],
        "more_strange": len(strange) - NAMED_AT_MOST,
        "may_delete": viewer is not None and (viewer.is_staff or found.by_id == viewer.pk),
    }


def _log_context(request: HttpRequest, found: MatchFile) -> dict[str, object]:
    """Return the template context of the log of a match that was running when its file was exported."""
    record, told = found.record, read_seats_told(found.record)
    offered = list_filters(kind_of_record(record).table, told)
    asked = request.GET.get("log", ALL.word)
    word = asked if asked in {each.word for each in offered} else ALL.word
    seats: list[SeatTitle] = []
    for seat in told:
        piece = known_piece(seat["title"]) or {}
        seats.append({**seat, "css": piece.get("race", "").lower()})
    lines = write_told_lines(record, seats)
    return {
        **_file_context(request, found),
        "items": [line.item(None, is_hidden=not line.is_shown_by(word)) for line in lines],
        "filters": [(each, f"{found.get_absolute_url()}?log={each.word}") for each in offered],
        "chosen_filter": word,
    }


@dataclass(frozen=True)
class SeatOfFile:
    """A seat of which a file tells only the number."""

    index: int
    name: str
    bot: str = ""
    player_url: str = ""


def tape_of_file(found: MatchFile) -> Tape:
    """Return the tape of the file of a match that was over, from the cache if it is there."""
    key = f"file {found.public_id}"
    tape = shelf.find(key, 0)
    if tape is None:
        record = as_whole(found.record)
        events, seed = split_events(record), bytes.fromhex(record["seed"])
        actions = tuple(
            Recorded(number, number, action["seat"], action["text"], action["dice"], events[number])
            for number, action in enumerate(record["actions"], start=1)
        )
        kind = kind_of_record(record)
        tape = Tape(Recording(kind, record["setup"], seed, events[0], actions, is_open_book=True))
        shelf.keep(key, 0, tape)
    return tape
