"""Fleets in the API: made, changed with the number that was seen, shared, copied, checked, and played."""

import pytest
from django.test import Client

from cards.fleets.changes import change_fleet, create_fleet, delete_fleet
from cards.fleets.models import OwnFleet
from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.rules.fleets import Fleet, FleetShip
from tournaments.matches.models import Match

pytestmark = pytest.mark.django_db

CRUISER = {"side": "talon", "ships": [{"name": "Spite", "class": "talon_ca"}]}
DEAR = {"side": "talon", "ships": [{"name": name, "class": "talon_dn"} for name in ("Maw", "Spite")]}
TEXT = "# Name: Red Dawn\nTalon CA: Spite\n"


@pytest.fixture
def fleet(owner) -> OwnFleet:
    return create_fleet(owner=owner, name="Mine", fleet=Fleet("talon", (FleetShip("Spite", "talon_ca"),)))


def at(fleet: OwnFleet, further: str = "") -> str:
    return f"fleets/{fleet.public_id}/{further}"


def test_fleet_is_made_of_a_content_a_text_or_a_ready_made_one(mine) -> None:
    answer = mine.ask("POST", "fleets/", {"name": "Hunters", "content": CRUISER, "points": 250, "bases": 1})
    made = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/fleets/{made['id']}/")
    assert (made["name"], made["content"], made["points"], made["bases"]) == ("Hunters", CRUISER, 250, 1)
    assert (made["visibility"], made["number"], made["spent"], made["legal"]) == ("private", 1, 115, True)
    assert mine.ask("GET", answer["Location"]).json() == made
    of_text = mine.ask("POST", "fleets/", {"text": TEXT}).json()
    assert (of_text["name"], of_text["content"], of_text["points"]) == ("Red Dawn", CRUISER, 300)
    ready = mine.ask("POST", "fleets/", {"ready": "Border Patrol"}).json()
    assert (ready["name"], ready["points"], ready["ships"]) == ("Border Patrol", 200, 3)
    assert [one["name"] for one in mine.ask("GET", "fleets/?mine=true").json()["results"]] == [
        "Border Patrol",
        "Red Dawn",
        "Hunters",
    ]


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({}, 400, "malformed", None),
        ({"content": CRUISER, "text": TEXT}, 400, "malformed", None),
        ({"content": {"side": "klingon", "ships": []}}, 400, "malformed", "content"),
        ({"content": {"side": "talon", "ships": [{"name": "x"}]}}, 400, "malformed", "content"),
        (
            {"content": {"side": "talon", "ships": [{"name": "x", "class": "talon_ca"}] * 999}},
            400,
            "malformed",
            "content",
        ),
        ({"content": None}, 400, "malformed", "content"),
        ({"text": "Talon CX"}, 422, "unreadable", "text"),
        ({"text": "x" * 9_000}, 422, "unreadable", "text"),
        ({"ready": "Nobody"}, 422, "invalid", "ready"),
        ({"content": CRUISER, "points": 10}, 400, "malformed", "points"),
        ({"content": CRUISER, "bases": True}, 400, "malformed", "bases"),
        ({"content": CRUISER, "name": " "}, 422, "invalid", "name"),
        ({"content": CRUISER, "name": "x" * 61}, 422, "invalid", "name"),
        ({"content": CRUISER, "colour": "red"}, 400, "malformed", None),
    ],
)
def test_bad_fleet_is_refused_with_its_field(mine, body, status: int, code: str, field: str | None) -> None:
    refused = mine.ask("POST", "fleets/", body)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    if field is not None:
        assert refused.json()["field"] == field
    assert not OwnFleet.objects.exists()


def test_text_is_refused_line_by_line(mine) -> None:
    refused = mine.ask("POST", "fleets/", {"text": "Talon CA\nTalon CX\nTalon CY"}).json()
    assert [fault["line"] for fault in refused["faults"]] == [2, 3]
    assert "Talon CX" in refused["faults"][0]["reason"]


def test_change_needs_the_number_that_was_seen_and_is_whole(mine, fleet) -> None:
    said = {"name": "Better", "content": DEAR, "points": 500, "visibility": "public"}
    for body, status in (
        (said, 400),
        (said | {"number": 7}, 409),
        (said | {"number": 1, "visibility": "secret"}, 422),
        (said | {"number": 1, "text": TEXT}, 400),
        ({"number": 1, "name": None}, 400),
    ):
        assert mine.ask("PATCH", at(fleet), body).status_code == status
    assert mine.ask("GET", at(fleet)).json()["number"] == 1
    changed = mine.ask("PATCH", at(fleet), said | {"number": 1}).json()
    assert {key: changed[key] for key in said} == said
    assert (changed["number"], changed["spent"], changed["legal"]) == (2, 436, True)
    assert mine.ask("PATCH", at(fleet), {"number": 2, "text": TEXT}).json()["content"] == CRUISER
    link = mine.ask("POST", at(fleet, "link/"), {"number": 3}).json()
    assert link["id"] != fleet.public_id
    assert mine.ask("GET", at(fleet)).status_code == 404


def test_change_with_if_match_needs_the_etag_that_was_seen(mine, fleet) -> None:
    old = mine.ask("GET", at(fleet))["ETag"]
    assert mine.ask("PATCH", at(fleet), {"number": 1, "name": "Other"}, **{"If-Match": old}).status_code == 200
    assert mine.ask("DELETE", at(fleet), **{"If-Match": old}).status_code == 412
    assert mine.ask("DELETE", at(fleet), **{"If-Match": mine.ask("GET", at(fleet))["ETag"]}).status_code == 204


def test_others_see_what_is_shared_and_change_nothing(api, client_of, other, owner, fleet) -> None:
    looking = client_of(other)
    for client in (api, looking):
        assert client.ask("GET", at(fleet)).status_code == 404
        assert client.ask("GET", at(fleet, "export/")).status_code == 404
        assert client.ask("POST", "fleets/check/", {"fleet": fleet.public_id}).status_code == 404
    change_fleet(fleet, by=owner, number=1, visibility="unlisted")
    seen = api.ask("GET", at(fleet)).json()
    assert (seen["number"], seen["content"]) == (None, CRUISER)
    assert api.ask("GET", "fleets/").json()["count"] == 0
    for method, further, body in (("PATCH", "", {"number": 2, "name": "x"}), ("POST", "link/", {"number": 2})):
        assert looking.ask(method, at(fleet, further), body).status_code == 403
        assert api.ask(method, at(fleet, further), body).status_code == 401
    assert looking.ask("DELETE", at(fleet)).status_code == 403
    copied = looking.ask("POST", at(fleet, "copy/"), {"name": "Taken"}).json()
    assert (copied["name"], copied["owner"], copied["visibility"]) == ("Taken", str(other), "private")
    change_fleet(fleet, by=owner, number=2, visibility="public")
    assert [one["id"] for one in api.ask("GET", "fleets/?side=talon").json()["results"]] == [fleet.public_id]
    assert api.ask("GET", "fleets/?side=terran").json()["count"] == 0
    assert api.ask("GET", "fleets/?side=x").status_code == 400


def test_deleted_fleet_is_listed_apart_and_restored(mine, api, owner, fleet) -> None:
    assert mine.ask("DELETE", at(fleet)).status_code == 204
    assert mine.ask("GET", "fleets/?mine=true").json()["count"] == 0
    assert mine.ask("GET", "fleets/?mine=true&deleted=true").json()["count"] == 1
    assert mine.ask("GET", "fleets/?deleted=true").status_code == 400
    assert api.ask("GET", "fleets/?mine=true").status_code == 401
    assert mine.ask("PATCH", at(fleet), {"number": 1, "name": "x"}).json()["code"] == "deleted"
    assert mine.ask("POST", at(fleet, "restore/"), {}).json()["deleted_at"] is None
    delete_fleet(fleet, by=owner)
    assert mine.ask("POST", at(fleet, "copy/"), {}).status_code == 201


def test_export_is_the_text_that_makes_the_fleet(mine, fleet) -> None:
    exported = mine.ask("GET", at(fleet, "export/"))
    assert exported["Content-Type"] == "text/plain; charset=utf-8"
    assert exported.content.decode() == "# Name: Mine\nTalon CA: Spite\n"


@pytest.mark.rule("T3.7")
def test_fleet_is_checked_without_being_saved(api) -> None:
    verdict = api.ask("POST", "fleets/check/", {"content": DEAR, "points": 400}).json()
    assert (verdict["legal"], verdict["spent"], verdict["left"], verdict["points"]) == (False, 436, -36, 400)
    (problem,) = verdict["problems"]
    assert (problem["severity"], problem["rule"]) == ("error", "T3.7")
    assert problem["sentence"] == "The fleet costs 436 points, and 400 are allowed. Save 36 or more."
    fine = api.ask("POST", "fleets/check/", {"text": TEXT}).json()
    assert (fine["legal"], fine["problems"][0]["severity"]) == (True, "warning")
    assert "talon_dd" in fine["affordable"]
    assert api.ask("POST", "fleets/check/", {"ready": "Warband"}).json()["legal"] is False
    assert api.ask("POST", "fleets/check/", {}).status_code == 400
    assert not OwnFleet.objects.exists()


def test_ready_made_fleets_and_classes_are_listed(api) -> None:
    ready = api.ask("GET", "fleets/ready/").json()
    catalogue = read_catalogue()
    assert [one["title"] for one in ready] == [*catalogue.fleets]
    classes = {one["key"]: one for one in api.ask("GET", "fleets/classes/").json()}
    assert classes.keys() == catalogue.definitions.classes.keys()
    assert classes["terran_cl"]["arms"] == "1 phaser, 1 torpedo"
    assert classes["terran_ftr"]["fighters"] == 3
    assert all(one["role"] for one in classes.values())


def test_table_is_created_and_joined_with_a_fleet_that_the_api_made(mine, owner) -> None:
    made = mine.ask("POST", "fleets/", {"content": CRUISER}).json()
    client = Client()
    client.force_login(owner)
    fields = {"game": "talon", "mode": "skirmish", "bots": ["steady"], "starters": [f"fleet:{made['id']}"]}
    answer = client.post("/matches", fields, content_type="application/json")
    assert answer.status_code == 201, answer.content
    match = Match.objects.get()
    assert match.seats.get(index=0).loadout == {"fleet": made["id"]}
    refused = client.post("/matches", fields | {"fleet_points": 100}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"], refused.json()["rule"]) == (422, "illegal_deck", "T3.7")
    assert refused.json()["problems"][0]["sentence"].startswith("The fleet costs 115 points")
    stolen = client.post("/matches", fields | {"starters": ["fleet:" + "z" * 20]}, content_type="application/json")
    assert (stolen.status_code, stolen.json()["code"]) == (404, "no_such_deck")
