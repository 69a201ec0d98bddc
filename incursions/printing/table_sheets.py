"""Tables on paper: a heading, columns with names above them, rows over as many pages as they take; and slips to cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from incursions.pictures.fonts import LABEL, STRONG, TEXT, TITLE
from incursions.pictures.outlines import line
from incursions.pictures.shapes import Box, Drawn, Face, TextBox
from incursions.pictures.text_layout import Setting, fitted
from incursions.printing.document import Document, Passage
from incursions.printing.papers import Paper
from incursions.printing.plain_faces import BLACK
from incursions.printing.tagging import Role

SIDE, TOP, BOTTOM, GAP = 12.0, 11.0, 14.0, 2.0
HEAD, NAMES, ROW = 15.0, 6.0, 6.4
SIZE, LINE = 3.7, 0.15
SLIPS = 4


class Column(NamedTuple):
    """A column: its name, how wide it is beside the others, and whether it is set from the right, as numbers are."""

    name: str
    share: float
    is_number: bool = False


class Slip(NamedTuple):
    """A slip to cut out: what it is of, and a line to fill in for each player."""

    heading: str
    players: Sequence[str]


def table_sheet(title: str, said: str, columns: Sequence[Column], rows: Sequence[Sequence[str]], paper: Paper) -> bytes:
    """The table as PDF. `said` stands below the title, the row of names on every page."""
    wide = paper.width - 2 * SIDE
    room = int((paper.height - TOP - HEAD - NAMES - BOTTOM) // ROW)
    pages = [rows[start : start + room] for start in range(0, len(rows), room)] or [[]]
    document = Document(paper, title=f"{title}: {said}", subject=title)
    boxes = _boxes(columns, wide)
    for number, page in enumerate(pages, 1):
        passages = [*_head(title, said, wide), _names(columns, boxes)]
        passages += [_row(columns, boxes, row, TOP + HEAD + NAMES + place * ROW) for place, row in enumerate(page)]
        document.add_page([*passages, _foot(f"Page {number} of {len(pages)}", paper)], ())
    return document.written()


def slip_sheet(title: str, said: str, slips: Sequence[Slip], paper: Paper) -> bytes:
    """Slips as PDF, four on a page with lines to cut along."""
    document = Document(paper, title=f"{title}: {said}", subject=title)
    height = (paper.height - 2 * TOP) / SLIPS
    pages = [slips[start : start + SLIPS] for start in range(0, len(slips), SLIPS)] or [[]]
    for page in pages:
        passages: list[Passage] = []
        for place, slip in enumerate(page):
            passages += _slip(slip, said, Box(SIDE, TOP + place * height, paper.width - 2 * SIDE, height))
        document.add_page(passages, ())
    return document.written()


def _boxes(columns: Sequence[Column], wide: float) -> list[tuple[float, float]]:
    """Where each column begins, and how wide it is."""
    shares = sum(column.share for column in columns)
    found, left = [], SIDE
    for column in columns:
        width = wide * column.share / shares
        found.append((left, width - GAP))
        left += width
    return found


def _head(title: str, said: str, wide: float) -> Iterator[Passage]:
    heading = fitted("heading", title, Box(SIDE, TOP, wide, 8), Setting(TITLE, 6.4, BLACK, lines=1))
    yield Passage((), (heading,), Role.TITLE)
    yield Passage((), (fitted("said", said, Box(SIDE, TOP + 8.5, wide, 5), Setting(LABEL, 3.4, BLACK, lines=1)),))


def _names(columns: Sequence[Column], boxes: Sequence[tuple[float, float]]) -> Passage:
    top = TOP + HEAD
    texts = [_cell(column, column.name, box, top, STRONG) for column, box in zip(columns, boxes, strict=True)]
    right = boxes[-1][0] + boxes[-1][1]
    rule = Drawn(line((SIDE, top + NAMES - 0.8), (right, top + NAMES - 0.8)), BLACK, 0.35)
    return Passage((rule,), tuple(texts), Role.HEADING)


def _row(columns: Sequence[Column], boxes: Sequence[tuple[float, float]], row: Sequence[str], top: float) -> Passage:
    texts = [_cell(*each, top, TEXT) for each in zip(columns, row, boxes, strict=True) if each[1]]
    right = boxes[-1][0] + boxes[-1][1]
    rule = Drawn(line((SIDE, top + ROW - 0.6), (right, top + ROW - 0.6)), BLACK, LINE)
    return Passage((rule,), tuple(texts))


def _cell(column: Column, text: str, box: tuple[float, float], top: float, face: Face) -> TextBox:
    setting = Setting(face, SIZE, BLACK, lines=1, across=1.0 if column.is_number else 0.0)
    return fitted(column.name, text, Box(box[0], top, box[1], ROW - 1.2), setting)


def _foot(text: str, paper: Paper) -> Passage:
    box = Box(SIDE, paper.height - BOTTOM + 4, paper.width - 2 * SIDE, 4)
    return Passage((), (fitted("page", text, box, Setting(LABEL, 2.7, BLACK, lines=1, across=1.0)),))


def _slip(slip: Slip, said: str, box: Box) -> Iterator[Passage]:
    wide = box.width
    heading = fitted(
        "slip", slip.heading, Box(box.left, box.top + 3, wide * 0.5, 6), Setting(TITLE, 5.0, BLACK, lines=1)
    )
    event = Box(box.left + wide * 0.5, box.top + 3, wide * 0.5, 6)
    yield Passage((), (heading,), Role.HEADING)
    yield Passage((), (fitted("event", said, event, Setting(LABEL, 3.0, BLACK, lines=1, across=1.0)),))
    step = min(8.5, (box.height - 22) / max(1, len(slip.players)))
    for number, name in enumerate(slip.players):
        top = box.top + 15 + number * step
        yield _blank(name, ("Place", "Hull + shields", "Signature"), Box(box.left, top, wide, step))
    for left, words in ((0.0, "Who drops:"), (0.4, "Judge:")):
        below = Box(box.left + left * wide, box.bottom - 8, wide * 0.3, 4)
        yield Passage((), (fitted("foot", words, below, Setting(LABEL, 2.9, BLACK, lines=1)),))
    cut = Drawn(line((box.left, box.bottom), (box.right, box.bottom)), BLACK, LINE, dashes=(2.0, 2.0))
    yield Passage((cut,), ())


def _blank(name: str, fields: Sequence[str], box: Box) -> Passage:
    """A player's name, and beside it lines to write on."""
    texts = [fitted("player", name, Box(box.left, box.top, box.width * 0.4, 5), Setting(TEXT, SIZE, BLACK, lines=1))]
    shapes = []
    width = box.width * 0.6 / len(fields)
    for number, field in enumerate(fields):
        left = box.left + box.width * 0.4 + number * width + GAP
        texts.append(
            fitted(field, field, Box(left, box.top + 4.8, width - GAP, 2.6), Setting(LABEL, 2.2, BLACK, lines=1))
        )
        shapes.append(Drawn(line((left, box.top + 4.6), (left + width - GAP, box.top + 4.6)), BLACK, LINE))
    return Passage(tuple(shapes), tuple(texts))
