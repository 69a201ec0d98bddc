"""The check that cards played into a hex say as which piece they are placed (rules 13.4.6, 17.12).

A card without effects is placed as the piece that its numbers make it (`of_itself`), or is never played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from incursions.games.incursions.rules.printed.pieces import Definition
from incursions.games.incursions.rules.printed.words import TABLE_IN_HEX

EXPECTED = f"an effect {{on: played, do: place, piece: ...}} was expected: what is played by {TABLE_IN_HEX} lies there"


def find_unplaced(definition: Definition) -> Iterator[tuple[str, str]]:
    """Yield each part of the card that is played into a hex but never placed: its path and what was expected."""
    effects = definition.get("effects")
    if effects is None:
        return
    if definition.get("play_method") == TABLE_IN_HEX and not _places(effects, ""):
        yield "effects", EXPECTED
    for number, effect in enumerate(effects, start=1):
        for place, option in enumerate(effect.get("options", []), start=1):
            method = option.get("play_method", option.get("as"))
            if method == TABLE_IN_HEX and not _places(option, effect.get("on", "")):
                yield f"effects {number}, options {place}, effects", EXPECTED


def _places(said: Any, trigger: str) -> bool:
    """Return True if this, or something nested in it, places the card when it is played."""
    if isinstance(said, list):
        return any(_places(each, trigger) for each in said)
    if not isinstance(said, dict):
        return False
    trigger = said.get("on", trigger)
    if said.get("do") == "place" and trigger == "played":
        return True
    return any(_places(each, trigger) for each in said.values())
