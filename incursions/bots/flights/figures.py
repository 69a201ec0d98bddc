"""What the games of a flight say: win rates with their bounds, turns and endings, by opponent and altogether."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from incursions.bots.flights.games import SEATS, Outcome
from incursions.bots.intervals import Share, share
from incursions.bots.simulation import ENDINGS

WIN, DRAW = 1.0, 0.5


class Line(NamedTuple):
    """What is known from some of the games. A draw is half a win; `turns` are those of a player, on average."""

    name: str
    won: int
    drawn: int
    lost: int
    failed: int
    rate: Share
    turns: float
    endings: dict[str, int]

    @property
    def games(self) -> int:
        """Those that came to their end."""
        return self.rate.games


class Figures(NamedTuple):
    """A line for all games, one for each opponent in the order of the field, and two by who had the first turn."""

    all: Line
    opponents: list[Line]
    began: Line
    followed: Line


def figures_of(outcomes: Collection[Outcome], opponents: Sequence[str]) -> Figures:
    """What these games say; `opponents` are the titles of the field."""
    against = [
        _line(title, [game for game in outcomes if game.opponent == place]) for place, title in enumerate(opponents)
    ]
    played = [game for game in outcomes if not game.failure]
    return Figures(
        all=_line("All games", outcomes),
        opponents=against,
        began=_line("With the first turn", [game for game in played if game.began]),
        followed=_line("With the second turn", [game for game in played if not game.began]),
    )


def rate_of(outcomes: Iterable[Outcome]) -> Share:
    """The share of these games that was won, those left out that could not be played to their end."""
    scores = [game.score for game in outcomes if not game.failure]
    return share(sum(scores), len(scores))


def _line(name: str, outcomes: Collection[Outcome]) -> Line:
    played = [game for game in outcomes if not game.failure]
    scores = Counter(game.score for game in played)
    endings = Counter(game.ending for game in played)
    return Line(
        name=name,
        won=scores[WIN],
        drawn=scores[DRAW],
        lost=len(played) - scores[WIN] - scores[DRAW],
        failed=len(outcomes) - len(played),
        rate=rate_of(played),
        turns=sum(game.turns for game in played) / (SEATS * len(played)) if played else 0.0,
        endings={ending: endings[ending] for ending in ENDINGS if endings[ending]},
    )
