"""What a tile of the chart shows: its drawing, a hint of its event, and the coordinates that the log names."""

from xml.etree import ElementTree as ET

import pytest

from incursions.games.incursions.table import artwork, chart
from incursions.games.incursions.table.hints import ASLEEP, LONGEST, find_race, write_hint
from incursions.games.incursions.table.printed import Printed
from tests.pages.games import new_game, positions


@pytest.fixture
def served(monkeypatch):
    monkeypatch.setattr(artwork._Registered, "find", lambda piece, size: f"/{piece['title']}.{size}")


def draw(game, view=None):
    return ET.fromstring(chart.draw_chart(view or game.view(None), printed=Printed(game.setup)))


def texts(root, css):
    return [element.text for element in root.iter("text") if element.attrib.get("class") == css]


def test_every_tile_has_a_hint_that_fits(base_set):
    for tile in base_set.tiles.values():
        hint = write_hint(tile["kind"], tile["text"])
        assert 0 < len(hint) <= LONGEST, tile["title"]
        assert "…" not in hint, tile["title"]


def test_hint_of_a_text_that_no_pattern_fits_is_its_beginning():
    assert write_hint("normal", "Everybody sings a long song.") == "Everybody sings a…"


def test_hint_says_that_an_event_is_asleep():
    assert write_hint("normal", "The ship takes 3D6.", has_events=False) == ASLEEP
    assert write_hint("wormhole", "Roll 2D6: on doubles your ship leaves.", has_events=False) == "doubles to leave"


def test_race_is_the_one_that_the_event_singles_out():
    assert find_race("A Klingon ship turns up one power card.") == "klingon"
    assert find_race("The ship takes 3D6.") == ""


def test_tiles_show_their_drawing_their_hint_and_their_coordinates(served):
    *_, game = positions(2, b"\1" * 32, most=30)
    tiles = game.view(None)["map"]
    root = draw(game)
    shown = {element.attrib["href"] for element in root.iter("image")}
    assert shown == {f"/{tile['title']}.art" for tile in tiles}
    assert texts(root, "place") == [f"{q},{r}" for q, r in (tile["at"] for tile in tiles)]
    assert len(texts(root, "hint")) == len(tiles)


def test_a_drawing_adds_little_to_the_page(served):
    *_, game = positions(2, b"\1" * 32, most=30)
    view = game.view(None)
    added = len(chart.draw_chart(view, printed=Printed(game.setup))) - len(chart.draw_chart(view))
    assert added < 600 * len(view["map"])


def test_label_of_a_tile_names_it_as_the_log_does():
    game = new_game()
    labels = [element.attrib.get("aria-label", "") for element in draw(game).iter()]
    assert any(label.startswith("Start Wormhole (0,0).") for label in labels)
