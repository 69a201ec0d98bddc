"""Skill as openskill estimates it, and the one number that people are shown of it.

Plackett-Luce rates any order of two to six who play for themselves, with shared places; its documentation advises it
where more than two compete. The figures are openskill's own defaults: nothing is tuned without data to tune it by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

SHOWN_AT_FIRST = 1000
POINTS_PER_UNIT = 40
DEVIATIONS = 3
ENOUGH_MATCHES = 10
"""A rating of fewer is provisional: it still moves by a hundred points and more with a match."""

_model = PlackettLuce()


class Skill(NamedTuple):
    """An estimate of somebody's skill, and how uncertain it is: mean and standard deviation."""

    mu: float = _model.mu
    sigma: float = _model.sigma

    @property
    def shown(self) -> int:
        """The number that people see: the skill that somebody has almost certainly, 1000 for who has not played yet.

        Three deviations below the estimate, so that it rises as matches make it surer.
        """
        return max(0, round(SHOWN_AT_FIRST + POINTS_PER_UNIT * (self.mu - DEVIATIONS * self.sigma)))

    @property
    def uncertainty(self) -> int:
        """One standard deviation, in the points of the number that people see."""
        return round(POINTS_PER_UNIT * self.sigma)


def after_match(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills after a match in which they came to these places, 1 the best; equal places are shared."""
    teams = [[_model.create_rating([skill.mu, skill.sigma])] for skill in skills]
    rated = _model.rate(teams, ranks=[float(place) for place in places])
    return [Skill(one.mu, one.sigma) for [one] in rated]
