"""The templates of the pages of a day, and what several of them show: map, pursuit and vessels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from markupsafe import escape

from incursions.games.tables import SHARED_TEMPLATES
from incursions.games.wolves.rules.content.definitions import QUADRANTS
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import BOARDING, FIGHTERS, SHIPS, name_units
from incursions.games.wolves.rules.view import reads_panel, view_panel, view_room, view_seat
from incursions.kit.markup import PartTemplates

TEMPLATES = PartTemplates(Path(__file__).parent / "templates", SHARED_TEMPLATES)
TEMPLATES.environment.filters["name_units"] = name_units
LINE_BYTES = 150
"""About the bytes of markup in a line of a list."""
Item = TypeVar("Item")


class ByteBudget:
    """The bytes that are left for lines of a page; `left_out` counts the lines that did not fit."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.left_out = 0

    def spend(self, line: str, markup_bytes: int = 0) -> bool:
        """Spend the bytes of a line and its markup. Return True if it fits; after one that does not, none does."""
        self.left -= len(line.encode()) + markup_bytes
        self.left_out += self.left < 0
        return self.left >= 0


def take_fitting(items: Iterable[Item], most: int, write: Callable[[Item], str] = str) -> list[Item]:
    """Return the first items whose lines fit into `most` bytes; `write` returns the text of an item."""
    budget = ByteBudget(most)
    return [item for item in items if budget.spend(escape(write(item)), LINE_BYTES)]


def describe_pursuit(game: Game, view: Mapping[str, Any]) -> list[tuple[int, bool]]:
    """Return the levels of the Pursuit Track, and whether each is reached."""
    return [(level, level <= view["pursuit"]) for level in range(game.content.fleet.pursuit_top + 1)]


def list_quadrants(view: Mapping[str, Any]) -> list[dict[str, Any]]:
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


def view_as(game: Game, seat: str) -> dict[str, Any]:
    """Return what a seat may know, also when the day is over and its view is the whole state."""
    view = game.view(seat)
    if "own" in view:
        return view
    panels = {each.name: view_panel(game, each, seat) for each in game.state.alive if reads_panel(game, each, seat)}
    return {**view_room(game), "seat": seat, "own": view_seat(game, seat), "panels": panels}
