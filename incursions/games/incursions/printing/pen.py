"""The pen for paper: draws what is described in millimetres with the operators of PDF, as lines and embedded text."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from io import BytesIO
from itertools import groupby, pairwise
from typing import Any

import pydyf
from PIL import ImageColor

from incursions.games.incursions.pictures.shapes import (
    FADING,
    Colour,
    Dots,
    Drawn,
    Face,
    Filled,
    Glow,
    Group,
    Linear,
    Outline,
    Radial,
    Shape,
    Stop,
    TextBox,
    polar,
    polygon,
    ring_points,
)
from incursions.games.incursions.pictures.text_layout import NAMES, SUBSETS, font_file, subset_of

LEVEL = 6
"""Streams are packed quickly rather than as tightly as can be."""


def to_pdf(value: Any) -> Any:
    """Return the value with its dictionaries, lists and tuples as objects of a PDF."""
    if isinstance(value, pydyf.Object):
        return value
    if isinstance(value, dict):
        return pydyf.Dictionary({key: to_pdf(each) for key, each in value.items()})
    if isinstance(value, list | tuple):
        return pydyf.Array([to_pdf(each) for each in value])
    return value


def add_object(pdf: pydyf.PDF, value: object) -> bytes:
    """Put an object into the document, and return a reference to it."""
    added = to_pdf(value)
    pdf.add_object(added)
    reference: bytes = added.reference
    return reference


def add_stream(pdf: pydyf.PDF, data: bytes, extra: Mapping[str, object] | None = None) -> bytes:
    """Put a packed stream into the document, with more entries of its dictionary, and return a reference to it."""
    entries = {key: to_pdf(value) for key, value in (extra or {}).items()}
    return add_object(pdf, pydyf.Stream([zlib.compress(data, LEVEL)], {**entries, "Filter": "/FlateDecode"}))


BOX = "□"
"""The sign printed in place of one that the font lacks."""
_LACKING = 0  # the glyph of every font for what it lacks
_LAYOUT = ("GSUB", "GPOS", "GDEF")  # signs are laid out one by one
_DROPPED = ["OS/2", "name", "post", "cmap", "gasp"]  # of no use inside a document
_STEM = 80  # how broad its upright strokes are, for viewers that must put another typeface in its place


class _Font:
    """A file of a typeface with its glyph numbers, and the glyphs that are used.

    The library of fonts is imported late: it takes each process 0.2 s and 16 MB, and most print nothing.
    """

    def __init__(self, name: str, face: Face, part: str) -> None:
        from fontTools.ttLib import TTFont

        self.name = name
        self.face = face
        self.file = TTFont(font_file(face, part).with_suffix(".woff"), recalcTimestamp=False)
        self.numbers = self.file.getReverseGlyphMap()
        self.glyphs = self.file.getBestCmap()
        self.used: dict[int, str] = {}
        for table in _LAYOUT:
            if table in self.file:
                del self.file[table]

    def encode(self, text: str) -> str:
        """Return the glyph numbers of a text as hexadecimal digits."""
        numbers = []
        for sign in text:
            number = self.numbers[self.glyphs[ord(sign) if ord(sign) in self.glyphs else ord(" ")]]
            self.used.setdefault(number, sign)
            numbers.append(f"{number:04x}")
        return "".join(numbers)

    def boxes(self, count: int) -> str:
        """Return the glyph numbers of so many boxes."""
        self.used[_LACKING] = BOX
        return f"{_LACKING:04x}" * count

    def embed(self, pdf: pydyf.PDF) -> bytes:
        """Put the font into the document, and return a reference to it."""
        widths, used = self.file["hmtx"], sorted(self.used)
        names = self.file.getGlyphOrder()
        name = f"/{_tag(used)}+{NAMES[self.face.family].replace(' ', '')}-{self.face.style}"
        font = {"Type": "/Font", "BaseFont": name}
        descriptor = {"Type": "/FontDescriptor", "FontName": name, **self._measures()}
        data = self._subset(used)
        inner = {
            **font,
            "Subtype": "/CIDFontType2",
            "CIDSystemInfo": {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0},
            "FontDescriptor": add_object(
                pdf, descriptor | {"FontFile2": add_stream(pdf, data, {"Length1": len(data)})}
            ),
            "DW": 0,
            "W": [part for number in used for part in (number, [widths[names[number]][0]])],
            "CIDToGIDMap": "/Identity",
        }
        outer = {
            **font,
            "Subtype": "/Type0",
            "Encoding": "/Identity-H",
            "DescendantFonts": [add_object(pdf, inner)],
            "ToUnicode": add_stream(pdf, _to_unicode(self.used)),
        }
        return add_object(pdf, outer)

    def _measures(self) -> dict[str, object]:
        """Return the measures of the font descriptor."""
        head, lines, print_ = self.file["head"], self.file["hhea"], self.file["OS/2"]
        return {
            "Flags": 4,  # glyphs are named by their numbers alone
            "FontBBox": [head.xMin, head.yMin, head.xMax, head.yMax],
            "ItalicAngle": round(self.file["post"].italicAngle),
            "Ascent": lines.ascent,
            "Descent": lines.descent,
            "CapHeight": print_.sCapHeight,
            "StemV": _STEM,
        }

    def _subset(self, used: list[int]) -> bytes:
        """Return the file with no more glyphs than these."""
        from fontTools import subset

        options = subset.Options(
            retain_gids=True, notdef_outline=True, hinting=False, layout_features=[], glyph_names=False
        )
        options.drop_tables += _DROPPED
        maker = subset.Subsetter(options)
        maker.populate(gids=used)
        maker.subset(self.file)
        self.file.flavor = None
        data = BytesIO()
        self.file.save(data)
        return data.getvalue()


def _tag(used: list[int]) -> str:
    """Return six letters that identify a subset of glyphs."""
    digest = blake2b(repr(used).encode(), digest_size=6).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest)


def _to_unicode(used: dict[int, str]) -> bytes:
    """Return the character map by which text is searched and copied."""
    rows = "\n".join(f"<{number:04x}> <{_hex(sign)}>" for number, sign in sorted(used.items()))
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n"
        "1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        f"{len(used)} beginbfchar\n{rows}\nendbfchar\n"
        "endcmap CMapName currentdict /CMap defineresource pop end end"
    ).encode()


def _hex(text: str) -> str:
    return text.encode("utf-16-be").hex()


Gradient = Linear | Radial


class Pen:
    """Draws for a document. Opacities, gradients, glows and typefaces are each put into it once, by a name."""

    def __init__(self, pdf: pydyf.PDF) -> None:
        self._pdf = pdf
        self._fonts: dict[tuple[Face, str], _Font] = {}
        self._opacities: dict[float, str] = {}
        self._gradients: dict[Gradient, str] = {}
        self._courses: dict[tuple[Stop, ...], bytes] = {}
        self._glow_state: bytes | None = None

    def draw(self, shapes: Iterable[Shape], texts: Iterable[TextBox]) -> str:
        """Return the operators for the shapes, one over the other, and the texts over all of them."""
        parts = [part for shape in shapes for part in self._shape(shape)]
        for box in texts:
            for line in box.lines:  # which grows upwards from its baseline, unlike all else
                place = f"{box.size:.3f} 0 0 {-box.size:.3f} {line.left:.3f} {line.baseline:.3f} Tm"
                shown = " ".join(self._show(box.face, line.text))
                parts.append(f"BT {_colour(box.colour)} rg {place} {shown} ET")
        return "\n".join(parts)

    def _shape(self, shape: Shape) -> Iterator[str]:
        """Yield the PDF operators that draw a shape."""
        match shape:
            case Filled():
                yield from self._fill(shape)
            case Drawn():
                dashes = "" if shape.dashes is None else f" [{shape.dashes[0]:.3f} {shape.dashes[1]:.3f}] 0 d"
                pen = f"{_colour(shape.colour)} RG {shape.width:.3f} w 1 j{dashes}"
                yield f"q {pen}{self._set_opacity(shape.opacity)} {write_path(shape.outline)}S Q"
            case Dots():  # polygons of eight sides, since viewers differ on the round ends of lines without a length
                rings = (ring_points(shape.radius, 8, 22.5, x, y) for x, y in shape.points)
                dots = "".join(write_path(polygon(ring)) for ring in rings)
                yield f"q {_colour(shape.colour)} rg{self._set_opacity(shape.opacity)} {dots}f Q"
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
        """Return the PDF operators that draw a glow: the shared fading circle, moved and stretched."""
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

    def _show(self, face: Face, text: str) -> Iterator[str]:
        """Yield the operators that show a line of text from the present place on."""
        for found, signs in groupby(text, lambda sign: subset_of(face, sign)):
            run, key = "".join(signs), (face, found or SUBSETS[0])
            if key not in self._fonts:
                self._fonts[key] = _Font(f"F{len(self._fonts)}", *key)
            font = self._fonts[key]
            if found is None:
                yield f"/Span <</ActualText <feff{_hex(run)}>>> BDC /{font.name} 1 Tf <{font.boxes(len(run))}> Tj EMC"
            else:
                yield f"/{font.name} 1 Tf <{font.encode(run)}> Tj"

    def resources(self) -> dict[str, dict[str, object]]:
        """Return all that was drawn with, by its kind and name. Typefaces are embedded with it."""
        states: dict[str, object] = {
            name: to_pdf({"ca": opacity, "CA": opacity}) for opacity, name in self._opacities.items()
        }
        return {
            "Font": {font.name: font.embed(self._pdf) for font in self._fonts.values()},
            "ExtGState": states | ({} if self._glow_state is None else {"Glow": self._glow_state}),
            "Shading": {name: add_object(self._pdf, self._shading(paint)) for paint, name in self._gradients.items()},
        }

    def _shading(self, paint: Gradient) -> dict[str, object]:
        """Return the shading of a gradient; gradients with equal stops share its function."""
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
    written = []
    for start, steps, is_closed in outline:
        written.append(f"{_numbers(start)} m ")
        written += [f"{_numbers(step)} {'l' if len(step) == 2 else 'c'} " for step in steps]
        written.append("h " if is_closed else "")
    return "".join(written)


def _numbers(numbers: Iterable[float]) -> str:
    """Return numbers as PDF writes them, with two decimals."""
    return " ".join(f"{number:.2f}" for number in numbers)


def rgb(colour: Colour) -> tuple[float, ...]:
    """Return the parts of a colour, from 0 to 1."""
    return tuple(round(part / 255, 3) for part in ImageColor.getrgb(colour)[:3])


def _colour(colour: Colour) -> str:
    """Return a colour as the three numbers of a PDF operator."""
    return "{:g} {:g} {:g}".format(*rgb(colour))


def _shade(kind: int, place: tuple[float, ...], space: str, function: bytes) -> dict[str, object]:
    """Return a PDF shading dictionary that goes on beyond both ends."""
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
