"""The bounds of what a seat may have open, and of the register: proposals, notes, offers, requests and laws."""

from __future__ import annotations

import pytest

from incursions.engine import IllegalAction
from incursions.games.wolves.pages.station import draw_mail, draw_station
from incursions.games.wolves.pages.station_council import draw_chamber, draw_register
from incursions.games.wolves.rules.answers import MOST_PROPOSALS
from incursions.games.wolves.rules.council import LONGEST_LAW, MOST_LAWS, MOST_REQUESTS
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.news import MOST_NOTES
from incursions.games.wolves.rules.offers import MOST_OFFERS
from tests.games.wolves.days import start_day
from tests.games.wolves.page_parts import read_commands, read_words

CAPTAIN, PRESIDENT, MEMBER = "Dione Captain", "Star Alpha President", "Dione Council Member"


@pytest.fixture
def game() -> Game:
    """A day in its first Action phase."""
    return start_day("start the event", "begin action")


def give_many(game: Game, seat: str, text: str, count: int) -> None:
    """Give a command so many times; its "#" is the number."""
    for number in range(1, count + 1):
        game.act(seat, text.replace("#", str(number)))


def refuse(game: Game, seat: str, text: str) -> IllegalAction:
    """Return the refusal of a command, which changes nothing."""
    before = game.state.to_data()
    with pytest.raises(IllegalAction) as refused:
        game.act(seat, text)
    assert game.state.to_data() == before
    return refused.value


@pytest.mark.rule("W26.1")
def test_seat_has_a_few_proposals_open(game):
    give_many(game, CAPTAIN, "propose: plan #", MOST_PROPOSALS)
    assert refuse(game, CAPTAIN, "propose: one more").rule == "W26.1"
    assert f"You have {MOST_PROPOSALS} open proposals" in read_words(draw_station(game, CAPTAIN))
    game.act("Lucas Captain", "propose: a plan of ours")
    game.act("Control", "answer proposal 2: costs 1 water")
    refuse(game, CAPTAIN, "propose: one more")
    game.act("Control", "answer proposal 1: no")
    game.act(CAPTAIN, "propose: one more")


@pytest.mark.rule("W23.2")
def test_few_notes_of_a_seat_wait_for_control(game):
    give_many(game, CAPTAIN, "write to Lucas Captain: note #", MOST_NOTES)
    refused = refuse(game, CAPTAIN, "write to Lucas Captain: one more")
    assert (refused.rule, f"{MOST_NOTES} of your notes wait for Control" in refused.reason) == ("W23.2", True)
    give_many(game, "Control", "write to Lucas Captain: note #", MOST_NOTES + 1)
    game.act("Control", "deliver note 1")
    game.act(CAPTAIN, "write to Lucas Captain: one more")


@pytest.mark.rule("W26.8")
def test_seat_has_a_few_offers_open(game):
    for seat in ("Dione First Officer", "Dione Chief Engineer"):
        game.act("Control", f"set place of {seat} to Dione because of a test")
    game.state.vessels["Lucas"].hold["water"] = MOST_OFFERS + 9
    game.state.shuttles["Dione Tender"].at = "Lucas"
    give_many(game, "Dione First Officer", "load # water into Dione Tender", MOST_OFFERS)
    refused = refuse(game, "Dione First Officer", f"load {MOST_OFFERS + 1} water into Dione Tender")
    assert (refused.rule, "or withdraw one" in refused.reason) == ("W26.8", True)
    game.act("Dione First Officer", f"load {MOST_OFFERS} water into Dione Tender")
    game.act("Dione First Officer", "withdraw 1 water leaving")
    game.act("Dione First Officer", f"load {MOST_OFFERS + 1} water into Dione Tender")


@pytest.mark.rule("W6.2")
def test_newest_requests_of_each_member_stand(game):
    game.act("Lucas Council Member", "ask for a motion: share the fuel")
    give_many(game, MEMBER, "ask for a motion: wish #", MOST_REQUESTS + 2)
    game.act(MEMBER, "ask for a motion: wish 4")
    asked = [each.text for each in game.state.requests]
    assert asked == ["share the fuel", "wish 3", "wish 5", "wish 4"]


def pass_law(game: Game, text: str) -> None:
    """Let the President pass a motion."""
    for order in (f"open the motion: {text}", "vote yay", "close the vote"):
        game.act(PRESIDENT, order)


@pytest.mark.rule("W6.4")
def test_register_holds_a_number_of_laws_which_all_can_read(game):
    for number in range(1, MOST_LAWS + 1):
        pass_law(game, f"law {number} " + "x" * 150)
    assert refuse(game, PRESIDENT, "open the motion: one more").rule == "W6.4"
    pass_law(game, "decision: we wait")
    pass_law(game, f"amend: law {MOST_LAWS} {'x' * 150} -> the last law")
    pass_law(game, f"repeal: law {MOST_LAWS - 1} {'x' * 150}")
    pass_law(game, "one more")
    words = read_words(draw_register(game, CAPTAIN))
    assert all(law in words for law in game.state.laws)
    assert read_commands(draw_register(game, PRESIDENT)) == []
    chamber = draw_chamber(game, PRESIDENT)
    assert f"Read all {MOST_LAWS} laws" in read_words(chamber)
    assert "open the motion: repeal: one more" in read_commands(chamber)
    assert "law 1 " not in read_words(chamber)
    assert 'href="register?seat=' in chamber["register"]
    assert 'href="../register?seat=' in draw_station(game, PRESIDENT)["council"]


@pytest.mark.rule("W6.4")
def test_law_is_so_short_that_it_can_be_amended(game):
    assert refuse(game, PRESIDENT, f"open the motion: {'x' * (LONGEST_LAW + 1)}").rule == "W6.4"
    pass_law(game, "x" * LONGEST_LAW)
    pass_law(game, f"amend: {'x' * LONGEST_LAW} -> {'y' * LONGEST_LAW}")
    assert game.state.laws == ["y" * LONGEST_LAW]
    for text in ("amend: ", "amend: law", "amend: " + "y" * LONGEST_LAW):
        assert refuse(game, PRESIDENT, f"open the motion: {text}").rule in ("W6.4", "")


def test_pages_of_the_council_stand_when_all_is_open(game):
    pass_law(game, "curfew")
    game.act("Control", "end the event")
    game.state.is_revealed = True
    for parts in (draw_chamber(game, CAPTAIN), draw_register(game, CAPTAIN)):
        assert "Turn 1 passed curfew" in read_words(parts)


@pytest.mark.rule("W26.1")
def test_open_proposals_come_before_those_that_are_done(game):
    for number in range(1, 60):
        game.act(CAPTAIN, f"propose: plan {number} for the water of the whole fleet and for the food as well")
        if number > 1:
            game.act("Control", f"answer proposal {number}: no")
    game.act("Control", "answer proposal 1: costs 1 water")
    station, page = (draw(game, CAPTAIN)["mail"] for draw in (draw_station, draw_mail))
    assert {"accept proposal 1", "decline proposal 1"} <= set(read_commands({"mail": station}))
    assert "plan 59" in station
    assert "plan 2 " not in station
    assert "older proposals" in station
    assert "plan 2 " in page


@pytest.mark.rule("W11.5")
def test_order_for_muster_is_left_once(game):
    game.act("Control", "begin team")
    game.act("Dione Captain", "crew the Jump Drive at muster")
    assert refuse(game, "Dione Captain", "crew the Jump Drive at muster").rule == "W11.5"
