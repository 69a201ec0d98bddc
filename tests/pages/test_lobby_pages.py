"""Pages around open tables: what each viewer sees and may do, settings, invitations, lists, the check of decks."""

import json
import re

import pytest
from django.test import Client

from cards.decks.changes import create_deck
from cards.decks.contents import data_of
from cards.storing import starters
from incursions.accounts.models import User
from tests.markup import read_page
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.models import Match

USUAL = {"mode": "basic", "seats": "3", "minutes": "45", "free_s": "20", "bank_s": "900", "pace_s": "1"}


@pytest.fixture
def table(people) -> Match:
    return create_match(host=people[0], rules=TableRules(seats=3))


def acts(page: str) -> set[str]:
    return set(re.findall(r'name="do" value="([^"]+)"', page))


def do(client, match, word, **said):
    return client.post(f"/matches/{match.public_id}/seating", {"do": word, **said})


def test_each_sees_what_each_may_do(table, people, browser_of, stranger):
    join_match(table.public_id, people[1])
    pages = [read_page(client.get(table.get_absolute_url())) for client in map(browser_of, people[:2])]
    order = {"draw", "down 0", "down 1", "up 1", "up 2"}
    assert [acts(page) for page in pages] == [order | {"bot 2", "remove 1", "leave"}, {"leave"}]
    assert "Change the settings" in pages[0]
    assert "Change the settings" not in pages[1]
    looking = read_page(stranger.get(table.get_absolute_url()))
    assert (acts(looking), "Sit down" in looking) == (set(), True)
    assert "Usual: 45 minutes, bank 15:00, 20 free seconds" in looking


def test_form_of_a_table_cites_the_rules_of_its_game(people, browser_of):
    page = read_page(browser_of(people[0]).get("/tables/new"))
    for said in ("minutes of tournaments (21.3)", "decided where it stands (21.3).", "with the least (21.9)."):
        assert said in page


def test_host_changes_settings_and_the_others_agree(table, people, browser_of):
    host, friend = browser_of(people[0]), browser_of(people[1])
    join_match(table.public_id, people[1])
    address = f"/matches/{table.public_id}/settings"
    assert friend.get(address).status_code == 302
    changed = host.post(
        address, {**USUAL, "mode": "full", "minutes": "20", "bank_s": "240", "free_s": "10", "seats": "2"}
    )
    assert (changed.status_code, changed["Location"]) == (303, table.get_absolute_url())
    page = read_page(friend.get(table.get_absolute_url()))
    assert "agree" in acts(page)
    assert "Quick: 20 minutes, bank 4:00, 10 free seconds" in page
    assert "Waiting for you to agree to the settings." in page
    refused = do(friend, table, "agree", terms=0)
    assert (refused.status_code, "settings of the table have changed" in read_page(refused)) == (409, True)
    assert do(friend, table, "agree", terms=1).status_code == 303
    table.refresh_from_db()
    assert table.is_running


def test_refused_settings_are_kept_in_their_form(table, people, browser_of):
    host = browser_of(people[0])
    answer = host.post(f"/matches/{table.public_id}/settings", {**USUAL, "rated": "on", "minutes": "500"}, follow=True)
    page = read_page(answer)
    assert "minutes is from 0 to 180." in page
    assert 'value="500"' in page
    assert re.search(r'id="rated" name="rated" checked', page)
    table.refresh_from_db()
    assert (table.minutes, table.rated, table.terms) == (45, False, 0)


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({}, 400, "malformed"),
        ({"do": "dance"}, 400, "malformed"),
        ({"do": "up N"}, 400, "malformed"),
        ({"do": "up 9"}, 400, "malformed"),
        ({"do": "bot 1", "bot": "god"}, 400, "malformed"),
        ({"do": "bot 1", "bot": ["captain"]}, 400, "malformed"),
        ({"do": "bot 1", "bot": "captain", "starter": "Nothing"}, 400, "malformed"),
        ({"do": "remove 0"}, 409, "seat_taken"),
        ({"do": "remove 1", "revision": 77}, 409, "table_moved_on"),
        ({"do": "renew"}, 400, "malformed"),
        ({"do": "start"}, 409, "not_ready"),
        ({"do": "bot 1", "bot": "admiral"}, 200, "done"),
        ({"do": "leave"}, 200, "left"),
    ],
)
def test_seating_by_json(table, people, browser_of, said, status, code):
    client = Client()
    client.force_login(people[0])
    answer = client.post(f"/matches/{table.public_id}/seating", json.dumps(said), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_settings_by_json_leave_the_rest_as_it_is(table, people):
    client = Client()
    client.force_login(people[0])
    change = {"mode": "tournament", "hex_points": 40, "hex_tolerance": 12, "private": True}
    address = f"/matches/{table.public_id}/settings"
    refused = client.post(address, json.dumps(change), content_type="application/json")
    assert (refused.status_code, refused.json()["message"]) == (400, "hex_tolerance is from 0 to 10.")
    client.post(address, json.dumps(change | {"hex_tolerance": 4, "clocks": "calm"}), content_type="application/json")
    client.post(address, json.dumps({"asks_ready": True}), content_type="application/json")
    state = client.get(f"/matches/{table.public_id}/state").json()
    assert state["settings"] == {
        "game": "incursions", "mode": "tournament", "minutes": 90, "bank_s": 2700, "free_s": 45, "pace_s": 1.0,
        "rated": False,
        "hex_points": 40, "hex_tolerance": 4, "asks_ready": True, "seats": 3, "private": True, "terms": 1,
    }  # fmt: skip
    assert len(state["invitation"]) == 22
    assert Client().get(f"/matches/{table.public_id}/state").json()["invitation"] == ""


def test_invitation_leads_to_a_seat_and_then_says_what_else_there_is(people, browser_of, stranger):
    match = create_match(host=people[0], rules=TableRules(is_private=True, seats=2))
    link = f"/invitations/{match.invitation}"
    assert "by invitation" in read_page(stranger.get(match.get_absolute_url()))
    assert stranger.post(f"/matches/{match.public_id}/join").status_code == 403
    assert match.invitation not in read_page(stranger.get(match.get_absolute_url()))
    assert link in read_page(browser_of(people[0]).get(match.get_absolute_url()))
    assert browser_of(people[0]).get(link)["Location"] == match.get_absolute_url()
    assert match.public_id not in read_page(stranger.get("/matches"))
    page = read_page(stranger.get(link))
    assert f'name="invitation" value="{match.invitation}"' in page
    assert stranger.post(f"/matches/{match.public_id}/join", {"invitation": match.invitation}).status_code == 303
    late = Client(HTTP_ACCEPT="text/html").get(link)
    assert (late.status_code, "This match has begun" in read_page(late)) == (200, True)
    assert stranger.get("/invitations/nothing").status_code == 404


def test_rated_table_leads_strangers_to_an_account_and_makes_no_guest(people, browser_of, stranger):
    match = create_match(host=people[0], rules=TableRules(rated=True))
    page = read_page(stranger.get(match.get_absolute_url()))
    assert ("Sign up" in page, "Sit down" in page) == (True, False)
    assert stranger.post(f"/matches/{match.public_id}/join").status_code == 403
    assert "sessionid" not in stranger.cookies
    assert "Sit down" in read_page(browser_of(people[1]).get(match.get_absolute_url()))


@pytest.mark.parametrize("count", [1, 3])
def test_open_tables_are_listed_and_filtered(count, people, stranger, django_assert_num_queries):
    for _ in range(count):
        create_match(
            host=people[0], rules=TableRules(mode="full", seats=4, game_terms={"hex_points": 40, "hex_tolerance": 10})
        )
    create_match(host=people[1], rules=TableRules(rated=True))
    with django_assert_num_queries(2):
        listed = read_page(stranger.get("/tables/open?mode=full&seats=4&stake=casual"))
    assert (listed.count("player-0"), listed.count("player-1"), listed.count("40 ± 10")) == (count, 0, count)
    assert "every 5s" in listed
    assert "No open table matches." in read_page(stranger.get("/tables/open?seats=6"))
    tables = Client().get("/tables/open?stake=rated&seats=%00&mode=chess").json()["tables"]
    assert [(table["players"], table["free"], table["settings"]["rated"]) for table in tables] == [
        (["player-1"], 1, True)
    ]


def test_deck_is_checked_for_the_table_before_it_is_sent(people, browser_of, stranger):
    content = data_of(next(iter(starters().values())).content)
    good, bad = (create_deck(owner=people[0], name=name, content=content | extra) for name, extra in GOOD_AND_BAD)
    client = browser_of(people[0])

    def said(deck, who=client, **asked) -> str:
        return read_page(who.get("/tables/loadout", {"starter": f"deck:{deck.public_id}", **asked})).strip()

    assert "is legal here</b> (30 ± 2 hex points)" in said(good, mode="full")
    assert "cannot be played here" in said(good, mode="full", hex_points="50", hex_tolerance="0")
    assert f"/decks/{bad.public_id}/edit/" in said(bad, mode="tournament")
    assert {said(good, mode="basic"), said(good), said(good, stranger, mode="full"), said(good, mode="chess")} == {""}
    match = create_match(host=people[1], rules=TableRules(mode="full"))
    assert "is legal here" in said(good, table=match.public_id)
    assert client.get("/tables/loadout?table=nothing&starter=deck:x").status_code == 404
    page = read_page(client.get(match.get_absolute_url()))
    assert page.count("not legal here") == 1


GOOD_AND_BAD = (("Good", {}), ("Bad", {"hexpile": {}}))


def test_title_of_an_open_table_names_its_game(catalogue):
    for kind in game_kinds().values():
        match = create_match(host=User.objects.create_user(f"host of {kind.name}"), rules=TableRules(game=kind.name))
        page = read_page(Client().get(match.get_absolute_url(), headers={"accept": "text/html"}))
        assert f"<title>An open table of {kind.title}: {kind.modes[0].title} · Incursions</title>" in page
