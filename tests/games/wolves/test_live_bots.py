"""Bots of single seats: the words of their notes to people and of people's to them, and whose work an order is."""

from __future__ import annotations

from random import Random

import pytest

from incursions.engine.dice import SEED_BYTES
from incursions.games.wolves.bots.live import plan_orders
from incursions.games.wolves.bots.officers import make_team, read_words, word_for_people
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import CONTROL
from tests.games.wolves.days import load_content


@pytest.fixture(scope="module")
def content():
    return load_content()


@pytest.fixture
def game(content):
    started = Game.start({"content": content}, bytes(SEED_BYTES))
    started.act(CONTROL, "start the event")
    return started


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("We need 4 food, please.", "need 4 food"),
        ("Could you send us 2 water?", "need 2 water"),
        ("we can spare 3 ore", "we can spare 3 ore"),
        ("Jump to 81093, it is a medium jump", "jump 81093 medium"),
        ("Hello there", "Hello there"),
    ],
)
def test_notes_of_people_are_read(said, read):
    assert read_words(said) == read


def test_notes_to_people_are_sentences():
    assert word_for_people("boarders aboard").startswith("Boarders are aboard")
    assert word_for_people("please repair Storage Hold of Dione") == "We cannot repair Storage Hold of Dione. Can you?"
    assert word_for_people("please comfort Lucas, Dione") == "Morale is lowest on Lucas, Dione. Can you lift it?"
    assert word_for_people("we cannot jump") == "We cannot jump next turn."
    assert word_for_people("we cannot jump farther than short") == "We cannot jump farther than short next turn."
    assert "set coordinates 81093 for a medium jump" in word_for_people("jump 81093 medium")
    assert read_words(word_for_people("jump 81093 medium")) == "jump 81093 medium"
    assert word_for_people("we have landed") == "we have landed"


def make_dione(game, *people):
    vessel = game.content.fleet.vessels["Dione"]
    return make_team(game, Random(1), vessel, frozenset(set(vessel.seats) - set(people)))


def test_order_is_given_by_the_seat_whose_work_it_is(game):
    team = make_dione(game)
    assert team.find_officer("use Water Plant") == "Dione Chief Engineer"
    assert team.find_officer("move untrained from Promenade to Jump Drive") == "Dione First Officer"
    assert team.find_officer("move the vessel to quadrant 2") == "Dione Captain"
    assert team.find_officer("raise the Jump sign") == "Dione Captain"
    aegis = game.content.fleet.vessels["Aegis"]
    admiral = make_team(game, Random(1), aegis, frozenset(aegis.seats))
    assert admiral.find_officer("draw a destination for 3 fuel") == "Aegis Logs"


def test_work_of_a_person_is_left_to_him(game):
    team = make_dione(game, "Dione Captain", "Dione Chief Engineer")
    assert team.find_officer("use Water Plant") is None
    assert team.find_officer("raise the Jump sign") is None
    assert not team.give("Dione Captain", "hide the panel")
    assert team.captain == "Dione First Officer"
    assert make_dione(game, *game.content.fleet.vessels["Dione"].seats) is None


def test_prisoner_is_replaced_by_a_teammate(game):
    game.act(CONTROL, "put Dione Chief Engineer in the brig")
    assert make_dione(game).find_officer("use Water Plant") == "Dione Captain"


def test_work_of_an_empty_seat_is_the_captains(content):
    filled = [seat for seat in content.fleet.seating_first if seat != "Dione Chief Engineer"]
    game = Game.start({"content": content, "seats": filled}, bytes(SEED_BYTES))
    assert make_dione(game).find_officer("use Water Plant") == "Dione Captain"


def test_note_of_the_news_media_stops_no_bot(game):
    game.act("News Media Reporter", "write to Shepherd Captain: need 4 food")
    game.act(CONTROL, "deliver note 1")
    memory, bots = {}, list(game.state.places)
    for at in range(0, 400, 20):
        plan = plan_orders(game.copy(), bots, memory, "chance", at)
        memory = plan.memory
        for seat, text in plan.orders:
            game.act(seat, text, at)
    assert any(entry.text.startswith("use ") for entry in game.log)


def test_bots_give_leave_for_goods_that_they_can_spare(game):
    bots = frozenset(game.content.fleet.vessels["Shepherd"].seats)
    game.act("Clock", "2 minutes pass")
    game.act("Aegis Logs", "fly Aegis One to Shepherd")
    game.act("Aegis Logs", "load 15 food into Aegis One")
    orders = plan_orders(game.copy(), bots, {}, "chance", game.last_at).orders
    assert ("Shepherd Captain", "decline 15 food leaving") in orders
    game.act("Shepherd Captain", "decline 15 food leaving")
    game.act("Aegis Logs", "load 2 food into Aegis One")
    orders = plan_orders(game.copy(), bots, {}, "chance", game.last_at).orders
    assert ("Shepherd Captain", "accept 2 food leaving") in orders


def test_bots_raise_the_sign_before_they_do_anything_else_when_time_runs_short(game):
    game.act("Vulcan Warden", "crew the Jump Drive at muster")
    game.act("Aegis Admiral", "write to Vulcan Captain: jump 41763 short")
    game.act(CONTROL, "deliver note 1")
    game.act("Clock", "2 minutes pass")
    game.act("Clock", "11 minutes pass")
    orders = plan_orders(game.copy(), list(game.state.places), {}, "chance", game.last_at).orders
    assert [text for seat, text in orders[:2] if seat == "Vulcan Captain"] == [
        "set coordinates 41763 for a short jump",
        "raise the Jump sign",
    ]


def test_bots_answer_requests_before_they_do_anything_else(game):
    game.act("Clock", "2 minutes pass")
    game.act("Aegis Logs", "fly Aegis One to Shepherd")
    game.act("Aegis Logs", "load 2 food into Aegis One")
    orders = plan_orders(game.copy(), list(game.state.places), {}, "chance", game.last_at).orders
    assert orders[0] == ("Shepherd Captain", "accept 2 food leaving")


def test_another_shuttle_of_a_running_day_carries_if_that_of_the_aegis_cannot(game):
    bay = game.state.vessels["Aegis"].stations["Shuttle Bay"]
    bay.riot = "up"
    memory, bots = {}, [*game.state.places, CONTROL]
    for unit in game.state.units.values():
        unit.aboard = ""  # nobody disperses the riot
    for at in range(0, 900, 10):
        plan = plan_orders(game.copy(), bots, memory, "chance", at)
        memory = plan.memory
        for seat, text in plan.orders:
            game.act(seat, text, at)
    unloaded = {entry.seat for entry in game.log if entry.text.startswith("unload ")}
    assert "Quellon First Officer" in unloaded
    assert not any(seat.startswith("Aegis") for seat in unloaded)


def test_bots_raise_the_sign_early_to_jump_out_of_an_attack(game):
    game.act("Vulcan Warden", "crew the Jump Drive at muster")
    game.act("Aegis Admiral", "write to Vulcan Captain: jump 41763 short")
    game.act(CONTROL, "deliver note 1")
    game.act("Clock", "3 minutes pass")
    game.act(CONTROL, "declare an attack")
    bots, memory = ["Vulcan Captain", "Vulcan Warden"], {}
    for text in ("close the Fleet round", "play the Wolf round"):
        orders, memory = plan_orders(game.copy(), bots, memory, "chance", game.last_at)
        assert ("Vulcan Captain", "raise the Jump sign") not in orders
        game.act(CONTROL, text)
    given = []
    for _ in range(2):
        orders, memory = plan_orders(game.copy(), bots, memory, "chance", game.last_at)
        given += orders
    assert ("Vulcan Captain", "raise the Jump sign") in given
