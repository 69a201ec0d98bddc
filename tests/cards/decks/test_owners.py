"""What becomes of decks when guests sign up or in, and when accounts are deleted."""

import pytest
from django.test import Client

from cards.decks.changes import copy_deck
from cards.decks.models import Deck, DeckPiece, DeckTag, DeckVersion, DraftStep
from incursions.accounts.models import User
from incursions.accounts.viewers import BACKEND, create_guest, merge_guest
from tests.cards.decks.contents import everything_of
from tests.markup import read_page

PASSWORD = "wormholes and open space"


@pytest.fixture
def guest(client: Client, db) -> User:
    guest = create_guest()
    client.force_login(guest, backend=BACKEND)
    return guest


def test_a_guest_who_signs_up_keeps_the_decks(client, guest, make):
    deck = make(by=guest, tags=["wip"])
    before = everything_of(deck)
    client.post("/accounts/signup/", {"username": "ilse", "password1": PASSWORD, "password2": PASSWORD})
    assert everything_of(deck) == before
    assert Deck.objects.get().owner.username == "ilse"


def test_a_guest_who_signs_in_brings_the_decks(guest, make, owner):
    make("Own")
    kept = [
        make("Drafted", by=guest),
        make("Shown", by=guest, visibility="public"),
        make("Gone", by=guest, is_deleted=True),
    ]
    before = everything_of(*kept)
    merge_guest(guest, account=owner)
    assert everything_of(*kept) == before | {"decks": [row | {"owner_id": owner.pk} for row in before["decks"]]}
    assert sorted(deck.name for deck in Deck.objects.own(owner)) == ["Drafted", "Own", "Shown"]
    assert [deck.name for deck in Deck.objects.own_deleted(owner)] == ["Gone"]


def test_a_deleted_account_takes_its_decks_and_leaves_copies(client, make, owner, other):
    make("Drafted", tags=["wip"])
    make("Gone", is_deleted=True)
    copy = copy_deck(make("Shown", visibility="public"), by=other)
    client.force_login(owner, backend=BACKEND)
    client.post("/accounts/delete/", {"sure": "on", "password": "secret word"})
    left = Deck.objects.get()
    assert (left, left.origin) == (copy, None)
    for model in (DraftStep, DeckVersion, DeckTag, DeckPiece):
        assert not model.objects.exclude(deck=copy).exists()


def test_the_page_says_what_becomes_of_decks(client, owner):
    client.force_login(owner, backend=BACKEND)
    assert "So are your decks" in read_page(client.get("/accounts/delete/"))
