"""How fast searches are answered: the base set, and 10,000 pieces made up out of it.

A search is everything that a page of results needs: query read and worded, pieces found and ordered, facets counted.
Measured in CPU seconds; a figure is the median of the slowest query.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import process_time

from incursions.rules.catalogue import load
from incursions.search.index import SearchIndex
from incursions.search.made_up import made_up_catalogue
from incursions.search.wording import explained

FIXTURES = Path(__file__).parents[2] / "fixtures"
PIECES = 10_000
SEED = 1
ROUNDS = 21
MILLISECONDS = 1e3
QUERIES = (
    "",
    "phasers",
    "draw two cards",
    "e",
    "red*alert or t*s",
    "nature:attack rarity>=rare",
    'nature:attack rarity>=rare race:klingon text:"shield" -type:espionage (damage or ship)',
    "points<=2 is:unique or is:wormhole or text:wormhole",
    "race:romulan -usage:any sort:rarity sort:title",
    "-has:flavour sort:-number view:text",
    "a or e or i or o or u sort:-hull",
    "number>1 sort:text",
    "ship -shield -hull -torpedo* -phaser* -draw -crew -captain (text:a*b*c or title:x)",
)


def slowest_ms(index: SearchIndex) -> float:
    """The median milliseconds of the query that takes longest."""
    return max(median(_ms_of(index, query) for _ in range(ROUNDS)) for query in QUERIES)


def _ms_of(index: SearchIndex, text: str) -> float:
    began = process_time()
    explained(index.search(text).query)
    return (process_time() - began) * MILLISECONDS


def figures() -> dict[str, float]:
    """All figures by name."""
    base = load(FIXTURES)
    many = made_up_catalogue(base, PIECES, SEED)
    return {
        "search.base_ms": round(slowest_ms(SearchIndex(base)), 2),
        f"search.{PIECES}_ms": round(slowest_ms(SearchIndex(many)), 2),
    }
