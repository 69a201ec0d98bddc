"""What sitters wear: a coat in the cloth of their race, with its badge."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.pictures.art.scene import Scene
from incursions.pictures.colours import BRASS, BRASS_LIGHT, mixed, turned
from incursions.pictures.emblems import emblem
from incursions.pictures.outlines import circle, ellipse, line, placed, polygon, smooth
from incursions.pictures.shapes import Drawn, Filled, Linear, Shape, Stop

COATS = {"Federation": "#2f5585", "Klingon": "#6b2f1d", "Romulan": "#3f5d2f", "Borg": "#30373c", "neutral": "#5d4a22"}


def coat(scene: Scene, x: float, y: float, size: float) -> Iterator[Shape]:
    """The shoulders of a sitter, whose neck begins there: cloth, what trims it, and the badge."""
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
