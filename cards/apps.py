"""The cards app."""

from django.apps import AppConfig
from django.core.checks import register


class CardsConfig(AppConfig):
    """The catalogue as rows, the pictures of its pieces, and users' decks."""

    name = "cards"

    def ready(self) -> None:
        from cards.checks import check_fonts, check_rates
        from cards.decks import changes  # noqa: F401 -- its receiver is connected by the import
        from cards.picture_addresses import find_address
        from incursions.games.incursions.table.artwork import register_pictures

        register(check_fonts)
        register(check_rates)
        register_pictures(find_address)
