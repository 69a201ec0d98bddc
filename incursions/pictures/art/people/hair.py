"""How sitters wear their hair. Each style is drawn twice: what is behind the head, and what is before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from incursions.pictures.art.people.heads import Head
from incursions.pictures.art.scene import Scene
from incursions.pictures.colours import mixed
from incursions.pictures.outlines import ellipse
from incursions.pictures.shapes import Drawn, Filled, Glow, Linear, Outline, Point, Shape, Stop

Style = Callable[..., Iterator[Shape]]
COLOURS = ("#1c1512", "#3a2417", "#6b4423", "#a8763e", "#d8c08a", "#8d8d90", "#e4e2dc", "#7a2b1c")


def _bald(scene: Scene, head: Head, hair: str, *, behind: bool) -> Iterator[Shape]:
    if not behind:
        yield Glow(head.at(-head.side * 0.35, -0.72), (head.wide * 0.36, head.high * 0.18), 0, "#ffffff", 0.5)


def _shape(scene: Scene, outline: Outline, head: Head, hair: str) -> Iterator[Shape]:
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


def _strands(head: Head, hair: str, *lines: tuple[Point, ...]) -> Drawn:
    runs = tuple(run for places in lines for run in head.outline(*places, is_closed=False))
    return Drawn(runs, mixed(hair, "#ffffff", 0.4), 0.7, 0.6)


def _cropped(scene: Scene, head: Head, hair: str, *, behind: bool) -> Iterator[Shape]:
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


def _long(scene: Scene, head: Head, hair: str, *, behind: bool) -> Iterator[Shape]:
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


def _swept(scene: Scene, head: Head, hair: str, *, behind: bool) -> Iterator[Shape]:
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


def _crest(scene: Scene, head: Head, hair: str, *, behind: bool) -> Iterator[Shape]:
    if behind:
        return
    crest = head.outline((-0.24, -0.7), (-0.36, -1.2), (0, -1.62), (0.36, -1.2), (0.24, -0.7), (0, -0.6))
    yield from _shape(scene, crest, head, hair)
    yield _strands(head, hair, ((-0.1, -0.8), (-0.14, -1.4)), ((0.04, -0.8), (0, -1.5)), ((0.14, -0.84), (0.16, -1.36)))


def _bun(scene: Scene, head: Head, hair: str, *, behind: bool) -> Iterator[Shape]:
    if behind:
        knot = ellipse(*head.at(0, -1.3), head.wide * 0.46, head.high * 0.3)
        yield from _shape(scene, knot, head, hair)
        return
    yield from _cropped(scene, head, hair, behind=False)


def _bearded(scene: Scene, head: Head, hair: str, *, behind: bool) -> Iterator[Shape]:
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


def _hooded(scene: Scene, head: Head, hair: str, *, behind: bool) -> Iterator[Shape]:
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


STYLES = (_cropped, _long, _swept, _crest, _bun, _bearded, _bald, _hooded, _long, _swept)
OF_THE_COLLECTIVE = (_bald, _cropped)


def styles_of(race: str) -> Sequence[Style]:
    """How those of a race wear their hair; what comes twice is worn by more of them."""
    return OF_THE_COLLECTIVE if race == "Borg" else STYLES
