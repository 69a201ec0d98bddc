"""The cards app."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """The catalogue as rows."""

    name = "cards"
