"""What is written beside the pieces of a sheet: whose they are, and a ruler to check the print by."""

from __future__ import annotations

from incursions.pictures.fonts import LABEL, TEXT, TITLE
from incursions.pictures.outlines import line
from incursions.pictures.shapes import Box, Drawn, Picture, TextBox
from incursions.pictures.text_layout import Setting, fitted
from incursions.printing.plain_faces import BLACK, NOTHING

RULER = 100.0
TRUE_SIZE = "This line is 100 mm long: print at 100 %, not fitted to the page."
SIZE = 2.7
NOTE_SIZE = 3.6
PADDING = 6.0


def slug(name: str, page: int, pages: int, box: Box) -> Picture:
    """The name of a deck and the number of a page, in a strip of that size."""
    texts = (
        fitted("deck", name, Box(0, 0, box.width - 30, 3.4), Setting(TITLE, SIZE, BLACK, lines=1)),
        fitted(
            "page",
            f"Page {page} of {pages}",
            Box(box.width - 28, 0, 28, 3.4),
            Setting(LABEL, SIZE, BLACK, lines=1, across=1.0),
        ),
    )
    return _strip(box, (), texts)


def ruler(box: Box) -> Picture:
    """A line of 100 mm with a mark at each centimetre, and what it is for, in a strip of that size."""
    ticks = [line((10.0 * number, 0.6 if number % 5 == 0 else 1.4), (10.0 * number, 2.6)) for number in range(11)]
    drawn = Drawn(tuple(run for each in (line((0, 2.6), (RULER, 2.6)), *ticks) for run in each), BLACK, 0.15)
    room = Box(RULER + 3, 0, box.width - RULER - 3, 3.4)
    return _strip(box, (drawn,), (fitted("ruler", TRUE_SIZE, room, Setting(LABEL, SIZE, BLACK, lines=1)),))


def note(heading: str, sentences: list[str], width: float, height: float) -> Picture:
    """A sheet's remarks in the room of some pieces."""
    inner = Box(PADDING, PADDING, width - 2 * PADDING, height - 2 * PADDING)
    head = fitted("heading", heading, inner._replace(height=8), Setting(TITLE, 6.0, BLACK, lines=1, down=0))
    body = Box(inner.left, inner.top + 11, inner.width, inner.height - 11)
    text = fitted("note", "\n".join(sentences), body, Setting(TEXT, NOTE_SIZE, BLACK, down=0))
    return _picture(width, height, (), (head, text))


def _strip(box: Box, shapes: tuple[Drawn, ...], texts: tuple[TextBox, ...]) -> Picture:
    return _picture(box.width, box.height, shapes, texts)


def _picture(width: float, height: float, shapes: tuple[Drawn, ...], texts: tuple[TextBox, ...]) -> Picture:
    return Picture(width, height, (), shapes, NOTHING, (), texts)
