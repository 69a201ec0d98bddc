"""The views of pools: packs to open, any player's pool beside the deck, odds, and proofs of the draws.

Build views share what finds tournaments and pools, and reads bodies of requests.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from incursions.accounts.models import User
from incursions.kit.clients import json_file, see_other, wants_html
from incursions.kit.paging import NoSuchPageError, Rows, page_number, page_of
from incursions.kit.refusals import DomainError
from incursions.kit.requests import View, is_json
from tournaments.events.entries import note_deck_check
from tournaments.events.locked_tournament import Ability
from tournaments.events.models import Entry, PoolBuild
from tournaments.events.pages.page import EventPage, find_page
from tournaments.events.pools import count_packs, is_build_time_over, open_packs, sealed_play_of, stock_of
from tournaments.events.sealed.pool_page import (
    check_pools,
    is_seal_of_seed,
    keep_deck,
    may_keep,
    packs_for,
    proof_data,
    render_pool,
)
from tournaments.matches.dice_page import script_text
from tournaments.matches.game_kinds import hold_definitions
from tournaments.tables.api import answer_refusals, show_refusal

LONGEST_BODY = 32_768
ALL = "all"
MOST_PACKS = 999


def with_refusals(view: View) -> View:
    """Decorate a view: answer a `DomainError` or `DeckError` with a page, or with JSON. Guard its forms."""
    answered = answer_refusals(partial(show_refusal, "events/sealed/refused.html"))(view)
    return never_cache(vary_on_headers("Accept", "HX-Request")(hold_definitions()(answered)))


def find_sealed(request: HttpRequest, public_id: str) -> EventPage:
    """Return the page of a sealed tournament. Raises Http404 if it does not exist or is not sealed."""
    page = find_page(request, public_id)
    if not page.row.is_sealed:
        raise Http404("This tournament has no boosters.")
    return page


def may_see_pool(page: EventPage, entry: Entry) -> bool:
    """Return True if the viewer may see a player's pool: its player, deck checkers, or anybody once decks are open."""
    return entry.is_of(page.viewer) or page.actor.may(Ability.SEE_DECKS) or page.row.are_decks_open


def find_pool(page: EventPage, number: int) -> Entry:
    """Return the entry of that number. Raises Http404 unless it has a pool that the viewer may see."""
    found = page.row.entries.filter(number=number, pool__isnull=False).select_related("user").first()
    if found is None or not may_see_pool(page, found):
        raise Http404("There is no such pool, or it is not open yet.")
    return found


def own_pool(page: EventPage) -> tuple[Entry, User]:
    """Return the viewer's entry, and the viewer. Raises Http404 unless the entry has a pool."""
    entry, user = page.entry, page.viewer
    if entry is None or user is None or entry.pool is None:
        raise Http404("You have no pool in this tournament. Pools are dealt to those who play when it starts.")
    return entry, user


def read_object(request: HttpRequest) -> dict[str, object]:
    """Return the object in a JSON body. Raises malformed."""
    if len(request.body) > LONGEST_BODY:
        raise DomainError("malformed", f"At most {LONGEST_BODY} bytes are read.")
    try:
        said = json.loads(request.body or b"null")
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise DomainError("malformed", "A JSON object was expected.")
    return said


def read_number(said: Mapping[str, object]) -> int:
    """Return the number of a build. Raises malformed."""
    number = said.get("number")
    if not isinstance(number, int) or isinstance(number, bool):
        raise DomainError("malformed", "number is a whole number: that of the build as it was read.")
    return number


def read_pack(request: HttpRequest) -> int | None:
    """Return the number of the last pack to open, from `pack`; None for "all". Raises malformed."""
    said = read_object(request).get("pack") if is_json(request) else request.POST.get("pack")
    if said == ALL:
        return None
    if isinstance(said, str) and said.isascii() and said.isdecimal() and len(said) <= len(str(MOST_PACKS)):
        said = int(said)
    if isinstance(said, int) and not isinstance(said, bool) and 1 <= said <= MOST_PACKS:
        return said
    raise DomainError("malformed", f'pack is the number of a pack, from 1, or "{ALL}".')


ON_A_PAGE = 50
SCRIPT = "check_pools.py"


@require_safe
@with_refusals
def pool(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the viewer's pool: the packs to open, then the whole pool beside the deck."""
    page = find_sealed(request, public_id)
    entry, _ = own_pool(page)
    build = PoolBuild.objects.filter(entry=entry).first()
    opened = count_packs(entry, page.row) if build is None else build.packs_opened
    packs = packs_for(page.row, entry, opened, request.GET.get("pack", ""), is_new="new" in request.GET)
    table = render_pool(page.row, entry) if packs.next is None and packs.shown is None else None
    context = {
        "build": build,
        "packs": packs,
        "table": table,
        "may_build": entry.is_in and not is_build_time_over(page.row, timezone.now()),
        "may_keep": may_keep(entry),
        "entry": entry,
    }
    return _show(request, page, "events/sealed/pool.html", context)


@require_POST
@with_refusals
def open_pool(request: HttpRequest, public_id: str) -> HttpResponse:
    """Open packs up to that number, or all."""
    page = find_sealed(request, public_id)
    entry, user = own_pool(page)
    number = read_pack(request)
    build = open_packs(public_id, user, up_to=number)
    if not wants_html(request):
        return JsonResponse({"packs_opened": build.packs_opened, "packs": count_packs(entry, page.row)})
    where = reverse("sealed:pool", args=[public_id])
    return see_other(f"{where}?pack={number}&new#pack" if number else where)


@require_POST
@with_refusals
def keep(request: HttpRequest, public_id: str) -> HttpResponse:
    """Copy the registered deck to the viewer's own decks, and redirect to the copy."""
    page = find_sealed(request, public_id)
    entry, user = own_pool(page)
    deck = keep_deck(entry, by=user)
    if not wants_html(request):
        return JsonResponse({"deck": deck.public_id, "url": deck.get_absolute_url()}, status=HTTPStatus.CREATED)
    messages.success(request, f"{deck.name}: this copy is yours, and private.")
    return see_other(deck)


@require_safe
@with_refusals
def odds(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the content and odds of a tournament's boosters."""
    page = find_sealed(request, public_id)
    odds = sealed_play_of(page.row).render_odds(stock_of(page.row))
    return _show(request, page, "events/sealed/event_odds.html", {"odds": odds})


@require_safe
@with_refusals
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
    context["recipe"] = "" if stock is None else sealed_play_of(row).describe_stock(stock)
    if row.published_seed is not None and stock is not None:
        context |= {"checked": check_pools(row, stock, part.items), "is_sealed": is_seal_of_seed(row)}
    return _show(request, page, "events/sealed/pools.html", context)


@require_safe
@with_refusals
def pools_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return all pools with seed and recipe, as the file that `check_pools.py` reads."""
    page = find_sealed(request, public_id)
    return json_file(proof_data(page.row), f"{public_id}-pools.json")


@require_http_methods(["GET", "HEAD", "POST"])
@with_refusals
def pool_of_player(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Render a player's pool beside the deck, if the viewer may see it. A judge notes a deck check by POST."""
    page = find_sealed(request, public_id)
    entry = find_pool(page, number)
    if request.method == "POST":
        if page.viewer is None:
            raise DomainError("not_staff", f"You may not {Ability.SEE_DECKS} here.")
        note_deck_check(public_id, page.viewer, number)
        messages.success(request, f"The log now says that you have looked through the deck of {entry.name}.")
        return redirect("sealed:player", public_id, number)
    context = {"entry": entry, "table": render_pool(page.row, entry), "may_check": page.actor.may(Ability.SEE_DECKS)}
    return _show(request, page, "events/sealed/player.html", context)


def _show(request: HttpRequest, page: EventPage, template: str, context: Mapping[str, object]) -> HttpResponse:
    return render(request, template, {"here": "tournaments", "page": page, "row": page.row, "tab": "pools", **context})
