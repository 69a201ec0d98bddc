"""The icons of the installed site: the brand of `static/icon.svg`, drawn as PNG in the sizes that systems ask for."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from math import cos, pi, sin

from PIL import Image, ImageDraw

BRASS, SEA = "#d9b975", "#0b141b"
UNITS = 24
"""The width of the brand in its own units."""
POINTS, INNER = 8, 1.84
"""The corners of the star, and how far the inner ones are from its centre."""
OUTER = 11.5
RING = (8.0, 6.5)
FINER = 4
"""The factor by which a picture is drawn larger before it is reduced, because Pillow draws hard edges."""
FILLED = 0.8
"""The share of an icon that the brand takes."""
FILLED_IF_MASKED = 0.6
"""The share of a maskable icon, of which systems show at least the circle in the middle, 80 % of its width."""


def draw_brand(image: Image.Image, left: float, top: float, width: float, colour: str = BRASS) -> None:
    """Draw the brand into a square of a picture, at the picture's own resolution."""
    scale, draw = width / UNITS, ImageDraw.Draw(image)
    middle = UNITS / 2

    def place(x: float, y: float) -> tuple[float, float]:
        return left + x * scale, top + y * scale

    outer, inner = RING
    box = (*place(middle - outer, middle - outer), *place(middle + outer, middle + outer))
    draw.ellipse(box, outline=colour, width=max(1, round((outer - inner) * scale)))
    far = [OUTER if corner % 2 == 0 else INNER for corner in range(POINTS)]
    turns = [2 * pi * corner / POINTS for corner in range(POINTS)]
    draw.polygon([place(middle + r * sin(at), middle - r * cos(at)) for r, at in zip(far, turns, strict=True)], colour)


@cache
def draw_icon(size: int, *, is_maskable: bool = False) -> bytes:
    """Return the icon as a square PNG of so many pixels. A maskable one keeps the brand within the safe circle."""
    large = size * FINER
    image = Image.new("RGB", (large, large), SEA)
    width = large * (FILLED_IF_MASKED if is_maskable else FILLED)
    draw_brand(image, (large - width) / 2, (large - width) / 2, width)
    data = BytesIO()
    image.reduce(FINER).save(data, "PNG", optimize=True)
    return data.getvalue()
