"""The typefaces of a document: the npm packages that pages and pictures use, of which what is shown is embedded.

The packages have each file as .woff2 and as .woff; the latter is read without another decoder. A sign that a typeface
lacks is shown as a box, and what it is stands beside it, for whoever copies, searches or listens to the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from io import BytesIO
from itertools import groupby

import pydyf
from fontTools import subset
from fontTools.ttLib import TTFont

from incursions.pictures.fonts import NAMES, SUBSETS, font_file, subset_of
from incursions.pictures.shapes import Face
from incursions.printing.streams import packed

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

    def shown(self, face: Face, text: str) -> Iterator[str]:
        """The operators that show a line of text from the present place on."""
        for found, signs in groupby(text, lambda sign: subset_of(face, sign)):
            run = "".join(signs)
            font = self._font(face, found or SUBSETS[0])
            if found is None:
                yield f"/Span <</ActualText <{_utf16(run)}>>> BDC /{font.name} 1 Tf <{font.boxes(len(run))}> Tj EMC"
            else:
                yield f"/{font.name} 1 Tf <{font.written(run)}> Tj"

    def embedded(self, pdf: pydyf.PDF) -> pydyf.Dictionary:
        """Put what was shown into the document; the fonts by the names that they were shown with."""
        return pydyf.Dictionary({font.name: font.embedded(pdf) for font in self._fonts.values()})

    def _font(self, face: Face, part: str) -> _Font:
        key = face, part
        if key not in self._fonts:
            self._fonts[key] = _Font(f"F{len(self._fonts)}", face, part)
        return self._fonts[key]


class _Font:
    """One file of a typeface, and which of its glyphs are used, by the numbers that they have there."""

    def __init__(self, name: str, face: Face, part: str) -> None:
        self.name = name
        self.face = face
        self.file = TTFont(font_file(face, part).with_suffix(".woff"), recalcTimestamp=False)
        self.numbers = self.file.getReverseGlyphMap()
        self.glyphs = self.file.getBestCmap()
        self.used: dict[int, str] = {}
        for table in _LAYOUT:
            if table in self.file:
                del self.file[table]

    def written(self, text: str) -> str:
        """Glyph numbers of a text, as hexadecimal digits."""
        return "".join(map(self._number, text))

    def boxes(self, count: int) -> str:
        """So many boxes."""
        self.used[_LACKING] = BOX
        return f"{_LACKING:04x}" * count

    def _number(self, sign: str) -> str:
        number = self.numbers[self.glyphs[ord(sign) if ord(sign) in self.glyphs else ord(" ")]]
        self.used.setdefault(number, sign)
        return f"{number:04x}"

    def embedded(self, pdf: pydyf.PDF) -> bytes:
        """A reference to the font in the document."""
        widths, used = self.file["hmtx"], sorted(self.used)
        names = self.file.getGlyphOrder()
        name = f"/{_tag(used)}+{NAMES[self.face.family].replace(' ', '')}-{self.face.style}"
        advances = [part for number in used for part in (number, pydyf.Array([widths[names[number]][0]]))]
        descriptor = pydyf.Dictionary({"Type": "/FontDescriptor", "FontName": name, **self._measures()})
        descriptor["FontFile2"] = _added(pdf, self._file_of(used))
        inner = {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": name,
            "CIDSystemInfo": pydyf.Dictionary({"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0}),
            "FontDescriptor": _added(pdf, descriptor),
            "DW": 0,
            "W": pydyf.Array(advances),
            "CIDToGIDMap": "/Identity",
        }
        outer = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": name,
            "Encoding": "/Identity-H",
            "DescendantFonts": pydyf.Array([_added(pdf, pydyf.Dictionary(inner))]),
            "ToUnicode": _added(pdf, packed(_to_unicode(self.used))),
        }
        return _added(pdf, pydyf.Dictionary(outer))

    def _measures(self) -> dict[str, object]:
        head, lines, print_ = self.file["head"], self.file["hhea"], self.file["OS/2"]
        return {
            "Flags": 4,  # glyphs are named by their numbers alone
            "FontBBox": pydyf.Array([head.xMin, head.yMin, head.xMax, head.yMax]),
            "ItalicAngle": round(self.file["post"].italicAngle),
            "Ascent": lines.ascent,
            "Descent": lines.descent,
            "CapHeight": print_.sCapHeight,
            "StemV": _STEM,
        }

    def _file_of(self, used: list[int]) -> pydyf.Stream:
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
        return packed(data.getvalue(), {"Length1": len(data.getvalue())})


def _added(pdf: pydyf.PDF, what: pydyf.Object) -> bytes:
    pdf.add_object(what)
    reference: bytes = what.reference
    return reference


def _tag(used: list[int]) -> str:
    """Six letters that tell one choice of glyphs from another."""
    digest = blake2b(repr(used).encode(), digest_size=6).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest)


def _to_unicode(used: dict[int, str]) -> bytes:
    """The table by which text is searched and copied."""
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


def _utf16(text: str) -> str:
    return "feff" + _hex(text)
