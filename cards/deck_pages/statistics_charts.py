"""The charts of a deck in numbers: tables with a bar in each row, and columns of chances that grow."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from cards.catalogue import Current, OncePerCatalogue, url_of
from cards.piece_facts import TILE_KINDS
from incursions.games.incursions.deck_statistics import (
    Count,
    DeckStatistics,
    PowerUse,
    PrintedPieces,
    RarityCount,
    ShipPower,
    TileUse,
    Titled,
    decimal,
    percentage,
    statistics_of,
)
from incursions.games.incursions.rules.construction import FULL, DeckContent
from incursions.games.incursions.rules.plays.card_moves import OPENING_HAND

FULL_WIDTH = 100  # of a bar
MOST_NAMED = 30  # pieces of a row; a page stays short with decks of any size
WIDTH, HEIGHT = 360, 150  # of a chart of columns, in units of its drawing
TOP, BOTTOM = 18, 22  # room for the figures above the columns and below them
GAP = 6  # between columns
MARKS = (Fraction(1, 2), Fraction(9, 10))
USES_OF_POWER = [use for use in PowerUse if use is not PowerUse.NONE]  # whose cards are named


@OncePerCatalogue
def current_printed(catalogue: Current) -> PrintedPieces:
    """Return the printed pieces of a version."""
    return PrintedPieces(catalogue.pieces)


def current_statistics(content: DeckContent) -> DeckStatistics:
    """Return the statistics of a content by the current catalogue, for every page and partial that shows some."""
    return statistics_of(content, current_printed())


class PieceLink(NamedTuple):
    """Copies of a piece that the catalogue has."""

    copies: int
    title: str
    url: str


class Bar(NamedTuple):
    """A row of a bar chart. `width` is of 100; `css` is a color class and `icon` a symbol of the sprite, if any.

    `cells` follow the bar, the number first. `mark` is the place of a limit, or None; a bar `is_over` it says so in
    words too. `unnamed` counts the titles beyond `pieces`.
    """

    label: str
    width: float
    cells: tuple[str, ...]
    css: str = ""
    icon: str = ""
    pieces: tuple[PieceLink, ...] = ()
    unnamed: int = 0
    mark: float | None = None
    is_over: bool = False
    rule: str = ""


class BarTable(NamedTuple):
    """A bar chart: its caption, the name of its rows, the headings of the cells behind the bars, and the rows."""

    caption: str
    rows_are: str
    headings: tuple[str, ...]
    bars: list[Bar]


def counts_table(
    caption: str, rows_are: str, rows: Sequence[Count], *, heading: str, named: Collection[str] = ()
) -> BarTable:
    """Return a table of counts; the rows in `named` list their pieces."""
    bars = [
        Bar(
            row.label,
            row.number,
            (str(row.number),),
            pieces=links(row.pieces[:MOST_NAMED]) if row.label in named else (),
            unnamed=max(0, len(row.pieces) - MOST_NAMED) if row.label in named else 0,
        )
        for row in rows
    ]
    return _scale_bars(caption, rows_are, (heading,), bars)


def rarity_table(rows: Sequence[RarityCount]) -> BarTable:
    """Return the rarities as they count, beside their limits, and as printed."""
    bars = [
        Bar(
            row.rarity,
            row.counted,
            (
                f"{row.counted}{', too many' if row.is_over else ''}",
                "any number" if row.limit is None else str(row.limit),
                str(row.printed),
            ),
            mark=row.limit,
            is_over=row.is_over,
        )
        for row in rows
    ]
    return _scale_bars("Cards by rarity", "Rarity", ("Counted", "Limit", "Printed"), bars)


def total_points_table(statistics: DeckStatistics) -> BarTable:
    """Return the hex points of the hexpile beside their limits (rules 4.1)."""
    points, allowed = statistics.tiles.points, FULL.hex_points_allowed
    is_over = points not in allowed
    bar = Bar(
        "Hex points",
        points,
        (f"{points}{', not allowed' if is_over else ''}", f"{FULL.hex_points} ± {FULL.tolerance}"),
        mark=FULL.hex_points,
        is_over=is_over,
        rule="4.1",
    )
    return _scale_bars("What the hexpile is worth", "What", ("Has", "May have"), [bar], least=allowed[-1])


def ship_power_table(power: ShipPower) -> BarTable:
    """Return the needs of the ship's systems, beside its power cards (rules 2.3)."""
    bars = [
        Bar(
            need.label,
            need.power,
            (f"{'at least ' if need.at_least else ''}{need.power}",),
            mark=power.cards,
            rule=need.rule,
        )
        for need in power.needs
    ]
    return _scale_bars("Power that the ship’s systems need", "System", (f"Of {power.cards} power",), bars)


def links(pieces: Iterable[Titled]) -> tuple[PieceLink, ...]:
    """Return links to the pieces that the catalogue has."""
    return tuple(PieceLink(piece.copies, piece.title, url_of(piece.title)) for piece in pieces)


def _scale_bars(caption: str, rows_are: str, headings: tuple[str, ...], bars: list[Bar], *, least: int = 0) -> BarTable:
    """Return a chart of bars with numbers for widths and marks; the largest, or `least`, has the full width."""
    most = max([least, *(number for bar in bars for number in (bar.width, bar.mark or 0))]) or 1

    def share(number: float) -> float:
        return round(FULL_WIDTH * number / most, 1)

    marked = (bar if bar.mark is None else bar._replace(mark=share(bar.mark)) for bar in bars)
    return BarTable(caption, rows_are, headings, [bar._replace(width=share(bar.width)) for bar in marked])


class Column(NamedTuple):
    """A column of a chart, in units of the drawing. `label` is below it, `value` above it, `words` are in the table.

    Its figures stand at `middle`, its value on the line `above`.
    """

    x: float
    y: float
    width: float
    height: float
    middle: float
    above: float
    label: str
    value: str
    words: str


class ColumnChart(NamedTuple):
    """A column chart: its caption, the name of its columns, and the heights of the lines at 50 % and 90 %.

    The columns stand on `ground`, their labels at `below`.
    """

    caption: str
    columns_are: str
    columns: list[Column]
    lines: list[float]
    width: int = WIDTH
    height: int = HEIGHT
    ground: int = HEIGHT - BOTTOM
    below: int = HEIGHT - 6


def chart_of(caption: str, columns_are: str, chances: Iterable[tuple[str, str, Fraction]]) -> ColumnChart:
    """Return a chart of chances, each with its label and its words for the table."""
    rows = list(chances)
    step = WIDTH / max(1, len(rows))
    width, columns = round(step - GAP, 1), []
    for place, (label, words, chance) in enumerate(rows):
        x, y = round(place * step + GAP / 2, 1), _place_chance(chance)
        height, middle, above = round(HEIGHT - BOTTOM - y, 1), round(x + width / 2, 1), round(y - 4, 1)
        columns.append(Column(x, y, width, height, middle, above, label, percentage(chance), words))
    return ColumnChart(caption, columns_are, columns, [_place_chance(mark) for mark in MARKS])


def _place_chance(chance: Fraction) -> float:
    """Return the y of a chance in the chart, from the top."""
    return round(float((1 - chance) * (HEIGHT - TOP - BOTTOM)) + TOP, 1)


def tables(found: DeckStatistics) -> dict[str, object]:
    """Return all charts of the page."""
    cards, tiles = found.cards, found.tiles
    kinds = [row._replace(label=TILE_KINDS[row.label][0]) for row in tiles.kinds]
    points = [row._replace(label=f"{row.label} point{'' if row.label == '1' else 's'}") for row in tiles.by_points]
    explored = [
        (str(row.tiles), f"{row.tiles} tile{'' if row.tiles == 1 else 's'}", row.chance) for row in tiles.exploring
    ]
    return {
        **opening_chart(found),
        "rarities": rarity_table(cards.rarities),
        "types": counts_table("Cards by type", "Type", cards.types, heading="Cards"),
        "methods": counts_table("Cards by play method", "Play method", cards.play_methods, heading="Cards"),
        "power_uses": counts_table(
            "What cards do with power", "Use of power", cards.power_uses, heading="Cards", named=USES_OF_POWER
        ),
        "ship_power": None if found.ship is None else ship_power_table(found.ship),
        "points": total_points_table(found),
        "points_each": counts_table("Tiles by hex points", "Each worth", points, heading="Tiles"),
        "kinds": counts_table("Tiles by kind", "Kind", kinds, heading="Tiles", named=[row.label for row in kinds]),
        "uses": counts_table("What tiles are to you", "They", tiles.uses, heading="Tiles", named=tuple(TileUse)),
        "exploring": chart_of("The chance of a wormhole among the first tiles", "Tiles explored", explored),
    }


def opening_chart(found: DeckStatistics) -> dict[str, Any]:
    """Return the context of the small chart `statistics/opening.html`, which other pages include.

    It shows by nature the number of cards, and the chance of at least one in the opening hand.
    """
    bars = [
        Bar(
            row.label,
            row.number,
            (str(row.number), percentage(row.chance), decimal(row.expected)),
            css=row.label.lower(),
            icon=f"nature-{row.label.lower()}",
        )
        for row in found.cards.opening
    ]
    headings = ("Cards", "At least one", "On average")
    chart = _scale_bars("Cards by nature, and what the opening hand holds", "Nature", headings, bars)
    return {"opening": chart, "opening_hand": OPENING_HAND}
