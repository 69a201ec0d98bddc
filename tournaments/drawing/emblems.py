"""One emblem per race, in `currentColor`, inside a box of 100 by 100: those that pieces bear."""

from functools import cache

from incursions.pictures import emblems
from incursions.pictures.svg_pen import path_data

RACES = ("federation", "klingon", "romulan", "borg", "neutral")


@cache
def emblem(race: str) -> str:
    """The drawing of a race's emblem; the compass rose for whoever has none."""
    outline = path_data(emblems.emblem(race.capitalize()))
    return f'<path fill="currentColor" fill-rule="evenodd" d="{outline}"/>'
