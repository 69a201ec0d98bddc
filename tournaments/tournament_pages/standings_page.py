"""The table of standings on its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.organizing.enums import EntryState
from tournaments.tournament_pages.marking import kept_part

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from tournaments.tournament_pages.page import EventPage
    from tournaments.tournament_pages.record import Record


def standings_part(page: EventPage) -> SafeString:
    """The rows of the standings."""
    return kept_part(page, "standings", "events/standing_rows.html", lambda: _context(page.record))


def _context(record: Record) -> dict[str, Any]:
    columns = [(place, by) for place, by in enumerate(record.rules.tie_breaks) if not by.is_drawn]
    players = record.players
    rows = [
        (
            standing.rank,
            players[standing.player],
            f"{standing.score.wins}–{standing.score.losses}–{standing.score.draws}",
            [by.format(standing.values[place]) for place, by in columns],
            "" if not standing.has_dropped else EntryState(players[standing.player].state).label,
        )
        for standing in record.standings
    ]
    return {"rows": rows, "headings": [by for _, by in columns], "cut": record.cut, "row": record.row}
