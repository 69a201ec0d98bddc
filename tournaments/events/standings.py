"""Standings: results of rounds, scores, tie-breaks with their explanations, and the table. Pure.

A tie-break is one object: its figure, its headings and its explanation. Pages, the API, CSV files, printed standings
and the form of a plan read everything from it. To add one, write its class here and name it in `list_tie_breaks`. The
figures of results are those of a game (`ResultKind`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from hashlib import blake2b
from math import lcm
from typing import ClassVar

from incursions.games.results import ResultFigure, ResultKind


class ResultError(ValueError):
    """An impossible result, such as two places for three players."""


class Absence(StrEnum):
    """The reason why a player had no table in a round, as sit-outs name it."""

    BYE = "bye"
    WON = "won"
    LOST = "lost"
    LATE = "late"


class Outcome(StrEnum):
    """The outcome of a table for one of its players."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a table: its players, their places (1 is first; equal places are shared), and what was left.

    If all are in the last place, all have lost. `left` are the points of each player at the end, such as
    hull and shields. Raises `ResultError`.
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
            message = "Places begin with 1, and players who share one take those after it as well."
            raise ResultError(f"{message} Where all have lost, all are in the last place.")
        if min(self.left) < 0:
            raise ResultError("What is left is never less than nothing.")

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


@dataclass(slots=True)
class Score:
    """A player's score: points, rounds of all kinds, opponents met, and the tables played with the player's number."""

    points: int = 0
    rounds: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    opponents: tuple[int, ...] = ()
    tables: tuple[tuple[TableResult, int], ...] = ()


def scores(players: Sequence[int], rounds: Sequence[RoundResult], scoring: Scoring) -> dict[int, Score]:
    """Return the score of each player in these rounds. Raises `ResultError` for an unknown or repeated player."""
    found = {player: Score() for player in players}
    for number, each in enumerate(rounds, 1):
        seen: set[int] = set()
        for result in each.tables:
            for place, player in enumerate(result.players):
                _add_table(_find_score(found, player, seen, number), result, place, scoring)
        for player, absence in each.absent:
            score = _find_score(found, player, seen, number)
            score.rounds += 1
            if absence in (Absence.BYE, Absence.WON):
                score.wins += 1
                score.byes += 1
                score.points += scoring.bye if absence is Absence.BYE else scoring.win
            else:
                score.losses += 1
                score.points += scoring.loss
    return found


def _find_score(found: dict[int, Score], player: int, seen: set[int], number: int) -> Score:
    if player not in found:
        raise ResultError(f"Round {number} has a player {player} who is not in the tournament.")
    if player in seen:
        raise ResultError(f"Player {player} is in round {number} twice.")
    seen.add(player)
    return found[player]


def _add_table(score: Score, result: TableResult, place: int, scoring: Scoring) -> None:
    """Add the result of a table to the score of the player at this place of it."""
    outcome = result.outcome(place)
    score.rounds += 1
    if outcome is Outcome.WON:
        score.wins += 1
        score.points += scoring.win
    elif outcome is Outcome.DRAWN:
        score.draws += 1
        score.points += scoring.draw
    else:
        score.losses += 1
        score.points += scoring.loss
    player = result.players[place]
    score.opponents += tuple(other for other in result.players if other != player)
    score.tables += ((result, place),)


FLOOR = Fraction(33, 100)
"""The floor of the usual tournament rules: no opponent counts as worse than one who won a third of the rounds."""


@dataclass(frozen=True, slots=True)
class Part:
    """An input of a computed number. `player`: its player, if any; `is_floor`: it was raised to the floor."""

    player: int | None
    value: Fraction
    is_floor: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation of a number: the rule `how`, its inputs `parts`, and the result `value`."""

    how: str
    value: Fraction
    parts: tuple[Part, ...] = ()


@dataclass
class Comparison:
    """The scores of all players, and the percentages derived from them. Each is computed once, on demand."""

    scores: Mapping[int, Score]
    rules: Rules

    @cached_property
    def percentages(self) -> dict[int, Fraction]:
        """The share of the possible points in rounds that the player took part in, so that dropping changes nothing."""
        win = self.rules.scoring.win
        return {
            player: Fraction(score.points, win * score.rounds) if score.rounds and win else Fraction(0)
            for player, score in self.scores.items()
        }

    @cached_property
    def raised(self) -> dict[int, Fraction]:
        """The percentages, raised to the floor."""
        return {player: max(part, self.rules.floor) for player, part in self.percentages.items()}

    @cached_property
    def opponents(self) -> dict[int, Fraction]:
        """The mean of the raised percentages of a player's opponents."""
        return self._means_of_opponents(self.raised)

    @cached_property
    def opponents_of_opponents(self) -> dict[int, Fraction]:
        """The mean of `opponents` over a player's opponents."""
        return self._means_of_opponents(self.opponents)

    def _means_of_opponents(self, of: Mapping[int, Fraction]) -> dict[int, Fraction]:
        """Return the mean of a figure over each player's opponents."""
        return {player: _mean([of[other] for other in score.opponents]) for player, score in self.scores.items()}


class TieBreak:
    """A tie-break; more is better. The default methods are for whole numbers."""

    key: str
    """The name in plans, the API and files."""
    words: str
    """The name inside a sentence."""
    heading: str
    """The name over a column of a page."""
    title: str
    """The meaning, in a few words."""
    printed_heading: str = ""
    """The name over a column of a printed sheet, which leaves out tie-breaks without one."""
    is_count: ClassVar[bool] = False
    """True if a sentence has the number before the name: "9 points"."""
    is_drawn: ClassVar[bool] = False
    """True if the number is drawn: secret until the tournament is over, and in no column."""

    def value(self, compared: Comparison, player: int) -> Fraction:
        """Return the player's number."""
        raise NotImplementedError

    def explain(self, compared: Comparison, player: int) -> Explanation:
        """Return the player's number with its rule and the parts that make it."""
        raise NotImplementedError

    def format(self, value: Fraction) -> str:
        """Format a number for a column."""
        return str(int(value))

    def format_in_sentence(self, value: Fraction) -> str:
        """Format a number for a sentence."""
        return self.format(value)


class Points(TieBreak):
    """Match points."""

    key = words = "points"
    heading, title = "Points", "Match points"
    is_count = True

    def value(self, compared: Comparison, player: int) -> Fraction:
        return Fraction(compared.scores[player].points)

    def explain(self, compared: Comparison, player: int) -> Explanation:
        score, scoring = compared.scores[player], compared.rules.scoring
        how = (
            f"{score.wins} won, {score.byes} of them without playing, {score.draws} drawn and {score.losses} lost, "
            f"for {scoring.win}, {scoring.draw} and {scoring.loss} points each; a bye brings {scoring.bye}."
        )
        return Explanation(how, self.value(compared, player))


class OpponentsWins(TieBreak):
    """The opponents' match-win percentage: its mean, with each raised to the floor."""

    key, words = "opponents' win percentage", "opponents’ match wins"
    heading, title = "OMW", "Opponents’ match wins, percent"
    printed_heading = "Opponents"

    def value(self, compared: Comparison, player: int) -> Fraction:
        return compared.opponents[player]

    def explain(self, compared: Comparison, player: int) -> Explanation:
        raised, own = compared.raised, compared.percentages
        opponents = compared.scores[player].opponents
        how = (
            "The mean over all opponents of the part of points each won in the rounds they took part in, "
            f"each at least {float(compared.rules.floor):.0%}. Byes do not count as opponents."
        )
        parts = tuple(Part(other, raised[other], raised[other] != own[other]) for other in opponents)
        return Explanation(how, self.value(compared, player), parts)

    def format(self, value: Fraction) -> str:
        return f"{float(100 * value):.1f}"

    def format_in_sentence(self, value: Fraction) -> str:
        return f"{self.format(value)}%"


class OpponentsOpponentsWins(OpponentsWins):
    """The mean of the opponents' own opponents' percentages."""

    key, words = "opponents' opponents' win percentage", "opponents’ opponents’ match wins"
    heading, title = "OOMW", "Opponents’ opponents’ match wins, percent"
    printed_heading = "Their opponents"

    def value(self, compared: Comparison, player: int) -> Fraction:
        return compared.opponents_of_opponents[player]

    def explain(self, compared: Comparison, player: int) -> Explanation:
        parts = tuple(Part(other, compared.opponents[other]) for other in compared.scores[player].opponents)
        how = "The mean of the opponents' win percentages of all opponents."
        return Explanation(how, self.value(compared, player), parts)


class Figure(TieBreak):
    """A figure of results that the game counts: its mean over the tables played."""

    def __init__(self, figure: ResultFigure) -> None:
        self.key, self.words, self.heading, self.title = figure.key, figure.words, figure.heading, figure.title
        self.printed_heading = figure.printed_heading
        self.figure = figure

    def value(self, compared: Comparison, player: int) -> Fraction:
        return _mean(self._count(compared, player))

    def explain(self, compared: Comparison, player: int) -> Explanation:
        parts = tuple(Part(None, each) for each in self._count(compared, player))
        return Explanation(self.figure.how, self.value(compared, player), parts)

    def format(self, value: Fraction) -> str:
        size = abs(value)
        words = str(int(size)) if size.denominator == 1 else f"{float(size):.1f}"
        return f"+{words}" if value > 0 else f"−{words}" if value < 0 else "0"

    def _count(self, compared: Comparison, player: int) -> list[Fraction]:
        tables = compared.scores[player].tables
        return [self.figure.count(result.places, result.left, number) for result, number in tables]


class Wins(TieBreak):
    """Rounds won, including rounds won without playing."""

    key, words = "wins", "rounds won"
    heading, title = "Wins", "Rounds won"
    printed_heading = "Wins"
    is_count = True

    def value(self, compared: Comparison, player: int) -> Fraction:
        return Fraction(compared.scores[player].wins)

    def explain(self, compared: Comparison, player: int) -> Explanation:
        byes = compared.scores[player].byes
        return Explanation(f"Rounds won, {byes} of them without playing.", self.value(compared, player))


class Lot(TieBreak):
    """A lot between 0 and 1, unknown before the seed is drawn, and verifiable after it is published."""

    key = words = "lot"
    heading, title = "Lot", "Drawn by lot"
    is_drawn = True

    def value(self, compared: Comparison, player: int) -> Fraction:
        digest = blake2b(self._drawn_text(compared, player).encode(), digest_size=8).digest()
        return Fraction(int.from_bytes(digest), 2**64)

    def explain(self, compared: Comparison, player: int) -> Explanation:
        text = self._drawn_text(compared, player)
        how = f"Drawn by the seed: the first eight bytes of BLAKE2b of “{text}”, as part of 1."
        return Explanation(how, self.value(compared, player))

    def _drawn_text(self, compared: Comparison, player: int) -> str:
        """Return the text whose hash is the player's lot."""
        return f"{compared.rules.seed} lot of {player}"

    def format(self, value: Fraction) -> str:
        return f"{float(value):.4f}"


@cache
def list_tie_breaks(results: ResultKind) -> Mapping[str, TieBreak]:
    """Return the tie-breaks by key, in the usual order, for a game with these results."""
    figures = [Figure(figure) for figure in results.figures]
    found = [Points(), *figures, OpponentsWins()] if results.come_first else [Points(), OpponentsWins(), *figures]
    return {each.key: each for each in (*found, OpponentsOpponentsWins(), Wins(), Lot())}


def usual_order(results: ResultKind) -> tuple[str, ...]:
    """Return the keys of the tie-breaks that tournaments of a game with these results usually have."""
    return tuple(key for key in list_tie_breaks(results) if key != Wins.key)


def order_of_pods(results: ResultKind) -> tuple[str, ...]:
    """Return the usual order of a tournament with tables of more than two."""
    first, *rest = (key for key in usual_order(results) if key != OpponentsOpponentsWins.key)
    return (first, Wins.key, *rest)


def _mean(values: Sequence[Fraction]) -> Fraction:
    """Return the exact mean, over one denominator, because adding fractions one by one normalizes each sum."""
    if not values:
        return Fraction(0)
    whole = lcm(*(each.denominator for each in values))
    return Fraction(sum(each.numerator * (whole // each.denominator) for each in values), whole * len(values))


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line in the standings: the rank, and the numbers that decide it in the order of the tie-breaks."""

    rank: int
    player: int
    values: tuple[Fraction, ...]
    score: Score
    has_dropped: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """The organizer's rules: points, tie-breaks in order, the floor, the seed of the lots; and the game's results."""

    scoring: Scoring = field(default_factory=Scoring)
    order: tuple[str, ...] = ()
    floor: Fraction = FLOOR
    seed: str = ""
    results: ResultKind = field(default_factory=ResultKind)

    @property
    def tie_breaks(self) -> list[TieBreak]:
        """The tie-breaks in order, by default the usual ones."""
        known = list_tie_breaks(self.results)
        return [known[key] for key in self.order or usual_order(self.results)]


def standings(
    players: Sequence[int], rounds: Sequence[RoundResult], rules: Rules | None = None, dropped: Collection[int] = ()
) -> list[Standing]:
    """Return the standings, best first; players equal in all tie-breaks share a rank.

    A player who has dropped stays where the points place them, and the numbers of others do not change. Raises
    `ResultError`.
    """
    rules = rules or Rules()
    done = scores(players, rounds, rules.scoring)
    compared, order = Comparison(done, rules), rules.tie_breaks
    values = {player: tuple(by.value(compared, player) for by in order) for player in done}
    ordered = sorted(done, key=values.__getitem__, reverse=True)
    found: list[Standing] = []
    for number, player in enumerate(ordered, 1):
        is_equal = bool(found) and found[-1].values == values[player]
        rank = found[-1].rank if is_equal else number
        found.append(Standing(rank, player, values[player], done[player], player in dropped))
    return found
