"""The pen for pages: writes a picture as SVG. Colours and sizes are attributes, so that it passes the strict CSP."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from html import escape

from incursions.pictures.fonts import NAMES, SERIF
from incursions.pictures.shapes import (
    FADING,
    Dots,
    Drawn,
    Filled,
    Glow,
    Group,
    Linear,
    Outline,
    Paint,
    Picture,
    Run,
    Shape,
    Stop,
    TextBox,
)

FALLBACKS = {SERIF: "Georgia, serif"}
OTHERWISE = "sans-serif"


def svg(picture: Picture) -> str:
    """The whole picture, decoration for whoever has its text beside it; names in it are its own alone."""
    writer = _Writer(blake2b(repr(picture).encode(), digest_size=4).hexdigest())
    cut = writer.window(picture.cut)
    body = "".join([*map(writer.shape, picture.shapes), *map(_text, picture.texts)])
    defined = "".join(writer.defined.values())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(picture.width)} {_number(picture.height)}" '
        f'aria-hidden="true"><defs>{defined}</defs><g clip-path="url(#{cut})">{body}</g></svg>'
    )


class _Writer:
    """What stands in the definitions is written once and named by what it is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.defined: dict[str, str] = {}
        self.names: dict[object, str] = {}

    def shape(self, shape: Shape) -> str:
        """Any shape."""
        match shape:
            case Filled():
                paint = f'fill="{self._paint(shape.paint)}"'
                return f'<path d="{path_data(shape.outline)}" fill-rule="evenodd" {paint}{_opacity(shape.opacity)}/>'
            case Drawn():
                return self._stroke(shape)
            case Dots():
                return _dots(shape)
            case Glow():
                return self._glow(shape)
            case Group():
                window = "" if shape.window is None else f' clip-path="url(#{self.window(shape.window)})"'
                return f"<g{window}>{''.join(map(self.shape, shape.shapes))}</g>"

    def window(self, outline: Outline) -> str:
        """The name of an outline that others are seen through."""
        path = f'<path d="{path_data(outline)}" clip-rule="evenodd"/>'
        return self._define(("window", outline), lambda name: f'<clipPath id="{name}">{path}</clipPath>')

    def _stroke(self, shape: Drawn) -> str:
        dashes = "" if shape.dashes is None else f' stroke-dasharray="{_numbers(shape.dashes)}"'
        return (
            f'<path d="{path_data(shape.outline)}" fill="none" stroke="{shape.colour}" '
            f'stroke-width="{_number(shape.width)}" stroke-linejoin="round"{dashes}{_opacity(shape.opacity)}/>'
        )

    def _glow(self, shape: Glow) -> str:
        def written(name: str) -> str:
            inner = "".join(
                f'<stop offset="{_number(place)}" stop-color="{shape.colour}" stop-opacity="{_number(strength)}"/>'
                for place, strength in FADING
            )
            return f'<radialGradient id="{name}">{inner}</radialGradient>'

        name = self._define(("glow", shape.colour), written)
        x, y = shape.centre
        turn = f' transform="rotate({_numbers((shape.turn, x, y))})"' if shape.turn else ""
        return (
            f'<ellipse cx="{_number(x)}" cy="{_number(y)}" rx="{_number(shape.width)}" ry="{_number(shape.height)}" '
            f'fill="url(#{name})"{turn}{_opacity(shape.opacity)}/>'
        )

    def _paint(self, paint: Paint) -> str:
        if isinstance(paint, str):
            return paint
        if isinstance(paint, Linear):
            (x1, y1), (x2, y2) = paint.start, paint.end
            kind = "linearGradient"
            place = f'x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
        else:
            kind, (x, y) = "radialGradient", paint.centre
            place = f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(paint.radius)}"'
        stops = _stops(paint.stops)
        name = self._define(
            paint, lambda name: f'<{kind} id="{name}" gradientUnits="userSpaceOnUse" {place}>{stops}</{kind}>'
        )
        return f"url(#{name})"

    def _define(self, what: object, write: Callable[[str], str]) -> str:
        name = self.names.setdefault(what, f"p{self.name}-{len(self.names)}")
        if name not in self.defined:
            self.defined[name] = write(name)
        return name


def path_data(outline: Outline) -> str:
    """An outline as SVG path data."""
    return "".join(map(_run, outline))


def _run(run: Run) -> str:
    steps = (f"{'L' if len(step) == 2 else 'C'}{_numbers(step)}" for step in run.steps)
    return f"M{_numbers(run.start)}{''.join(steps)}{'Z' if run.is_closed else ''}"


def _dots(shape: Dots) -> str:
    data = "".join(f"M{_numbers(point)}h0" for point in shape.points)
    return (
        f'<path d="{data}" stroke="{shape.colour}" stroke-width="{_number(2 * shape.radius)}" '
        f'stroke-linecap="round"{_opacity(shape.opacity)}/>'
    )


def _text(box: TextBox) -> str:
    weight, style = box.face.style.split("-")
    family = f"{NAMES[box.face.family]}, {FALLBACKS.get(box.face.family, OTHERWISE)}"
    slant = ' font-style="italic"' if style == "italic" else ""
    lines = "".join(
        f'<tspan x="{_number(line.left)}" y="{_number(line.baseline)}">{escape(line.text)}</tspan>'
        for line in box.lines
    )
    return (
        f'<text font-family="{family}" font-weight="{weight}"{slant} font-size="{_number(box.size)}" '
        f'fill="{box.colour}">{lines}</text>'
    )


def _stops(stops: Iterable[Stop]) -> str:
    return "".join(f'<stop offset="{_number(stop.at)}" stop-color="{stop.colour}"/>' for stop in stops)


def _opacity(opacity: float) -> str:
    return "" if opacity == 1 else f' opacity="{_number(opacity)}"'


def _numbers(numbers: Iterable[float]) -> str:
    return " ".join(map(_number, numbers))


def _number(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")
