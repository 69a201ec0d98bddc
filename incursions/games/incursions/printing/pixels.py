"""Pictures as pixels: the page of a PDF that holds one picture, rendered by PDFium."""

from __future__ import annotations

from contextlib import closing
from threading import Lock

import pypdfium2
from PIL import Image

from incursions.games.incursions.pictures.shapes import Group, Picture
from incursions.games.incursions.printing.document import POINTS, Document, Paper, Passage

PRINT_DPI = 300
PIXELS = PRINT_DPI / 72 * POINTS
"""Pixels in a millimetre."""
_TRANSPARENT = (0, 0, 0, 0)
_pdfium = Lock()  # PDFium is not safe for threads


def render_pixels(picture: Picture) -> Image.Image:
    """Render a picture at 300 dots an inch, transparent outside its cut. Width and height are even numbers."""
    document = Document(Paper("picture", picture.width, picture.height), title="", subject="")
    document.add_page([Passage((Group(picture.shapes, picture.cut),), picture.texts)])
    with _pdfium, closing(pypdfium2.PdfDocument(document.finish())) as file:
        image: Image.Image = file[0].render(scale=PRINT_DPI / 72, fill_color=_TRANSPARENT).to_pil()
    return image.crop((0, 0, _round_to_even(picture.width * PIXELS), _round_to_even(picture.height * PIXELS)))


def _round_to_even(length: float) -> int:
    return 2 * round(length / 2)
