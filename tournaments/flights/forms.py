"""What whoever begins a flight says."""

from django import forms

from tournaments.flights.models import FEWEST_GAMES, MOST_GAMES, USUAL_GAMES

EXPECTED = f"A number of games from {FEWEST_GAMES} to {MOST_GAMES} was expected."


class FlightForm(forms.Form):
    """How many games are played."""

    games = forms.IntegerField(
        min_value=FEWEST_GAMES,
        max_value=MOST_GAMES,
        initial=USUAL_GAMES,
        error_messages={
            "required": EXPECTED,
            "invalid": EXPECTED,
            "min_value": f"At least {FEWEST_GAMES} games are played: fewer tell nothing.",
            "max_value": f"At most {MOST_GAMES} games are played.",
        },
    )
