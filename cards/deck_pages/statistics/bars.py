"""Tables whose rows have bars: the chart is the table, so the figures beside the bars are its text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from cards.addresses import url_of
from cards.piece_facts import TILE_KINDS
from incursions.deck_statistics import (
    Count,
    DeckStatistics,
    Drawn,
    RarityCount,
    ShipPower,
    Titled,
    decimal,
    percentage,
)
from incursions.rules.construction import FULL

FULL_WIDTH = 100
MOST_NAMED = 30  # pieces of a row; a page stays short with decks of any size


class PieceLink(NamedTuple):
    """Copies of a piece that the catalogue has."""

    copies: int
    title: str
    url: str


class Bar(NamedTuple):
    """One row. `width` is of 100; `css` a class of colours and `icon` a symbol of the sprite, where there are any.

    `cells` stand behind the bar, the number first. `mark` is where a limit lies, None without one; what is `over` it is
    said in words besides. `unnamed` are how many titles there are besides the `pieces`.
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
    """A chart: what it is called, what its rows are, the headings of the cells behind the bars, and the rows."""

    caption: str
    rows_are: str
    headings: tuple[str, ...]
    bars: list[Bar]


def opening_table(rows: Sequence[Drawn]) -> BarTable:
    """The opening hand by nature: how many there are, and the chance of at least one."""
    most = _most(row.number for row in rows)
    bars = [
        Bar(
            row.label,
            _width(row.number, most),
            (str(row.number), percentage(row.chance), decimal(row.expected)),
            css=row.label.lower(),
            icon=f"nature-{row.label.lower()}",
        )
        for row in rows
    ]
    return BarTable(
        "Cards by nature, and what the opening hand holds", "Nature", ("Cards", "At least one", "On average"), bars
    )


def counts_table(
    caption: str, rows_are: str, rows: Sequence[Count], *, heading: str, named: Collection[str] = ()
) -> BarTable:
    """Any counts; rows that are `named` tell which pieces are counted there."""
    most = _most(row.number for row in rows)
    bars = [
        Bar(
            row.label,
            _width(row.number, most),
            (str(row.number),),
            pieces=links(row.pieces[:MOST_NAMED]) if row.label in named else (),
            unnamed=max(0, len(row.pieces) - MOST_NAMED) if row.label in named else 0,
        )
        for row in rows
    ]
    return BarTable(caption, rows_are, (heading,), bars)


def rarity_table(rows: Sequence[RarityCount]) -> BarTable:
    """Rarities as they count, beside their limits, and as printed."""
    most = _most(max(row.counted, row.limit or 0) for row in rows)
    bars = [
        Bar(
            row.rarity,
            _width(row.counted, most),
            (f"{row.counted}{', too many' if row.is_over else ''}", _limit(row.limit), str(row.printed)),
            mark=None if row.limit is None else _width(row.limit, most),
            is_over=row.is_over,
        )
        for row in rows
    ]
    return BarTable("Cards by rarity", "Rarity", ("Counted", "Limit", "Printed"), bars)


def kinds_table(rows: Sequence[Count]) -> BarTable:
    """Tiles by kind, in the words of their pages."""
    worded = [row._replace(label=TILE_KINDS[row.label][0]) for row in rows]
    return counts_table("Tiles by kind", "Kind", worded, heading="Tiles", named=[row.label for row in worded])


def points_table(rows: Sequence[Count]) -> BarTable:
    """Tiles by their worth."""
    worded = [row._replace(label=f"{row.label} point{'' if row.label == '1' else 's'}") for row in rows]
    return counts_table("Tiles by hex points", "Each worth", worded, heading="Tiles")


def total_points_table(statistics: DeckStatistics) -> BarTable:
    """The hex points of the hexpile beside what it may be worth (rules 4.1)."""
    points, allowed = statistics.tiles.points, FULL.hex_points_allowed
    most = max(points, allowed[-1])
    is_over = points not in allowed
    bar = Bar(
        "Hex points",
        _width(points, most),
        (f"{points}{', not allowed' if is_over else ''}", f"{FULL.hex_points} ± {FULL.tolerance}"),
        mark=_width(FULL.hex_points, most),
        is_over=is_over,
        rule="4.1",
    )
    return BarTable("What the hexpile is worth", "What", ("Has", "May have"), [bar])


def ship_power_table(power: ShipPower) -> BarTable:
    """What the systems of the ship need, beside the power cards that it has (rules 2.3)."""
    most = max(power.cards, *(need.power for need in power.needs))
    bars = [
        Bar(
            need.label,
            _width(need.power, most),
            (f"{'at least ' if need.at_least else ''}{need.power}",),
            mark=_width(power.cards, most),
            rule=need.rule,
        )
        for need in power.needs
    ]
    return BarTable("Power that the ship’s systems need", "System", (f"Of {power.cards} power",), bars)


def links(pieces: Iterable[Titled]) -> tuple[PieceLink, ...]:
    """Pieces that the catalogue has, each with its page."""
    return tuple(PieceLink(piece.copies, piece.title, url_of(piece.title)) for piece in pieces)


def _limit(limit: int | None) -> str:
    return "any number" if limit is None else str(limit)


def _most(numbers: Iterable[int]) -> int:
    return max(numbers, default=0)


def _width(number: int, most: int) -> float:
    """Of the whole bar, to a tenth."""
    return round(FULL_WIDTH * number / most, 1) if most else 0
