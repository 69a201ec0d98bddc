"""Enumerations used by matches."""

from django.db.models import TextChoices


class Mode(TextChoices):
    """The rules a match is played by (rules 1.4)."""

    BASIC = "basic", "Basic"
    FULL = "full", "Full"
    TOURNAMENT = "tournament", "Tournament"


class MatchState(TextChoices):
    """The state of a match."""

    OPEN = "open", "waiting for players"
    RUNNING = "running", "running"
    OVER = "over", "over"


class Bot(TextChoices):
    """The bot that plays a seat without a person."""

    NONE = "", "nobody"
    ENSIGN = "ensign", "Ensign bot"
    CAPTAIN = "captain", "Captain bot"
    ADMIRAL = "admiral", "Admiral bot"
    RANDOM = "random", "Random bot"


class Outcome(TextChoices):
    """The result of a match for one of its seats."""

    WON = "won", "won"
    DRAWN = "drawn", "drawn"
    LOST = "lost", "lost"
