"""Sides at open tables of Talon: by lot or chosen, swapped in a rematch, with teams that stay together (T1.5)."""

import json
from collections import Counter

import pytest
from django.test import Client

from incursions.accounts.models import User
from tests.games.talon.tables.battles import seat_battle
from tests.markup import read_page
from tests.tournaments.laid_matches import NOON, people
from tournaments.matches import sides
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.models import Match
from tournaments.matches.rematches import play_another_bot, rematch_match
from tournaments.matches.sides import LOT, choose_seats
from tournaments.tables.matchmaking import Wish, enter_queue, find_matches

DUEL = {"game": "talon", "mode": "duel"}


def create(**said) -> Match:
    made = Client().post("/matches", json.dumps(DUEL | said), content_type="application/json")
    assert made.status_code == 201, made.content
    return Match.objects.get(public_id=made.json()["id"])


def seated(match: Match) -> list[str]:
    """Return who sits where: names, bots, and "" for free seats."""
    return [seat.bot or (seat.user.username if seat.user else "") for seat in match.seats.select_related("user")]


def end(match: Match) -> Match:
    result = {"ending": "time", "winner": None, "places": [[0, 1]], "rule": "", "reason": ""}
    Match.objects.filter(pk=match.pk).update(state="over", result=result, ended_at=NOON)
    return Match.objects.get(pk=match.pk)


@pytest.mark.parametrize(("side", "seat"), [("Terrans", 0), ("Talons", 1), ("", 0)])
def test_host_sits_on_the_side_that_he_chose(db, side, seat):
    match = create(bots=["steady"], side=side)
    assert seated(match)[1 - seat] == "steady"
    assert match.setup["seats"][seat]["side"] == {"Talons": "talon"}.get(side, "terran")


def test_side_by_lot_is_either_and_an_unknown_one_is_refused(db, monkeypatch):
    class Lots:
        @staticmethod
        def randrange(seats):
            return seats - 1

    monkeypatch.setattr(sides, "SystemRandom", Lots)
    assert seated(create(bots=["steady"], side=LOT))[0] == "steady"
    assert seated(create(side=LOT))[0] == ""
    refused = Client().post("/matches", json.dumps(DUEL | {"side": "Klingons"}), content_type="application/json")
    assert refused.json()["message"] == "side is one of: lot, Terrans, Talons."


def test_lots_are_even_and_teams_have_a_side_each():
    mode = TableRules(game="talon", mode="fleet").mode_kind
    hosts = Counter(choose_seats(mode, 4, 2, LOT)[0] for _ in range(400))
    assert set(hosts) == {0, 1, 2, 3}
    assert choose_seats(mode, 4, 2, "Talons") == (2, 0)
    assert choose_seats(mode, 3, 3, "Terrans") == (0, 1, 2)
    skirmish = TableRules(game="talon", mode="skirmish").mode_kind
    assert {choose_seats(skirmish, 2, 1, "Talons") for _ in range(40)} == {(0,), (1,)}
    assert choose_seats(TableRules().mode_kind, 2, 1, LOT) == ()


def test_form_asks_for_the_side_of_games_that_have_sides(db):
    page = read_page(Client().get("/tables/new?game=talon"))
    assert '<option value="lot" selected>By lot</option>' in page
    assert "<option>Terrans</option>" in page
    assert "Your side" not in read_page(Client().get("/tables/new"))


def test_rematch_swaps_the_sides_of_both_players(db):
    players = people(2)
    match = end(seat_battle(players, 2))
    again = rematch_match(match.public_id, players[0], now=NOON)
    assert seated(again) == ["", "player-0"]
    rematch_match(match.public_id, players[1], now=NOON)
    again = Match.objects.get(pk=again.pk)
    assert (again.state, seated(again)) == ("running", ["player-1", "player-0"])
    third = rematch_match(end(again).public_id, players[0], now=NOON)
    assert seated(third) == ["player-0", ""]


def test_rematch_of_teams_keeps_who_plays_with_whom_whoever_asks(db):
    players = people(3)
    match = end(seat_battle(players, 4, "steady"))
    assert seated(match) == ["player-0", "player-1", "player-2", "steady"]
    again = rematch_match(match.public_id, players[1], now=NOON)
    assert seated(again) == ["steady", "", "player-1", ""]
    for player in (players[2], players[0]):
        rematch_match(match.public_id, player, now=NOON)
    assert seated(Match.objects.get(pk=again.pk)) == ["steady", "player-2", "player-1", "player-0"]


def test_rematch_against_a_bot_swaps_sides_too(db):
    (player,) = people(1)
    match = end(seat_battle([player], 2, "steady"))
    assert seated(rematch_match(match.public_id, player, now=NOON)) == ["steady", "player-0"]
    assert seated(play_another_bot(match.public_id, player, "hunter")) == ["hunter", "player-0"]


def test_whoever_joins_chooses_among_the_free_seats_and_sees_who_sits_where(db):
    players = people(3)
    match = create_match(host=players[0], rules=TableRules(game="talon", mode="fleet", seats=4), now=NOON)
    page = read_page(Client().get(match.get_absolute_url()))
    assert '<option value="2">Talons 1, seat 2</option>' in page
    assert page.count(">Terrans 1</span>") == 1
    joining = Client()
    joining.force_login(players[1])
    body = json.dumps({"seat": 3})
    assert joining.post(f"/matches/{match.public_id}/join", body, content_type="application/json").status_code == 200
    assert seated(match) == ["player-0", "", "", "player-1"]
    join_match(match.public_id, players[2], seat=3, now=NOON)
    assert seated(match) == ["player-0", "player-2", "", "player-1"]


def test_quick_match_deals_sides_by_lot(db):
    sides_of_first = set()
    for number in range(20):
        pair = [type(user).objects.get(pk=user.pk) for user in make_pair(number)]
        for player in pair:
            enter_queue(player, Wish(mode="duel", game="talon"), now=NOON)
        assert find_matches(NOON) == 1
        sides_of_first.add(seated(Match.objects.latest("pk")).index(pair[0].username))
    assert sides_of_first == {0, 1}


def make_pair(number):
    return [User.objects.create_user(f"seeker-{number}-{one}", password="secret word") for one in range(2)]
