"""Pages of twins: days that differ only in what a seat may not know show that seat the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from incursions.engine.errors import IllegalAction
from incursions.games.wolves.bots.rehearsal import Rehearsal
from incursions.games.wolves.pages import PAGES
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.view import list_shown
from tests.fuzz.wolves.orders import OrderMaker
from tests.fuzz.wolves.twins import make_twin
from tests.games.wolves.days import load_content
from tests.sampling import is_long, sample

DAYS, SAMPLE = 40, 1
ORDERS = 1500
TURNS = 3
ONE_IN = 4 if is_long() else 30
"""Pages are drawn, twice, after one command in so many."""
SHARE_OF_OFFERS = 0.2
"""Offers are slower than pages: they are compared at this share of the commands at which pages are."""


@pytest.fixture(scope="module")
def content():
    return load_content()


def check_pages(game: Game, seat: str, rng: Random) -> None:
    """Assert that twins show a seat the same: its station, what is pushed, and the projector."""
    twin = make_twin(game, seat, rng)
    assert list_shown(twin, seat) == list_shown(game, seat)
    shown, shown_of_twin = PAGES.draw_station(game, seat), PAGES.draw_station(twin, seat)
    assert shown.keys() == shown_of_twin.keys()
    for name, part in shown.items():
        assert shown_of_twin[name] == part, (seat, name)
    assert PAGES.draw_projector(twin) == PAGES.draw_projector(game)
    if rng.random() < SHARE_OF_OFFERS:
        assert twin.offers(seat) == game.offers(seat)
        assert twin.offers(seat, "go to ") == game.offers(seat, "go to ")


def play(content, number: int, rng: Random) -> Iterator[Game]:
    """Yield a day after each of its commands: first those that bots give, then random ones of all seats."""
    day = Rehearsal(content, number, attack_odds=0.8)
    for _ in day.play(1 + number % TURNS):
        pass
    log, stop = day.game.log, rng.randrange(len(day.game.log) // 2, len(day.game.log))
    game = Game.start({"content": content, "strict_places": rng.random() < 0.2}, day.game.dice.seed)
    for entry in log[:stop]:
        game.act(entry.seat, entry.text, entry.at)
        yield game
    maker, at = OrderMaker(game, rng), game.last_at
    for _ in range(ORDERS):
        at += rng.choice((0, 0, 1, 5, 20))
        try:
            game.act(*maker.make(), at)
        except IllegalAction:
            continue
        if game.state.is_revealed:
            return
        yield game


@pytest.mark.long
@pytest.mark.parametrize("number", sample(range(DAYS), SAMPLE))
def test_pages_of_twins_are_equal(content, number):
    rng = Random(f"pages {number}")
    for game in play(content, number, rng):
        if rng.random() < 1 / ONE_IN:
            seats = [*game.state.places, *game.state.brig, *game.state.sickbay]
            check_pages(game, rng.choice(seats), rng)
