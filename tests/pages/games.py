"""Games without a database, and positions in them."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import yaml

from cards.storing import pieces, starters
from incursions.games.incursions.rules import Game, basic_setup
from incursions.games.incursions.rules.starters import starter_setup
from incursions.games.incursions.table.log import ShipsLog
from tournaments.matches.log import LogText

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


SEED = bytes(range(32))


@cache
def definitions(name: str) -> list[dict]:
    return yaml.load((FIXTURES / name).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def new_game(seats: int = 2, seed: bytes = SEED) -> Game:
    return Game.start(basic_setup(seats, definitions("ships.yaml"), definitions("hexes.yaml")), seed)


def new_full_game(number: int = 0, seats: int = 2, mode: str = "full") -> Game:
    """Start a game with starter decks, other ones for each number."""
    decks = list(starters().values())
    chosen = [decks[(number + 3 * seat) % len(decks)] for seat in range(seats)]
    setup = starter_setup(chosen, pieces(), mode=mode, windows="public", round_limit=30)
    return Game.start(setup, bytes([number]) * 32)


def full_positions(number: int, seats: int = 2, every: int = 1, most: int = 240) -> Iterator[Game]:
    """Positions of a random game of Full, or for odd numbers of Tournament."""
    game, rng = new_full_game(number, seats, "tournament" if number % 2 else "full"), Random(number)
    while game.decision is not None and game.number < most:
        if game.number % every == 0:
            yield game
        game.play(rng.choice(list(game.decision.options)))


def play_until(game: Game, reached: Callable[[Game], bool], rng: Random | None = None) -> Game:
    """Play random options until something is reached; fails the test if it never is."""
    rng = rng or Random(7)
    while game.decision is not None and not reached(game):
        game.play(rng.choice(list(game.decision.options)))
    assert reached(game), "no such position in this game"
    return game


def positions(seats: int, seed: bytes = SEED, every: int = 1, most: int = 160) -> Iterator[Game]:
    """Positions of a random game, no further than `most` actions."""
    game, rng = new_game(seats, seed), Random(11)
    while game.decision is not None and game.number < most:
        if game.number % every == 0:
            yield game
        game.play(rng.choice(list(game.decision.options)))


def under_fire(game: Game) -> bool:
    return game.decision is not None and game.decision.topic == "defence"


def log_of(ships, own: int | None = None, *, knows_all: bool = False) -> LogText:
    """Return the log of a match of these ships, as seat `own` reads it."""
    return LogText(ShipsLog(ships, own), own, knows_all=knows_all)


AMOUNT = re.compile(r"\b(no|\d+) power")


def is_joined(game: Game, line: str, sent: Iterable[str]) -> bool:
    """Return True if a line that is sent buys the same as this one, for less power."""
    forecast = game.forecast(line)
    cheaper = [game.forecast(other) for other in sent if AMOUNT.sub("", other) == AMOUNT.sub("", line)]
    price = forecast.get("power", 0)
    return any(other["power"] < price and other | {"power": price} == forecast for other in cheaper)
