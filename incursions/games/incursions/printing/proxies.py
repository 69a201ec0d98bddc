"""Sheets of pieces at true size, to be cut out: their layout and cut marks, and faces that spare ink."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise, product
from typing import NamedTuple

from incursions.games.incursions.pictures.colours import EDGE
from incursions.games.incursions.pictures.faces import picture_of
from incursions.games.incursions.pictures.printed_words import DOT, Figure, Printed, read_piece, system_rows
from incursions.games.incursions.pictures.shapes import (
    CARD_HEIGHT,
    CARD_WIDTH,
    TILE_HEIGHT,
    TILE_WIDTH,
    Box,
    Drawn,
    Filled,
    Outline,
    Picture,
    Point,
    Shape,
    TextBox,
    hexagon,
    join,
    line,
    rectangle,
    ring_points,
)
from incursions.games.incursions.pictures.text_layout import (
    BLACK,
    LABEL,
    STRONG,
    TEXT,
    TITLE,
    Setting,
    fit_text,
    height_of,
)
from incursions.games.incursions.printing.document import (
    HAIRLINE,
    MARGIN,
    Document,
    Paper,
    Passage,
    Placed,
    draw_rule,
    fit_line,
    lacking_note,
    sort_content,
)
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.printed.pieces import SHIP, TILE, Definition, facts_of

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
    # Marks may reach as far as printers print, but not into the strips with writing.
    area, (*_, turn) = CARDS.area(paper), CARDS.bands(paper)
    free_across = min(MARK_TO, area.left - MARGIN - (BAND if turn else 0))
    free_down = min(MARK_TO, area.top - MARGIN - (0 if turn else BAND))
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


def tile_marks(left: float, top: float) -> Iterator[Outline]:
    """Yield marks beyond the corners of a tile, in line with its sides."""
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
    return Picture(box.width, box.height, (), texts=texts)


def ruler(box: Box) -> Picture:
    """Draw a line of 100 mm with a mark at each centimetre, and what it is for, in a strip of that size."""
    ticks = (line((10.0 * number, 0.6 if number % 5 == 0 else 1.4), (10.0 * number, 2.6)) for number in range(11))
    scale = Drawn((*line((0, 2.6), (RULER, 2.6)), *join(ticks)), BLACK, HAIRLINE)
    room = Box(RULER + 3, 0, box.width - RULER - 3, 3.4)
    text = fit_line(TRUE_SIZE, room, LABEL, SIZE)
    return Picture(box.width, box.height, (), (scale,), texts=(text,))


def note(heading: str, sentences: list[str], width: float, height: float) -> Picture:
    """Write a sheet's remarks in the room of some pieces."""
    inner = Box(PADDING, PADDING, width - 2 * PADDING, height - 2 * PADDING)
    head = fit_text("heading", heading, inner._replace(height=8), Setting(TITLE, 6.0, lines=1, down=0))
    body = inner._replace(top=inner.top + 11, height=inner.height - 11)
    text = fit_text("note", "\n".join(sentences), body, Setting(TEXT, NOTE_SIZE, down=0))
    return Picture(width, height, (), texts=(head, text))


EDGE_WIDTH = 0.1
SIDE = 4.0
WITHIN = CARD_WIDTH - 2 * SIDE
LARGEST_TEXT = 3.7
HIGHEST_FIGURES, HIGHEST_BESIDE_TEXT = 54.0, 30.0
"""How high the figures may be: something is left for the text."""


def plain_face(piece: Definition) -> Picture:
    """Return the plain face of any piece, as large as its other one."""
    said, facts = read_piece(piece), facts_of(piece)
    if facts.kind == TILE:
        cut = hexagon(TILE_WIDTH / 2, TILE_HEIGHT / 2, TILE_WIDTH / 2)
        return Picture(
            TILE_WIDTH, TILE_HEIGHT, cut, (Drawn(cut, BLACK, EDGE_WIDTH),), texts=tuple(_tile_texts(piece, said))
        )
    cut = rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT)
    rules = (draw_rule(SIDE, CARD_WIDTH - SIDE, y, 0.2) for y in (20.5, 80.0))
    texts = tuple(_card_texts(piece, said, facts.rarity))
    return Picture(CARD_WIDTH, CARD_HEIGHT, cut, (Drawn(cut, BLACK, EDGE_WIDTH), *rules), texts=texts)


def _card_texts(piece: Definition, said: Printed, rarity: str) -> Iterator[TextBox]:
    yield fit_text("title", said.title, Box(SIDE, 4, WITHIN, 11), Setting(TITLE, 5.2, lines=2, leading=1.0))
    if said.kind:
        yield fit_line(said.kind, Box(SIDE, 15.6, WITHIN, 4), STRONG, 3.0)
    top = 22.0
    rows = [*map(_in_words, said.figures)]
    if facts_of(piece).kind == SHIP:
        rows += [f"{row.label}: {row.value}" for row in system_rows(piece)]
    if rows:
        size = 3.4
        high = min(HIGHEST_BESIDE_TEXT if said.text else HIGHEST_FIGURES, height_of(len(rows), size) + 0.1)
        yield fit_text("figures", "\n".join(rows), Box(SIDE, top, WITHIN, high), Setting(STRONG, size, down=0))
        top += high + 1.6
    if said.text:
        box = Box(SIDE, top, WITHIN, 79.0 - top)
        yield fit_text("text", said.text, box, Setting(TEXT, LARGEST_TEXT, down=0))
    words = DOT.join(filter(None, [rarity if rarity != "None" else "", said.users, said.number]))
    if words:
        yield fit_line(words, Box(SIDE, 80.6, WITHIN, 4), LABEL, 2.7)


def _in_words(figure: Figure) -> str:
    """Return dice before what is said of them, numbers after what they are of."""
    if figure.label == "damage":
        return f"{figure.value} damage"
    if figure.label.startswith("range"):
        return f"{figure.value}, {figure.label}"
    return f"{figure.label[0].upper()}{figure.label[1:]}: {figure.value}"


def _tile_texts(piece: Definition, said: Printed) -> Iterator[TextBox]:
    """Yield the texts of a tile in plain text."""
    points = piece["hex_points"]
    head = f"{points} hex point{'' if points == 1 else 's'}"
    yield fit_line(head, _across(4.0, 5.0), STRONG, 3.2, 0.5)
    yield fit_text("title", said.title, _across(9.5, 9.5), Setting(TITLE, 5.2, lines=2, across=0.5, leading=1.0))
    top = 20.0
    figures = DOT.join([*filter(None, [said.kind]), *map(_in_words, said.figures)])
    if figures:
        yield fit_line(figures, _across(top, 4.0), STRONG, 3.0, 0.5)
        top += 6.0
    setting = Setting(TEXT, LARGEST_TEXT, across=0.5, down=0.3)
    yield fit_text("text", said.text, _across(top, 67.5 - top), setting)
    foot = DOT.join(filter(None, [", ".join(said.marks) if isinstance(piece["affinity"], dict) else "", said.number]))
    if foot:
        yield fit_line(foot, _across(68.5, 4.0), LABEL, 2.7, 0.5)


def _across(top: float, height: float) -> Box:
    """Return the widest box of that height that stands in the hexagon there."""
    farthest = max(abs(top - TILE_HEIGHT / 2), abs(top + height - TILE_HEIGHT / 2))
    half = TILE_WIDTH / 2 - farthest / math.sqrt(3) - 2.5
    return Box(TILE_WIDTH / 2 - half, top, 2 * half, height)


MOST_PIECES = 300
"""More are not printed at once."""
CARD_BLEED = 1.0
MOST_MISSING = 24
"""So many unknown titles are named on the first sheet."""
SUBJECT = "Pieces at true size"
Copies = tuple[str, int]


class Which(StrEnum):
    """The part of a deck to print: all of it, or one of its two halves."""

    ALL = "all"
    DECK = "deck"
    HEXPILE = "hexpile"


class Style(StrEnum):
    """The style of printed pieces: with pictures, or in black on white without."""

    FACES = "faces"
    PLAIN = "plain"


class Sheet(NamedTuple):
    """A page: titles at the places of a grid."""

    grid: Grid
    titles: dict[int, str]
    has_note: bool = False


def find_titles(content: DeckContent, which: Which) -> Iterator[Copies]:
    """Yield the titles to print with their copies: the deck with the pieces outside it, the hexpile, or both."""
    if which != Which.HEXPILE:
        yield from ((title, 1) for title in content.outside)
        yield from content.cards.items()
    if which != Which.DECK:
        yield from content.hexpile.items()


def proxies(
    name: str,
    content: DeckContent,
    pieces: Mapping[str, Definition],
    paper: Paper,
    which: Which = Which.ALL,
    style: Style = Style.FACES,
) -> bytes:
    """Return the sheets as PDF. Pieces that nobody knows are left out, and the first sheet says so."""
    wanted = list(find_titles(sort_content(content, pieces), which))
    remarks = list(_remarks(name, [(title, copies) for title, copies in wanted if title not in pieces]))
    sheets = list(_sheets([(title, copies) for title, copies in wanted if title in pieces], pieces, bool(remarks)))
    document = Document(paper, title=name, subject=SUBJECT)
    for title in dict.fromkeys(title for sheet in sheets for title in sheet.titles.values()):
        picture = picture_of(pieces[title]) if style == Style.FACES else plain_face(pieces[title])
        _draw(document, _piece(title), picture, 0.0 if picture.width == CARD_WIDTH else TILE_BLEED)
    for number, sheet in enumerate(sheets, start=1):
        placed = [*_writing(document, sheet, paper, name, (number, len(sheets)), remarks)]
        places = ((title, sheet.grid.corner(paper, place)) for place, title in sheet.titles.items())
        placed += [Placed(_piece(title), *corner) for title, corner in places]
        document.add_page([Passage(tuple(_beneath(sheet, paper, style)))], placed)
    return document.finish()


def _remarks(name: str, missing: Sequence[Copies]) -> Iterator[str]:
    """Yield remarks for the cover: titles that have no piece, and letters that the typefaces lack."""
    if missing:
        named = ", ".join(f"{copies} “{title}”" for title, copies in missing[:MOST_MISSING])
        more = len(missing) - MOST_MISSING
        others = f" and {more} other title{'' if more == 1 else 's'}" if more > 0 else ""
        yield f"Not printed, since there are no such pieces: {named}{others}."
    lacking = lacking_note([name, *(title for title, _ in missing[:MOST_MISSING])])
    if lacking:
        yield lacking


def _sheets(known: Sequence[Copies], pieces: Mapping[str, Definition], has_note: bool) -> Iterator[Sheet]:
    """Yield cards, then tiles. A note takes the uppermost row of the first sheet, which may hold nothing else."""
    each = [title for title, copies in known for _ in range(copies)]
    tiles = [title for title in each if facts_of(pieces[title]).kind == TILE]
    cards = [title for title in each if facts_of(pieces[title]).kind != TILE]
    for grid, titles in ((CARDS, cards), (TILES, tiles)):
        begun = 0
        while begun < len(titles) or (has_note and not tiles):
            first = grid.across if has_note else 0
            there = titles[begun : begun + grid.across * grid.down - first]
            yield Sheet(grid, dict(enumerate(there, start=first)), has_note)
            begun, has_note = begun + len(there), False


def _piece(title: str) -> str:
    """Return the name under which the drawing of a piece is shared by its copies."""
    return f"piece {title}"


def _draw(document: Document, name: str, picture: Picture, bleed: float = 0.0) -> None:
    box = Box(-bleed, -bleed, picture.width + 2 * bleed, picture.height + 2 * bleed)
    document.draw(name, picture.shapes, picture.texts, box)


def _beneath(sheet: Sheet, paper: Paper, style: Style) -> Iterator[Shape]:
    """Yield the marks, and a rim round the cards in the colour of their edges, so that no cut leaves white."""
    places = list(sheet.titles)
    if not places:
        return
    if sheet.grid is TILES:
        marks = (mark for place in places for mark in tile_marks(*TILES.corner(paper, place)))
        yield Drawn(join(marks), BLACK, HAIRLINE)
        return
    yield card_marks(paper, places)
    if style == Style.FACES:
        width, height = CARD_WIDTH + 2 * CARD_BLEED, CARD_HEIGHT + 2 * CARD_BLEED
        for x, y in (sheet.grid.corner(paper, place) for place in places):
            yield Filled(rectangle(x - CARD_BLEED, y - CARD_BLEED, width, height), EDGE)


def _writing(
    document: Document, sheet: Sheet, paper: Paper, name: str, page: tuple[int, int], remarks: list[str]
) -> Iterator[Placed]:
    """Draw name and page in one strip of the sheet, and on the first one the ruler in the other and the remarks."""
    first, second, turn = sheet.grid.bands(paper)
    area = sheet.grid.area(paper)
    parts = [(slug(name, *page, first), Placed(f"slug {page[0]}", first.left, first.top, turn))]
    if page[0] == 1:
        parts.append((ruler(second), Placed("ruler", second.left, second.top, turn)))
    if sheet.has_note:
        parts.append((note(name, remarks, area.width, sheet.grid.height), Placed("note", area.left, area.top)))
    for picture, placed in parts:
        _draw(document, placed.name, picture)
        yield placed
