"""Measure how fast the engine is, beside others in the same run: `python -m support.benches.engine` prints JSON.

Everything is measured in CPU seconds of one core. The playouts alternate and each figure is a median of five, so that a
machine shared with others shifts all alike; trust the ratios first.
"""

from __future__ import annotations

import json
import sys
import tracemalloc
from collections.abc import Callable
from operator import truediv
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from incursions.engine import SEED_BYTES
from incursions.engine import Game as AnyGame
from incursions.games.contract import Bot
from incursions.games.incursions.bots.captain import CaptainBot
from incursions.games.incursions.rules import Game, basic_setup
from incursions.games.incursions.rules.catalogue import load
from incursions.games.incursions.rules.starters import load_starters, starter_setup
from incursions.games.incursions.rules.state.setup import FULL
from incursions.games.talon.rules.catalogue import load as load_talon
from incursions.games.talon.rules.game import Game as TalonGame
from incursions.games.talon.rules.matches import make_battle_setup
from support.benches.peers import PeerMissingError, by_chance, peers

FIXTURES = Path(__file__).parents[3] / "fixtures"
ROUNDS = 5
SECONDS_A_PART = 1.0
GAMES_LOOKED_AT = 50
REMEMBERED_DECISIONS = 100
MILLISECONDS = 1e3
MICROSECONDS = 1e6


class Match(NamedTuple):
    """A match that is measured: its game and its setup."""

    game: type[AnyGame]
    setup: Any

    def start(self, rng: Random) -> AnyGame:
        """Return the match at its first question, with dice by chance."""
        return self.game.start(self.setup, rng.randbytes(SEED_BYTES))


def basic_match() -> Match:
    """Return the house's Basic match for two."""
    catalogue = load(FIXTURES)
    return Match(Game, basic_setup(2, list(catalogue.ships.values()), list(catalogue.tiles.values())))


def full_match() -> Match:
    """Return a Full match of the first two starter decks."""
    catalogue = load(FIXTURES)
    starters = list(load_starters(FIXTURES / "starters.yaml", catalogue).values())
    return Match(Game, starter_setup(starters[:2], catalogue, mode=FULL, windows="able"))


def talon_match() -> Match:
    """Return the battle of Talon with eight ships."""
    catalogue = load_talon(FIXTURES.parent)
    return Match(TalonGame, make_battle_setup(catalogue, catalogue.battles["fleet"]))


def random_playout(match: Match) -> Callable[[Random], int]:
    """Return a function that plays the match by chance, lists all options at every question, and counts decisions."""

    def play(rng: Random) -> int:
        game = match.start(rng)
        while (question := game.decision) is not None:
            game.play(rng.choice(list(question.options)))
        return game.number

    return play


def speed(matches: dict[str, Match]) -> dict[str, float]:
    """Decisions and games a second of each match, by its name, beside the other engines; they take turns."""
    decisions: dict[str, list[float]] = {}
    games: dict[str, list[float]] = {}
    with peers() as others:
        playouts = others | {name: by_chance(random_playout(match)) for name, match in matches.items()}
        for number in range(ROUNDS):
            for name, measure in playouts.items():
                played = measure(SECONDS_A_PART, number)
                decisions.setdefault(name, []).append(played.decisions / played.seconds)
                games.setdefault(name, []).append(played.games / played.seconds)
    figures: dict[str, float] = {f"{name}.decisions_per_s": round(median(decisions[name])) for name in others}
    for name in matches:
        figures[f"{name}.decisions_per_s"] = round(median(decisions[name]))
        figures[f"{name}.games_per_s"] = round(median(games[name]), 1)
        for other in others:
            ratios = map(truediv, decisions[name], decisions[other])
            figures[f"{name}.ratio_to_{other}"] = round(median(ratios), 2)
    return figures


class Looks(NamedTuple):
    """The measurements of each question that was looked at."""

    copy: list[float]
    view: list[float]
    save: list[int]


def seconds_of(act: Callable[[], object], times: int = 5) -> float:
    """CPU seconds of one of several calls in a row."""
    began = process_time()
    for _ in range(times):
        act()
    return (process_time() - began) / times


def look_at_questions(match: Match) -> Looks:
    """Copy, view and save at every question of some random games."""
    looks = Looks([], [], [])
    for number in range(GAMES_LOOKED_AT):
        rng = Random(number)
        game = match.start(rng)
        while (question := game.decision) is not None:
            looks.copy.append(seconds_of(game.copy))
            looks.view.append(seconds_of(lambda game=game, seat=question.seat: game.view(seat)))  # type: ignore[misc]
            looks.save.append(len(json.dumps(game.to_data(), separators=(",", ":"))))
            game.play(rng.choice(list(question.options)))
    return looks


def captain_seconds(match: Match) -> float:
    """Return the median CPU seconds that a captain takes for an answer, over some games of captains."""
    captain: Bot = CaptainBot()
    seconds = []
    for number in range(GAMES_LOOKED_AT):
        rng = Random(number)
        game = match.start(rng)
        while (question := game.decision) is not None:
            began = process_time()
            text, _ = captain.answer(game, question, rng)
            seconds.append(process_time() - began)
            game.play(text)
    return median(seconds)


def replay_seconds(match: Match) -> float:
    """CPU seconds of replaying one decision, over some random games, as the median of some rounds."""
    games = []
    for number in range(GAMES_LOOKED_AT // ROUNDS):
        rng = Random(number)
        seed = rng.randbytes(SEED_BYTES)
        game = match.game.start(match.setup, seed)
        while (question := game.decision) is not None:
            game.play(rng.choice(question.options))
        games.append((seed, [(entry.seat, entry.text) for entry in game.log]))

    def replay_all() -> None:
        for seed, actions in games:
            match.game.replay(match.setup, seed, actions)

    rounds = [seconds_of(replay_all, times=1) for _ in range(ROUNDS)]
    return median(rounds) / sum(len(actions) for _, actions in games)


def bytes_of_a_game(match: Match) -> int:
    """Return the bytes that a game with its log takes after so many decisions, setup and definitions apart."""
    rng = Random(1)
    tracemalloc.start()
    try:
        game = match.start(rng)
        while game.number < REMEMBERED_DECISIONS and game.decision is not None:
            game.play(rng.choice(game.decision.options))
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def figures() -> dict[str, float]:
    """All figures by name. Raises `PeerMissingError`."""
    houses = {"basic": basic_match(), "full": full_match()}
    matches = houses | {"talon": talon_match()}
    measured = speed(matches)
    for name, match in matches.items():
        looks = look_at_questions(match)
        measured |= {
            f"{name}.copies_per_s": round(1 / median(looks.copy)),
            f"{name}.view_us": round(median(looks.view) * MICROSECONDS, 1),
            f"{name}.save_bytes": round(median(looks.save)),
            f"{name}.game_bytes": bytes_of_a_game(match),
            f"{name}.replay_500_ms": round(500 * replay_seconds(match) * MILLISECONDS, 2),
        }
    for name, match in houses.items():
        measured[f"captain.{name}_decision_us"] = round(captain_seconds(match) * MICROSECONDS, 1)
    return measured


if __name__ == "__main__":
    try:
        print(json.dumps(figures(), indent=2))
    except PeerMissingError as missing:
        sys.exit(str(missing))
