"""The rooms of a match."""

from django.db.models import TextChoices


class Room(TextChoices):
    """Where something is said. Whoever is in one hears nothing of the other, but for what `rooms` allows."""

    TABLE = "table", "Players"
    SPECTATORS = "spectators", "Spectators"
