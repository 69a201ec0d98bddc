"""The council chamber, the news desk and the fleet map as pages: what each seat sees there, and may order."""

from __future__ import annotations

import pytest

from incursions.games.wolves.pages import PAGES
from incursions.games.wolves.pages.projector import draw_fleet_map
from incursions.games.wolves.pages.station_council import draw_chamber, draw_news_desk
from incursions.games.wolves.rules.game import Game
from tests.games.wolves.days import start_day
from tests.games.wolves.page_parts import read_commands, read_words


@pytest.fixture
def game() -> Game:
    """A session of the council with a law, an open motion, and a request for another."""
    return start_day(
        "start the event",
        "begin action",
        ("Dione Council Member", "go to Star Alpha"),
        ("Star Alpha President", "open the motion: Curfew"),
        ("Star Alpha President", "vote yay"),
        ("Star Alpha President", "close the vote"),
        ("Lucas Council Member", "ask for a motion: Share the fuel"),
        ("Star Alpha President", "open the motion: Equal rations"),
        ("Dione Council Member", "vote nay"),
        ("Dione Council Member", "speak in council: We cannot wait"),
    )


def test_members_see_who_has_voted_and_nobody_how_before_the_close(game):
    words = read_words(draw_chamber(game, "Lucas Council Member"))
    assert "FAS Dione Council Member has voted" in words
    assert "nay" not in words.replace("Nay", "")
    assert "Dione Council Member We cannot wait" in words
    assert "Your vote: nay" in read_words(draw_chamber(game, "Dione Council Member"))
    twin = game.copy()
    twin.state.motion.votes["FAS"] = "yay"
    assert draw_chamber(game, "Lucas Council Member") == draw_chamber(twin, "Lucas Council Member")
    game.act("Star Alpha President", "close the vote")
    words = read_words(draw_chamber(game, "Lucas Captain"))
    assert "0 yay, 1 nay, 6 abstained" in words
    assert "Turn 1 failed Equal rations FAS nay" in words


def test_who_only_watches_gives_no_orders_and_reads_no_requests(game):
    parts = draw_chamber(game, "Vulcan Captain")
    assert read_commands(parts) == []
    assert "Share the fuel" not in read_words(parts)
    assert "has voted" not in read_words(parts)
    assert "Curfew" in read_words(parts)


def test_request_is_opened_by_one_tap_and_leaves_the_agenda(game):
    assert "Share the fuel" in read_words(draw_chamber(game, "Star Alpha First Secretary"))
    game.act("Star Alpha President", "close the vote")
    commands = read_commands(draw_chamber(game, "Star Alpha President"))
    assert "open the motion: Share the fuel" in commands
    assert "open the motion: repeal: Curfew" in commands
    game.act("Star Alpha President", "open the motion: Share the fuel")
    assert "Asked for" not in read_words(draw_chamber(game, "Star Alpha President"))


def test_hands_are_entered_by_the_presidents_team_alone(game):
    assert "record Gliese abstain" in read_commands(draw_chamber(game, "Star Alpha First Secretary"))
    assert "record Gliese abstain" not in read_commands(draw_chamber(game, "Dione Council Member"))


def test_broadcast_is_left_for_the_close_and_read_by_reporters_alone(game):
    game.act("News Media Reporter", "leave for the close: Water runs short.")
    assert "Water runs short." in read_words(draw_news_desk(game, "News Media Reporter 2"))
    assert "Water runs short." not in str(game.view("Dione Captain"))
    assert "leave nothing for the close" in read_commands(draw_news_desk(game, "News Media Reporter"))
    game.act("Control", "begin team")
    game.act("Control", "begin close")
    words = read_words(draw_news_desk(game, "News Media Reporter"))
    assert "This turn's broadcast is out." in words
    assert "Goes out as the close opens" not in words
    assert game.state.announcements[-1] == "Water runs short."


@pytest.mark.parametrize(
    ("seat", "opens"), [("News Media Reporter 2", True), ("Control", False), ("Dione Captain", False)]
)
def test_news_desk_is_for_reporters(game, seat, opens):
    assert PAGES.more["news"].may_open(game, seat) is opens


def test_fleet_map_is_the_same_for_all_and_shows_what_all_know(game):
    parts = draw_fleet_map(game, "")
    assert "Icebreaker" in read_words(parts)
    assert read_commands(parts) == []
    twin = game.copy()
    twin.state.vessels["Dione"].hold["fuel"] = 0
    assert draw_fleet_map(twin, "") == parts


def test_minutes_requests_and_speeches_are_kept_with_the_day(game):
    again = Game.from_data(game.to_data(), game.setup, game.log)
    assert again.state == game.state


@pytest.mark.parametrize(
    ("draw", "seat"), [(draw_chamber, "Lucas Council Member"), (draw_news_desk, "News Media Reporter")]
)
def test_further_pages_of_seats_show_the_alarm(game, draw, seat):
    assert "Wolf attack" not in read_words(draw(game, seat))
    game.act("Control", "declare an attack")
    assert "Wolf attack. Fleet round 1. Stay at your table." in read_words(draw(game, seat))
