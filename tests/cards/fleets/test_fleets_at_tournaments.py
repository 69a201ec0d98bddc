"""Fleets at a tournament whose matches are skirmishes: handed in by pages and through the API."""

import pytest
from django.test import Client

from cards.fleets.changes import create_fleet
from cards.fleets.models import OwnFleet
from incursions.accounts.models import User
from incursions.games.talon.rules.fleets import Fleet, FleetShip
from tests.cards.api.client import client_of
from tests.markup import read_page
from tournaments.events.models import Entry, Tournament
from tournaments.events.plans import Plan, create_tournament, open_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("maren", email="maren@incursions.example")


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada")


@pytest.fixture
def event(owner, monkeypatch) -> Tournament:
    monkeypatch.setattr(Tournament, "mode_kind", property(lambda row: row.game_kind.modes_by_name["skirmish"]))
    row = create_tournament(owner, Plan(name="Cup", game="talon"))
    return open_tournament(row.public_id, owner)


def make(owner: User, name: str, *classes: str) -> OwnFleet:
    ships = tuple(FleetShip(f"{name} {number}", key) for number, key in enumerate(classes))
    return create_fleet(owner=owner, name=name, fleet=Fleet("talon", ships))


def test_fleet_is_handed_in_through_the_api(event, owner, ada):
    small, large = make(ada, "Small", "talon_ca"), make(ada, "Large", "talon_dn", "talon_dn")
    api, desk, at = client_of(ada), client_of(owner), f"tournaments/{event.public_id}/"
    for body, status, code in (
        ({"deck": "z" * 20}, 400, "malformed"),
        ({"fleet": small.public_id, "starter": "Hounds"}, 400, "malformed"),
        ({"fleet": large.public_id}, 422, "illegal_deck"),
        ({"fleet": "z" * 20}, 404, "no_such_deck"),
    ):
        refused = api.ask("POST", f"{at}enter/", body)
        assert (refused.status_code, refused.json()["code"]) == (status, code), body
    assert not Entry.objects.exists()
    assert api.ask("POST", f"{at}enter/", {"fleet": small.public_id}).status_code == 201
    assert Entry.objects.get().loadout == {"fleet": small.public_id, "content": small.fleet.to_data()}
    (shown,) = desk.ask("GET", f"{at}decks/").json()["results"]
    assert (shown["starter"], shown["content"]) == ("", small.fleet.to_data())
    assert api.ask("POST", f"{at}deck/", {"starter": "Hounds"}).status_code == 200
    (shown,) = desk.ask("GET", f"{at}decks/").json()["results"]
    assert (shown["starter"], shown["content"]) == ("Hounds", None)


def test_fleet_is_handed_in_on_the_page_and_called_one(event, ada):
    small, large = make(ada, "Small", "talon_ca"), make(ada, "Large", "talon_dn", "talon_dn")
    client = Client(headers={"Accept": "text/html"})
    client.force_login(ada)
    page = read_page(client.get(event.get_absolute_url()))
    assert "Your fleets" in page
    assert "not legal here" in page
    refused = client.post(f"{event.get_absolute_url()}enter", {"starter": f"fleet:{large.public_id}"})
    assert "The fleet costs 436 points" in read_page(refused)
    client.post(f"{event.get_absolute_url()}enter", {"starter": f"fleet:{small.public_id}"})
    page = read_page(client.get(event.get_absolute_url()))
    assert "Your fleet:" in page
    assert f'href="{small.get_absolute_url()}"' in page
    form = read_page(client.get(f"{event.get_absolute_url()}deck"))
    assert "Hand a fleet in" in form
    assert 'name="fleet_points" value="300"' in form
