"""Where pieces lie on a sheet, and the marks that they are cut by."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from incursions.pictures.outlines import around, line
from incursions.pictures.shapes import Box, Drawn, Outline, Point
from incursions.pictures.sizes import CARD_HEIGHT, CARD_WIDTH, TILE_HEIGHT, TILE_WIDTH
from incursions.printing.papers import MARGIN, Paper

BAND = 5.0
"""How deep the strip is along two sides of a sheet, in which something is written."""
MARK_FROM, MARK_TO = 1.5, 4.5
"""Where marks begin and end, from what is cut by them."""
CUT_COLOUR, CUT_WIDTH = "#000000", 0.15


class Grid(NamedTuple):
    """How pieces of one size are laid out: in the middle of a sheet, row by row. Without gaps one cut serves two."""

    width: float
    height: float
    across: int
    down: int
    gap: float = 0.0

    @property
    def places(self) -> int:
        """How many pieces a sheet has room for."""
        return self.across * self.down

    def area(self, paper: Paper) -> Box:
        """What all places take up."""
        width = self.across * self.width + (self.across - 1) * self.gap
        height = self.down * self.height + (self.down - 1) * self.gap
        return Box((paper.width - width) / 2, (paper.height - height) / 2, width, height)

    def corner(self, paper: Paper, place: int) -> Point:
        """The upper left corner of a place."""
        row, column = divmod(place, self.across)
        area = self.area(paper)
        return area.left + column * (self.width + self.gap), area.top + row * (self.height + self.gap)

    def bands(self, paper: Paper) -> tuple[Box, Box, int]:
        """The two strips to write in, above and below or at both sides; and how far they are turned.

        A turned strip begins at its lower left corner, and is as wide as the sheet is high.
        """
        area = self.area(paper)
        if area.top >= area.left:
            wide = paper.width - 2 * MARGIN
            return Box(MARGIN, MARGIN, wide, BAND), Box(MARGIN, paper.height - MARGIN - BAND, wide, BAND), 0
        long = paper.height - 2 * MARGIN
        begun = paper.height - MARGIN
        return Box(MARGIN, begun, long, BAND), Box(paper.width - MARGIN - BAND, begun, long, BAND), -90


CARDS = Grid(CARD_WIDTH, CARD_HEIGHT, 3, 3)
TILES = Grid(TILE_WIDTH, TILE_HEIGHT, 2, 3, gap=8.0)
TILE_BLEED = 2.0


def card_marks(paper: Paper, places: Sequence[int]) -> Drawn:
    """Marks round the cards at these places, in line with each cut, outside all of them."""
    corners = [CARDS.corner(paper, place) for place in places]
    lefts, tops = sorted({x for x, _ in corners}), sorted({y for _, y in corners})
    columns, rows = [*lefts, lefts[-1] + CARD_WIDTH], [*tops, tops[-1] + CARD_HEIGHT]
    free_across, free_down = _free(paper)
    marks: list[Outline] = []
    for x in columns:
        for edge, way in ((rows[0], -1), (rows[-1], 1)):
            marks.append(line((x, edge + way * MARK_FROM), (x, edge + way * free_down)))
    for y in rows:
        for edge, way in ((columns[0], -1), (columns[-1], 1)):
            marks.append(line((edge + way * MARK_FROM, y), (edge + way * free_across, y)))
    return _drawn(marks)


def _free(paper: Paper) -> tuple[float, float]:
    """How far marks may reach beside cards, and above and below them."""
    area, turn = CARDS.area(paper), CARDS.bands(paper)[2]
    across, down = area.left - MARGIN, area.top - MARGIN
    return min(MARK_TO, across - (BAND if turn else 0)), min(MARK_TO, down - (0 if turn else BAND))


def tile_marks(paper: Paper, places: Sequence[int]) -> Drawn:
    """Marks beyond the corners of the tiles at these places, in line with their sides."""
    marks = [mark for place in places for mark in _hex_marks(*TILES.corner(paper, place))]
    return _drawn(marks)


def _hex_marks(left: float, top: float) -> Iterator[Outline]:
    corners = list(around(TILE_WIDTH / 2, 6, 0, left + TILE_WIDTH / 2, top + TILE_HEIGHT / 2))
    for first, last in pairwise([*corners, corners[0]]):
        for here, there in ((first, last), (last, first)):
            length = math.dist(here, there)
            ux, uy = (here[0] - there[0]) / length, (here[1] - there[1]) / length
            begin, end = TILE_BLEED + 0.6, TILE_BLEED + 2.6
            yield line((here[0] + ux * begin, here[1] + uy * begin), (here[0] + ux * end, here[1] + uy * end))


def _drawn(marks: list[Outline]) -> Drawn:
    return Drawn(tuple(run for mark in marks for run in mark), CUT_COLOUR, CUT_WIDTH)
