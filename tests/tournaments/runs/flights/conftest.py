"""Small flights: legal decks, a few games, and the tasks that would be sent."""

from collections.abc import Callable

import pytest

from cards.decks.models import Deck
from tests.tournaments.runs.flights.contents import LEGAL
from tournaments.runs import background as runs
from tournaments.runs import flights
from tournaments.runs.models import Flight


def once() -> bool:
    """One game at a time."""
    return False


@pytest.fixture
def deck(make, catalogue) -> Deck:
    """A private deck that may fly."""
    return make(content=LEGAL)


@pytest.fixture
def sent(monkeypatch) -> list[tuple[str, int]]:
    """What is queued, in place of a broker."""
    found: list[tuple[str, int]] = []
    monkeypatch.setattr(runs, "queue", lambda kind, public_id, played: found.append((public_id, played)))
    return found


@pytest.fixture
def fly(owner, deck, sent, django_capture_on_commit_callbacks) -> Callable[..., Flight]:
    """Begins a flight, unless others are said: the owner's, of that deck, of three games."""

    def begin(flown: Deck = deck, **asked) -> Flight:
        with django_capture_on_commit_callbacks(execute=True):
            return flights.start_flight(flown, **{"by": owner, "games": 3, "seed": 2} | asked)

    return begin


@pytest.fixture
def play(django_capture_on_commit_callbacks) -> Callable[[Flight, int], bool]:
    """Plays the next game of a flight, as a task would that has that number."""

    def play_one(flight: Flight, played: int) -> bool:
        with django_capture_on_commit_callbacks(execute=True):
            written = runs.play_on(Flight, flight.public_id, played, goes_on=once)
        flight.refresh_from_db()
        return written

    return play_one
