"""Fixtures that several folders of tests share: the catalogue, people, and decks of theirs."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from cards.decks.abilities import Visibility
from cards.decks.changes import create_deck, delete_deck, share_deck
from cards.decks.models import Deck
from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest
from incursions.games.incursions.rules.catalogue import Catalogue, load
from incursions.games.incursions.rules.printed.pieces import index_pieces
from tests.cards.decks.contents import CONTENT
from tests.catalogue_rows import fill_catalogue


@pytest.fixture(scope="session")
def base_set() -> Catalogue:
    return load(settings.ROOT / "fixtures")


@pytest.fixture(scope="session")
def facts(base_set):
    return index_pieces(piece for kind in base_set for piece in kind.values())


@pytest.fixture
def catalogue(db) -> None:
    fill_catalogue()


@pytest.fixture
def owner(db) -> User:
    return User.objects.create_user("maren", password="secret word")


@pytest.fixture
def other(db) -> User:
    return User.objects.create_user("tobias", password="secret word")


@pytest.fixture
def staff(db) -> User:
    return User.objects.create_user("quartermaster", password="secret word", is_staff=True)


@pytest.fixture
def people(owner, other, staff) -> dict[str, User | AnonymousUser]:
    """Everybody who may ask for a deck."""
    return {"stranger": AnonymousUser(), "guest": create_guest(), "other": other, "owner": owner, "staff": staff}


@pytest.fixture
def make(owner) -> Callable[..., Deck]:
    """Makes a deck as it is asked for."""

    def make_deck(
        name: str = "Wreck Runners",
        *,
        by: User = owner,
        visibility: str = Visibility.PRIVATE,
        is_deleted: bool = False,
        **more: object,
    ) -> Deck:
        deck = create_deck(owner=by, name=name, **{"content": CONTENT} | more)
        deck = share_deck(deck, visibility, by=by, number=deck.number)
        return delete_deck(deck, by=by) if is_deleted else deck

    return make_deck


@pytest.fixture
def deck(make) -> Deck:
    return make()


@pytest.fixture
def browser_of(catalogue) -> Callable[..., Client]:
    """A browser in which that person is signed in, with all pieces in the catalogue."""

    def open_browser(person: object) -> Client:
        client = Client()
        if not isinstance(person, AnonymousUser):
            client.force_login(person)
        return client

    return open_browser
