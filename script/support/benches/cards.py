"""Measure how fast searches are answered: the base set, and 10,000 pieces made up out of it.

A search is everything that a page of results needs: query read and worded, pieces found and ordered, facets counted.
Measured in CPU seconds; a figure is the median of the slowest query.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from incursions.games.incursions.rules.catalogue import Catalogue, load
from incursions.games.incursions.rules.printed.pieces import RARITIES, Definition
from incursions.games.incursions.search.index import SearchIndex
from incursions.games.incursions.search.wording import explain_query

FIXTURES = Path(__file__).parents[3] / "fixtures"
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
SENTENCES_OF_A_TEXT = 3
MOST_HEX_POINTS = 5
VARIED = ("hull", "shields", "life_points")


def slowest_ms(index: SearchIndex) -> float:
    """Return the median milliseconds of the slowest query."""
    return max(median(_ms_of(index, query) for _ in range(ROUNDS)) for query in QUERIES)


def _ms_of(index: SearchIndex, text: str) -> float:
    began = process_time()
    explain_query(index.search(text).query)
    return (process_time() - began) * MILLISECONDS


def figures() -> dict[str, float]:
    """All figures by name."""
    base = load(FIXTURES)
    many = made_up_catalogue(base, PIECES, SEED)
    return {
        "search.base_ms": round(slowest_ms(SearchIndex(base)), 2),
        f"search.{PIECES}_ms": round(slowest_ms(SearchIndex(many)), 2),
    }


def made_up_catalogue(like: Catalogue, pieces: int, seed: int) -> Catalogue:
    """Return so many made-up pieces, of each kind about the share that it has there; equal for equal seeds."""
    chance = Random(seed)
    models = [(kind, piece) for kind, group in enumerate(like) for piece in group.values()]
    words = sorted({word for _, piece in models for word in piece["title"].split()})
    sentences = sorted({said for _, piece in models for said in piece.get("text", "").split(". ") if said})
    made = Catalogue({}, {}, {}, {})
    for number in range(1, pieces + 1):
        kind, model = chance.choice(models)
        piece = _varied(model, chance)
        piece["title"] = f"{' '.join(chance.sample(words, 2))} {number}"
        piece["number"] = number
        piece["text"] = ". ".join(chance.sample(sentences, chance.randint(1, SENTENCES_OF_A_TEXT)))
        made[kind][piece["title"]] = piece
    return made


def _varied(model: Definition, chance: Random) -> Definition:
    """Return a piece like the model with other numbers and rarity."""
    printed: Any = model
    changed: Any = {name: chance.randint(1, 2 * printed[name]) for name in VARIED if printed.get(name)}
    if "hex_points" in model:
        changed["hex_points"] = chance.randint(1, MOST_HEX_POINTS)
    if "rarity" in model:
        changed["rarity"] = chance.choice(RARITIES)
    return model | changed
