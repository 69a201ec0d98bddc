"""The pen for paper: draws what is described in millimetres with the operators of PDF, as lines and real text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import pydyf
from PIL import ImageColor

from incursions.games.incursions.pictures.outlines import polar, polygon, ring_points
from incursions.games.incursions.pictures.shapes import (
    FADING,
    Colour,
    Dots,
    Drawn,
    Filled,
    Glow,
    Group,
    Linear,
    Outline,
    Radial,
    Run,
    Shape,
    Stop,
    TextBox,
)
from incursions.games.incursions.printing.objects import add_object, to_pdf
from incursions.games.incursions.printing.typefaces import Typefaces

Gradient = Linear | Radial


class Pen:
    """Draws for a document. Opacities, gradients, glows and typefaces are each put into it once, by a name."""

    def __init__(self, pdf: pydyf.PDF) -> None:
        self._pdf = pdf
        self._typefaces = Typefaces()
        self._opacities: dict[float, str] = {}
        self._gradients: dict[Gradient, str] = {}
        self._courses: dict[tuple[Stop, ...], bytes] = {}
        self._glow_state: bytes | None = None

    def draw(self, shapes: Iterable[Shape], texts: Iterable[TextBox]) -> str:
        """Return the operators for the shapes, one over the other, and the texts over all of them."""
        parts = [part for shape in shapes for part in self._shape(shape)]
        parts += [part for box in texts for part in self._text(box)]
        return "\n".join(parts)

    def _shape(self, shape: Shape) -> Iterator[str]:
        match shape:
            case Filled():
                yield from self._fill(shape)
            case Drawn():
                dashes = "" if shape.dashes is None else f" [{shape.dashes[0]:.3f} {shape.dashes[1]:.3f}] 0 d"
                pen = f"{_colour(shape.colour)} RG {shape.width:.3f} w 1 j{dashes}"
                yield f"q {pen}{self._set_opacity(shape.opacity)} {write_path(shape.outline)}S Q"
            case Dots():
                yield f"q {_colour(shape.colour)} rg{self._set_opacity(shape.opacity)} {_dots(shape)}f Q"
            case Glow():
                yield self._glow(shape)
            case Group():
                window = "" if shape.window is None else f"{write_path(shape.window)}W* n"
                yield f"q {window}"
                for each in shape.shapes:
                    yield from self._shape(each)
                yield "Q"

    def _fill(self, shape: Filled) -> Iterator[str]:
        path, opacity = write_path(shape.outline), self._set_opacity(shape.opacity)
        if isinstance(shape.paint, str):
            fill = f"{_colour(shape.paint)} rg {path}f*"
            yield f"q{opacity} {fill} Q" if opacity else fill
        else:
            name = self._gradients.setdefault(shape.paint, f"G{len(self._gradients)}")
            yield f"q{opacity} {path}W* n /{name} sh Q"

    def _glow(self, shape: Glow) -> str:
        (ax, ay), (bx, by) = polar(shape.width, shape.turn), polar(shape.height, shape.turn + 90)
        x, y = shape.centre
        motion = f"{ax:.4f} {ay:.4f} {bx:.4f} {by:.4f} {x:.3f} {y:.3f} cm"
        if self._glow_state is None:  # a light that fades from the origin to a distance of 1
            self._glow_state = add_object(self._pdf, self._fading())
        state = f"/Glow gs{self._set_opacity(shape.opacity)}"
        return f"q {motion} {state} {_colour(shape.colour)} rg -1 -1 2 2 re f Q"

    def _set_opacity(self, opacity: float) -> str:
        if opacity == 1:
            return ""
        return f" /{self._opacities.setdefault(round(opacity, 3), f'A{len(self._opacities)}')} gs"

    def _text(self, box: TextBox) -> Iterator[str]:
        """Yield the operators for lines, which grow upwards from their baseline, unlike all else."""
        for line in box.lines:
            place = f"{box.size:.3f} 0 0 {-box.size:.3f} {line.left:.3f} {line.baseline:.3f} Tm"
            yield f"BT {_colour(box.colour)} rg {place} {' '.join(self._typefaces.show(box.face, line.text))} ET"

    def resources(self) -> dict[str, dict[str, object]]:
        """Return all that was drawn with, by its kind and name. Typefaces are embedded with it."""
        states: dict[str, object] = {
            name: to_pdf({"ca": opacity, "CA": opacity}) for opacity, name in self._opacities.items()
        }
        return {
            "Font": self._typefaces.embed(self._pdf),
            "ExtGState": states | ({} if self._glow_state is None else {"Glow": self._glow_state}),
            "Shading": {name: add_object(self._pdf, self._shading(paint)) for paint, name in self._gradients.items()},
        }

    def _shading(self, paint: Gradient) -> dict[str, object]:
        if paint.stops not in self._courses:
            places = ((stop.at, rgb(stop.colour)) for stop in paint.stops)
            self._courses[paint.stops] = add_object(self._pdf, _interpolate(places))
        course = self._courses[paint.stops]
        if isinstance(paint, Linear):
            return _shade(2, (*paint.start, *paint.end), "/DeviceRGB", course)
        return _shade(3, (*paint.centre, 0, *paint.centre, paint.radius), "/DeviceRGB", course)

    def _fading(self) -> dict[str, object]:
        """Return a state in which all that is painted fades: seen through a disc that is white in its middle."""
        function = add_object(self._pdf, _interpolate((place, (strength,)) for place, strength in FADING))
        disc = _shade(3, (0, 0, 0, 0, 0, 1), "/DeviceGray", function)
        form = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": [-1, -1, 1, 1],
            "Group": {"S": "/Transparency", "CS": "/DeviceGray"},
            "Resources": {"Shading": {"Disc": disc}},
        }
        mask = pydyf.Stream(["/Disc sh"], to_pdf(form))
        soft = {"Type": "/Mask", "S": "/Luminosity", "G": add_object(self._pdf, mask)}
        return {"Type": "/ExtGState", "SMask": soft}


def write_path(outline: Outline) -> str:
    """Return the operators for an outline, to be filled, drawn or clipped with."""
    return "".join(map(_run, outline))


def _run(run: Run) -> str:
    steps = "".join(f"{_numbers(step)} {'l' if len(step) == 2 else 'c'} " for step in run.steps)
    return f"{_numbers(run.start)} m {steps}{'h ' if run.is_closed else ''}"


def _numbers(numbers: Iterable[float]) -> str:
    return " ".join(f"{number:.2f}" for number in numbers)


def _dots(shape: Dots) -> str:
    """Return polygons of eight sides, since viewers differ on the round ends of lines without a length."""
    return "".join(write_path(polygon(ring_points(shape.radius, 8, 22.5, x, y))) for x, y in shape.points)


def rgb(colour: Colour) -> tuple[float, ...]:
    """Return the parts of a colour, from 0 to 1."""
    return tuple(round(part / 255, 3) for part in ImageColor.getrgb(colour)[:3])


def _colour(colour: Colour) -> str:
    return "{:g} {:g} {:g}".format(*rgb(colour))


def _shade(kind: int, place: tuple[float, ...], space: str, function: bytes) -> dict[str, object]:
    return {"ShadingType": kind, "ColorSpace": space, "Coords": place, "Function": function, "Extend": ["true", "true"]}


def _interpolate(places: Iterable[tuple[float, tuple[float, ...]]]) -> dict[str, object]:
    """Return the function from a place between 0 and 1 to the colour there, or to a strength."""
    stops = list(places)
    stops = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    steps = [(first, last) for first, last in pairwise(stops) if last[0] > first[0]]
    parts = [{"FunctionType": 2, "Domain": [0, 1], "C0": first, "C1": last, "N": 1} for (_, first), (_, last) in steps]
    return {
        "FunctionType": 3,
        "Domain": [0, 1],
        "Functions": parts,
        "Bounds": [last[0] for _, last in steps[:-1]],
        "Encode": [0, 1] * len(steps),
    }
