"""The players of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.organizing.enums import EntryState
from tournaments.tournament_pages.marking import kept_part

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from tournaments.tournament_pages.page import EventPage
    from tournaments.tournament_pages.record import Player, Record

TONES = {
    EntryState.CHECKED_IN: "good",
    EntryState.PLAYING: "good",
    EntryState.WAITING: "info",
    EntryState.DISQUALIFIED: "bad",
}


def by_name(player: Player) -> tuple[str, int]:
    """What players are sorted by."""
    return player.name.casefold(), player.number


def players_part(page: EventPage) -> SafeString:
    """The rows of players."""
    return kept_part(page, "players", "events/player_rows.html", lambda: _context(page.record))


def _context(record: Record) -> dict[str, Any]:
    shown = [player for player in record.players.values() if player.state != EntryState.WITHDRAWN]
    rows = [
        (player, EntryState(player.state).label, TONES.get(EntryState(player.state), "warn"))
        for player in sorted(shown, key=by_name)
    ]
    return {"rows": rows, "row": record.row, "shows_decks": not record.row.is_table_top}
