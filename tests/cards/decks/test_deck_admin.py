"""Decks in the admin: seen by the staff, changed by nobody, taken out of sight and given back."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from cards.decks.models import Deck
from incursions.accounts.models import User
from tests.markup import read_page

LIST = "/admin/cards/deck/"


@pytest.fixture
def browser(db) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("admiral"))
    return client


def act(browser: Client, action: str, *decks: Deck) -> str:
    chosen = {"action": action, "_selected_action": [deck.pk for deck in decks]}
    return read_page(browser.post(LIST, chosen, follow=True))


def test_decks_are_shown_and_not_changed(browser, make):
    deck = make("A deck", visibility="public", tags=["wip"])
    page = browser.get(f"{LIST}{deck.pk}/change/")
    assert page.status_code == 200
    assert 'name="_save"' not in read_page(page)
    for address in ("add/", f"{deck.pk}/change/", f"{deck.pk}/delete/"):
        assert browser.post(LIST + address).status_code == 403
    assert "A deck" in read_page(browser.get(f"{LIST}?q=maren"))
    assert "A deck" not in read_page(browser.get(f"{LIST}?q=nobody"))


def test_queries_of_the_list(browser, make, owner, django_assert_num_queries):
    counted = []
    for _ in range(3):
        make()
        with django_assert_num_queries(7):
            counted.append(len(browser.get(LIST).context["cl"].result_list))
    assert counted == [1, 2, 3]


def test_staff_withdraw_and_restore(browser, make):
    shown, gone = make("Shown", visibility="public"), make("Gone", is_deleted=True)
    assert "Shown: made private." in act(browser, "withdraw", shown)
    assert "Gone: restored." in act(browser, "restore", gone)
    shown.refresh_from_db()
    gone.refresh_from_db()
    assert (shown.visibility, gone.deleted_at) == ("private", None)


def test_what_is_refused_is_said(browser, make):
    assert "Gone: Only the staff can hide a deck." in act(browser, "withdraw", make("Gone", is_deleted=True))


def test_who_may_only_look_does_not_act(make, staff):
    staff.user_permissions.add(Permission.objects.get(codename="view_deck"))
    client = Client()
    client.force_login(staff)
    deck = make(visibility="public")
    assert client.get(LIST).status_code == 200
    act(client, "withdraw", deck)
    deck.refresh_from_db()
    assert deck.visibility == "public"
