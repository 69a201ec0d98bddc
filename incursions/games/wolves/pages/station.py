"""The station view of a seat, phone first: the panel, orders, map, mail and hand."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from incursions.games.wolves.pages.drawing import TEMPLATES, describe_pursuit, list_quadrants
from incursions.games.wolves.rules.game import Game


def draw_station(game: Game, seat: str) -> Mapping[str, Markup]:
    """Return the parts of the station view of a seat."""
    view = game.view(seat)
    context = {"game": game, "view": view, "own": view["own"], "seat": seat}
    context |= {"pursuit": describe_pursuit(game, view), "quadrants": list_quadrants(game, view)}
    return {name: TEMPLATES.draw(f"station_{name}", **context) for name in ("panel",)}
