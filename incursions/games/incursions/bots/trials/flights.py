"""Test flights: one deck plays against a field of others, from either seat by turns; and the report on its games.

A flight is played in Full (rules 1.4): everybody explores from his own hexpile, so the whole deck is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import NamedTuple

from incursions.games.incursions.bots.bot import Bot
from incursions.games.incursions.bots.trials.document import NOTHING, format_bounds, percent
from incursions.games.incursions.bots.trials.games import DeckSet, Failed, play_decks
from incursions.games.incursions.bots.trials.plots import Drawing, even_win_rates
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.placed.endings import ENDINGS
from incursions.games.incursions.rules.state.setup import FULL
from incursions.games.simulation import Share, share
from incursions.games.trials import Table

SEATS = 2
WIN, DRAW = 1.0, 0.5
COLUMNS = ("Win rate", "95 %", "Games", "Won", "Drawn", "Lost", "Turns", "Ended by")


class Outcome(NamedTuple):
    """The result of a game. `opponent` is its place in the field; `began`: the deck flown had the first turn.

    `score` is 1 for a win and a half for a draw; `turns` are those of both seats. A game that could not be played to
    its end says why in `failure`, and nothing else of it counts.
    """

    opponent: int
    began: bool = False
    score: float = 0.0
    ending: str = ""
    turns: int = 0
    failure: str = ""


def seat_in(number: int, opponents: int) -> int:
    """Return the seat of the deck flown: another each time that it meets an opponent, and for every other opponent."""
    time, opponent = divmod(number, opponents)
    return (time + opponent) % SEATS


def play_flight_game(
    field: DeckSet, name: str, content: DeckContent, seed: int, number: int, bot: Bot | None = None
) -> Outcome:
    """Play the game of that number: the same one whoever plays it, when, and beside which others."""
    opponent, seat = number % len(field.decks), seat_in(number, len(field.decks))
    other = field.decks[opponent]
    seated = [(name, content), (other.title, other.content)]
    if seat:
        seated.reverse()
    rng = Random(f"flight/{seed}/{number}")
    game = play_decks(f"game {number} against {other.title}", seated, field.pieces, rng, mode=FULL, bot=bot)
    if isinstance(game, Failed):
        return Outcome(opponent, failure=game.reason)
    return Outcome(opponent, game.first == seat, game.score(seat), game.ending, game.turns)


class Line(NamedTuple):
    """Figures of some of the games. A draw is half a win; `turns` are those of a player, on average."""

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
        """The games that came to their end."""
        return self.rate.games


class Figures(NamedTuple):
    """A line for all games, one for each opponent in the order of the field, and two by who had the first turn."""

    all: Line
    opponents: list[Line]
    began: Line
    followed: Line


def figures_of(outcomes: Collection[Outcome], opponents: Sequence[str]) -> Figures:
    """Return what these games say; `opponents` are the titles of the field."""
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
    """Return the share of these games that was won, without those that could not be played to their end."""
    scores = [game.score for game in outcomes if not game.failure]
    return share(sum(scores), len(scores))


def opponents_table(figures: Figures) -> Table:
    """Return a row for each deck of the field."""
    return Table("opponents", "By starter deck", ("Against", *COLUMNS), [_row(line) for line in figures.opponents])


def turns_table(figures: Figures) -> Table:
    """Return rows by who had the first turn, and altogether."""
    lines = (figures.began, figures.followed, figures.all)
    return Table("turns", "By turn, and altogether", ("Games", *COLUMNS), [_row(line) for line in lines])


def bounds(found: Share) -> str:
    """Return the bounds of a share in words."""
    return format_bounds(found.low, found.high)


def win_rates_plot(figures: Figures) -> Drawing:
    """Return each line's rate with its bounds as a drawing, whose figures are in the tables too."""
    groups = ([figures.all], figures.opponents, [figures.began, figures.followed])
    return even_win_rates({line.name: line.rate for line in group} for group in groups)


def _line(name: str, outcomes: Collection[Outcome]) -> Line:
    """Return the counts and the win rate of a deck's games; failed games count only as failed."""
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


def _row(line: Line) -> tuple[str, ...]:
    """Return a line as cells of a table."""
    endings = ", ".join(f"{games} {ending}" for ending, games in line.endings.items())
    counts = (line.games, line.won, line.drawn, line.lost)
    if not line.games:
        return (line.name, NOTHING, NOTHING, *map(str, counts), NOTHING, NOTHING)
    return (line.name, percent(line.rate.rate), bounds(line.rate), *map(str, counts), f"{line.turns:.1f}", endings)
