"""Drawings are well formed and the same every time."""

from xml.etree import ElementTree as ET

import pytest

from tournaments import drawing
from tournaments.drawing.sprite import RACES, emblem


def test_sprite_has_every_emblem_and_icon():
    ids = {element.attrib["id"] for element in ET.fromstring(drawing.sprite()).iter() if "id" in element.attrib}
    assert {f"emblem-{race}" for race in RACES} | {
        "i-bolt",
        "i-sound",
        "i-brand",
        "hatch",
        "hex-clip",
        "graticule",
    } <= ids


def test_hero_sky_is_well_formed():
    ET.fromstring(drawing.hero_sky())


@pytest.mark.parametrize("kind", ["start", "wormhole", "open"])
def test_tile_art_is_well_formed_and_stays(kind):
    art = drawing.tile_art(kind, "Open Space")
    ET.fromstring(f"<g>{art}</g>")
    drawing.tile_art.cache_clear()
    assert drawing.tile_art(kind, "Open Space") == art


def test_emblems_and_hulls_differ_and_strangers_have_the_neutral_one():
    assert len({emblem(race) for race in RACES}) == len(RACES)
    assert emblem("tholian") == emblem("neutral")
    assert drawing.hull_paths("tholian") == drawing.hull_paths("neutral")
