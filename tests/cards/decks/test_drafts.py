"""Drafts: saved by themselves, never over what somebody else saved, undone and redone."""

import pytest

from cards.decks.changes import MOST_STEPS, redo, save_draft, steps_of, undo
from cards.decks.contents import content_of
from cards.decks.errors import DeckError
from cards.decks.models import Deck, DraftStep
from tests.cards.decks.contents import CONTENT, content, everything_of


def fires(copies: int) -> dict:
    return content(deck={"Fire": copies})


def copies_of(deck: Deck) -> int:
    return Deck.objects.get(pk=deck.pk).draft["deck"]["Fire"]


def refused(act, *arguments, **named) -> DeckError:
    with pytest.raises(DeckError) as error:
        act(*arguments, **named)
    return error.value


def test_a_new_deck_has_its_content_as_draft_and_nothing_to_undo(deck):
    row = Deck.objects.get()
    assert row.draft == CONTENT
    assert row.draft_hash == content_of(CONTENT).hash
    assert (row.number, steps_of(row)) == (1, (0, 0))


def test_a_draft_is_saved_under_the_next_number(deck, owner):
    saved = save_draft(deck, fires(1), by=owner, number=deck.number)
    assert saved.number == deck.number + 1
    assert saved.changed_at > deck.changed_at
    assert copies_of(deck) == 1
    assert steps_of(saved) == (1, 0)


def test_the_later_of_two_tabs_is_refused_and_nothing_is_lost(deck, owner):
    seen = deck.number
    save_draft(deck, fires(1), by=owner, number=seen)
    before = everything_of(deck)
    error = refused(save_draft, deck, fires(2), by=owner, number=seen)
    assert (error.code, error.status, error.members) == ("moved_on", 409, {"number": seen + 1})
    assert "changed elsewhere" in error.message
    assert everything_of(deck) == before
    save_draft(deck, fires(2), by=owner, number=error.members["number"])
    assert copies_of(deck) == 2


def test_a_number_of_the_future_is_refused(deck, owner):
    assert refused(save_draft, deck, fires(1), by=owner, number=deck.number + 1).code == "moved_on"


def test_what_is_sent_twice_is_saved_once(deck, owner):
    first = save_draft(deck, fires(1), by=owner, number=deck.number)
    again = save_draft(deck, fires(1), by=owner, number=deck.number)
    assert (again.number, steps_of(again)) == (first.number, (1, 0))


def test_undo_and_redo_walk_through_all_drafts(deck, owner):
    for copies in (1, 2, 3):
        deck = save_draft(deck, fires(copies), by=owner, number=deck.number)
    seen = []
    for step in (undo, undo, undo, redo, redo, redo):
        deck = step(deck, by=owner, number=deck.number)
        seen.append(copies_of(deck))
    assert seen == [2, 1, 4, 1, 2, 3]
    assert deck.draft_hash == content_of(fires(3)).hash
    assert refused(redo, deck, by=owner, number=deck.number).code == "nothing_to_redo"


def test_nothing_to_undo(deck, owner):
    error = refused(undo, deck, by=owner, number=deck.number)
    assert (error.code, error.message) == ("nothing_to_undo", "There is nothing to undo.")


def test_a_new_draft_takes_the_place_of_what_was_undone(deck, owner):
    deck = save_draft(deck, fires(1), by=owner, number=deck.number)
    deck = undo(deck, by=owner, number=deck.number)
    deck = save_draft(deck, fires(2), by=owner, number=deck.number)
    assert steps_of(deck) == (1, 0)
    deck = undo(deck, by=owner, number=deck.number)
    assert copies_of(deck) == 4


@pytest.mark.parametrize("step", [undo, redo])
def test_undo_and_redo_ask_for_the_number(step, deck, owner):
    first = save_draft(deck, fires(1), by=owner, number=deck.number)
    back = undo(first, by=owner, number=first.number)
    assert refused(step, deck, by=owner, number=first.number).members == {"number": back.number}
    assert copies_of(deck) == 4


def test_history_is_bounded_and_keeps_the_newest(deck, owner):
    for number in range(MOST_STEPS + 5):
        deck = save_draft(deck, fires(1 + number), by=owner, number=deck.number)
    assert steps_of(deck) == (MOST_STEPS, 0)
    assert DraftStep.objects.count() == MOST_STEPS + 1
    for _ in range(MOST_STEPS):
        deck = undo(deck, by=owner, number=deck.number)
    assert copies_of(deck) == 5
    assert refused(undo, deck, by=owner, number=deck.number).code == "nothing_to_undo"


@pytest.mark.parametrize("bad", [None, {"deck": {"Fire": 100_000}}, {"ship": "\u202eloS"}])
def test_what_cannot_be_kept_changes_nothing(bad, deck, owner):
    before = everything_of(deck)
    refused(save_draft, deck, bad, by=owner, number=deck.number)
    assert everything_of(deck) == before


@pytest.mark.parametrize(
    ("visibility", "who", "code"),
    [
        ("private", "other", "not_found"),
        ("private", "staff", "not_yours"),
        ("unlisted", "other", "not_yours"),
        ("public", "guest", "not_yours"),
        ("public", "stranger", "not_yours"),
        ("private", "stranger", "not_found"),
    ],
)
def test_others_save_nothing(visibility, who, code, make, people):
    deck = make(visibility=visibility)
    before = everything_of(deck)
    assert refused(save_draft, deck, fires(1), by=people[who], number=deck.number).code == code
    assert refused(undo, deck, by=people[who], number=deck.number).code == code
    assert everything_of(deck) == before


@pytest.mark.parametrize(("steps", "queries"), [(1, 6), (3, 6), (MOST_STEPS, 7), (MOST_STEPS + 2, 7)])
def test_queries_of_saving(steps, queries, deck, owner, django_assert_num_queries):
    for number in range(steps):
        deck = save_draft(deck, fires(1 + number), by=owner, number=deck.number)
    with django_assert_num_queries(queries):  # the transaction's two among them; the seventh forgets the oldest step
        save_draft(deck, fires(99), by=owner, number=deck.number)
