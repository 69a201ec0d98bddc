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
"""The bytes of a line of a list besides its text, about."""
Item = TypeVar("Item")


class Room:
    """The room that is left for lines of a page, in bytes; `left_out` counts the lines for which there is none."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.left_out = 0

    def take(self, line: str, besides: int = 0) -> bool:
        """Take the room of a line, and return True if there was enough; none is left after the first without.

        `besides` are bytes that come with it.
        """
        self.left -= len(line.encode()) + besides
        self.left_out += self.left < 0
        return self.left >= 0


def take_fitting(items: Iterable[Item], most: int, write: Callable[[Item], str] = str) -> list[Item]:
    """Return the first items, as many as there is room for in so many bytes; `write` returns the text of one."""
    room = Room(most)
    return [item for item in items if room.take(escape(write(item)), LINE_BYTES)]


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


def look(game: Game, seat: str) -> dict[str, Any]:
    """Return what a seat may know, also when the day is over and its view is the whole state."""
    view = game.view(seat)
    if "own" in view:
        return view
    panels = {each.name: view_panel(game, each, seat) for each in game.state.alive if reads_panel(game, each, seat)}
    return {**view_room(game), "seat": seat, "own": view_seat(game, seat), "panels": panels}
