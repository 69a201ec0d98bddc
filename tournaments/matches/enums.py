"""Enumerations used by matches."""

from django.db.models import TextChoices


class MatchState(TextChoices):
    """The state of a match."""

    OPEN = "open", "waiting for players"
    RUNNING = "running", "running"
    OVER = "over", "over"


class Outcome(TextChoices):
    """The result of a match for one of its seats."""

    WON = "won", "won"
    DRAWN = "drawn", "drawn"
    LOST = "lost", "lost"
