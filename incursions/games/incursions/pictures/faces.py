"""The faces of pieces, from their definition alone: cards, officers, captains and ships, and hex tiles."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.games.incursions.pictures.art.choice import art_of
from incursions.games.incursions.pictures.art.scene import chance_of
from incursions.games.incursions.pictures.colours import (
    BRASS,
    BRASS_LIGHT,
    EDGE,
    FRAMES,
    INK,
    INK_SOFT,
    PAPER,
    RACE_FRAMES,
    FrameColours,
    lighten,
    mix,
)
from incursions.games.incursions.pictures.ornaments import (
    frame,
    ground,
    icon,
    mark,
    medallion,
    paper,
    plate,
    ribbon,
    rule,
)
from incursions.games.incursions.pictures.printed_words import DOT, Figure, Printed, read_piece, system_rows
from incursions.games.incursions.pictures.shapes import (
    CARD_CORNER,
    CARD_HEIGHT,
    CARD_WIDTH,
    TILE_HEIGHT,
    TILE_WIDTH,
    Box,
    Drawn,
    Filled,
    Part,
    Picture,
    Shapes,
    TextBox,
    hexagon,
    join,
    line,
    notch_corners,
    point_between,
    polygon,
    rectangle,
    ring_points,
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
    fit_one_line,
    fit_text,
    height_of,
    width,
)
from incursions.games.incursions.rules.printed.pieces import CARD, RARITIES, SHIP, TILE, Definition, facts_of

FIELD = Box(1.7, 1.7, CARD_WIDTH - 3.4, CARD_HEIGHT - 3.4)
ART_TOP, SIDE = 12.0, 3.7
WITHIN = CARD_WIDTH - 2 * SIDE
PANEL_BOTTOM = 80.4
FOOT = Box(SIDE + 0.6, 81.4, WITHIN - 1.2, 3.6)
HEIGHTS = (58.0, 54.0, 50.0, 46.0, 42.0, 38.0, 35.0, 32.0, 29.0)
"""How high the art may be: as high as text and figures leave it."""
HIGHEST_ABOVE_TEXT = 50.0
LEAST_FOR_TEXT = 8.0
"""So much is left for text and flavour beside any figures."""
GENEROUS = {"text": 2.95, "flavour": 2.25}
"""The sizes of texts for which art gives way."""
LARGEST_TEXT, FLAVOUR_SIZE = 3.3, 2.5
FLAVOUR_SHARES = (0.42, 0.36, 0.3, 0.25)
"""How much of the height flavour may take beside a text, less and less."""
FIGURES_HEIGHT, FIGURES_GAP = 6.6, 0.7
RIBBON_HEIGHT = 4.6
PLATES_IN_A_ROW = 5
SHIP_ART_HEIGHT = 34.0
LEAST_PLATE, PLATE_GAP, LABEL_SIZE = 11.0, 1.0, 2.05
LARGEST_ROW, COLUMN_GAP = 2.45, 2.0


def card_face(piece: Definition) -> Picture:
    """Draw the face of anything that is no tile."""
    facts, said = facts_of(piece), read_piece(piece)
    nature = facts.nature if facts.kind == CARD else facts.kind
    colours = FRAMES[nature]
    if facts.kind == SHIP:
        colours = colours._replace(fill=RACE_FRAMES[facts.race])
        art_height, panel = SHIP_ART_HEIGHT, list(_ship_panel(piece, said, colours))
    else:
        art_height, panel = _text_panel(said, colours)
    box = Box(SIDE, ART_TOP, WITHIN, art_height)
    window, field = notch_corners(*box, 1.8), rectangle(*FIELD, 2.0)
    waves = ground(field, FIELD, colours, chance_of(said.title, "frame").randrange(20))
    over, texts = split_parts((*_head(said, nature, colours), *panel, *_foot(said, facts.rarity, colours)))
    return Picture(
        width=CARD_WIDTH,
        height=CARD_HEIGHT,
        cut=rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT, CARD_CORNER),
        under=(Filled(rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT), EDGE), *waves, *frame(field, dark=0.6, bright=0.2)),
        art=art_of(piece, window, box, (0.5, 0.47), min(19.0, art_height * 0.36)),
        over=(*frame(window), *over),
        texts=texts,
    )


def _head(said: Printed, nature: str, colours: FrameColours) -> Iterator[Part]:
    """Draw the icon of the nature, the title, and the emblems of at most two races: the foot names all."""
    fill = mix(colours.fill, "#000000", 0.45)
    yield from medallion(7.2, 7.1, 3.5, fill)
    yield from icon(nature, 7.2, 7.1, 3.9, PAPER)
    marks = said.marks[:2]
    for number, race in enumerate(marks):
        x = 55.8 - 7.4 * number
        yield from medallion(x, 7.1, 3.5, fill)
        yield mark(race, x, 7.1, 4.1, PAPER)
    box = Box(11.6, 3.0, 39.5 - 7.4 * (len(marks) - 1), 8.2)
    one = fit_one_line("title", said.title, box, TITLE, 5.0, colours.ink)
    two = Setting(TITLE, 4.0, colours.ink, leading=0.98)
    yield one if one.size >= 3.6 else fit_text("title", said.title, box, two)


def _foot(said: Printed, rarity: str, colours: FrameColours) -> Iterator[Part]:
    """Draw rarity, users and number at the foot of a card."""
    setting = Setting(LABEL, 2.3, colours.ink, lines=1)
    if rarity in RARITIES:
        rank = RARITIES.index(rarity)
        top = FOOT.top + 0.8
        ticks = (FOOT.left + 0.2 + 1.0 * number for number in range(1 + rank))
        yield Drawn(join(line((x, top), (x, top + 2.1)) for x in ticks), colours.ink, 0.36)
        yield fit_text("rarity", rarity, FOOT._replace(left=FOOT.left + 1.6 + rank, width=14), setting)
    if said.users:
        yield fit_text("users", said.users, FOOT._replace(left=20.5, width=30.5), setting._replace(across=0.5))
    if said.number:
        box = FOOT._replace(left=FOOT.right - 8, width=8)
        yield fit_text("number", said.number, box, setting._replace(across=1.0))


def _sheet(said: Printed, colours: FrameColours, top: float) -> Iterator[Part]:
    """Draw the paper below an art that ends at `top`, and on its upper edge the ribbon with the kind."""
    yield from paper(Box(SIDE, top, WITHIN, PANEL_BOTTOM - top), said.marks[0])
    band = Box(8.6, top - RIBBON_HEIGHT / 2, CARD_WIDTH - 17.2, RIBBON_HEIGHT)
    yield from ribbon(band, colours.fill)
    if said.kind:
        box = band._replace(left=9.4, width=CARD_WIDTH - 18.8)
        yield fit_one_line("kind", said.kind, box, STRONG, 2.7, PAPER, 0.5)


def _text_panel(said: Printed, colours: FrameColours) -> tuple[float, list[Part]]:
    """Draw text, flavour and figures; the art above is as high as they let it be."""
    has_text = bool(said.text or said.flavour)
    needed = _figures_height(said.figures) + (LEAST_FOR_TEXT if has_text else 0.0)
    for height in HEIGHTS:
        is_low_enough = height <= HIGHEST_ABOVE_TEXT or not has_text
        if (is_low_enough and _room_below(ART_TOP + height).height >= needed) or height == HEIGHTS[-1]:
            panel = list(_panel_below(said, colours, ART_TOP + height))
            if all(box.size >= GENEROUS.get(box.name, 0.0) for box in panel if isinstance(box, TextBox)):
                break
    return height, panel


def _room_below(top: float) -> Box:
    """Return the box for text and figures below an art that ends at `top`."""
    upper = top + RIBBON_HEIGHT / 2 + 1.2
    return Box(SIDE + 2.6, upper, WITHIN - 5.2, PANEL_BOTTOM - 1.4 - upper)


def _panel_below(said: Printed, colours: FrameColours, top: float) -> Iterator[Part]:
    """Draw the paper below an art that ends at `top`, with its ribbon, figures, text and flavour."""
    yield from _sheet(said, colours, top)
    room = _room_below(top)
    if said.figures:
        yield from _figure_rows(said.figures, room._replace(left=room.left - 1, width=room.width + 2), colours)
        room = room._replace(height=room.height - _figures_height(said.figures))
    if said.text and said.flavour:
        flavour, y, text = _flavour_and_text(said, room)
        yield from (*rule(room.left + 10, room.right - 10, y), flavour, text)
    elif said.text:
        yield _fit_card_text(said, room)
    elif said.flavour:
        yield fit_text("flavour", said.flavour, room, Setting(FLAVOUR, 3.3, INK_SOFT, across=0.5))


def _flavour_and_text(said: Printed, room: Box) -> tuple[TextBox, float, TextBox]:
    """Return both, and where the rule between them is. Flavour gives way until it is no larger than the text."""
    setting = Setting(FLAVOUR, FLAVOUR_SIZE, INK_SOFT, across=0.5)
    for share in FLAVOUR_SHARES:
        whole = fit_text("flavour", said.flavour, room._replace(height=room.height * share), setting)
        high = height_of(len(whole.lines), whole.size) + 0.1
        foot = room._replace(top=room.bottom - high, height=high)
        flavour = fit_text("flavour", said.flavour, foot, setting._replace(size=whole.size))
        y = flavour.lines[0].baseline - flavour.size * 1.25
        text = _fit_card_text(said, room._replace(height=y - room.top - 0.5))
        if text.size >= flavour.size:
            break
    return flavour, y, text


def _fit_card_text(said: Printed, room: Box) -> TextBox:
    return fit_text("text", said.text, room, Setting(TEXT, LARGEST_TEXT, INK, down=0.42))


def _figures_height(figures: tuple[Figure, ...]) -> float:
    """Return how high the plates are, with the gaps above them."""
    rows = -(-len(figures) // PLATES_IN_A_ROW)
    return rows * (FIGURES_HEIGHT + FIGURES_GAP) + 0.3 if figures else 0.0


def _figure_rows(figures: tuple[Figure, ...], room: Box, colours: FrameColours) -> Iterator[Part]:
    """Draw plates in rows at the foot of the room."""
    rows = [figures[start : start + PLATES_IN_A_ROW] for start in range(0, len(figures), PLATES_IN_A_ROW)]
    for number, row in enumerate(rows):
        top = room.bottom - (len(rows) - number) * (FIGURES_HEIGHT + FIGURES_GAP) + FIGURES_GAP
        # As the labels need them, or less where they would not go side by side.
        wanted = [max(LEAST_PLATE, width(LABEL, LABEL_SIZE, figure.label) + 1.8) for figure in row]
        there = room.width - PLATE_GAP * (len(row) - 1)
        widths = [wide * min(1.0, there / sum(wanted)) for wide in wanted]
        left = room.middle[0] - (sum(widths) + PLATE_GAP * (len(row) - 1)) / 2
        for figure, wide in zip(row, widths, strict=True):
            yield from _figure_plate(figure, Box(left, top, wide, FIGURES_HEIGHT), colours.fill)
            left += wide + PLATE_GAP


def _figure_plate(figure: Figure, box: Box, fill: str) -> Iterator[Part]:
    """Draw a number with what it is of below it."""
    yield from plate(box, fill)
    inner = box._replace(left=box.left + 0.5, width=box.width - 1.0, height=box.height * 0.56)
    yield fit_one_line("figure", figure.value, inner._replace(top=box.top + 0.35), FIGURE, inner.height, PAPER, 0.5)
    low = inner._replace(top=box.top + box.height * 0.58, height=box.height * 0.37)
    yield fit_one_line("label", figure.label, low, LABEL, LABEL_SIZE, PAPER, 0.5)


def _ship_panel(piece: Definition, said: Printed, colours: FrameColours) -> Iterator[Part]:
    """Draw hull, shields and evasion on plates, the systems in two columns, and what is said of her."""
    top = ART_TOP + SHIP_ART_HEIGHT
    yield from _sheet(said, colours, top)
    room = Box(SIDE + 1.6, top + RIBBON_HEIGHT / 2 + 0.8, WITHIN - 3.2, PANEL_BOTTOM - top - RIBBON_HEIGHT / 2 - 2.0)
    wide = (room.width - 2.4) / 3
    for number, figure in enumerate(said.figures):
        yield from _figure_plate(figure, Box(room.left + number * (wide + 1.2), room.top, wide, 7.4), colours.fill)
    flavour_height = 6.8 if said.flavour else 0.0
    table = room._replace(top=room.top + 8.2, height=room.height - 8.2 - flavour_height)
    yield from _table(list(system_rows(piece)), table)
    if said.flavour:
        foot = Box(room.left + 1, room.bottom - flavour_height + 0.5, room.width - 2, flavour_height - 0.5)
        yield from rule(room.left + 10, room.right - 10, foot.top - 0.1)
        yield fit_text("flavour", said.flavour, foot, Setting(FLAVOUR, FLAVOUR_SIZE, INK_SOFT, across=0.5))


def _table(rows: list[Figure], box: Box) -> Iterator[TextBox]:
    """Write systems in two columns, name and figures on a line."""
    deep = -(-len(rows) // 2)
    columns = [rows[:deep], rows[deep:]]
    # The widths of names and figures, in ems, with a gap between them.
    needed = [
        max((width(STRONG, 1, row.label) + width(LABEL, 1, row.value) + 0.5 for row in column), default=0.0)
        for column in columns
    ]
    size = min(LARGEST_ROW, (box.width - COLUMN_GAP) / sum(needed))
    high, left = min(3.6, box.height / deep), box.left
    for column, ems in zip(columns, needed, strict=True):
        wide = (box.width - COLUMN_GAP) * ems / sum(needed)
        for number, row in enumerate(column):
            line = Box(left, box.top + number * high, wide, high)
            yield fit_one_line("system", row.label, line, STRONG, size, INK)
            yield fit_one_line("system figures", row.value, line, LABEL, size, INK, 1.0)
        left += wide + COLUMN_GAP


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
TILE_ART_REACH, STRIP_HEIGHT = 20.0, 27.0
MADE = ("station", "platform", "beacon", "post", "drydock", "conduit", "center", "starbase", "checkpoint", "node")
"""Words of what somebody made, which charts set upright; phenomena are in italics."""


def tile_face(piece: Definition) -> Picture:
    """Draw the face of a tile."""
    said = read_piece(piece)
    race = said.marks[0] if isinstance(piece["affinity"], dict) else ""
    fill = RACE_FRAMES.get(race, FRAMES["tile"].fill)
    top, texts = _fit_texts(said)
    box = Box(0, 0, TILE_WIDTH, TILE_HEIGHT)
    parts = (*_panel(top, fill), *_border(), *texts, _title(said, top))
    over, texts_over = split_parts((*parts, *_points_and_number(piece, said, race, fill)))
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


def art_picture_of(piece: Definition) -> Picture:
    """Draw the art of a piece without its frame: as a hex for a tile, as a strip for anything else."""
    if facts_of(piece).kind == TILE:
        box, cut = Box(0, 0, TILE_WIDTH, TILE_HEIGHT), hexagon(X, Y, RADIUS)
        return Picture(TILE_WIDTH, TILE_HEIGHT, cut, art=art_of(piece, cut, box, (0.5, 0.45), TILE_ART_REACH))
    box = Box(0, 0, WITHIN, STRIP_HEIGHT)
    cut = rectangle(*box)
    return Picture(WITHIN, STRIP_HEIGHT, cut, art=art_of(piece, cut, box, (0.5, 0.5), STRIP_HEIGHT * 0.4))


def _border() -> Shapes:
    """Draw the border of a tile, with a scale on each side."""
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
    setting = Setting(TITLE if made else FLAVOUR, 4.4, PAPER, lines=1, across=0.5)
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
            texts.append(fit_one_line("figures", figures, box, STRONG, 2.5, INK, 0.5))
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


def _points_and_number(piece: Definition, said: Printed, race: str, fill: str) -> Iterator[Part]:
    """Draw the hex points on a small hexagon, the emblem of the race that counts there, and the number."""
    for radius, paint in ((5.0, EDGE), (4.6, BRASS), (4.1, mix(EDGE, BRASS, 0.1))):
        yield Filled(hexagon(X, 7.0, radius), paint)
    yield fit_one_line("hex points", str(piece["hex_points"]), Box(X - 3, 3.7, 6, 6.6), FIGURE, 5.4, BRASS_LIGHT, 0.5)
    if race:
        yield from medallion(X - 32.2, Y - 6.2, 4.3, mix(fill, "#000000", 0.3))
        yield mark(race, X - 32.2, Y - 6.2, 5.2, PAPER)
    if said.number:
        box = Box(X - 8, TILE_PANEL_BOTTOM + 0.1, 16, 2.1)
        yield fit_one_line("number", said.number, box, LABEL, 2.0, INK_SOFT, 0.5)


def picture_of(piece: Definition) -> Picture:
    """Return the face of a ship, captain, card or tile in the catalogue's form."""
    return tile_face(piece) if facts_of(piece).kind == TILE else card_face(piece)
