"""Contents as plain data: what is kept, what is refused, and that nothing else happens."""

import json
import random

import pytest

from cards.decks.contents import MOST_COPIES, MOST_TITLES, content_of, data_of, entries
from cards.decks.errors import DeckError
from incursions.games.incursions.deck_files.formats import LONGEST_TYPED
from incursions.games.incursions.rules.construction import DeckContent
from incursions.kit.refusals import CODES
from tests.cards.decks.contents import CONTENT, content

LONG = "x" * (LONGEST_TYPED + 1)
EMPTY = {"ship": None, "captain": None, "stand_in": None, "deck": {}, "hexpile": {}}


def test_content_is_read_and_written_as_it_was():
    assert data_of(content_of(CONTENT)) == CONTENT
    assert content_of(CONTENT) == DeckContent(
        "Sol", "Aes Palamas", None, {"Fire": 4, "Red Alert": 2}, {"Wormhole 1": 1, "Mine Field": 3}
    )


def test_parts_may_be_left_out():
    assert data_of(content_of({})) == EMPTY


def test_order_does_not_matter():
    titles = list("abcdefgh")
    random.Random(1).shuffle(titles)
    shuffled = data_of(content_of({"deck": dict.fromkeys(titles, 1)}))
    assert list(shuffled["deck"]) == sorted(titles)
    assert json.dumps(shuffled) == json.dumps(data_of(content_of(shuffled)))


@pytest.mark.parametrize("title", ["No Such Thing", "Fairchild 3.0", "Ceçi: n’est, pas", "x" * LONGEST_TYPED])
def test_titles_nobody_knows_are_kept_as_they_are(title):
    assert content_of(content(deck={title: 1})).cards == {title: 1}


@pytest.mark.parametrize("copies", [1, MOST_COPIES])
def test_copies_in_bounds_are_kept(copies):
    assert content_of(content(hexpile={"Mine Field": copies})).hexpile == {"Mine Field": copies}


def test_entries_tell_where_each_piece_stands():
    told = [(entry.part.value, entry.title, entry.copies) for entry in entries(content_of(CONTENT))]
    assert told == [
        ("ship", "Sol", 1),
        ("captain", "Aes Palamas", 1),
        ("deck", "Fire", 4),
        ("deck", "Red Alert", 2),
        ("hexpile", "Mine Field", 3),
        ("hexpile", "Wormhole 1", 1),
    ]


REFUSED = [
    (None, "malformed", "content", "content: an object was expected, not null."),
    ([1], "malformed", "content", "content: an object was expected, not a list."),
    ("text", "malformed", "content", "content: an object was expected, not 'text'."),
    (content(cards={}), "malformed", "content", "There is no part 'cards'; there are ship, captain, stand_in,"),
    (content(ship=3), "malformed", "ship", "ship: a title was expected, not 3."),
    (content(ship=["Sol"]), "malformed", "ship", "ship: a title was expected, not a list."),
    (content(captain={"a": 1}), "malformed", "captain", "captain: a title was expected, not an object."),
    (content(captain=""), "invalid", "captain", "captain: a title of 1 to 200 characters was expected, not ''."),
    (content(stand_in=LONG), "invalid", "stand_in", "stand_in: a title of 1 to 200 characters was expected"),
    (content(ship="So\0l"), "invalid", "ship", "ship: a title holds a control character (U+0000)"),
    (content(deck=None), "malformed", "deck", "deck: an object of titles with their copies was expected, not null."),
    (content(deck=["Fire"]), "malformed", "deck", "deck: an object of titles with their copies was expected, not a l"),
    (content(deck={" ": 1}), "invalid", "deck", "deck: a title holds single spaces and nothing that is not seen, unl"),
    (content(deck={"Fire ": 1}), "invalid", "deck", "deck: a title holds single spaces and nothing that is not seen"),
    (content(deck={"Fi\u200bre": 1}), "invalid", "deck", "deck: a title holds single spaces and nothing that is not"),
    (content(ship="S\tol"), "invalid", "ship", "ship: a title holds single spaces and nothing that is not seen"),
    (content(deck={"a\u202eb": 1}), "invalid", "deck", "deck: a title holds a mark of writing direction (U+202E)"),
    (content(deck={"a\ud800": 1}), "invalid", "deck", "deck: a title holds half a character (U+D800)"),
    (content(deck={"Fire": 0}), "invalid", "deck/Fire", "'Fire': 1 to 99 copies can be kept."),
    (content(deck={"Fire": -1}), "invalid", "deck/Fire", "'Fire': 1 to 99 copies can be kept."),
    (content(deck={"Fire": 100}), "invalid", "deck/Fire", "'Fire': 1 to 99 copies can be kept."),
    (content(hexpile={"Crypt": 100_000}), "invalid", "hexpile/Crypt", "'Crypt': 1 to 99 copies can be kept."),
    (content(deck={"Fire": 10**5000}), "invalid", "deck/Fire", "'Fire': 1 to 99 copies can be kept."),
    (content(deck={"Fire": True}), "malformed", "deck/Fire", "'Fire': a whole number of copies was expected, not true"),
    (content(deck={"Fire": 1.0}), "malformed", "deck/Fire", "'Fire': a whole number of copies was expected, not 1.0"),
    (content(deck={"Fire": "4"}), "malformed", "deck/Fire", "'Fire': a whole number of copies was expected, not '4'"),
    (content(deck={"Fire": None}), "malformed", "deck/Fire", "'Fire': a whole number of copies was expected, not null"),
    (content(deck={"Fire": []}), "malformed", "deck/Fire", "'Fire': a whole number of copies was expected, not a list"),
    (content(deck={str(n): 1 for n in range(MOST_TITLES + 1)}), "too_many", "deck", "deck: at most 500 titles"),
]


@pytest.mark.parametrize(("data", "code", "field", "message"), REFUSED)
def test_refused(data, code, field, message):
    with pytest.raises(DeckError) as refused:
        content_of(data)
    error = refused.value
    assert (error.code, error.field, error.message[: len(message)]) == (code, field, message)
    assert error.status == CODES[code].status
    assert len(error.message) < 400


def test_a_value_of_any_depth_is_refused():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(DeckError, match="not a list"):
        content_of(content(ship=deep))
