"""What became of a table or of a player without one, and what points that brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class ResultError(ValueError):
    """A result that cannot be: two places for three players, say."""


class Absence(StrEnum):
    """Why a player had no table in a round."""

    BYE = "bye"
    WON = "won without playing"
    LOST = "lost without playing"
    LATE = "not there yet"


class Outcome(StrEnum):
    """What a table was for one of its players."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table that was played: its players, the place of each (1 is the first; equal places are shared), what was left.

    If all are in the last place, all have lost. `left` is hull and shields of each ship at the end, nothing for one
    that was destroyed. Raises `ResultError`.
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
        """Whoever is alone in the first place has won, and those who share it have drawn."""
        if self.places[number] != 1:
            return Outcome.LOST
        return Outcome.WON if self.places.count(1) == 1 else Outcome.DRAWN


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What became of a round. It counts for nothing for players who are in neither: they had dropped."""

    tables: tuple[TableResult, ...] = ()
    absent: tuple[tuple[int, Absence], ...] = ()


@dataclass(frozen=True, slots=True)
class Scoring:
    """Match points: of whoever is alone in the first place of a table, of those who share it, and of all others."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3

    def of_outcome(self, outcome: Outcome) -> int:
        """What a table brings a player it was that for."""
        if outcome is Outcome.LOST:
            return self.loss
        return self.win if outcome is Outcome.WON else self.draw

    def of_absence(self, absence: Absence) -> int:
        """What a round without a table brings."""
        if absence is Absence.BYE:
            return self.bye
        return self.win if absence is Absence.WON else self.loss


def margin(result: TableResult, number: int) -> Fraction:
    """How much more hull and shields a player had left than the others at the table on average."""
    own, others = result.left[number], len(result.left) - 1
    return Fraction(own * others - (sum(result.left) - own), others)


@dataclass(slots=True)
class Score:
    """What one player has done: points and rounds of all kinds, opponents met, and the margins of tables played."""

    points: int = 0
    rounds: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    opponents: tuple[int, ...] = ()
    margins: tuple[Fraction, ...] = ()


def scores(players: Sequence[int], rounds: Sequence[RoundResult], scoring: Scoring) -> dict[int, Score]:
    """What each player has done in these rounds. Raises `ResultError` for somebody unknown, or in a round twice."""
    found = {player: Score() for player in players}
    for number, each in enumerate(rounds, 1):
        seen: set[int] = set()
        for result in each.tables:
            for place, player in enumerate(result.players):
                _add_table(_known(found, player, seen, number), result, place, scoring)
        for player, absence in each.absent:
            _add_absence(_known(found, player, seen, number), absence, scoring)
    return found


def _known(found: dict[int, Score], player: int, seen: set[int], number: int) -> Score:
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
