"""Plans of tournaments of Talon: the battle, the terms of a skirmish, the usual clocks."""

import pytest

from incursions.kit.refusals import DomainError
from tests.games.talon.tournaments.events import announced, browser, plan
from tests.markup import read_page
from tests.pages.at_desk import form_of
from tournaments.events.formats import Pods
from tournaments.events.models import Tournament
from tournaments.events.plans import PhasePlan, Plan, change_tournament, create_tournament, make_usual_plan, plan_of

NEW = "/tournaments/new"


def test_plan_has_the_clocks_of_its_mode_and_the_tie_breaks_of_its_game():
    found = make_usual_plan("talon")
    assert (found.mode, found.match_s, found.bank_s, found.free_s) == ("duel", 3600, 1200, 30)
    assert found.tie_breaks[:3] == ("points", "degree of victory", "difference of points")
    assert make_usual_plan("incursions") == Plan()


@pytest.mark.parametrize("mode", ["duel", "fleet", "convoy", "escape", "skirmish"])
def test_battle_is_chosen_by_name_and_kept_in_plan_and_log(owner, mode):
    chosen = plan(mode=mode)
    row = create_tournament(owner, chosen)
    assert (row.mode, row.mode_kind.name) == (mode, mode)
    assert plan_of(row) == chosen == Plan.from_data(chosen.to_data())
    assert row.log.get().after["mode"] == mode


def test_skirmish_has_terms_within_their_bounds(owner):
    row = create_tournament(owner, plan(mode="skirmish", game_terms={"fleet_points": 200, "fleet_rounds": 6}))
    assert row.game_terms == {"fleet_points": 200, "fleet_bases": 0, "fleet_rounds": 6}
    assert row.limits.words == "at most 200 points and no Base"
    with pytest.raises(DomainError, match="fleet_points is a whole number from 50 to 1000"):
        plan(mode="skirmish", game_terms={"fleet_points": 5}).validate()


def test_battles_of_other_games_tie_breaks_and_pods_are_refused():
    for wrong, words in (
        ({"mode": "tournament"}, "mode is one of: duel, fleet, convoy, escape, skirmish"),
        ({"tie_breaks": ("points", "hull and shield margin")}, "tie_breaks are some of these"),
        ({"phases": (PhasePlan(Pods.key, rounds=2, seats=4),)}, "Pods need larger tables than Two Captains has"),
        ({"kind": "sealed"}, "Talon has no boosters to open"),
    ):
        with pytest.raises(DomainError, match=words):
            plan(**wrong).validate()


def test_battle_is_agreed_once_players_can_enter(owner):
    row = announced(owner)
    with pytest.raises(DomainError, match="mode cannot change once players can enter"):
        change_tournament(row.public_id, owner, plan(mode="fleet"))


def test_form_of_talon_offers_its_battles_and_makes_the_tournament(owner):
    page = read_page(browser(owner).get(f"{NEW}?plan=talon+swiss"))
    form = form_of(page)
    assert (form["game"], form["mode"], form["match_s"], form["bank_s"], form["free_s"]) == (
        *("talon", "duel", "60"),
        *("20", "0:30"),
    )
    assert (form["tie_2"], form["tie_3"]) == ("degree of victory", "difference of points")
    assert "Night Delivery: three transports" in page
    assert not {"hex_points", "kind", "build_s"} & form.keys()
    said = form | {"name": "Night of the Scree", "mode": "skirmish", "fleet_points": "250"}
    assert browser(owner).post(NEW, said).status_code == 303
    row = Tournament.objects.get()
    assert (row.game, row.mode, row.game_terms["fleet_points"]) == ("talon", "skirmish", 250)
    settings = form_of(read_page(browser(owner).get(f"/tournaments/{row.public_id}/desk/settings")))
    assert (settings["mode"], settings["fleet_points"]) == ("skirmish", "250")
    refused = browser(owner).post(NEW, said | {"mode": "full"})
    assert refused.status_code == 400
    assert "Select a valid choice" in read_page(refused)


def test_pages_name_game_battle_and_terms(owner):
    row = announced(owner, mode="skirmish", game_terms={"fleet_rounds": 7})
    page = read_page(browser(owner).get(row.get_absolute_url()))
    assert "Talon: Skirmish, 300 points" in page
    assert "<dt>Rounds</dt><dd>7</dd>" in page
    assert "exile" not in page
    assert "Talon: Skirmish" in read_page(browser(owner).get("/tournaments/"))


def test_api_takes_and_tells_the_battle(owner, client):
    client.force_login(owner)
    made = client.post("/api/v1/tournaments/", {"name": "A", "game": "talon"}, content_type="application/json")
    assert made.status_code == 201, made.content
    told = made.json()["plan"]
    assert (told["game"], told["mode"], told["match_s"], told["fleet_points"]) == ("talon", "duel", 3600, None)
    address = f"/api/v1/tournaments/{made.json()['id']}/"
    told = client.patch(address, {"mode": "skirmish", "fleet_points": 120}, content_type="application/json").json()
    assert "plan" in told, told
    assert (told["plan"]["mode"], told["plan"]["fleet_points"], told["plan"]["fleet_rounds"]) == ("skirmish", 120, 10)
    wrong = client.patch(address, {"mode": "basic"}, content_type="application/json").json()
    assert wrong["code"] == "malformed"
