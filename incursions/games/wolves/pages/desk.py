"""Control's desk: inbox, what comes next, vessels by trouble, and the log."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from incursions.games.wolves.pages.drawing import TEMPLATES, describe_pursuit, list_quadrants
from incursions.games.wolves.rules.game import Game


def draw_desk(game: Game, seat: str) -> Mapping[str, Markup]:
    """Return the parts of the desk for a seat of Control."""
    view = game.view(None)
    context = {"game": game, "state": game.state, "view": view, "pursuit": describe_pursuit(game, view)}
    context |= {"quadrants": list_quadrants(game, view)}
    return {name: TEMPLATES.draw(f"desk_{name}", **context) for name in ("next", "inbox", "vessels", "log")}
