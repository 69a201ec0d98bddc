"""Heads of sitters: where everything on them is, ears and faces."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.pictures.art.scene import Scene
from incursions.pictures.colours import mixed
from incursions.pictures.outlines import circle, smooth
from incursions.pictures.shapes import Drawn, Filled, Outline, Point, Shape

IRISES = ("#3a2a1a", "#2b4a63", "#35563a", "#5a4a2a")


class Head:
    """Where a head is: its middle, half its width and height, and the side that the light is on."""

    def __init__(self, x: float, y: float, wide: float, high: float, side: int) -> None:
        self.x, self.y, self.wide, self.high, self.side = x, y, wide, high, side

    def at(self, across: float, down: float) -> Point:
        """A place in halves of its width and height."""
        return self.x + across * self.wide, self.y + down * self.high

    def outline(self, *places: Point, is_closed: bool = True) -> Outline:
        """A curve through such places."""
        return smooth([self.at(*place) for place in places], is_closed=is_closed)

    def face(self, scene: Scene) -> Outline:
        """The face: jaw and brow are its own."""
        jaw, cheek, chin = scene.between(0.5, 0.8), scene.between(0.86, 1.0), scene.between(0.16, 0.34)
        half = [(0, -1.0), (0.66, -0.86), (0.97, -0.3), (cheek, 0.22), (jaw, 0.72), (chin, 1.0)]
        return self.outline(*half, *((-px, py) for px, py in reversed(half[1:])))


def ear_of(scene: Scene, head: Head, ear: int, skin: str) -> Iterator[Shape]:
    """The ear on the left (-1) or on the right (1)."""
    tip = -0.62 if scene.race == "Romulan" else -0.2
    lobe = head.outline(
        (ear * 0.92, tip + 0.16), (ear * (1.2 if tip < -0.5 else 1.1), tip), (ear * 1.1, 0.12), (ear * 0.94, 0.26)
    )
    yield Filled(lobe, mixed(skin, scene.sky.dark, 0.28 if ear == -head.side else 0.05))
    yield Drawn(lobe, mixed(skin, scene.sky.dark, 0.65), 0.7, 0.8)


def features(scene: Scene, head: Head, skin: str) -> Iterator[Shape]:
    """Shadow, eyes, nose, mouth, and lines on a cheek."""
    dark = mixed(skin, scene.sky.dark, 0.75)
    side = head.side
    shadow = head.outline(
        (side * 0.1, -1.1),
        (side * 1.2, -1.1),
        (side * 1.2, 1.2),
        (side * 0.16, 1.1),
        (side * 0.46, 0.4),
        (side * 0.2, 0.1),
    )
    yield Filled(shadow, dark, 0.26)
    wide, level, brow = scene.between(0.36, 0.44), scene.between(-0.12, -0.02), scene.between(-0.4, -0.3)
    slant = scene.between(-0.06, 0.1) - (0.1 if scene.race in ("Klingon", "Romulan") else 0)
    iris = scene.chance.choice(IRISES) if scene.race != "Borg" else "#6a2020"
    for eye in (-1, 1):
        px = eye * wide
        white = head.outline(
            (px - 0.19, level + 0.02), (px, level - 0.075), (px + 0.19, level + 0.02), (px, level + 0.07)
        )
        yield Filled(white, "#f6f1e6")
        ex, ey = head.at(px + 0.03 * side, level)
        yield Filled(circle(ex, ey, head.wide * 0.085), iris)
        yield Filled(circle(ex, ey, head.wide * 0.04), "#000000")
        yield Drawn(
            head.outline((px - 0.21, level + 0.02), (px, level - 0.1), (px + 0.21, level + 0.02), is_closed=False),
            dark,
            1.4,
        )
        yield Drawn(
            head.outline(
                (px - eye * 0.2, brow - slant), (px, brow - 0.06), (px + eye * 0.24, brow + slant), is_closed=False
            ),
            dark,
            2.2,
        )
    nose = scene.between(0.26, 0.36)
    yield Drawn(
        head.outline(
            (-side * 0.06, level),
            (side * 0.1, nose - 0.1),
            (side * 0.14, nose),
            (-side * 0.02, nose + 0.05),
            is_closed=False,
        ),
        dark,
        1.1,
        0.85,
    )
    mouth, full, smile = scene.between(0.56, 0.63), scene.between(0.2, 0.3), scene.between(-0.03, 0.05)
    lips = head.outline(
        (-full, mouth - smile),
        (-0.08, mouth - 0.045),
        (0, mouth - 0.03),
        (0.08, mouth - 0.045),
        (full, mouth - smile),
        (0, mouth + 0.075),
    )
    yield Filled(lips, mixed(skin, "#7a2a2a", 0.5))
    yield Drawn(head.outline((-full, mouth - smile), (0, mouth), (full, mouth - smile), is_closed=False), dark, 0.9)
    for cheek in range(scene.chance.randint(0, 5)):
        across = -side * (0.5 + 0.06 * cheek)
        yield Drawn(head.outline((across, 0.2), (across * 0.92, 0.36), is_closed=False), dark, 0.5, 0.5)
