"""The page of a test flight: its progress, its deck, and statistics of the games so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe

from cards.decks import abilities
from cards.decks.contents import content_of
from incursions.bots.trials.flights import bounds, figures_of, opponents_table, turns_table, win_rates_plot
from incursions.bots.trials.tables import Table
from incursions.deck_files.formats import text_of
from tournaments.flights.models import Flight

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer
    from cards.decks.models import Deck


class FlightPage:
    """Everything the template asks for. `row` comes with its deck."""

    def __init__(self, row: Flight, viewer: Viewer) -> None:
        self.row = row
        self.figures = figures_of(row.played_games, row.opponents)
        self.is_own = viewer.pk == row.by_id
        may_see = row.deck is not None and abilities.may_see(viewer, row.deck)
        self.deck: Deck | None = row.deck if may_see else None
        self.failures = [game.failure for game in row.played_games if game.failure]
        self.says_why = abilities.is_staff(viewer)

    @property
    def plot(self) -> SafeString:
        """The win rates as an SVG plot."""
        return mark_safe(win_rates_plot(self.figures).svg())  # noqa: S308 -- our own drawing, which escapes its words

    @property
    def tables(self) -> list[Table]:
        """The statistics as tables."""
        return [opponents_table(self.figures), turns_table(self.figures)]

    @property
    def bounds(self) -> str:
        """The confidence bounds of the win rate."""
        return bounds(self.figures.all.rate)

    @property
    def flown(self) -> str:
        """The deck that was flown, as a deck file."""
        return text_of(content_of(self.row.content), self.row.name)
