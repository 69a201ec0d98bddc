"""How a game stands: chances that add up, and that follow what happens."""

from random import Random

import pytest

from incursions.bots.fit_prospects import Position, fitted, shares, solved
from incursions.bots.house_pieces import draw_cards, draw_tiles, house_pieces, likely_cards
from incursions.bots.prospects import FACTS, WEIGHTS, WEIGHTS_BASIC, all_facts, prospects
from incursions.bots.race import Hole, Racer, race, rolls
from tests.fuzz.decks import dealt
from tests.fuzz.tables import seeded


@pytest.mark.parametrize("number", range(10))
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


def racer(at=(0, 0), speed=1, power=4, aux=0, hand=5, *, is_stuck=False) -> Racer:
    return Racer(at, speed, power, aux, hand, is_stuck)


@pytest.mark.parametrize(
    ("ship", "hole", "number", "expected"),
    [
        (racer(), Hole((0, 0), 2, 0), 0, 2),
        (racer(power=3), Hole((0, 0), 2, 0), 0, 1),
        (racer(power=3, aux=3), Hole((0, 0), 2, 0), 0, 2),
        (racer(), Hole((2, 0), 2, 0), 0, 1),
        (racer(), Hole((1, 0), 2, 0), 0, 2),
        (racer(), Hole((9, 0), 2, 0), 0, 0),
        (racer(), Hole((9, 0), 2, 0), 1, 1),
        (racer(hand=3), Hole((0, 0), 0, 2), 0, 1),
        (racer(is_stuck=True), Hole((1, 0), 2, 0), 0, 0),
        (racer(is_stuck=True), Hole((0, 0), 2, 0), 0, 1),
    ],
)
def test_rolls_follow_distance_power_and_cards(ship, hole, number, expected):
    assert rolls(ship, hole, number) == expected


def test_without_a_wormhole_nobody_leads_the_race():
    _, game = seeded(1)
    assert list(race(game, game.ships).values()) == pytest.approx([1 / len(game.ships)] * len(game.ships))


def test_whoever_has_the_turn_in_a_wormhole_leads_the_race():
    _, game = seeded(0)
    game.map[0, -1] = "Wormhole 1"
    shares_of = race(game, game.ships)
    assert max(shares_of, key=lambda seat: shares_of[seat]) == game.turn_seat


def test_equations_are_solved():
    assert solved([[0, 2], [3, 1]], [4, 5]) == pytest.approx([1, 2])


def test_weights_are_found_that_made_the_data():
    rng, true = Random(1), [1.5, -0.8, *[0.0] * (len(FACTS) - 2)]
    positions = []
    for _ in range(3000):
        seen = tuple(tuple(rng.uniform(-1, 1) for _ in FACTS) for _ in range(2))
        first = shares(Position(seen, 0), true)[0]
        positions.append(Position(seen, 0 if rng.random() < first else 1))
    assert fitted(positions) == pytest.approx(true, abs=0.15)


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
