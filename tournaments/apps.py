"""The tournaments app, and the check for databases of former versions."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import Error, Tags, register
from django.db import connections

FORMER_TABLE = "tournaments_match"
"""Matches stood in this table until each room of `tournaments` became an app with tables of its own."""


class TournamentsConfig(AppConfig):
    """Tasks, commands and template tags of the rooms in it, each of which is an app."""

    name = "tournaments"

    def ready(self) -> None:
        """Register the kinds of rooms and connect the receivers of signals. Raises ImproperlyConfigured for games."""
        import tournaments.matches.absence
        import tournaments.players.recording
        import tournaments.tables.matchmaking  # noqa: F401 -- importing a module connects its receivers
        from tournaments.days.game_kinds import megagames
        from tournaments.days.presence import SeatsRoom
        from tournaments.days.room import DayRoom
        from tournaments.events.pages.room import TournamentRoom
        from tournaments.live.rooms import register as register_room
        from tournaments.matches.game_kinds import game_kinds
        from tournaments.tables.room import TableRoom

        game_kinds()
        megagames()
        register_room(TableRoom())
        register_room(DayRoom())
        register_room(SeatsRoom())
        register_room(TournamentRoom())  # after its matches' tables: it is locked before them


@register(Tags.database)
def find_former_databases(*, databases: Sequence[str] | None = None, **_: Any) -> list[Error]:
    """Return an error for each database of a version that kept all rows in the app `tournaments`.

    Nothing is changed, so that nothing is lost: that version still reads its database.
    """
    return [
        Error(
            "This database was made by an earlier version, whose matches and tournaments this one cannot read.",
            hint="Keep it for that version, and give this one a new database: another DATA_DIR or DATABASE_URL.",
            id="tournaments.E001",
        )
        for alias in databases or ()
        if FORMER_TABLE in connections[alias].introspection.table_names()
    ]
