"""What most pictures begin with: a sky and the engraver's lines over it."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.pictures.art.engraving import chart_lines
from incursions.pictures.art.scene import Scene
from incursions.pictures.art.sky import sky
from incursions.pictures.shapes import Point, Shape


def backdrop(scene: Scene, *, nebula: float = 1.0, bodies: bool = True, centre: Point | None = None) -> Iterator[Shape]:
    """Night, nebulae, stars and range circles round a centre."""
    yield from sky(scene, nebula=nebula, bodies=bodies)
    yield from chart_lines(scene, centre)
