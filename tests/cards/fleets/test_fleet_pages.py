"""The pages of fleets: making one by pasting, copying and picking; sharing it, playing it, and whom it is closed to."""

import json
import re

import pytest
from django.test import Client

from cards.decks.errors import DeckError
from cards.fleet_pages.picker import Picker
from cards.fleets.changes import MOST_FLEETS_OF_GUEST, change_fleet, create_fleet, delete_fleet
from cards.fleets.loadouts import FLEETS
from cards.fleets.models import OwnFleet
from cards.row_loadouts import RowRefusedError
from incursions.accounts.own_rows import EXPORTED, hand_over
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import Fleet, FleetLimits, FleetShip
from tests.tournaments.laid_matches import NOON, SEED, people
from tournaments.matches.life import TableRules, concede_match, create_match, join_match
from tournaments.matches.models import Match
from tournaments.players.models import SeatRecord
from tournaments.players.profile_page import deck_words
from tournaments.players.recording import record_match

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


def test_link_shows_a_shared_fleet_to_others_who_may_copy_and_not_change_it(owner, other):
    row, looking = make(owner), Client()
    looking.force_login(other)
    for further in ("", "fleet.txt"):
        assert looking.get(f"{row.get_absolute_url()}{further}").status_code == 404
    for further in ("", "copy/", "share/", "renew/", "delete/", "restore/"):
        assert looking.post(f"{row.get_absolute_url()}{further}").status_code == 404
    row = change_fleet(row, by=owner, number=1, visibility="unlisted")
    page = looking.get(row.get_absolute_url())
    assert "Spite" in page.content.decode()
    assert 'value="add talon_ca"' not in page.content.decode()
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert press(looking, row, "add talon_cl").status_code == 403
    assert looking.post(f"{row.get_absolute_url()}delete/").status_code == 403
    assert looking.post(f"{row.get_absolute_url()}copy/").status_code == 302
    assert OwnFleet.objects.count() == 2


def test_fleet_is_deleted_and_restored_by_its_owner(client: Client, owner, other):
    row = change_fleet(make(owner), by=owner, number=1, visibility="public")
    listed = client.post(f"{row.get_absolute_url()}delete/").url
    assert listed == f"/fleets/?deleted={row.public_id}"
    page = client.get(listed).content.decode()
    assert "Undo" in page
    assert "Deleted fleets" in page
    assert press(client, row, "add talon_cl").status_code == 409
    assert "Restore it" in client.get(row.get_absolute_url()).content.decode()
    assert FLEETS.list_owned(owner) == []
    looking = Client()
    looking.force_login(other)
    assert looking.get(row.get_absolute_url()).status_code == 404
    assert client.post(f"{row.get_absolute_url()}restore/").url == row.get_absolute_url()
    assert looking.get(row.get_absolute_url()).status_code == 200


def test_only_the_last_deleted_are_kept(owner, monkeypatch):
    monkeypatch.setattr("cards.fleets.changes.MOST_DELETED", 1)
    first, second = make(owner), make(owner)
    for row in (first, second):
        delete_fleet(row, by=owner)
    assert list(OwnFleet.objects.own_deleted(owner)) == [second]
    assert not OwnFleet.objects.filter(pk=first.pk).exists()


def test_fleet_is_shared_listed_and_gets_another_link(client: Client, owner):
    row, stranger = make(owner), Client()
    assert "Mine" not in stranger.get("/fleets/public/").content.decode()
    share = {"number": 1, "visibility": "public"}
    assert client.post(f"{row.get_absolute_url()}share/", share).status_code == 302
    for side, is_there in (("", True), ("?side=talon", True), ("?side=terran", False)):
        assert (row.get_absolute_url() in stranger.get(f"/fleets/public/{side}").content.decode()) is is_there
    assert "X-Robots-Tag" not in stranger.get(row.get_absolute_url()).headers
    for said in ({"number": 1, "visibility": "private"}, {"number": 2, "visibility": "x"}, {"visibility": "private"}):
        assert client.post(f"{row.get_absolute_url()}share/", said).status_code in (400, 409, 422)
    old = row.get_absolute_url()
    answer = client.post(f"{old}renew/", {"number": 2})
    row.refresh_from_db()
    assert answer.url == f"{row.get_absolute_url()}#share"
    assert stranger.get(old).status_code == 404
    assert stranger.get(row.get_absolute_url()).status_code == 200
    assert stranger.get("/fleets/public/?page=9").status_code == 404


def test_text_of_a_fleet_makes_the_same_fleet(client: Client, owner):
    row = make(owner, name="Red Dawn")
    saved = client.get(f"{row.get_absolute_url()}fleet.txt")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="Red Dawn.txt"'
    text = saved.content.decode()
    assert text == "# Name: Red Dawn\nTalon CA: Spite\n"
    client.post("/fleets/new/", {"text": text})
    made = OwnFleet.objects.own(owner).first()
    assert (made.name, made.fleet) == (row.name, row.fleet)


def test_text_replaces_the_ships_of_a_fleet_or_is_refused_with_all_that_was_typed(client: Client, owner):
    row = make(owner)
    answer = client.post(row.get_absolute_url(), {"number": 1, "do": "text", "text": "2 Terran DD"})
    assert answer.status_code == 302
    row.refresh_from_db()
    assert (row.side, len(row.content), row.name) == (TERRAN, 2, "Mine")
    refused = client.post(row.get_absolute_url(), {"number": 2, "do": "text", "text": "Terran XX: Odd"})
    assert refused.status_code == 422
    assert "Line 1: There is no class “Terran XX”." in refused.content.decode()
    assert "Terran XX: Odd" in refused.content.decode()
    assert client.post(row.get_absolute_url(), {"number": 2, "do": "text", "text": "x" * 9000}).status_code == 422
    row.refresh_from_db()
    assert row.number == 2


def test_old_number_is_told_in_the_picker_without_losing_the_page(client: Client, owner):
    row = make(owner)
    press(client, row, "add talon_cl")
    sent = {"number": 1, "name": "Mine", "points": 300, "bases": 0, "ship": ["Spite"], "do": "add talon_cl"}
    answer = client.post(row.get_absolute_url(), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "The fleet was changed elsewhere in the meantime." in answer.content.decode()
    assert '<input type="hidden" name="number" value="2">' in answer.content.decode()


def test_picker_says_what_each_class_is_good_for(client: Client, owner):
    page = client.get(make(owner).get_absolute_url()).content.decode()
    assert "An all-rounder: four disruptors and a strong bow." in page
    assert "4 disruptors; shields 7-4-3-4, hull 7" in page
    assert page.count('class="fleet-hull talon"') == 9


def test_class_that_is_no_longer_there_can_be_taken_out(client: Client, owner):
    row = make(owner, Fleet(TALON, (FleetShip("Spite", "talon_ca"), FleetShip("Old", "talon_gone"))))
    page = client.get(row.get_absolute_url()).content.decode()
    assert "There is no class talon_gone." in page
    assert 'value="drop talon_gone"' in page
    press(client, row, "drop talon_gone")
    row.refresh_from_db()
    assert row.fleet == CRUISER


def test_refusal_leads_back_to_the_fleet(client: Client, owner):
    row = make(owner)
    refused = press(client, row, "sink").content.decode()
    assert f'href="{row.get_absolute_url()}">Back to the fleet' in refused
    assert "All public fleets" in Client().get("/fleets/nothing/").content.decode()


@pytest.mark.parametrize(
    ("points", "bases"), [("20", "0"), ("1001", "0"), ("300", "3"), ("300", "-1"), ("9" * 30, "0")]
)
def test_limits_outside_their_bounds_are_refused(client: Client, owner, points: str, bases: str):
    row = make(owner)
    assert press(client, row, "limits", points=points, bases=bases).status_code in (400, 422)
    row.refresh_from_db()
    assert (row.points, row.bases, row.number) == (300, 0, 1)


def test_match_with_a_fleet_of_ones_own_is_recorded(owner, other):
    row = make(owner)
    rules = TableRules(game="talon", mode="skirmish")
    chosen = FLEETS.choose({"fleet": row.public_id}, owner, FleetLimits())
    match = create_match(host=owner, rules=rules, loadout=chosen, seed=SEED, now=NOON)
    join_match(match.public_id, other, now=NOON)
    concede_match(match.public_id, owner, now=NOON)
    record_match(match.public_id)
    line = SeatRecord.objects.get(user=owner)
    assert (line.deck, line.starter, deck_words(line)) == (None, "", "a fleet of their own")
    page = Client().get(owner.get_absolute_url()).content.decode()
    assert "By deck or fleet" in page or "results" not in page


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
    with pytest.raises(DeckError, match="There is no such fleet"):
        change_fleet(row, by=guest, number=1, name="Ours")


def test_own_fleet_is_judged_and_copied_for_a_table(client: Client, owner, other):
    row, limits = make(owner), FleetLimits()
    named = FLEETS.read_choice({"starter": f"fleet:{row.public_id}"})
    assert named == {"fleet": row.public_id}
    chosen = FLEETS.choose(named, owner, limits)
    assert chosen == {"fleet": row.public_id, "content": CRUISER.to_data()}
    assert FLEETS.find_row(chosen) == row
    assert FLEETS.find_named({"fleet": row.public_id}, owner) == (True, row)
    with pytest.raises(RowRefusedError, match="You have no such fleet"):
        FLEETS.choose(named, other, limits)
    with pytest.raises(RowRefusedError, match="The fleet costs 115 points") as refused:
        FLEETS.choose(named, owner, FleetLimits(100))
    assert refused.value.rule == "T3.7"
    shown = FLEETS.show_verdict_on_choice({"starter": f"fleet:{row.public_id}"}, owner, FleetLimits(100))
    assert (shown.name, shown.is_legal, shown.mend) == ("Mine", False, row.get_absolute_url())
    (offered,) = FLEETS.make_form_context(owner, FleetLimits(100))["owned"]
    assert (offered.row, offered.is_legal) == (row, False)
    assert "Mine (Talon, 1 ship)" in client.get("/tables/new?game=talon").content.decode()


def test_table_is_created_with_a_fleet_of_ones_own(client: Client, owner):
    row = make(owner)
    fields = {"game": "talon", "mode": "skirmish", "bots": ["steady"], "starters": [f"fleet:{row.public_id}"]}
    answer = client.post("/matches", json.dumps(fields), content_type="application/json")
    assert answer.status_code == 201, answer.content
    match = Match.objects.get()
    assert match.setup["seats"] == [{"side": TALON}, {"side": TERRAN}]
    assert match.setup["ships"][0] == {"name": "Spite", "ship_class": "talon_ca", "seat": 0}
    assert match.seats.get(index=0).loadout == {"fleet": row.public_id}


@pytest.mark.rule("T3.7")
def test_choice_is_judged_by_the_terms_that_are_typed(client: Client, owner):
    row = make(owner, Fleet(TALON, tuple(FleetShip(name, "talon_dn") for name in ("Maw", "Spite"))), points=500)
    asked = {"game": "talon", "mode": "skirmish", "starter": f"fleet:{row.public_id}"}
    for points, words in (
        ("", "cannot be played"),
        ("400", "400 are allowed"),
        ("500", "is legal here"),
        ("1000", "legal here"),
    ):
        answer = client.get("/tables/loadout", asked | {"fleet_points": points}).content.decode()
        assert words in answer, points
    page = client.get("/tables/new", {"game": "talon", "fleet": row.public_id, "fleet_points": "400"}).content.decode()
    assert "400 are allowed" in page
    assert f'<option value="fleet:{row.public_id}" selected>' in page
    assert "game mode table starter fleet_points fleet_bases fleet_rounds" in page
    assert "Skirmish is played with fleets; in the other battles the ships are given." in " ".join(page.split())
    assert client.get(f"{Picker(row, owner).play_address}").context["verdict"].is_legal


def test_refused_fleet_is_mended_or_another_one_is_chosen_on_the_next_page(client: Client, owner):
    row = make(owner)
    fields = {
        "game": "talon",
        "mode": "skirmish",
        "starter": f"fleet:{row.public_id}",
        "fleet_points": "100",
        "minutes": "",
    }
    refused = client.post("/matches", fields, headers={"Accept": "text/html"})
    page = refused.content.decode()
    assert refused.status_code == 422
    assert "“<bdi>Mine</bdi>” cannot be played as it stands" in page
    assert f'href="{row.get_absolute_url()}">Mend the fleet' in page
    assert "Another fleet" in page
    assert "deck" not in re.sub(r"<[^>]*>", "", page.split("<main")[1].split("</main>")[0]).lower()
    assert '<input type="hidden" name="fleet_points" value="100">' in page
