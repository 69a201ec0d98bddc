"""What a reader of PDF that is not ours finds in a document: what lies where, in millimetres, and what it says."""

import re
from functools import cached_property
from io import BytesIO
from typing import NamedTuple

from pypdf import PdfReader
from pypdf.generic import ContentStream

POINTS = 72 / 25.4


class Area(NamedTuple):
    """A rectangle on a page, from its upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self):
        return self.right - self.left, self.bottom - self.top

    def overlaps(self, other, by=0.01):
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > by and down > by


class Thing(NamedTuple):
    """Something that was drawn once and placed: the number of its object, and where it lies."""

    number: int
    area: Area


class Reading:
    """A document."""

    def __init__(self, data):
        self.data = data
        self.reader = PdfReader(BytesIO(data))
        self.texts, self.tables = {}, {}

    @property
    def pages(self):
        return self.reader.pages

    @cached_property
    def text(self):
        """All that the document says, in the order of its pages."""
        return "\n".join(page.extract_text() for page in self.pages)

    def things(self, page):
        """Return the things that are placed on a page."""
        placed, stack = [], []
        matrix = (1, 0, 0, 1, 0, 0)
        for operands, operator in self._operations(page):
            if operator == b"q":
                stack.append(matrix)
            elif operator == b"Q":
                matrix = stack.pop()
            elif operator == b"cm":
                matrix = multiplied([float(number) for number in operands], matrix)
            elif operator == b"Do":
                placed.append(self._thing(page, operands[0], matrix))
        return placed

    def said(self, thing):
        """Return the text on a thing, line by line."""
        if thing.number not in self.texts:
            form = self.reader.get_object(thing.number)
            self.texts[thing.number] = "".join(self._written(form))
        return self.texts[thing.number]

    def _written(self, form):
        font = None
        for operands, operator in ContentStream(form, self.reader).operations:
            if operator == b"Tf":
                font = form["/Resources"]["/Font"][operands[0]]
            elif operator == b"Tj":
                yield from self._signs(font, operands[0].original_bytes.hex())
            elif operator == b"ET":
                yield "\n"

    def _signs(self, font, numbers):
        """Return the signs for glyphs, four digits each, as the font's table for copied text has them."""
        if font.indirect_reference not in self.tables:
            rows = re.findall(rb"<(\w{4})> <(\w+)>$", font["/ToUnicode"].get_data(), re.MULTILINE)
            self.tables[font.indirect_reference] = {
                number.decode(): bytes.fromhex(sign.decode()).decode("utf-16-be") for number, sign in rows
            }
        return (self.tables[font.indirect_reference][numbers[at : at + 4]] for at in range(0, len(numbers), 4))

    def lines(self, page):
        """Return the end points of the page's own straight lines."""
        stack, points = [], []
        matrix = (1, 0, 0, 1, 0, 0)
        for operands, operator in self._operations(page):
            if operator == b"q":
                stack.append(matrix)
            elif operator == b"Q":
                matrix = stack.pop()
            elif operator == b"cm":
                matrix = multiplied([float(number) for number in operands], matrix)
            elif operator in (b"m", b"l"):
                points.append(self._place(page, matrix, *map(float, operands)))
        return points

    def fonts(self):
        """Every font of the document, once."""
        found = {}
        for page in self.pages:
            for font in page["/Resources"]["/Font"].values():
                found[font.indirect_reference.idnum] = font.get_object()
        return list(found.values())

    def _operations(self, page):
        return ContentStream(page.get_contents(), self.reader).operations

    def _thing(self, page, name, matrix):
        form = page["/Resources"]["/XObject"].raw_get(name)
        left, top, right, bottom = map(float, form.get_object()["/BBox"])
        corners = [self._place(page, matrix, x, y) for x in (left, right) for y in (top, bottom)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        area = Area(min(across), min(down), max(across), max(down))
        return Thing(form.idnum, area)

    def _place(self, page, matrix, x, y):
        a, b, c, d, e, f = matrix
        return (a * x + c * y + e) / POINTS, (float(page.mediabox.height) - (b * x + d * y + f)) / POINTS


def multiplied(first, second):
    """Return the matrix of one motion followed by another."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m
