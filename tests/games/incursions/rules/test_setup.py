"""Set-up: dealing, the house's pile, the start roll (rules 1.3, 5, 20)."""

from collections import Counter

import pytest

from incursions.games.incursions.rules import Game, basic_setup
from incursions.games.incursions.rules.state.game_state import shuffle_basic_pile
from tests.games.incursions.rules.tables import CATALOGUE, new_game

SHIPS, TILES = list(CATALOGUE.ships.values()), list(CATALOGUE.tiles.values())


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_other_numbers_of_players_are_refused(seats):
    with pytest.raises(ValueError, match="2 to 6 players"):
        basic_setup(seats, SHIPS, TILES)


def test_too_few_ships_are_refused():
    with pytest.raises(ValueError, match="need 3 ships"):
        basic_setup(3, SHIPS[:2], TILES)


def test_a_house_tile_that_is_missing_is_named():
    with pytest.raises(ValueError, match="needs Open Space"):
        basic_setup(2, SHIPS, [tile for tile in TILES if tile["title"] != "Open Space"])


@pytest.mark.rule("20.1")
def test_ships_are_dealt_at_random_each_once():
    dealt = Counter()
    for seed in range(100):
        titles = [ship.card.title for ship in new_game(4, seed).ships]
        assert len(set(titles)) == 4
        dealt.update(titles)
    assert set(dealt) == set(CATALOGUE.ships)
    assert min(dealt.values()) > 12


def test_a_ship_that_the_setup_names_is_kept():
    setup = basic_setup(2, SHIPS, TILES)
    setup["seats"][1]["ship"] = "Sol"
    for seed in range(20):
        game = Game.start(setup, bytes([seed]) * 32)
        assert game.ships[1].card.title == "Sol"
        assert game.ships[0].card.title != "Sol"


@pytest.mark.rule("5.1", "5.3", "5.4", "2.3")
def test_ships_begin_whole_with_four_power_in_the_start_hex():
    game = new_game(6)
    for ship in game.ships:
        assert (ship.hull, ship.shields, ship.power, ship.at) == (ship.card.hull, ship.card.shields, 4, (0, 0))
    assert game.map == {(0, 0): "Start Wormhole"}
    assert not game.tile_at((0, 0)).is_wormhole


@pytest.mark.rule("20.6", "20.2")
@pytest.mark.parametrize(("seats", "wormholes"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_the_house_pile_has_tiles_of_the_set_and_a_wormhole_for_three_players(seats, wormholes):
    pile = Counter(new_game(seats).pile)
    assert pile.total() == 15 * seats
    assert pile.pop("Wormhole 1") == wormholes
    assert set(pile) <= {tile["title"] for tile in TILES}
    assert len(pile) == min(24, 15 * seats - wormholes)
    assert max(pile.values()) - min(pile.values()) <= 1


@pytest.mark.rule("20.6", "5.2")
def test_the_wormhole_lies_anywhere_in_the_lower_half():
    places = Counter(len(game.pile) - 1 - game.pile.index("Wormhole 1") for game in map(_seeded, range(600)))
    assert set(places) == set(range(15, 30))
    assert min(places.values()) > 15


@pytest.mark.rule("20.6")
@pytest.mark.parametrize(("left", "places"), [(20, range(15)), (15, range(15)), (6, range(6))])
def test_a_pile_shuffled_during_the_match_keeps_its_wormhole_in_the_lower_half(left, places):
    found = set()
    for seed in range(150):
        game = _seeded(seed)
        game.pile = ["Wormhole 1", *["Open Space"] * (left - 1)]
        shuffle_basic_pile(game)
        assert sorted(game.pile) == ["Open Space"] * (left - 1) + ["Wormhole 1"]
        found.add(game.pile.index("Wormhole 1"))
    assert found == set(places)


@pytest.mark.rule("20.6")
def test_a_pile_of_wormholes_alone_can_be_shuffled():
    game = _seeded(1)
    game.pile = ["Wormhole 1"] * 30
    shuffle_basic_pile(game)
    assert game.pile == ["Wormhole 1"] * 30


@pytest.mark.rule("20.1")
def test_ships_dealt_are_of_different_races_while_there_are_enough():
    for seed in range(40):
        races = Counter(ship.card.race for ship in new_game(6, seed).ships)
        assert len(races) == 4
    setup = basic_setup(2, [ship for ship in SHIPS if ship["race"] == "Borg"], TILES)
    assert len({ship.card.title for ship in Game.start(setup, bytes(32)).ships}) == 2


def _seeded(seed):
    return new_game(2, seed)


@pytest.mark.rule("5.6", "20.5")
def test_the_highest_start_roll_begins_and_ties_roll_again_among_themselves():
    again = 0
    for seed in range(120):
        game = new_game(3, seed)
        rolls = [event.facts["rolls"] for event in game.events if event.kind == "start_rolled"]
        seats = [0, 1, 2]
        for roll in rolls:
            assert [seat for seat, _ in roll] == seats
            highest = max(sum(dice) for _, dice in roll)
            seats = [seat for seat, dice in roll if sum(dice) == highest]
        assert seats == [game.first]
        assert game.decision.seat == game.first
        again += len(rolls) > 1
    assert again > 5


def test_setup_seed_and_actions_are_the_whole_match():
    one, other = new_game(3, 5), new_game(3, 5)
    assert one.to_data() == other.to_data()
    assert new_game(3, 6).to_data() != one.to_data()
