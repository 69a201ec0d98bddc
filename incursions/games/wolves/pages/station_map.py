"""The orders of a seat on the map: places, quadrants, swaps, and combat in an attack (rules W13, W15, W16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from incursions.games.wolves.pages.judging import Act, Blank, Field, Group, Judge
from incursions.games.wolves.pages.station_panel import list_group
from incursions.games.wolves.rules.content.definitions import QUADRANTS
from incursions.games.wolves.rules.roles import find_commander, is_in_command
from incursions.games.wolves.rules.state import MAP, WOLF_UNITS, Attack, VesselState
from incursions.games.wolves.rules.survivors import SICKBAY, find_wreck


def list_places(judge: Judge, view: Mapping[str, Any], team: str) -> list[Act | Blank]:
    """Return the ways to other places: the map, the own table, and the others as one choice (rules W23.1)."""
    game, seat = judge.game, judge.seat
    own, here = game.state.vessels.get(team), view["places"][seat]
    acts: list[Act | Blank] = []
    if own is not None and here != MAP and is_in_command(game, seat, own):
        acts.append(judge.act(f"go to {MAP}", "Go to the map"))
    if own is not None and here != own.name and not own.is_destroyed:
        acts.append(judge.act(f"go to {own.name}", f"Back to {own.name}"))
    near = here if here in game.state.vessels else find_wreck(game.state, seat) or (team if own else game.flagship.name)
    names = list_group(judge, near)
    is_patient = view["sickbay"].get(seat) == ""
    if is_patient:
        names = [name for name in names if game.vessel(name).of_kind(SICKBAY)]
    others = [(name, name) for name in names if is_patient or name not in (here, team)]
    if others:
        unseen = ("W24.1",) if is_patient else ()
        acts.append(judge.blank("go to {place}", "Go", [Field("place", "Go to", others)], unseen=unseen))
    return acts


def list_moves(judge: Judge, vessel: VesselState) -> list[Group]:
    """Return what a seat may order on the map; nothing for one that never does."""
    groups = []
    game = judge.game
    if game.find_printed(vessel).size and judge.seat == find_commander(game, vessel):
        acts = [
            judge.act(f"move the vessel to quadrant {quadrant}", f"Move to quadrant {quadrant}")
            for quadrant in QUADRANTS
            if quadrant != vessel.quadrant
        ]
        others = [
            (name, name)
            for name in list_group(judge, vessel.name)
            if game.vessel(name).quadrant not in (0, vessel.quadrant)
        ]
        forms = []
        if others:
            fields = [Field("vessel", "with", others)]
            forms.append(judge.blank("offer to swap with {vessel}", "Offer a swap", fields))
        groups.append(Group("move", "Your vessel (W13)", acts, forms))
    groups.append(_list_squadrons(judge, vessel))
    attack = game.find_frozen(vessel.name)
    if attack is not None:
        groups += [list_batteries(judge, vessel, attack), list_boarders(judge, vessel, attack)]
    return [group for group in groups if group.acts or group.forms]


def _list_squadrons(judge: Judge, vessel: VesselState) -> Group:
    """Return the orders of squadrons: flying and, in an attack, attacking (rules W16.1, W16.2)."""
    game, quadrants = judge.game, [(str(quadrant), f"quadrant {quadrant}") for quadrant in QUADRANTS]
    acts, forms = [], []
    attack = game.find_frozen(vessel.name)
    for unit in game.state.squadrons_of(vessel.name):
        where = f"quadrant {unit.quadrant}" if unit.quadrant else "hangar"
        ways = [(value, words) for value, words in quadrants if value != str(unit.quadrant)]
        fields = [Field("n", f"{unit.name} ({where}, {unit.status})", ways)]
        forms.append(judge.blank(f"{unit.name} flies to quadrant {{n}}", "Fly", fields))
        if attack is not None and unit.quadrant:
            aims = [aim for aim in WOLF_UNITS if attack.find_wolves(unit.quadrant).count(aim)]
            acts += [judge.act(f"{unit.name} attacks {aim} first", f"{unit.name} attacks {aim} first") for aim in aims]
    return Group("squadrons", "Squadrons (W16.1)", acts, forms)


def list_batteries(judge: Judge, vessel: VesselState, attack: Attack) -> Group:
    """Return the shots of batteries at Wolves in reach, or one that is refused (rules W16.10)."""
    reach = (vessel.quadrant,) if vessel.quadrant else QUADRANTS
    targets = [quadrant for quadrant in reach if attack.find_wolves(quadrant)] or reach[:1]
    texts = [
        f"{battery.title} fires at quadrant {quadrant}" for battery in vessel.of_kind("battery") for quadrant in targets
    ]
    return Group("batteries", "Batteries (W16.10)", [judge.act(text, text) for text in texts])


def list_boarders(judge: Judge, vessel: VesselState, attack: Attack) -> Group:
    """Return the orders of on-foot units in an attack (rules W16.8, W16.9)."""
    game = judge.game
    units = [
        unit
        for unit in game.state.units.values()
        if unit.home == vessel.name and not unit.is_squadron and unit.is_alive
    ]
    boarded = [unit for unit in units if unit.aboard in game.state.vessels and game.vessel(unit.aboard).parties]
    acts = [
        judge.act(f"{unit.name} fights the boarders", f"{unit.name} fights the boarders ({unit.aboard})")
        for unit in boarded
    ]
    forms = []
    shuttles = [each for each in game.state.shuttles.values() if each.owner == vessel.name and each.at]
    for shuttle in shuttles:
        left = attack.departed.get(shuttle.name)
        aboard = [(unit.name, unit.name) for unit in units if unit.aboard == (left or shuttle.at)]
        bound = [shuttle.at] if left else list_group(judge, vessel.name)
        targets = [(name, name) for name in bound if left or name != shuttle.at]
        if aboard and targets:
            fields = [Field("unit", f"By {shuttle.name}", aboard), Field("vessel", "to", targets)]
            forms.append(judge.blank(f"{{unit}} goes to {{vessel}} by {shuttle.name}", "Send", fields))
    return Group("boarders", "Boarders (W16.8)", acts, forms)
