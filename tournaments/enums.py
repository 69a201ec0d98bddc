"""The closed lists of words that matches use."""

from django.db.models import TextChoices


class Mode(TextChoices):
    """The rules a match is played by (rules 1.4)."""

    BASIC = "basic", "Basic"
    FULL = "full", "Full"
    TOURNAMENT = "tournament", "Tournament"


class MatchState(TextChoices):
    """Where a match is between the first chair pulled up and the result."""

    OPEN = "open", "waiting for players"
    RUNNING = "running", "running"
    OVER = "over", "over"


class Bot(TextChoices):
    """Who sits in a seat that no person takes."""

    NONE = "", "nobody"
    ENSIGN = "ensign", "Ensign bot"
    CAPTAIN = "captain", "Captain bot"
    ADMIRAL = "admiral", "Admiral bot"
    RANDOM = "random", "Random bot"


class Outcome(TextChoices):
    """What a match was to one of its seats."""

    WON = "won", "won"
    DRAWN = "drawn", "drawn"
    LOST = "lost", "lost"
