"""Two tabs that save at the same moment, each with a connection of its own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from cards.decks import changes
from cards.decks.changes import create_deck, keep_version, save_draft, steps_of
from cards.decks.errors import DeckError
from cards.decks.models import Deck
from tests.cards.decks.contents import content

pytestmark = pytest.mark.both_databases

TABS = 4


def together(act) -> list[str]:
    """Run the act with its number in several threads at once; return "done" or a code for each."""
    start = Barrier(TABS)

    def one(number: int) -> str:
        start.wait()
        try:
            act(number)
        except DeckError as refused:
            return refused.code
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(TABS) as threads:
        return sorted(threads.map(one, range(TABS)))


@pytest.mark.django_db(transaction=True)
def test_one_of_several_tabs_saves(make, owner):
    deck = make()
    seen = together(lambda n: save_draft(deck, content(deck={"Crypt": n + 1}), by=owner, number=deck.number))
    assert seen == ["done", *["moved_on"] * (TABS - 1)]
    row = Deck.objects.get()
    assert (row.number, steps_of(row)) == (deck.number + 1, (1, 0))


@pytest.mark.django_db(transaction=True)
def test_no_deck_too_many_is_made(make, owner, monkeypatch):
    monkeypatch.setattr(changes, "MOST_DECKS", 2)
    make()
    assert together(lambda n: create_deck(owner=owner, name=f"Deck {n}")) == ["done", *["too_many"] * (TABS - 1)]
    assert Deck.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_draft_is_kept_as_a_version_once(make, owner):
    """Whoever waited sees the version that was kept meanwhile, which PostgreSQL does not show in a join."""
    deck = make(visibility="public")
    row = save_draft(deck, content(deck={"Crypt": 1}), by=owner, number=deck.number)
    seen = together(lambda _: keep_version(deck, by=owner, number=row.number))
    assert seen == ["done", *["unchanged"] * (TABS - 1)]
    assert [version.number for version in deck.versions.all()] == [2, 1]
