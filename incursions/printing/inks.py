"""What is painted with: opacities, gradients and glows, each once in a document, named for those who paint."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pydyf
from PIL import ImageColor

from incursions.pictures.shapes import FADING, Colour, Linear, Radial, Stop

Gradient = Linear | Radial


class Inks:
    """The inks of a document."""

    def __init__(self, pdf: pydyf.PDF) -> None:
        self._pdf = pdf
        self._opacities: dict[float, str] = {}
        self._gradients: dict[Gradient, tuple[str, pydyf.Dictionary]] = {}
        self._courses: dict[tuple[Stop, ...], bytes] = {}
        self._glow: bytes | None = None

    def opacity(self, opacity: float) -> str:
        """The name of an opacity, for fills and lines."""
        return self._opacities.setdefault(round(opacity, 3), f"A{len(self._opacities)}")

    def gradient(self, paint: Gradient) -> str:
        """The name of a gradient, in the millimetres of whoever paints with it."""
        if paint not in self._gradients:
            self._gradients[paint] = f"G{len(self._gradients)}", self._shading(paint)
        return self._gradients[paint][0]

    def glow(self) -> str:
        """The name of a light that fades from the origin to a distance of 1."""
        if self._glow is None:
            self._glow = self._added(self._fading())
        return "Glow"

    def states(self) -> pydyf.Dictionary:
        """Opacities and the glow, by their names."""
        states = {
            name: pydyf.Dictionary({"ca": opacity, "CA": opacity}).data for opacity, name in self._opacities.items()
        }
        return pydyf.Dictionary(states | ({} if self._glow is None else {"Glow": self._glow}))

    def shadings(self) -> pydyf.Dictionary:
        """Gradients by their names."""
        return pydyf.Dictionary({name: self._added(shading) for name, shading in self._gradients.values()})

    def _shading(self, paint: Gradient) -> pydyf.Dictionary:
        if isinstance(paint, Linear):
            return _shading(2, (*paint.start, *paint.end), "/DeviceRGB", self._course(paint.stops))
        x, y = paint.centre
        return _shading(3, (x, y, 0, x, y, paint.radius), "/DeviceRGB", self._course(paint.stops))

    def _course(self, stops: tuple[Stop, ...]) -> bytes:
        if stops not in self._courses:
            placed = ((stop.at, rgb(stop.colour)) for stop in stops)
            self._courses[stops] = self._added(_function(placed))
        return self._courses[stops]

    def _fading(self) -> pydyf.Dictionary:
        """A state in which all that is painted fades: seen through a disc that is white in its middle."""
        function = self._added(_function((place, (strength,)) for place, strength in FADING))
        shading = _shading(3, (0, 0, 0, 0, 0, 1), "/DeviceGray", function)
        mask = pydyf.Stream(
            ["/Disc sh"],
            {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": pydyf.Array([-1, -1, 1, 1]),
                "Group": pydyf.Dictionary({"S": "/Transparency", "CS": "/DeviceGray"}),
                "Resources": pydyf.Dictionary({"Shading": pydyf.Dictionary({"Disc": shading})}),
            },
        )
        soft = pydyf.Dictionary({"Type": "/Mask", "S": "/Luminosity", "G": self._added(mask)})
        return pydyf.Dictionary({"Type": "/ExtGState", "SMask": soft})

    def _added(self, what: pydyf.Object) -> bytes:
        self._pdf.add_object(what)
        reference: bytes = what.reference
        return reference


def rgb(colour: Colour) -> tuple[float, ...]:
    """The parts of a colour, from 0 to 1."""
    return tuple(round(part / 255, 3) for part in ImageColor.getrgb(colour)[:3])


def _shading(kind: int, place: tuple[float, ...], space: str, function: bytes) -> pydyf.Dictionary:
    return pydyf.Dictionary(
        {
            "ShadingType": kind,
            "ColorSpace": space,
            "Coords": pydyf.Array(place),
            "Function": function,
            "Extend": pydyf.Array(["true", "true"]),
        }
    )


def _function(placed: Iterable[tuple[float, tuple[float, ...]]]) -> pydyf.Dictionary:
    """From a place between 0 and 1 to the colour there, or to a strength."""
    stops = list(placed)
    stops = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    steps = [(first, last) for first, last in pairwise(stops) if last[0] > first[0]]
    parts = [
        pydyf.Dictionary(
            {
                "FunctionType": 2,
                "Domain": pydyf.Array([0, 1]),
                "C0": pydyf.Array(first),
                "C1": pydyf.Array(last),
                "N": 1,
            }
        )
        for (_, first), (_, last) in steps
    ]
    return pydyf.Dictionary(
        {
            "FunctionType": 3,
            "Domain": pydyf.Array([0, 1]),
            "Functions": pydyf.Array(parts),
            "Bounds": pydyf.Array(last[0] for _, last in steps[:-1]),
            "Encode": pydyf.Array([0, 1] * len(steps)),
        }
    )
