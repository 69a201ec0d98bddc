"""Papers of a tournament: tables over as many pages as they take, slips to cut, and certificates (rules 21.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TypeVar

from incursions.games.incursions.pictures.colours import BRASS, BRASS_DARK
from incursions.games.incursions.pictures.patch_face import SIZE as PATCH_SIZE
from incursions.games.incursions.pictures.patch_face import patch_face
from incursions.games.incursions.pictures.shapes import Box, Drawn, Face, Group, rectangle
from incursions.games.incursions.pictures.text_layout import FLAVOUR, LABEL, STRONG, TEXT, TITLE, Setting, fit_text
from incursions.games.incursions.printing.document import (
    PAPERS,
    PRINT_DPI,
    Document,
    Paper,
    Passage,
    Placed,
    Role,
    draw_rule,
    fit_line,
    render_pixels,
    write_line,
)
from incursions.games.prints import Certificate, Column, PatchText, Slip

PAPER = PAPERS["a4"]
SIDE, TOP, BOTTOM, GAP = 12.0, 11.0, 14.0, 2.0
HEAD, NAMES, ROW = 15.0, 6.0, 6.4
SIZE = 3.7
SLIPS = 4
T = TypeVar("T")
FIELDS = ("Place", "Hull + shields", "Signature")


def table_sheet(title: str, said: str, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> bytes:
    """Return the table as PDF. `said` stands below the title, the row of names on every page."""
    wide = PAPER.width - 2 * SIDE
    room = int((PAPER.height - TOP - HEAD - NAMES - BOTTOM) // ROW)
    pages = _split(rows, room)
    document = Document(PAPER, title=f"{title}: {said}", subject=title)
    names = _row(columns, [column.name for column in columns], wide, STRONG)
    head = (
        write_line(title, Box(SIDE, TOP, wide, 8), TITLE, 6.4, role=Role.TITLE),
        write_line(said, Box(SIDE, TOP + 8.5, wide, 5), LABEL, 3.4),
        names._replace(
            shapes=(draw_rule(SIDE, SIDE + wide - GAP, NAMES - 0.8, 0.35),), role=Role.HEADING, top=TOP + HEAD
        ),
    )
    foot = Box(SIDE, PAPER.height - BOTTOM + 4, wide, 4)
    for number, page in enumerate(pages, 1):
        tops = (TOP + HEAD + NAMES + place * ROW for place in range(room))
        passages = [_row(columns, row, wide)._replace(top=top) for row, top in zip(page, tops, strict=False)]
        text = f"Page {number} of {len(pages)}"
        document.add_page([*head, *passages, write_line(text, foot, LABEL, 2.7, 1.0)])
    return document.finish()


def slip_sheet(title: str, said: str, slips: Sequence[Slip]) -> bytes:
    """Return slips as PDF, four on a page with lines to cut along."""
    document = Document(PAPER, title=f"{title}: {said}", subject=title)
    wide, height = PAPER.width - 2 * SIDE, (PAPER.height - 2 * TOP) / SLIPS
    for page in _split(slips, SLIPS):
        places = ((slip, TOP + place * height) for place, slip in enumerate(page))
        document.add_page(
            passage._replace(left=SIDE, top=passage.top + top)
            for slip, top in places
            for passage in _slip(slip, said, wide, height)
        )
    return document.finish()


def _split(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """Return the items of each page; one page without any if there are none."""
    return [items[start : start + size] for start in range(0, len(items), size)] or [[]]


def _row(columns: Sequence[Column], row: Sequence[str], wide: float, face: Face = TEXT) -> Passage:
    """Return a row with a rule below it: each text in its column, where an empty one is left out."""
    left, texts = SIDE, []
    for column, text in zip(columns, row, strict=True):
        width = wide * column.share / sum(each.share for each in columns)
        if text:
            box = Box(left, 0, width - GAP, ROW - 1.2)
            texts.append(fit_line(text, box, face, SIZE, 1.0 if column.is_number else 0.0))
        left += width
    return Passage((draw_rule(SIDE, SIDE + wide - GAP, ROW - 0.6),), tuple(texts))


def _slip(slip: Slip, said: str, wide: float, height: float) -> Iterator[Passage]:
    """Yield a slip to cut out: its heading, a line for each player, and a place for the judge."""
    half = Box(0, 3, wide * 0.5, 6)
    yield write_line(slip.heading, half, TITLE, 5.0, role=Role.HEADING)
    yield write_line(said, half._replace(left=half.width), LABEL, 3.0, 1.0)
    step = min(8.5, (height - 22) / max(1, len(slip.players)))
    for number, name in enumerate(slip.players):
        yield _blank(name, wide)._replace(top=15 + number * step)
    for left, words in ((0.0, "Players who drop:"), (0.4, "Judge:")):
        yield write_line(words, Box(left * wide, height - 8, wide * 0.3, 4), LABEL, 2.9)
    yield Passage((draw_rule(0, wide, height)._replace(dashes=(2.0, 2.0)),))


def _blank(name: str, wide: float) -> Passage:
    """Return a player's name, and beside it lines to write on."""
    texts = [fit_line(name, Box(0, 0, wide * 0.4, 5), TEXT, SIZE)]
    width = wide * 0.6 / len(FIELDS)
    lefts = [wide * 0.4 + number * width + GAP for number in range(len(FIELDS))]
    for field, left in zip(FIELDS, lefts, strict=True):
        texts.append(fit_line(field, Box(left, 4.8, width - GAP, 2.6), LABEL, 2.2))
    return Passage(tuple(draw_rule(left, left + width - GAP, 4.6) for left in lefts), tuple(texts))


ACROSS = Paper("A4 across", PAPERS["a4"].height, PAPERS["a4"].width)
FRAMES = ((10.0, 0.9), (13.0, 0.3))
"""How far the lines of the border are from the edge, and how broad they are."""
PATCH = "patch"


def draw_patch(text: PatchText) -> bytes:
    """Return the picture of a patch as a PNG file, transparent around the patch."""
    written = BytesIO()
    render_pixels(patch_face(text)).save(written, "PNG", optimize=True, dpi=(PRINT_DPI, PRINT_DPI))
    return written.getvalue()


def certificate(said: Certificate) -> bytes:
    """Return the certificate as PDF."""
    document = Document(ACROSS, title=f"{said.what}: {said.name}", subject="Certificate")
    picture = patch_face(said.patch)
    document.draw(PATCH, (Group(picture.shapes, picture.cut),), picture.texts, Box(0, 0, PATCH_SIZE, PATCH_SIZE))
    document.add_page(_passages(said), [Placed(PATCH, (ACROSS.width - PATCH_SIZE) / 2, 20)])
    return document.finish()


def _passages(said: Certificate) -> Iterator[Passage]:
    """Yield the parts of a certificate: frames, name, achievement, details, and lines to sign."""
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
