"""A tournament that is over as a file: out of it comes the same, by whatever way; out of a damaged one nothing."""

import json
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tests.append_only import log_unlocked
from tests.cards.api.client import client_of
from tests.markup import read_page
from tests.sampling import sample
from tests.tournaments.events.api.events import Event, lay_event, without_ids
from tests.tournaments.events.organizing.tournaments import (
    again,
    play_all,
    play_round,
    replays,
    started,
    with_bots,
    with_people,
)
from tests.tournaments.laid_matches import NOON
from tournaments.events.entries import drop, penalise
from tournaments.events.files.restoration import LARGEST_UPLOAD, read_file, restore_tournament
from tournaments.events.files.tournament_file import dump_tournament, write_tournament_file
from tournaments.events.formats import SingleElimination, Swiss
from tournaments.events.history import standings_of
from tournaments.events.models import LogLine, Tournament
from tournaments.events.plans import PhasePlan
from tournaments.events.rounds import undo_round
from tournaments.matches.models import Match

pytestmark = pytest.mark.django_db
CUT = (PhasePlan(Swiss.key, rounds=2), PhasePlan(SingleElimination.key, cut_to=4, third_place=True))


@pytest.fixture(scope="module")
def laid(module_people) -> Event:
    """A tournament with people, bots, a penalty, a player who dropped and a round that was undone."""
    event = lay_event(module_people, *CUT)
    owner, row = event.users["owner"], event.row
    people = with_people(row, 2)
    started(with_bots(row, owner, 3), owner)
    end = play_round(row, NOON)
    undo_round(row.public_id, owner, reason="The hexpile was wrong.")
    Tournament.objects.filter(pk=row.pk).update(next_round_at=end)
    penalise(row.public_id, owner, 1, "warning", reason="Late.")
    end = play_round(row, end)
    drop(row.public_id, people[1], now=end)
    play_all(row, end)
    return event


@pytest.fixture(scope="module")
def content(laid) -> bytes:
    """The file of the tournament."""
    return write_tournament_file(again(laid.row))


@pytest.fixture
def played(laid, db) -> Event:
    return replace(laid, row=again(laid.row))


def test_what_is_restored_gives_the_same_file(played, content) -> None:
    found = restore_tournament(read_file(content), by=played.users["owner"], maps_users=True)
    assert found.tournament.public_id != played.row.public_id
    assert without_ids(dump_tournament(again(found.tournament))) == without_ids(json.loads(content))
    assert replays(found.tournament)
    assert standings_of(again(found.tournament)) == standings_of(again(played.row))
    assert (sorted(found.accounts), len(found.names)) == (["player-0", "player-1"], 3)


def test_ids_are_kept_where_they_are_free(played, content) -> None:
    matches = sorted(Match.objects.values_list("public_id", flat=True))
    forget(played.row)
    found = restore_tournament(read_file(content), by=played.users["owner"], maps_users=True)
    assert found.tournament.public_id == played.row.public_id
    assert sorted(Match.objects.values_list("public_id", flat=True)) == matches
    assert write_tournament_file(again(found.tournament)) == content


def forget(row: Tournament) -> None:
    """As on another server: none of its rows is there."""
    with connection.cursor() as cursor:
        for table in ("events_penalty", "events_logline", "matches_staffact"):
            cursor.execute(f"DELETE FROM {table}")
    with log_unlocked():
        Match.objects.filter(table__round__tournament=row).delete()
    row.delete()


def test_players_are_names_where_nobody_says_otherwise(played, content) -> None:
    found = restore_tournament(read_file(content), by=played.users["other"])
    assert found.accounts == []
    assert not found.tournament.entries.filter(user__isnull=False).exists()
    assert found.tournament.appointments.get().user == played.users["other"]
    assert standings_of(again(found.tournament)) == standings_of(again(played.row))


def test_matches_that_come_along_can_be_looked_at(played, content, client) -> None:
    found = restore_tournament(read_file(content), by=played.users["owner"], maps_users=True)
    match = Match.objects.filter(table__round__tournament=found.tournament, table__round__state="over").first()
    assert client.get(f"/matches/{match.public_id}", headers={"Accept": "text/html"}).status_code == 200
    assert client.get(f"/matches/{match.public_id}/replay", headers={"Accept": "text/html"}).status_code == 200
    assert client.get(f"/matches/{match.public_id}/export").json()["seed"] == bytes(match.seed).hex()


def changed(path: str, value: object):
    """Return a function that puts another value at a place of the file."""

    def damage(data: dict) -> None:
        *way, last = [int(step) if step.lstrip("-").isdecimal() else step for step in path.split("/")]
        for step in way:
            data = data[step]
        data[last] = value

    return damage


def log_without_a_result(data: dict) -> None:
    number = next(i for i, line in enumerate(data["log"]) if line["did"] == "result")
    del data["log"][number]


def result_turned_round(data: dict) -> None:
    line = [line for line in data["log"] if line["did"] == "result"][2]
    for place in line["after"]["places"]:
        place[1] = 3 - place[1] if len(line["after"]["places"]) == 2 else 1


DAMAGES = [
    changed("tournament/seed", "00" * 32),
    changed("tournament/seed", "xyz"),
    changed("tournament/name", ""),
    changed("tournament/name", "x" * 200),
    changed("tournament/name", "a\0b"),
    changed("tournament/state", "sleeping"),
    changed("tournament/version", 3),
    changed("tournament/match_s", 10**40),
    changed("tournament/match_s", 0),
    changed("tournament/match_s", True),
    changed("tournament/rated", 1),
    changed("tournament/tie_breaks", ["wealth"]),
    changed("tournament/tie_breaks", [[]]),
    changed("tournament/created_at", "yesterday"),
    changed("tournament/started_at", "2026-11-21T12:00:00"),
    changed("tournament/owner", "tobias"),
    changed("tournament", []),
    changed("phases/0/seeds", [99]),
    changed("phases/0/seeds", 4),
    changed("phases/1/format", "chess"),
    changed("phases/1/number", 1),
    changed("entries/0/state", "withdrawn"),
    changed("entries/0/number", 2),
    changed("entries/0/deck_content", {"deck": 1}),
    changed("entries/0/pool", {"starter": 1}),
    changed("entries/0", None),
    changed("rounds/0/phase", 9),
    changed("rounds/0/tables/0/places/0/player", 99),
    changed("rounds/0/tables/0/places/0/place", 5),
    changed("rounds/0/tables/0/places/0/left", 99),
    changed("rounds/0/tables/0/match", 99),
    changed("rounds/0/tables/0/match", 0),
    changed("rounds/0/tables/0/match", 2),
    changed("rounds/0/tables/0/why", "x" * 500),
    changed("matches/0/record/seed", "00" * 32),
    changed("matches/0/record/actions/0/text", "pass"),
    changed("matches/0/record/actions", []),
    changed("matches/0/record/result", None),
    changed("matches/0/record", {}),
    changed("matches/0/actions", []),
    changed("matches/0/seats", []),
    changed("matches/0/columns/mode", "basic"),
    changed("matches/0/columns/left", [-1, 2]),
    changed("matches/0/columns/ended_at", None),
    changed("matches/0/columns/free_s", 10**9),
    changed("log/0/after/commitment", "00" * 32),
    changed("log/0/number", 2),
    changed("log/5/after", "text"),
    changed("log/5/by_name", None),
    changed("penalties/0/kind", "flogging"),
    changed("penalties/0/player", 99),
    log_without_a_result,
    result_turned_round,
]


def code_of(content: bytes, by: User) -> str:
    """Return the code with which the file is refused; "" if it is restored."""
    try:
        restore_tournament(read_file(content), by=by, maps_users=True)
    except DomainError as refusal:
        return refusal.code
    return ""


def test_damaged_file_restores_nothing(played, content) -> None:
    before = [model.objects.count() for model in (Tournament, Match, LogLine, User)]
    taken = []
    for number, damage in sample(enumerate(DAMAGES), 8):
        data = json.loads(content)
        damage(data)
        with transaction.atomic():
            code = code_of(json.dumps(data).encode(), played.users["owner"])
            if code not in ("file_does_not_hold", "unreadable_file"):
                taken.append((number, code))
            elif [model.objects.count() for model in (Tournament, Match, LogLine, User)] != before:
                taken.append((number, "left something behind"))
            transaction.set_rollback(True)
    assert taken == []


def test_staff_of_the_house_restore_on_a_page(played) -> None:
    content = played.ask("owner", "GET", "export/?file=tournament.json").content
    client = Client()
    client.force_login(User.objects.create_user("quartermaster", password="secret word", is_staff=True))
    answer = client.post("/tournaments/restore/", {"file": SimpleUploadedFile("a.json", content), "accounts": "1"})
    assert answer.status_code == 302
    assert client.get(answer.headers["Location"]).status_code == 200
    bad = SimpleUploadedFile("a.json", content.replace(b'"points"', b'"poinst"'))
    refused = client.post("/tournaments/restore/", {"file": bad}, headers={"Accept": "text/html"})
    assert refused.status_code == 422
    assert "The file is not valid" in read_page(refused)


@pytest.fixture
def quartermaster(played):
    """A client of somebody of the staff of the house."""
    return client_of(User.objects.create_user("quartermaster", password="secret word", is_staff=True))


def test_staff_of_the_house_restore_by_the_api(played, content, quartermaster) -> None:
    for query, accounts in (("", []), ("?accounts=true", ["player-0", "player-1"])):
        answer = quartermaster.ask("POST", f"tournaments/restore/{query}", content)
        assert answer.status_code == 201
        told = answer.json()
        assert (sorted(told["accounts"]), len(told["names"])) == (accounts, 5 - len(accounts))
        assert (
            answer.headers["Location"]
            == told["tournament"]["api"]
            == f"/api/v1/tournaments/{told['tournament']['id']}/"
        )
        standings = quartermaster.ask("GET", f"{answer.headers['Location']}standings/").json()["results"]
        expected = played.ask("owner", "GET", "standings/").json()["results"]
        assert [(one["rank"], one["number"], one["points"]) for one in standings] == [
            (one["rank"], one["number"], one["points"]) for one in expected
        ]


def test_file_that_does_not_hold_restores_nothing_by_the_api(content, quartermaster, monkeypatch) -> None:
    before = Tournament.objects.count()

    def refused(body: object, address: str = "tournaments/restore/", **headers: str) -> tuple[int, str]:
        answer = quartermaster.ask("POST", address, body, **headers)
        return answer.status_code, answer.json()["code"]

    assert refused(content.replace(b'"points"', b'"poinst"')) == (422, "file_does_not_hold")
    assert refused(content[:-1]) == refused(b"[" * 100_000) == refused({}) == (400, "unreadable_file")
    assert refused(b'{"format": 1, "format": 2}') == refused(None) == (400, "unreadable_file")
    assert refused(content, "tournaments/restore/?accounts=1") == (400, "bad_parameter")
    monkeypatch.setattr("tournaments.events.files.restoration.MOST_MATCHES_OF_UPLOAD", 1)
    assert refused(content) == (413, "file_too_large")
    assert refused(b" " * (LARGEST_UPLOAD + 1)) == (413, "file_too_large")
    form = quartermaster.post("/api/v1/tournaments/restore/", {"file": "a"})
    assert (form.status_code, form.json()["code"]) == (415, "unsupported_media_type")
    assert Tournament.objects.count() == before


def test_nobody_else_restores_by_the_api(played, content) -> None:
    found = {
        who: client.ask("POST", "tournaments/restore/", content).status_code for who, client in played.clients.items()
    }
    assert found == dict.fromkeys(played.clients, 404) | {"stranger": 401}
    retired = User.objects.create_user("retired", password="secret word", is_staff=True)
    client = client_of(retired)
    User.objects.filter(pk=retired.pk).update(is_staff=False)
    assert client.ask("POST", "tournaments/restore/", content).status_code == 404
    assert Tournament.objects.count() == 1
