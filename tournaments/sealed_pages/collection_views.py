"""Pages of collections: boosters to open, what a player has, and how all of it was drawn."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from incursions.accounts.privacy import COLLECTION, may
from tournaments.answers import viewer_of, wants_html
from tournaments.collections.collection import collection_of, last_opened, proved_runs, run_data, waiting_boosters
from tournaments.collections.granting import MOST_A_DAY, open_next
from tournaments.collections.models import IN_A_RUN
from tournaments.errors import DomainError
from tournaments.profiles.names import find_player
from tournaments.sealed_pages.asking import answering
from tournaments.sealed_pages.pools import faces_of

if TYPE_CHECKING:
    from incursions.accounts.models import User


@require_safe
@answering
def boosters(request: HttpRequest) -> HttpResponse:
    """One's own boosters: how many lie ready, and what was in the last one."""
    user = viewer_of(request)
    context = {"here": "cards", "has_account": user is not None and not user.is_guest, "most": MOST_A_DAY}
    if user is not None:
        last = last_opened(user)
        titles = (*last.content["tiles"], *last.content["cards"]) if last is not None else ()
        context |= {"waiting": waiting_boosters(user), "last": last, "faces": faces_of(titles)}
    return render(request, "sealed/boosters.html", context | {"is_new": "new" in request.GET})


@require_POST
@answering
def open_booster(request: HttpRequest) -> HttpResponse:
    """Open the booster that was given first."""
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
    """What a player has, for whom the player lets see it."""
    player = _shown(request, name)
    context = {"here": "players", "player": player, "sets": collection_of(player), "is_own": player == request.user}
    return render(request, "sealed/collection.html", context)


@require_safe
@answering
def proof(request: HttpRequest, name: str) -> HttpResponse:
    """How the boosters of a player were drawn, for whom the player lets see the collection."""
    player = _shown(request, name)
    context = {"here": "players", "player": player, "runs": proved_runs(player), "in_a_run": IN_A_RUN}
    return render(request, "sealed/proof.html", context)


@require_safe
@answering
def run_file(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """The boosters of a seed that is published, as the file that `check_pools.py` reads."""
    response = JsonResponse(
        run_data(_shown(request, name), number), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    response["Content-Disposition"] = f'attachment; filename="boosters-{number}.json"'
    return response


def _shown(request: HttpRequest, name: str) -> User:
    """The player of that name. Raises Http404 alike for nobody, and for who does not show it to the viewer."""
    player = find_player(name)
    if player is None or player.is_guest or not may(cast("User", request.user), COLLECTION, player):
        raise Http404("There is no such collection, or it is not shown to you.")
    return player
