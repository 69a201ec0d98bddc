"""What is done with decks by a button: copied, deleted, given back; and that nothing is done without a token."""

import pytest
from django.test import Client

from cards.decks.abilities import Visibility
from cards.decks.changes import keep_version, save_draft
from cards.decks.models import Deck
from incursions.accounts.models import User
from tests.cards.decks.contents import content, everything_of
from tests.markup import read_page

SHARED = (Visibility.UNLISTED, Visibility.PUBLIC)
ACTS = ("copy/", "details/", "renew/", "delete/", "restore/", "versions/", "versions/1/take/")


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("person", ["stranger", "guest", "other", "owner", "staff"])
def test_deck_is_copied_by_whoever_may_see_it(make, people, browser_of, person, visibility):
    deck, browser = make(visibility=visibility), browser_of(people[person])
    page = browser.post(f"{deck.get_absolute_url()}copy/", follow=True)
    if not (visibility in SHARED or person in ("owner", "staff")):
        assert page.status_code == 404
        assert Deck.objects.count() == 1
        return
    copy = Deck.objects.exclude(pk=deck.pk).get()
    assert (copy.draft, copy.visibility, copy.origin) == (deck.draft, "private", deck)
    assert page.redirect_chain == [(f"{copy.get_absolute_url()}edit/", 302)]
    assert "this copy is yours, and private" in read_page(page)
    assert copy.owner.is_guest == (person in ("stranger", "guest"))


def test_stranger_becomes_a_guest_by_copying_alone(make, people, browser_of):
    before = User.objects.count()
    browser, private, public = browser_of(people["stranger"]), make(), make(visibility="public")
    browser.post(f"{private.get_absolute_url()}copy/")
    browser.get(public.get_absolute_url())
    assert User.objects.count() == before
    browser.post(f"{public.get_absolute_url()}copy/")
    assert User.objects.count() == before + 1


def test_version_is_copied(make, owner, other, browser_of):
    deck = make(visibility=Visibility.PUBLIC)
    deck = save_draft(deck, content(deck={"Fire": 1}), by=owner, number=deck.number)
    keep_version(deck, by=owner, number=deck.number)
    browser, url = browser_of(other), f"{deck.get_absolute_url()}copy/"
    browser.post(url, {"version": "1"})
    assert Deck.objects.get(owner=other).draft == content()
    assert [browser.post(url, {"version": typed}).status_code for typed in ("9", "x", "-1", "\0")] == [
        404,
        400,
        400,
        400,
    ]
    assert Deck.objects.filter(owner=other).count() == 1


def test_deleted_deck_is_offered_back_at_once(deck, owner, browser_of):
    browser, before = browser_of(owner), everything_of(deck)
    page = browser.post(f"{deck.get_absolute_url()}delete/", follow=True)
    assert page.context["just_deleted"] == deck
    restore = f"{deck.get_absolute_url()}restore/"
    assert read_page(page).count(f'action="{restore}"') == 2
    assert browser.post(f"{deck.get_absolute_url()}details/", {"number": deck.number}).status_code == 409
    assert "is restored" in read_page(browser.post(restore, follow=True))
    assert everything_of(deck) == before


@pytest.mark.parametrize("person", ["stranger", "guest", "other"])
def test_deleted_deck_is_not_there_for_others(make, people, browser_of, person):
    deck = make(visibility="public", is_deleted=True)
    browser, before = browser_of(people[person]), everything_of(deck)
    assert browser.get(deck.get_absolute_url()).status_code == 404
    for act in ACTS:
        assert browser.post(f"{deck.get_absolute_url()}{act}", {"number": deck.number}).status_code == 404
    assert browser.get(f"/decks/mine/?deleted={deck.public_id}").context["just_deleted"] is None
    assert everything_of(deck) == before


def test_staff_give_a_deleted_deck_back(make, staff, browser_of):
    deck = make(is_deleted=True)
    assert browser_of(staff).post(f"{deck.get_absolute_url()}restore/").status_code == 302
    assert not Deck.objects.get(pk=deck.pk).is_deleted


def test_nothing_is_done_without_a_token(make, owner, catalogue):
    deck = make(visibility="public")
    before = everything_of(deck)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(owner)
    urls = [f"{deck.get_absolute_url()}{act}" for act in ACTS]
    for url in (*urls, "/decks/check/", "/decks/starters/sol-against-the-sky/copy/"):
        assert browser.post(url, {"number": deck.number}).status_code == 403
    assert everything_of(deck) == before
    assert Deck.objects.count() == 1


def test_nothing_is_done_by_following_a_link(make, owner, browser_of):
    deck = make(visibility="public")
    browser = browser_of(owner)
    for act in ("copy/", "renew/", "delete/", "restore/", "versions/1/take/"):
        assert browser.get(f"{deck.get_absolute_url()}{act}").status_code == 405


@pytest.mark.parametrize("name", ["%00", "a%00b", "%E2%80%AE", "..", "x" * 3000, "%F0%9F%9A%80"])
def test_address_of_no_deck(owner, browser_of, name):
    assert browser_of(owner).get(f"/decks/{name}/versions/").status_code == 404
