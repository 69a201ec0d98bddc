"""The head of a station view: the vessel, its morale as a ladder, and what binds the seat at the moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from incursions.games.wolves.pages.station_panel import describe_odds
from incursions.games.wolves.rules.content.definitions import FLAGSHIP
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.roles import find_commander
from incursions.games.wolves.rules.state import ACTION, CLOSE, ENDED, MAP, MUSTER, SETUP, TEAM
from incursions.games.wolves.rules.stations import ANARCHY

FROZEN = (
    "Frozen. You may set coordinates, use the sign, docking and privacy, read your deck, play "
    "cards for attacks, write and propose. All else waits (W15.12)."
)
AT_THE_MAP = "Your vessel is frozen (W15.12). What you command in the attack stands under Map (W15.3)."


PHASES = {
    MUSTER: "Muster: crew the stations that must be ready this turn (W2.3).",
    ACTION: "Action phase: use stations, trade, move and talk (W2.4).",
    TEAM: "Team phase: stay at your own table, set supply and plan (W2.7).",
    CLOSE: "Close: the broadcast, its effect on morale, then the rolls (W2.9).",
}
"""What is done in a phase in calm times."""


class Rung(NamedTuple):
    """A rung of the morale ladder: its level, the highest die that brings a riot, and whether morale stands there."""

    level: int
    riot_on: int
    is_here: bool


class Head(NamedTuple):
    """The head of a seat's station; without a ladder if the seat reads no panel of its own."""

    title: str
    words: str
    ladder: list[Rung]
    morale: int
    odds: str


def describe_head(game: Game, view: Mapping[str, Any], team: str) -> Head:
    """Return the vessel of a seat with its morale."""
    basics, seen = view["vessels"].get(team), view["panels"].get(team)
    words = (
        "" if basics is None else f"{basics['class']}{'' if basics['nation'] == 'none' else ', ' + basics['nation']}"
    )
    if seen is None:
        return Head(team, words, [], 0, "")
    odds = game.content.fleet.morale_track.riot_on
    ladder = [Rung(level, odds[level], level == seen["morale"]) for level in sorted(odds)]
    return Head(team, words, ladder, seen["morale"], describe_odds(odds, seen["morale"]))


def describe_phase(view: Mapping[str, Any], team: str) -> str:
    """Return what a team does in this phase; "" in an attack, and for a seat that has no panel to work."""
    return PHASES.get(view["phase"], "") if team in view["panels"] and not view["attack"] else ""


def describe_bonds(game: Game, view: Mapping[str, Any], seat: str, team: str) -> list[str]:
    """Return what keeps a seat from its orders at the moment, and what it may do all the same."""
    words = [*_describe_player(game, view, seat), *_describe_vessel(view, team), *_describe_command(game, seat, team)]
    if game.find_frozen(team) is not None:
        words.append(AT_THE_MAP if view["places"][seat] == MAP else FROZEN)
    if view["phase"] == SETUP:
        words.append("The event has not started. Look round; orders begin when Control starts it (W2.1).")
    if view["phase"] == ENDED:
        words.append("The event is over (W27.1).")
    return words


def _describe_player(game: Game, view: Mapping[str, Any], seat: str) -> list[str]:
    """Return what binds the player himself: the brig and the sickbay (rules W24)."""
    words = []
    if seat in view["brig"]:
        contact = game.state.brig[seat] or "the contact whom you name under Orders"
        words.append(
            f"You are in the brig of the {FLAGSHIP}. You touch no panel, and you neither phone nor write, but to "
            f"{contact}. Talk freely with other prisoners (W24.6 to W24.9)."
        )
    bay = view["sickbay"].get(seat)
    if bay:
        words.append(
            f"You are in the sickbay of {bay} until the Team phase is over. Talk with all who are there (W24.3)."
        )
    elif bay is not None:
        words.append("You are sent to a sickbay. Choose a vessel with an undamaged one and go there at once (W24.1).")
    return words


def _describe_vessel(view: Mapping[str, Any], team: str) -> list[str]:
    """Return what binds the vessel: destruction, separation, anarchy, an emergency jump."""
    basics, seen = view["vessels"].get(team), view["panels"].get(team)
    words = []
    if basics is not None and basics["is_destroyed"]:
        return [
            f"{team} is destroyed. Its panel is closed. You are survivors: Control says where you live now (W12.10)."
        ]
    if team in view["separated"]:
        words.append(
            f"{team} is separated from the fleet: no place on the map, no trade; notes go by Control. It rejoins by a "
            "medium jump to the digits of the fleet's place (W18.12)."
        )
    if seen is not None and seen["morale"] == ANARCHY:
        words.append("Anarchy aboard: stations, moves and jumps need Control's assent (W4.8).")
    if seen is not None and seen["is_emergency"]:
        words.append("An emergency jump is declared: no station but the Jump Drive is used this turn (W19.3).")
    return words


def _describe_command(game: Game, seat: str, team: str) -> list[str]:
    """Return who commands in place of a captain who is absent, to both of them (rules W3.3)."""
    vessel = game.state.vessels.get(team)
    if vessel is None or vessel.is_destroyed:
        return []
    captain, commander = game.find_printed(vessel).seats[0], find_commander(game, vessel)
    if commander == captain or seat not in (captain, commander):
        return []
    if seat == commander:
        return [f"You command {team} until {captain} is back (W3.3)."]
    return [f"{commander} commands {team} until you are back (W3.3)."]


def describe_shut_panels(view: Mapping[str, Any], seat: str, team: str) -> list[str]:
    """Return why a seat reads no panel: the brig, no table, or a hidden panel (rules W20.2, W23.4, W24.6)."""
    place = view["places"][seat]
    if seat in view["brig"]:
        return ["The panel is shut for you while you are in the brig (W24.6)."]
    if place in view["panels"]:
        return []
    if place in view["vessels"]:
        return [f"The panel of {place} is hidden from all who are not of its team (W20.2)."]
    return [] if team in view["panels"] else ["Go to a table to read its panel, where it is open (W20.1)."]
