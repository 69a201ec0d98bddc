"""People and decks to try things with."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser

from cards.decks.deleting import delete_deck
from cards.decks.enums import Visibility
from cards.decks.making import create_deck
from cards.decks.models import Deck
from cards.decks.sharing import share_deck
from incursions.accounts.guests import create_guest
from incursions.accounts.models import User

CONTENT = {
    "ship": "Sol",
    "captain": "Aes Palamas",
    "stand_in": None,
    "deck": {"Fire": 4, "Red Alert": 2},
    "hexpile": {"Wormhole 1": 1, "Mine Field": 3},
}


def content(**parts: object) -> dict:
    """A content like that of all these tests but for some parts."""
    return CONTENT | parts


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


def everything_of(*decks: Deck) -> dict:
    """All rows of decks, to compare."""
    rows = {"decks": list(Deck.objects.filter(pk__in=[deck.pk for deck in decks]).order_by("pk").values())}
    for name in ("steps", "versions", "tags", "pieces"):
        rows[name] = list(
            Deck._meta.get_field(name).related_model.objects.filter(deck__in=decks).order_by("pk").values()
        )
    assert len(rows["decks"]) == len(decks)
    return rows
