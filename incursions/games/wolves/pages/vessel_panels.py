"""The panels of all vessels on Control's desk, those in trouble first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from incursions.games.wolves.pages.troubles import GRAVE, SERIOUS, Trouble, list_troubles
from incursions.games.wolves.pages.waiting import name_vessel
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.panels import describe_crew
from incursions.games.wolves.rules.state import Counter, Station, Unit, VesselState
from incursions.games.wolves.rules.survivors import find_home, list_guests


class StationLine(NamedTuple):
    """A station of a panel: its crew in words and as classes of tokens, and what lies on it."""

    title: str
    crew: str
    tokens: tuple[str, ...]
    cards: tuple[str, ...]
    is_used: bool


class VesselPanel(NamedTuple):
    """A vessel as its panel shows it; `marks` are words with the looks of their tags."""

    name: str
    is_destroyed: bool
    marks: tuple[tuple[str, str], ...] = ()
    troubles: tuple[Trouble, ...] = ()
    morale: int = 0
    ladder: range = range(0)
    odds: str = ""
    hold: tuple[tuple[str, int], ...] = ()
    stations: tuple[StationLine, ...] = ()
    units: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """The name as part of ids."""
        return self.name.lower().replace(" ", "-")

    @property
    def subject(self) -> str:
        """The subject by which one of Control looks after the vessel."""
        return name_vessel(self.name)

    @property
    def weight(self) -> int:
        """The weight of all troubles."""
        return sum(trouble.weight for trouble in self.troubles)

    @property
    def look(self) -> str:
        """The class of the gravest kind of trouble."""
        return " is-grave" if self.weight >= GRAVE else " is-serious" if self.weight >= SERIOUS else ""


def list_panels(game: Game) -> list[VesselPanel]:
    """Return the panels of all vessels in the order of the fleet list."""
    return [describe_vessel(game, vessel) for vessel in game.state.vessels.values()]


def sort_panels(panels: Sequence[VesselPanel], own: Collection[str] = ()) -> list[VesselPanel]:
    """Return the panels whose subjects are in `own` first, then those in trouble. Destroyed vessels come last."""
    return sorted(panels, key=lambda panel: (panel.is_destroyed, panel.subject not in own, -panel.weight))


def describe_vessel(game: Game, vessel: VesselState) -> VesselPanel:
    """Return what the panel of a vessel shows."""
    marks = tuple(list_marks(vessel))
    if vessel.is_destroyed:
        return VesselPanel(vessel.name, is_destroyed=True, marks=marks)
    return VesselPanel(
        vessel.name,
        False,
        marks,
        tuple(list_troubles(game, vessel)),
        vessel.morale,
        range(game.content.fleet.morale_track.top + 1),
        describe_odds(game, vessel),
        tuple(vessel.hold.items()),
        tuple(make_station_line(station) for station in vessel.stations.values()),
        tuple(describe_unit(unit) for unit in game.state.units.values() if vessel.name == unit.home),
    )


def list_marks(vessel: VesselState) -> list[tuple[str, str]]:
    """Return the marks of a vessel beside its name, each with the look of its tag."""
    marks = (
        (vessel.is_destroyed, "destroyed", "bad"),
        (vessel.sign, "Jump sign", "warn"),
        (vessel.is_emergency, "emergency", "warn"),
        (vessel.is_mustered, "drive crewed", "good"),
        (vessel.is_hidden, "hidden", "info"),
    )
    return [(words, look) for is_set, words, look in marks if is_set]


def describe_odds(game: Game, vessel: VesselState) -> str:
    """Return the odds of a riot, where the vessel is, and what it has supplied, in a line."""
    riot_on = game.content.fleet.morale_track.riot_on[vessel.morale]
    riot = f"Riot on {'1 to ' if riot_on > 1 else ''}{riot_on}" if riot_on else "No riot"
    if vessel.point != game.state.fleet_at:
        where = f"at {game.name_place(vessel.point)}"
    else:
        where = f"quadrant {vessel.quadrant}" if vessel.quadrant else "in the centre"
    return " · ".join((riot, where, *(f"{resource} {level}" for resource, level in vessel.supply.items())))


def list_moves(game: Game) -> list[tuple[str, str]]:
    """Return the teams of all vessels with players to move, and the commands by which each moves to another vessel."""
    moves = [(vessel.name, write_move(game, vessel)) for vessel in game.state.vessels.values()]
    return [(name, text) for name, text in moves if text]


def write_move(game: Game, vessel: VesselState) -> str:
    """Return the commands, a line each, by which a team moves to the blank {vessel}, with its guests (rules W12.10).

    Prisoners stay, and patients of other vessels (rules W24.1, W24.5). Guests go home where their own vessel is near.
    """
    state = game.state
    bays = ("", vessel.name)
    free = (seat for seat in game.seats_of(vessel.name) if seat not in state.brig)
    places = {seat: "{vessel}" for seat in free if state.sickbay.get(seat, "") in bays}
    places |= {seat: find_home(state, seat, vessel) or "{vessel}" for seat in list_guests(state, vessel)}
    return "\n".join(f"set place of {seat} to {place} because {{reason}}" for seat, place in places.items())


def make_station_line(station: Station) -> StationLine:
    """Return a station with its crew as tokens and what lies on it."""
    riot = {"up": "riot", "down": "riot dispersed"}.get(station.riot, "")
    return StationLine(
        station.title,
        describe_crew(station),
        tuple(describe_token(counter) for counter in station.crew),
        tuple(words for words in (station.card, riot) if words),
        station.uses >= station.allowed,
    )


def describe_token(counter: Counter) -> str:
    """Return the classes of a crew token; that of untrained crew has none."""
    state = "wounded" if counter.is_wounded else "used" if counter.is_used else ""
    training = "" if counter.training == "untrained" else counter.training
    return " ".join(filter(None, (training, state)))


def describe_unit(unit: Unit) -> tuple[str, str]:
    """Return the name of a unit, and what is to be said of it: damaged, in a quadrant, or elsewhere."""
    where = f"in quadrant {unit.quadrant}" if unit.quadrant else "" if unit.aboard == unit.home else f"on {unit.aboard}"
    status = "" if unit.status == "whole" else unit.status
    return unit.name, ", ".join(word for word in (status, where if unit.is_alive else "") if word)


def list_assents(game: Game) -> list[str]:
    """Return what Control can assent to aboard the vessels in anarchy (rules W4.8)."""
    lawless = [vessel for vessel in game.state.alive if not vessel.morale]
    doings = [(vessel, ["jumping", "moving", *(f"using {title}" for title in vessel.stations)]) for vessel in lawless]
    return [f"{vessel.name} {doing}" for vessel, named in doings for doing in named]
