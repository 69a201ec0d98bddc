"""The projector: the fleet map, pursuit, the alarm, laws and what was said to the room."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from incursions.games.wolves.pages.drawing import TEMPLATES, describe_pursuit, list_quadrants
from incursions.games.wolves.rules.game import Game

LATEST = 3
"""The announcements that stay on the wall."""


def draw_projector(game: Game) -> Mapping[str, Markup]:
    """Return the parts of the page that everybody in the room sees."""
    view = game.view(None)
    context = {
        "view": view,
        "pursuit": describe_pursuit(game, view),
        "quadrants": list_quadrants(game, view),
        "announcements": view["announcements"][-LATEST:][::-1],
    }
    return {name: TEMPLATES.draw(f"wall_{name}", **context) for name in ("alarm", "map", "news")}
