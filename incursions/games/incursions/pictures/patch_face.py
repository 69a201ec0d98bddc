"""Patches: what the winners of tournaments wear, sewn on their jackets (rules 21.6). Round, 60 mm across."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from incursions.games.incursions.pictures.colours import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    EDGE,
    PAPER,
    RACE_FRAMES,
    TINTS,
    WHITE,
    lighten,
    mix,
)
from incursions.games.incursions.pictures.ornaments import mark, ribbon
from incursions.games.incursions.pictures.shapes import (
    Box,
    Dots,
    Drawn,
    Filled,
    Group,
    Picture,
    Radial,
    Shapes,
    Stop,
    circle,
    halo,
    join,
    line,
    place,
    rectangle,
    ring_points,
    star,
)
from incursions.games.incursions.pictures.text_layout import LABEL, STRONG, TITLE, Setting, fit_one_line, fit_text
from incursions.games.prints import PatchText

SIZE = 60.0
MIDDLE = SIZE / 2, SIZE / 2
HEART = SIZE / 2, SIZE / 2 - 4
"""The middle of the emblem, and of the light behind it."""
RIM, FIELD = 29.5, 26.4
STARS = 70
EMBLEM = 25.0
EVENT = Setting(STRONG, 2.7, PAPER, lines=2, across=0.5, leading=1.1)
SILVER, SILVER_LIGHT, SILVER_DARK = "#9aa7b0", "#e3eaee", "#55626b"
GREEN, GREEN_LIGHT, GREEN_DARK = "#3f8f63", "#c8ecd6", "#1d4a33"


class Thread(NamedTuple):
    """The threads of a rim: in the light, and in the shade."""

    plain: str
    light: str
    dark: str


THREADS = {
    "gold": Thread(BRASS, BRASS_LIGHT, BRASS_DARK),
    "silver": Thread(SILVER, SILVER_LIGHT, SILVER_DARK),
    "green": Thread(GREEN, GREEN_LIGHT, GREEN_DARK),
}


def patch_face(said: PatchText) -> Picture:
    """Draw a patch."""
    tint, thread = TINTS.get(said.race, TINTS["neutral"]), THREADS[said.thread]
    dark = mix(RACE_FRAMES.get(said.race, "#24417f"), "#000000", 0.55)
    band = ribbon(Box(4.6, 38.2, SIZE - 9.2, 8.2), thread.dark)
    return Picture(
        width=SIZE,
        height=SIZE,
        cut=circle(*MIDDLE, RIM),
        under=(Filled(rectangle(0, 0, SIZE, SIZE), EDGE),),
        art=Group(tuple(_sky(dark, tint, said)), circle(*MIDDLE, FIELD)),
        over=(*_stitch(thread, said.race, tint), *band),
        texts=(
            fit_one_line("title", said.title, Box(8.0, 38.6, SIZE - 16, 7.2), TITLE, 4.9, WHITE, 0.5),
            fit_text("event", said.event, Box(14.5, 46.7, SIZE - 29, 5.0), EVENT),
            fit_one_line("day", said.day, Box(20.5, 51.2, SIZE - 41, 2.4), LABEL, 1.9, PAPER, 0.5),
        ),
    )


def _sky(dark: str, tint: str, said: PatchText) -> Shapes:
    """Draw stars of this event's own, and the light behind the emblem."""
    stops = (Stop(0, mix(dark, tint, 0.35)), Stop(1, mix(dark, "#000000", 0.35)))
    yield Filled(circle(*MIDDLE, FIELD), Radial(HEART, FIELD, stops))
    chance = Random(f"{said.event} {said.day}")
    points = tuple((chance.uniform(2, SIZE - 2), chance.uniform(2, SIZE - 2)) for _ in range(STARS))
    yield Dots(points[: STARS // 2], 0.14, WHITE, 0.7)
    yield Dots(points[STARS // 2 :], 0.24, WHITE, 0.55)
    yield halo(17, tint, 0.55, HEART)


def _stitch(thread: Thread, race: str, tint: str) -> Shapes:
    """Draw stitches side by side round the whole patch, the emblem with a seam, and three stars over it."""
    yield Drawn(circle(*MIDDLE, (RIM + FIELD) / 2), thread.dark, RIM - FIELD)
    for turn, (colour, width) in enumerate(((thread.plain, 0.55), (thread.light, 0.3))):
        inner, outer = (ring_points(radius, 180, turn, *MIDDLE) for radius in (FIELD + 0.25, RIM - 0.25))
        yield Drawn(join(line(*ends) for ends in zip(inner, outer, strict=True)), colour, width)
    yield Drawn(circle(*MIDDLE, FIELD - 0.9), thread.light, 0.22, 0.8, (1.3, 0.7))
    emblem = mark(race, *HEART, EMBLEM, lighten(tint, 0.45))
    yield Filled(place(emblem.outline, 0.35, 0.45), "#000000", 0.45)
    yield emblem
    yield Drawn(emblem.outline, mix(tint, "#000000", 0.35), 0.18, 0.9, (0.8, 0.5))
    for x, y, size in ((-7, 0.9, 1.3), (0, 0, 1.7), (7, 0.9, 1.3)):
        yield Filled(star(SIZE / 2 + x, 7.6 + y, size, size * 0.4, 5), WHITE, 0.9)
