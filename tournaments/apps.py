"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Matches, their clocks, and the pages of a table."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers for guests who sign in and accounts that are deleted."""
        from tournaments.matches import departures  # noqa: F401 -- importing a module connects its receivers
