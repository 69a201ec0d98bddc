"""The projector: the fleet map, pursuit, the alarm, laws and what was said to the room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from incursions.games.wolves.pages.attack_board import list_spaces
from incursions.games.wolves.pages.drawing import TEMPLATES, describe_pursuit, list_quadrants
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.view import view_room

LATEST = 3
"""The announcements that stay on the wall."""
MOST_LAWS = 6
"""The newest laws that fit on the wall."""


def draw_projector(game: Game) -> Mapping[str, Markup]:
    """Return the parts of the page that everybody in the room sees."""
    view = view_room(game)  # once all is revealed, the view of a spectator has other parts
    context = {
        "view": view,
        "pursuit": describe_pursuit(game, view),
        "quadrants": list_wall_quadrants(game, view),
        "announcements": view["announcements"][-LATEST:][::-1],
        "laws": view["laws"][-MOST_LAWS:][::-1],
        "places": {name: game.name_place(game.vessel(name).point) for name in view["separated"]},
    }
    return {name: TEMPLATES.draw(f"wall_{name}", **context) for name in ("alarm", "map", "news")}


def draw_fleet_map(game: Game, seat: str) -> Mapping[str, Markup]:
    """Return the parts of the fleet map, which anybody opens on a phone."""
    view = view_room(game)
    context = {
        "view": view,
        "pursuit": describe_pursuit(game, view),
        "quadrants": list_wall_quadrants(game, view),
        "places": {name: game.name_place(game.vessel(name).point) for name in view["separated"]},
    }
    return {"map": TEMPLATES.draw("fleet_map", **context)}


def list_wall_quadrants(game: Game, view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the quadrants of the fleet map with all their numbered spaces."""
    point = game.state.fleet_at
    quadrants = list_quadrants(view)
    return [quadrant | {"spaces": list_spaces(game, quadrant["number"], point)} for quadrant in quadrants]
