"""The table of standings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.events.standings.results import RoundResult, Score, Scoring, scores
from tournaments.events.standings.tiebreaks import FLOOR, TIE_BREAKS, USUAL, Comparison, TieBreak


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
    """The organizer's rules: points, tie-breaks in order, the floor, and the seed of the lots."""

    scoring: Scoring = field(default_factory=Scoring)
    order: tuple[str, ...] = USUAL
    floor: Fraction = FLOOR
    seed: str = ""

    @property
    def tie_breaks(self) -> list[TieBreak]:
        """The tie-breaks in order."""
        return [TIE_BREAKS[key] for key in self.order]


def standings(
    players: Sequence[int], rounds: Sequence[RoundResult], rules: Rules | None = None, dropped: Collection[int] = ()
) -> list[Standing]:
    """Return the standings, best first; players equal in all tie-breaks share a rank.

    A player who has dropped stays where the points place them, and the numbers of others do not change. Raises
    `ResultError`.
    """
    rules = rules or Rules()
    done = scores(players, rounds, rules.scoring)
    compared, order = comparison(done, rules), rules.tie_breaks
    values = {player: tuple(by.value(compared, player) for by in order) for player in done}
    ordered = sorted(done, key=values.__getitem__, reverse=True)
    found: list[Standing] = []
    for number, player in enumerate(ordered, 1):
        is_equal = bool(found) and found[-1].values == values[player]
        rank = found[-1].rank if is_equal else number
        found.append(Standing(rank, player, values[player], done[player], player in dropped))
    return found


def comparison(done: dict[int, Score], rules: Rules) -> Comparison:
    """Return the comparison of players, with the explanations of its numbers."""
    return Comparison(done, rules.scoring, floor=rules.floor, seed=rules.seed)
