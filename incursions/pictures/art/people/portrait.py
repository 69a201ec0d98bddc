"""Portraits: a cameo of somebody of a race, no two alike, before the sky that the race sails."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.pictures.art.backdrop import backdrop
from incursions.pictures.art.engraving import graduation
from incursions.pictures.art.people.coats import coat
from incursions.pictures.art.people.hair import COLOURS, styles_of
from incursions.pictures.art.people.heads import Head, ear_of, features
from incursions.pictures.art.people.race_marks import race_marks
from incursions.pictures.art.scene import Scene
from incursions.pictures.colours import BRASS, BRASS_LIGHT, mixed, turned
from incursions.pictures.emblems import emblem
from incursions.pictures.outlines import circle, placed, polygon
from incursions.pictures.shapes import Drawn, Filled, Glow, Group, Linear, Shape, Stop

SKINS = {
    "Federation": ("#f0c9a0", "#c98f63", "#8d5a3a", "#5b3a28", "#e5b58c", "#a9c4d8", "#d7b0c8"),
    "Klingon": ("#a8694a", "#8a4f38", "#6f4030", "#b97f5a"),
    "Romulan": ("#d9c9a0", "#b9b184", "#9aa070", "#c8b48c"),
    "Borg": ("#b9c2c4", "#9aa5a8", "#a8a89c"),
    "neutral": ("#e0b088", "#9c6a48", "#7fb0a0", "#b08fc0", "#d0a060", "#6f88b8"),
}


def portrait(scene: Scene) -> Iterator[Shape]:
    """A bust in a graduated ring."""
    x, y = scene.centre
    size = scene.size
    yield from backdrop(scene, bodies=False, centre=(x, y))
    ring = circle(x, y, size)
    hue = scene.chance.choice([scene.tint, scene.sky.glow, turned(scene.tint, scene.between(-40, 40))])
    within: list[Shape] = [
        Filled(
            ring,
            Linear(
                (x - size, y - size),
                (x + size, y + size),
                (Stop(0, mixed(hue, scene.sky.dark, 0.3)), Stop(1, scene.sky.dark)),
            ),
        ),
        Filled(
            placed(emblem(scene.race), x - size * 0.95, y - size * 1.0, size * 0.019), mixed(hue, "#ffffff", 0.3), 0.2
        ),
        Glow((x - size * 0.4, y - size * 0.45), (size, size), 0, mixed(hue, "#ffffff", 0.3), 0.6),
    ]
    yield Glow((x, y), (size * 1.5, size * 1.5), 0, scene.sky.dark, 0.8)
    yield Group((*within, *_sitter(scene, x, y + size * 0.1, size)), ring)
    for radius, width, colour in ((1.0, 3.4, BRASS), (1.0, 1.0, BRASS_LIGHT), (1.13, 0.8, BRASS)):
        yield Drawn(circle(x, y, size * radius), colour, width)
    yield Drawn(graduation(x, y, size * 1.04, 96, size * 0.05, size * 0.09), BRASS_LIGHT, 0.7, 0.9)


def _sitter(scene: Scene, x: float, y: float, size: float) -> Iterator[Shape]:
    """Shoulders, neck, head, face, hair, and what marks the race."""
    side = scene.chance.choice([-1, 1])
    skin = scene.chance.choice(SKINS.get(scene.race, SKINS["neutral"]))
    hair = scene.chance.choice(COLOURS)
    head = Head(x, y - size * 0.2, size * scene.between(0.3, 0.34), size * scene.between(0.41, 0.47), side)
    style = scene.chance.choice(styles_of(scene.race))
    yield from style(scene, head, hair, behind=True)
    yield from coat(scene, x, y, size)
    shade = mixed(skin, scene.sky.dark, 0.5)
    neck = polygon(
        [
            (x - size * 0.15, y),
            (x + size * 0.15, y),
            (x + size * 0.19, y + size * 0.42),
            (x, y + size * 0.56),
            (x - size * 0.19, y + size * 0.42),
        ]
    )
    yield Filled(
        neck, Linear((x, y), (x, y + size * 0.5), (Stop(0, shade), Stop(1, mixed(skin, scene.sky.dark, 0.25))))
    )
    for ear in (-1, 1):
        yield from ear_of(scene, head, ear, skin)
    face = head.face(scene)
    light = Linear(
        (head.x - side * head.wide, head.y - head.high),
        (head.x + side * head.wide, head.y + head.high * 0.6),
        (Stop(0, mixed(skin, "#ffffff", 0.35)), Stop(0.55, skin), Stop(1, shade)),
    )
    yield Filled(face, light)
    yield Group(tuple(features(scene, head, skin)), face)
    yield Drawn(face, mixed(skin, scene.sky.dark, 0.65), 0.8, 0.8)
    yield from style(scene, head, hair, behind=False)
    yield from race_marks(scene, head, skin)
