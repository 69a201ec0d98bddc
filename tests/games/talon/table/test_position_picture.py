"""Battles as pixels, for the banners of matches and the page of the game."""

from io import BytesIO

import pytest
from PIL import Image

from incursions.games.talon.table import position_picture
from incursions.games.talon.table.position_picture import (
    HULLS,
    digest_drawing,
    draw_mask,
    draw_position,
    find_kind,
    flatten_path,
)
from incursions.games.talon.table.scene import TABLE
from incursions.games.talon.table.silhouettes import draw_silhouette
from tests.games.talon.table.battle_tables import BATTLES, read_catalogue, start


def draw(view, width=560, height=530) -> Image.Image:
    return Image.open(BytesIO(draw_position(view, width, height)))


def list_colours(image) -> set[tuple[int, int, int]]:
    return {colour for _, colour in image.convert("RGB").getcolors(10_000_000)}


def read_colour(text) -> tuple[int, ...]:
    return tuple(bytes.fromhex(text.removeprefix("#")))


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("size", [(560, 530), (200, 900), (9, 9)])
def test_picture_fits_into_its_room(battle, size):
    image = draw(start(battle).view(None), *size)
    assert image.width <= size[0]
    assert image.height <= size[1]
    assert image.width == size[0] or image.height == size[1]


def test_picture_has_the_hulls_of_both_sides():
    assert set(map(read_colour, HULLS)) <= list_colours(draw(start("duel").view(None)))


@pytest.mark.parametrize(
    "change",
    [
        lambda ship: {"facing": (ship["facing"] + 1) % 6},
        lambda ship: {"at": [ship["at"][0] + 1, ship["at"][1]]},
        lambda ship: {"name": "Another"},
        lambda ship: {"shields": dict.fromkeys(ship["shields"], 0)},
        lambda ship: {"class": "terran_ff"},
        lambda ship: {"status": "destroyed"},
    ],
)
def test_picture_differs_by_what_is_seen_of_a_ship(change):
    view = start("duel").view(None)
    before = draw_position(view, 560, 530)
    ship = view["ships"][0]
    ship |= change(ship)
    assert draw_position(view, 560, 530) != before


def test_ships_of_one_hex_stand_beside_each_other_without_names():
    view = start("fleet").view(None)
    alone = draw_position(view, 560, 530)
    view["ships"][1]["at"] = view["ships"][0]["at"]
    assert draw_position(view, 560, 530) != alone


@pytest.mark.parametrize("kind", ["planet", "asteroid", "nebula", "black hole", "worm hole"])
def test_each_terrain_is_drawn(kind):
    view = start("duel").view(None)
    bare = draw_position(view | {"terrain": {"0,0": "nothing known"}}, 560, 530)
    assert draw_position(view | {"terrain": {"0,0": kind}}, 560, 530) != bare


def test_missile_is_drawn():
    view = start("duel").view(None)
    bare = draw_position(view, 560, 530)
    view["missiles"] = [{"number": 1, "side": "terran", "at": [0, 0], "target": None, "face": "whole"}]
    assert draw_position(view, 560, 530) != bare


def test_empty_plane_is_drawn():
    view = start("duel").view(None)
    for ship in view["ships"]:
        ship["status"] = "destroyed"
    assert set(map(read_colour, HULLS)).isdisjoint(list_colours(draw(view)))


@pytest.mark.parametrize("far", [300, 1_000_000, 10**12])
def test_ships_that_are_far_apart_are_drawn_without_hexes(far):
    view = start("duel").view(None)
    view["ships"][0]["at"] = [far, 0]
    assert draw(view).width == 560


def test_unknown_class_and_letters_that_no_font_has_are_drawn():
    view = start("duel").view(None)
    view["ships"][0] |= {"class": "odd", "name": "Ωμέγα 星の船 of the long way round the moon"}
    assert draw(view).height <= 530


@pytest.mark.parametrize("name", [name for name, printed in read_catalogue().definitions.classes.items()])
def test_each_class_has_its_silhouette_in_every_facing(name):
    printed = read_catalogue().definitions.classes[name]
    assert find_kind(name) == printed.kind
    masks = [draw_mask(printed.side, printed.kind, facing, 90) for facing in range(6)]
    assert all(mask.getbbox() is not None for mask in masks)
    assert masks[0].getbbox() != (0, 0, 90, 90)
    assert len({mask.tobytes() for mask in masks}) > 1


@pytest.mark.parametrize("name", ["terran_tran", "talon_tran", "talon_base", "terran_ftr", "terran_base"])
def test_paths_of_silhouettes_stay_within_their_box(name):
    printed = read_catalogue().definitions.classes[name]
    for path in draw_silhouette(printed.side, printed.kind):
        outlines = flatten_path(path)
        assert all(len(outline) > 2 for outline in outlines)
        assert all(-60 <= x <= 60 and -60 <= y <= 60 for outline in outlines for x, y in outline)


def test_digest_changes_with_the_drawing(monkeypatch):
    before = digest_drawing()
    assert TABLE.digest_drawing() == before
    monkeypatch.setattr(position_picture, "__file__", position_picture.chart.__file__)
    digest_drawing.cache_clear()
    assert digest_drawing() != before
    digest_drawing.cache_clear()
