"""The pages of fleets: making one by pasting, copying and picking; sharing it, playing it, and whom it is closed to."""

import json

import pytest
from django.test import Client

from cards.decks.errors import DeckError
from cards.fleets.changes import MOST_FLEETS_OF_GUEST, change_fleet, create_fleet
from cards.fleets.loadouts import FLEETS, FleetRefusedError
from cards.fleets.models import OwnFleet
from incursions.accounts.own_rows import EXPORTED, hand_over
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import Fleet, FleetLimits, FleetShip
from tests.tournaments.laid_matches import people
from tournaments.matches.models import Match

pytestmark = pytest.mark.django_db

TERRAN, TALON = SIDES
CRUISER = Fleet(TALON, (FleetShip("Spite", "talon_ca"),))


def make(owner, fleet: Fleet = CRUISER, name: str = "Mine", **said) -> OwnFleet:
    return create_fleet(owner=owner, name=name, fleet=fleet, **said)


@pytest.fixture
def users():
    return people(2)


@pytest.fixture
def owner(users):
    return users[0]


@pytest.fixture
def other(users):
    return users[1]


@pytest.fixture
def client(owner) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def press(client: Client, row: OwnFleet, do: str, **said):
    """Send the picker as a browser does, with this button."""
    row.refresh_from_db()
    fields = {"number": row.number, "name": row.name, "points": row.points, "bases": row.bases, "do": do}
    fields["ship"] = [ship["name"] for ship in row.content]
    return client.post(row.get_absolute_url(), fields | said)


def test_fleet_is_picked_ship_by_ship_with_a_verdict(client: Client, owner):
    assert client.post("/fleets/new/", {"side": TERRAN}).status_code == 302
    row = OwnFleet.objects.get(owner=owner)
    assert "The fleet has no ship. Add one." in client.get(row.get_absolute_url()).content.decode()
    press(client, row, "add terran_ca")
    answer = press(client, row, "add terran_ca")
    assert (answer.status_code, answer.url) == (302, row.get_absolute_url())
    press(client, row, "add terran_cl")
    page = client.get(row.get_absolute_url()).content.decode()
    assert "The fleet costs 318 points, and 300 are allowed." in page
    press(client, row, "drop terran_ca")
    press(client, row, "limits", ship=["Quill", ""], name="Small Watch", points="250")
    row.refresh_from_db()
    assert (row.name, row.points, row.number) == ("Small Watch", 250, 6)
    assert row.content == [{"name": "Quill", "class": "terran_ca"}, {"name": "Lantern", "class": "terran_cl"}]
    assert "Terran CA: Quill" in client.get(row.get_absolute_url()).content.decode()


def test_change_answers_htmx_with_the_picker_alone(client: Client, owner):
    row = make(owner)
    answer = client.post(
        row.get_absolute_url(),
        {"number": 1, "name": "Mine", "points": 300, "bases": 0, "ship": ["Spite"], "do": "add talon_cl"},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith('<div class="stack" id="picker">')
    assert "<b>203</b> of 300 points" in answer.content.decode()


def test_old_and_strange_changes_are_refused(client: Client, owner):
    row = make(owner)
    press(client, row, "add talon_cl")
    assert client.post(row.get_absolute_url(), {"number": 1, "do": "add talon_cl"}).status_code in (409, 412)
    for do, said in (
        ("add terran_ca", {}),
        ("add x", {}),
        ("sink", {}),
        ("limits", {"points": "x"}),
        ("names", {"name": " "}),
    ):
        assert press(client, row, do, **said).status_code in (400, 422), do
    row.refresh_from_db()
    assert len(row.content) == 2
    assert client.get("/fleets/zzzzzzzz/").status_code == 404


def test_fleet_is_pasted_or_refused_line_by_line(client: Client, owner):
    answer = client.post("/fleets/new/", {"text": "2 Talon DD: Barb\nTalon CA"})
    row = OwnFleet.objects.get(owner=owner)
    assert answer.url == row.get_absolute_url()
    assert [ship["class"] for ship in row.content] == ["talon_dd", "talon_dd", "talon_ca"]
    refused = client.post("/fleets/new/", {"text": "Talon CX"})
    assert refused.status_code == 422
    assert "Line 1: There is no class “Talon CX”." in refused.content.decode()
    assert client.post("/fleets/new/", {}).status_code == 422


def test_ready_made_fleet_is_copied(client: Client, owner):
    assert "Hounds" in client.get("/fleets/").content.decode()
    client.post("/fleets/new/", {"ready": "Hounds"})
    assert OwnFleet.objects.get(owner=owner).name == "Hounds"
    assert "286 of 300 points" in client.get("/fleets/").content.decode()


def test_link_shows_a_fleet_to_others_who_may_copy_and_not_change_it(owner, other):
    row, looking = make(owner), Client()
    looking.force_login(other)
    page = looking.get(row.get_absolute_url())
    assert "Spite" in page.content.decode()
    assert 'value="add talon_ca"' not in page.content.decode()
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert press(looking, row, "add talon_cl").status_code == 403
    assert looking.post(f"{row.get_absolute_url()}delete/").status_code == 403
    assert looking.post(f"{row.get_absolute_url()}copy/").status_code == 302
    assert OwnFleet.objects.count() == 2


def test_fleet_is_deleted_by_its_owner(client: Client, owner):
    row = make(owner)
    assert client.post(f"{row.get_absolute_url()}delete/").url == "/fleets/"
    assert not OwnFleet.objects.exists()


def test_fleets_move_with_a_guest_are_exported_and_counted(owner, other):
    guest = other
    row = make(guest)
    hand_over(guest=guest, account=owner)
    row.refresh_from_db()
    assert row.owner == owner
    assert EXPORTED["fleets"].model is OwnFleet
    guest.is_guest = True
    guest.set_unusable_password()
    guest.save()
    for _ in range(MOST_FLEETS_OF_GUEST):
        make(guest)
    with pytest.raises(DeckError, match="the maximum"):
        make(guest)
    with pytest.raises(DeckError, match="Only its owner"):
        change_fleet(row, by=guest, number=1, name="Ours")


def test_own_fleet_is_judged_and_copied_for_a_table(client: Client, owner, other):
    row, limits = make(owner), FleetLimits()
    named = FLEETS.read_choice({"starter": f"deck:{row.public_id}"})
    assert named == {"fleet": row.public_id}
    chosen = FLEETS.choose(named, owner, limits)
    assert chosen == {"fleet": row.public_id, "content": CRUISER.to_data()}
    assert FLEETS.find_row(chosen) == row
    assert FLEETS.find_named({"deck": row.public_id}, owner) == (True, row)
    with pytest.raises(FleetRefusedError, match="You have no such fleet"):
        FLEETS.choose(named, other, limits)
    with pytest.raises(FleetRefusedError, match="The fleet costs 115 points") as refused:
        FLEETS.choose(named, owner, FleetLimits(100))
    assert refused.value.rule == "T3.7"
    shown = FLEETS.show_verdict_on_choice({"starter": f"deck:{row.public_id}"}, owner, FleetLimits(100))
    assert (shown.name, shown.is_legal, shown.mend) == ("Mine", False, row.get_absolute_url())
    (offered,) = FLEETS.make_form_context(owner, FleetLimits(100))["own_decks"]
    assert (offered.deck, offered.is_legal) == (row, False)
    assert "Mine (Talon, 1 ships)" in client.get("/tables/new?game=talon").content.decode()


def test_table_is_created_with_a_fleet_of_ones_own(client: Client, owner):
    row = make(owner)
    fields = {"game": "talon", "mode": "skirmish", "bots": ["steady"], "starters": [f"deck:{row.public_id}"]}
    answer = client.post("/matches", json.dumps(fields), content_type="application/json")
    assert answer.status_code == 201, answer.content
    match = Match.objects.get()
    assert match.setup["seats"] == [{"side": TALON}, {"side": TERRAN}]
    assert match.setup["ships"][0] == {"name": "Spite", "ship_class": "talon_ca", "seat": 0}
    assert match.seats.get(index=0).loadout == {"fleet": row.public_id}
