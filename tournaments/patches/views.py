"""A patch for everybody to see: its page, its picture, its certificate."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.patches.models import Patch
from tournaments.patches.pictures import certificate_of, details_of, png, text_of, words_of

A_DAY = 24 * 60 * 60


def _patch(public_id: str) -> Patch:
    found = Patch.objects.select_related("entry__tournament", "entry__user", "user")
    return get_object_or_404(found, public_id=public_id)


@require_safe
def patch(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of a patch: who was awarded it, what for, and the files."""
    found = _patch(public_id)
    context = {"here": "tournaments", "patch": found, "words": words_of(found), "details": details_of(found)}
    return render(request, "patches/patch.html", context)


@cache_control(max_age=A_DAY, public=True)
@require_safe
def picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """Its picture as PNG."""
    return HttpResponse(png(text_of(_patch(public_id))), content_type="image/png")


@require_safe
def certificate(request: HttpRequest, public_id: str) -> HttpResponse:
    """Its certificate as PDF."""
    found = _patch(public_id)
    disposition = content_disposition_header(True, f"{found.entry.tournament.name} - {found.title}.pdf")
    headers = {"Content-Disposition": disposition or "attachment"}
    return HttpResponse(certificate_of(found), content_type="application/pdf", headers=headers)
