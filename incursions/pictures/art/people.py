"""Portraits: a cameo of somebody of a race, no two alike, before the sky that the race sails."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.pictures.art.backdrop import backdrop
from incursions.pictures.art.engraving import graduation
from incursions.pictures.art.scene import Scene
from incursions.pictures.colours import BRASS, BRASS_LIGHT, mixed, turned
from incursions.pictures.emblems import emblem
from incursions.pictures.outlines import circle, ellipse, line, placed, polygon, rectangle, smooth
from incursions.pictures.shapes import Drawn, Filled, Glow, Group, Linear, Outline, Point, Shape, Stop

SKINS = {
    "Federation": ("#f0c9a0", "#c98f63", "#8d5a3a", "#5b3a28", "#e5b58c", "#a9c4d8", "#d7b0c8"),
    "Klingon": ("#a8694a", "#8a4f38", "#6f4030", "#b97f5a"),
    "Romulan": ("#d9c9a0", "#b9b184", "#9aa070", "#c8b48c"),
    "Borg": ("#b9c2c4", "#9aa5a8", "#a8a89c"),
    "neutral": ("#e0b088", "#9c6a48", "#7fb0a0", "#b08fc0", "#d0a060", "#6f88b8"),
}
HAIRS = ("#1c1512", "#3a2417", "#6b4423", "#a8763e", "#d8c08a", "#8d8d90", "#e4e2dc", "#7a2b1c")
COATS = {"Federation": "#2f5585", "Klingon": "#6b2f1d", "Romulan": "#3f5d2f", "Borg": "#30373c", "neutral": "#5d4a22"}


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
    hair = scene.chance.choice(HAIRS)
    head = _Head(x, y - size * 0.2, size * scene.between(0.3, 0.34), size * scene.between(0.41, 0.47), side)
    style = scene.chance.choice(HAIRSTYLES) if scene.race != "Borg" else scene.chance.choice([_bald, _cropped])
    yield from style(scene, head, hair, behind=True)
    yield from _coat(scene, x, y, size)
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
        yield from _ear(scene, head, ear, skin)
    face = head.face(scene)
    light = Linear(
        (head.x - side * head.wide, head.y - head.high),
        (head.x + side * head.wide, head.y + head.high * 0.6),
        (Stop(0, mixed(skin, "#ffffff", 0.35)), Stop(0.55, skin), Stop(1, shade)),
    )
    yield Filled(face, light)
    yield Group(tuple(_features(scene, head, skin)), face)
    yield Drawn(face, mixed(skin, scene.sky.dark, 0.65), 0.8, 0.8)
    yield from style(scene, head, hair, behind=False)
    yield from MARKS.get(scene.race, _no_mark)(scene, head, skin)


class _Head:
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


def _coat(scene: Scene, x: float, y: float, size: float) -> Iterator[Shape]:
    cloth = turned(COATS.get(scene.race, COATS["neutral"]), scene.between(-18, 18))
    broad, slope = scene.between(0.78, 0.95), scene.between(0.4, 0.52)
    half = [(0.16, 0.28), (0.42, slope - 0.06), (broad * 0.86, slope + 0.1), (broad + 0.08, 1.4)]
    body = smooth(
        [(x + px * size, y + py * size) for px, py in [*half, *((-px, py) for px, py in reversed(half))]],
        is_closed=True,
    )
    yield Filled(
        body,
        Linear(
            (x - size, y),
            (x + size, y + size),
            (Stop(0, mixed(cloth, "#ffffff", 0.25)), Stop(0.5, cloth), Stop(1, mixed(cloth, scene.sky.dark, 0.7))),
        ),
    )
    yield Drawn(body, mixed(cloth, "#ffffff", 0.5), 0.9, 0.8)
    trim = mixed(scene.tint, "#ffffff", 0.25)
    style = scene.chance.randint(0, 4)
    if style in (0, 3):  # lapels
        for side in (-1, 1):
            lapel = polygon(
                [
                    (x + side * size * px, y + size * py)
                    for px, py in ((0.17, 0.3), (0.34, 0.46), (0.26, 0.72), (0.02, 1.0))
                ]
            )
            yield Filled(lapel, mixed(cloth, scene.sky.dark, 0.4))
            yield Drawn(lapel, trim, 0.9, 0.9)
    if style == 1:  # a high collar
        collar = polygon(
            [
                (x + size * px, y + size * py)
                for px, py in ((-0.26, 0.2), (-0.1, 0.42), (0.1, 0.42), (0.26, 0.2), (0.3, 0.5), (0, 0.72), (-0.3, 0.5))
            ]
        )
        yield Filled(collar, trim)
        yield Drawn(collar, scene.sky.dark, 0.8, 0.8)
    if style in (2, 3):  # epaulettes
        for side in (-1, 1):
            px, py = x + side * size * broad * 0.74, y + size * (slope + 0.05)
            yield Filled(ellipse(px, py, size * 0.17, size * 0.07, side * 22), BRASS)
            fringe = (
                line((px + dx * size, py + size * 0.03), (px + dx * size, py + size * 0.16))
                for dx in (-0.13, -0.08, -0.03, 0.02, 0.07, 0.12)
            )
            yield Drawn(tuple(run for each in fringe for run in each), BRASS_LIGHT, 1)
    if style == 4:  # a sash
        sash = polygon(
            [(x + size * px, y + size * py) for px, py in ((-0.6, 0.5), (-0.4, 0.44), (0.6, 1.3), (0.3, 1.4))]
        )
        yield Filled(sash, trim, 0.9)
    badge = x + size * 0.36, y + size * 0.66
    yield Filled(circle(*badge, size * 0.075), BRASS)
    yield Filled(
        placed(emblem(scene.race), badge[0] - size * 0.055, badge[1] - size * 0.055, size * 0.0011), scene.sky.dark
    )


def _ear(scene: Scene, head: _Head, ear: int, skin: str) -> Iterator[Shape]:
    tip = -0.62 if scene.race == "Romulan" else -0.2
    lobe = head.outline(
        (ear * 0.92, tip + 0.16), (ear * (1.2 if tip < -0.5 else 1.1), tip), (ear * 1.1, 0.12), (ear * 0.94, 0.26)
    )
    yield Filled(lobe, mixed(skin, scene.sky.dark, 0.28 if ear == -head.side else 0.05))
    yield Drawn(lobe, mixed(skin, scene.sky.dark, 0.65), 0.7, 0.8)


def _features(scene: Scene, head: _Head, skin: str) -> Iterator[Shape]:
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
    for eye in (-1, 1):
        px = eye * wide
        white = head.outline(
            (px - 0.19, level + 0.02), (px, level - 0.075), (px + 0.19, level + 0.02), (px, level + 0.07)
        )
        yield Filled(white, "#f6f1e6")
        ex, ey = head.at(px + 0.03 * side, level)
        iris = scene.chance.choice(["#3a2a1a", "#2b4a63", "#35563a", "#5a4a2a"]) if scene.race != "Borg" else "#6a2020"
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


def _bald(scene: Scene, head: _Head, hair: str, *, behind: bool) -> Iterator[Shape]:
    if not behind:
        yield Glow(head.at(-head.side * 0.35, -0.72), (head.wide * 0.36, head.high * 0.18), 0, "#ffffff", 0.5)


def _shape(scene: Scene, outline: Outline, head: _Head, hair: str) -> Iterator[Shape]:
    reach = head.wide * 1.3
    yield Filled(
        outline,
        Linear(
            (head.x - head.side * reach, head.y - head.high),
            (head.x + head.side * reach, head.y),
            (Stop(0, mixed(hair, "#ffffff", 0.3)), Stop(0.5, hair), Stop(1, mixed(hair, "#000000", 0.5))),
        ),
    )
    yield Drawn(outline, mixed(hair, "#000000", 0.5), 0.7, 0.8)


def _strands(head: _Head, hair: str, *lines: tuple[Point, ...]) -> Drawn:
    runs = tuple(run for places in lines for run in head.outline(*places, is_closed=False))
    return Drawn(runs, mixed(hair, "#ffffff", 0.4), 0.7, 0.6)


def _cropped(scene: Scene, head: _Head, hair: str, *, behind: bool) -> Iterator[Shape]:
    if behind:
        return
    low = scene.between(-0.62, -0.5)
    cap = head.outline(
        (-1.0, -0.2),
        (-1.04, -0.72),
        (-0.5, -1.16),
        (0, -1.22),
        (0.5, -1.16),
        (1.04, -0.72),
        (1.0, -0.2),
        (0.86, low),
        (0.3, low - 0.14),
        (-0.3, low - 0.1),
        (-0.86, low),
    )
    yield from _shape(scene, cap, head, hair)
    yield _strands(
        head,
        hair,
        ((-0.5, -1.05), (-0.6, -0.7)),
        ((-0.1, -1.14), (-0.16, -0.74)),
        ((0.3, -1.1), (0.34, -0.74)),
        ((0.66, -0.96), (0.76, -0.66)),
    )


def _long(scene: Scene, head: _Head, hair: str, *, behind: bool) -> Iterator[Shape]:
    down = 1.5
    if behind:
        fall = head.outline(
            (0, -1.26),
            (0.9, -1.06),
            (1.3, -0.2),
            (1.26, 0.7),
            (1.0, down),
            (-1.0, down),
            (-1.26, 0.7),
            (-1.3, -0.2),
            (-0.9, -1.06),
        )
        yield from _shape(scene, fall, head, hair)
        return
    part = scene.between(-0.4, 0.4)
    for side in (-1, 1):
        lock = head.outline(
            (part, -1.12),
            (side * 0.72, -1.08),
            (side * 1.12, -0.4),
            (side * 1.14, 0.4),
            (side * 1.0, 0.5),
            (side * 0.96, -0.2),
            (side * 0.6, -0.62),
        )
        yield from _shape(scene, lock, head, hair)
        yield _strands(
            head,
            hair,
            ((part, -1.08), (side * 0.8, -0.7), (side * 1.06, 0.2)),
            ((part, -1.02), (side * 0.9, -0.86), (side * 1.08, -0.1)),
        )


def _swept(scene: Scene, head: _Head, hair: str, *, behind: bool) -> Iterator[Shape]:
    if behind:
        return
    side = head.side
    quiff = head.outline(
        (-side * 1.02, -0.12),
        (-side * 1.06, -0.8),
        (-side * 0.5, -1.3),
        (side * 0.3, -1.38),
        (side * 1.0, -1.02),
        (side * 1.04, -0.2),
        (side * 0.9, -0.56),
        (side * 0.4, -0.76),
        (-side * 0.4, -0.62),
        (-side * 0.84, -0.66),
    )
    yield from _shape(scene, quiff, head, hair)
    yield _strands(
        head,
        hair,
        ((-side * 0.8, -0.8), (0, -1.1), (side * 0.7, -0.96)),
        ((-side * 0.7, -0.72), (0, -0.94), (side * 0.6, -0.84)),
        ((-side * 0.6, -1.1), (0.1, -1.26), (side * 0.8, -1.06)),
    )


def _crest(scene: Scene, head: _Head, hair: str, *, behind: bool) -> Iterator[Shape]:
    if behind:
        return
    crest = head.outline((-0.24, -0.7), (-0.36, -1.2), (0, -1.62), (0.36, -1.2), (0.24, -0.7), (0, -0.6))
    yield from _shape(scene, crest, head, hair)
    yield _strands(head, hair, ((-0.1, -0.8), (-0.14, -1.4)), ((0.04, -0.8), (0, -1.5)), ((0.14, -0.84), (0.16, -1.36)))


def _bun(scene: Scene, head: _Head, hair: str, *, behind: bool) -> Iterator[Shape]:
    if behind:
        knot = ellipse(*head.at(0, -1.3), head.wide * 0.46, head.high * 0.3)
        yield from _shape(scene, knot, head, hair)
        return
    yield from _cropped(scene, head, hair, behind=False)


def _bearded(scene: Scene, head: _Head, hair: str, *, behind: bool) -> Iterator[Shape]:
    if behind:
        return
    yield from _cropped(scene, head, hair, behind=False)
    long = scene.between(1.1, 1.42)
    beard = head.outline(
        (-0.94, 0.1),
        (-0.72, 0.5),
        (-0.34, 0.44),
        (0, 0.48),
        (0.34, 0.44),
        (0.72, 0.5),
        (0.94, 0.1),
        (0.86, 0.72),
        (0.36, long),
        (-0.36, long),
        (-0.86, 0.72),
    )
    yield from _shape(scene, beard, head, hair)
    yield Filled(head.outline((-0.2, 0.6), (0, 0.56), (0.2, 0.6), (0, 0.68)), "#6a2a26", 0.9)
    yield _strands(head, hair, ((-0.4, 0.6), (-0.3, 1.0)), ((0, 0.74), (0, 1.1)), ((0.4, 0.6), (0.3, 1.0)))


def _hooded(scene: Scene, head: _Head, hair: str, *, behind: bool) -> Iterator[Shape]:
    cloth = mixed(scene.tint, scene.sky.dark, 0.5)
    if behind:
        hood = head.outline((0, -1.46), (1.0, -1.12), (1.4, -0.1), (1.3, 1.3), (-1.3, 1.3), (-1.4, -0.1), (-1.0, -1.12))
        yield from _shape(scene, hood, head, cloth)
        return
    for side in (-1, 1):
        fold = head.outline(
            (0, -1.34),
            (side * 0.9, -1.02),
            (side * 1.26, -0.1),
            (side * 1.2, 1.1),
            (side * 0.96, 0.7),
            (side * 0.98, -0.3),
            (side * 0.6, -0.9),
        )
        yield from _shape(scene, fold, head, cloth)


HAIRSTYLES = (_cropped, _long, _swept, _crest, _bun, _bearded, _bald, _hooded, _long, _swept)


def _no_mark(scene: Scene, head: _Head, skin: str) -> Iterator[Shape]:
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


def _ridges(scene: Scene, head: _Head, skin: str) -> Iterator[Shape]:
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


def _brow(scene: Scene, head: _Head, skin: str) -> Iterator[Shape]:
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


def _implants(scene: Scene, head: _Head, skin: str) -> Iterator[Shape]:
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


MARKS = {"Klingon": _ridges, "Romulan": _brow, "Borg": _implants}
