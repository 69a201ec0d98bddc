"""A PDF document in the making: its pages, papers and listings; and its one page as pixels, rendered by PDFium."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from enum import StrEnum
from io import BytesIO
from threading import Lock
from typing import NamedTuple

import pydyf
import pypdfium2
from PIL import Image

from incursions.games.incursions.pictures.shapes import Box, Drawn, Face, Group, Picture, Shape, TextBox, line, polar
from incursions.games.incursions.pictures.text_layout import BLACK, TEXT, Setting, find_lacking, fit_text, name_signs
from incursions.games.incursions.printing.pen import Pen, add_object, add_stream, to_pdf
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.printed.pieces import NATURES, Definition

POINTS = 72 / 25.4
"""Points in a millimetre."""
LANGUAGE = "en"
HAIRLINE = 0.15


class Role(StrEnum):
    """The role of a part of a page, for screen readers."""

    TITLE = "H1"
    HEADING = "H2"
    SUBHEADING = "H3"
    PARAGRAPH = "P"


class Placed(NamedTuple):
    """Something that was drawn, by its name: where its upper left corner is, and how far it is turned about that."""

    name: str
    left: float
    top: float
    turn: int = 0


class Passage(NamedTuple):
    """A part of a page: what is drawn, which is decoration, and what is written, with its role for who listens.

    All of it is moved to its place.
    """

    shapes: tuple[Shape, ...]
    texts: tuple[TextBox, ...] = ()
    role: Role = Role.PARAGRAPH
    left: float = 0.0
    top: float = 0.0


def fit_line(text: str, box: Box, face: Face, size: float, across: float = 0.0) -> TextBox:
    """Return a text on one black line, as large as its box lets it be."""
    return fit_text("line", text, box, Setting(face, size, lines=1, across=across))


def write_line(
    text: str, box: Box, face: Face, size: float, across: float = 0.0, role: Role = Role.PARAGRAPH
) -> Passage:
    """Return a passage of one line."""
    return Passage((), (fit_line(text, box, face, size, across),), role)


def draw_rule(left: float, right: float, y: float, width: float = HAIRLINE) -> Drawn:
    """Return a black line across a page."""
    return Drawn(line((left, y), (right, y)), BLACK, width)


class Document:
    """Pages of one paper. Places are millimetres from a page's upper left corner, as in pictures."""

    def __init__(self, paper: Paper, *, title: str, subject: str) -> None:
        self._paper = paper
        self._pdf = pydyf.PDF()
        self._pen = Pen(self._pdf)
        self._drawn: dict[str, bytes] = {}
        self._shared = {kind: pydyf.Dictionary() for kind in ("Font", "ExtGState", "Shading")}
        self._structure = pydyf.Dictionary({"Type": "/StructElem", "S": "/Document"})
        self._parts: list[list[bytes]] = []
        for each in (*self._shared.values(), self._structure):
            self._pdf.add_object(each)
        info = {"Title": title, "Subject": subject, "Creator": "Incursions"}
        self._pdf.info.update({key: pydyf.String(value) for key, value in info.items()})

    def draw(self, name: str, shapes: Iterable[Shape], texts: Iterable[TextBox], box: Box) -> None:
        """Draw something once, to be placed by its name. What lies beyond the box is not seen."""
        form = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": [box.left, box.top, box.right, box.bottom],
            "Resources": self._resources({}),
        }
        self._drawn[name] = add_stream(self._pdf, self._pen.draw(shapes, texts).encode(), form)

    def add_page(self, passages: Iterable[Passage], placed: Iterable[Placed] = ()) -> None:
        """Add a page: its passages, and over them what is placed."""
        used: dict[str, str] = {}
        content = [f"{POINTS:.5f} 0 0 {-POINTS:.5f} 0 {self._paper.height * POINTS:.3f} cm"]
        roles: list[Role] = []

        def tag(role: Role, inner: str) -> None:
            content.append(f"/{role} <</MCID {len(roles)}>> BDC\n{inner}\nEMC")
            roles.append(role)

        for each in passages:
            if each.shapes:
                content.append(f"/Artifact BMC\n{self._move(each, self._pen.draw(each.shapes, ()))}\nEMC")
            if each.texts:
                tag(each.role, self._move(each, self._pen.draw((), each.texts)))
        for thing in placed:
            name = used.setdefault(thing.name, f"X{len(used)}")
            tag(Role.PARAGRAPH, f"q {_write_motion(thing.left, thing.top, thing.turn)} /{name} Do Q")
        self._end_page("\n".join(content), {short: self._drawn[name] for name, short in used.items()}, roles)

    def _move(self, passage: Passage, content: str) -> str:
        if not (passage.left or passage.top):
            return content
        return f"q {_write_motion(passage.left, passage.top)}\n{content}\nQ"

    def _end_page(self, content: str, placed: dict[str, bytes], roles: Iterable[Role]) -> None:
        page = pydyf.Dictionary(
            {
                "Type": "/Page",
                "Parent": self._pdf.pages.reference,
                "MediaBox": to_pdf([0, 0, self._paper.width * POINTS, self._paper.height * POINTS]),
                "Contents": add_stream(self._pdf, content.encode()),
                "Resources": to_pdf(self._resources(placed)),
                "StructParents": len(self._parts),
                "Tabs": "/S",
            }
        )
        self._pdf.add_page(page)
        part = {"Type": "/StructElem", "P": self._structure.reference, "Pg": page.reference}
        parts = [add_object(self._pdf, part | {"S": f"/{role}", "K": number}) for number, role in enumerate(roles)]
        self._parts.append(parts)

    def finish(self) -> bytes:
        """Return the whole file. The document is finished with it."""
        for kind, resources in self._pen.resources().items():
            self._shared[kind].update(resources)
        numbers = [each for number, parts in enumerate(self._parts) for each in (number, parts)]
        tree = {
            "Type": "/StructTreeRoot",
            "K": self._structure.reference,
            "ParentTree": {"Nums": numbers},
            "ParentTreeNextKey": len(self._parts),
        }
        root = add_object(self._pdf, tree)
        self._structure.update({"P": root, "K": to_pdf([part for parts in self._parts for part in parts])})
        described = {
            "StructTreeRoot": root,
            "MarkInfo": {"Marked": "true"},
            "Lang": pydyf.String(LANGUAGE),
            # Viewers show the title, and offer to print at true size.
            "ViewerPreferences": {"DisplayDocTitle": "true", "PrintScaling": "/None"},
        }
        self._pdf.catalog.update({key: to_pdf(value) for key, value in described.items()})
        data = BytesIO()
        self._pdf.write(data, identifier=True, compress=True)
        return data.getvalue()

    def _resources(self, placed: dict[str, bytes]) -> dict[str, object]:
        """Return the resource dictionary of a page: what all pages share, and the drawings placed on it."""
        shared: dict[str, object] = {kind: resources.reference for kind, resources in self._shared.items()}
        return shared | ({"XObject": placed} if placed else {})


def _write_motion(left: float, top: float, turn: float = 0) -> str:
    cosine, sine = polar(1, turn)
    return f"{cosine:.5f} {sine:.5f} {-sine:.5f} {cosine:.5f} {left:.4f} {top:.4f} cm"


class Paper(NamedTuple):
    """A paper by its name."""

    name: str
    width: float
    height: float


MARGIN = 5.0
"""What is nearer to an edge than this, many printers do not print."""
PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


OTHERS = "Other pieces"
GROUPS = (*NATURES, OTHERS)


def group_of(title: str, pieces: Mapping[str, Definition]) -> str:
    """Return the heading that a card stands under: its nature (rules 13.1), or that of whatever has none."""
    return str(pieces.get(title, {}).get("nature", OTHERS))


def sort_content(content: DeckContent, pieces: Mapping[str, Definition]) -> DeckContent:
    """Return the content with its cards by nature and title, those without a nature at the end, and tiles by title."""
    cards = sorted(content.cards.items(), key=lambda each: (GROUPS.index(group_of(each[0], pieces)), each[0]))
    return replace(content, cards=dict(cards), hexpile=dict(sorted(content.hexpile.items())))


def lacking_note(texts: Iterable[str]) -> str:
    """Return a sentence that names the signs which stand as boxes in names and titles; empty if there are none."""
    signs = find_lacking(TEXT, "".join(texts))
    return f"A box stands for a character that our typefaces lack: {name_signs(signs)}." if signs else ""


PRINT_DPI = 300
PIXELS = PRINT_DPI / 72 * POINTS
"""Pixels in a millimetre."""
_TRANSPARENT = (0, 0, 0, 0)
_pdfium = Lock()  # PDFium is not safe for threads


def render_pixels(picture: Picture) -> Image.Image:
    """Render a picture at 300 dots an inch, transparent outside its cut. Width and height are even numbers."""
    document = Document(Paper("picture", picture.width, picture.height), title="", subject="")
    document.add_page([Passage((Group(picture.shapes, picture.cut),), picture.texts)])
    with _pdfium, closing(pypdfium2.PdfDocument(document.finish())) as file:
        image: Image.Image = file[0].render(scale=PRINT_DPI / 72, fill_color=_TRANSPARENT).to_pil()
    width, height = (2 * round(length * PIXELS / 2) for length in (picture.width, picture.height))
    return image.crop((0, 0, width, height))
