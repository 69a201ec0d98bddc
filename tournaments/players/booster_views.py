"""The views of boosters outside tournaments: those of a player, the collection of what was in them, and the proof."""

from __future__ import annotations

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from cards.catalogue import one_catalogue
from cards.loadouts import DECKS
from cards.sealed import show_faces
from incursions.accounts.models import User
from incursions.accounts.privacy import COLLECTION, may
from incursions.accounts.viewers import viewer_of
from incursions.kit.clients import json_file, see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import View, answer_refusals
from tournaments.players.boosters import (
    MOST_A_DAY,
    collection_of,
    last_opened,
    open_next,
    proved_runs,
    run_data,
    waiting_boosters,
)
from tournaments.players.models import IN_A_RUN
from tournaments.players.profile_page import find_player


def _show_refusal(request: HttpRequest, refusal: DomainError, address: dict[str, str]) -> HttpResponse:
    return render(request, "refused.html", {"here": "cards", "refusal": refusal}, status=refusal.status)


def with_refusals(view: View) -> View:
    """Decorate a view: answer a `DomainError` with a page, or with JSON. Guard its forms."""
    return never_cache(vary_on_headers("Accept")(one_catalogue()(answer_refusals(_show_refusal)(view))))


@require_safe
@with_refusals
def odds(request: HttpRequest) -> HttpResponse:
    """Render the content and odds of current boosters."""
    return render(request, "players/booster_odds.html", {"here": "cards", "odds": DECKS.sealed.render_odds(None)})


@require_safe
@with_refusals
def boosters(request: HttpRequest) -> HttpResponse:
    """Render the user's boosters: how many are waiting, and the content of the last one."""
    user = viewer_of(request)
    context = {"here": "cards", "has_account": user is not None and not user.is_guest, "most": MOST_A_DAY}
    if user is not None:
        last = last_opened(user)
        titles = (*last.content["tiles"], *last.content["cards"]) if last is not None else ()
        context |= {"waiting": waiting_boosters(user), "last": last, "faces": show_faces(titles)}
    return render(request, "players/boosters.html", context | {"is_new": "new" in request.GET})


@require_POST
@with_refusals
def open_booster(request: HttpRequest) -> HttpResponse:
    """Open the oldest waiting booster."""
    user = viewer_of(request)
    if user is None or user.is_guest:
        raise DomainError("accounts_only", "Boosters are given to players with an account.")
    booster = open_next(user)
    if not wants_html(request):
        return JsonResponse({"run": booster.run.number, "number": booster.number, **booster.content})
    return see_other(f"{reverse('boosters:waiting')}?new#pack")


@require_safe
@with_refusals
def collection(request: HttpRequest, name: str) -> HttpResponse:
    """Render a player's collection, if the player shows it to the viewer."""
    player = _find_collector(request, name)
    context = {"here": "players", "player": player, "sets": collection_of(player), "is_own": player == request.user}
    return render(request, "players/collection.html", context)


@require_safe
@with_refusals
def proof(request: HttpRequest, name: str) -> HttpResponse:
    """Render the proof of a player's booster draws, if the player shows the collection to the viewer."""
    player = _find_collector(request, name)
    context = {"here": "players", "player": player, "runs": proved_runs(player), "in_a_run": IN_A_RUN}
    return render(request, "players/booster_proof.html", context)


@require_safe
@with_refusals
def run_file(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Return the boosters of a published seed, as the file that `check_pools.py` reads."""
    return json_file(run_data(_find_collector(request, name), number), f"boosters-{number}.json")


def _find_collector(request: HttpRequest, name: str) -> User:
    """Return the player of that name. Raises Http404 if unknown, or if the collection is hidden from the viewer."""
    player = find_player(name)
    if player is None or player.is_guest or not may(cast("User", request.user), COLLECTION, player):
        raise Http404("There is no such collection, or it is not shown to you.")
    return player
