"""The views of collections: boosters to open, collected pieces, and the proof of the draws."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from incursions.accounts.privacy import COLLECTION, may
from incursions.accounts.viewers import viewer_of
from incursions.kit.clients import wants_html
from incursions.kit.refusals import DomainError
from tournaments.events.sealed.asking import answering
from tournaments.events.sealed.pools import faces_of
from tournaments.players.collections.collection import (
    MOST_A_DAY,
    collection_of,
    last_opened,
    open_next,
    proved_runs,
    run_data,
    waiting_boosters,
)
from tournaments.players.collections.models import IN_A_RUN
from tournaments.players.profiles.names import find_player

if TYPE_CHECKING:
    from incursions.accounts.models import User


@require_safe
@answering
def boosters(request: HttpRequest) -> HttpResponse:
    """Render the user's boosters: how many are waiting, and the content of the last one."""
    user = viewer_of(request)
    context = {"here": "cards", "has_account": user is not None and not user.is_guest, "most": MOST_A_DAY}
    if user is not None:
        last = last_opened(user)
        titles = (*last.content["tiles"], *last.content["cards"]) if last is not None else ()
        context |= {"waiting": waiting_boosters(user), "last": last, "faces": faces_of(titles)}
    return render(request, "events/sealed/boosters.html", context | {"is_new": "new" in request.GET})


@require_POST
@answering
def open_booster(request: HttpRequest) -> HttpResponse:
    """Open the oldest waiting booster."""
    user = viewer_of(request)
    if user is None or user.is_guest:
        raise DomainError("accounts_only", "Boosters are given to players with an account.")
    booster = open_next(user)
    if not wants_html(request):
        return JsonResponse({"run": booster.run.number, "number": booster.number, **booster.content})
    return HttpResponseRedirect(f"{reverse('sealed:boosters')}?new#pack", status=HTTPStatus.SEE_OTHER)


@require_safe
@answering
def collection(request: HttpRequest, name: str) -> HttpResponse:
    """Render a player's collection, if the player shows it to the viewer."""
    player = _find_collector(request, name)
    context = {"here": "players", "player": player, "sets": collection_of(player), "is_own": player == request.user}
    return render(request, "events/sealed/collection.html", context)


@require_safe
@answering
def proof(request: HttpRequest, name: str) -> HttpResponse:
    """Render the proof of a player's booster draws, if the player shows the collection to the viewer."""
    player = _find_collector(request, name)
    context = {"here": "players", "player": player, "runs": proved_runs(player), "in_a_run": IN_A_RUN}
    return render(request, "events/sealed/proof.html", context)


@require_safe
@answering
def run_file(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Return the boosters of a published seed, as the file that `check_pools.py` reads."""
    response = JsonResponse(
        run_data(_find_collector(request, name), number), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    response["Content-Disposition"] = f'attachment; filename="boosters-{number}.json"'
    return response


def _find_collector(request: HttpRequest, name: str) -> User:
    """Return the player of that name. Raises Http404 if unknown, or if the collection is hidden from the viewer."""
    player = find_player(name)
    if player is None or player.is_guest or not may(cast("User", request.user), COLLECTION, player):
        raise Http404("There is no such collection, or it is not shown to you.")
    return player
