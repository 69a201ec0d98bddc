"""Rows of a list on paper: each knows how high it is, and is drawn where it comes to stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from incursions.pictures.fonts import LABEL, STRONG, TEXT, TITLE
from incursions.pictures.outlines import line, rectangle
from incursions.pictures.shapes import Box, Drawn, Face, Outline
from incursions.pictures.text_layout import Setting, fitted, height_of, wrapped
from incursions.printing.document import Passage
from incursions.printing.plain_faces import BLACK
from incursions.printing.tagging import Role

SIZE, ROW = 3.1, 4.9
COUNT, DETAIL = 8.0, 17.0
CHECK_WIDTH, CHECK_HEIGHT, CHECK_GAP = 5.4, 3.9, 1.0
CHECKS = 2
"""Empty boxes behind each count: who checks it writes what is there."""
LINE = 0.15


class Row(NamedTuple):
    """One row. `keeps`: it does not stand last in a column."""

    height: float
    drawn: Callable[[float, float], Passage]
    keeps: bool = False


def section(width: float, text: str, said: str = "") -> Row:
    """The heading of a list, with what is said of all of it."""

    def drawn(left: float, top: float) -> Passage:
        rule = Drawn(line((left, top + 8.4), (left + width, top + 8.4)), BLACK, 0.35)
        box = Box(left, top + 2.4, width, 5.4)
        own = fitted("section", text, box, Setting(TITLE, 4.6, BLACK, lines=1))
        more = fitted(
            "section",
            said,
            box._replace(left=left + 42, width=width - 42),
            Setting(LABEL, SIZE, BLACK, lines=1, across=1.0),
        )
        return Passage((rule,), (own, more) if said else (own,), Role.HEADING)

    return Row(9.2, drawn, keeps=True)


def group(width: float, text: str, copies: int) -> Row:
    """A heading within a list, with the number of its pieces."""

    def drawn(left: float, top: float) -> Passage:
        rule = Drawn(line((left, top + 5.6), (left + width, top + 5.6)), BLACK, LINE)
        setting = Setting(STRONG, SIZE, BLACK, lines=1)
        name = fitted("group", text, Box(left + COUNT, top + 1.4, width - COUNT, 4), setting)
        count = fitted("group", str(copies), Box(left, top + 1.4, COUNT - 2, 4), setting._replace(across=1.0))
        return Passage((rule,), (count, name), Role.SUBHEADING)

    return Row(6.4, drawn, keeps=True)


def entry(width: float, copies: int, title: str, detail: str, *, face: Face = TEXT) -> Row:
    """Copies of something, with empty boxes for who counts them again. A long title takes more lines."""
    checks = CHECKS * (CHECK_WIDTH + CHECK_GAP)
    room = width - COUNT - DETAIL - checks
    lines = list(wrapped(title, room - 1, face, SIZE))
    height = max(ROW, height_of(len(lines), SIZE) + 1.8)

    def drawn(left: float, top: float) -> Passage:
        label = Setting(LABEL, SIZE, BLACK, lines=1, across=1.0)
        texts = [
            fitted("count", str(copies), Box(left, top, COUNT - 2, ROW), label._replace(face=STRONG)),
            fitted("title", title, Box(left + COUNT, top, room - 1, height), Setting(face, SIZE, BLACK)),
        ]
        if detail:
            texts.append(fitted("detail", detail, Box(left + COUNT + room, top, DETAIL - 1.5, ROW), label))
        return Passage((_boxes(left + width - checks, top),), tuple(texts))

    return Row(height, drawn)


def _boxes(left: float, top: float) -> Drawn:
    boxes: list[Outline] = [
        rectangle(
            left + CHECK_GAP + number * (CHECK_WIDTH + CHECK_GAP),
            top + (ROW - CHECK_HEIGHT) / 2,
            CHECK_WIDTH,
            CHECK_HEIGHT,
        )
        for number in range(CHECKS)
    ]
    return Drawn(tuple(run for box in boxes for run in box), BLACK, LINE)


def remark(width: float, text: str) -> Row:
    """A sentence, on as many lines as it takes."""
    lines = list(wrapped(text, width, TEXT, SIZE))
    height = height_of(len(lines), SIZE) + 1.6

    def drawn(left: float, top: float) -> Passage:
        return Passage((), (fitted("remark", text, Box(left, top, width, height), Setting(TEXT, SIZE, BLACK)),))

    return Row(height, drawn)


class Standing(NamedTuple):
    """A row, and where it stands: the number of its column, and how far below the top of that."""

    row: Row
    column: int
    top: float


def in_columns(
    rows: Iterable[Row], heights: Callable[[int], float], column: int = 0, top: float = 0.0
) -> Iterator[Standing]:
    """Rows one below the other, column after column; `heights` says how high a column is.

    What comes first stands in that column, so far below its top.
    """
    kept: list[Row] = []
    for row in rows:
        kept.append(row)
        if row.keeps:
            continue
        if top + sum(each.height for each in kept) > heights(column) and top > 0:
            column, top = column + 1, 0.0
        for each in kept:
            yield Standing(each, column, top)
            top += each.height
        kept = []
