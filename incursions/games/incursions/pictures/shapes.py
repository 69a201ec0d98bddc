"""Parts of a picture: immutable values that compare, print and hash, and that every pen draws alike.

Lengths are millimetres, y grows downwards, angles are degrees. Colours are texts such as #24417f.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

Point = tuple[float, float]
Step = tuple[float, ...]
"""To the next point: x and y of a straight line, or three points (six numbers) of a cubic curve."""
Points = str | Iterable[Point]
"""Pairs, or a text as in the attribute `points` of SVG: "0,-48 7,-30"."""
Colour = str
ORIGIN = (0.0, 0.0)
CARD_WIDTH, CARD_HEIGHT, CARD_CORNER = 63.0, 88.0, 3.0
TILE_WIDTH = 88.0
"""From corner to corner: a tile is as wide as a card is high."""
TILE_HEIGHT = round(TILE_WIDTH * 3**0.5 / 2, 2)


FADING = ((0.0, 1.0), (0.25, 0.66), (0.5, 0.3), (0.75, 0.08), (1.0, 0.0))
"""The strength of a glow from its centre to its rim."""


class Run(NamedTuple):
    """A line without a gap, from its start step by step."""

    start: Point
    steps: tuple[Step, ...]
    is_closed: bool = True


Outline = tuple[Run, ...]
"""Runs that are filled together; where two of them overlap there is a hole."""


class Stop(NamedTuple):
    """A colour at a place between 0 and 1 of a gradient."""

    at: float
    colour: Colour


class Linear(NamedTuple):
    """Colours that change from one point to another."""

    start: Point
    end: Point
    stops: tuple[Stop, ...]


class Radial(NamedTuple):
    """Colours that change from a centre to a circle round it."""

    centre: Point
    radius: float
    stops: tuple[Stop, ...]


Paint = Colour | Linear | Radial


class Filled(NamedTuple):
    """An outline, filled."""

    outline: Outline
    paint: Paint
    opacity: float = 1.0


class Drawn(NamedTuple):
    """An outline, drawn with a pen of some width. `dashes` are the lengths of a dash and of the gap after it."""

    outline: Outline
    colour: Colour
    width: float
    opacity: float = 1.0
    dashes: tuple[float, float] | None = None


class Dots(NamedTuple):
    """Dots of one size, such as stars."""

    points: tuple[Point, ...]
    radius: float
    colour: Colour
    opacity: float = 1.0


class Glow(NamedTuple):
    """Light that fades from its centre to the rim of an ellipse with these radii, which is turned about the centre."""

    width: float
    height: float
    colour: Colour
    opacity: float = 1.0
    centre: Point = ORIGIN
    turn: float = 0.0


class Group(NamedTuple):
    """Shapes one over the other, clipped by an outline if there is one."""

    shapes: tuple[Shape, ...]
    window: Outline | None = None


Shape = Filled | Drawn | Dots | Glow | Group
Shapes = Iterator[Shape]
"""Shapes as a function draws them: the lowest first."""


def draw_nothing(*scene: object) -> Shapes:
    """Yield no shape, whatever the scene."""
    return iter(())


def halo(radius: float, colour: Colour, opacity: float = 1.0, centre: Point = ORIGIN) -> Glow:
    """Return a round glow."""
    return Glow(radius, radius, colour, opacity, centre)


def shade(start: Point, end: Point, *colours: Colour, middle: float = 0.5) -> Linear:
    """Return a gradient through two or three colours; `middle` is the place of the second of three."""
    places = (0.0, 1.0) if len(colours) == 2 else (0.0, middle, 1.0)
    return Linear(start, end, tuple(map(Stop, places, colours)))


def fill_edged(outline: Outline, paint: Paint, colour: Colour, width: float, opacity: float = 1.0) -> Shapes:
    """Yield an outline, filled, and its edge."""
    yield Filled(outline, paint)
    yield Drawn(outline, colour, width, opacity)


def draw_layers(outline: Outline, *layers: tuple[Colour, float] | tuple[Colour, float, float]) -> Shapes:
    """Yield an outline, drawn once for each colour, width and perhaps opacity."""
    for layer in layers:
        yield Drawn(outline, *layer)


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.top + self.height

    @property
    def middle(self) -> Point:
        """The centre of the box."""
        return self.left + self.width / 2, self.top + self.height / 2


class Face(NamedTuple):
    """A typeface in one weight and style, as the npm packages name them: spectral, 600-normal."""

    family: str
    style: str


class Line(NamedTuple):
    """A line of text: where its baseline begins, and what it says."""

    left: float
    baseline: float
    text: str


class TextBox(NamedTuple):
    """A text that has been fitted into a box: all of it is in the lines. `size` is that of the em."""

    name: str
    box: Box
    face: Face
    size: float
    colour: Colour
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(line.text for line in self.lines)


Part = Shape | TextBox


def split_parts(parts: Sequence[Part]) -> tuple[tuple[Shape, ...], tuple[TextBox, ...]]:
    """Return the shapes and the texts among parts of a picture, each in their order."""
    texts = [part for part in parts if isinstance(part, TextBox)]
    return tuple(part for part in parts if not isinstance(part, TextBox)), tuple(texts)


class Picture(NamedTuple):
    """The face of a piece. `cut` is the piece's own outline; what is drawn beyond it is bleed.

    One lies over the other: `under`, `art`, `over`, `texts`.
    """

    width: float
    height: float
    cut: Outline
    under: tuple[Shape, ...] = ()
    art: Group = Group(())
    over: tuple[Shape, ...] = ()
    texts: tuple[TextBox, ...] = ()

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """All but the texts, from the lowest to the uppermost."""
        return (*self.under, self.art, *self.over)
