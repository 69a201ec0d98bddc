"""Files of matches of Talon from anybody: the true one holds, and a changed one is refused with the field."""

import json
from io import BytesIO

import pytest
from django.test import Client

from incursions.accounts.models import User
from incursions.games.talon.kind import KIND
from tests.games.talon.changes import GONE, change
from tests.games.talon.tables.battles import seat_battle
from tests.markup import read_page
from tests.tournaments.laid_matches import NOON, people, play_on
from tournaments.matches.export import DIGEST, export_match, setup_digest
from tournaments.matches.life import concede_match
from tournaments.matches.models import Match
from tournaments.matches.verification import UnverifiableFileError, first_difference, read_match_file


@pytest.fixture(scope="module")
def record(module_rows):
    """The file of a battle that was played for a while and conceded."""
    players = [User.objects.create_user(name) for name in ("first", "second")]
    match = play_on(seat_battle(players, 2, mode="escape"), players, 40)
    concede_match(match.public_id, players[0], now=NOON)
    return export_match(Match.objects.get(pk=match.pk))


def verify(record):
    return first_difference(read_match_file(BytesIO(json.dumps(record).encode())))


def with_setup(record, path, value):
    """Return the file with another value in its set-up, as if that had been played."""
    setup = change(record["setup"], path, value)
    return {**record, "setup": {**setup, DIGEST: setup_digest(setup)}}


def test_true_file_holds(record):
    assert verify(record) is None


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["seats", 0], "0,0", "setup: seats, 0"),
        (["ships", 0, "at", 0], "terran", "setup: ships, 0, at"),
        (["ships", 0, "ship_class"], "death_star", "setup: ships, 0, ship_class"),
        (["definitions", "classes"], GONE, "classes"),
        (["definitions", "weapons", "phaser", "damage"], 1, "weapons: phaser: damage"),
        (["initiative"], GONE, "initiative"),
    ],
)
def test_set_up_that_cannot_be_played_is_named_with_its_field(record, path, value, words):
    with pytest.raises(UnverifiableFileError, match=words):
        verify(with_setup(record, path, value))


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["setup", "title"], "Another Battle", "setup"),
        (["setup", "rulings", "map_span"], 9, "setup"),
        (["seed"], "0" * 64, "commitment"),
        (["result", "winner"], 0, "result"),
        (["actions", 3, "text"], "end fire", "action"),
        (["actions", 3, "seat"], 3, "action"),
        (["events", 0, "facts", "title"], "Another Battle", "event 1"),
    ],
)
def test_changed_file_differs_at_its_place(record, path, value, words):
    assert words in verify(change(record, path, value))


def bring(record):
    """Upload a file, and return the client and the address of its page."""
    client = Client()
    brought = client.post("/match-files/", json.dumps(record), content_type="application/json")
    assert brought.status_code == 201, brought.content
    return client, brought.json()["url"]


def test_page_of_a_file_shows_each_moment_and_names_strange_classes(db, record):
    client, address = bring(record)
    for place in ("", "/1", "/40", "/file"):
        assert client.get(f"{address}{place}", HTTP_ACCEPT="text/html").status_code == 200, place
    assert "print something else here" not in read_page(client.get(address, HTTP_ACCEPT="text/html"))


def test_page_of_a_running_match_tells_its_log(db):
    players = people(2)
    match = play_on(seat_battle(players, 2, mode="duel"), players, 20)
    client, address = bring(export_match(match))
    assert "Reckoning" in read_page(client.get(address, HTTP_ACCEPT="text/html"))


def test_classes_of_other_houses_are_strange(record):
    setup = record["setup"]
    name = next(iter(setup["definitions"]["classes"]))
    assert KIND.find_strange(setup, lambda title: None) == []
    changed = change(setup, ["definitions", "classes", name, "points"], 7)
    assert KIND.find_strange(changed, lambda title: None) == [name]
