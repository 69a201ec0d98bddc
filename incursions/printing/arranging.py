"""The layout of pieces on a sheet, with cut marks and notes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from incursions.pictures.fonts import LABEL, TEXT, TITLE
from incursions.pictures.outlines import join, line, ring_points
from incursions.pictures.shapes import (
    CARD_HEIGHT,
    CARD_WIDTH,
    TILE_HEIGHT,
    TILE_WIDTH,
    Box,
    Drawn,
    Group,
    Outline,
    Picture,
    Point,
    TextBox,
)
from incursions.pictures.text_layout import BLACK, Setting, fit_text
from incursions.printing.document import HAIRLINE, fit_line
from incursions.printing.papers import MARGIN, Paper

BAND = 5.0
"""How deep the strip is along two sides of a sheet, in which something is written."""
MARK_FROM, MARK_TO = 1.5, 4.5
"""Where marks begin and end, from what is cut by them."""
RULER = 100.0
TRUE_SIZE = "This line is 100 mm long: print at 100 %, not fitted to the page."
SIZE, NOTE_SIZE = 2.7, 3.6
PADDING = 6.0


class Grid(NamedTuple):
    """A grid of pieces of one size, centered on a sheet, row by row. Without gaps, one cut serves two pieces."""

    width: float
    height: float
    across: int
    down: int
    gap: float = 0.0

    @property
    def places(self) -> int:
        """The number of pieces that fit on a sheet."""
        return self.across * self.down

    def area(self, paper: Paper) -> Box:
        """Return what all places take up."""
        width = self.across * self.width + (self.across - 1) * self.gap
        height = self.down * self.height + (self.down - 1) * self.gap
        return Box((paper.width - width) / 2, (paper.height - height) / 2, width, height)

    def corner(self, paper: Paper, place: int) -> Point:
        """Return the upper left corner of a place."""
        row, column = divmod(place, self.across)
        area = self.area(paper)
        return area.left + column * (self.width + self.gap), area.top + row * (self.height + self.gap)

    def bands(self, paper: Paper) -> tuple[Box, Box, int]:
        """Return the two strips to write in, above and below or at both sides; and how far they are turned.

        A turned strip begins at its lower left corner, and is as wide as the sheet is high.
        """
        area = self.area(paper)
        if area.top >= area.left:
            first = Box(MARGIN, MARGIN, paper.width - 2 * MARGIN, BAND)
            return first, first._replace(top=paper.height - MARGIN - BAND), 0
        first = Box(MARGIN, paper.height - MARGIN, paper.height - 2 * MARGIN, BAND)
        return first, first._replace(left=paper.width - MARGIN - BAND), -90


CARDS = Grid(CARD_WIDTH, CARD_HEIGHT, 3, 3)
TILES = Grid(TILE_WIDTH, TILE_HEIGHT, 2, 3, gap=8.0)
TILE_BLEED = 2.0


def card_marks(paper: Paper, places: Sequence[int]) -> Drawn:
    """Draw marks round the cards at these places, in line with each cut, outside all of them."""
    corners = [CARDS.corner(paper, place) for place in places]
    lefts, tops = ({corner[axis] for corner in corners} for axis in (0, 1))
    columns, rows = sorted({*lefts, max(lefts) + CARD_WIDTH}), sorted({*tops, max(tops) + CARD_HEIGHT})
    free_across, free_down = _free(paper)
    ends = ((0, -1), (-1, 1))
    marks = [
        line((x, rows[edge] + way * MARK_FROM), (x, rows[edge] + way * free_down))
        for x, (edge, way) in product(columns, ends)
    ]
    marks += [
        line((columns[edge] + way * MARK_FROM, y), (columns[edge] + way * free_across, y))
        for y, (edge, way) in product(rows, ends)
    ]
    return Drawn(join(marks), BLACK, HAIRLINE)


def _free(paper: Paper) -> tuple[float, float]:
    """Return how far marks may reach beside cards, and above and below them."""
    area, turn = CARDS.area(paper), CARDS.bands(paper)[2]
    across, down = area.left - MARGIN, area.top - MARGIN
    return min(MARK_TO, across - (BAND if turn else 0)), min(MARK_TO, down - (0 if turn else BAND))


def tile_marks(paper: Paper, places: Sequence[int]) -> Drawn:
    """Draw marks beyond the corners of the tiles at these places, in line with their sides."""
    marks = (mark for place in places for mark in _hex_marks(*TILES.corner(paper, place)))
    return Drawn(join(marks), BLACK, HAIRLINE)


def _hex_marks(left: float, top: float) -> Iterator[Outline]:
    corners = ring_points(TILE_WIDTH / 2, 6, 0, left + TILE_WIDTH / 2, top + TILE_HEIGHT / 2)
    for first, last in pairwise([*corners, corners[0]]):
        for here, there in ((first, last), (last, first)):
            length = math.dist(here, there)
            ux, uy = (here[0] - there[0]) / length, (here[1] - there[1]) / length
            yield line(*((here[0] + ux * far, here[1] + uy * far) for far in (TILE_BLEED + 0.6, TILE_BLEED + 2.6)))


def slug(name: str, page: int, pages: int, box: Box) -> Picture:
    """Write the name of a deck and the number of a page, in a strip of that size."""
    texts = (
        fit_line(name, Box(0, 0, box.width - 30, 3.4), TITLE, SIZE),
        fit_line(f"Page {page} of {pages}", Box(box.width - 28, 0, 28, 3.4), LABEL, SIZE, 1.0),
    )
    return _sheet_part(box.width, box.height, texts)


def ruler(box: Box) -> Picture:
    """Draw a line of 100 mm with a mark at each centimetre, and what it is for, in a strip of that size."""
    ticks = (line((10.0 * number, 0.6 if number % 5 == 0 else 1.4), (10.0 * number, 2.6)) for number in range(11))
    scale = Drawn((*line((0, 2.6), (RULER, 2.6)), *join(ticks)), BLACK, HAIRLINE)
    room = Box(RULER + 3, 0, box.width - RULER - 3, 3.4)
    text = fit_line(TRUE_SIZE, room, LABEL, SIZE)
    return _sheet_part(box.width, box.height, (text,), (scale,))


def note(heading: str, sentences: list[str], width: float, height: float) -> Picture:
    """Write a sheet's remarks in the room of some pieces."""
    inner = Box(PADDING, PADDING, width - 2 * PADDING, height - 2 * PADDING)
    head = fit_text("heading", heading, inner._replace(height=8), Setting(TITLE, 6.0, lines=1, down=0))
    body = inner._replace(top=inner.top + 11, height=inner.height - 11)
    text = fit_text("note", "\n".join(sentences), body, Setting(TEXT, NOTE_SIZE, down=0))
    return _sheet_part(width, height, (head, text))


def _sheet_part(width: float, height: float, texts: tuple[TextBox, ...], shapes: tuple[Drawn, ...] = ()) -> Picture:
    return Picture(width, height, (), shapes, Group(()), (), texts)
