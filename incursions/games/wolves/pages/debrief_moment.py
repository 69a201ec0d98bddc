"""A moment of the day as the debrief shows it: the map, pursuit and the vessels, as a seat or everybody saw them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from incursions.games.wolves.pages.drawing import TEMPLATES, describe_pursuit, list_quadrants, view_as
from incursions.games.wolves.rules.content.definitions import RESOURCES
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.state import VesselState
from incursions.games.wolves.rules.view import view_room


def draw_moment(game: Game, seat: str, is_open: bool) -> Markup:
    """Return a moment. Without a seat it is what everybody saw or, once all is open, the whole fleet."""
    view: Mapping[str, Any] = view_as(game, seat) if seat else view_room(game)
    read = view.get("panels", {}) if seat else game.state.vessels if is_open else {}
    panels = {name: describe_panel(game, game.vessel(name)) for name in read}
    return TEMPLATES.draw(
        "debrief_moment",
        view=view,
        seat=seat,
        own=view.get("own"),
        team=find_team(seat, game.state.vessels),
        panels=panels,
        resources=RESOURCES,
        top=game.content.fleet.morale_track.top,
        pursuit=describe_pursuit(game, view),
        quadrants=list_quadrants(view),
    )


def describe_panel(game: Game, vessel: VesselState) -> dict[str, Any]:
    """Return what a line of the table of vessels shows of a panel."""
    odds = game.content.fleet.morale_track.riot_on
    return {
        "morale": vessel.morale,
        "risk": odds[vessel.morale],
        "hold": vessel.hold,
        "damaged": [f"{station.title} ({station.card})" for station in vessel.stations.values() if station.card],
        "riots": [station.title for station in vessel.stations.values() if station.riot],
        "parties": vessel.parties,
    }
