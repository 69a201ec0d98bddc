"""The pen for pages: writes a picture as SVG. Colours and sizes are attributes, so that it passes the strict CSP."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from html import escape

from incursions.games.incursions.pictures.shapes import (
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
    Shape,
    TextBox,
)
from incursions.games.incursions.pictures.text_layout import NAMES, SERIF

FALLBACKS = {SERIF: "Georgia, serif"}
OTHERWISE = "sans-serif"
Value = str | float | Iterable[float] | None


def svg(picture: Picture) -> str:
    """Return the whole picture, decoration for whoever has its text beside it; names in it are its own alone."""
    writer = _Writer(blake2b(repr(picture).encode(), digest_size=4).hexdigest())
    cut = writer.window(picture.cut)
    shapes, texts = map(writer.shape, picture.shapes), map(_text, picture.texts)
    body = _write("g", *shapes, *texts, clip_path=cut)
    defined = _write("defs", *writer.defined)
    size = (0, 0, picture.width, picture.height)
    return _write("svg", defined, body, xmlns="http://www.w3.org/2000/svg", viewBox=size, aria_hidden="true")


class _Writer:
    """Writes shapes. What stands in the definitions is written once and named by what it is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.names: dict[object, str] = {}
        self.defined: list[str] = []

    def shape(self, shape: Shape) -> str:
        """Write any shape."""
        match shape:
            case Filled():
                path, paint = path_data(shape.outline), self._paint(shape.paint)
                return _write("path", d=path, fill_rule="evenodd", fill=paint, opacity=_opacity(shape))
            case Drawn():
                return _write(
                    "path",
                    d=path_data(shape.outline),
                    fill="none",
                    stroke=shape.colour,
                    stroke_width=shape.width,
                    stroke_linejoin="round",
                    stroke_dasharray=shape.dashes,
                    opacity=_opacity(shape),
                )
            case Dots():
                return _write(
                    "path",
                    d="".join(f"M{_format(point)}h0" for point in shape.points),
                    stroke=shape.colour,
                    stroke_width=2 * shape.radius,
                    stroke_linecap="round",
                    opacity=_opacity(shape),
                )
            case Glow():
                return self._glow(shape)
            case Group():
                window = None if shape.window is None else self.window(shape.window)
                return _write("g", *map(self.shape, shape.shapes), clip_path=window)

    def window(self, outline: Outline) -> str:
        """Return the reference to an outline that others are seen through."""
        path = _write("path", d=path_data(outline), clip_rule="evenodd")
        return self._define(("window", outline), "clipPath", path)

    def _glow(self, shape: Glow) -> str:
        stops = (
            _write("stop", offset=place, stop_color=shape.colour, stop_opacity=strength) for place, strength in FADING
        )
        x, y = shape.centre
        return _write(
            "ellipse",
            cx=x,
            cy=y,
            rx=shape.width,
            ry=shape.height,
            fill=self._define(("glow", shape.colour), "radialGradient", *stops),
            transform=f"rotate({_format((shape.turn, x, y))})" if shape.turn else None,
            opacity=_opacity(shape),
        )

    def _paint(self, paint: Paint) -> str:
        """Return a paint as the value of an attribute; a gradient is defined once and referred to."""
        if isinstance(paint, str):
            return paint
        stops = (_write("stop", offset=stop.at, stop_color=stop.colour) for stop in paint.stops)
        units = "userSpaceOnUse"
        if isinstance(paint, Linear):
            (x1, y1), (x2, y2) = paint.start, paint.end
            return self._define(paint, "linearGradient", *stops, gradientUnits=units, x1=x1, y1=y1, x2=x2, y2=y2)
        (x, y), radius = paint.centre, paint.radius
        return self._define(paint, "radialGradient", *stops, gradientUnits=units, cx=x, cy=y, r=radius)

    def _define(self, what: object, element: str, *content: str, **attributes: Value) -> str:
        """Write an element into the definitions unless it is there, and return the reference to it."""
        if what not in self.names:
            self.names[what] = f"p{self.name}-{len(self.names)}"
            self.defined.append(_write(element, *content, id=self.names[what], **attributes))
        return f"url(#{self.names[what]})"


def path_data(outline: Outline) -> str:
    """Return an outline as SVG path data."""
    written = []
    for start, steps, is_closed in outline:
        written.append(f"M{_format(start)}")
        written += [f"{'L' if len(step) == 2 else 'C'}{_format(step)}" for step in steps]
        written.append("Z" if is_closed else "")
    return "".join(written)


def _text(box: TextBox) -> str:
    weight, style = box.face.style.split("-")
    lines = (_write("tspan", escape(line.text), x=line.left, y=line.baseline) for line in box.lines)
    return _write(
        "text",
        *lines,
        font_family=f"{NAMES[box.face.family]}, {FALLBACKS.get(box.face.family, OTHERWISE)}",
        font_weight=weight,
        font_style="italic" if style == "italic" else None,
        font_size=box.size,
        fill=box.colour,
    )


def _opacity(shape: Filled | Drawn | Dots | Glow) -> float | None:
    return None if shape.opacity == 1 else shape.opacity


def _write(element: str, *content: str, **attributes: Value) -> str:
    """Return an element. An underscore in a name stands for a hyphen, and an attribute that is None is left out."""
    written = "".join(
        f' {name.replace("_", "-")}="{_format(value)}"' for name, value in attributes.items() if value is not None
    )
    inner = "".join(content)
    return f"<{element}{written}>{inner}</{element}>" if inner else f"<{element}{written}/>"


def _format(value: str | float | Iterable[float]) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable):
        return " ".join(map(_format, value))
    return f"{value:.3f}".rstrip("0").rstrip(".")
