"""The lines of a ship, what bars them, the reasons why it can do nothing, and the steps that the chart animates."""

import json
from random import Random

import pytest

from incursions.engine.facings import step
from incursions.games.tables import RecentMove
from incursions.games.talon.rules import events as told
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.rulebook import read_rulebook
from incursions.games.talon.rules.ships import Missile
from incursions.games.talon.table.aims import list_aims
from incursions.games.talon.table.moments import list_steps
from incursions.games.talon.table.overlays import list_overlays
from incursions.games.talon.table.scene import TABLE, Scene
from tests.games.talon.table.battle_tables import ROOT, Viewer, play_at_random, start
from tests.sampling import chance_of_this_run

BOOK = read_rulebook(ROOT / "docs" / "talon")


def lay(battle, **places):
    """Return a battle with ships in these hexes, each with its facing."""
    game = start(battle)
    for ship in game.ships:
        if ship.name in places:
            ship.at, ship.facing = places[ship.name]
    return game


def find_ship(game, name):
    return next(ship for ship in game.ships if ship.name == name)


def aim_at(game, name, target):
    return next(aim for aim in list_aims(game, find_ship(game, name)) if aim.target == target)


def test_a_planet_on_the_line_is_named_with_its_hex():
    game = lay("fleet", Resolute=((-2, 0), 0), Tyrant=((2, 0), 3))
    aim = aim_at(game, "Resolute", "Tyrant")
    assert (aim.words, aim.rule, aim.blocked_at) == ("The planet at 0,0 blocks the line", "T8.7", (0, 0))
    assert not aim.is_open
    assert {group.barred for group in aim.groups} == {"blocked", "out of range"}


def test_asteroids_that_weaken_a_shot_are_named_with_their_hexes():
    game = lay("fleet", Resolute=((0, -2), 0), Tyrant=((3, -2), 3))
    aim = aim_at(game, "Resolute", "Tyrant")
    assert aim.words == "die −2: asteroid at 1,-2 and asteroid at 2,-2"
    assert aim.weakened_at == ((1, -2), (2, -2))
    assert aim.struck == "forward"


def test_a_clear_shot_has_odds_and_an_average():
    game = lay("duel", Steadfast=((0, 0), 0), Reckoning=((2, 0), 3))
    aim = aim_at(game, "Steadfast", "Reckoning")
    assert [(group.group, group.odds) for group in aim.groups] == [
        ("left", "100%, avg 1.5"),
        ("main", "83%, avg 3.3"),
        ("right", "100%, avg 1.5"),
    ]
    assert aim.best == "83%, avg 3.3"


def test_a_foe_beyond_all_ranges_is_told_in_one_word():
    game = lay("duel", Steadfast=((0, 0), 0), Reckoning=((7, 0), 3))
    aim = aim_at(game, "Steadfast", "Reckoning")
    assert (aim.barred, aim.is_far) == ("out of range", True)


def test_an_overlay_shows_where_a_due_ship_can_go():
    game = lay("duel", Steadfast=((0, 0), 0), Reckoning=((7, 0), 3))
    for ship in game.ships:
        ship.row = next(row for row, each in enumerate(ship.printed.curve) if each.speed == 4)
        ship.afterburners = 0
    reached = {overlay.ship: [each.at for each in overlay.reached] for overlay in list_overlays(game, [[], []])}
    assert reached[0] == [(1, 0), (1, -1), (0, 1)]
    find_ship(game, "Steadfast").wait = 2
    assert [each.at for each in list_overlays(game, [[], []])[0].reached] == [(1, 0)]


def find_reasons(game, about):
    return TABLE.find_reasons(game, game.decision.seat, about, Battlefield(game.setup))


def test_a_ship_that_is_not_due_says_why():
    game = start("fleet")
    idle = game.ships[0]
    idle.row = next(place for place, row in enumerate(idle.printed.curve) if row.speed == 2)
    while not (game.decision.topic == "movement" and game.decision.seat == 0):
        game.play(game.decision.options[-1])
    reasons = find_reasons(game, f"ship {idle.name}")
    assert reasons
    assert reasons[0].rule == "T4.4"
    assert all(reason.words.endswith(".") for reason in reasons)


def test_a_ship_that_can_do_something_needs_no_reason():
    game = start("fleet")
    acting = game.battlefield.read_act(game.decision.options[0]).ship
    assert find_reasons(game, f"ship {game.ships[acting].name}") == []


@pytest.mark.parametrize(
    "about",
    [
        *(
            "",
            "ship",
            "ship Nobody",
            "ship " + "x" * 500,
            "missile",
            "missile 1",
            "missile x",
            "missile ٣",
            "hex",
            "act",
        ),
        *("hex 1", "hex 1,x", "hex 99999,0", "seat 1", "act " + "x" * 500),
    ],
)
def test_only_what_is_there_can_be_asked_about(about):
    with pytest.raises(ValueError, match="Ask about a ship of this battle, a missile, a hex, or an act"):
        find_reasons(start("duel"), about)


def test_an_act_that_is_no_option_says_why():
    game = start("duel")
    (reason,) = find_reasons(game, "act end fire")
    assert reason == ("This is for the fire step; it is the movement step now.", "T4.5")
    assert find_reasons(game, f"act {game.decision.options[0]}") == []
    assert find_reasons(game, "act jump up")[0].rule == "T25.1"


def test_a_hex_says_why_nothing_goes_there():
    game = start("duel")
    (far,) = find_reasons(game, "hex 40,-7")
    assert far == ("No ship or missile of yours comes to 40,-7 with its next move.", "T6.1")
    own = next(ship for ship in game.ships if ship.seat == game.decision.seat)
    ahead = step(own.at, own.facing)
    reasons = find_reasons(game, f"hex {ahead[0]},{ahead[1]}")
    assert {reason.rule for reason in reasons} <= {"T4.4", "T4.5", "T6.5", "T7.1", "T12.3", "T12.4"}
    foe = next(ship for ship in game.ships if ship.side != own.side)
    assert "T8.5" in {reason.rule for reason in find_reasons(game, f"hex {foe.at[0]},{foe.at[1]}")}


def test_a_missile_says_why_it_cannot_be_flown_or_shot_at():
    game = start("fleet")
    own = next(ship for ship in game.ships if ship.seat == game.decision.seat)
    foe = next(ship for ship in game.ships if ship.side != own.side)
    game.missiles = {
        7: Missile(7, own.side, (30, 0), foe.index),
        8: Missile(8, foe.side, (-30, 0), own.index),
    }
    assert find_reasons(game, "missile 7")[0].rule.startswith("T")
    assert {reason.rule for reason in find_reasons(game, "missile 8")} <= {"T8.5", "T8.1", "T4.5", "T18.4"}


def test_everything_on_the_table_has_options_or_a_reason_with_a_rule_of_the_book():
    game = start("fleet", seed=3)
    for number, _ in play_at_random(game, Random(chance_of_this_run().random()), 120):
        if game.decision is None or number % 12:
            continue
        field = Battlefield(game.setup)
        for seat in field.side_of_seat:
            things = [f"ship {ship.name}" for ship in game.ships]
            things += [f"hex {at[0]},{at[1]}" for at in {ship.at for ship in game.ships}]
            things += [f"missile {each}" for each in game.missiles]
            offered = set(game.question_for(seat) or ())
            for about in things:
                found = TABLE.find_reasons(game, seat, about, field)
                assert all(reason.rule in BOOK.rules and reason.words.endswith(".") for reason in found)
                if not found:
                    assert offered, about


def test_ships_with_nothing_to_do_are_folded_with_their_reasons():
    game = start("fleet")
    while not (
        game.decision.topic == "movement" and len({row.act.ship for row in Scene(Viewer(game)).rows} - {-1}) < 4
    ):
        game.play(game.decision.options[-1])
    seat = game.decision.seat
    scene = Scene(Viewer(game, seat))
    (*_, last) = scene.prompt.groups
    fold = last.items[-1]
    assert fold.is_refused
    acting = {game.ships[row.act.ship].name for row in scene.rows if row.act.ship >= 0}
    assert acting.isdisjoint(row.title for row in fold.rows)
    assert all(row.rule and row.note and row.is_refused for row in fold.rows)
    assert fold.title.endswith("with nothing to do now")
    assert {row.id for row in fold.rows}.isdisjoint(row.id for row in scene.rows)


def test_every_move_and_die_is_a_step_of_the_chart():
    game, moves = start("fleet"), []
    for number, events in play_at_random(game, Random(chance_of_this_run().random()), 200):
        moves.append(RecentMove(number, events))
    steps = list_steps(game.view(None), moves, 0)
    events = [event for _, of_move in moves for event in of_move]
    rolled = [event for event in events if event["kind"] in (told.Rolled.kind, told.ArcRolled.kind)]
    moved = [event for event in events if event["kind"] == told.Moved.kind]
    assert len([step for step in steps if step.kind == "roll"]) >= len(rolled)
    assert len([step for step in steps if step.kind == "sail"]) >= len(moved) > 0
    assert all(json.loads(step.data)["move"] == step.move for step in steps)
    assert all(step.at is not None for step in steps if step.kind == "roll")
