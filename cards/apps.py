"""The cards app."""

from django.apps import AppConfig
from django.core.checks import register


class CardsConfig(AppConfig):
    """The catalogue as rows, and the pictures of its pieces."""

    name = "cards"

    def ready(self) -> None:
        from cards.checks import check_fonts

        register(check_fonts)
