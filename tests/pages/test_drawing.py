"""Drawings are well formed and the same every time."""

from xml.etree import ElementTree as ET

import pytest
from django.template.loader import render_to_string

from incursions.games.incursions.table import chart
from tournaments.players.recording import all_badges
from tournaments.templatetags.tables import sprite


def test_sprite_has_every_emblem_and_icon():
    ids = {element.attrib["id"] for element in ET.fromstring(sprite()).iter() if "id" in element.attrib}
    assert {f"emblem-{race}" for race in chart.RACES} | {
        "i-bolt",
        "i-sound",
        "i-brand",
        "hatch",
        "graticule",
    } <= ids


def test_hero_sky_is_well_formed():
    ET.fromstring(render_to_string("tables/hero_sky.svg"))


@pytest.mark.parametrize("badge", all_badges(), ids=lambda badge: badge.slug)
def test_every_badge_has_a_picture(badge):
    ET.fromstring(render_to_string(f"players/badges/{badge.slug}.svg"))


def test_emblems_and_hulls_differ_and_strangers_have_the_neutral_one():
    assert len({chart.emblem_outline(race) for race in chart.RACES}) == len(chart.RACES)
    assert chart.emblem_outline("tholian") == chart.emblem_outline("neutral")
    assert chart.hull_paths("tholian") == chart.hull_paths("neutral")
