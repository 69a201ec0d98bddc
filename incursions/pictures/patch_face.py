"""Patches: what the winners of tournaments wear, sewn on their jackets (rules 21.6). Round, 60 mm across."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from incursions.pictures.colours import BRASS, BRASS_DARK, BRASS_LIGHT, EDGE, PAPER, RACE_FRAMES, TINTS, WHITE, mix
from incursions.pictures.emblems import emblem
from incursions.pictures.fonts import LABEL, STRONG, TITLE
from incursions.pictures.ornaments import ribbon
from incursions.pictures.outlines import around, circle, line, place, rectangle, star
from incursions.pictures.shapes import (
    Box,
    Dots,
    Drawn,
    Filled,
    Glow,
    Group,
    Picture,
    Radial,
    Shape,
    Stop,
    TextBox,
)
from incursions.pictures.text_layout import Setting, fit_text

SIZE = 60.0
MIDDLE = SIZE / 2
RIM, FIELD = 29.5, 26.4
STARS = 70
EMBLEM = 25.0
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


class PatchText(NamedTuple):
    """What is sewn on a patch: what it is for, the event, and its day; `race` gives emblem and colour."""

    title: str
    event: str
    day: str
    race: str = ""
    thread: str = "gold"


def patch_face(said: PatchText) -> Picture:
    """The picture of a patch."""
    tint = TINTS.get(said.race, TINTS["neutral"])
    dark = mix(RACE_FRAMES.get(said.race, "#24417f"), "#000000", 0.55)
    field = circle(MIDDLE, MIDDLE, FIELD)
    return Picture(
        width=SIZE,
        height=SIZE,
        cut=circle(MIDDLE, MIDDLE, RIM),
        under=(Filled(rectangle(0, 0, SIZE, SIZE), EDGE),),
        art=Group(tuple(_sky(dark, tint, said)), field),
        over=(*_rim(THREADS[said.thread]), *_sewn(said.race, tint), *_band(THREADS[said.thread])),
        texts=tuple(_texts(said)),
    )


def _sky(dark: str, tint: str, said: PatchText) -> Iterator[Shape]:
    """Stars of this event's own, and the light behind the emblem."""
    stops = (Stop(0, mix(dark, tint, 0.35)), Stop(1, mix(dark, "#000000", 0.35)))
    yield Filled(circle(MIDDLE, MIDDLE, FIELD), Radial((MIDDLE, MIDDLE - 4), FIELD, stops))
    chance = Random(f"{said.event} {said.day}")
    points = tuple((chance.uniform(2, SIZE - 2), chance.uniform(2, SIZE - 2)) for _ in range(STARS))
    yield Dots(points[: STARS // 2], 0.14, WHITE, 0.7)
    yield Dots(points[STARS // 2 :], 0.24, WHITE, 0.55)
    yield Glow(17, 17, tint, 0.55, (MIDDLE, MIDDLE - 4))


def _rim(thread: Thread) -> Iterator[Shape]:
    """Stitches side by side round the whole patch."""
    yield Drawn(circle(MIDDLE, MIDDLE, (RIM + FIELD) / 2), thread.dark, RIM - FIELD)
    for turn, (colour, width) in enumerate(((thread.plain, 0.55), (thread.light, 0.3))):
        inner, outer = (list(around(radius, 180, turn, MIDDLE, MIDDLE)) for radius in (FIELD + 0.25, RIM - 0.25))
        stitches = tuple(run for one, other in zip(inner, outer, strict=True) for run in line(one, other))
        yield Drawn(stitches, colour, width)
    yield Drawn(circle(MIDDLE, MIDDLE, FIELD - 0.9), thread.light, 0.22, 0.8, (1.3, 0.7))


def _sewn(race: str, tint: str) -> Iterator[Shape]:
    """The emblem with a seam, and three stars over it."""
    left, top = MIDDLE - EMBLEM / 2, MIDDLE - 4 - EMBLEM / 2
    outline = place(emblem(race), left, top, EMBLEM / 100)
    yield Filled(place(outline, 0.35, 0.45), "#000000", 0.45)
    yield Filled(outline, mix(tint, WHITE, 0.45))
    yield Drawn(outline, mix(tint, "#000000", 0.35), 0.18, 0.9, (0.8, 0.5))
    for x, y, size in ((-7, 0.9, 1.3), (0, 0, 1.7), (7, 0.9, 1.3)):
        yield Filled(star(MIDDLE + x, 7.6 + y, size, size * 0.4, 5), WHITE, 0.9)


def _band(thread: Thread) -> Iterator[Shape]:
    yield from ribbon(Box(4.6, 38.2, SIZE - 9.2, 8.2), thread.dark)


def _texts(said: PatchText) -> Iterator[TextBox]:
    title = Setting(TITLE, 4.9, WHITE, lines=1, across=0.5)
    yield fit_text("title", said.title, Box(8.0, 38.6, SIZE - 16, 7.2), title)
    event = Setting(STRONG, 2.7, PAPER, lines=2, across=0.5, leading=1.1)
    yield fit_text("event", said.event, Box(14.5, 46.7, SIZE - 29, 5.0), event)
    day = Setting(LABEL, 1.9, PAPER, lines=1, across=0.5)
    yield fit_text("day", said.day, Box(20.5, 51.2, SIZE - 41, 2.4), day)
