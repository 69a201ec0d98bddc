"""Portraits: a cameo of somebody of a race, no two alike, before the sky that the race sails."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from incursions.games.incursions.pictures.art.scene import Scene, backdrop, graduation
from incursions.games.incursions.pictures.colours import BRASS, BRASS_LIGHT, WHITE, lighten, mix, turn_hue
from incursions.games.incursions.pictures.ornaments import emblem
from incursions.games.incursions.pictures.shapes import (
    Drawn,
    Filled,
    Glow,
    Group,
    Outline,
    Point,
    Points,
    Shapes,
    circle,
    draw_layers,
    draw_nothing,
    ellipse,
    fill_edged,
    halo,
    join,
    line,
    mirror,
    place,
    polygon,
    read_points,
    rectangle,
    shade,
    smooth,
)

SKINS = {
    "Federation": ("#f0c9a0", "#c98f63", "#8d5a3a", "#5b3a28", "#e5b58c", "#a9c4d8", "#d7b0c8"),
    "Klingon": ("#a8694a", "#8a4f38", "#6f4030", "#b97f5a"),
    "Romulan": ("#d9c9a0", "#b9b184", "#9aa070", "#c8b48c"),
    "Borg": ("#b9c2c4", "#9aa5a8", "#a8a89c"),
    "neutral": ("#e0b088", "#9c6a48", "#7fb0a0", "#b08fc0", "#d0a060", "#6f88b8"),
}
HAIR_COLOURS = ("#1c1512", "#3a2417", "#6b4423", "#a8763e", "#d8c08a", "#8d8d90", "#e4e2dc", "#7a2b1c")
IRISES = ("#3a2a1a", "#2b4a63", "#35563a", "#5a4a2a")
COATS = {"Federation": "#2f5585", "Klingon": "#6b2f1d", "Romulan": "#3f5d2f", "Borg": "#30373c", "neutral": "#5d4a22"}
LIPS = "#7a2a2a"
BLACK = "#000000"


class Head:
    """A head's place: its middle, half its width and height, and the side that the light is on.

    Points are given in halves of its width and height.
    """

    def __init__(self, x: float, y: float, wide: float, high: float, side: int) -> None:
        self.x, self.y, self.wide, self.high, self.side = x, y, wide, high, side

    def point_at(self, across: float, down: float) -> Point:
        """Return a place on the head."""
        return self.x + across * self.wide, self.y + down * self.high

    def places(self, points: Points, side: int = 1) -> list[Point]:
        """Return places on the head; on side -1 their mirror images."""
        return [self.point_at(side * across, down) for across, down in read_points(points)]

    def outline(self, points: Points, side: int = 1) -> Outline:
        """Return a closed curve through places on the head."""
        return smooth(self.places(points, side), is_closed=True)

    def curve(self, points: Points, side: int = 1) -> Outline:
        """Return an open curve through places on the head."""
        return smooth(self.places(points, side))


def portrait(scene: Scene) -> Shapes:
    """Draw a bust in a graduated ring."""
    size = scene.size
    yield from backdrop(scene, bodies=False)
    ring = circle(0, 0, size)
    hue = scene.choose(scene.tint, scene.glow, turn_hue(scene.tint, scene.vary(40)))
    bright = lighten(hue, 0.3)
    within = (
        Filled(ring, shade((-size, -size), (size, size), scene.darken(hue, 0.3), scene.dark)),
        Filled(place(emblem(scene.race), -size * 0.95, -size, size * 0.019), bright, 0.2),
        halo(size, bright, 0.6, (-size * 0.4, -size * 0.45)),
    )
    yield halo(size * 1.5, scene.dark, 0.8)
    yield Group((*within, *_sitter(scene, size * 0.1, size)), ring)
    for radius, width, colour in ((1.0, 3.4, BRASS), (1.0, 1.0, BRASS_LIGHT), (1.13, 0.8, BRASS)):
        yield Drawn(circle(0, 0, size * radius), colour, width)
    yield Drawn(graduation(0, 0, size * 1.04, 96, size * 0.05, size * 0.09), BRASS_LIGHT, 0.7, 0.9)


def _sitter(scene: Scene, y: float, size: float) -> Shapes:
    """Draw shoulders, neck, head, face, hair, and what marks the race; the neck begins at `y`."""
    side = scene.choose_side()
    skin = scene.choose(*SKINS.get(scene.race, SKINS["neutral"]))
    hair = scene.choose(*HAIR_COLOURS)
    head = Head(0, y - size * 0.2, size * scene.pick(0.3, 0.34), size * scene.pick(0.41, 0.47), side)
    behind, before = scene.choose(*(STYLES_OF_THE_COLLECTIVE if scene.race == "Borg" else STYLES))
    yield from behind(scene, head, hair)
    yield from _coat(scene, y, size)
    dark, edge = scene.darken(skin, 0.5), scene.darken(skin, 0.65)
    neck = place(polygon("-.15,0 .15,0 .19,.42 0,.56 -.19,.42"), 0, y, size)
    yield Filled(neck, shade((0, y), (0, y + size * 0.5), dark, scene.darken(skin, 0.25)))
    for ear in (-1, 1):
        yield from _ear(scene, head, ear, skin)
    jaw, cheek, chin = scene.pick(0.5, 0.8), scene.pick(0.86, 1.0), scene.pick(0.16, 0.34)
    face = head.outline(mirror(f"0,-1 .66,-.86 .97,-.3 {cheek},.22 {jaw},.72 {chin},1"))
    light = shade(head.point_at(-side, -1), head.point_at(side, 0.6), lighten(skin, 0.35), skin, dark, middle=0.55)
    yield Filled(face, light)
    yield Group(tuple(features(scene, head, skin)), face)
    yield Drawn(face, edge, 0.8, 0.8)
    yield from before(scene, head, hair)
    yield from RACE_MARKS.get(scene.race, _no_mark)(scene, head, skin)


def _ear(scene: Scene, head: Head, ear: int, skin: str) -> Shapes:
    """Draw the ear on the left (-1) or on the right (1)."""
    tip, reach = (-0.62, 1.2) if scene.race == "Romulan" else (-0.2, 1.1)
    lobe = head.outline(f".92,{tip + 0.16} {reach},{tip} 1.1,.12 .94,.26", ear)
    fill = scene.darken(skin, 0.28 if ear == -head.side else 0.05)
    yield from fill_edged(lobe, fill, scene.darken(skin, 0.65), 0.7, 0.8)


def features(scene: Scene, head: Head, skin: str) -> Shapes:
    """Draw shadow, eyes, nose, mouth, and lines on a cheek."""
    dark, side = scene.darken(skin, 0.75), head.side
    yield Filled(head.outline(".1,-1.1 1.2,-1.1 1.2,1.2 .16,1.1 .46,.4 .2,.1", side), dark, 0.26)
    spread, level, brow = scene.pick(0.36, 0.44), scene.pick(-0.12, -0.02), scene.pick(-0.4, -0.3)
    slant = scene.pick(-0.06, 0.1) - (0.1 if scene.race in ("Klingon", "Romulan") else 0)
    iris = scene.choose(*IRISES) if scene.race != "Borg" else "#6a2020"
    for eye in (-1, 1):
        yield from _eye(head, eye * spread, level, iris, dark)
        ends = f"{spread - 0.2},{brow - slant} {spread},{brow - 0.06} {spread + 0.24},{brow + slant}"
        yield Drawn(head.curve(ends, eye), dark, 2.2)
    nose = scene.pick(0.26, 0.36)
    bridge = f"-.06,{level} .1,{nose - 0.1} .14,{nose} -.02,{nose + 0.05}"
    yield Drawn(head.curve(bridge, side), dark, 1.1, 0.85)
    mouth, full, smile = scene.pick(0.56, 0.63), scene.pick(0.2, 0.3), scene.pick(-0.03, 0.05)
    corner = mouth - smile
    bow = f"-.08,{mouth - 0.045} 0,{mouth - 0.03} .08,{mouth - 0.045}"
    lips = head.outline(f"{-full},{corner} {bow} {full},{corner} 0,{mouth + 0.075}")
    yield Filled(lips, mix(skin, LIPS, 0.5))
    yield Drawn(head.curve(f"{-full},{corner} 0,{mouth} {full},{corner}"), dark, 0.9)
    for cheek in range(scene.count(0, 5)):
        across = 0.5 + 0.06 * cheek
        yield Drawn(head.curve(f"{across},.2 {across * 0.92},.36", -side), dark, 0.5, 0.5)


def _eye(head: Head, x: float, y: float, iris: str, lid: str) -> Shapes:
    """Draw an eye that looks to the side of the light, and its upper lid."""
    yield Filled(head.outline(f"{x - 0.19},{y + 0.02} {x},{y - 0.075} {x + 0.19},{y + 0.02} {x},{y + 0.07}"), "#f6f1e6")
    for radius, colour in ((0.085, iris), (0.04, BLACK)):
        yield Filled(circle(*head.point_at(x + 0.03 * head.side, y), head.wide * radius), colour)
    yield Drawn(head.curve(f"{x - 0.21},{y + 0.02} {x},{y - 0.1} {x + 0.21},{y + 0.02}"), lid, 1.4)


def _coat(scene: Scene, y: float, size: float) -> Shapes:
    """Draw the shoulders of a sitter, whose neck begins there: cloth, what trims it, and the badge."""
    cloth = turn_hue(COATS.get(scene.race, COATS["neutral"]), scene.vary(18))
    broad, slope = scene.pick(0.78, 0.95), scene.pick(0.4, 0.52)

    def fit(outline: Outline) -> Outline:
        return place(outline, 0, y, size)

    half = f".16,.28 .42,{slope - 0.06} {broad * 0.86},{slope + 0.1} {broad + 0.08},1.4"
    paint = shade((-size, y), (size, y + size), lighten(cloth, 0.25), cloth, scene.darken(cloth, 0.7))
    yield from fill_edged(fit(smooth(mirror(half), is_closed=True)), paint, lighten(cloth, 0.5), 0.9, 0.8)
    trim = lighten(scene.tint, 0.25)
    style = scene.count(0, 4)
    if style in (0, 3):  # lapels
        for side in (-1, 1):
            lapel = polygon([(side * px, py) for px, py in read_points(".17,.3 .34,.46 .26,.72 .02,1")])
            yield from fill_edged(fit(lapel), scene.darken(cloth, 0.4), trim, 0.9, 0.9)
    if style == 1:  # a high collar
        collar = polygon("-.26,.2 -.1,.42 .1,.42 .26,.2 .3,.5 0,.72 -.3,.5")
        yield from fill_edged(fit(collar), trim, scene.dark, 0.8, 0.8)
    if style in (2, 3):  # epaulettes
        for side in (-1, 1):
            x, shoulder = side * size * broad * 0.74, y + size * (slope + 0.05)
            yield Filled(ellipse(x, shoulder, size * 0.17, size * 0.07, side * 22), BRASS)
            fringe = join(line((dx, 0.03), (dx, 0.16)) for dx in (-0.13, -0.08, -0.03, 0.02, 0.07, 0.12))
            yield Drawn(place(fringe, x, shoulder, size), BRASS_LIGHT, 1)
    if style == 4:  # a sash
        yield Filled(fit(polygon("-.6,.5 -.4,.44 .6,1.3 .3,1.4")), trim, 0.9)
    yield Filled(circle(size * 0.36, y + size * 0.66, size * 0.075), BRASS)
    yield Filled(place(emblem(scene.race), size * 0.305, y + size * 0.605, size * 0.0011), scene.dark)


Layer = Callable[[Scene, Head, str], Shapes]
"""Draws hair of a colour on a head."""


def _hair(outline: Outline, head: Head, hair: str) -> Shapes:
    """Draw hair of this outline, lit from one side."""
    side, dark = head.side * 1.3, mix(hair, BLACK, 0.5)
    paint = shade(head.point_at(-side, -1), head.point_at(side, 0), lighten(hair, 0.3), hair, dark)
    yield from fill_edged(outline, paint, dark, 0.7, 0.8)


def _strands(head: Head, hair: str, *lines: Points, side: int = 1) -> Drawn:
    """Return fine light lines along the hair."""
    return Drawn(join(head.curve(points, side) for points in lines), lighten(hair, 0.4), 0.7, 0.6)


def _fix_layer(outline: Points, *strands: Points, sides: Sequence[int] = (1,), is_cloth: bool = False) -> Layer:
    """Return a layer that is the same on every head, of hair or of cloth, drawn once for each side."""

    def draw(scene: Scene, head: Head, hair: str) -> Shapes:
        for side in sides:
            yield from _hair(head.outline(outline, side), head, scene.darken_tint(0.5) if is_cloth else hair)
        if strands:
            yield _strands(head, hair, *strands)

    return draw


def _bald(scene: Scene, head: Head, hair: str) -> Shapes:
    yield Glow(head.wide * 0.36, head.high * 0.18, WHITE, 0.5, head.point_at(-head.side * 0.35, -0.72))


def _cropped_hair(scene: Scene, head: Head, hair: str) -> Shapes:
    low = scene.pick(-0.62, -0.5)
    edge = f".86,{low} .3,{low - 0.14} -.3,{low - 0.1} -.86,{low}"
    cap = head.outline(f"-1,-.2 -1.04,-.72 -.5,-1.16 0,-1.22 .5,-1.16 1.04,-.72 1,-.2 {edge}")
    yield from _hair(cap, head, hair)
    strands = ("-.5,-1.05 -.6,-.7", "-.1,-1.14 -.16,-.74", ".3,-1.1 .34,-.74", ".66,-.96 .76,-.66")
    yield _strands(head, hair, *strands)


def _parted_hair(scene: Scene, head: Head, hair: str) -> Shapes:
    part = scene.vary(0.4)
    for side in (-1, 1):
        begun = side * part
        lock = head.outline(f"{begun},-1.12 .72,-1.08 1.12,-.4 1.14,.4 1,.5 .96,-.2 .6,-.62", side)
        yield from _hair(lock, head, hair)
        strands = (f"{begun},-1.08 .8,-.7 1.06,.2", f"{begun},-1.02 .9,-.86 1.08,-.1")
        yield _strands(head, hair, *strands, side=side)


def _swept(scene: Scene, head: Head, hair: str) -> Shapes:
    quiff = "-1.02,-.12 -1.06,-.8 -.5,-1.3 .3,-1.38 1,-1.02 1.04,-.2 .9,-.56 .4,-.76 -.4,-.62 -.84,-.66"
    yield from _hair(head.outline(quiff, head.side), head, hair)
    last = f"-.6,-1.1 {0.1 * head.side},-1.26 .8,-1.06"
    yield _strands(head, hair, "-.8,-.8 0,-1.1 .7,-.96", "-.7,-.72 0,-.94 .6,-.84", last, side=head.side)


def _bun(scene: Scene, head: Head, hair: str) -> Shapes:
    yield from _hair(ellipse(*head.point_at(0, -1.3), head.wide * 0.46, head.high * 0.3), head, hair)


def _beard(scene: Scene, head: Head, hair: str) -> Shapes:
    yield from _cropped_hair(scene, head, hair)
    long = scene.pick(1.1, 1.42)
    chin = f".86,.72 .36,{long} -.36,{long} -.86,.72"
    beard = head.outline(f"-.94,.1 -.72,.5 -.34,.44 0,.48 .34,.44 .72,.5 .94,.1 {chin}")
    yield from _hair(beard, head, hair)
    yield Filled(head.outline("-.2,.6 0,.56 .2,.6 0,.68"), "#6a2a26", 0.9)
    yield _strands(head, hair, "-.4,.6 -.3,1", "0,.74 0,1.1", ".4,.6 .3,1")


_fall = _fix_layer("0,-1.26 .9,-1.06 1.3,-.2 1.26,.7 1,1.5 -1,1.5 -1.26,.7 -1.3,-.2 -.9,-1.06")
_crest = _fix_layer(
    "-.24,-.7 -.36,-1.2 0,-1.62 .36,-1.2 .24,-.7 0,-.6",
    "-.1,-.8 -.14,-1.4", ".04,-.8 0,-1.5", ".14,-.84 .16,-1.36",
)  # fmt: skip
_hood = _fix_layer("0,-1.46 1,-1.12 1.4,-.1 1.3,1.3 -1.3,1.3 -1.4,-.1 -1,-1.12", is_cloth=True)
_folds = _fix_layer("0,-1.34 .9,-1.02 1.26,-.1 1.2,1.1 .96,.7 .98,-.3 .6,-.9", sides=(-1, 1), is_cloth=True)
STYLES: Sequence[tuple[Layer, Layer]] = (
    # What is behind the head, and what is before it; a style that comes twice is worn by more people.
    (draw_nothing, _cropped_hair), (_fall, _parted_hair), (draw_nothing, _swept), (draw_nothing, _crest),
    (_bun, _cropped_hair), (draw_nothing, _beard), (draw_nothing, _bald), (_hood, _folds),
    (_fall, _parted_hair), (draw_nothing, _swept),
)  # fmt: skip
STYLES_OF_THE_COLLECTIVE: Sequence[tuple[Layer, Layer]] = ((draw_nothing, _bald), (draw_nothing, _cropped_hair))


def _no_mark(scene: Scene, head: Head, skin: str) -> Shapes:
    """Draw a mark by choice on somebody of no race's ships."""
    style = scene.count(0, 5)
    if style == 0:  # paint across the cheeks
        for side in (-1, 1):
            yield Drawn(head.curve(".3,.16 .8,.1", side), scene.darken_tint(0.2), 2.2, 0.8)
    elif style == 1:  # a jewel
        brow = head.point_at(0, -0.6)
        yield halo(6, scene.tint, 0.9, brow)
        yield Filled(circle(*brow, head.wide * 0.07), WHITE)
    elif style == 2:  # an eyeglass
        x, y = head.point_at(head.side * 0.4, -0.06)
        reach = head.side * head.wide
        yield Drawn(circle(x, y, head.wide * 0.27), BRASS_LIGHT, 1.4)
        yield Drawn(line((x + reach * 0.27, y), (x + reach * 0.5, y + head.high)), BRASS, 0.8)
    elif style == 3:  # a scar
        yield Drawn(line(*head.places("-.62,-.42 -.34,.36")), mix(skin, LIPS, 0.5), 1.4, 0.8)


def _ridges(scene: Scene, head: Head, skin: str) -> Shapes:
    """Draw a Klingon brow: a crest of bone."""
    dark = mix(skin, "#1a0a06", 0.6)
    count = scene.count(3, 5)
    for number in range(count):
        y, wide = -0.92 + 0.46 * number / count, 0.16 + 0.3 * number / count * scene.pick(0.8, 1.2)
        for rise, layer in ((0, (dark, 1.6, 0.75)), (0.04, (lighten(skin, 0.4), 0.7, 0.7))):
            low, high = y + 0.07 - rise, y - 0.05 - rise
            yield Drawn(head.curve(f"{-wide},{low} 0,{high} {wide},{low}"), *layer)
    yield Drawn(head.curve("0,-.94 0,-.3"), dark, 1.3, 0.7)


def _brow(scene: Scene, head: Head, skin: str) -> Shapes:
    """Draw a Romulan brow: a line between the brows, and at times a clasp."""
    for side in (-1, 1):
        yield Drawn(head.curve(".4,-.7 .12,-.5 .06,-.3", side), mix(skin, "#101608", 0.6), 1.2, 0.7)
    if scene.happens(0.5):
        yield Filled(polygon(head.places("0,-.78 .08,-.66 0,-.5 -.08,-.66")), scene.tint)


def _implants(scene: Scene, head: Head, skin: str) -> Shapes:
    """Draw Borg implants: a lens for an eye, plates and lines."""
    side, metal, bright = head.side, "#4a5459", "#aab4b8"
    plate = polygon(head.places(".12,-.4 .5,-.98 1.02,-.6 1.06,.3 .66,.36 .6,.04 .14,.08", side))
    paint = shade(head.point_at(0, -1), head.point_at(side, 0.4), bright, metal, "#1a2024")
    yield from fill_edged(plate, paint, "#d8e0e2", 0.8, 0.8)
    lens = head.point_at(side * 0.42, -0.08)
    yield Filled(circle(*lens, head.wide * 0.24), "#14181a")
    yield halo(head.wide * 0.44, "#ff5a4a", 1.0, lens)
    yield Filled(circle(*lens, head.wide * 0.07), "#ffe2d8")
    for number in range(scene.count(3, 5)):
        middle = f"{-0.1 - 0.17 * number},{0.86 - 0.05 * number}"
        wire = head.curve(f".6,{0.2 + 0.08 * number} {middle} {-0.9 - 0.1 * number},1.3", side)
        yield from draw_layers(wire, (metal, 1.6), (bright, 0.5))
    yield Drawn(rectangle(*head.point_at(side * 0.7 - 0.1, -0.5), head.wide * 0.2, head.high * 0.1), scene.tint, 0.9)


RACE_MARKS = {"Klingon": _ridges, "Romulan": _brow, "Borg": _implants}
