"""The face of a hex tile: 88 mm from corner to corner, flat on top as on the chart."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.games.incursions.pictures.art.choice import art_of
from incursions.games.incursions.pictures.colours import (
    BRASS,
    BRASS_LIGHT,
    EDGE,
    FRAMES,
    INK,
    INK_SOFT,
    PAPER,
    RACE_FRAMES,
    lighten,
    mix,
)
from incursions.games.incursions.pictures.ornaments import frame, mark, medallion, ribbon
from incursions.games.incursions.pictures.outlines import hexagon, join, line, point_between, polygon, ring_points
from incursions.games.incursions.pictures.printed_words import DOT, Figure, Printed, read_piece
from incursions.games.incursions.pictures.shapes import (
    TILE_HEIGHT,
    TILE_WIDTH,
    Box,
    Drawn,
    Filled,
    Part,
    Picture,
    Shapes,
    TextBox,
    shade,
    split_parts,
)
from incursions.games.incursions.pictures.text_layout import (
    FIGURE,
    FLAVOUR,
    LABEL,
    STRONG,
    TEXT,
    TITLE,
    Setting,
    fit_text,
    height_of,
    line_setting,
)
from incursions.games.incursions.rules.printed.pieces import Definition

X, Y = TILE_WIDTH / 2, TILE_HEIGHT / 2
RADIUS = TILE_WIDTH / 2
INNER = RADIUS - 2.6
PAPER_RADIUS = INNER - 1.3
PANEL_TOPS = (49.0, 47.0, 45.0, 43.0, 41.0, 39.0)
TILE_PANEL_BOTTOM = 70.4
TEXT_BOTTOMS = (TILE_PANEL_BOTTOM, 69.0, 67.5, 66.0, 64.5, 63.0)
TEXT_DOWN = 0.36
"""How far down a text stands: so much of what is left of the paper is above it."""
TILE_GENEROUS, TILE_LARGEST_TEXT = 2.9, 3.2
TILE_RIBBON_HEIGHT = 5.6
MADE = ("station", "platform", "beacon", "post", "drydock", "conduit", "center", "starbase", "checkpoint", "node")
"""Words of what somebody made, which charts set upright; phenomena are in italics."""


def tile_face(piece: Definition) -> Picture:
    """Draw the face of a tile."""
    said = read_piece(piece)
    race = said.marks[0] if isinstance(piece["affinity"], dict) else ""
    fill = RACE_FRAMES.get(race, FRAMES["tile"].fill)
    top, texts = _fit_texts(said)
    box = Box(0, 0, TILE_WIDTH, TILE_HEIGHT)
    parts = (*_panel(top, fill), *_border(), *texts, _title(said, top), *_points(piece), *_affinity(race, fill))
    over, texts_over = split_parts((*parts, *_number(said)))
    edge = shade((0, 0), (TILE_WIDTH, TILE_HEIGHT), lighten(fill, 0.12), mix(fill, "#000000", 0.5))
    return Picture(
        width=TILE_WIDTH,
        height=TILE_HEIGHT,
        cut=hexagon(X, Y, RADIUS),
        under=(Filled(hexagon(X, Y, RADIUS + 2), edge),),
        art=art_of(piece, hexagon(X, Y, INNER), box, (0.5, (top + 6) / 2 / TILE_HEIGHT), 15.5),
        over=over,
        texts=texts_over,
    )


def _border() -> Shapes:
    yield from frame(hexagon(X, Y, INNER))
    inner, outer = ring_points(INNER + 0.5, 6, 0, X, Y), ring_points(RADIUS - 1.0, 6, 0, X, Y)
    ticks = []
    for number in range(6):
        for part in range(1, 20):
            start, end = (point_between(ring[number], ring[number - 5], part / 20) for ring in (inner, outer))
            ticks.append(line(start, point_between(start, end, 1.0 if part % 5 == 0 else 0.55)))
    yield Drawn(join(ticks), BRASS_LIGHT, 0.16, 0.85)


def _half_width(y: float) -> float:
    """Return how far the paper goes from its middle at a height."""
    return PAPER_RADIUS - abs(y - Y) / math.sqrt(3)


def _panel(top: float, fill: str) -> Shapes:
    """Draw paper over the lower part of the hex, and a ribbon for the title on its upper edge."""
    low = Y + INNER * math.sqrt(3) / 2 - 1.1
    upper = _half_width(top)
    heights = (top, low) if top >= Y else (top, Y, low)
    right = [(X + _half_width(y), y) for y in heights]
    outline = polygon([(X - upper, top), *right, *((2 * X - x, y) for x, y in reversed(right[1:]))])
    yield Filled(outline, shade((0, top), (0, low), PAPER, "#e2d6b6"), 0.95)
    yield from frame(outline, dark=0.6, bright=0.18)
    wide = upper - 3.4
    yield from ribbon(Box(X - wide, top - TILE_RIBBON_HEIGHT / 2, 2 * wide, TILE_RIBBON_HEIGHT), fill)


def _title(said: Printed, top: float) -> TextBox:
    made = any(word in said.title.lower() for word in MADE)
    wide = _half_width(top) - 4.6
    box = Box(X - wide, top - TILE_RIBBON_HEIGHT / 2 + 0.2, 2 * wide, TILE_RIBBON_HEIGHT - 0.4)
    setting = line_setting(TITLE if made else FLAVOUR, 4.4, PAPER, across=0.5)
    one = fit_text("title", said.title, box, setting)
    two = setting._replace(size=2.9, lines=2, leading=0.95)
    return one if one.size >= 2.9 else fit_text("title", said.title, box, two)


def _fit_texts(said: Printed) -> tuple[float, list[TextBox]]:
    """Return where the panel begins, as low as the text lets it, and its texts."""
    figures = DOT.join([*filter(None, [said.kind]), *map(_in_words, said.figures)])
    for top in PANEL_TOPS:
        upper = top + TILE_RIBBON_HEIGHT / 2 + 0.8
        texts = []
        if figures:
            wide = _half_width(upper) - 4
            box = Box(X - wide, upper, 2 * wide, 3.0)
            texts.append(fit_text("figures", figures, box, line_setting(STRONG, 2.5, INK, across=0.5)))
            upper += 3.7
        text = _fit_tile_text(said.text, upper)
        if text.size >= TILE_GENEROUS:
            break
    return top, [*texts, text]


def _fit_tile_text(said: str, top: float) -> TextBox:
    """Return the text where it is largest, on as few lines as may be, somewhat above the middle of the paper."""
    setting = Setting(TEXT, TILE_LARGEST_TEXT, INK, across=0.5)
    # The lower a box reaches in the lower part of the hex, the less wide it is.
    rooms = ((bottom, _half_width(bottom - 1) - 0.6) for bottom in TEXT_BOTTOMS)
    tried = (fit_text("text", said, Box(X - wide, top, 2 * wide, bottom - top), setting) for bottom, wide in rooms)
    best = max(tried, key=lambda box: (box.size, -len(box.lines)))
    high = height_of(len(best.lines), best.size)
    spare, wanted = best.box.height - high, (TILE_PANEL_BOTTOM - top - high) * TEXT_DOWN
    return fit_text("text", said, best.box, setting._replace(down=min(1.0, wanted / spare) if spare > 0 else 0.0))


def _in_words(figure: Figure) -> str:
    """Return points and dice before their name, scores after it."""
    if figure.label in ("evasion", "speed"):
        return f"{figure.label} {figure.value}"
    return f"{figure.value}{',' if 'range' in figure.label else ''} {figure.label}"


def _points(piece: Definition) -> Iterator[Part]:
    """Draw the hex points on a small hexagon."""
    for radius, paint in ((5.0, EDGE), (4.6, BRASS), (4.1, mix(EDGE, BRASS, 0.1))):
        yield Filled(hexagon(X, 7.0, radius), paint)
    setting = line_setting(FIGURE, 5.4, BRASS_LIGHT, across=0.5)
    yield fit_text("hex points", str(piece["hex_points"]), Box(X - 3, 3.7, 6, 6.6), setting)


def _affinity(race: str, fill: str) -> Shapes:
    if race:
        yield from medallion(X - 32.2, Y - 6.2, 4.3, mix(fill, "#000000", 0.3))
        yield mark(race, X - 32.2, Y - 6.2, 5.2, PAPER)


def _number(said: Printed) -> Iterator[TextBox]:
    if said.number:
        box = Box(X - 8, TILE_PANEL_BOTTOM + 0.1, 16, 2.1)
        yield fit_text("number", said.number, box, line_setting(LABEL, 2.0, INK_SOFT, across=0.5))
