"""Parts of every game, whatever its rules: actions beside the answers, the events they cause, and the result.

A game declares its own sentence, and further facts, in a subclass of an event's kind of the same name.
"""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from incursions.engine.events import OPTIONAL, EventKind

BACK = "back"
CONCEDE = "concede"
SET_STOP, CLEAR_STOP = "set stop", "clear stop"
TIME_UP = "time"
DRAWN = "adjudicate drawn"
FORFEIT = "forfeit seat "
ADJUDICATE = "adjudicate for seat "


def is_stop(text: str) -> bool:
    """Return True if the action sets or clears a stop, one that there is or not."""
    return text.startswith((f"{SET_STOP} ", f"{CLEAR_STOP} "))


def make_forfeit(seat: int) -> str:
    """Return the action by which the house takes a seat out of the game."""
    return f"{FORFEIT}{seat}"


def make_verdict(winner: int | None) -> str:
    """Return the action by which the house decides the game for a seat, or as drawn (None)."""
    return DRAWN if winner is None else f"{ADJUDICATE}{winner}"


class ResultData(TypedDict):
    """A `Result` as plain data."""

    ending: str
    winner: int | None
    places: list[list[int]]
    rule: str
    reason: str


def list_winners(result: ResultData) -> list[int]:
    """Return the seats that have won: the winner with a team that shares the place; an empty list for a draw."""
    winner = result["winner"]
    if winner is None:
        return []
    return next((together for together in result["places"] if winner in together), [winner])


class Result(NamedTuple):
    """The result of a match. `places` are the seats, best first; seats that share a place are listed together.

    `ending` is the game's word for the way in which it ended, `rule` the number of the rule that says so.
    """

    ending: str
    winner: int | None
    places: list[list[int]]
    rule: str
    reason: str

    def to_data(self) -> ResultData:
        """Return the result as plain data for files, database rows and pages."""
        return {
            "ending": self.ending,
            "winner": self.winner,
            "places": self.places,
            "rule": self.rule,
            "reason": self.reason,
        }

    @classmethod
    def from_data(cls, data: ResultData) -> Result:
        """Return the result that `to_data` described."""
        return cls(**data)


class TurnBegan(EventKind):
    """A turn of a seat has begun."""

    sentence = ""
    seat: int


class SteppedBack(EventKind):
    """The table has returned to an earlier moment; `seat` is the player who takes back, absent if the staff do."""

    sentence = ""
    to: int
    seat: int = OPTIONAL


class Conceded(EventKind):
    """A player has conceded, or is counted as if he had (`forfeit`)."""

    sentence = ""
    seat: int
    forfeit: bool


class Ended(EventKind):
    """The match is over."""

    sentence = ""
    result: ResultData
