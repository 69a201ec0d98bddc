"""The report as plain data, which tables, plots and pages are made from; and the targets that the set is tuned to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple, TypedDict

from incursions.games.incursions.bots.trials.tally import CardCount, Scored, Tally
from incursions.games.incursions.rules.placed.endings import ENDINGS
from incursions.games.incursions.rules.printed.pieces import RACES
from incursions.games.incursions.rules.starters import Starter
from incursions.games.simulation import FIGURES, share


class WinRate(TypedDict):
    """A share of games won, with its bounds of 95 %."""

    games: int
    win_rate: float
    low: float
    high: float


class TileRate(WinRate):
    """A tile: how often it was explored, and what those won who explored it."""

    explored: int


class CardRate(TypedDict):
    """A card: copies drawn and played, and what those won who drew it, by whether they played it."""

    drawn: int
    played: int
    played_share: float
    played_low: float
    played_high: float
    games_played: int
    win_rate_played: float
    low_played: float
    high_played: float
    games_not_played: int
    win_rate_not_played: float
    low_not_played: float
    high_not_played: float


class Turns(TypedDict):
    """The turns of a player in a game; `distribution` counts games by whole turns."""

    median: float
    p10: float
    p90: float
    distribution: dict[str, int]


class Level(TypedDict):
    """The figures of the games of one number of seats."""

    games: int
    errors: int
    failures: list[str]
    seed: int
    races: dict[str, WinRate]
    decks: dict[str, WinRate]
    endings: dict[str, float]
    turns: Turns
    first_seat: WinRate
    round_limit: float
    matrix: dict[str, dict[str, WinRate]]
    cards: dict[str, CardRate]
    tiles: dict[str, TileRate]


Report = dict[str, Level]


def report_of(tallies: Iterable[Tally], decks: Iterable[Starter], seed: int) -> Report:
    """Return what these tallies say, by the number of seats. `decks` put decks and races in their order."""
    decks = list(decks)
    return {str(tally.seats): level_of(tally, decks, seed) for tally in tallies}


def level_of(tally: Tally, decks: list[Starter], seed: int) -> Level:
    """Return what is known from the games of one number of seats."""
    titles = [deck.title for deck in decks]
    races = [race for race in RACES if any(deck.race == race for deck in decks)]
    seen = {*tally.cards, *(title for deck in decks for title in deck.cards)}  # in decks or in hands
    nothing = Scored()
    return {
        "games": tally.games,
        "errors": tally.errors,
        "failures": tally.failures,
        "seed": seed,
        "races": {race.lower(): win_rate(tally.races.get(race, nothing)) for race in races},
        "decks": {title: win_rate(tally.decks.get(title, nothing)) for title in titles},
        "endings": {ending: _part(tally.endings[ending], tally.ended) for ending in ENDINGS},
        "turns": _turns(tally),
        "first_seat": win_rate(tally.first_seat),
        "round_limit": _part(tally.at_round_limit, tally.ended),
        "matrix": {
            title: {
                other: win_rate(tally.pairs.get(title, {}).get(other, nothing)) for other in titles if other != title
            }
            for title in titles
        },
        "cards": {title: _card(tally.cards.get(title, CardCount())) for title in sorted(seen)},
        "tiles": {
            title: {"explored": tile.explored, **win_rate(tile.by)} for title, tile in sorted(tally.tiles.items())
        },
    }


def win_rate(scored: Scored) -> WinRate:
    """Return a share of games won with its bounds."""
    found = share(scored.won, scored.games)
    return {"games": found.games, "win_rate": found.rate, "low": found.low, "high": found.high}


def _card(card: CardCount) -> CardRate:
    """Return copies drawn and played, and the wins of seats that drew it, by whether they played it."""
    played = share(card.played, card.drawn)
    won, lost = win_rate(card.when_played), win_rate(card.when_not)
    return {
        "drawn": card.drawn,
        "played": card.played,
        "played_share": played.rate,
        "played_low": played.low,
        "played_high": played.high,
        "games_played": won["games"],
        "win_rate_played": won["win_rate"],
        "low_played": won["low"],
        "high_played": won["high"],
        "games_not_played": lost["games"],
        "win_rate_not_played": lost["win_rate"],
        "low_not_played": lost["low"],
        "high_not_played": lost["high"],
    }


def _turns(tally: Tally) -> Turns:
    """Return the turns of a player in a game, those of all by the number of seats; `distribution`: in whole turns."""
    each = sorted(turns / tally.seats for turns in tally.turns.elements())

    def quantile(part: float) -> float:
        return round(each[min(len(each) - 1, int(part * len(each)))], 2) if each else 0.0

    return {
        "median": quantile(0.5),
        "p10": quantile(0.1),
        "p90": quantile(0.9),
        "distribution": {str(turns): games for turns, games in Counter(map(round, each)).items()},
    }


def _part(count: int, games: int) -> float:
    """Return the share of the games, rounded; 0 without games."""
    return round(count / games, FIGURES) if games else 0.0


ENOUGH = 80
"""With so many a share is known to within eleven in a hundred."""
MET, MISSED, OPEN = "met", "not met", "too few games"


class Target(NamedTuple):
    """A figure that should lie between two bounds, at two seats or (`beyond_two`) more; `is_below`: under the upper.

    `values` finds in a level what is judged: a name, the value, and whether there were enough games to judge it.
    """

    name: str
    low: float
    high: float
    values: Callable[[Level, int], list[Value]]
    beyond_two: bool = False
    is_share: bool = True
    is_below: bool = False

    def holds(self, value: float) -> bool:
        """Return True if the value is within the bounds."""
        return self.low <= value <= self.high and not (self.is_below and value == self.high)

    @property
    def wanted(self) -> str:
        """The bounds in words."""
        low, high = (f"{bound:.0%}".rstrip("%") if self.is_share else f"{bound:g}" for bound in (self.low, self.high))
        unit = " %" if self.is_share else ""
        if self.low <= 0:
            return f"{'below' if self.is_below else 'at most'} {high}{unit}"
        if self.high >= (1 if self.is_share else 100):
            return f"at least {low}{unit}"
        return f"{low} to {high}{unit}"


class Value(NamedTuple):
    """A value that is judged by a target."""

    name: str
    value: float
    is_enough: bool = True


class Verdict(NamedTuple):
    """The result for a target: `outside` are the values that miss it, `unknown` those of which too little is known."""

    target: Target
    seats: int
    verdict: str
    lowest: Value | None
    highest: Value | None
    outside: list[Value]
    unknown: list[Value]


def scale_to_two_seats(rate: float, seats: int) -> float:
    """Return a win rate as it would be at two seats, where an even share is a half."""
    return rate * seats / 2


def _of_each(group: Callable[[Level], dict[str, WinRate]]) -> Callable[[Level, int], list[Value]]:
    """Return a function that lists the win rate of each thing in a group of the report, by its own number of games."""
    return lambda level, seats: [
        Value(name, scale_to_two_seats(found["win_rate"], seats), found["games"] >= ENOUGH)
        for name, found in group(level).items()
    ]


def _of_cards(figure: Callable[[CardRate], tuple[float, int]]) -> Callable[[Level, int], list[Value]]:
    """Return a function that lists a figure of each card, with the number of times that it is counted by."""
    return lambda level, seats: [
        Value(name, figure(card)[0], figure(card)[1] >= ENOUGH) for name, card in level["cards"].items()
    ]


def _of_all(figures: Callable[[Level], dict[str, float]]) -> Callable[[Level, int], list[Value]]:
    """Return a function that lists figures of all games."""
    return lambda level, seats: [
        Value(name, value, level["games"] - level["errors"] >= ENOUGH) for name, value in figures(level).items()
    ]


_races, _decks = _of_each(itemgetter("races")), _of_each(itemgetter("decks"))
TARGETS = (
    Target("Win rate of every race", 0.45, 0.55, _races),
    Target("Win rate of every starter deck", 0.40, 0.60, _decks),
    Target("Win rate of who begins", 0.45, 0.55, _of_each(lambda level: {"who begins": level["first_seat"]})),
    Target("Games decided by a wormhole", 0.20, 1, _of_all(lambda level: {"wormhole": level["endings"]["wormhole"]})),
    Target(
        "Games decided by destruction", 0.20, 1, _of_all(lambda level: {"destruction": level["endings"]["destruction"]})
    ),
    Target(
        "Turns of a player, median and ninth decile",
        8,
        30,
        _of_all(lambda level: {"median": level["turns"]["median"], "p90": level["turns"]["p90"]}),
        is_share=False,
    ),
    Target(
        "Games that reach the round limit",
        0,
        0.02,
        _of_all(lambda level: {"the round limit": level["round_limit"]}),
        is_below=True,
    ),
    Target("Cards played when drawn", 0.03, 1, _of_cards(lambda card: (card["played_share"], card["drawn"]))),
    Target(
        "Won when the card was played", 0, 0.65, _of_cards(lambda card: (card["win_rate_played"], card["games_played"]))
    ),
    Target("Win rate of every race, as at two seats", 0.40, 0.60, _races, beyond_two=True),
    Target("Win rate of every starter deck, as at two seats", 0.40, 0.60, _decks, beyond_two=True),
)


def verdicts(report: Report) -> Iterator[Verdict]:
    """Yield every target that speaks of a number of seats in the report, and whether it is met."""
    for seats, level in report.items():
        for target in TARGETS:
            if target.beyond_two == (int(seats) > 2):
                yield _judge_target(target, level, int(seats))


def _judge_target(target: Target, level: Level, seats: int) -> Verdict:
    values = target.values(level, seats)
    known = sorted((value for value in values if value.is_enough), key=lambda value: value.value)
    outside = [value for value in known if not target.holds(value.value)]
    verdict = MISSED if outside else MET if known else OPEN
    lowest, highest = (known[0], known[-1]) if known else (None, None)
    unknown = [value for value in values if not value.is_enough]
    return Verdict(target, seats, verdict, lowest, highest, outside, unknown)
