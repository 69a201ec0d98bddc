"""Open battles of three and four fleets: sides by turns, deployment by all of a side, room for each (T1.5, T3.9)."""

from collections import Counter

import pytest

from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.kind import KIND, build_setup
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import FleetLimits, judge_fleet, read_fleet, shares_room
from incursions.games.talon.rules.game import Game
from tests.games.talon.open_battles import fleet, play_bots

TERRAN, TALON = SIDES


def sides_of(*brought):
    return [seat["side"] for seat in build_setup("skirmish", {}, brought, None)["seats"]]


@pytest.mark.rule("T1.5", "T3.9")
def test_sides_take_turns_as_the_first_fleet_tells():
    talons = fleet(TALON, Spite="ca")
    assert sides_of(None, None, None) == [TERRAN, TALON, TERRAN]
    assert sides_of(None, None, None, None) == [TERRAN, TALON] * 2
    assert sides_of(talons, None, None, None) == [TALON, TERRAN] * 2
    assert sides_of(None, None, talons, None) == [TALON, TERRAN] * 2
    with pytest.raises(ValueError, match=r"The fleet of seat 1 is of the Talons. .* \(T1.6\)"):
        sides_of(talons, talons, None)
    with pytest.raises(ValueError, match="Skirmish is not played by 5"):
        sides_of(*[None] * 5)


@pytest.mark.rule("T1.5", "T3.10", "T25.12")
@pytest.mark.parametrize("seats", [3, 4])
def test_fleets_of_a_team_are_deployed_ship_by_ship_and_fight_to_the_end(seats):
    setup = build_setup("skirmish", {}, [None] * seats, None)
    KIND.check_size(setup)
    KIND.check_pieces(setup)
    names = [ship["name"] for ship in setup["ships"]]
    assert len({*names}) == len(names)
    game, deployed = play_bots(setup, seed=seats)
    assert deployed == Counter(ship["seat"] for ship in setup["ships"])
    assert game.result is not None
    assert sorted(seat for together in game.result.places for seat in together) == [*range(seats)]


@pytest.mark.rule("T1.5", "T3.9")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("points", [50, 300, 600, 1000])
def test_ready_made_fleets_of_a_team_find_room_at_all_points(seats, points):
    setup = build_setup("skirmish", {"fleet_points": points}, [None] * seats, None)
    KIND.check_pieces(setup)
    game = Game.start(setup, bytes(32))
    for _ in setup["ships"]:
        game.play(game.decision.options[0])
    assert game.step != "set-up"


@pytest.mark.rule("T3.9")
def test_fleet_that_leaves_its_mate_no_room_gives_way():
    classes = read_catalogue().definitions.classes
    small = classes["terran_sc"]
    crowd = {"side": TERRAN, "ships": [{"name": f"Mote {letter}", "class": small.name} for letter in "abcdefghijk"]}
    terms = {"fleet_points": 11 * small.points}
    assert judge_fleet(read_fleet(crowd), FleetLimits(11 * small.points), classes).is_legal
    assert not shares_room(read_fleet(crowd), classes)
    alone = build_setup("skirmish", terms, [crowd, None], None)
    assert sum(ship["seat"] == 0 for ship in alone["ships"]) == 11
    team = build_setup("skirmish", terms, [crowd, None, None, None], None)
    assert all(not ship["name"].startswith("Mote") for ship in team["ships"])
    KIND.check_pieces(team)
