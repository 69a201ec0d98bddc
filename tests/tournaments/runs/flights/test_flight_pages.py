"""The pages of flights: who sees what, what may be asked for, what is shown while games are played and afterwards."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from cards.decks.abilities import Visibility
from cards.decks.models import Deck
from incursions.accounts.models import User
from incursions.games.incursions.bots.trials.flights import Outcome
from tests.markup import read_page
from tests.tournaments.runs.flights.contents import ILLEGAL, LEGAL
from tournaments.runs.background import cancel
from tournaments.runs.models import Flight

LIST, PAGE, PART, START = 4, 4, 3, 7
TOKEN = re.compile(r'value="[A-Za-z0-9]{64}"')
FLIGHTS = reverse("flights:flights")
BY_LINK = (Visibility.UNLISTED, Visibility.PUBLIC)


def start_of(deck: Deck) -> str:
    return reverse("flights:start", args=[deck.public_id])


def page_of(flight: Flight) -> str:
    return flight.get_absolute_url()


def cancel_of(flight: Flight) -> str:
    return reverse("flights:cancel", args=[flight.public_id])


@pytest.fixture
def browser(owner, browser_of) -> Client:
    return browser_of(owner)


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("person", ["stranger", "guest", "other", "owner", "staff"])
def test_whoever_may_see_a_deck_may_fly_it(make, people, browser_of, sent, person, visibility):
    deck, browser = make(content=LEGAL, visibility=visibility), browser_of(people[person])
    may_see = person in ("owner", "staff") or visibility in BY_LINK
    assert browser.get(start_of(deck)).status_code == (200 if may_see else 404)
    users = User.objects.count()
    answer = browser.post(start_of(deck), {"games": "12"})
    if not may_see:
        assert answer.status_code == 404
        assert "Wreck Runners" not in read_page(answer)
        assert (Flight.objects.count(), User.objects.count()) == (0, users)
        return
    flight = Flight.objects.get()
    assert (answer.status_code, answer["Location"], flight.games) == (303, page_of(flight), 12)
    assert flight.by.is_guest == (person in ("stranger", "guest"))
    assert browser.get(page_of(flight)).status_code == 200
    assert "Wreck Runners" in read_page(browser.get(FLIGHTS))


@pytest.mark.parametrize("person", ["stranger", "guest", "other", "owner", "staff"])
def test_flight_is_seen_by_who_began_it_and_by_the_staff(fly, people, browser_of, person):
    flight, browser = fly(), browser_of(people[person])
    may_see = person in ("owner", "staff")
    assert browser.get(page_of(flight)).status_code == (200 if may_see else 404)
    assert ("Wreck Runners" in read_page(browser.get(FLIGHTS))) == (person == "owner")
    assert browser.post(cancel_of(flight)).status_code == (303 if may_see else 404)
    flight.refresh_from_db()
    assert flight.is_running != may_see


def test_deck_that_was_taken_back_is_not_reached_by_an_old_flight(make, fly, play, other, browser_of):
    deck = make(name="Flown openly", content=LEGAL, visibility=Visibility.UNLISTED)
    flight, browser = fly(deck, by=other, games=1), browser_of(other)
    play(flight, 0)
    assert deck.get_absolute_url() in read_page(browser.get(page_of(flight)))
    Deck.objects.update(visibility=Visibility.PRIVATE, name="Now a secret")
    page = read_page(browser.get(page_of(flight)))
    assert deck.public_id not in page + read_page(browser.get(FLIGHTS))
    assert ("Now a secret" in page, "Flown openly" in page, "[Hexpile]" in page) == (False, True, True)
    assert browser.get(start_of(deck)).status_code == 404


def test_deck_leads_to_its_flights(deck, fly, browser):
    fly()
    assert start_of(deck) in read_page(browser.get(deck.get_absolute_url()))
    cancel(Flight.objects.get())
    page = read_page(browser.get(start_of(deck)))
    assert page_of(Flight.objects.get()) in page
    assert 'name="games" type="number" inputmode="numeric" min="12" max="240" value="60"' in page


def test_flights_of_others_stand_on_no_page_of_a_deck(make, fly, other, browser):
    deck = make(content=LEGAL, visibility=Visibility.PUBLIC)
    flight = fly(deck, by=other)
    assert flight.public_id not in read_page(browser.get(start_of(deck)))


@pytest.mark.parametrize(
    ("games", "complaint"),
    [
        ("", "A number of games from 12 to 240 was expected."),
        ("many", "A number of games from 12 to 240 was expected."),
        ("11", "At least 12 games are played"),
        ("241", "At most 240 games are played."),
        ("9" * 5000, "A number of games from 12 to 240 was expected."),
    ],
)
def test_form_says_what_is_wrong_and_makes_no_guest(make, client, catalogue, games, complaint):
    deck = make(content=LEGAL, visibility=Visibility.PUBLIC)
    users = User.objects.count()
    answer = client.post(start_of(deck), {"games": games})
    assert answer.status_code == 422
    assert complaint in read_page(answer)
    assert (Flight.objects.count(), User.objects.count()) == (0, users)


def test_illegal_deck_is_refused_with_all_its_problems(make, browser):
    deck = make(content=ILLEGAL | {"deck": {"Fire": 5}})
    page = read_page(browser.get(start_of(deck)))
    assert "Begin the flight" not in page
    answer = browser.post(start_of(deck), {"games": "12"})
    for text in (page, read_page(answer)):
        for said in ("A ship is missing.", "at least 25 cards", "5 copies of “Fire”", 'href="/rules/3.5/#rule-3.5"'):
            assert said in text
    assert (answer.status_code, Flight.objects.count()) == (422, 0)


def test_second_flight_is_refused_and_the_first_named(deck, fly, browser):
    flight = fly()
    page = read_page(browser.get(start_of(deck)))
    assert "Begin the flight" not in page
    answer = browser.post(start_of(deck), {"games": "12"})
    assert answer.status_code == 409
    assert page_of(flight) in read_page(answer)
    assert Flight.objects.count() == 1


def test_page_shows_how_far_it_is_and_asks_again(fly, play, browser):
    flight = fly()
    assert "The first games are being played" in read_page(browser.get(page_of(flight)))
    play(flight, 0)
    page = read_page(browser.get(page_of(flight)))
    assert '<progress id="played" max="3" value="1">33 %</progress>' in page
    assert 'hx-trigger="every 1s"' in page
    assert '<noscript><meta http-equiv="refresh"' in page
    part = read_page(browser.get(page_of(flight), headers={"HX-Request": "true"})).strip()
    assert part.startswith('<div id="flight"')
    assert TOKEN.sub("", part) in TOKEN.sub("", page)


def test_page_of_a_finished_flight_shows_the_figures_and_rests(fly, play, browser):
    flight = fly()
    outcomes = [Outcome(0, True, 1.0, "wormhole", 30), Outcome(1, False, 0.0, "destruction", 20)]
    Flight.objects.update(outcomes=outcomes, played=2)
    play(flight, 2)
    page = read_page(browser.get(page_of(flight)))
    assert "hx-trigger" not in page
    assert page.count('<svg class="plot"') == 1
    words = ("finished", "1 wormhole", "15.0", "100.0 %", "By starter deck", "With the first turn", *flight.opponents)
    assert all(word in page for word in words)
    assert " style=" not in page
    assert "<style" not in page


def test_games_that_failed_are_told_of_and_their_reasons_to_the_staff(fly, owner, staff, browser_of):
    flight = fly()
    Flight.objects.update(outcomes=[Outcome(0, failure="game 0: ZeroDivisionError")], played=1)
    cancel(flight)
    own, theirs = (read_page(browser_of(user).get(page_of(flight))) for user in (owner, staff))
    assert "1 game could not be played to the end, and counts for nothing." in own
    assert ("ZeroDivisionError" in own, "ZeroDivisionError" in theirs) == (False, True)
    assert "No game played" in own


def test_cancel_ends_a_flight_once(fly, browser):
    flight = fly()
    assert browser.get(cancel_of(flight)).status_code == 405
    assert browser.post(cancel_of(flight))["Location"] == page_of(flight)
    flight.refresh_from_db()
    assert flight.state == "cancelled"
    assert "has ended already" in read_page(browser.post(cancel_of(flight), follow=True))


def test_cancel_asks_for_the_token_of_the_form(fly, owner):
    flight, strict = fly(), Client(enforce_csrf_checks=True)
    strict.force_login(owner)
    assert strict.post(cancel_of(flight)).status_code == 403


def test_nothing_flown_says_what_a_flight_is(client, db):
    assert "None of your decks has flown yet" in read_page(client.get(FLIGHTS))
    assert not User.objects.exists()


def test_pages_of_nothing_are_not_found(browser, client):
    for path in ("/flights/nosuchone/", "/flights/start/nosuchone/"):
        assert browser.get(path).status_code == client.get(path).status_code == 404


def test_name_of_a_deck_cannot_carry_script(make, fly, browser):
    flight = fly(make(name="<script>alert(1)</script>", content=LEGAL))
    for path in (page_of(flight), FLIGHTS, start_of(flight.deck)):
        assert "<script>alert" not in read_page(browser.get(path))


@pytest.mark.parametrize("count", [1, 3])
def test_list_queries(count, deck, fly, browser, django_assert_num_queries):
    for _ in range(count):
        cancel(fly())
    with django_assert_num_queries(LIST):
        browser.get(FLIGHTS)
    with django_assert_num_queries(START):
        browser.get(start_of(deck))


@pytest.mark.parametrize("games", [1, 3])
def test_page_queries(games, fly, play, browser, django_assert_num_queries):
    flight = fly()
    for played in range(games):
        play(flight, played)
    with django_assert_num_queries(PAGE):
        browser.get(page_of(flight))
    with django_assert_num_queries(PART):
        browser.get(page_of(flight), headers={"HX-Request": "true"})


def test_admin_lists_flights_and_hides_what_flew(admin_client, fly):
    flight = fly()
    assert flight.public_id in read_page(admin_client.get("/admin/runs/flight/"))
    page = admin_client.get(f"/admin/runs/flight/{flight.pk}/change/")
    assert page.status_code == 200
    assert "Wormhole 1" not in read_page(page)


def test_stranger_has_no_flights():
    assert not Flight.objects.own(AnonymousUser()).exists()
