"""Shared parts of sealed pages: finding tournaments and pools, permissions, request bodies, and refusals."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest
from django.views.decorators.cache import never_cache
from django.views.decorators.vary import vary_on_headers

from cards.catalogue import one_catalogue
from incursions.kit.refusals import DomainError
from incursions.kit.requests import View, answer_refusals, is_json
from tournaments.events.locked_tournament import Ability
from tournaments.events.models import Entry
from tournaments.events.pages.page import find_page
from tournaments.tables.api import show_refusal

if TYPE_CHECKING:
    from tournaments.events.pages.page import EventPage

LONGEST_BODY = 32_768
ALL = "all"
MOST_PACKS = 999


def answering(view: View) -> View:
    """Decorate a view: answer a `DomainError` or `DeckError` with a page, or with JSON. Guard its forms."""
    answered = answer_refusals(partial(show_refusal, "events/sealed/refused.html"))(view)
    return never_cache(vary_on_headers("Accept", "HX-Request")(one_catalogue()(answered)))


def find_sealed(request: HttpRequest, public_id: str) -> EventPage:
    """Return the page of a sealed tournament. Raises Http404 if it does not exist or is not sealed."""
    page = find_page(request, public_id)
    if not page.row.is_sealed:
        raise Http404("Nobody opens boosters in this tournament.")
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


def own_pool(page: EventPage) -> Entry:
    """Return the viewer's entry. Raises Http404 unless it has a pool."""
    entry = page.entry
    if entry is None or entry.pool is None:
        raise Http404("You have no pool in this tournament. Pools are dealt to those who play when it starts.")
    return entry


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


def read_number(said: dict[str, object]) -> int:
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
