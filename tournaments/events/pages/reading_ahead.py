"""Preload templates and running tournaments when a web process starts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

from django.template import engines
from django.template.backends.django import DjangoTemplates

from tournaments.events.enums import TournamentState
from tournaments.events.locked_tournament import actor_for
from tournaments.events.models import Tournament
from tournaments.events.pages.page import EventPage
from tournaments.events.pages.record import kept, with_version
from tournaments.events.pages.rows import BY, pairings_part, standings_part

FOLDER = "events/pages"
BESIDE = (
    *("base.html", "theme.html", "messages.html", "account/menu.html", "tables/own_tables.html"),
    *("events/sealed/entry_notice.html", "tables/sprite.svg"),
)
"""Templates that tournament pages use besides their own."""
MOST_TOURNAMENTS = 4


def compile_templates() -> None:
    """Compile the templates of tournament pages. Templates of rows are compiled with the other Jinja2 templates."""
    engine = cast(DjangoTemplates, engines["django"])
    for name in _names(engine):
        engine.get_template(name)


def _names(engine: DjangoTemplates) -> Iterator[str]:
    for root in map(Path, engine.dirs):
        yield from (f"{FOLDER}/{path.name}" for path in sorted((root / FOLDER).glob("*.html")))
    yield from BESIDE


def read_tournaments() -> None:
    """Read and render the pairings and standings of the tournaments that began last.

    Otherwise the first request for the pairings of a thousand players would take a third of a second.
    """
    begun = Tournament.objects.filter(state__in=[TournamentState.BUILDING, TournamentState.RUNNING])
    for row in with_version(begun).order_by("-started_at")[:MOST_TOURNAMENTS]:
        page = EventPage(row, kept.record(row), None, actor_for(row, None))
        if page.record.current is not None:
            for by in BY:
                pairings_part(page, page.record.current, by)
            if page.record.has_points:
                standings_part(page)
