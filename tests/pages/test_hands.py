"""The hand as the table's page shows it: its number, and the limit that holds now (rules 6.4)."""

import pytest

from incursions.games.incursions.table import artwork
from incursions.games.incursions.table.panels import build_hand
from incursions.games.incursions.table.printed import Printed
from tests.games.incursions.rules.tables import laid

HOLD = {"title": "Spare Hold", "nature": "Tactical", "type": "Equipment", "play_method": "Table", "life_points": 5}
HOLD |= {"effects": [{"on": "tabled", "do": "modify", "of": "hand_limit", "by": 2}]}
LEAK = {"title": "Leak", "kind": "modifier"}
LEAK |= {"effects": [{"on": "present", "do": "modify", "of": "hand_limit", "to": 3}]}


@pytest.mark.rule("6.4")
@pytest.mark.parametrize(("seat", "counted"), [(0, "1 of 12"), (1, "0 of 3"), (2, "0 of 10"), (3, "0 of 10")])
def test_the_hand_is_shown_with_the_limit_that_holds_now(seat, counted):
    game = laid(
        {"ship": "Sol", "tabled": ["Spare Hold"], "hand": ["Spare Hold"]},
        {"ship": "Ruk'tor", "at": "1,0"},
        {"ship": "Ilvanis"},
        {"ship": "Sol", "tabled": [{"title": "Spare Hold", "down": True}]},
        mode="full",
        pieces=[HOLD, LEAK],
        map={"1,0": "Leak"},
    )
    assert build_hand(game.view(seat), [], Printed(game.setup)).counted == counted


def test_a_card_shows_its_art_and_has_its_face(monkeypatch):
    monkeypatch.setattr(artwork._Registered, "find", lambda piece, size: f"/{piece['title']}.{size}")
    game = laid({"ship": "Sol", "hand": ["Fire"]}, {"ship": "Ruk'tor"}, mode="full")
    (card,) = build_hand(game.view(0), [], Printed(game.setup)).cards
    assert (card.art, card.face) == ("/Fire.art", "/Fire.small")
