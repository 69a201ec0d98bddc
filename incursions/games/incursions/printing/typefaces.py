"""The typefaces of a document: the npm packages that pages and pictures use, of which what is shown is embedded.

The packages have each file as .woff2 and as .woff; the latter is read without another decoder. A sign that a typeface
lacks is shown as a box, and what it is stands beside it, for whoever copies, searches or listens to the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pydyf

from incursions.games.incursions.pictures.shapes import Face
from incursions.games.incursions.pictures.text_layout import NAMES, SUBSETS, font_file, subset_of
from incursions.games.incursions.printing.objects import add_object, add_stream

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

BOX = "□"
"""What is read where a sign is lacking."""
_LACKING = 0  # the glyph of every font for what it lacks
_LAYOUT = ("GSUB", "GPOS", "GDEF")  # signs are laid out one by one
_DROPPED = ["OS/2", "name", "post", "cmap", "gasp"]  # of no use inside a document
_STEM = 80  # how broad its upright strokes are, for viewers that must put another typeface in its place


class Typefaces:
    """The typefaces that a document uses, each file of them a font of its own."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[Face, str], _Font] = {}

    def show(self, face: Face, text: str) -> Iterator[str]:
        """Yield the operators that show a line of text from the present place on."""
        for found, signs in groupby(text, lambda sign: subset_of(face, sign)):
            run = "".join(signs)
            font = self._font(face, found or SUBSETS[0])
            if found is None:
                yield f"/Span <</ActualText <feff{_hex(run)}>>> BDC /{font.name} 1 Tf <{font.boxes(len(run))}> Tj EMC"
            else:
                yield f"/{font.name} 1 Tf <{font.encode(run)}> Tj"

    def embed(self, pdf: pydyf.PDF) -> dict[str, object]:
        """Put what was shown into the document, and return the fonts by the names that they were shown with."""
        return {font.name: font.embed(pdf) for font in self._fonts.values()}

    def _font(self, face: Face, part: str) -> _Font:
        key = face, part
        if key not in self._fonts:
            self._fonts[key] = _Font(f"F{len(self._fonts)}", face, part)
        return self._fonts[key]


def _open_font(file: Path) -> TTFont:
    """Return a font. The library is imported late: it takes each process 0.2 s and 16 MB, and most print nothing."""
    from fontTools.ttLib import TTFont

    return TTFont(file, recalcTimestamp=False)


class _Font:
    """A file of a typeface with its glyph numbers, and the glyphs that are used."""

    def __init__(self, name: str, face: Face, part: str) -> None:
        self.name = name
        self.face = face
        self.file = _open_font(font_file(face, part).with_suffix(".woff"))
        self.numbers = self.file.getReverseGlyphMap()
        self.glyphs = self.file.getBestCmap()
        self.used: dict[int, str] = {}
        for table in _LAYOUT:
            if table in self.file:
                del self.file[table]

    def encode(self, text: str) -> str:
        """Return the glyph numbers of a text as hexadecimal digits."""
        return "".join(map(self._number, text))

    def boxes(self, count: int) -> str:
        """Return the glyph numbers of so many boxes."""
        self.used[_LACKING] = BOX
        return f"{_LACKING:04x}" * count

    def _number(self, sign: str) -> str:
        number = self.numbers[self.glyphs[ord(sign) if ord(sign) in self.glyphs else ord(" ")]]
        self.used.setdefault(number, sign)
        return f"{number:04x}"

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
