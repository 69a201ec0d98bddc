"""The words that decks are kept with."""

from django.db import models


class Visibility(models.TextChoices):
    """Who finds a deck: its owner alone, whoever has the link, or everybody."""

    PRIVATE = "private"
    UNLISTED = "unlisted"
    PUBLIC = "public"
