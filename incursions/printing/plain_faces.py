"""Faces that spare ink: all that is printed on a piece in black on white, large, without a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.pictures.fonts import LABEL, STRONG, TEXT, TITLE
from incursions.pictures.outlines import hexagon, rectangle
from incursions.pictures.printed_words import DOT, Figure, Printed, read_piece, system_rows
from incursions.pictures.shapes import CARD_HEIGHT, CARD_WIDTH, TILE_HEIGHT, TILE_WIDTH, Box, Drawn, Picture, TextBox
from incursions.pictures.text_layout import BLACK, Setting, fit_text, height_of
from incursions.printing.document import draw_rule, fit_line
from incursions.rules.construction.facts import SHIP, TILE, facts_of
from incursions.rules.printed.pieces import Definition

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
    texts = (*_card_head(said), *_card_body(piece, said), *_card_foot(said, facts.rarity))
    return Picture(CARD_WIDTH, CARD_HEIGHT, cut, (Drawn(cut, BLACK, EDGE_WIDTH), *rules), texts=texts)


def _card_head(said: Printed) -> Iterator[TextBox]:
    yield fit_text("title", said.title, Box(SIDE, 4, WITHIN, 11), Setting(TITLE, 5.2, lines=2, leading=1.0))
    if said.kind:
        yield fit_line(said.kind, Box(SIDE, 15.6, WITHIN, 4), STRONG, 3.0)


def _card_body(piece: Definition, said: Printed) -> Iterator[TextBox]:
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


def _card_foot(said: Printed, rarity: str) -> Iterator[TextBox]:
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
