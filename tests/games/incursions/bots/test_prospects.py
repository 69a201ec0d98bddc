"""How a game stands: chances that add up, and that follow what happens."""

from random import Random

import pytest

from incursions.games.incursions.bots.imagined import FIXTURES, draw_cards, draw_tiles, house_pieces, likely_cards
from incursions.games.incursions.bots.prospects import (
    FACTS,
    WEIGHTS,
    WEIGHTS_BASIC,
    all_facts,
    open_wormholes,
    prospects,
)
from incursions.games.incursions.rules.catalogue import load
from incursions.games.incursions.rules.state.setup import BASIC, FULL
from support.benches import fit_prospects
from support.benches.fit_prospects import Fit, Position, fit_weights, positions_of, setup_of, shares
from tests.fuzz.decks import dealt
from tests.fuzz.tables import seeded
from tests.sampling import sample


@pytest.mark.parametrize("number", sample(range(10), 5))
@pytest.mark.parametrize("start", [dealt, seeded])
def test_chances_add_up_at_every_question(start, number):
    rng, game = start(number)
    assert len(WEIGHTS) == len(WEIGHTS_BASIC) == len(FACTS)
    for _ in range(60):
        chances = prospects(game)
        assert sum(chances) == pytest.approx(1)
        assert all(chance >= 0 for chance in chances)
        if game.decision is None:
            return
        assert {len(found) for found in all_facts(game).values()} == {len(FACTS)}
        game.play(rng.choice(game.decision.options))


def test_the_end_is_certain():
    _, game = seeded(0)
    loser = game.decision.seat
    for seat in range(len(game.ships) - 1):
        game.act(seat, "concede")
    chances = prospects(game)
    assert chances[-1] == 1
    assert chances[loser] == (1 if loser == len(game.ships) - 1 else 0)


def test_a_hurt_ship_wins_less():
    _, game = seeded(0)
    before = prospects(game)[0]
    game.ships[0].take_damage(game.ships[0].points - 3)
    assert prospects(game)[0] < before


def test_a_ship_near_a_wormhole_wins_more_than_one_far_from_it():
    _, game = dealt(0)
    game.map[0, -1] = "Wormhole 1"
    assert open_wormholes(game) == [(0, -1)]
    near, far = game.ships[:2]
    near.at, far.at = (0, -1), (0, 6)
    before = prospects(game)[near.seat]
    near.at, far.at = far.at, near.at
    assert prospects(game)[near.seat] < before


def test_guardians_keep_a_wormhole_closed():
    _, game = dealt(0)
    game.map[0, -1] = "Wormhole 3"
    assert open_wormholes(game) == []
    game.board.slain.add((0, -1))
    assert open_wormholes(game) == [(0, -1)]


def test_weights_are_found_that_made_the_data(monkeypatch):
    monkeypatch.setattr(fit_prospects, "PULL", 0.1)  # or it takes ten times as many positions
    rng, true = Random(1), Fit([1.5, -0.8, *[0.0] * (len(FACTS) - 2)], {"Sol": 0.5, "Bulwark": -0.5})
    positions = []
    for _ in range(300):
        ships = tuple(rng.sample(["Sol", "Bulwark", "Ilvanis"], 2))
        seen = tuple(tuple(rng.uniform(-1, 1) for _ in FACTS) for _ in range(2))
        chances = shares(Position(ships, seen, (0.0, 0.0)), true)
        positions.append(Position(ships, seen, tuple(chances)))
    found = fit_weights(positions)
    assert found.weights == pytest.approx(true.weights, abs=0.1)
    assert found.ships["Sol"] - found.ships["Bulwark"] == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("mode", [FULL, BASIC])
def test_what_came_of_a_position_adds_up(mode):
    positions = positions_of(setup_of(3, mode, load(FIXTURES)), 3)
    assert positions
    for position in positions:
        assert len(position.ships) == len(position.facts) == len(position.won)
        assert all(0 <= share <= 1 for share in position.won)
        assert sum(position.won) == pytest.approx(1)


def test_drawn_cards_keep_to_what_decks_may_hold():
    rng, likely = Random(2), likely_cards(frozenset({"Federation", "Borg"}), "Federation")
    for _ in range(50):
        drawn = draw_cards(rng, likely, 30, [])
        titles = [card.title for card in drawn]
        assert max(map(titles.count, titles)) <= 4
        assert all(card.usage is None or card.usage & {"Federation", "Borg"} for card in drawn)


def test_drawn_piles_hold_a_wormhole():
    rng, tiles = Random(3), house_pieces().tiles
    for _ in range(50):
        assert any(tiles[title].is_wormhole for title in draw_tiles(rng, "Klingon", 6, []))
    assert len(draw_tiles(rng, "Klingon", 6, ["Wormhole 1"])) == 6
