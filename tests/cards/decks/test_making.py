"""New decks and copies: what they start with, where they come from, and how many there may be."""

import pytest

from cards.decks import changes
from cards.decks.changes import (
    copy_deck,
    create_deck,
    delete_deck,
    describe_deck,
    keep_version,
    restore_deck,
    save_draft,
    share_deck,
    steps_of,
)
from cards.decks.contents import data_of
from cards.decks.errors import DeckError
from cards.decks.models import Deck
from cards.decks.reading import content_seen, origin_seen
from tests.cards.decks.contents import CONTENT, content, everything_of

EMPTY = {"ship": None, "captain": None, "stand_in": None, "deck": {}, "hexpile": {}}
OTHER = content(deck={"Fire": 1})


def tags(deck: Deck) -> list[str]:
    return [tag.tag for tag in deck.tags.all()]


def test_a_deck_begins_private_and_empty(owner):
    create_deck(owner=owner, name="New")
    deck = Deck.objects.get()
    assert (deck.name, deck.owner, deck.visibility, deck.notes, deck.draft) == ("New", owner, "private", "", EMPTY)
    assert (deck.shown, deck.origin, deck.deleted_at, tags(deck), steps_of(deck)) == (None, None, None, [], (0, 0))


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", ""), ("name", None), ("tags", "wip"), ("notes", "a\0"), ("content", []), ("content", 0), ("content", "")],
)
def test_what_cannot_be_kept_makes_no_deck(field, value, owner):
    with pytest.raises(DeckError) as error:
        create_deck(owner=owner, **{"name": "New", field: value})
    assert error.value.field == field
    assert not Deck.objects.exists()


# Details --------------------------------------------------------------------------------------------------------


def test_details_are_changed_one_by_one(deck, owner):
    deck = describe_deck(deck, by=owner, number=deck.number, name="Hunters", tags=["wip", "Sol"])
    deck = describe_deck(deck, by=owner, number=deck.number, notes="# Plan")
    row = Deck.objects.get()
    assert (row.name, tags(row), row.notes, row.draft) == ("Hunters", ["Sol", "wip"], "# Plan", CONTENT)
    deck = describe_deck(deck, by=owner, number=deck.number, tags=[], notes="")
    row = Deck.objects.get()
    assert (row.name, tags(row), row.notes, row.number) == ("Hunters", [], "", 4)


@pytest.mark.parametrize("bad", [{"name": ""}, {"notes": "\0"}, {"tags": ["", "a"]}])
def test_details_are_changed_all_or_none(bad, deck, owner):
    before = everything_of(deck)
    with pytest.raises(DeckError):
        describe_deck(deck, by=owner, number=deck.number, **{"name": "A", "notes": "B", "tags": ["C"]} | bad)
    assert everything_of(deck) == before


def test_details_ask_for_the_number_and_the_owner(make, owner, other):
    deck = make(visibility="public")
    before = everything_of(deck)
    for by, number, code in ((owner, deck.number - 1, "moved_on"), (other, deck.number, "not_yours")):
        with pytest.raises(DeckError) as error:
            describe_deck(deck, by=by, number=number, name="Mine")
        assert error.value.code == code
    assert everything_of(deck) == before


# Copies ---------------------------------------------------------------------------------------------------------


def test_a_copy_is_private_and_knows_its_origin(make, other):
    deck = make(visibility="unlisted", tags=["wip"], notes="Do not tell.")
    copy = copy_deck(deck, by=other)
    assert (copy.owner, copy.name, copy.visibility, copy.origin) == (other, deck.name, "private", deck)
    assert (copy.draft, copy.notes, tags(copy), copy.shown) == (CONTENT, "", [], None)
    assert copy.public_id != deck.public_id


def test_a_copy_of_ones_own_has_the_draft_tags_and_notes(make, owner):
    deck = make(visibility="public", tags=["wip"], notes="Remember.")
    deck = save_draft(deck, OTHER, by=owner, number=deck.number)
    copy = copy_deck(deck, by=owner, name="Second try")
    assert (copy.draft["deck"], copy.notes, tags(copy), copy.name) == ({"Fire": 1}, "Remember.", ["wip"], "Second try")


def test_others_copy_what_they_see_or_a_version(make, owner, other):
    deck = make(visibility="public")
    deck = save_draft(deck, OTHER, by=owner, number=deck.number)
    assert copy_deck(deck, by=other).draft == CONTENT
    keep_version(deck, by=owner, number=deck.number)
    assert copy_deck(deck, by=other).draft == data_of(content_seen(deck, owner))
    assert copy_deck(deck, by=other, version=1).draft == CONTENT
    with pytest.raises(DeckError, match="no version 3"):
        copy_deck(deck, by=other, version=3)


def test_a_private_deck_is_not_copied(deck, other):
    with pytest.raises(DeckError) as error:
        copy_deck(deck, by=other)
    assert error.value.code == "not_found"
    assert Deck.objects.count() == 1


def test_a_copy_does_not_tell_of_an_origin_that_is_hidden_now(make, owner, other):
    deck = make(visibility="public")
    copy = copy_deck(deck, by=other)
    assert origin_seen(copy, other) == deck
    deck = share_deck(deck, "private", by=owner, number=deck.number)
    assert origin_seen(copy, other) is None
    assert origin_seen(copy, owner) == deck
    delete_deck(deck, by=owner)
    Deck.objects.filter(pk=deck.pk).delete()
    copy.refresh_from_db()
    assert (copy.origin, origin_seen(copy, owner)) == (None, None)


# How many -------------------------------------------------------------------------------------------------------


@pytest.fixture
def few(monkeypatch) -> None:
    monkeypatch.setattr(changes, "MOST_DECKS", 2)
    monkeypatch.setattr(changes, "MOST_DECKS_OF_GUEST", 1)


def test_a_deck_too_many_is_refused(few, make, owner, other):
    theirs = make(by=other, visibility="public")
    first = make("First")
    make("Second")
    for act in (lambda: make("Third"), lambda: copy_deck(theirs, by=owner)):
        with pytest.raises(DeckError, match="You have 2 decks") as error:
            act()
        assert error.value.code == "too_many"
    delete_deck(first, by=owner)
    make("Third")
    with pytest.raises(DeckError, match="You have 2 decks"):
        restore_deck(first, by=owner)
    assert Deck.objects.own(owner).count() == 2


def test_a_guest_has_fewer(few, make, people):
    make(by=people["guest"])
    with pytest.raises(DeckError, match="With an account you can keep more"):
        make(by=people["guest"])
