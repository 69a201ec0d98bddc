"""The base of every tournament page: the tournament as its viewer may see it, and the response.

Templates and running tournaments are read when a web process starts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers

from incursions.accounts.models import User
from incursions.accounts.viewers import viewer_of
from incursions.kit.addresses import address
from incursions.kit.refusals import DomainError
from tournaments.events.banners import share_tournament
from tournaments.events.enums import TournamentState
from tournaments.events.locked_tournament import Ability, Actor, actor_for, find_with_actor
from tournaments.events.models import Entry, Tournament
from tournaments.events.pages.bracket_page import has_bracket
from tournaments.events.pages.record import (
    Clock,
    Player,
    Record,
    clock_of,
    phases_words,
    record_cache,
    with_version,
)
from tournaments.events.pages.rows import ORDERS, pairings_part, standings_part

LIVE = "live"
"""The query parameter for the live part of a page, which is fetched again after a change."""


@dataclass
class EventPage:
    """A tournament and its viewer."""

    row: Tournament
    record: Record
    viewer: User | None
    actor: Actor

    @cached_property
    def entry(self) -> Entry | None:
        """The viewer's current entry. One query."""
        if self.viewer is None:
            return None
        return self.row.entries.filter(user=self.viewer).select_related("user").first()

    @property
    def own(self) -> Player | None:
        """The viewer as a player. No query if the players were read."""
        return None if self.viewer is None else self.record.by_user.get(self.viewer.pk)

    @cached_property
    def clock(self) -> Clock | None:
        """The clock that counts down, or None."""
        return clock_of(self.record)

    @property
    def left_ms(self) -> int:
        """The time left on the clock, in milliseconds."""
        return 0 if self.clock is None else self.clock.at_ms - self.now_ms

    @property
    def tabs(self) -> list[tuple[str, str, str]]:
        """The tabs that the tournament has now: their names, words and addresses."""
        record, public_id = self.record, self.row.public_id
        tabs = [
            ("tournament", "Tournament", True),
            ("players", "Players", True),
            ("pairings", "Pairings", bool(record.rounds)),
            ("standings", "Standings", bool(record.rounds) and record.has_points),
            ("bracket", "Bracket", has_bracket(record)),
            ("decks", f"{self.row.loadout_noun.capitalize()}s", self.sees_decks and bool(self.row.loadout_noun)),
            ("places", "Final places", self.row.is_over),
        ]
        shown = [(name, words, address(f"events:{name}", public_id)) for name, words, is_there in tabs if is_there]
        return [*shown, ("pools", "Pools", address("sealed:pools", public_id))] if self.row.is_sealed else shown

    @property
    def now_ms(self) -> int:
        """The server's time, for clocks."""
        return int(timezone.now().timestamp() * 1000)

    @property
    def format_words(self) -> str:
        """The phases in a sentence."""
        return phases_words(self.record.phases)

    @property
    def desk(self) -> str:
        """The address of the desk for staff; "" for others."""
        return address("desk:desk", self.row.public_id) if self.actor.is_staff else ""

    @property
    def sees_decks(self) -> bool:
        """Return True if the viewer may see decks: they are open to everybody, or the viewer is staff."""
        return self.row.are_decks_open or self.actor.may(Ability.SEE_DECKS)

    @property
    def is_before(self) -> bool:
        """Return True if the tournament has not started."""
        return self.row.state in (TournamentState.DRAFT, TournamentState.OPEN)


def find_page(request: HttpRequest, public_id: str) -> EventPage:
    """Return the page of a tournament. Raises Http404 for an unknown one, and for a draft unless by staff."""
    viewer = viewer_of(request)
    found = find_with_actor(public_id, viewer, with_version(Tournament.objects.all()))
    if found is None:
        raise Http404("There is no such tournament.")
    row, actor = found
    return EventPage(row, record_cache.record(row), viewer, actor)


def show(
    request: HttpRequest,
    page: EventPage,
    name: str,
    tab: str = "",
    refusal: DomainError | None = None,
    **context: Any,
) -> HttpResponse:
    """Render the page of that name, or only its live part for `?live=1`. `tab` defaults to the page itself."""
    is_look = LIVE in request.GET
    shown = {"here": "tournaments", "page": page, "row": page.row, "tab": tab or name, "refusal": refusal, **context}
    shown["shared"] = share_tournament(page.row)
    status = None if refusal is None else refusal.status
    response = render(request, f"events/pages/{name}.html" + f"#{LIVE}" * is_look, shown, status=status)
    return add_etag(response, page) if is_look else response


def respond_not_modified(request: HttpRequest, page: EventPage) -> HttpResponse | None:
    """Return a 304 response if the client has the current live part, else None."""
    if LIVE not in request.GET or request.headers.get("If-None-Match") != _etag(page):
        return None
    return add_etag(HttpResponseNotModified(), page)


def add_etag(response: HttpResponse, page: EventPage) -> HttpResponse:
    """Return the response with its ETag and caching headers."""
    response["ETag"] = _etag(page)
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ("Cookie",))
    return response


def _etag(page: EventPage) -> str:
    """Return the ETag of the version for the viewer. The viewer's own parts change with the version too."""
    return f'"{page.record.version}.{page.viewer.pk if page.viewer else 0}"'


TEMPLATE_FOLDER = "events/pages"
OTHER_TEMPLATES = (
    *("base.html", "theme.html", "theme_colour.html", "messages.html", "account/menu.html", "tables/own_tables.html"),
    *("events/sealed/entry_notice.html", "tables/sprite.svg"),
)
"""Templates that tournament pages use besides their own."""
MOST_TOURNAMENTS = 4


def compile_page_templates() -> None:
    """Compile the templates of tournament pages. Templates of rows are compiled with the other Jinja2 templates."""
    engine = cast(DjangoTemplates, engines["django"])
    pages = (path for folder in engine.dirs for path in sorted((Path(folder) / TEMPLATE_FOLDER).glob("*.html")))
    for name in (*(f"{TEMPLATE_FOLDER}/{path.name}" for path in pages), *OTHER_TEMPLATES):
        engine.get_template(name)


def read_tournaments() -> None:
    """Read and render the pairings and standings of the tournaments that began last.

    Otherwise the first request for the pairings of a thousand players would take a third of a second.
    """
    begun = Tournament.objects.filter(state__in=[TournamentState.BUILDING, TournamentState.RUNNING])
    for row in with_version(begun).order_by("-started_at")[:MOST_TOURNAMENTS]:
        page = EventPage(row, record_cache.record(row), None, actor_for(row, None))
        if page.record.current is not None:
            for by in ORDERS:
                pairings_part(page, page.record.current, by)
            if page.record.has_points:
                standings_part(page)
