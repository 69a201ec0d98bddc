"""Faces that spare ink: all that is printed on a piece in black on white, large, without a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.pictures.fonts import LABEL, STRONG, TEXT, TITLE
from incursions.pictures.outlines import hexagon, line, rectangle
from incursions.pictures.printed_words import DOT, Figure, Printed, printed, system_rows
from incursions.pictures.shapes import Box, Drawn, Group, Picture, TextBox
from incursions.pictures.sizes import CARD_HEIGHT, CARD_WIDTH, TILE_HEIGHT, TILE_WIDTH
from incursions.pictures.text_layout import Setting, fitted, height_of
from incursions.rules.construction.facts import SHIP, TILE, facts_of
from incursions.rules.printed.pieces import Definition

BLACK = "#000000"
HAIRLINE = 0.1
NOTHING = Group(())
SIDE = 4.0
WITHIN = CARD_WIDTH - 2 * SIDE
LARGEST_TEXT = 3.7
HIGHEST_FIGURES, HIGHEST_BESIDE_TEXT = 54.0, 30.0
"""How high the figures may be: something is left for the text."""


def plain_face(piece: Definition) -> Picture:
    """The plain face of any piece, as large as its other one."""
    return _plain_tile(piece) if facts_of(piece).kind == TILE else _plain_card(piece)


def _plain_card(piece: Definition) -> Picture:
    said = printed(piece)
    cut = rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT)
    rules = tuple(Drawn(line((SIDE, y), (CARD_WIDTH - SIDE, y)), BLACK, 0.2) for y in (20.5, 80.0))
    return Picture(
        width=CARD_WIDTH,
        height=CARD_HEIGHT,
        cut=cut,
        under=(Drawn(cut, BLACK, HAIRLINE),),
        art=NOTHING,
        over=rules,
        texts=(*_card_head(said), *_card_body(piece, said), *_card_foot(said, facts_of(piece).rarity)),
    )


def _card_head(said: Printed) -> Iterator[TextBox]:
    yield fitted("title", said.title, Box(SIDE, 4, WITHIN, 11), Setting(TITLE, 5.2, BLACK, lines=2, leading=1.0))
    if said.kind:
        yield fitted("kind", said.kind, Box(SIDE, 15.6, WITHIN, 4), Setting(STRONG, 3.0, BLACK, lines=1))


def _card_body(piece: Definition, said: Printed) -> Iterator[TextBox]:
    top = 22.0
    rows = [*map(_in_words, said.figures)]
    if facts_of(piece).kind == SHIP:
        rows += [f"{row.label}: {row.value}" for row in system_rows(piece)]
    if rows:
        size = 3.4
        high = min(HIGHEST_BESIDE_TEXT if said.text else HIGHEST_FIGURES, height_of(len(rows), size) + 0.1)
        yield fitted("figures", "\n".join(rows), Box(SIDE, top, WITHIN, high), Setting(STRONG, size, BLACK, down=0))
        top += high + 1.6
    if said.text:
        box = Box(SIDE, top, WITHIN, 79.0 - top)
        yield fitted("text", said.text, box, Setting(TEXT, LARGEST_TEXT, BLACK, down=0))


def _card_foot(said: Printed, rarity: str) -> Iterator[TextBox]:
    words = DOT.join(filter(None, [rarity if rarity != "None" else "", said.users, said.number]))
    if words:
        yield fitted("foot", words, Box(SIDE, 80.6, WITHIN, 4), Setting(LABEL, 2.7, BLACK, lines=1))


def _in_words(figure: Figure) -> str:
    """Dice before what is said of them, numbers after what they are of."""
    if figure.label == "damage":
        return f"{figure.value} damage"
    if figure.label.startswith("range"):
        return f"{figure.value}, {figure.label}"
    return f"{figure.label[0].upper()}{figure.label[1:]}: {figure.value}"


def _plain_tile(piece: Definition) -> Picture:
    said = printed(piece)
    cut = hexagon(TILE_WIDTH / 2, TILE_HEIGHT / 2, TILE_WIDTH / 2)
    return Picture(
        width=TILE_WIDTH,
        height=TILE_HEIGHT,
        cut=cut,
        under=(Drawn(cut, BLACK, HAIRLINE),),
        art=NOTHING,
        over=(),
        texts=tuple(_tile_texts(piece, said)),
    )


def _tile_texts(piece: Definition, said: Printed) -> Iterator[TextBox]:
    points = piece["hex_points"]
    head = f"{points} hex point{'' if points == 1 else 's'}"
    yield fitted("hex points", head, _across(4.0, 5.0), Setting(STRONG, 3.2, BLACK, lines=1, across=0.5))
    yield fitted("title", said.title, _across(9.5, 9.5), Setting(TITLE, 5.2, BLACK, lines=2, across=0.5, leading=1.0))
    top = 20.0
    figures = DOT.join([*filter(None, [said.kind]), *map(_in_words, said.figures)])
    if figures:
        yield fitted("figures", figures, _across(top, 4.0), Setting(STRONG, 3.0, BLACK, lines=1, across=0.5))
        top += 6.0
    setting = Setting(TEXT, LARGEST_TEXT, BLACK, across=0.5, down=0.3)
    yield fitted("text", said.text, _across(top, 67.5 - top), setting)
    foot = DOT.join(filter(None, [", ".join(said.marks) if isinstance(piece["affinity"], dict) else "", said.number]))
    if foot:
        yield fitted("foot", foot, _across(68.5, 4.0), Setting(LABEL, 2.7, BLACK, lines=1, across=0.5))


def _across(top: float, height: float) -> Box:
    """The widest box of that height that stands in the hexagon there."""
    farthest = max(abs(top - TILE_HEIGHT / 2), abs(top + height - TILE_HEIGHT / 2))
    half = TILE_WIDTH / 2 - farthest / math.sqrt(3) - 2.5
    return Box(TILE_WIDTH / 2 - half, top, 2 * half, height)
