"""What the editor says after a change, and the bars of its counters."""

import pytest

from cards.deck_pages.edited_deck import change_said, problems_said
from cards.deck_pages.listing import meters_of
from cards.decks.contents import content_of
from tests.cards.decks.contents import content

MANY = {f"Piece {number}": 1 for number in range(9)}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "Saved already."),
        ({"deck": {"Fire": 1, "Red Alert": 2}}, "Saved. 1 copy of Fire in the deck; 3 cards."),
        ({"deck": {"Fire": 4}}, "Saved. No copies of Red Alert in the deck; 4 cards."),
        ({"ship": "Bulwark"}, "Saved. Bulwark is the ship; Sol is no longer the ship."),
        ({"captain": None, "stand_in": "Elira"}, "Saved. Aes Palamas is no longer the captain; Elira is the stand-in."),
        ({"hexpile": {"Wormhole 1": 1}}, "Saved. No tiles Mine Field in the hexpile; 1 tile, 5 hex points in all."),
    ],
)
def test_a_change_is_said_in_words(changed, said):
    assert change_said(content_of(content()), content_of(content(**changed)), hex_points=5) == said


def test_many_changes_are_counted():
    said = change_said(content_of(content(deck={})), content_of(content(deck=MANY)), hex_points=5)
    assert said.endswith("1 copy of Piece 2 in the deck; 6 more changes; 9 cards.")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [(1, 1, ""), (0, 0, ""), (2, 1, " 1 problem now."), (0, 3, " 3 problems now."), (1, 0, " The deck is legal now.")],
)
def test_what_makes_a_deck_legal_or_illegal_is_said(before, after, said):
    assert problems_said(before, after) == said


def test_bars_show_limits_and_what_is_above_them(catalogue):
    meters = meters_of(content_of(content(deck={"Old Hask": 2}, hexpile={"Wormhole 1": 1})))
    assert meters["Ultra Rare"].figure == "2 of 1"
    assert meters["Ultra Rare"][1:] == ("100.0", "100.0", None, "100.0", "2 of 1")
    assert meters["Ultra Rare"].words == "Ultra Rare: 2, at most 1, not kept."
    assert (meters["Rare"].figure, meters["Rare"].over) == ("2 of 7", "")
    assert meters["Hex points"].figure == "5 / 30 ±2"
    assert meters["Hex points"].band == ("140.0", "20.0")
    assert meters["Wormholes"].words == "Wormholes: 1, at least 1, kept."
