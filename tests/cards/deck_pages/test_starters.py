"""The decks to begin with: listed, shown, and copied by anybody."""

import pytest

from cards.catalogue import current_starters, url_of
from cards.decks.contents import data_of
from cards.decks.models import Deck
from tests.markup import read_page


def test_all_of_them_are_listed_and_legal(people, browser_of):
    page = browser_of(people["stranger"]).get("/decks/starters/")
    assert [starter for starter, _, _ in page.context["rows"]] == list(current_starters().values())
    assert [judged.verdict.problems for _, _, judged in page.context["rows"]] == [()] * len(current_starters())


def test_one_of_them_is_shown_and_copied(people, browser_of):
    browser = browser_of(people["stranger"])
    text = read_page(browser.get("/decks/starters/sol-against-the-sky/"))
    starter = current_starters()["Sol Against the Sky"]
    assert starter.plan.split(".")[0] in text
    assert all(title.replace("'", "&#x27;") in text for title in (*starter.cards, *starter.hexpile))
    browser.post("/decks/starters/sol-against-the-sky/copy/")
    (deck,) = Deck.objects.all()
    assert (deck.name, deck.draft, deck.owner.is_guest) == (starter.title, data_of(starter.content), True)


@pytest.mark.parametrize("slug", ["nothing", "%00", "Sol%20Against%20the%20Sky"])
def test_address_of_none(people, browser_of, slug):
    browser = browser_of(people["other"])
    assert browser.get(f"/decks/starters/{slug}/").status_code == 404
    assert browser.post(f"/decks/starters/{slug}/copy/").status_code == 404


def test_pieces_lead_to_the_decks_that_have_them(people, browser_of):
    text = read_page(browser_of(people["stranger"]).get(url_of("Sol")))
    assert 'href="/decks/starters/sol-against-the-sky/"' in text
