"""The attack board as a page of its own: for Control and those at the map; others see their own vessel (rules W15)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from incursions.games.wolves.pages.attack_board import describe_board, describe_quadrant, name_flagship
from incursions.games.wolves.pages.drawing import TEMPLATES
from incursions.games.wolves.pages.judging import Act, Group, Judge
from incursions.games.wolves.pages.next_steps import find_step
from incursions.games.wolves.pages.order_lists import Closed, merge_closed
from incursions.games.wolves.pages.station_map import list_batteries, list_boarders
from incursions.games.wolves.rules.content.definitions import QUADRANTS
from incursions.games.wolves.rules.fleet_map import list_idle
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.state import CONTROL, WOLF, WOLF_UNITS, Attack, Unit, VesselState
from incursions.games.wolves.rules.view import list_unread, reads_board
from incursions.kit.words import format_count

OF_OTHER_COMMAND = "W15.3"
"""The rule of refusals of units that another seat commands in the attack."""


class OwnVessel(NamedTuple):
    """The vessel of a seat in an attack: its boarders, counted damage, and units."""

    name: str
    parties: int
    counted: int
    units: list[Unit]
    acted: list[str]


def draw_board_page(game: Game, seat: str) -> Mapping[str, Markup]:
    """Return the parts of the attack board for a seat."""
    attack, is_control = game.state.attack, find_team(seat, ()) == CONTROL
    is_reader = is_control or reads_board(game, seat)
    unread = list_unread(game, seat)
    context: dict[str, Any] = {"is_control": is_control, "is_reader": is_reader, "attack": attack}
    context["board"] = (describe_board(game, unread) if is_reader else None) if attack else _describe_calm(game)
    context["idle"] = list_idle_by_vessel(game, attack, unread) if attack and is_reader else []
    context["steps"] = _list_steps(game) if is_control and attack else []
    vessel = game.state.vessels.get(find_team(seat, game.state.vessels))
    judge = None if is_control or vessel is None or attack is None else Judge(game, seat)
    context["own"] = _describe_own(game, vessel, attack) if judge and vessel and attack and not is_reader else None
    context["report"] = _judge_report(judge) if judge and not is_reader else None
    context["orders"], context["closed"] = list_unit_orders(judge, vessel) if judge and vessel else ([], [])
    return {name: TEMPLATES.draw(f"board_{name}", **context) for name in ("turn", "orders", "map", "left")}


def _describe_calm(game: Game) -> Mapping[str, Any]:
    """Return the board while there is no attack: the vessels of the fleet, as all know them."""
    nobody = Attack(game.state.fleet_at, [])
    quadrants = [describe_quadrant(game, nobody, quadrant) for quadrant in QUADRANTS]
    return {"quadrants": quadrants, "acted": (), "flagship": name_flagship(game, nobody)}


def list_idle_by_vessel(game: Game, attack: Attack, unread: Collection[str] = ()) -> list[tuple[str, list[str]]]:
    """Return the units that may still act in a Fleet round, by vessel (rules W15.7)."""
    found: dict[str, list[str]] = {}
    for name in list_idle(game, attack, unread) if attack.side != WOLF else []:
        found.setdefault(_find_home(game, name), []).append(name)
    return list(found.items())


def _find_home(game: Game, name: str) -> str:
    """Return the vessel of a unit, or of a battery, which is named by it: "Weapon Battery 1 of Aegis"."""
    unit = game.state.units.get(name)
    return unit.home if unit is not None else name.rpartition(" of ")[2]


def _list_steps(game: Game) -> list[tuple[str, str]]:
    """Return the commands of Control in an attack with their labels: the round that is played, jumps and the end."""
    step = find_step(game)
    steps = [] if step is None else [(step.text, step.label)]
    if any(vessel.sign for vessel in game.state.alive):
        steps.append(("resolve the jumps", "Resolve the jumps"))
    return [*steps, ("end the attack", "End the attack")]


def _judge_report(judge: Judge) -> Act | None:
    """Return the order that brings one of the map party to the map (rules W15.3); None for all others."""
    report = judge.act("report to the map", "Report to the map")
    return report if report.is_legal else None


def _describe_own(game: Game, vessel: VesselState, attack: Attack) -> OwnVessel:
    units = [unit for unit in game.state.units.values() if vessel.name in (unit.home, unit.aboard) and unit.is_alive]
    return OwnVessel(vessel.name, vessel.parties, attack.counted.get(vessel.name, 0), units, list(attack.acted))


def list_unit_orders(judge: Judge, vessel: VesselState) -> tuple[list[Group], list[Closed]]:
    """Return what a seat may order in an attack, as buttons by unit, and why its own units cannot act.

    A unit that has acted keeps its place; units that cannot act at all are told together.
    """
    attack = judge.game.find_frozen(vessel.name)
    if attack is None:
        return [], []
    groups = [_list_flights(judge, unit, attack) for unit in judge.game.state.squadrons_of(vessel.name)]
    groups += [list_batteries(judge, vessel, attack), list_boarders(judge, vessel, attack)]
    told = [group for group in groups if group.is_open or _is_own_refusal(group)]
    if any(group.is_open for group in told):
        return [_keep_legal(group) if group.is_open else group for group in told], []
    return [], merge_closed(told)


def _is_own_refusal(group: Group) -> bool:
    """Return True if a group is refused as a whole, and not because another seat commands its units (rules W15.3)."""
    return group.common is not None and group.common.rule != OF_OTHER_COMMAND


def _keep_legal(group: Group) -> Group:
    return group._replace(
        acts=[act for act in group.acts if act.is_legal], forms=[form for form in group.forms if form.is_legal]
    )


def _list_flights(judge: Judge, unit: Unit, attack: Attack) -> Group:
    """Return the orders of one squadron: to attack what is there, or to fly elsewhere (rules W16.1, W16.2)."""
    acts = []
    if unit.quadrant:
        aims = [aim for aim in WOLF_UNITS if attack.find_wolves(unit.quadrant).count(aim)]
        acts += [judge.act(f"{unit.name} attacks {aim} first", f"Attack {aim} first") for aim in aims]
    others = [quadrant for quadrant in QUADRANTS if quadrant != unit.quadrant]
    acts += [
        judge.act(f"{unit.name} flies to quadrant {quadrant}", f"Fly to {quadrant}{_count_wolves(attack, quadrant)}")
        for quadrant in others
    ]
    where = f"quadrant {unit.quadrant}" if unit.quadrant else "hangar"
    return Group(unit.name.replace(" ", "-"), unit.name, acts, words=f"{where}, {unit.status}")


def _count_wolves(attack: Attack, quadrant: int) -> str:
    """Return ": 4 Wolves" for the units of the Wolves in a quadrant, "" if there are none."""
    wolves = attack.find_wolves(quadrant)
    number = sum(wolves.count(kind) for kind in WOLF_UNITS)
    return f": {format_count(number, 'Wolf', 'Wolves')}" if number else ""
