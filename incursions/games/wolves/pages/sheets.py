"""Paper sheets: one for each vessel and one for Control, with which the day goes on if all else fails."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from incursions.games.wolves.pages.drawing import TEMPLATES
from incursions.games.wolves.pages.station_briefing import describe_briefing
from incursions.games.wolves.rules.content.definitions import DISTANCES, LEVELS
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.morale import LEVEL_MODIFIERS, STEPS
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.panels import describe_crew
from incursions.games.wolves.rules.paper_values import write_cargo
from incursions.games.wolves.rules.riots import DISPERSES_FROM, SPREADS_ON
from incursions.games.wolves.rules.state import CONTROL, VesselState
from incursions.games.wolves.rules.turn import MINUTE


def draw_sheets(game: Game) -> Mapping[str, Markup]:
    """Return the sheets by their titles: Control's three, then those of the vessels in the order of the fleet list."""
    prompts = [each for each in game.content.prompts.values() if each.number not in game.state.prompts]
    return {
        CONTROL: draw_control_sheet(game),
        f"{CONTROL}: destinations": draw_destinations(game),
        f"{CONTROL}: prompts": TEMPLATES.draw("sheet_prompts", prompts=prompts),
        **{vessel.name: draw_vessel_sheet(game, vessel) for vessel in game.state.alive},
    }


def draw_briefing(game: Game, seat: str) -> Markup:
    """Return the briefing of a seat to be printed; for the seat "" the guide for all (rules W1.2, W1.6)."""
    briefing = describe_briefing(game.content.briefings, seat, find_team(seat, game.state.vessels))
    return TEMPLATES.draw("briefing_own" if seat else "briefing_guide", briefing=briefing)


def draw_vessel_sheet(game: Game, vessel: VesselState) -> Markup:
    """Return the sheet of a vessel: hold, crew, damage, riots, morale, units, hands, fuel costs and odds."""
    printed, state = game.find_printed(vessel), game.state
    fleet = game.content.fleet
    rations = fleet.rations[printed.rations]
    return TEMPLATES.draw(
        "sheet_vessel",
        vessel=vessel,
        printed=printed,
        place=game.name_place(vessel.point),
        stations=[(station, describe_crew(station)) for station in vessel.stations.values()],
        units=[unit for unit in state.units.values() if unit.home == vessel.name and unit.is_alive],
        shuttles=[
            (shuttle, write_cargo(shuttle.goods, shuttle.crew))
            for shuttle in state.shuttles.values()
            if shuttle.owner == vessel.name
        ],
        hands=[(seat, state.hands[seat]) for seat in printed.seats if state.hands.get(seat)],
        fuel=[(distance, printed.fuel[distance]) for distance in DISTANCES],
        rations=[(level, rations.get(level, 0), LEVEL_MODIFIERS[level]) for level in LEVELS],
        riot_on=fleet.morale_track.riot_on,
        steps=STEPS,
    )


def draw_control_sheet(game: Game) -> Markup:
    """Return Control's sheet: turn, pursuit, what is hidden, and the tables of the dice."""
    wolves = game.content.wolves
    return TEMPLATES.draw(
        "sheet_control",
        state=game.state,
        minutes=-(-game.state.clock.left // MINUTE),
        levels=list(enumerate(wolves.levels)),
        wolves=wolves,
        spreads_on=SPREADS_ON,
        disperses_from=DISPERSES_FROM,
        steps=STEPS,
    )


def draw_destinations(game: Game) -> Markup:
    """Return the sheet of destinations, with those that have been drawn."""
    drawn = {title: vessel.name for vessel in game.state.vessels.values() for title in vessel.destinations}
    return TEMPLATES.draw("sheet_destinations", destinations=game.content.destinations.values(), drawn=drawn)
