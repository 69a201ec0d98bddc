"""The banners of decks: one that a stranger may see has its own, any other the general one, for its owner too."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from cards.decks.abilities import Visibility
from cards.decks.changes import delete_deck


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    settings.DATA_DIR = settings.PICTURES = tmp_path


def fetch(browser, deck):
    answer = browser.get(f"{reverse('deck_banner', args=[deck.public_id])}?v={deck.number}")
    assert answer.status_code == 200
    return answer


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("person", ["stranger", "owner", "staff"])
def test_banner_of_a_deck_shows_what_a_stranger_may_see_whoever_asks(make, people, browser_of, person, visibility):
    deck = make(visibility=visibility)
    answer, general = fetch(browser_of(people[person]), deck), browser_of(AnonymousUser()).get("/banner.png").content
    is_private = visibility == Visibility.PRIVATE
    assert (answer.content == general) == is_private
    assert ("immutable" in answer.headers["Cache-Control"]) == (not is_private)


def test_deleted_deck_and_none_have_the_general_banner(make, owner, browser_of):
    deck = make(visibility=Visibility.PUBLIC)
    delete_deck(deck, by=owner)
    general = browser_of(AnonymousUser()).get("/banner.png").content
    assert fetch(browser_of(owner), deck).content == general
    assert browser_of(owner).get("/banners/decks/none.png").content == general


def test_page_of_a_deck_names_its_banner(make, browser_of):
    deck = make(visibility=Visibility.PUBLIC)
    address = f"{reverse('deck_banner', args=[deck.public_id])}?v={deck.number}"
    assert f'{address}">' in browser_of(AnonymousUser()).get(deck.get_absolute_url()).content.decode()
