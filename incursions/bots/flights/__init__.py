"""Test flights: one deck plays against a field of others, so that its owner learns how it does."""

from incursions.bots.flights.figures import Figures, figures_of, rate_of
from incursions.bots.flights.games import Outcome, play_flight_game
from incursions.bots.flights.plot import win_rates_plot
from incursions.bots.flights.tables import bounds, opponents_table, turns_table

__all__ = [
    "Figures",
    "Outcome",
    "bounds",
    "figures_of",
    "opponents_table",
    "play_flight_game",
    "rate_of",
    "turns_table",
    "win_rates_plot",
]
