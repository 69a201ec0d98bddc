"""The report as plain data: what `script/manage balance --json` prints, and what tables, plots and pages are made from.

One level per number of seats. Every share has `games`, `win_rate`, `low` and `high`, the bounds of 95 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from incursions.bots.intervals import FIGURES, share
from incursions.bots.simulation import ENDINGS
from incursions.bots.trials.tally import CardCount, Scored, Tally
from incursions.rules.printed.starters import Starter
from incursions.rules.printed.words import RACES

Level = dict[str, Any]
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


def win_rate(scored: Scored) -> dict[str, Any]:
    """Return a share of games won with its bounds."""
    found = share(scored.won, scored.games)
    return {"games": found.games, "win_rate": found.rate, "low": found.low, "high": found.high}


def _card(card: CardCount) -> dict[str, Any]:
    """Return copies drawn and played, and the wins of seats that drew it, by whether they played it."""
    played = share(card.played, card.drawn)
    shares = {"played_share": played.rate, "played_low": played.low, "played_high": played.high}
    by_play = {"played": card.when_played, "not_played": card.when_not}
    rates = {f"{key}_{when}": value for when, won in by_play.items() for key, value in win_rate(won).items()}
    return {"drawn": card.drawn, "played": card.played, **shares, **rates}


def _turns(tally: Tally) -> dict[str, Any]:
    """Return the turns of a player in a game, those of all by the number of seats; `distribution`: in whole turns."""
    each = sorted(turns / tally.seats for turns in tally.turns.elements())
    at = {"median": 0.5, "p10": 0.1, "p90": 0.9}
    last = len(each) - 1
    found = {name: round(each[min(last, int(part * len(each)))], 2) if each else 0.0 for name, part in at.items()}
    return {**found, "distribution": {str(turns): games for turns, games in Counter(map(round, each)).items()}}


def _part(count: int, games: int) -> float:
    return round(count / games, FIGURES) if games else 0.0
