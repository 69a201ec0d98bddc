"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Matches, their clocks, and the pages of a table."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to guests who sign in."""
        from tournaments import guests  # noqa: F401 -- its receiver is connected by the import
