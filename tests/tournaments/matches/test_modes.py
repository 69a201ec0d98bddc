"""Tables of Full and Tournament: which starter deck each seat plays, and the match that comes of it."""

import json
from io import BytesIO

import pytest
from django.test import Client

from cards.storing import starters
from tests.markup import read_page
from tests.tournaments.laid_matches import NOON, SEED, lay_match, people, play_on
from tests.tournaments.tables.own_decks import starter_of
from tournaments.matches.export import export_match
from tournaments.matches.life import TableRules, concede_match, create_match, join_match
from tournaments.matches.models import Match
from tournaments.matches.rematches import rematch_match
from tournaments.matches.verification import UnverifiableFileError, first_difference, read_match_file

DECKS = list(starters())
DECKED = ["full", "tournament"]


def seated(match):
    return [starter_of(seat) for seat in match.seats.all()]


@pytest.mark.parametrize("mode", DECKED)
def test_match_is_started_with_the_decks_of_its_seats(mode, db):
    match = lay_match(people(2), mode=mode, starters=("The Harvest", "First Blood"))
    assert (match.mode, match.setup["mode"], match.setup["windows"]) == (mode, mode, "public")
    assert [seat["ship"] for seat in match.setup["seats"]] == ["Lattice 19", "Vash'nor"]
    assert seated(match) == ["The Harvest", "First Blood"]


def test_decks_go_by_turns_unless_chosen(db):
    match = lay_match(people(2), bots=("captain", "random"), mode="full", starters=("", DECKS[0]))
    assert seated(match) == [DECKS[1], DECKS[0], DECKS[2], DECKS[3]]


def test_basic_has_no_decks(catalogue):
    assert seated(lay_match(people(2), starters=(DECKS[0],))) == ["", ""]


def test_unknown_deck_is_no_table(db):
    with pytest.raises(ValueError, match="no starter deck of this title"):
        create_match(host=people(1)[0], rules=TableRules(mode="full", loadouts=({"starter": "My Own"},)))
    assert Match.objects.count() == 0


def test_whoever_joins_may_choose(db):
    host, friend = people(2)
    match = create_match(host=host, rules=TableRules(mode="full"), seed=SEED, now=NOON)
    assert seated(match) == DECKS[:2]
    join_match(match.public_id, friend, loadout={"starter": DECKS[5]}, now=NOON)
    match.refresh_from_db()
    assert seated(match) == [DECKS[0], DECKS[5]]
    assert match.setup["seats"][1]["ship"] == starters()[DECKS[5]].ship


def test_rematch_keeps_mode_and_decks(db):
    players = people(2)
    match = lay_match(players, mode="tournament", starters=(DECKS[6], DECKS[6]))
    Match.objects.filter(pk=match.pk).update(state="over", result={"ending": "draw"}, ended_at=NOON)
    again = rematch_match(match.public_id, players[0])
    assert (again.mode, seated(again)) == ("tournament", [DECKS[6], DECKS[6]])


def create(body):
    return Client().post("/matches", json.dumps(body), content_type="application/json")


def test_api_takes_mode_and_decks(db):
    made = create({"mode": "full", "seats": 3, "bots": 2, "starters": ["", DECKS[7], DECKS[7]]}).json()
    match = Match.objects.get(public_id=made["id"])
    assert (match.mode, match.state, seated(match)) == ("full", "running", [DECKS[0], DECKS[7], DECKS[7]])
    state = Client().get(f"{made['url']}/state").json()
    assert [seat["starter"] for seat in state["seats"]] == seated(match)
    assert (state["mode"], state["hand"], len(state["players"])) == ("full", [], 3)


def test_form_names_the_host_s_deck_and_those_of_the_bots(db):
    form = {"mode": "tournament", "seats": "3", "bots": "1", "starter": DECKS[4], "bot_starter_1": DECKS[2]}
    made = Client().post("/matches", form).json()
    assert seated(Match.objects.get(public_id=made["id"])) == [DECKS[4], DECKS[0], DECKS[2]]


def test_form_of_basic_may_name_decks_in_vain(catalogue):
    made = Client().post("/matches", {"mode": "basic", "starter": "nothing"}).json()
    assert seated(Match.objects.get(public_id=made["id"])) == ["", ""]


@pytest.mark.parametrize(
    "body",
    [
        {"mode": "Full"},
        {"mode": "full", "starters": "The Harvest"},
        {"mode": "full", "starters": ["My Own"]},
        {"mode": "full", "starters": [7]},
        {"mode": "full", "starters": ["", "", ""]},
    ],
)
def test_api_refuses_other_modes_and_decks(body, db):
    answer = create(body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert Match.objects.count() == 0


def test_api_join_takes_a_deck(db):
    made = create({"mode": "full"}).json()
    refused = Client().post(f"{made['url']}/join", {"starter": "My Own"})
    assert refused.json()["code"] == "malformed"
    assert Client().post(f"{made['url']}/join", {"starter": DECKS[3]}).json()["code"] == "joined"
    assert seated(Match.objects.get(public_id=made["id"])) == [DECKS[0], DECKS[3]]


@pytest.mark.parametrize(("mode", "seats"), [("full", 2), ("tournament", 6)])
def test_file_of_a_match_with_decks_holds(mode, seats, db):
    players = people(seats)
    match = play_on(lay_match(players, mode=mode), players, 20)
    for player in players[:-1]:
        if match.is_running:
            concede_match(match.public_id, player, now=NOON)
            match.refresh_from_db()
    record = read_match_file(BytesIO(json.dumps(export_match(match)).encode()))
    assert first_difference(record) is None


def test_deck_without_end_is_not_looked_at(db):
    players = people(2)
    match = lay_match(players, mode="full")
    concede_match(match.public_id, players[0], now=NOON)
    record = export_match(Match.objects.get(pk=match.pk))
    record["setup"]["seats"][0]["deck"] *= 20
    with pytest.raises(UnverifiableFileError, match="at most 200"):
        read_match_file(BytesIO(json.dumps(record).encode()))


def test_a_table_is_made_from_the_front_page_with_mode_decks_and_bot_of_ones_choice(client, db):
    first, second = list(starters())[2:4]
    page = read_page(client.get("/"))
    for name in ("mode", "starter", "bot_1", "bot_starter_1"):
        assert f'name="{name}"' in page
    chosen = {"bots": "1", "mode": "tournament", "starter": first, "bot_1": "random", "bot_starter_1": second}
    client.post("/matches", chosen)
    match = Match.objects.get()
    assert match.mode == "tournament"
    assert [(seat.bot, starter_of(seat)) for seat in match.seats.order_by("index")] == [("", first), ("random", second)]


def test_bots_of_a_number_are_captains_unless_they_are_named(client, db):
    client.post("/matches", {"bots": "3", "bot_2": "random", "bot_3": ""})
    assert [seat.bot for seat in Match.objects.get().seats.order_by("index")] == ["", "captain", "random", "captain"]


def test_a_bot_that_nobody_knows_is_refused_by_name(client, db):
    said = client.post("/matches", {"bots": "1", "bot_1": "admiral of none"})
    assert said.status_code == 400
    assert "cadet, ensign, captain, admiral, random" in read_page(said)
    assert not Match.objects.exists()
