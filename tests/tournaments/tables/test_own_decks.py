"""Decks of players' own at tables of Full and Tournament (rules 3, 4, 21.2)."""

import json
import re

import pytest
from django.test import Client

from cards.decks.abilities import Visibility
from cards.decks.changes import delete_deck, save_draft, share_deck
from cards.decks.models import Deck
from cards.loadouts import DECKS as LOADOUTS
from cards.storing import pieces, starters
from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tests.markup import read_page
from tests.tournaments.laid_matches import NOON, SEED, people
from tests.tournaments.tables.own_decks import DECKS, MINE, NAME, chosen, deck_of, deck_row_of, starter_of
from tournaments.matches.export import export_match
from tournaments.matches.life import TableRules, concede_match, create_match, join_match
from tournaments.matches.models import Match
from tournaments.matches.rematches import rematch_match


def browser(user=None) -> Client:
    client = Client(HTTP_ACCEPT="text/html")
    if user:
        client.force_login(user)
    return client


def named(deck) -> dict[str, str]:
    return {"starter": f"deck:{deck.public_id}"}


def page(client, match) -> str:
    return read_page(client.get(match.get_absolute_url()))


@pytest.fixture
def host(db):
    return people(1)[0]


@pytest.fixture
def friend(host):
    return person("friend")


def person(name):
    return User.objects.create_user(name, password="secret word")


@pytest.mark.parametrize("mode", ["full", "tournament"])
def test_match_is_started_with_the_decks_that_were_brought(mode, host, friend):
    brought = chosen(deck_of(host), host, mode)
    match = create_match(host=host, rules=TableRules(mode=mode), loadout=brought, seed=SEED, now=NOON)
    join_match(match.public_id, friend, loadout=chosen(deck_of(friend), friend, mode), now=NOON)
    match.refresh_from_db()
    assert [seat["ship"] for seat in match.setup["seats"]] == [MINE.ship, MINE.ship]
    assert match.setup["seats"][0]["captain"] == MINE.captain
    assert sorted(match.setup["seats"][1]["deck"]) == sorted(
        title for title, copies in MINE.cards.items() for _ in range(copies)
    )
    assert [seat.loadout.keys() for seat in match.seats.all()] == [{"deck"}] * 2


def test_stand_in_is_brought_along(host):
    crew = next(title for title, card in pieces_of_crew() if card["race"] in (MINE.race, "Neutral"))
    deck = deck_of(host, captain=None, stand_in=crew)
    match = create_match(
        host=host, rules=TableRules(mode="full", bots=("captain",)), loadout=chosen(deck, host), seed=SEED
    )
    seat = match.setup["seats"][0]
    assert (seat["captain"], seat["stand_in"]) == (None, crew)


def pieces_of_crew():
    return [(title, card) for title, card in pieces().cards.items() if card["nature"] == "Crew"]


def test_deck_is_played_as_it_stood_when_it_was_chosen(host, friend):
    deck = deck_of(host)
    match = create_match(host=host, rules=TableRules(mode="full"), loadout=chosen(deck, host), seed=SEED, now=NOON)
    deck = save_draft(deck, {}, by=host, number=deck.number)
    delete_deck(deck, by=host)
    join_match(match.public_id, friend, now=NOON)
    match.refresh_from_db()
    assert match.setup["seats"][0]["ship"] == MINE.ship


def test_whoever_waits_may_choose_again(host, friend):
    match = create_match(
        host=host, rules=TableRules(mode="full"), loadout=chosen(deck_of(host), host), seed=SEED, now=NOON
    )
    client = browser(host)
    client.post(f"{match.get_absolute_url()}/join", {"starter": DECKS[2]})
    assert [seat.loadout for seat in match.seats.all()] == [{"starter": DECKS[2]}, {"starter": DECKS[1]}]
    client.post(f"{match.get_absolute_url()}/join", named(deck_of(host, "Second")))
    assert [starter_of(seat) for seat in match.seats.all()] == ["", DECKS[1]]
    client.post(f"{match.get_absolute_url()}/join", {"starter": ""})
    assert deck_row_of(match.seats.get(index=0)).name == "Second"
    join_match(match.public_id, friend, now=NOON)
    match.refresh_from_db()
    running = match.setup
    client.post(f"{match.get_absolute_url()}/join", {"starter": DECKS[2]})
    match.refresh_from_db()
    assert match.setup == running
    assert starter_of(match.seats.get(index=0)) == ""


def test_illegal_deck_is_refused_with_every_problem(host):
    deck = deck_of(host, deck={"Fire": 5}, hexpile={})
    for mode in ("full", "tournament"):
        refused = browser(host).post("/matches", {"mode": mode, **named(deck)})
        text = read_page(refused)
        assert refused.status_code == 422
        assert "The deck holds 5 of at least 25 cards." in text
        assert "The hexpile holds no wormhole." in text
        assert ">3.1</a>" in text
        assert deck.get_absolute_url() in text
    assert Match.objects.count() == 0


def test_table_asked_for_with_an_illegal_deck_can_be_had_with_another(host):
    asked = {"mode": "tournament", "seats": "3", "minutes": "30", **named(deck_of(host, hexpile={}))}
    text = read_page(browser(host).post("/matches", asked))
    kept = dict(re.findall(r'<input type="hidden" name="(mode|seats|minutes|starter)" value="([^"]*)"', text))
    assert kept == {"mode": "tournament", "seats": "3", "minutes": "30"}
    assert f'<option value="{DECKS[0]}">' in text
    browser(host).post("/matches", kept | {"starter": DECKS[1]})
    made = Match.objects.get()
    assert (made.mode, made.minutes, starter_of(made.seats.get(index=0))) == ("tournament", 30, DECKS[1])


def test_illegal_deck_takes_no_seat(host, friend):
    match = create_match(host=host, rules=TableRules(mode="full"), seed=SEED, now=NOON)
    deck = deck_of(friend, ship=None)
    refused = browser(friend).post(f"{match.get_absolute_url()}/join", named(deck))
    assert refused.status_code == 422
    assert "A ship is missing." in read_page(refused)
    assert f'href="{match.get_absolute_url()}"' in read_page(refused)
    assert match.seats.get(index=1).is_free


def test_api_says_the_problems_of_an_illegal_deck(host):
    client = Client()
    client.force_login(host)
    body = {"mode": "full", "starters": [f"deck:{deck_of(host, hexpile={}).public_id}"]}
    answer = client.post("/matches", json.dumps(body), content_type="application/json")
    said = answer.json()
    assert (answer.status_code, said["code"], said["rule"]) == (422, "illegal_deck", "4.1")
    assert [(problem["code"], problem["rule"]) for problem in said["problems"]] == [
        ("hexpile.points_out_of_range", "4.1"),
        ("hexpile.no_wormhole", "4.2"),
    ]
    assert said["problems"][1]["sentence"] == "The hexpile holds no wormhole."


def test_api_takes_a_deck_of_ones_own_for_ones_own_seat_alone(host):
    client, deck = Client(), deck_of(host)
    client.force_login(host)
    table = {"mode": "full", "seats": 2, "bots": 1}

    def create(*decks):
        return client.post("/matches", json.dumps(table | {"starters": decks}), content_type="application/json")

    assert create("", f"deck:{deck.public_id}").json()["code"] == "malformed"
    assert create("deck:\x00").json()["code"] == "malformed"
    made = create(f"deck:{deck.public_id}")
    assert made.status_code == 201
    seats = client.get(f"{made.json()['url']}/state").json()["seats"]
    assert [(seat["starter"] == "", seat["own_deck"]) for seat in seats] == [(True, True), (False, False)]


def test_decks_of_others_and_deleted_ones_are_refused(host, friend):
    hidden, shared, deleted = deck_of(friend), deck_of(friend), deck_of(host)
    shared = share_deck(shared, Visibility.PUBLIC, by=friend, number=shared.number)
    deleted = delete_deck(deleted, by=host)
    for deck, code in ((hidden, "no_such_deck"), (shared, "not_yours"), (deleted, "deleted_deck")):
        with pytest.raises(DomainError) as refused:
            chosen(deck, host)
        assert refused.value.code == code


def test_stranger_who_names_a_deck_becomes_nobody(host):
    assert browser().post("/matches", {"mode": "full", **named(deck_of(host))}).status_code == 404
    assert User.objects.count() == 1


def test_basic_is_played_without_a_deck(host):
    assert browser(host).post("/matches", {"mode": "basic", **named(deck_of(host))}).status_code == 303
    seat = Match.objects.get().seats.get(index=0)
    assert seat.loadout is None


def test_others_learn_neither_name_nor_pieces_before_the_end(host, friend):
    match = create_match(
        host=host, rules=TableRules(mode="full", seats=3), loadout=chosen(deck_of(host), host), seed=SEED
    )
    join_match(match.public_id, friend)
    assert NAME in page(browser(host), match)
    for viewer in (browser(friend), browser()):
        text = page(viewer, match)
        assert "a deck of its player’s own" in text
        assert NAME not in text
        assert MINE.ship not in text.split("<form")[0]
        assert NAME not in read_page(viewer.get(f"{match.get_absolute_url()}/state"))
    join_match(match.public_id, person("third"))
    match.refresh_from_db()
    assert export_match(match)["setup"] is None
    for seat in match.seats.exclude(index=0):
        concede_match(match.public_id, seat.user)
    match.refresh_from_db()
    assert export_match(match)["setup"]["seats"][0]["ship"] == MINE.ship
    assert NAME not in page(browser(friend), match)
    assert NAME not in json.dumps(export_match(match))


def test_deck_that_is_legal_no_more_gives_way_to_a_starter(host, friend):
    match = create_match(
        host=host, rules=TableRules(mode="full"), loadout=chosen(deck_of(host), host), seed=SEED, now=NOON
    )
    loadout = match.seats.get(index=0).loadout
    loadout["content"]["ship"] = "A ship that was taken away"
    match.seats.filter(index=0).update(loadout=loadout)
    join_match(match.public_id, friend, now=NOON)
    match.refresh_from_db()
    seat = match.seats.get(index=0)
    assert (LOADOUTS.gave_way(seat.loadout), starter_of(seat)) == (True, DECKS[0])
    assert match.setup["seats"][0]["ship"] == starters()[DECKS[0]].ship
    assert f"You play “{DECKS[0]}”" in page(browser(host), match)
    assert "no longer legal" not in page(browser(friend), match)


def test_rematch_is_played_with_the_decks_of_the_match(host, friend):
    brought = chosen(deck_of(host), host)
    match = create_match(host=host, rules=TableRules(mode="full"), loadout=brought, seed=SEED, now=NOON)
    join_match(match.public_id, friend, loadout={"starter": DECKS[2]}, now=NOON)
    Deck.objects.all().delete()
    concede_match(match.public_id, host, now=NOON)
    again = rematch_match(match.public_id, friend)
    rematch_match(match.public_id, host)
    again.refresh_from_db()
    ships = [seat["ship"] for seat in again.setup["seats"]]
    assert ships == [starters()[DECKS[2]].ship, MINE.ship]
    assert [seat.user for seat in again.seats.all()] == [friend, host]


def test_seat_given_up_leaves_no_deck_behind(host, friend):
    match = create_match(host=friend, rules=TableRules(mode="full", seats=3), seed=SEED, now=NOON)
    join_match(match.public_id, host, loadout=chosen(deck_of(host), host), now=NOON)
    host.delete()
    join_match(match.public_id, person("third"), now=NOON)
    seat = match.seats.get(index=1)
    assert (seat.user.username, seat.loadout.keys()) == ("third", {"starter"})


def test_forms_offer_the_own_decks_and_choose_the_one_asked_for(host, friend):
    deck, other = deck_of(host), deck_of(friend, "Not mine")
    address = f"/tables/new?deck={deck.public_id}"
    assert f'href="{address}"' in read_page(browser(host).get(deck.get_absolute_url()))
    text = read_page(browser(host).get(address))
    assert f'<option value="deck:{deck.public_id}" selected>{NAME} ({MINE.ship})</option>' in text
    assert text.count(deck.public_id) == 1
    assert re.search('<option value="full"[^>]* selected>', text)
    assert other.public_id not in text
    for mine_not in (other.public_id, "2" * 20, "%00"):
        refused = read_page(browser(host).get(f"/tables/new?deck={mine_not}"))
        assert "You have no such deck." in refused
    for path in ("/", create_match(host=friend, rules=TableRules(mode="full")).get_absolute_url()):
        assert f'<option value="deck:{deck.public_id}">' in read_page(browser(host).get(path))
        assert deck.public_id not in read_page(browser(friend).get(path))
