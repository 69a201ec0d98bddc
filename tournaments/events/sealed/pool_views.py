"""The views of pools: the viewer's own, any player's beside the deck, the odds, and the proof."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.decks.judging import current_facts
from cards.paging import NoSuchPageError, Rows, page_number, page_of
from incursions.kit.clients import wants_html
from incursions.kit.refusals import DomainError
from tournaments.events.entries import note_deck_check
from tournaments.events.locked_tournament import Ability
from tournaments.events.models import Entry, PoolBuild
from tournaments.events.pools import open_packs, packs_of, stock_now, stock_of, time_is_over
from tournaments.events.sealed.asking import answering, find_pool, find_sealed, may_see_pool, own_pool, read_pack
from tournaments.events.sealed.pools import (
    check_pools,
    is_seal_of_seed,
    keep_deck,
    may_keep,
    odds_page,
    packs_for,
    pool_table,
    proof_data,
)
from tournaments.matches.dice_page import script_text

if TYPE_CHECKING:
    from tournaments.events.pages.page import EventPage

ON_A_PAGE = 50
SCRIPT = "check_pools.py"


@require_safe
@answering
def pool(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the viewer's pool: the packs to open, then the whole pool beside the deck."""
    page = find_sealed(request, public_id)
    entry = own_pool(page)
    build = PoolBuild.objects.filter(entry=entry).first()
    opened = packs_of(entry) if build is None else build.packs_opened
    packs = packs_for(entry, opened, request.GET.get("pack", ""), is_new="new" in request.GET)
    table = pool_table(page.row, entry) if packs.next is None and packs.shown is None else None
    context = {
        "build": build,
        "packs": packs,
        "table": table,
        "may_build": entry.is_in and not time_is_over(page.row, timezone.now()),
        "may_keep": may_keep(entry),
        "entry": entry,
    }
    return _show(request, page, "events/sealed/pool.html", context)


@require_POST
@answering
def open_pool(request: HttpRequest, public_id: str) -> HttpResponse:
    """Open packs up to that number, or all."""
    page = find_sealed(request, public_id)
    entry, user = own_pool(page), page.viewer
    assert user is not None, "who has a pool is somebody"
    number = read_pack(request)
    build = open_packs(public_id, user, up_to=number)
    if not wants_html(request):
        return JsonResponse({"packs_opened": build.packs_opened, "packs": packs_of(entry)})
    where = reverse("sealed:pool", args=[public_id])
    return HttpResponseRedirect(f"{where}?pack={number}&new#pack" if number else where, status=HTTPStatus.SEE_OTHER)


@require_POST
@answering
def keep(request: HttpRequest, public_id: str) -> HttpResponse:
    """Copy the registered deck to the viewer's own decks, and redirect to the copy."""
    page = find_sealed(request, public_id)
    entry, user = own_pool(page), page.viewer
    assert user is not None, "who has a pool is somebody"
    deck = keep_deck(entry, by=user)
    if not wants_html(request):
        return JsonResponse({"deck": deck.public_id, "url": deck.get_absolute_url()}, status=HTTPStatus.CREATED)
    messages.success(request, f"{deck.name}: this copy is yours, and private.")
    return HttpResponseRedirect(deck.get_absolute_url(), status=HTTPStatus.SEE_OTHER)


@require_safe
@answering
def odds(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the content and odds of a tournament's boosters."""
    page = find_sealed(request, public_id)
    stock = stock_of(page.row) or stock_now(current_facts())
    return _show(request, page, "events/sealed/event_odds.html", {"odds": None if stock is None else odds_page(stock)})


@require_safe
@answering
def boosters_odds(request: HttpRequest) -> HttpResponse:
    """Render the content and odds of current boosters."""
    stock = stock_now(current_facts())
    context = {"here": "cards", "odds": None if stock is None else odds_page(stock)}
    return render(request, "events/sealed/odds.html", context)


@require_safe
@answering
def pools(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the seal of the pools; after the tournament also the seed, and a check of each redrawn pool."""
    page = find_sealed(request, public_id)
    row, stock = page.row, stock_of(page.row)
    entries = row.entries.filter(pool__isnull=False).select_related("user").order_by("number")
    try:
        part = page_of(Rows[Entry](entries), page_number(request.GET.get("page", "1")), ON_A_PAGE)
    except NoSuchPageError as error:
        raise Http404(str(error)) from error
    context: dict[str, object] = {"stock": stock, "part": part, "script": script_text(SCRIPT)}
    context["seen"] = {entry.number for entry in part.items if may_see_pool(page, entry)}
    context["odds"] = None if stock is None else odds_page(stock)
    if row.published_seed is not None and stock is not None:
        context |= {"checked": check_pools(row, stock, part.items), "is_sealed": is_seal_of_seed(row)}
    return _show(request, page, "events/sealed/pools.html", context)


@require_safe
@answering
def pools_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return all pools with seed and recipe, as the file that `check_pools.py` reads."""
    page = find_sealed(request, public_id)
    response = JsonResponse(proof_data(page.row), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{public_id}-pools.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def pool_of_player(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Render a player's pool beside the deck, if the viewer may see it. A judge notes a deck check by POST."""
    page = find_sealed(request, public_id)
    entry = find_pool(page, number)
    if request.method == "POST":
        if page.viewer is None:
            raise DomainError("not_staff", f"You may not {Ability.SEE_DECKS} here.")
        note_deck_check(public_id, page.viewer, number)
        messages.success(request, f"It is in the log that you looked the deck of {entry.name} through.")
        return redirect("sealed:player", public_id, number)
    context = {"entry": entry, "table": pool_table(page.row, entry), "may_check": page.actor.may(Ability.SEE_DECKS)}
    return _show(request, page, "events/sealed/player.html", context)


def _show(request: HttpRequest, page: EventPage, template: str, context: Mapping[str, object]) -> HttpResponse:
    return render(request, template, {"here": "tournaments", "page": page, "row": page.row, "tab": "pools", **context})
