"""What marks the race of a sitter on the face; those of no race's ships have what they like."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.pictures.art.people.heads import Head
from incursions.pictures.art.scene import Scene
from incursions.pictures.colours import BRASS, BRASS_LIGHT, mixed
from incursions.pictures.outlines import circle, line, polygon, rectangle
from incursions.pictures.shapes import Drawn, Filled, Glow, Linear, Shape, Stop


def _no_mark(scene: Scene, head: Head, skin: str) -> Iterator[Shape]:
    style = scene.chance.randint(0, 5)
    colour = mixed(scene.tint, scene.sky.dark, 0.2)
    if style == 0:  # paint across the cheeks
        for side in (-1, 1):
            yield Drawn(head.outline((side * 0.3, 0.16), (side * 0.8, 0.1), is_closed=False), colour, 2.2, 0.8)
    elif style == 1:  # a jewel
        yield Glow(head.at(0, -0.6), (6, 6), 0, scene.tint, 0.9)
        yield Filled(circle(*head.at(0, -0.6), head.wide * 0.07), "#ffffff")
    elif style == 2:  # an eyeglass
        x, y = head.at(head.side * 0.4, -0.06)
        yield Drawn(circle(x, y, head.wide * 0.27), BRASS_LIGHT, 1.4)
        yield Drawn(
            line((x + head.side * head.wide * 0.27, y), (x + head.side * head.wide * 0.5, y + head.high)), BRASS, 0.8
        )
    elif style == 3:  # a scar
        yield Drawn(line(head.at(-0.62, -0.42), head.at(-0.34, 0.36)), mixed(skin, "#7a2a2a", 0.5), 1.4, 0.8)


def _ridges(scene: Scene, head: Head, skin: str) -> Iterator[Shape]:
    """Klingon: a crest of bone on the brow."""
    dark = mixed(skin, "#1a0a06", 0.6)
    count = scene.chance.randint(3, 5)
    for number in range(count):
        y = -0.92 + 0.46 * number / count
        wide = 0.16 + 0.3 * number / count * scene.between(0.8, 1.2)
        yield Drawn(head.outline((-wide, y + 0.07), (0, y - 0.05), (wide, y + 0.07), is_closed=False), dark, 1.6, 0.75)
        yield Drawn(
            head.outline((-wide, y + 0.03), (0, y - 0.09), (wide, y + 0.03), is_closed=False),
            mixed(skin, "#ffffff", 0.4),
            0.7,
            0.7,
        )
    yield Drawn(head.outline((0, -0.94), (0, -0.3), is_closed=False), dark, 1.3, 0.7)


def _brow(scene: Scene, head: Head, skin: str) -> Iterator[Shape]:
    """Romulan: a line that falls between the brows, and at times a clasp."""
    dark = mixed(skin, "#101608", 0.6)
    for side in (-1, 1):
        yield Drawn(
            head.outline((side * 0.4, -0.7), (side * 0.12, -0.5), (side * 0.06, -0.3), is_closed=False), dark, 1.2, 0.7
        )
    if scene.chance.random() < 0.5:
        yield Filled(
            polygon([head.at(0, -0.78), head.at(0.08, -0.66), head.at(0, -0.5), head.at(-0.08, -0.66)]), scene.tint
        )


def _implants(scene: Scene, head: Head, skin: str) -> Iterator[Shape]:
    """Borg: a lens for an eye, plates and lines."""
    side = head.side
    metal = "#4a5459"
    plate = polygon(
        [
            head.at(side * px, py)
            for px, py in (
                (0.12, -0.4),
                (0.5, -0.98),
                (1.02, -0.6),
                (1.06, 0.3),
                (0.66, 0.36),
                (0.6, 0.04),
                (0.14, 0.08),
            )
        ]
    )
    yield Filled(
        plate, Linear(head.at(0, -1), head.at(side, 0.4), (Stop(0, "#aab4b8"), Stop(0.5, metal), Stop(1, "#1a2024")))
    )
    yield Drawn(plate, "#d8e0e2", 0.8, 0.8)
    x, y = head.at(side * 0.42, -0.08)
    yield Filled(circle(x, y, head.wide * 0.24), "#14181a")
    yield Glow((x, y), (head.wide * 0.44, head.wide * 0.44), 0, "#ff5a4a", 1.0)
    yield Filled(circle(x, y, head.wide * 0.07), "#ffe2d8")
    for number in range(scene.chance.randint(3, 5)):
        px = -side * (0.1 + 0.17 * number)
        wire = head.outline(
            (side * 0.6, 0.2 + 0.08 * number),
            (px, 0.86 - 0.05 * number),
            (-side * (0.9 + 0.1 * number), 1.3),
            is_closed=False,
        )
        yield Drawn(wire, metal, 1.6)
        yield Drawn(wire, "#aab4b8", 0.5)
    yield Drawn(rectangle(*head.at(side * 0.7 - 0.1, -0.5), head.wide * 0.2, head.high * 0.1), scene.tint, 0.9)


def race_marks(scene: Scene, head: Head, skin: str) -> Iterator[Shape]:
    """What tells the race of a face."""
    return MARKS.get(scene.race, _no_mark)(scene, head, skin)


MARKS = {"Klingon": _ridges, "Romulan": _brow, "Borg": _implants}
