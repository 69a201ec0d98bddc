"""A catalogue of any size, made by a seed out of a real one: what the speed of searching is measured on."""

from __future__ import annotations

from random import Random
from typing import Any

from incursions.rules.catalogue import Catalogue
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import RARITIES

SENTENCES_OF_A_TEXT = 3
MOST_HEX_POINTS = 5
VARIED = ("hull", "shields", "life_points")


def made_up_catalogue(like: Catalogue, pieces: int, seed: int) -> Catalogue:
    """So many pieces, of each kind about the share that it has there; the same ones by the same seed."""
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
    """A piece like the model with other numbers and rarity."""
    changed: dict[str, Any] = {name: chance.randint(1, 2 * model[name]) for name in VARIED if model.get(name)}
    if "hex_points" in model:
        changed["hex_points"] = chance.randint(1, MOST_HEX_POINTS)
    if "rarity" in model:
        changed["rarity"] = chance.choice(RARITIES)
    return model | changed
