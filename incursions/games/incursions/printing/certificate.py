"""Certificates of tournaments: a page across, with the patch that was awarded (rules 21.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from incursions.games.incursions.pictures.colours import BRASS, BRASS_DARK
from incursions.games.incursions.pictures.outlines import rectangle
from incursions.games.incursions.pictures.patch_face import SIZE as PATCH_SIZE
from incursions.games.incursions.pictures.patch_face import PatchText, patch_face
from incursions.games.incursions.pictures.shapes import Box, Drawn, Group
from incursions.games.incursions.pictures.text_layout import FLAVOUR, LABEL, TITLE, Setting, fit_text
from incursions.games.incursions.printing.document import (
    PAPERS,
    Document,
    Paper,
    Passage,
    Placed,
    Role,
    draw_rule,
    fit_line,
    write_line,
)

ACROSS = Paper("A4 across", PAPERS["a4"].height, PAPERS["a4"].width)
FRAMES = ((10.0, 0.9), (13.0, 0.3))
"""How far the lines of the border are from the edge, and how broad they are."""
PATCH = "patch"


class Certificate(NamedTuple):
    """A certificate: the player's name, the achievement, further details, and the patch."""

    name: str
    what: str
    details: str
    patch: PatchText


def certificate(said: Certificate) -> bytes:
    """Return the certificate as PDF."""
    document = Document(ACROSS, title=f"{said.what}: {said.name}", subject="Certificate")
    picture = patch_face(said.patch)
    document.draw(PATCH, (Group(picture.shapes, picture.cut),), picture.texts, Box(0, 0, PATCH_SIZE, PATCH_SIZE))
    document.add_page(_passages(said), [Placed(PATCH, (ACROSS.width - PATCH_SIZE) / 2, 20)])
    return document.finish()


def _passages(said: Certificate) -> Iterator[Passage]:
    width, height = ACROSS.width, ACROSS.height
    frames = ((rectangle(edge, edge, width - 2 * edge, height - 2 * edge, 3), stroke) for edge, stroke in FRAMES)
    yield Passage(tuple(Drawn(frame, BRASS, stroke) for frame, stroke in frames))
    yield write_line(said.name, Box(30, 88, width - 60, 22), TITLE, 15, 0.5, Role.TITLE)
    what = Setting(FLAVOUR, 9, BRASS_DARK, lines=2, across=0.5)
    yield Passage((), (fit_text("what", said.what, Box(30, 112, width - 60, 24), what),), Role.HEADING)
    details = Setting(LABEL, 4.6, lines=3, across=0.5)
    yield Passage((), (fit_text("details", said.details, Box(50, 138, width - 100, 22), details),))
    for left, signature in ((50.0, "For the organizers"), (width - 120.0, "Head judge")):
        text = fit_line(signature, Box(left, 183, 70, 6), LABEL, 3.4, 0.5)
        yield Passage((draw_rule(left, left + 70, 182, 0.2),), (text,))
