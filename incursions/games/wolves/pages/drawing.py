"""The templates of the pages of a day, and what several of them show: map, pursuit and vessels."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from incursions.games.tables import SHARED_TEMPLATES
from incursions.games.wolves.rules.content.definitions import QUADRANTS
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import BOARDING, FIGHTERS, SHIPS, name_units
from incursions.kit.markup import PartTemplates

TEMPLATES = PartTemplates(Path(__file__).parent / "templates", SHARED_TEMPLATES)
TEMPLATES.environment.filters["name_units"] = name_units


def describe_pursuit(game: Game, view: Mapping[str, Any]) -> list[tuple[int, bool]]:
    """Return the levels of the Pursuit Track, and whether each is reached."""
    return [(level, level <= view["pursuit"]) for level in range(game.content.fleet.pursuit_top + 1)]


def list_quadrants(game: Game, view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the quadrants of the fleet map: vessels by their numbers, Wolves and squadrons there."""
    attack = view["attack"]
    return [
        {
            "number": quadrant,
            "vessels": list(view["map"][str(quadrant)].items()),
            "wolves": [] if attack is None else list_wolves(attack["wolves"].get(str(quadrant), {})),
            "squadrons": [] if attack is None else [n for n, at in attack["squadrons"].items() if at == quadrant],
        }
        for quadrant in QUADRANTS
    ]


def list_wolves(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the kinds of Wolf units in a quadrant, each with its number."""
    return [(kind, counts[kind]) for kind in (FIGHTERS, BOARDING, SHIPS) if counts.get(kind)]
