"""Days of Den of Wolves with the sample content."""

from functools import cache
from pathlib import Path

from incursions.games.wolves.bots.rehearsal import Rehearsal
from incursions.games.wolves.rules.content.definitions import Content
from incursions.games.wolves.rules.content.loading import load
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import CONTROL

ROOT = Path(__file__).resolve().parents[3]
SEED = b"w" * 32


@cache
def load_content() -> Content:
    """Return the sample content."""
    return load(ROOT)


def rehearse_day(turns: int, seed: int) -> Game:
    """Return a day that bots have played for so many turns, with an attack in each."""
    day = Rehearsal(load_content(), seed, attack_odds=1)
    for _ in day.play(turns):
        pass
    return day.game


def start_day(*commands: tuple[str, str] | str, seed: bytes = SEED) -> Game:
    """Return a day after these commands; those without a seat are Control's."""
    game = Game.start({"content": load_content()}, seed)
    for command in commands:
        seat, text = (CONTROL, command) if isinstance(command, str) else command
        game.act(seat, text)
    return game
