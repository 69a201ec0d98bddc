"""What a web process reads when it starts, so that a crowd need not wait: templates, and tournaments under way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import cast

import structlog
from django.db import connections
from django.template import engines
from django.template.backends.django import DjangoTemplates

from tournaments.organizing.enums import TournamentState
from tournaments.organizing.models import Tournament
from tournaments.organizing.roles import actor_for
from tournaments.tournament_pages.page import EventPage
from tournaments.tournament_pages.record import kept, with_version
from tournaments.tournament_pages.rows import BY, pairings_part, standings_part

FOLDER = "events"
BESIDE = (
    *("base.html", "theme.html", "messages.html", "account/menu.html", "tournaments/own_tables.html"),
    "sealed/entry_notice.html",
)
"""What pages of tournaments show besides their own templates."""
MOST_TOURNAMENTS = 4
log = structlog.get_logger(__name__)


def read_ahead() -> Thread:
    """Read in the background what the first who asks for pairings of a thousand would wait a third of a second for."""
    thread = Thread(target=_read, name="reading tournaments", daemon=True)
    thread.start()
    return thread


def _read() -> None:
    try:
        read_templates()
        read_tournaments()
    except Exception:  # the pages read it themselves then
        log.exception("tournaments_not_read_ahead")
    finally:
        connections.close_all()


def read_templates() -> None:
    """Compile the templates of all pages of tournaments; those of rows are compiled with all of Jinja2's."""
    engine = cast(DjangoTemplates, engines["django"])
    for name in _names(engine):
        engine.get_template(name)


def _names(engine: DjangoTemplates) -> Iterator[str]:
    for root in map(Path, engine.dirs):
        yield from (f"{FOLDER}/{path.name}" for path in sorted((root / FOLDER).glob("*.html")))
    yield from BESIDE


def read_tournaments() -> None:
    """Read and render what everybody is shown of the tournaments that have begun last: pairings and standings."""
    begun = Tournament.objects.filter(state__in=[TournamentState.BUILDING, TournamentState.RUNNING])
    for row in with_version(begun).order_by("-started_at")[:MOST_TOURNAMENTS]:
        page = EventPage(row, kept.record(row), None, actor_for(row, None))
        if page.record.current is not None:
            for by in BY:
                pairings_part(page, page.record.current, by)
            if page.record.has_points:
                standings_part(page)
