"""Rows of games that bots play in the background, where Django looks for them."""

from tournaments.runs.balance.models import BalanceReport  # noqa: F401
from tournaments.runs.flights.models import Flight, FlightField  # noqa: F401
