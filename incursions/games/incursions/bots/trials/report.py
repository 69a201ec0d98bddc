"""The report as plain data: what `script/manage balance --json` prints, and what tables, plots and pages are made from.

One level per number of seats. Every share has `games`, `win_rate`, `low` and `high`, the bounds of 95 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypedDict

from incursions.games.incursions.bots.intervals import FIGURES, share
from incursions.games.incursions.bots.simulation import ENDINGS
from incursions.games.incursions.bots.trials.tally import CardCount, Scored, Tally
from incursions.games.incursions.rules.printed.starters import Starter
from incursions.games.incursions.rules.printed.words import RACES


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
    return round(count / games, FIGURES) if games else 0.0
