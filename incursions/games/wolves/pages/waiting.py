"""Lines of Control's inbox that wait for somebody: the subject by which one of Control takes each, and its vessel."""

from __future__ import annotations

from typing import Any, NamedTuple

from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.orders import find_team

LONGEST_SUBJECT = 200


class Waiting(NamedTuple):
    """A line that waits: its subject, the team that it concerns ("" if it concerns none), and what waits."""

    subject: str
    team: str
    what: Any

    @property
    def key(self) -> str:
        """The subject as an id on a page."""
        return self.subject.replace(" ", "-")


def name_vessel(vessel: str) -> str:
    """Return the subject of a vessel."""
    return f"vessel {vessel}"


def make_subject(*words: object) -> str:
    """Return a subject of these words, no longer than one may be."""
    return " ".join(map(str, words))[:LONGEST_SUBJECT]


def find_named_team(game: Game, words: str) -> str:
    """Return the vessel that is named in a line; "" if none is."""
    return next((name for name in game.state.vessels if name in words), "")


def team_of(game: Game, seat: str) -> str:
    """Return the team of a seat."""
    return find_team(seat, game.state.vessels)
