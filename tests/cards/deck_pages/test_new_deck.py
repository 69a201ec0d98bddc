"""The page on which a deck is begun."""

from html import unescape

import pytest
from django.contrib.auth.models import AnonymousUser

from cards.decks.models import Deck
from incursions.accounts.models import User
from tests.markup import read_page


def test_page_offers_starter_decks_and_ships(owner, browser_of):
    text = unescape(read_page(browser_of(owner).get("/decks/new/")))
    assert 'value="Sol Against the Sky"' in text
    assert '<option value="Bulwark">Bulwark, Federation</option>' in text


@pytest.mark.parametrize(
    ("asked", "ship", "cards"),
    [
        ({}, None, 0),
        ({"ship": "Bulwark"}, "Bulwark", 0),
        ({"start": "Sol Against the Sky"}, "Sol", 28),
        ({"start": "Sol Against the Sky", "ship": "Bulwark"}, "Bulwark", 28),
    ],
)
def test_deck_begins_as_it_is_asked_for(owner, browser_of, asked, ship, cards):
    answer = browser_of(owner).post("/decks/new/", {"name": "Lantern", **asked})
    deck = Deck.objects.get()
    assert answer["Location"] == f"/decks/{deck.public_id}/edit/"
    assert (deck.name, deck.owner, deck.draft["ship"]) == ("Lantern", owner, ship)
    assert sum(deck.draft["deck"].values()) == cards


def test_whoever_is_unknown_begins_a_deck_as_a_guest(browser_of):
    browser = browser_of(AnonymousUser())
    page = browser.post("/decks/new/", {"name": "Lantern"}, follow=True)
    assert page.status_code == 200
    assert page.context["page"].deck.owner.is_guest


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"name": " "}, "The name is empty."),
        ({"name": "x" * 101}, "at most 100 are allowed"),
        ({"name": "Lantern", "start": "Zebra"}, "There is no such starter deck."),
        ({"name": "Lantern", "ship": "Fire"}, "There is no such ship."),
    ],
)
def test_what_cannot_be_made_is_refused_and_makes_no_guest(browser_of, asked, said):
    page = browser_of(AnonymousUser()).post("/decks/new/", asked)
    assert page.status_code == 422
    assert said in read_page(page)
    assert not Deck.objects.exists()
    assert not User.objects.filter(is_guest=True).exists()
