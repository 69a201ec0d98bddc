"""What is shown elsewhere: sheets to print, a table over a stream, the address as a picture."""

import re
from copy import deepcopy
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone

from incursions.accounts.models import User
from incursions.accounts.privacy import Audience
from tests.games.incursions.printing.paper_reading import Reading
from tests.markup import read_page
from tests.tournaments.events.api.events import Event, lay_event
from tests.tournaments.events.organizing.tournaments import again, enter_people, play_round, started, with_bots
from tests.tournaments.laid_matches import NOON, people
from tournaments.events.models import Table
from tournaments.events.progress import advance

pytestmark = pytest.mark.django_db


def shown(event, address: str):
    return Client().get(f"/tournaments/{event.row.public_id}/{address}")


@pytest.fixture(scope="module")
def module_players(module_people) -> list[User]:
    return people(2)


@pytest.fixture
def players(module_players, db) -> list[User]:
    return deepcopy(module_players)


def under_way(event, players: list[User]) -> None:
    now = timezone.now()
    enter_people(event.row, players, now)
    row = started(with_bots(event.row, event.users["owner"], 2), event.users["owner"], now)
    advance(row.public_id, now)


def test_overlay_shows_of_the_featured_table_what_everybody_sees(event, players) -> None:
    under_way(event, players)
    Table.objects.filter(round__tournament=event.row, number=2).update(is_featured=True)
    told = shown(event, "overlay.json").json()
    assert (told["round"], told["table"]["number"]) == (1, 2)
    assert shown(event, "overlay.json?table=1").json()["table"]["number"] == 1
    assert shown(event, "overlay.json?table=9").status_code == 404
    for player in told["table"]["players"]:
        assert player["hull"] > 0
        assert player["left_ms"] > 0
        assert {"hand", "deck", "starter"}.isdisjoint(player)
    page = read_page(shown(event, "overlay"))
    assert all(player["name"] in page for player in told["table"]["players"])
    assert f"{told['table']['players'][0]['hull']} hull" in page
    assert "<html" not in read_page(shown(event, "overlay?live=1"))


def test_overlay_keeps_what_a_player_shows_to_nobody(event, players) -> None:
    under_way(event, players)
    for user in players:
        user.watching_for = Audience.NOBODY
        user.save()
    tables = [shown(event, f"overlay.json?table={number}").json()["table"]["players"] for number in (1, 2)]
    for players in tables:
        hides = any(player["name"].startswith("player-") for player in players)
        assert [player["hull"] is None for player in players] == [hides, hides]


def test_overlay_before_the_first_round_has_the_name_alone(event) -> None:
    assert shown(event, "overlay.json").json()["table"] is None
    assert "Lantern Night" in read_page(shown(event, "overlay"))


@pytest.fixture(scope="module")
def laid_second_round(module_people, module_players) -> Event:
    """A tournament of two people and three bots in its second round."""
    event = lay_event(module_people)
    enter_people(event.row, module_players)
    row = started(with_bots(event.row, event.users["owner"], 3), event.users["owner"])
    advance(row.public_id, play_round(row, NOON))
    return event


@pytest.fixture
def second_round(laid_second_round, db) -> Event:
    return replace(laid_second_round, row=again(laid_second_round.row))


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("pairings-by-table", ["Pairings by table", "Lantern Night, round 2", "player-0"]),
        ("pairings-by-name", ["Pairings by name", "player-1", "Against"]),
        ("slips", ["Round 2, table 1", "Signature", "Judge:"]),
        ("standings", ["Standings", "player-0", "Their opponents"]),
        ("registration", ["Registration", "player-1", "Signature"]),
    ],
)
def test_sheets_hold_what_they_are_for(second_round, what: str, words: list[str]) -> None:
    answer = shown(second_round, f"print/{what}.pdf")
    assert answer["Content-Type"] == "application/pdf"
    text = Reading(answer.content).text
    assert [word for word in words if word not in text] == []


def test_long_lists_go_on_with_the_next_page(make_event) -> None:
    event = make_event(is_table_top=True)
    text = "name\n" + "\n".join(f"Player {number:03}" for number in range(100))
    event.ask("owner", "POST", "import/", {"text": text, "enter": True})
    paper = Reading(shown(event, "print/registration.pdf").content)
    assert "Page 3 of 3" in paper.text
    assert all(f"Player {number:03}" in paper.text for number in range(100))


def test_address_is_a_picture_to_scan(event) -> None:
    svg = shown(event, "code.svg")
    assert svg["Content-Type"] == "image/svg+xml"
    assert re.search(rb"<svg[^>]*>", svg.content)
    assert shown(event, "code.png").content.startswith(b"\x89PNG")
