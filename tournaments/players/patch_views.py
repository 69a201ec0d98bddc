"""Views of a patch: its page, its picture as PNG, its certificate as PDF."""

from __future__ import annotations

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from incursions.games.prints import Certificate, PatchText
from incursions.kit.words import format_count
from tournaments.matches.game_kinds import find_printing, game_kinds
from tournaments.players.models import Patch, PatchKind

A_DAY = 24 * 60 * 60

THREADS = {PatchKind.WINNER: "gold", PatchKind.FAIR_PLAY: "green"}
KEPT = 64


def _patch(public_id: str) -> Patch:
    found = Patch.objects.select_related("entry__tournament", "entry__user", "user")
    return get_object_or_404(found, public_id=public_id)


@require_safe
def patch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the page of a patch: its player, its reason, and its files."""
    found = _patch(public_id)
    context = {"here": "tournaments", "patch": found, "words": words_of(found), "details": details_of(found)}
    return render(request, "players/patches/patch.html", context)


@cache_control(max_age=A_DAY, public=True)
@require_safe
def picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the picture of a patch as PNG."""
    found = _patch(public_id)
    return HttpResponse(png(found.entry.tournament.game_kind.name, text_of(found)), content_type="image/png")


@require_safe
def certificate(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the certificate of a patch as PDF."""
    found = _patch(public_id)
    disposition = content_disposition_header(True, f"{found.entry.tournament.name} - {found.title}.pdf")
    headers = {"Content-Disposition": disposition or "attachment"}
    text = Certificate(found.entry.name, words_of(found), details_of(found), text_of(found))
    content = find_printing(found.entry.tournament.game_kind).certificate(text)
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def text_of(patch: Patch) -> PatchText:
    """Return the texts on a patch."""
    tournament = patch.entry.tournament
    day = tournament.ended_at or patch.at
    thread = THREADS.get(PatchKind(patch.kind), "silver")
    return PatchText(patch.title, tournament.name, f"{day.day} {day:%B %Y}", patch.race, thread)


@lru_cache(KEPT)
def png(game: str, text: PatchText) -> bytes:
    """Return the picture as a PNG file, transparent around the patch."""
    return find_printing(game_kinds()[game]).patch(text)


def words_of(patch: Patch) -> str:
    """Return the reason for a patch, as a sentence without a full stop."""
    event = patch.entry.tournament.name
    return {
        PatchKind.WINNER: f"won {event}",
        PatchKind.FINALIST: f"came to the final of {event}",
        PatchKind.RACE: f"came farthest with a {patch.race} ship in {event}",
        PatchKind.FAIR_PLAY: f"showed fair play in {event}",
        PatchKind.FIRST_EVENT: f"played a first tournament: {event}",
    }[PatchKind(patch.kind)]


def details_of(patch: Patch) -> str:
    """Return the place, ship, and day of a patch."""
    players = patch.entry.tournament.entries.in_standings().count()
    parts = [] if patch.place is None else [f"Place {patch.place} of {format_count(players, 'player')}."]
    parts += [f"Ship: {patch.ship}."] if patch.ship else []
    parts += [patch.reason] if patch.reason else []
    return " ".join([*parts, f"{text_of(patch).day}."])
