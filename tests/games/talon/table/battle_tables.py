"""Tables of Talon as the platform hands them to the game, and battles of random options."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from incursions.games.tables import RecentMove
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.catalogue import load
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.matches import make_battle_setup

ROOT = Path(__file__).parents[4]
BATTLES = ("duel", "fleet", "convoy", "escape")


@cache
def read_catalogue():
    return load(ROOT)


def make_setup(battle, teams=(1, 1)):
    return make_battle_setup(read_catalogue(), read_catalogue().battles[battle], teams)


def start(battle, seed=1, teams=(1, 1)):
    """Return a battle at its start."""
    return Game.start(make_setup(battle, teams), bytes([seed]) * 32)


def play_at_random(game, rng, most=10_000):
    """Yield the number of each move and its events as data; ships fire when they can."""
    for number in range(1, most + 1):
        if game.decision is None:
            return
        options = list(game.decision.options)
        shots = [text for text in options if text.startswith("fire")]
        staying = [text for text in options if not text.startswith("announce")]
        yield number, [event.to_data() for event in game.play(rng.choice(shots or staying))]


class Viewer:
    """A table for one viewer."""

    is_own_knowledge = True
    presets = ()
    why_not_url = "/why-not/"
    number = 1

    def __init__(self, game, seat=0, moves=()):
        self.game, self.seat, self.own = game, seat, seat
        self.pieces = Battlefield(game.setup)
        self.recent = [RecentMove(number, events) for number, events in moves]
        self.happened = self.recent[-1].events if self.recent else ()

    def name_player(self, seat):
        return "You" if seat == self.own else "Ada"

    def find_player_url(self, seat):
        return ""

    def find_clock(self, seat):
        return None

    def render_cached(self, part, shows, draw):
        return draw()

    def sees_hand(self, seat):
        return True
