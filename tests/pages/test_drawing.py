"""Drawings are well formed and the same every time."""

from xml.etree import ElementTree as ET

import pytest
from django.template.loader import render_to_string

from tournaments.players.profiles.badges import all_badges
from tournaments.tables import drawing
from tournaments.templatetags.tables import sprite


def test_sprite_has_every_emblem_and_icon():
    ids = {element.attrib["id"] for element in ET.fromstring(sprite()).iter() if "id" in element.attrib}
    assert {f"emblem-{race}" for race in drawing.RACES} | {
        "i-bolt",
        "i-sound",
        "i-brand",
        "hatch",
        "hex-clip",
        "graticule",
    } <= ids


def test_hero_sky_is_well_formed():
    ET.fromstring(render_to_string("tables/hero_sky.svg"))


@pytest.mark.parametrize("badge", all_badges(), ids=lambda badge: badge.slug)
def test_every_badge_has_a_picture(badge):
    ET.fromstring(render_to_string(f"players/badges/{badge.slug}.svg"))


@pytest.mark.parametrize("kind", ["start", "wormhole", "open"])
def test_tile_art_is_well_formed_and_stays(kind):
    art = drawing.tile_art(kind, "Open Space")
    ET.fromstring(f"<g>{art}</g>")
    drawing.tile_art.cache_clear()
    assert drawing.tile_art(kind, "Open Space") == art


def test_emblems_and_hulls_differ_and_strangers_have_the_neutral_one():
    assert len({drawing.emblem_outline(race) for race in drawing.RACES}) == len(drawing.RACES)
    assert drawing.emblem_outline("tholian") == drawing.emblem_outline("neutral")
    assert drawing.hull_paths("tholian") == drawing.hull_paths("neutral")
