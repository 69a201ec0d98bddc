"""Changes of a content: what each does, how each is written and read, and what is refused."""

import pytest

from cards.decks.contents import content_of, differences
from cards.decks.errors import DeckError
from cards.decks.judging import (
    MOST_EDITS,
    Edit,
    apply_edits,
    copies_in,
    read_edits,
    take_place,
    text_of,
)
from incursions.games.incursions.deck_files import Part
from tests.cards.decks.contents import content

BEFORE = content_of(content())
CHANGES = [
    (Edit(Part.DECK, 3, "Fire"), [(Part.DECK, "Fire", 4, 3)]),
    (Edit(Part.DECK, 0, "Fire"), [(Part.DECK, "Fire", 4, 0)]),
    (Edit(Part.DECK, 4, "Fire"), []),
    (Edit(Part.DECK, 2, "Phasers"), [(Part.DECK, "Phasers", 0, 2)]),
    (Edit(Part.HEXPILE, 1, "Mine Field"), [(Part.HEXPILE, "Mine Field", 3, 1)]),
    (Edit(Part.SHIP, 1, "Bulwark"), [(Part.SHIP, "Bulwark", 0, 1), (Part.SHIP, "Sol", 1, 0)]),
    (Edit(Part.SHIP, 0, "Sol"), [(Part.SHIP, "Sol", 1, 0)]),
    (Edit(Part.SHIP, 0, "Bulwark"), []),
]


@pytest.mark.parametrize(("edit", "expected"), CHANGES)
def test_an_edit_changes_that_and_nothing_else_however_often_it_is_made(edit, expected):
    once = apply_edits(BEFORE, [edit])
    assert differences(BEFORE, once) == expected
    assert apply_edits(once, [edit]) == once
    assert copies_in(once, edit.part, edit.title) == edit.copies


def test_what_an_edit_says_reads_back():
    edits = [edit for edit, _ in CHANGES]
    assert text_of(edits[:1]) == "deck 3 Fire"
    assert read_edits(text_of(edits)) == edits


@pytest.mark.parametrize(
    "text",
    ["", "Fire", "deck Fire", "deck 3", "deck 3 ", "pool 3 Fire", "deck -1 Fire", "deck 1.5 Fire", "deck ٣ Fire",
     "deck 9999 Fire", "deck 3 Fire\n\ndeck 3 Fire", "\n".join(["deck 3 Fire"] * (MOST_EDITS + 1))],
)  # fmt: skip
def test_anything_else_is_no_edit(text):
    with pytest.raises(DeckError) as refused:
        read_edits(text)
    assert refused.value.code == "malformed"


def test_one_piece_holds_a_place_outside_the_deck():
    with pytest.raises(DeckError):
        apply_edits(BEFORE, [Edit(Part.CAPTAIN, 2, "Aes Palamas")])


def test_captain_and_stand_in_make_room_for_each_other():
    stood_in = apply_edits(BEFORE, take_place(BEFORE, Part.STAND_IN, "Elira"))
    assert (stood_in.captain, stood_in.stand_in) == (None, "Elira")
    led = apply_edits(stood_in, take_place(stood_in, Part.CAPTAIN, "Korgath the Loud"))
    assert (led.captain, led.stand_in) == ("Korgath the Loud", None)
