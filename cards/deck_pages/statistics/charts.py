"""The charts of a deck in numbers, each by the name that the templates know it by."""

from __future__ import annotations

from typing import Any

from cards.deck_pages.statistics import bars
from cards.deck_pages.statistics.columns import ColumnChart, chart_of
from incursions.deck_statistics import DeckStatistics, Found, PowerUse, TileUse
from incursions.rules.plays.hand import OPENING_HAND

USES_OF_POWER = [use for use in PowerUse if use is not PowerUse.NONE]  # whose cards are named


def tables(found: DeckStatistics) -> dict[str, Any]:
    """All charts of the page."""
    cards, tiles = found.cards, found.tiles
    return {
        **opening_chart(found),
        "rarities": bars.rarity_table(cards.rarities),
        "types": bars.counts_table("Cards by type", "Type", cards.types, heading="Cards"),
        "methods": bars.counts_table("Cards by play method", "Play method", cards.play_methods, heading="Cards"),
        "power_uses": bars.counts_table(
            "What cards do with power", "Use of power", cards.power_uses, heading="Cards", named=USES_OF_POWER
        ),
        "ship_power": None if found.ship is None else bars.ship_power_table(found.ship),
        "points": bars.total_points_table(found),
        "points_each": bars.points_table(tiles.by_points),
        "kinds": bars.kinds_table(tiles.kinds),
        "uses": bars.counts_table("What tiles are to you", "They", tiles.uses, heading="Tiles", named=tuple(TileUse)),
        "exploring": exploring_chart(tiles.exploring),
    }


def opening_chart(found: DeckStatistics) -> dict[str, Any]:
    """The small chart, `statistics/opening.html`, for whatever page includes it."""
    return {"opening": bars.opening_table(found.cards.opening), "opening_hand": OPENING_HAND}


def exploring_chart(rows: list[Found]) -> ColumnChart:
    """The chance that a wormhole is among the first tiles."""
    chances = ((str(row.tiles), f"{row.tiles} tile{'' if row.tiles == 1 else 's'}", row.chance) for row in rows)
    return chart_of("The chance of a wormhole among the first tiles", "Tiles explored", chances)
