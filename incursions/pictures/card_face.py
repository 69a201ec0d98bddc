"""The face of a card, an officer, a captain or a ship: 63 by 88 mm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from incursions.pictures.art.choice import art_of
from incursions.pictures.art.scene import chance_of
from incursions.pictures.colours import EDGE, FRAMES, INK, INK_SOFT, PAPER, RACE_FRAMES, FrameColours, mix
from incursions.pictures.emblems import icon
from incursions.pictures.fonts import FIGURE, FLAVOUR, LABEL, STRONG, TEXT, TITLE, width
from incursions.pictures.ornaments import framed, ground, mark, medallion, paper, plate, rarity_ticks, ribbon, rule
from incursions.pictures.outlines import notched, rectangle
from incursions.pictures.printed_words import Figure, Printed, read_piece, system_rows
from incursions.pictures.shapes import CARD_CORNER, CARD_HEIGHT, CARD_WIDTH, Box, Filled, Picture, Shape, TextBox
from incursions.pictures.text_layout import Setting, fit_text, height_of
from incursions.rules.construction.facts import CARD, SHIP, facts_of
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import RARITIES

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
LEAST_PLATE, PLATE_GAP, LABEL_SIZE = 11.0, 1.0, 2.05
LARGEST_ROW, COLUMN_GAP = 2.45, 2.0


class Panel(NamedTuple):
    """What stands below the art: what is drawn there, and its texts."""

    shapes: tuple[Shape, ...]
    texts: tuple[TextBox, ...]


def card_face(piece: Definition) -> Picture:
    """The face of anything that is no tile."""
    facts = facts_of(piece)
    said = read_piece(piece)
    nature = facts.nature if facts.kind == CARD else facts.kind
    colours = FRAMES[nature]
    if facts.kind == SHIP:
        colours = colours._replace(fill=RACE_FRAMES[facts.race])
    make = _ship_panel if facts.kind == SHIP else _text_panel
    art_height, panel = make(piece, said, colours)
    box = Box(SIDE, ART_TOP, WITHIN, art_height)
    window = notched(*box, 1.8)
    return Picture(
        width=CARD_WIDTH,
        height=CARD_HEIGHT,
        cut=rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT, CARD_CORNER),
        under=tuple(_frame(said.title, colours)),
        art=art_of(piece, window, box, (0.5, 0.47), min(19.0, art_height * 0.36)),
        over=(*framed(window), *panel.shapes, *_head(said, nature, colours), *_foot(facts.rarity, colours)),
        texts=(
            *_head_texts(said, colours),
            *_ribbon_text(said, box),
            *panel.texts,
            *_foot_texts(said, facts.rarity, colours),
        ),
    )


def _frame(title: str, colours: FrameColours) -> Iterator[Shape]:
    yield Filled(rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT), EDGE)
    field = rectangle(*FIELD, 2.0)
    yield from ground(field, FIELD, colours, chance_of(title, "frame").randrange(20))
    yield from framed(field, dark=0.6, bright=0.2)


def _head(said: Printed, nature: str, colours: FrameColours) -> Iterator[Shape]:
    yield from medallion(7.2, 7.1, 3.5, mix(colours.fill, "#000000", 0.45))
    yield from icon(nature, 7.2, 7.1, 3.9, PAPER)
    for number, race in enumerate(_shown_marks(said)):
        x = 55.8 - 7.4 * number
        yield from medallion(x, 7.1, 3.5, mix(colours.fill, "#000000", 0.45))
        yield mark(race, x, 7.1, 4.1, PAPER)


def _shown_marks(said: Printed) -> tuple[str, ...]:
    """At most two emblems have room; the foot names all races."""
    return said.marks[:2]


def _head_texts(said: Printed, colours: FrameColours) -> Iterator[TextBox]:
    right = 51.1 - 7.4 * (len(_shown_marks(said)) - 1)
    box = Box(11.6, 3.0, right - 11.6, 8.2)
    one = fit_text("title", said.title, box, Setting(TITLE, 5.0, colours.ink, lines=1))
    yield one if one.size >= 3.6 else fit_text("title", said.title, box, Setting(TITLE, 4.0, colours.ink, leading=0.98))


def _ribbon_text(said: Printed, art: Box) -> Iterator[TextBox]:
    if said.kind:
        box = Box(9.4, art.bottom - RIBBON_HEIGHT / 2, CARD_WIDTH - 18.8, RIBBON_HEIGHT)
        yield fit_text("kind", said.kind, box, Setting(STRONG, 2.7, PAPER, lines=1, across=0.5))


def _foot(rarity: str, colours: FrameColours) -> Iterator[Shape]:
    if rarity in RARITIES:
        yield from rarity_ticks(FOOT.left + 0.2, FOOT.top + 0.8, 2.1, 1 + RARITIES.index(rarity), colours.ink)


def _foot_texts(said: Printed, rarity: str, colours: FrameColours) -> Iterator[TextBox]:
    setting = Setting(LABEL, 2.3, colours.ink, lines=1)
    if rarity in RARITIES:
        box = FOOT._replace(left=FOOT.left + 1.6 + RARITIES.index(rarity), width=14)
        yield fit_text("rarity", rarity, box, setting)
    if said.users:
        yield fit_text("users", said.users, FOOT._replace(left=20.5, width=30.5), setting._replace(across=0.5))
    if said.number:
        box = FOOT._replace(left=FOOT.right - 8, width=8)
        yield fit_text("number", said.number, box, setting._replace(across=1.0))


def _text_panel(piece: Definition, said: Printed, colours: FrameColours) -> tuple[float, Panel]:
    """Text, flavour and figures; the art above is as high as they let it be."""
    for height in _heights(said):
        panel = _panel_below(said, colours, ART_TOP + height)
        if all(box.size >= GENEROUS[box.name] for box in panel.texts if box.name in GENEROUS):
            break
    return height, panel


def _heights(said: Printed) -> Iterator[float]:
    """How high the art may be at all, the highest first."""
    has_text = bool(said.text or said.flavour)
    needed = _figures_height(said.figures) + (LEAST_FOR_TEXT if has_text else 0.0)
    for height in HEIGHTS:
        is_low_enough = height <= HIGHEST_ABOVE_TEXT or not has_text
        if (is_low_enough and _room_below(ART_TOP + height).height >= needed) or height == HEIGHTS[-1]:
            yield height


def _room_below(top: float) -> Box:
    """What there is for text and figures below an art that ends there."""
    upper = top + RIBBON_HEIGHT / 2 + 1.2
    return Box(SIDE + 2.6, upper, WITHIN - 5.2, PANEL_BOTTOM - 1.4 - upper)


def _panel_below(said: Printed, colours: FrameColours, top: float) -> Panel:
    shapes: list[Shape] = []
    texts: list[TextBox] = []
    sheet = Box(SIDE, top, WITHIN, PANEL_BOTTOM - top)
    shapes += paper(sheet, said.marks[0])
    shapes += ribbon(Box(8.6, top - RIBBON_HEIGHT / 2, CARD_WIDTH - 17.2, RIBBON_HEIGHT), colours.fill)
    room = _room_below(top)
    if said.figures:
        rows = _figure_rows(said.figures, Box(room.left - 1, room.top, room.width + 2, room.height), colours)
        shapes += rows.shapes
        texts += rows.texts
        room = room._replace(height=room.height - _figures_height(said.figures))
    if said.text and said.flavour:
        flavour, y, text = _flavour_and_text(said, room)
        shapes += rule(room.left + 10, room.right - 10, y)
        texts += [flavour, text]
    elif said.text:
        texts.append(_text(said, room))
    elif said.flavour:
        texts.append(fit_text("flavour", said.flavour, room, Setting(FLAVOUR, 3.3, INK_SOFT, across=0.5)))
    return Panel(tuple(shapes), tuple(texts))


def _flavour_and_text(said: Printed, room: Box) -> tuple[TextBox, float, TextBox]:
    """Both, and where the rule between them is. Flavour gives way until it is no larger than the text."""
    for share in FLAVOUR_SHARES:
        flavour = _flavour(said, room, share)
        y = flavour.lines[0].baseline - flavour.size * 1.25
        text = _text(said, room._replace(height=y - room.top - 0.5))
        if text.size >= flavour.size:
            break
    return flavour, y, text


def _text(said: Printed, room: Box) -> TextBox:
    return fit_text("text", said.text, room, Setting(TEXT, LARGEST_TEXT, INK, down=0.42))


def _flavour(said: Printed, room: Box, share: float) -> TextBox:
    """At the foot of the room, of whose height it takes at most that share."""
    setting = Setting(FLAVOUR, FLAVOUR_SIZE, INK_SOFT, across=0.5)
    whole = fit_text("flavour", said.flavour, room._replace(height=room.height * share), setting)
    high = height_of(len(whole.lines), whole.size)
    foot = Box(room.left, room.bottom - high - 0.1, room.width, high + 0.1)
    return fit_text("flavour", said.flavour, foot, setting._replace(size=whole.size))


def _rows_of(figures: tuple[Figure, ...]) -> int:
    return -(-len(figures) // PLATES_IN_A_ROW)


def _figures_height(figures: tuple[Figure, ...]) -> float:
    """How high the plates are, with the gaps above them."""
    return _rows_of(figures) * (FIGURES_HEIGHT + FIGURES_GAP) + 0.3 if figures else 0.0


def _figure_rows(figures: tuple[Figure, ...], room: Box, colours: FrameColours) -> Panel:
    """Plates in rows at the foot of the room."""
    shapes: list[Shape] = []
    texts: list[TextBox] = []
    rows = _rows_of(figures)
    for row in range(rows):
        inside = figures[row * PLATES_IN_A_ROW : (row + 1) * PLATES_IN_A_ROW]
        top = room.bottom - (rows - row) * (FIGURES_HEIGHT + FIGURES_GAP) + FIGURES_GAP
        widths = list(_plate_widths(inside, room.width))
        left = room.middle[0] - (sum(widths) + PLATE_GAP * (len(inside) - 1)) / 2
        for figure, wide in zip(inside, widths, strict=True):
            drawn = figure_plate(figure, Box(left, top, wide, FIGURES_HEIGHT), colours.fill)
            shapes += drawn.shapes
            texts += drawn.texts
            left += wide + PLATE_GAP
    return Panel(tuple(shapes), tuple(texts))


def _plate_widths(figures: tuple[Figure, ...], room: float) -> Iterator[float]:
    """As wide as the labels need, or less where they would not go side by side."""
    wanted = [max(LEAST_PLATE, width(LABEL, LABEL_SIZE, figure.label) + 1.8) for figure in figures]
    there = room - PLATE_GAP * (len(figures) - 1)
    yield from (wide * min(1.0, there / sum(wanted)) for wide in wanted)


def figure_plate(figure: Figure, box: Box, fill: str) -> Panel:
    """A number with what it is of below it."""
    value = Box(box.left + 0.5, box.top + 0.35, box.width - 1.0, box.height * 0.56)
    label = Box(box.left + 0.5, box.top + box.height * 0.58, box.width - 1.0, box.height * 0.37)
    texts = (
        fit_text("figure", figure.value, value, Setting(FIGURE, box.height * 0.56, PAPER, lines=1, across=0.5)),
        fit_text("label", figure.label, label, Setting(LABEL, LABEL_SIZE, PAPER, lines=1, across=0.5)),
    )
    return Panel(tuple(plate(box, fill)), texts)


def _ship_panel(piece: Definition, said: Printed, colours: FrameColours) -> tuple[float, Panel]:
    """Hull, shields and evasion on plates, the systems in two columns, and what is said of her."""
    height = 34.0
    top = ART_TOP + height
    shapes: list[Shape] = [*paper(Box(SIDE, top, WITHIN, PANEL_BOTTOM - top), said.marks[0])]
    shapes += ribbon(Box(8.6, top - RIBBON_HEIGHT / 2, CARD_WIDTH - 17.2, RIBBON_HEIGHT), colours.fill)
    texts: list[TextBox] = []
    room = Box(SIDE + 1.6, top + RIBBON_HEIGHT / 2 + 0.8, WITHIN - 3.2, PANEL_BOTTOM - top - RIBBON_HEIGHT / 2 - 2.0)
    for number, figure in enumerate(said.figures):
        wide = (room.width - 2.4) / 3
        drawn = figure_plate(figure, Box(room.left + number * (wide + 1.2), room.top, wide, 7.4), colours.fill)
        shapes += drawn.shapes
        texts += drawn.texts
    rows = list(system_rows(piece))
    flavour_height = 6.8 if said.flavour else 0.0
    table = Box(room.left, room.top + 8.2, room.width, room.height - 8.2 - flavour_height)
    texts += _table(rows, table)
    if said.flavour:
        foot = Box(room.left + 1, room.bottom - flavour_height + 0.5, room.width - 2, flavour_height - 0.5)
        shapes += rule(room.left + 10, room.right - 10, foot.top - 0.1)
        texts.append(fit_text("flavour", said.flavour, foot, Setting(FLAVOUR, FLAVOUR_SIZE, INK_SOFT, across=0.5)))
    return height, Panel(tuple(shapes), tuple(texts))


def _table(rows: list[Figure], box: Box) -> Iterator[TextBox]:
    """Systems in two columns, name and figures on a line."""
    deep = -(-len(rows) // 2)
    columns = [rows[:deep], rows[deep:]]
    needed = [max((_row_width(row) for row in column), default=0.0) for column in columns]
    size = min(LARGEST_ROW, (box.width - COLUMN_GAP) / sum(needed))
    high, left = min(3.6, box.height / deep), box.left
    for column, ems in zip(columns, needed, strict=True):
        wide = (box.width - COLUMN_GAP) * ems / sum(needed)
        for number, row in enumerate(column):
            line = Box(left, box.top + number * high, wide, high)
            yield fit_text("system", row.label, line, Setting(STRONG, size, INK, lines=1))
            yield fit_text("system figures", row.value, line, Setting(LABEL, size, INK, lines=1, across=1.0))
        left += wide + COLUMN_GAP


def _row_width(row: Figure) -> float:
    """Of a system's name and figures, in ems, with a gap between them."""
    return width(STRONG, 1, row.label) + width(LABEL, 1, row.value) + 0.5
