"""What ranks players: match points, and what tells those apart who have as many. Each number comes with its account."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from math import lcm

from tournaments.standings.results import Score, Scoring

FLOOR = Fraction(33, 100)
"""The floor of the usual rules for tournaments: nobody has a worse opponent than one who won a third of the rounds."""


class TieBreak(StrEnum):
    """What players are compared by, in an order that the organizer chooses."""

    POINTS = "points"
    OPPONENTS = "opponents' win percentage"
    MARGIN = "hull and shield margin"
    OPPONENTS_OF_OPPONENTS = "opponents' opponents' win percentage"
    WINS = "wins"
    LOT = "lot"


USUAL = (
    TieBreak.POINTS,
    TieBreak.OPPONENTS,
    TieBreak.MARGIN,
    TieBreak.OPPONENTS_OF_OPPONENTS,
    TieBreak.LOT,
)
PRESETS: Mapping[str, tuple[TieBreak, ...]] = {
    "usual": USUAL,
    "margin first": (
        TieBreak.POINTS,
        TieBreak.MARGIN,
        TieBreak.OPPONENTS,
        TieBreak.OPPONENTS_OF_OPPONENTS,
        TieBreak.LOT,
    ),
    "opponents alone": (TieBreak.POINTS, TieBreak.OPPONENTS, TieBreak.OPPONENTS_OF_OPPONENTS, TieBreak.LOT),
    "pods": (TieBreak.POINTS, TieBreak.WINS, TieBreak.OPPONENTS, TieBreak.MARGIN, TieBreak.LOT),
}


@dataclass(frozen=True, slots=True)
class Part:
    """One of the numbers that another is made of: of which player, or of nobody in particular, and if it was raised."""

    player: int | None
    value: Fraction
    is_floor: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """How a number was come by: `value` is what the rule in `how` makes of the parts."""

    how: str
    value: Fraction
    parts: tuple[Part, ...] = ()


class Comparison:
    """The numbers of all players, each worked out when it is asked for, and once."""

    def __init__(
        self, scores: Mapping[int, Score], scoring: Scoring, *, floor: Fraction = FLOOR, seed: str = ""
    ) -> None:
        self._scores = scores
        self._scoring = scoring
        self._floor = floor
        self._seed = seed

    def value(self, player: int, by: TieBreak) -> Fraction:
        """What the player is compared by; more is better."""
        return self._values[by](player)

    def account(self, player: int, by: TieBreak) -> Account:
        """How that number was come by, for people to check."""
        return self._accounts[by](player)

    @cached_property
    def _values(self) -> dict[TieBreak, Callable[[int], Fraction]]:
        return {
            TieBreak.POINTS: lambda player: Fraction(self._scores[player].points),
            TieBreak.OPPONENTS: lambda player: self._opponents[player],
            TieBreak.MARGIN: lambda player: _mean(self._scores[player].margins),
            TieBreak.OPPONENTS_OF_OPPONENTS: lambda player: self._opponents_of_opponents[player],
            TieBreak.WINS: lambda player: Fraction(self._scores[player].wins),
            TieBreak.LOT: self._lot,
        }

    @cached_property
    def _accounts(self) -> dict[TieBreak, Callable[[int], Account]]:
        return {
            TieBreak.POINTS: self._account_of_points,
            TieBreak.OPPONENTS: self._account_of_opponents,
            TieBreak.MARGIN: self._account_of_margin,
            TieBreak.OPPONENTS_OF_OPPONENTS: self._account_of_theirs,
            TieBreak.WINS: self._account_of_wins,
            TieBreak.LOT: self._account_of_lot,
        }

    @cached_property
    def _percentages(self) -> dict[int, Fraction]:
        """What part of the points that could be won in the rounds a player took part in: dropping changes nothing."""
        win = self._scoring.win
        return {
            player: Fraction(score.points, win * score.rounds) if score.rounds and win else Fraction(0)
            for player, score in self._scores.items()
        }

    @cached_property
    def _raised(self) -> dict[int, Fraction]:
        return {player: max(part, self._floor) for player, part in self._percentages.items()}

    @cached_property
    def _opponents(self) -> dict[int, Fraction]:
        return self._means_of_opponents(self._raised)

    @cached_property
    def _opponents_of_opponents(self) -> dict[int, Fraction]:
        return self._means_of_opponents(self._opponents)

    def _means_of_opponents(self, of: Mapping[int, Fraction]) -> dict[int, Fraction]:
        return {player: _mean([of[other] for other in score.opponents]) for player, score in self._scores.items()}

    def _lot(self, player: int) -> Fraction:
        """A number between 0 and 1 that nobody knows before the seed is drawn, and everybody can work out after."""
        digest = blake2b(f"{self._seed} lot of {player}".encode(), digest_size=8).digest()
        return Fraction(int.from_bytes(digest), 2**64)

    def _account_of_points(self, player: int) -> Account:
        score, scoring = self._scores[player], self._scoring
        how = (
            f"{score.wins} won, {score.byes} of them without playing, {score.draws} drawn and {score.losses} lost, "
            f"for {scoring.win}, {scoring.draw} and {scoring.loss} points each; a bye brings {scoring.bye}."
        )
        return Account(how, Fraction(score.points))

    def _account_of_opponents(self, player: int) -> Account:
        parts = [
            Part(other, self._raised[other], self._raised[other] != self._percentages[other])
            for other in self._scores[player].opponents
        ]
        how = (
            "The mean over all opponents of the part of points each won in the rounds they took part in, "
            f"each at least {_percent(self._floor)}. Byes are no opponents."
        )
        return Account(how, self._opponents[player], tuple(parts))

    def _account_of_theirs(self, player: int) -> Account:
        parts = tuple(Part(other, self._opponents[other]) for other in self._scores[player].opponents)
        how = "The mean of the opponents' win percentages of all opponents."
        return Account(how, self._opponents_of_opponents[player], parts)

    def _account_of_margin(self, player: int) -> Account:
        margins = self._scores[player].margins
        how = "The mean over all tables played of own hull and shields at the end, less those of the others on average."
        return Account(how, _mean(margins), tuple(Part(None, each) for each in margins))

    def _account_of_wins(self, player: int) -> Account:
        score = self._scores[player]
        return Account(f"Rounds won, {score.byes} of them without playing.", Fraction(score.wins))

    def _account_of_lot(self, player: int) -> Account:
        how = f"Drawn by the seed: the first eight bytes of BLAKE2b of “{self._seed} lot of {player}”, as part of 1."
        return Account(how, self._lot(player))


def _mean(values: Sequence[Fraction]) -> Fraction:
    """Exact, and over one denominator: fractions added one by one are brought to lowest terms each time."""
    if not values:
        return Fraction(0)
    whole = lcm(*(each.denominator for each in values))
    return Fraction(sum(each.numerator * (whole // each.denominator) for each in values), whole * len(values))


def _percent(part: Fraction) -> str:
    return f"{float(part):.0%}"
