"""Certificates of tournaments: a page across, with the patch that was awarded (rules 21.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from incursions.pictures.colours import BRASS, BRASS_DARK
from incursions.pictures.fonts import FLAVOUR, LABEL, TITLE
from incursions.pictures.outlines import line, rectangle
from incursions.pictures.patch_face import SIZE, PatchText, patch_face
from incursions.pictures.shapes import Box, Drawn, Group, Shape
from incursions.pictures.text_layout import Setting, fitted
from incursions.printing.document import Document, Passage, Placed
from incursions.printing.papers import PAPERS, Paper
from incursions.printing.plain_faces import BLACK
from incursions.printing.tagging import Role

ACROSS = Paper("A4 across", PAPERS["a4"].height, PAPERS["a4"].width)
EDGE, INNER = 10.0, 13.0
PATCH = "patch"


class Certificate(NamedTuple):
    """What a certificate says: of whom, what for, in how many words more, and the patch."""

    name: str
    what: str
    details: str
    patch: PatchText


def certificate(said: Certificate) -> bytes:
    """The certificate as PDF."""
    document = Document(ACROSS, title=f"{said.what}: {said.name}", subject="Certificate")
    picture = patch_face(said.patch)
    seen: tuple[Shape, ...] = (Group(picture.shapes, picture.cut),)
    document.draw(PATCH, seen, picture.texts, Box(0, 0, SIZE, SIZE))
    document.add_page(_passages(said), [Placed(PATCH, (ACROSS.width - SIZE) / 2, 20)])
    return document.written()


def _passages(said: Certificate) -> Iterator[Passage]:
    width = ACROSS.width - 2 * 30
    yield Passage(tuple(_border()), ())
    name = Setting(TITLE, 15, BLACK, lines=1, across=0.5)
    yield Passage((), (fitted("name", said.name, Box(30, 88, width, 22), name),), Role.TITLE)
    what = Setting(FLAVOUR, 9, BRASS_DARK, lines=2, across=0.5)
    yield Passage((), (fitted("what", said.what, Box(30, 112, width, 24), what),), Role.HEADING)
    details = Setting(LABEL, 4.6, BLACK, lines=3, across=0.5)
    yield Passage((), (fitted("details", said.details, Box(50, 138, ACROSS.width - 100, 22), details),))
    yield from _signatures()


def _border() -> Iterator[Shape]:
    for edge, stroke in ((EDGE, 0.9), (INNER, 0.3)):
        yield Drawn(rectangle(edge, edge, ACROSS.width - 2 * edge, ACROSS.height - 2 * edge, 3), BRASS, stroke)


def _signatures() -> Iterator[Passage]:
    for left, said in ((50.0, "For the organizers"), (ACROSS.width - 120.0, "Head judge")):
        rule = Drawn(line((left, 182), (left + 70, 182)), BLACK, 0.2)
        text = fitted("signature", said, Box(left, 183, 70, 6), Setting(LABEL, 3.4, BLACK, lines=1, across=0.5))
        yield Passage((rule,), (text,))
