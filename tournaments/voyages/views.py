"""Views of voyages: the list, a step, the deck of a step, and the rest of the match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from incursions.accounts.viewers import current_user_or_guest, viewer_of
from incursions.games.loadouts import BUILDER_VISIT
from incursions.kit.clients import see_other
from incursions.kit.refusals import DomainError
from tournaments.matches.game_kinds import loadouts_of
from tournaments.voyages.models import VoyageProgress
from tournaments.voyages.page import VoyagePage
from tournaments.voyages.progress import find_progress, find_voyage, list_voyages, play_rest, take_step

LONGEST_NUMBER = 3


@never_cache
@require_safe
def voyages(request: HttpRequest) -> HttpResponse:
    """List the voyages of each game with how far the viewer has come."""
    viewer = viewer_of(request)
    rows = {} if viewer is None else {row.voyage: row for row in VoyageProgress.objects.filter(user=viewer)}
    offered = [(kind, voyage, rows.get(slug)) for slug, (kind, voyage) in list_voyages().items()]
    return render(request, "voyages/voyages.html", {"here": "play", "voyages": offered})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def voyage(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the viewer's step of a voyage; take the step on POST."""
    try:
        kind, found = find_voyage(slug)
        if request.method == "POST":
            user = current_user_or_guest(request)
            text, act = request.POST.get("text", ""), request.POST.get("act", "")
            if take_step(user, slug, _read_step(request), text=text, act=act):
                _end_visit(request, slug)
            return redirect(f"{reverse('voyages:voyage', args=[slug])}#lesson")
    except DomainError as refusal:
        messages.error(request, refusal.message)
        return redirect("voyages:voyages" if refusal.code == "not_found" else request.path)
    row = find_progress(viewer_of(request), found)
    page = VoyagePage(kind, found, 0 if row is None else min(row.step, len(found.steps)), request)
    following = [each for each in kind.voyages.values() if each.slug != slug]
    context = {"page": page, "voyage": found, "row": row, "following": following, "match": page.match}
    return render(request, "voyages/voyage.html", context)


def _read_step(request: HttpRequest) -> int:
    """Return the number of the form's step; 0 if it is malformed."""
    typed = request.POST.get("step", "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= LONGEST_NUMBER else 0


def _end_visit(request: HttpRequest, slug: str) -> None:
    """Take the way back to this voyage out of the deck builder."""
    if request.session.get(BUILDER_VISIT, {}).get("back") == reverse("voyages:voyage", args=[slug]):
        del request.session[BUILDER_VISIT]


@require_POST
def deck(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a copy of the starter deck of a step in the deck builder, which links back to the voyage."""
    try:
        kind, found = find_voyage(slug)
        title = next((step.starter for step in found.steps[_read_step(request) :]), "")
        if not title:
            raise DomainError("not_found", "This step opens no deck.")
        builder = loadouts_of(kind.name).open_builder(title, current_user_or_guest(request))
    except DomainError as refusal:
        messages.error(request, refusal.message)
        return redirect("voyages:voyage", slug)
    back = reverse("voyages:voyage", args=[slug])
    request.session[BUILDER_VISIT] = {"builder": builder, "back": back, "to": found.title}
    return redirect(builder)


@require_POST
def start_rest(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a match that goes on from the end of a voyage, and redirect to it."""
    try:
        match = play_rest(current_user_or_guest(request), slug)
        _end_visit(request, slug)
        return see_other(match)
    except DomainError as refusal:
        messages.error(request, refusal.message)
        return redirect("voyages:voyages")
