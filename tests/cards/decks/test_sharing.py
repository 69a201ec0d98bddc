"""Sharing and deleting: who finds a deck, and that nothing of it is lost."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.decks import changes
from cards.decks.abilities import Visibility
from cards.decks.changes import (
    delete_deck,
    keep_version,
    redo,
    renew_link,
    restore_deck,
    save_draft,
    share_deck,
    undo,
    withdraw_deck,
)
from cards.decks.errors import DeckError
from cards.decks.models import Deck
from cards.decks.reading import content_seen, find_deck
from tests.cards.decks.contents import CONTENT, content, everything_of

OTHER = content(deck={"Fire": 1})


def test_sharing_keeps_the_draft_as_the_version_that_others_see(deck, owner, other):
    deck = share_deck(deck, "unlisted", by=owner, number=deck.number)
    assert [version.number for version in deck.versions.all()] == [1]
    assert content_seen(find_deck(deck.public_id, other), other).cards == CONTENT["deck"]


def test_sharing_what_is_kept_already_keeps_no_other_version(deck, owner):
    keep_version(deck, by=owner, number=deck.number, name="Done")
    deck = share_deck(deck, "public", by=owner, number=deck.number)
    assert [str(version) for version in deck.versions.all()] == ["Done"]


def test_sharing_with_more_people_shows_them_no_other_content(deck, owner):
    deck = share_deck(deck, "unlisted", by=owner, number=deck.number)
    deck = save_draft(deck, OTHER, by=owner, number=deck.number)
    deck = share_deck(deck, "public", by=owner, number=deck.number)
    assert deck.content_shown == CONTENT


def test_sharing_again_as_it_is_changes_nothing(make, owner):
    deck = make(visibility="public")
    assert share_deck(deck, "public", by=owner, number=deck.number).number == deck.number


@pytest.mark.parametrize("word", ["", "secret", "PUBLIC", "public "])
def test_another_word_is_refused(word, deck, owner):
    with pytest.raises(DeckError, match="A deck is private, unlisted or public") as error:
        share_deck(deck, word, by=owner, number=deck.number)
    assert error.value.field == "visibility"


def test_sharing_asks_for_number_and_owner(make, owner, other, staff):
    deck = make(visibility="unlisted")
    before = everything_of(deck)
    for act in (lambda **who: share_deck(deck, "public", **who), lambda **who: renew_link(deck, **who)):
        for by, number, code in ((owner, 0, "moved_on"), (other, 2, "not_yours"), (staff, 2, "not_yours")):
            with pytest.raises(DeckError) as error:
                act(by=by, number=number)
            assert error.value.code == code
    assert everything_of(deck) == before


def test_a_link_that_was_renewed_leads_nowhere(make, owner, other):
    deck = make(visibility="unlisted")
    renewed = renew_link(deck, by=owner, number=deck.number)
    with pytest.raises(DeckError, match="There is no such deck"):
        find_deck(deck.public_id, other)
    assert find_deck(renewed.public_id, other) == deck


def test_a_deck_without_version_cannot_be_shared_past_the_services(deck):
    with pytest.raises(IntegrityError), transaction.atomic():
        Deck.objects.update(visibility=Visibility.PUBLIC)


def test_staff_take_a_deck_out_of_sight_and_the_owner_keeps_it(make, owner, other, staff):
    deck = make(visibility="public")
    withdraw_deck(deck, by=staff)
    assert not Deck.objects.listed().exists()
    assert content_seen(find_deck(deck.public_id, owner), owner).cards == CONTENT["deck"]
    with pytest.raises(DeckError, match="There is no such deck"):
        withdraw_deck(deck, by=other)


def test_nobody_else_takes_a_deck_out_of_sight(make, owner, other):
    deck = make(visibility="public")
    for by in (owner, other):
        with pytest.raises(DeckError, match="Only the staff"):
            withdraw_deck(deck, by=by)
    assert Deck.objects.listed().exists()


# Deleting -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("visibility", Visibility)
def test_a_restored_deck_is_as_before(visibility, make, owner):
    deck = make(visibility=visibility, tags=["wip"], notes="# Plan")
    deck = save_draft(deck, OTHER, by=owner, number=deck.number)
    keep_version(deck, by=owner, number=deck.number, name="Two")
    deck = undo(deck, by=owner, number=deck.number)
    before = everything_of(deck)
    deleted = delete_deck(deck, by=owner)
    assert everything_of(deck) != before
    assert restore_deck(deleted, by=owner) == deck
    assert everything_of(deck) == before
    deck = redo(deck, by=owner, number=deck.number)
    assert deck.draft["deck"] == {"Fire": 1}


def test_a_deleted_deck_is_in_the_owners_bin_alone(make, owner, other):
    deck = make(visibility="public", is_deleted=True)
    assert list(Deck.objects.own_deleted(owner)) == [deck]
    assert not Deck.objects.own(owner).exists()
    assert not Deck.objects.listed().exists()
    assert not Deck.objects.listed().with_piece("Fire").exists()
    assert not Deck.objects.own_deleted(other).exists()


def test_a_deleted_deck_is_not_changed(make, owner, other):
    deck = make(visibility="public", is_deleted=True)
    before = everything_of(deck)
    for by, code in ((owner, "deleted"), (other, "not_found")):
        for act in (
            lambda by: save_draft(deck, OTHER, by=by, number=deck.number),
            lambda by: delete_deck(deck, by=by),
            lambda by: share_deck(deck, "private", by=by, number=deck.number),
        ):
            with pytest.raises(DeckError) as error:
                act(by)
            assert error.value.code == code
    assert everything_of(deck) == before


@pytest.mark.parametrize("who", ["owner", "staff"])
def test_who_restores(who, make, people, owner):
    deck = restore_deck(make(is_deleted=True), by=people[who])
    assert (deck.owner, deck.deleted_at) == (owner, None)


@pytest.mark.parametrize(("who", "is_deleted", "code"), [("other", True, "not_found"), ("other", False, "not_yours")])
def test_who_does_not_restore_or_delete(who, is_deleted, code, make, people):
    deck = make(visibility="public", is_deleted=is_deleted)
    before = everything_of(deck)
    for act in (restore_deck, delete_deck):
        with pytest.raises(DeckError) as error:
            act(deck, by=people[who])
        assert error.value.code == code
    assert everything_of(deck) == before


def test_restoring_what_is_there_changes_nothing(deck, owner):
    before = everything_of(deck)
    restore_deck(deck, by=owner)
    assert everything_of(deck) == before


def test_the_bin_keeps_the_decks_deleted_last(make, owner, other, monkeypatch):
    monkeypatch.setattr(changes, "MOST_DELETED", 2)
    theirs = make(by=other, is_deleted=True)
    decks = [make(f"Deck {number}", visibility="public", is_deleted=True) for number in range(2)]
    Deck.objects.filter(pk=decks[0].pk).update(deleted_at=timezone.now() - timedelta(days=1))
    decks.append(make("Deck 2", is_deleted=True))
    assert [deck.name for deck in Deck.objects.own_deleted(owner)] == ["Deck 2", "Deck 1"]
    assert Deck.objects.filter(pk=theirs.pk).exists()
