"""Days that bots play: every order within the rules, the same day from the same seed, and the command."""

from __future__ import annotations

import re
from io import StringIO
from json import loads
from random import Random

import pytest
from django.core.management import CommandError, call_command

from incursions.games.megagames import RehearsalPlan
from incursions.games.wolves.bots.balance import tabulate_fleets
from incursions.games.wolves.bots.carrier import plan_crew, plan_goods, share
from incursions.games.wolves.bots.notes import Report, pass_on_report, read_passed_on, read_report, write_report
from incursions.games.wolves.bots.rehearsal import Rehearsal, TurnFigures
from incursions.games.wolves.bots.team import TeamBot
from incursions.games.wolves.rules.game import START_POINT, Game
from incursions.games.wolves.rules.state import CLOSE, FIGHTERS, Wolves
from tests.games.wolves.days import ROOT, load_content

TURNS = 3


@pytest.fixture(scope="module")
def content():
    return load_content()


@pytest.fixture(scope="module")
def rehearsed_day(content):
    rehearsal = Rehearsal(content, 2)
    return rehearsal, list(rehearsal.play(TURNS))


def test_day_is_played_turn_by_turn(rehearsed_day):
    rehearsal, rows = rehearsed_day
    assert len(rows) == TURNS
    assert (rehearsal.game.state.turn, rehearsal.game.state.phase) == (TURNS, CLOSE)
    assert all(0 <= row.morale <= 10 and row.vessels <= 11 for row in rows)
    assert rows[0].food_made > 0


def test_bots_feed_trade_vote_and_fight(rehearsed_day):
    texts = [entry.text for entry in rehearsed_day[0].game.log]
    for words in (
        "supply food at",
        "unload",
        "close the vote",
        "attacks boarding first",
        "broadcast:",
        "roll for riot",
    ):
        assert any(words in text for text in texts), words


def test_log_replays_to_the_same_day(rehearsed_day, content):
    game = rehearsed_day[0].game
    log = [(entry.seat, entry.text, entry.at) for entry in game.log]
    again = Game.replay({"content": content}, game.dice.seed, log)
    assert again.to_data() == game.to_data()


def test_same_seed_is_the_same_day(rehearsed_day, content):
    assert list(Rehearsal(content, 2).play(TURNS)) == rehearsed_day[1]
    assert list(Rehearsal(content, 3).play(TURNS)) != rehearsed_day[1]


def test_without_attacks_nothing_is_damaged(content):
    rows = list(Rehearsal(content, 5, attack_odds=0).play(2))
    assert [row.broken for row in rows] == [0, 0]
    assert FIGHTERS not in str(rows)


def test_day_ends_when_the_fleet_stands_no_longer(content):
    rehearsal = Rehearsal(content, 5, attack_odds=0)
    for vessel in list(rehearsal.game.state.vessels.values())[:4]:
        vessel.is_destroyed = True
    rows = list(rehearsal.play(2))
    assert [row.standing for row in rows] == [0]


def test_fleet_that_never_jumps_stays(content):
    rehearsal = Rehearsal(content, 5, attack_odds=0, is_jumping=False)
    rows = list(rehearsal.play(2))
    assert (sum(row.jumped for row in rows), rows[-1].pursuit) == (0, content.fleet.pursuit_start + 2)


# Honesty: what a team's bot reads and does.


@pytest.mark.parametrize("module", ["cards", "carrier", "fighting", "hands", "notes", "stations", "team", "voting"])
def test_bots_of_teams_read_no_state(module):
    text = (ROOT / "incursions/games/wolves/bots" / f"{module}.py").read_text(encoding="utf-8")
    assert "game.state" not in text
    assert "game.dice" not in text
    assert "game.told" not in text


def test_bots_of_teams_act_and_look_from_their_own_seats_alone(content, monkeypatch):
    rehearsal = Rehearsal(content, 4)
    fleet, given, seen = content.fleet.vessels, set(), set()
    act, view = Game.act, Game.view
    monkeypatch.setattr(Game, "act", lambda game, seat, text, *more: given.add(seat) or act(game, seat, text, *more))
    monkeypatch.setattr(Game, "view", lambda game, seat: seen.add(seat) or view(game, seat))
    rehearsal.play(1).__next__()
    seats = {seat for vessel in fleet.values() for seat in vessel.seats}
    assert seen <= seats
    assert given - seats == {"Control", "Clock", "News Media Reporter"}


def test_report_reads_as_it_was_written():
    report = Report(
        {"food": 12, "water": 0},
        {"food": 10, "water": 9},
        ("engineer of Training Workshop", "untrained of Bridge"),
        ("pilot of Hangar Bay",),
        {"engineer": 2},
        6,
    )
    assert read_report(write_report(report)) == report


def test_person_may_ask_in_plain_words():
    assert read_report("need 4 water") == Report({"water": 0}, {"water": 4})
    assert read_report("need 1 engineer") == Report({}, {}, lack={"engineer": 1})
    assert read_report("please give us 4 water") is None


def test_goods_are_shared_by_need():
    assert share(10, {"Dione": 10, "Vulcan": 4, "Lucas": 6}) == {"Dione": 5, "Vulcan": 2, "Lucas": 3}
    assert sum(share(7, {"Dione": 10, "Vulcan": 4, "Lucas": 6}).values()) == 7
    reports = {"Dione": Report({"food": 1}, {"food": 10}), "Shepherd": Report({"food": 15}, {"food": 6})}
    assert list(plan_goods(reports)) == [("Shepherd", "Dione", 9, "food", "")]


def test_spare_crew_goes_where_it_lacks_and_wounded_to_beds():
    reports = {
        "Lucas": Report({}, {}, spare=("engineer of Training Workshop",)),
        "Vulcan": Report({}, {}, wounded=("untrained of Prison Works",), lack={"engineer": 1}),
        "Salvador": Report({}, {}, lack={"wounded": 4}),
    }
    assert list(plan_crew(reports)) == [
        ("Vulcan", "Salvador", 1, "untrained", "untrained of Prison Works"),
        ("Lucas", "Vulcan", 1, "engineer", "engineer of Training Workshop"),
    ]


def test_captain_keeps_half_of_what_the_vessel_needs(content):
    game = Game.start({"content": content}, bytes(32))
    game.act("Control", "start the event")
    captain = TeamBot(game, Random(1), content.fleet.vessels["Lucas"])
    for number in (6, 2):  # of 8 water, of which Lucas needs 7
        game.act("Quellon Captain", "fly Quellon Bowser to Lucas")
        game.act("Quellon Captain", f"load {number} water into Quellon Bowser")
    captain.answer_requests()
    assert game.state.vessels["Lucas"].hold["water"] == 6
    assert [offer.name for offer in game.state.offers] == ["6 water leaving"]


def test_carrier_that_cannot_fly_passes_reports_on():
    report = Report({"food": 1}, {"food": 10}, morale=4)
    assert read_passed_on(pass_on_report("Refinery 124", report)) == ("Refinery 124", report)
    assert read_passed_on("Dione writes: hello") is None


@pytest.mark.parametrize(
    ("broken", "carrier"), [((), "Aegis"), (("Aegis",), "Quellon"), (("Aegis", "Quellon"), "Dione")]
)
def test_another_shuttle_carries_if_that_of_the_first_carrier_cannot(content, broken, carrier):
    rehearsal = Rehearsal(content, 5, attack_odds=0)
    rehearsal.control.control("start the event")
    rehearsal.game.act("Clock", "2 minutes pass")
    for name in broken:
        rehearsal.game.state.vessels[name].stations["Shuttle Bay"].riot = "up"
    for team in rehearsal.teams.values():
        team.report()
    rehearsal._trade()
    captain = content.fleet.vessels[carrier].seats[0]
    flew = [entry.seat for entry in rehearsal.game.log if entry.text.startswith("unload ")]
    assert set(flew) == {captain}


# Jumps.


@pytest.fixture
def mustered(content):
    """A rehearsal in its first turn, at muster, with a short jump planned and all drives crewed."""
    rehearsal = Rehearsal(content, 5, attack_odds=0)
    rehearsal.control.control("start the event")
    rehearsal.game.flagship.destinations[:] = ["The Rookery"]
    rehearsal._muster()
    return rehearsal


def declare(rehearsal, fighters):
    """Declare an attack by so many Wolves, more than the fleet can shoot down in a round, all in one quadrant."""
    rehearsal.control.declare()
    rehearsal.game.state.attack.wolves[:] = [Wolves(fighters=fighters), Wolves(), Wolves(), Wolves()]


def test_fleet_jumps_out_of_an_attack_all_together(mustered):
    declare(mustered, 60)
    mustered._fight_round()
    assert mustered.game.state.fleet_at == START_POINT
    mustered._fight_round()
    state = mustered.game.state
    assert (state.fleet_at, state.separated) == ("64837", [])
    assert all(team.plan is None for team in mustered.teams.values())


def test_fleet_stays_in_an_attack_if_a_vessel_cannot_jump(mustered):
    mustered.game.state.vessels["Lucas"].hold["fuel"] = 0
    declare(mustered, 60)
    mustered._fight_round()
    mustered._fight_round()
    state = mustered.game.state
    assert state.fleet_at == START_POINT
    assert not any(vessel.sign for vessel in state.alive)
    assert mustered.admiral.plan is not None


def test_fleet_stays_with_few_wolves_and_without_a_plan(mustered):
    declare(mustered, 60)
    mustered._fight_round()
    assert mustered.admiral.is_leaving_better()
    mustered.game.state.attack.wolves[0] = Wolves(fighters=2)
    assert not mustered.admiral.is_leaving_better()
    mustered.game.state.attack.wolves[0] = Wolves(fighters=60)
    mustered.admiral.plan = None
    assert not mustered.admiral.is_leaving_better()


@pytest.mark.parametrize(
    ("charts", "pursuit", "fuel", "drawn"),
    [
        ([], 2, 50, 1),
        (["Argent Deep"], 2, 50, 1),  # long, which is worth its fuel from 3 on
        (["The Rookery"], 2, 50, 0),
        ([], 1, 50, 0),
        ([], 2, 23, 0),  # a short jump of all takes 21
    ],
)
def test_admiral_buys_a_chart_if_no_place_on_the_charts_is_worth_a_jump(content, charts, pursuit, fuel, drawn):
    rehearsal = Rehearsal(content, 5, attack_odds=0)
    rehearsal.control.control("start the event")
    state = rehearsal.game.state
    state.pursuit, rehearsal.admiral.fuel_of_fleet = pursuit, fuel
    rehearsal.game.flagship.destinations[:] = charts
    rehearsal.admiral.choose_jump()
    assert len(rehearsal.game.flagship.destinations) == len(charts) + drawn


# The command.


def test_command_prints_the_tables():
    out = StringIO()
    call_command("rehearse_megagame", "--seed=4", "--turns=1", "--attacks=0,100", "--never-jumping", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0].startswith("| turn | morale | vessels | pursuit | damage | broken | food made |")
    assert [line.split("|")[1].strip() for line in lines[6:]] == ["0 %", "100 %", "0 %, never jumping"]
    assert "0%" in lines[2]


def test_command_prints_json():
    data, again = StringIO(), StringIO()
    for out in (data, again):
        call_command("rehearse_megagame", "--seed=4", "--turns=1", "--attacks=0", "--json", stdout=out)
    report = loads(data.getvalue())
    assert (report["seed"], report["days"], report["attacks"], len(report["turns"])) == (4, 1, [0], 1)
    assert report["turns"][0]["vessels"] == 11
    assert report["fleets"][0]["vessels lost"] == 0
    assert again.getvalue() == data.getvalue()


@pytest.mark.parametrize(
    "argument",
    [
        "--turns=0",
        "--turns=x",
        "--seed=-1",
        "--days=5000",
        "--game=chess",
        "--attacks=101",
        "--attacks=-1",
        "--attacks=70,,",
        "--attacks=70,70",
    ],
)
def test_command_refuses_bad_arguments(argument):
    with pytest.raises(CommandError):
        call_command("rehearse_megagame", argument, stdout=StringIO())


def test_page_shows_the_tables_of_the_command(content):
    page = (ROOT / "docs/wolves-balance.md").read_text(encoding="utf-8")
    plan = RehearsalPlan(seed=1, turns=10, days=1, attacks=(0,))
    fleets = tabulate_fleets([(0, True, [[row_of_zeros()] * 10])], plan, 11)
    for names in (["turn", *list(TurnFigures._fields)], list(fleets.rows[0])):
        titles = [name.replace("_", " ") for name in names if name != "starved"]
        pattern = r"\| *" + r" *\| *".join(map(re.escape, titles)) + r" *\|"
        assert re.search(pattern, page), titles


def row_of_zeros():
    return TurnFigures(*[0.0] * len(TurnFigures._fields))
