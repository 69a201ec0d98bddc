"""The decks to begin with: listed, shown, and copied by anybody."""

import re

import pytest

from cards.catalogue import current_starters, url_of
from cards.decks.contents import data_of
from cards.decks.models import Deck
from tests.markup import read_page


def test_all_of_them_are_listed_and_legal(people, browser_of):
    page = browser_of(people["stranger"]).get("/decks/starters/")
    assert [starter for starter, _, _ in page.context["rows"]] == list(current_starters().values())
    assert [judged.verdict.problems for _, _, judged in page.context["rows"]] == [()] * len(current_starters())


def test_three_of_different_races_are_introduced_first_with_their_way_and_plan(people, browser_of):
    introduced = [starter for starter in current_starters().values() if starter.style]
    assert len({starter.race for starter in introduced}) == len({starter.style for starter in introduced}) == 3
    text = read_page(browser_of(people["stranger"]).get("/decks/starters/"))
    first, others = text.partition("Three that play most differently")[2].split("The others</h2>")
    assert re.findall(r'class="deck-name" href="[^"]*">([^<]*)</a>', first) == [each.title for each in introduced]
    assert re.findall(r'<span class="tag info">([^<]*)</span>', first) == [each.style for each in introduced]
    assert [each.plan.split()[0] in first for each in introduced] == [True] * 3
    assert others.count('class="deck-name"') == len(current_starters()) - 3
    assert "tag info" not in others


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
