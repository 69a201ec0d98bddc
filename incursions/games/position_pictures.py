"""Positions as pixels, for banners and the pages of games: a canvas in the units of a game's chart, drawn by Pillow."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Protocol

import PIL
from PIL import Image, ImageDraw

Point = tuple[float, float]

SEA = "#0b141b"
FINER = 2
"""A picture is drawn so many times larger and then reduced, because Pillow draws hard edges."""


class Extent(Protocol):
    """The part of a chart that is drawn, in units of the chart."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...


class Canvas:
    """A picture of at most `width` by `height` pixels that shows an extent whole. Lengths are units of the chart.

    `scale` is the number of drawn pixels in a unit, `pixel` the units in a pixel of the finished picture.
    """

    def __init__(self, extent: Extent, width: int, height: int) -> None:
        self.extent = extent
        self.scale = FINER * min(width / extent.width, height / extent.height)
        size = (self._round(extent.width), self._round(extent.height))
        self.image = Image.new("RGB", size, SEA)
        self.draw = ImageDraw.Draw(self.image)

    def _round(self, length: float) -> int:
        return max(FINER, round(length * self.scale))

    @property
    def pixel(self) -> float:
        """The units of the chart in a pixel of the finished picture."""
        return FINER / self.scale

    def place(self, x: float, y: float) -> Point:
        """Return a point of the chart in drawn pixels."""
        return (x - self.extent.x) * self.scale, (y - self.extent.y) * self.scale

    def fill_polygon(
        self, points: Iterable[Point], colour: str | None, outline: str | None = None, width: float = 1.0
    ) -> None:
        """Draw a polygon; `width` is that of its outline."""
        corners = [self.place(*point) for point in points]
        self.draw.polygon(corners, colour, outline, self._line(width))

    def draw_circle(
        self, middle: Point, radius: float, colour: str | None = None, outline: str | None = None, width: float = 1.0
    ) -> None:
        """Draw a circle, filled or as a line of that width."""
        self.draw.ellipse(self._find_circle(middle, radius), colour, outline, self._line(width))

    def draw_arc(self, middle: Point, radius: float, between: Sequence[float], colour: str, width: float) -> None:
        """Draw a part of a circle between two angles, in degrees clockwise from the right."""
        start, end = between
        self.draw.arc(self._find_circle(middle, radius), start, end, colour, self._line(width))

    def _find_circle(self, middle: Point, radius: float) -> tuple[float, float, float, float]:
        x, y = middle
        return *self.place(x - radius, y - radius), *self.place(x + radius, y + radius)

    def _line(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def to_png(self) -> bytes:
        """Return the finished picture."""
        data = BytesIO()
        self.image.reduce(FINER).save(data, "PNG")
        return data.getvalue()


def find_corners(middle: Point, radius: float, first: float = 0.0) -> list[Point]:
    """Return the corners of a hexagon; `first` is the angle of one of them, in degrees clockwise from the right."""
    x, y = middle
    turns = [math.radians(60 * corner + first) for corner in range(6)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def digest_sources(files: Iterable[str]) -> str:
    """Return a digest of files of code and of Pillow's version: another after any change of a drawing."""
    sources = b"".join(Path(file).read_bytes() for file in (__file__, *files))
    return blake2b(PIL.__version__.encode() + sources, digest_size=8).hexdigest()
