"""A document in the making: pages, what is drawn once and placed many times, and what the file says of itself."""

from __future__ import annotations

import math
from collections.abc import Iterable
from io import BytesIO
from typing import NamedTuple

import pydyf

from incursions.pictures.shapes import Box, Shape, TextBox
from incursions.printing.inks import Inks
from incursions.printing.papers import Paper
from incursions.printing.pen import Pen
from incursions.printing.streams import packed
from incursions.printing.tagging import Role, Tags, decoration, tagged
from incursions.printing.typefaces import Typefaces

POINTS = 72 / 25.4
"""Points in a millimetre."""
LANGUAGE = "en"


class Placed(NamedTuple):
    """Something that was drawn, by its name: where its upper left corner is, and how far it is turned about that."""

    name: str
    left: float
    top: float
    turn: int = 0


class Passage(NamedTuple):
    """A part of a page: what is drawn, which is decoration, and what is written, with its role for who listens."""

    shapes: tuple[Shape, ...]
    texts: tuple[TextBox, ...]
    role: Role = Role.PARAGRAPH


class Document:
    """Pages of one paper. Places are millimetres from a page's upper left corner, as in pictures."""

    def __init__(self, paper: Paper, *, title: str, subject: str) -> None:
        self._paper = paper
        self._pdf = pydyf.PDF()
        self._inks = Inks(self._pdf)
        self._typefaces = Typefaces()
        self._pen = Pen(self._inks, self._typefaces)
        self._tags = Tags(self._pdf)
        self._drawn: dict[str, bytes] = {}
        self._shared = {kind: pydyf.Dictionary() for kind in ("Font", "ExtGState", "Shading")}
        for resources in self._shared.values():
            self._pdf.add_object(resources)
        self._pdf.info.update(
            {"Title": pydyf.String(title), "Subject": pydyf.String(subject), "Creator": pydyf.String("Incursions")}
        )

    def draw(self, name: str, shapes: Iterable[Shape], texts: Iterable[TextBox], box: Box) -> None:
        """Draw something once, to be placed by its name. What lies beyond the box is not seen."""
        form = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": pydyf.Array([box.left, box.top, box.right, box.bottom]),
            "Resources": self._resources({}),
        }
        self._drawn[name] = self._added(packed(self._pen.drawn(shapes, texts).encode(), form))

    def add_page(self, passages: Iterable[Passage], placed: Iterable[Placed]) -> None:
        """Add a page: its passages, and over them what is placed."""
        used: dict[str, str] = {}
        parts = [f"{POINTS:.5f} 0 0 {-POINTS:.5f} 0 {self._paper.height * POINTS:.3f} cm"]
        roles: list[Role] = []
        for each in passages:
            if each.shapes:
                parts.append(decoration(self._pen.drawn(each.shapes, ())))
            if each.texts:
                parts.append(tagged(each.role, len(roles), self._pen.drawn((), each.texts)))
                roles.append(each.role)
        for thing in placed:
            placing = _placing(thing, used.setdefault(thing.name, f"X{len(used)}"))
            parts.append(tagged(Role.PARAGRAPH, len(roles), placing))
            roles.append(Role.PARAGRAPH)
        page = pydyf.Dictionary(
            {
                "Type": "/Page",
                "Parent": self._pdf.pages.reference,
                "MediaBox": pydyf.Array([0, 0, self._paper.width * POINTS, self._paper.height * POINTS]),
                "Contents": self._added(packed("\n".join(parts).encode())),
                "Resources": self._resources({short: self._drawn[name] for name, short in used.items()}),
                "StructParents": self._tags.next_page,
                "Tabs": "/S",
            }
        )
        self._pdf.add_page(page)
        self._tags.add_page(page.reference, roles)

    def written(self) -> bytes:
        """The whole file. The document is finished with it."""
        self._shared["Font"].update(self._typefaces.embedded(self._pdf))
        self._shared["ExtGState"].update(self._inks.states())
        self._shared["Shading"].update(self._inks.shadings())
        self._pdf.catalog.update(self._tags.described())
        self._pdf.catalog.update(
            {
                "Lang": pydyf.String(LANGUAGE),
                # Viewers show the title, and offer to print at true size.
                "ViewerPreferences": pydyf.Dictionary({"DisplayDocTitle": "true", "PrintScaling": "/None"}),
            }
        )
        data = BytesIO()
        self._pdf.write(data, identifier=True, compress=True)
        return data.getvalue()

    def _resources(self, placed: dict[str, bytes]) -> pydyf.Dictionary:
        shared = {kind: resources.reference for kind, resources in self._shared.items()}
        return pydyf.Dictionary(shared | ({"XObject": pydyf.Dictionary(placed)} if placed else {}))

    def _added(self, what: pydyf.Object) -> bytes:
        self._pdf.add_object(what)
        reference: bytes = what.reference
        return reference


def _placing(each: Placed, name: str) -> str:
    cosine, sine = math.cos(math.radians(each.turn)), math.sin(math.radians(each.turn))
    return f"q {cosine:.5f} {sine:.5f} {-sine:.5f} {cosine:.5f} {each.left:.4f} {each.top:.4f} cm /{name} Do Q"
