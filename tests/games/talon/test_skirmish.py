"""Open battles between fleets of the players' own: set-up, deployment, files, and bots that play them to the end."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from incursions.engine import IllegalAction
from incursions.engine.hexes import distance, parse_hex
from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.checks import check_pieces, check_size
from incursions.games.talon.commands import make_setup
from incursions.games.talon.kind import KIND, build_setup
from incursions.games.talon.rules.battles import list_zone
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.ships import IN_PLAY
from tests.games.talon.changes import GONE, ROOT, change

TERRAN, TALON = SIDES
MODE = "skirmish"
SEED = bytes(32)
BOTS = ("random", "steady")


def fleet(side: str, **ships: str) -> dict[str, Any]:
    named = [{"name": name, "class": f"{side}_{kind}"} for name, kind in ships.items()]
    return {"side": side, "ships": named}


def setup_of(*fleets: dict[str, Any] | None, **terms: int) -> Any:
    return build_setup(MODE, terms, fleets or (None, None), None)


def list_ships(setup: Any) -> list[tuple[str, str, int]]:
    return [(ship["name"], ship["ship_class"], ship["seat"]) for ship in setup["ships"]]


def play(setup: Any, bots: Sequence[str], seed: int) -> Game:
    """Return a match that bots have played to the end."""
    game, rng = Game.start(setup, seed.to_bytes(32)), Random(seed)
    players = [KIND.make_bot(name, 0.1) for name in bots]
    while game.decision is not None:
        game.play(players[game.decision.seat].answer(game, game.decision, rng)[0])
    return game


# The set-up.


@pytest.mark.rule("T3.7", "T3.9")
def test_seats_without_fleets_play_ready_made_ones_in_open_space():
    setup = setup_of()
    assert setup["seats"] == [{"side": TERRAN}, {"side": TALON}]
    assert (setup["initiative"], setup["rounds"], setup["terrain"], setup["wins"]) == (TALON, 10, {}, {})
    assert setup["rulings"]["fleet_points"] == 300
    fleets = read_catalogue().fleets
    for seat, title in enumerate(("Three Lanterns", "Three Sabres")):
        ready = [(ship.name, ship.class_name, seat) for ship in fleets[title].fleet.ships]
        assert [ship for ship in list_ships(setup) if ship[2] == seat] == ready
    assert {*setup["definitions"]["classes"]} == {"terran_ca", "terran_cl", "talon_ca", "talon_cl"}


def test_ready_made_fleets_fit_the_points_of_the_table():
    assert [ship[0] for ship in list_ships(setup_of(fleet_points=50))] == ["Linnet", "Viper"]
    assert setup_of(fleet_points=599)["rulings"]["fleet_points"] == 599
    assert len(list_ships(setup_of(fleet_points=599))) == 10


@pytest.mark.parametrize(
    ("brought", "sides"),
    [
        ((fleet(TALON, Spite="ca"), fleet(TERRAN, Quill="ca")), [TALON, TERRAN]),
        ((fleet(TALON, Spite="ca"), None), [TALON, TERRAN]),
        ((None, fleet(TERRAN, Quill="ca")), [TALON, TERRAN]),
        ((fleet(TERRAN, Quill="ca"), None), [TERRAN, TALON]),
        ((None, fleet(TALON, Spite="ca")), [TERRAN, TALON]),
    ],
)
def test_fleets_say_the_sides_of_their_seats(brought: Any, sides: list[str]):
    setup = setup_of(*brought)
    assert [seat["side"] for seat in setup["seats"]] == sides
    for name, class_name, seat in list_ships(setup):
        assert class_name.startswith(sides[seat]), name
    check_pieces(setup)
    assert Game.start(setup, SEED).decision.seat == sides.index(TERRAN), "the side without the initiative is first"


@pytest.mark.rule("T1.6")
def test_two_fleets_of_one_side_do_not_meet():
    with pytest.raises(ValueError, match="Both fleets are of the Terrans"):
        setup_of(fleet(TERRAN, Quill="ca"), fleet(TERRAN, Lantern="ca"))


@pytest.mark.rule("T3.7")
def test_fleet_against_the_rules_is_refused():
    with pytest.raises(ValueError, match=r"The fleet costs 194 points, and 100 are allowed.* \(T3.7\)"):
        setup_of(fleet(TERRAN, Hearth="bb"), None, fleet_points=100)
    with pytest.raises(ValueError, match="does not allow Bases"):
        setup_of(fleet(TERRAN, Hearth="base"), None)
    with pytest.raises(ValueError, match="not played by 5"):
        setup_of(None, None, None, None, None)


@pytest.mark.rule("T25.12")
def test_ship_of_the_second_seat_gives_way_where_names_meet():
    setup = setup_of(fleet(TERRAN, Echo="ca"), fleet(TALON, echo="ca"))
    assert [ship[0] for ship in list_ships(setup)] == ["Echo", "echo 2"]


def test_mode_has_fleets_and_their_limits_as_terms():
    mode = KIND.modes_by_name[MODE]
    assert mode.describe_limits({}) == "at most 300 points and no Base"
    assert mode.describe_limits({"fleet_points": 500, "fleet_bases": 1}) == "at most 500 points and 1 Base"
    assert KIND.loadout_name == "fleet"
    assert mode.fill_terms({}) == {"fleet_points": 300, "fleet_bases": 0, "fleet_rounds": 10}


def test_simulated_skirmishes_take_ready_made_fleets_by_title():
    setup = make_setup(ROOT, MODE, 2, ["Hounds"])
    assert [seat["side"] for seat in setup["seats"]] == [TALON, TERRAN]
    with pytest.raises(ValueError, match="no ready-made fleet called Cats"):
        make_setup(ROOT, MODE, 2, ["Cats"])
    with pytest.raises(ValueError, match="without decks"):
        make_setup(ROOT, "duel", 2, ["Hounds"])


# The deployment.


@pytest.mark.rule("T3.9")
def test_rows_of_the_sides_have_seven_rows_between_them():
    terran, talon = (list_zone(side) for side in (0, 1))
    assert {r for _, r in terran} == {4, 5}
    assert {r for _, r in talon} == {-4, -5}
    assert len(terran) == len(talon) == 21
    assert all(-10 <= 2 * q + r <= 10 for q, r in [*terran, *talon])
    assert min(distance(own, other) for own in terran for other in talon) == 8


@pytest.mark.rule("T3.2", "T3.8", "T3.10")
def test_bases_are_deployed_first_then_the_side_without_initiative_then_the_other():
    terran = fleet(TERRAN, Quill="dd", Hearth="base", Vane="dd")
    talon = fleet(TALON, Spite="dd", Gallows="base")
    game = Game.start(setup_of(terran, talon, fleet_bases=1), SEED)
    order = []
    while game.decision.topic == "set-up":
        question = game.decision
        assert question.rule == "T3.10"
        order.append(question.options[0].split()[1])
        zone = list_zone(0 if order[-1] in ("Quill", "Hearth", "Vane") else 1)
        places = {parse_hex(option.split()[3]) for option in question.options}
        assert places <= {*zone}
        assert {option.split()[-1] for option in question.options} == set("012345")
        game.play(question.options[-1])
    assert order == ["Hearth", "Gallows", "Quill", "Vane", "Spite"]
    assert {ship.status for ship in game.ships} == {IN_PLAY}
    assert all(ship.wait == 0 and ship.row == ship.printed.start for ship in game.ships)
    assert game.decision.topic == "power"


@pytest.mark.rule("T3.4", "T3.9", "T3.10")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("deploy Vane at -2,4 facing 1", "T3.4"),
        ("deploy Vane at -2,3 facing 1", "T3.9"),
        ("deploy Vane at -2,-4 facing 1", "T3.9"),
        ("deploy Quill at 0,4 facing 1", "T3.10"),
        ("deploy Spite at 0,-4 facing 4", "T4.2"),
    ],
)
def test_deployment_is_refused_with_its_rule(text: str, rule: str):
    game = Game.start(setup_of(fleet(TERRAN, Quill="dd", Vane="dd"), fleet(TALON, Spite="dd")), SEED)
    game.play("deploy Quill at -2,4 facing 1")
    with pytest.raises(IllegalAction) as refused:
        game.act(0, text)
    assert refused.value.rule == rule


def test_everybody_sees_where_ships_are_deployed():
    game = Game.start(setup_of(), SEED)
    game.play("deploy Lantern at -2,4 facing 2")
    for seat in (0, 1, None):
        ship = game.view(seat)["ships"][0]
        assert (ship["name"], ship["at"], ship["facing"], ship["status"]) == ("Lantern", [-2, 4], 2, IN_PLAY)


@pytest.mark.rule("T25.6")
@pytest.mark.parametrize("played", [0, 1, 4])
def test_seat_may_concede_while_ships_are_deployed(played: int):
    game = Game.start(setup_of(), SEED)
    for _ in range(played):
        game.play(game.decision.options[0])
    game.act(0, "concede")
    assert game.result.winner == 1


def test_match_under_deployment_is_stored_and_replayed():
    setup = setup_of()
    game = Game.start(setup, SEED)
    actions = ["deploy Lantern at -2,4 facing 2", "deploy Wayfarer at 0,4 facing 1"]
    for action in actions:
        game.play(action)
    again = Game.from_data(game.to_data(), setup, game.log)
    assert again.decision.options == game.decision.options
    assert again.copy().to_data() == game.to_data()


# Files from anybody.


def test_setups_of_skirmishes_are_accepted_from_files():
    for terms in ({}, {"fleet_points": 1000, "fleet_bases": 2, "fleet_rounds": 30}, {"fleet_points": 50}):
        setup = build_setup(MODE, terms, [None, None], None)
        check_size(setup)
        check_pieces(setup)
    check_pieces(setup_of(fleet(TERRAN, Hearth="base"), None, fleet_bases=1))


def make_crowd(count: int) -> list[dict[str, Any]]:
    crowd = [{"name": f"Speck {number}", "ship_class": "terran_ca", "seat": 0} for number in range(count)]
    return [*crowd, {"name": "Spite", "ship_class": "talon_ca", "seat": 1}]


PLACED = {"name": "Lantern", "ship_class": "terran_ca", "seat": 0, "at": [0, 0], "facing": 0}


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("ships", 0, "seat"), 1, "a class of the side of seat 1"),
        (("ships", 0), PLACED, "a hex for each ship, or for none, was expected"),
        (("ships", 0, "name"), "Sabre", "a name of its own was expected"),
        (("ships", 0, "name"), "Man of War", "without the word 'of'"),
        (("ships",), make_crowd(22), "at most 21 ships were expected in the rows of the terran side"),
        (("ships",), make_crowd(9), r"The fleet costs 1035 points, and 300 are allowed"),
        (("ships",), make_crowd(0), "a ship of seat 0 was expected"),
        (("terrain",), {"0,0": "planet"}, "terrain: nothing was expected in the mode skirmish"),
        (("wins",), {"talon": [{"none left": "terran"}]}, "wins: nothing was expected in the mode skirmish"),
        (("rulings", "fleet_points"), 200, "The fleet costs 291 points, and 200 are allowed"),
        (("rulings", "fleet_points"), GONE, "rulings, fleet_points: this field is missing"),
        (("seats",), [{"side": TERRAN}, {"side": TALON}, {"side": TALON}], "a ship of seat 2 was expected"),
    ],
)
def test_hostile_setups_are_refused(path: tuple[object, ...], value: Any, expected: str):
    with pytest.raises(ValueError, match=expected):
        check_pieces(change(setup_of(), path, value))


@pytest.mark.rule("T3.3", "T3.9")
@pytest.mark.parametrize("terrain", [{"-2,4": "black hole", "-6,4": "black hole", "1,4": "black hole"}, "planets"])
def test_file_in_which_ships_could_not_be_deployed_is_refused(terrain: Any):
    lying = {f"{q},{r}": "planet" for q, r in list_zone(0)} if terrain == "planets" else terrain
    setup = change(change(setup_of(), ("mode",), "open"), ("terrain",), lying)
    if terrain == "planets":
        with pytest.raises(ValueError, match="at most 0 ships were expected in the rows of the terran side"):
            check_pieces(setup)
    else:
        with pytest.raises(ValueError, match=r"at most \d ships? were expected in the rows"):
            check_pieces(change(setup, ("ships",), make_crowd(12)))


# Bots.


@pytest.mark.parametrize("bots", [(one, other) for one in BOTS for other in BOTS])
def test_skirmishes_of_bots_end(bots: tuple[str, str]):
    for seed in range(3):
        game = play(setup_of(), bots, seed)
        assert game.result is not None
        assert game.round <= 10


def test_skirmishes_of_all_ready_made_fleets_end():
    fleets = read_catalogue().fleets.values()
    for seed, (terran, talon) in enumerate(
        zip(*([each for each in fleets if each.fleet.side == side] for side in SIDES), strict=True)
    ):
        points = max(terran.points, talon.points)
        setup = setup_of(terran.fleet.to_data(), talon.fleet.to_data(), fleet_points=points, fleet_bases=1)
        assert play(setup, ("random", "random"), seed).result is not None


@pytest.mark.rule("T25.8")
def test_steady_deploys_apart_and_faces_the_foe():
    game = Game.start(setup_of(), SEED)
    steady, rng = KIND.make_bot("steady", 0.1), Random(1)
    while game.decision.topic == "set-up":
        game.play(steady.answer(game, game.decision, rng)[0])
    for ship in game.ships:
        assert ship.facing in ((1, 2) if ship.side == 0 else (4, 5))
        others = [other for other in game.ships if other.side == ship.side and other is not ship]
        assert min(distance(ship.at, other.at) for other in others) >= 2
    facings = {ship.at: ship.facing for ship in game.ships if ship.side == 0}
    assert facings == {(-2, 4): 1, (-4, 4): 1, (0, 4): 2}, "ships on the flanks point inwards"
