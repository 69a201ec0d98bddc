"""The star map: what lies on it, and the buttons on what they concern."""

from xml.etree import ElementTree as ET

import pytest

from incursions.games.incursions.table import chart
from incursions.games.incursions.table.question_rows import list_rows
from tests.pages.games import new_game, play_until, positions, under_fire


def drawn(game, seat):
    rows = list_rows(game, seat) if seat is not None else []
    drawing = chart.draw_chart(game.view(seat), rows)
    assert chart.draw_chart(chart.select_charted(game.view(seat)), rows) == drawing
    return ET.fromstring(drawing)


def buttons(root):
    return [element.attrib for element in root.iter("button")]


@pytest.mark.parametrize("seats", [2, 6])
def test_map_is_well_formed_and_ids_are_unique(seats):
    for game in positions(seats, every=11):
        root = drawn(game, game.decision.seat)
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))


def test_map_buttons_belong_to_the_form_and_say_legal_lines():
    for game in positions(4, every=7):
        for button in buttons(drawn(game, game.decision.seat)):
            assert (button["form"], button["name"], button["type"]) == ("move", "text", "submit")
            if not game.decision.said:
                game.copy().play(button["value"])


def test_map_free_sides_are_buttons_when_they_may_be_explored():
    game = new_game()
    values = {button["value"] for button in buttons(drawn(game, game.decision.seat))}
    assert {f"explore {direction}" for direction in chart.DIRECTIONS} <= values


def test_map_free_sides_are_for_planning_when_another_is_asked():
    game = new_game()
    root = drawn(game, 1 - game.decision.seat)
    assert buttons(root) == []
    assert len([element for element in root.iter("g") if element.attrib.get("class") == "side"]) == 6


def test_map_of_a_spectator_has_no_sides():
    root = drawn(new_game(), None)
    assert not [element for element in root.iter("g") if element.attrib.get("class", "").startswith("side")]


def test_map_reach_of_the_warp_drive_is_on_the_tiles():
    game = play_until(new_game(), lambda game: "warp" in game.decision.options and game.number > 10)
    rows = list_rows(game, game.decision.seat)
    warp = next(row for row in rows if row.text == "warp")
    values = {button["value"] for button in buttons(drawn(game, game.decision.seat))}
    assert {choice.text for choice in warp.choices} <= values


def test_map_shows_the_score_of_an_attack():
    game = play_until(new_game(), under_fire)
    root = drawn(game, None)
    texts = [element.text for element in root.iter("text") if element.attrib.get("class") == "m-shot-text"]
    assert texts == [str(game.view(None)["attack"]["score"])]


def test_map_ships_of_one_hex_stand_apart():
    for seats in range(2, 7):
        places = chart.place_ships(new_game(seats).view(None))
        assert len(set(places.values())) == seats


def test_map_escapes_titles():
    view = new_game().view(None)
    view["map"][0]["title"] = "<b>&"
    assert "<b>&" not in chart.draw_chart(view)


def test_as_text_begins_with_the_own_hex():
    game = play_until(new_game(), lambda game: game.number > 8 and game.decision.topic == "maneuver")
    seat = game.decision.seat
    q, r = game.view(seat)["ships"][seat]["at"]
    first = chart.describe_tiles(game.view(seat))[0]
    assert f" ({q},{r}), your hex" in first


def test_distance_is_grid_distance():
    assert [chart.distance((0, 0), at) for at in ((0, 0), (1, -1), (2, -1), (-3, 1))] == [0, 1, 2, 3]


def test_extent_of_one_tile_is_not_tiny():
    box = chart.find_extent([(0, 0)])
    assert (box.width, box.height) == (chart.LEAST_WIDTH, chart.LEAST_HEIGHT)


def test_miniature_is_well_formed():
    ET.fromstring(chart.draw_miniature(new_game(6).view(None)))
