"""The pen for paper: draws what is described in millimetres with the operators of PDF, as lines and real text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from incursions.pictures.outlines import around, polygon
from incursions.pictures.shapes import Dots, Drawn, Filled, Glow, Group, Outline, Run, Shape, Step, TextBox
from incursions.printing.inks import Inks, rgb
from incursions.printing.typefaces import Typefaces


class Pen:
    """Draws with the inks and in the typefaces of a document."""

    def __init__(self, inks: Inks, typefaces: Typefaces) -> None:
        self._inks = inks
        self._typefaces = typefaces

    def drawn(self, shapes: Iterable[Shape], texts: Iterable[TextBox]) -> str:
        """The shapes, one over the other, and the texts over all of them."""
        parts = [part for shape in shapes for part in self._shape(shape)]
        parts += [part for box in texts for part in self._text(box)]
        return "\n".join(parts)

    def _shape(self, shape: Shape) -> Iterator[str]:
        match shape:
            case Filled():
                yield from self._fill(shape)
            case Drawn():
                dashes = "" if shape.dashes is None else f" [{shape.dashes[0]:.3f} {shape.dashes[1]:.3f}] 0 d"
                pen = f"{_stroke(shape.colour)} {shape.width:.3f} w 1 j{dashes}"
                yield f"q {pen}{self._seen(shape.opacity)} {path(shape.outline)}S Q"
            case Dots():
                yield f"q {_fill(shape.colour)}{self._seen(shape.opacity)} {_dots(shape)}f Q"
            case Glow():
                yield self._glow(shape)
            case Group():
                window = "" if shape.window is None else f"{path(shape.window)}W* n"
                yield f"q {window}"
                for each in shape.shapes:
                    yield from self._shape(each)
                yield "Q"

    def _fill(self, shape: Filled) -> Iterator[str]:
        if isinstance(shape.paint, str):
            filled = f"{_fill(shape.paint)} {path(shape.outline)}f*"
            yield filled if shape.opacity == 1 else f"q{self._seen(shape.opacity)} {filled} Q"
        else:
            name = self._inks.gradient(shape.paint)
            yield f"q{self._seen(shape.opacity)} {path(shape.outline)}W* n /{name} sh Q"

    def _glow(self, shape: Glow) -> str:
        cosine, sine = math.cos(math.radians(shape.turn)), math.sin(math.radians(shape.turn))
        (across, down), (x, y) = (shape.width, shape.height), shape.centre
        turned = f"{across * cosine:.4f} {across * sine:.4f} {-down * sine:.4f} {down * cosine:.4f} {x:.3f} {y:.3f} cm"
        return f"q {turned} /{self._inks.glow()} gs{self._seen(shape.opacity)} {_fill(shape.colour)} -1 -1 2 2 re f Q"

    def _seen(self, opacity: float) -> str:
        return "" if opacity == 1 else f" /{self._inks.opacity(opacity)} gs"

    def _text(self, box: TextBox) -> Iterator[str]:
        """Lines grow upwards from their baseline, unlike all else."""
        for line in box.lines:
            place = f"{box.size:.3f} 0 0 {-box.size:.3f} {line.left:.3f} {line.baseline:.3f} Tm"
            yield f"BT {_fill(box.colour)} {place} {' '.join(self._typefaces.shown(box.face, line.text))} ET"


def path(outline: Outline) -> str:
    """An outline, to be filled, drawn or seen through."""
    return "".join(map(_run, outline))


def _run(run: Run) -> str:
    steps = "".join(map(_step, run.steps))
    return f"{run.start[0]:.2f} {run.start[1]:.2f} m {steps}{'h ' if run.is_closed else ''}"


def _step(step: Step) -> str:
    if len(step) == 2:
        return f"{step[0]:.2f} {step[1]:.2f} l "
    ax, ay, bx, by, x, y = step
    return f"{ax:.2f} {ay:.2f} {bx:.2f} {by:.2f} {x:.2f} {y:.2f} c "


def _dots(shape: Dots) -> str:
    """Polygons of eight sides, since viewers differ on the round ends of lines without a length."""
    return "".join(path(polygon(around(shape.radius, 8, 22.5, x, y))) for x, y in shape.points)


def _fill(colour: str) -> str:
    return "{:g} {:g} {:g} rg".format(*rgb(colour))


def _stroke(colour: str) -> str:
    return "{:g} {:g} {:g} RG".format(*rgb(colour))
