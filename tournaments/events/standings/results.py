"""Results of tables and of players without one, and the points they give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class ResultError(ValueError):
    """An impossible result, such as two places for three players."""


class Absence(StrEnum):
    """The reason why a player had no table in a round."""

    BYE = "bye"
    WON = "won without playing"
    LOST = "lost without playing"
    LATE = "not there yet"


class Outcome(StrEnum):
    """The outcome of a table for one of its players."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a table: its players, their places (1 is first; equal places are shared), and what was left.

    If all are in the last place, all have lost. `left` is hull and shields of each ship at the end, 0 for a destroyed
    one. Raises `ResultError`.
    """

    players: tuple[int, ...]
    places: tuple[int, ...]
    left: tuple[int, ...]

    def __post_init__(self) -> None:
        if not len(self.players) == len(self.places) == len(self.left) >= 2:
            raise ResultError("A table has two players or more, and a place and what is left for each.")
        if len(set(self.players)) != len(self.players):
            raise ResultError("A player sits at a table once.")
        ranked = sorted(1 + sum(other < place for other in self.places) for place in self.places)
        if sorted(self.places) != ranked and {*self.places} != {len(self.places)}:
            message = "Places begin with 1, and whoever shares one takes those after it as well."
            raise ResultError(f"{message} Where all have lost, all are in the last place.")
        if min(self.left) < 0:
            raise ResultError("Hull and shields are never less than nothing.")

    def outcome(self, number: int) -> Outcome:
        """Return the outcome for a player: alone in first place is a win, a shared first place a draw."""
        if self.places[number] != 1:
            return Outcome.LOST
        return Outcome.WON if self.places.count(1) == 1 else Outcome.DRAWN


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round. It does not count for players in neither list, who had dropped."""

    tables: tuple[TableResult, ...] = ()
    absent: tuple[tuple[int, Absence], ...] = ()


@dataclass(frozen=True, slots=True)
class Scoring:
    """Match points for a win (alone in first place), a draw (a shared first place), a loss, and a bye."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3

    def of_outcome(self, outcome: Outcome) -> int:
        """Return the points for an outcome."""
        if outcome is Outcome.LOST:
            return self.loss
        return self.win if outcome is Outcome.WON else self.draw

    def of_absence(self, absence: Absence) -> int:
        """Return the points for a round without a table."""
        if absence is Absence.BYE:
            return self.bye
        return self.win if absence is Absence.WON else self.loss


def margin(result: TableResult, number: int) -> Fraction:
    """Return how much more hull and shields a player had left than the average of the others at the table."""
    own, others = result.left[number], len(result.left) - 1
    return Fraction(own * others - (sum(result.left) - own), others)


@dataclass(slots=True)
class Score:
    """A player's score: points, rounds of all kinds, opponents met, and the margins of tables played."""

    points: int = 0
    rounds: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    opponents: tuple[int, ...] = ()
    margins: tuple[Fraction, ...] = ()


def scores(players: Sequence[int], rounds: Sequence[RoundResult], scoring: Scoring) -> dict[int, Score]:
    """Return the score of each player in these rounds. Raises `ResultError` for an unknown or repeated player."""
    found = {player: Score() for player in players}
    for number, each in enumerate(rounds, 1):
        seen: set[int] = set()
        for result in each.tables:
            for place, player in enumerate(result.players):
                _add_table(_find_score(found, player, seen, number), result, place, scoring)
        for player, absence in each.absent:
            _add_absence(_find_score(found, player, seen, number), absence, scoring)
    return found


def _find_score(found: dict[int, Score], player: int, seen: set[int], number: int) -> Score:
    if player not in found:
        raise ResultError(f"Round {number} has a player {player} who is not in the tournament.")
    if player in seen:
        raise ResultError(f"Player {player} is in round {number} twice.")
    seen.add(player)
    return found[player]


def _add_table(score: Score, result: TableResult, place: int, scoring: Scoring) -> None:
    outcome = result.outcome(place)
    score.rounds += 1
    score.points += scoring.of_outcome(outcome)
    score.wins += outcome is Outcome.WON
    score.draws += outcome is Outcome.DRAWN
    score.losses += outcome is Outcome.LOST
    player = result.players[place]
    score.opponents += tuple(other for other in result.players if other != player)
    score.margins += (margin(result, place),)


def _add_absence(score: Score, absence: Absence, scoring: Scoring) -> None:
    score.rounds += 1
    score.points += scoring.of_absence(absence)
    if absence in (Absence.BYE, Absence.WON):
        score.wins += 1
        score.byes += 1
    else:
        score.losses += 1
