"""Tie-breaks between players. Each number comes with an explanation that players can check.

A tie-break is one class: its figure, its headings and its explanation. Pages, the API, CSV files, printed standings and
the form of a plan read everything from it. To add one, write its class here and name it in TIE_BREAKS.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from math import lcm
from typing import ClassVar

from tournaments.events.standings.results import Score, Scoring

FLOOR = Fraction(33, 100)
"""The floor of the usual tournament rules: no opponent counts as worse than one who won a third of the rounds."""


@dataclass(frozen=True, slots=True)
class Part:
    """An input of a computed number. `player`: its player, if any; `is_floor`: it was raised to the floor."""

    player: int | None
    value: Fraction
    is_floor: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """An explanation of a number: the rule `how`, its inputs `parts`, and the result `value`."""

    how: str
    value: Fraction
    parts: tuple[Part, ...] = ()


class Comparison:
    """The scores of all players, and the percentages derived from them. Each is computed once, on demand."""

    def __init__(
        self, scores: Mapping[int, Score], scoring: Scoring, *, floor: Fraction = FLOOR, seed: str = ""
    ) -> None:
        self.scores = scores
        self.scoring = scoring
        self.floor = floor
        self.seed = seed

    @cached_property
    def percentages(self) -> dict[int, Fraction]:
        """The share of the possible points in rounds that the player took part in, so that dropping changes nothing."""
        win = self.scoring.win
        return {
            player: Fraction(score.points, win * score.rounds) if score.rounds and win else Fraction(0)
            for player, score in self.scores.items()
        }

    @cached_property
    def raised(self) -> dict[int, Fraction]:
        """The percentages, raised to the floor."""
        return {player: max(part, self.floor) for player, part in self.percentages.items()}

    @cached_property
    def opponents(self) -> dict[int, Fraction]:
        """The mean of the raised percentages of a player's opponents."""
        return self._means_of_opponents(self.raised)

    @cached_property
    def opponents_of_opponents(self) -> dict[int, Fraction]:
        """The mean of `opponents` over a player's opponents."""
        return self._means_of_opponents(self.opponents)

    def _means_of_opponents(self, of: Mapping[int, Fraction]) -> dict[int, Fraction]:
        return {player: _mean([of[other] for other in score.opponents]) for player, score in self.scores.items()}


class TieBreak:
    """A tie-break; more is better. The default methods are for whole numbers."""

    key: ClassVar[str]
    """The name in plans, the API and files."""
    words: ClassVar[str]
    """The name inside a sentence."""
    heading: ClassVar[str]
    """The name over a column of a page."""
    title: ClassVar[str]
    """The meaning, in a few words."""
    printed_heading: ClassVar[str] = ""
    """The name over a column of a printed sheet, which leaves out tie-breaks without one."""
    is_count: ClassVar[bool] = False
    """True if a sentence has the number before the name: "9 points"."""
    is_drawn: ClassVar[bool] = False
    """True if the number is drawn: secret until the tournament is over, and in no column."""

    def value(self, compared: Comparison, player: int) -> Fraction:
        """Return the player's number."""
        raise NotImplementedError

    def account(self, compared: Comparison, player: int) -> Account:
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

    def account(self, compared: Comparison, player: int) -> Account:
        score, scoring = compared.scores[player], compared.scoring
        how = (
            f"{score.wins} won, {score.byes} of them without playing, {score.draws} drawn and {score.losses} lost, "
            f"for {scoring.win}, {scoring.draw} and {scoring.loss} points each; a bye brings {scoring.bye}."
        )
        return Account(how, self.value(compared, player))


class OpponentsWins(TieBreak):
    """The opponents' match-win percentage: its mean, with each raised to the floor."""

    key, words = "opponents' win percentage", "opponents’ match wins"
    heading, title = "OMW", "Opponents’ match wins, percent"
    printed_heading = "Opponents"

    def value(self, compared: Comparison, player: int) -> Fraction:
        return compared.opponents[player]

    def account(self, compared: Comparison, player: int) -> Account:
        raised, own = compared.raised, compared.percentages
        opponents = compared.scores[player].opponents
        how = (
            "The mean over all opponents of the part of points each won in the rounds they took part in, "
            f"each at least {_percent(compared.floor)}. Byes are no opponents."
        )
        parts = tuple(Part(other, raised[other], raised[other] != own[other]) for other in opponents)
        return Account(how, self.value(compared, player), parts)

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

    def account(self, compared: Comparison, player: int) -> Account:
        parts = tuple(Part(other, compared.opponents[other]) for other in compared.scores[player].opponents)
        how = "The mean of the opponents' win percentages of all opponents."
        return Account(how, self.value(compared, player), parts)


class Margin(TieBreak):
    """The average margin per table: hull and shields left, compared with the other players."""

    key = words = "hull and shield margin"
    heading, title = "Margin", "Hull and shields left, less those of the others, a table on average"
    printed_heading = "Margin"

    def value(self, compared: Comparison, player: int) -> Fraction:
        return _mean(compared.scores[player].margins)

    def account(self, compared: Comparison, player: int) -> Account:
        how = "The mean over all tables played of own hull and shields at the end, less those of the others on average."
        parts = tuple(Part(None, each) for each in compared.scores[player].margins)
        return Account(how, self.value(compared, player), parts)

    def format(self, value: Fraction) -> str:
        size = abs(value)
        words = str(int(size)) if size.denominator == 1 else f"{float(size):.1f}"
        return f"+{words}" if value > 0 else f"−{words}" if value < 0 else "0"


class Wins(TieBreak):
    """Rounds won, including rounds won without playing."""

    key, words = "wins", "rounds won"
    heading, title = "Wins", "Rounds won"
    printed_heading = "Wins"
    is_count = True

    def value(self, compared: Comparison, player: int) -> Fraction:
        return Fraction(compared.scores[player].wins)

    def account(self, compared: Comparison, player: int) -> Account:
        byes = compared.scores[player].byes
        return Account(f"Rounds won, {byes} of them without playing.", self.value(compared, player))


class Lot(TieBreak):
    """A lot between 0 and 1, unknown before the seed is drawn, and verifiable after it is published."""

    key = words = "lot"
    heading, title = "Lot", "Drawn by lot"
    is_drawn = True

    def value(self, compared: Comparison, player: int) -> Fraction:
        digest = blake2b(self._drawn_text(compared, player).encode(), digest_size=8).digest()
        return Fraction(int.from_bytes(digest), 2**64)

    def account(self, compared: Comparison, player: int) -> Account:
        text = self._drawn_text(compared, player)
        how = f"Drawn by the seed: the first eight bytes of BLAKE2b of “{text}”, as part of 1."
        return Account(how, self.value(compared, player))

    def _drawn_text(self, compared: Comparison, player: int) -> str:
        return f"{compared.seed} lot of {player}"

    def format(self, value: Fraction) -> str:
        return f"{float(value):.4f}"


TIE_BREAKS: Mapping[str, TieBreak] = {
    each.key: each for each in (Points(), OpponentsWins(), Margin(), OpponentsOpponentsWins(), Wins(), Lot())
}
USUAL = (Points.key, OpponentsWins.key, Margin.key, OpponentsOpponentsWins.key, Lot.key)
OF_PODS = (Points.key, Wins.key, OpponentsWins.key, Margin.key, Lot.key)
"""The order of a tournament with tables of more than two."""


def _mean(values: Sequence[Fraction]) -> Fraction:
    """Return the exact mean, over one denominator, because adding fractions one by one normalizes each sum."""
    if not values:
        return Fraction(0)
    whole = lcm(*(each.denominator for each in values))
    return Fraction(sum(each.numerator * (whole // each.denominator) for each in values), whole * len(values))


def _percent(part: Fraction) -> str:
    return f"{float(part):.0%}"
