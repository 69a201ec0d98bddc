"""Filters of the log: attacks, movement, cards, or one seat.

A log line lists the words that it is about (`about`), and a filter is one of these words. The browser compares them,
or the server if there are no scripts.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from incursions.games.incursions.rules.events import KINDS
from incursions.games.incursions.rules.events.attacks import ATTACKS
from incursions.games.incursions.rules.events.cards import CARDS
from incursions.games.incursions.rules.events.movement import MOVEMENT
from tournaments.matches.export import EventData
from tournaments.tables.log_sentences import SEATS
from tournaments.tables.wording import TitledShip

ALL = "all"


@dataclass(frozen=True)
class Filter:
    """A filter of the log: the word in `about`, and the title that a player reads."""

    word: str
    title: str


def filters(ships: Iterable[TitledShip]) -> list[Filter]:
    """Return the filters for the log of these ships; the first one is the whole log."""
    named = [Filter(seat_word(ship["seat"]), ship["title"]) for ship in ships]
    return [
        Filter(ALL, "All"),
        Filter(ATTACKS, "Attacks"),
        Filter(MOVEMENT, "Movement"),
        Filter(CARDS, "Cards"),
        *named,
    ]


def seat_word(seat: int) -> str:
    """Return the filter word of a seat."""
    return f"seat-{seat}"


def find_subjects(event: EventData) -> list[str]:
    """Return the filter words of an event."""
    facts, known = event["facts"], KINDS.get(event["kind"])
    found = [known.about] if known and known.about else []
    seats = sorted({seat for name in SEATS if type(seat := facts.get(name)) is int})
    return found + [seat_word(seat) for seat in seats]
