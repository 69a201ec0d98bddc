"""Versions: kept deliberately, never changed, compared with any other content."""

import pytest

from cards.decks.changes import MOST_VERSIONS, keep_version, save_draft, share_deck, steps_of, take_version, undo
from cards.decks.contents import content_of, data_of, differences
from cards.decks.errors import DeckError
from cards.decks.models import Deck, DeckPiece, DeckVersion
from cards.decks.reading import content_seen, find_deck, find_version
from tests.cards.decks.contents import CONTENT, content, everything_of

OTHER = content(captain=None, stand_in="Ensign", deck={"Fire": 1}, hexpile={"Crypt": 2})


def test_versions_are_numbered_and_named(deck, owner):
    first = keep_version(deck, by=owner, number=deck.number, name="  For the  league ")
    later = save_draft(deck, OTHER, by=owner, number=deck.number)
    second = keep_version(later, by=owner, number=later.number)
    assert [(version.number, str(version)) for version in (first, second)] == [(1, "For the league"), (2, "Version 2")]
    row = Deck.objects.get()
    assert row.shown == second
    assert row.shown_at == second.kept_at
    assert (first.content, second.content) == (CONTENT, data_of(content_of(OTHER)))


def test_a_version_stays_as_it_was(deck, owner):
    version = keep_version(deck, by=owner, number=deck.number)
    save_draft(deck, OTHER, by=owner, number=deck.number)
    kept = DeckVersion.objects.get()
    assert (kept.content, kept.content_hash) == (CONTENT, content_of(CONTENT).hash)
    assert kept == version


def test_keeping_the_same_again_is_refused(deck, owner):
    keep_version(deck, by=owner, number=deck.number)
    with pytest.raises(DeckError, match="Nothing has changed") as error:
        keep_version(deck, by=owner, number=deck.number, name="Another name")
    assert error.value.code == "unchanged"
    assert DeckVersion.objects.count() == 1


def test_an_old_number_keeps_no_version(deck, owner):
    save_draft(deck, OTHER, by=owner, number=deck.number)
    with pytest.raises(DeckError) as error:
        keep_version(deck, by=owner, number=deck.number)
    assert error.value.code == "moved_on"
    assert not DeckVersion.objects.exists()


@pytest.mark.parametrize("name", ["x" * 101, "a\0b", 3, None])
def test_a_name_that_cannot_be_kept_is_refused(name, deck, owner):
    with pytest.raises(DeckError) as error:
        keep_version(deck, by=owner, number=deck.number, name=name)
    assert error.value.field == "version_name"
    assert not DeckVersion.objects.exists()


def test_a_version_too_many_is_refused(deck, owner):
    keep_version(deck, by=owner, number=deck.number)
    DeckVersion.objects.update(number=MOST_VERSIONS)
    later = save_draft(deck, OTHER, by=owner, number=deck.number)
    before = everything_of(deck)
    with pytest.raises(DeckError, match="has 200 versions") as error:
        keep_version(later, by=owner, number=later.number)
    assert error.value.code == "too_many"
    assert everything_of(deck) == before


def test_a_version_taken_into_the_draft_can_be_undone(deck, owner):
    keep_version(deck, by=owner, number=deck.number)
    deck = save_draft(deck, OTHER, by=owner, number=deck.number)
    deck = take_version(deck, 1, by=owner, number=deck.number)
    assert Deck.objects.get().draft == CONTENT
    assert steps_of(deck) == (2, 0)
    deck = undo(deck, by=owner, number=deck.number)
    assert content_seen(deck, owner) == content_of(OTHER)


@pytest.mark.parametrize("number", [0, -1, 2, 2**31, 2**70])
def test_a_version_that_is_not_there_is_refused(number, deck, owner):
    keep_version(deck, by=owner, number=deck.number)
    with pytest.raises(DeckError, match=f"no version {number}") as error:
        find_version(deck, number, owner)
    assert error.value.status == 404
    with pytest.raises(DeckError, match="no version"):
        take_version(deck, number, by=owner, number=deck.number)


def test_pieces_of_the_newest_version_are_rows(deck, owner):
    assert not DeckPiece.objects.exists()
    keep_version(deck, by=owner, number=deck.number)
    later = save_draft(deck, OTHER, by=owner, number=deck.number)
    rows = DeckPiece.objects.values_list("part", "title", "copies")
    assert ("deck", "Fire", 4) in rows.all()
    keep_version(later, by=owner, number=later.number)
    assert list(rows.all()) == [
        ("ship", "Sol", 1),
        ("stand_in", "Ensign", 1),
        ("deck", "Fire", 1),
        ("hexpile", "Crypt", 2),
    ]


@pytest.mark.parametrize("titles", [1, 3])
def test_keeping_costs_the_same_for_few_and_many_pieces(titles, make, owner, django_assert_num_queries):
    deck = make(content={"deck": {f"Piece {number}": 1 for number in range(titles)}})
    with django_assert_num_queries(7):
        keep_version(deck, by=owner, number=deck.number)


@pytest.mark.parametrize(
    ("who", "seen"),
    [("stranger", [3, 2]), ("guest", [3, 2]), ("other", [3, 2]), ("owner", [3, 2, 1]), ("staff", [3, 2, 1])],
)
def test_others_see_the_versions_that_were_shown(who, seen, deck, owner, people):
    keep_version(deck, by=owner, number=deck.number, name="Not for you")
    deck = save_draft(deck, OTHER, by=owner, number=deck.number)
    assert not DeckVersion.objects.visible_to(people["other"], deck).exists()
    deck = share_deck(deck, "public", by=owner, number=deck.number)
    deck = save_draft(deck, CONTENT, by=owner, number=deck.number)
    keep_version(deck, by=owner, number=deck.number)
    found = find_deck(deck.public_id, people[who])
    assert [version.number for version in DeckVersion.objects.visible_to(people[who], found)] == seen
    assert find_version(found, 2, people[who]).content == data_of(content_of(OTHER))
    if 1 not in seen:
        with pytest.raises(DeckError, match="The deck has no version 1"):
            find_version(found, 1, people[who])


def test_sharing_shows_the_version_that_was_kept_already(deck, owner, other):
    keep_version(deck, by=owner, number=deck.number)
    deck = share_deck(deck, "unlisted", by=owner, number=deck.number)
    assert find_version(deck, 1, other).content == CONTENT
    deck = share_deck(deck, "private", by=owner, number=deck.number)
    with pytest.raises(DeckError, match="The deck has no version 1"):
        find_version(deck, 1, other)


# Differences ----------------------------------------------------------------------------------------------------


def test_differences_name_part_and_copies():
    found = differences(content_of(CONTENT), content_of(OTHER))
    assert [(each.part.value, each.title, each.before, each.after, each.change) for each in found] == [
        ("captain", "Aes Palamas", 1, 0, -1),
        ("stand_in", "Ensign", 0, 1, 1),
        ("deck", "Fire", 4, 1, -3),
        ("deck", "Red Alert", 2, 0, -2),
        ("hexpile", "Crypt", 0, 2, 2),
        ("hexpile", "Mine Field", 3, 0, -3),
        ("hexpile", "Wormhole 1", 1, 0, -1),
    ]


def test_what_is_alike_has_no_differences():
    assert differences(content_of(CONTENT), content_of(dict(reversed(CONTENT.items())))) == []


def test_there_and_back_are_each_others_opposite():
    there = differences(content_of(CONTENT), content_of(OTHER))
    back = differences(content_of(OTHER), content_of(CONTENT))
    assert [(each.part, each.title, -each.change) for each in there] == [
        (each[0], each[1], each.change) for each in back
    ]


def test_decks_of_two_owners_are_compared_as_they_are_seen(make, owner, other):
    mine = make(by=other)
    theirs = make(visibility="unlisted", content=OTHER)
    save_draft(theirs, CONTENT, by=owner, number=theirs.number)
    found = find_deck(theirs.public_id, other)
    assert len(differences(content_seen(mine, other), content_seen(found, other))) == 7
    assert differences(content_seen(mine, other), content_seen(find_deck(theirs.public_id, owner), owner)) == []
