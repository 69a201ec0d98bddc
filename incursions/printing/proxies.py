"""Sheets of pieces at true size, to be cut out: cards three by three, tiles apart, each with its marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from incursions.pictures.colours import EDGE
from incursions.pictures.faces import picture_of
from incursions.pictures.outlines import rectangle
from incursions.pictures.shapes import CARD_HEIGHT, CARD_WIDTH, Box, Filled, Picture, Shape
from incursions.printing.arranging import CARDS, TILE_BLEED, TILES, Grid, card_marks, note, ruler, slug, tile_marks
from incursions.printing.document import Document, Passage, Placed
from incursions.printing.listing import lacking_note, sort_content
from incursions.printing.papers import Paper
from incursions.printing.plain_faces import plain_face
from incursions.rules.construction import DeckContent
from incursions.rules.construction.facts import TILE, facts_of
from incursions.rules.printed.pieces import Definition

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
            there = titles[begun : begun + grid.places - first]
            yield Sheet(grid, dict(enumerate(there, start=first)), has_note)
            begun, has_note = begun + len(there), False


def _piece(title: str) -> str:
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
        yield tile_marks(paper, places)
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
