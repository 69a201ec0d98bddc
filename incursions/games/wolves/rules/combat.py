"""Combat: squadrons, batteries and on-foot units of the fleet, and the Wolves in their round (rules W16)."""

from __future__ import annotations

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import QUADRANTS
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.fleet_map import find_at_number, name_battery, number_spaces
from incursions.games.wolves.rules.orders import Handler, Order, fail_unknown, find_station, find_unit, find_vessel
from incursions.games.wolves.rules.roles import (
    BATTERY_COMMAND,
    SQUADRON_COMMAND,
    is_flagship,
    require_action,
    require_at_map,
    require_party,
    require_passive,
    require_turn,
    require_unit_team,
)
from incursions.games.wolves.rules.shuttles import check_docking, find_shuttle, require_not_tried
from incursions.games.wolves.rules.state import (
    FLEET,
    MAP,
    MARINE,
    SHIPS,
    WOLF_UNITS,
    Attack,
    LastAttack,
    Shuttle,
    Unit,
    VesselState,
    Wolves,
)
from incursions.games.wolves.rules.stations import require_working
from incursions.games.wolves.rules.units import count_pilots, hurt_unit
from incursions.kit.words import format_count

STRAND = "attack"
MARINE_BONUS = 2
"""The modifier of rolls of marines (rules W16.8)."""
AEGIS_NUMBER = 6
"""The die that strikes the Aegis (rules W16.4)."""
ROUNDS_UNDER_WAY = 2
"""The Fleet rounds that an on-foot unit is under way by shuttle (rules W16.9)."""


# Fleet units.


def require_fleet_round(order: Order, name: str) -> Attack | None:
    """Refuse what is for a Fleet round, or a unit that has acted in it (rules W15.6)."""
    attack = order.day.state.attack
    require_turn(order)
    is_open = attack is not None and attack.side == FLEET
    order.require(is_open, "W15.6", "Units act in a Fleet round")
    order.require(attack is None or name not in attack.acted, "W15.6", f"{name} has acted in this round")
    return attack


def require_pilot(order: Order, unit: Unit, attack: Attack | None) -> None:
    """Refuse the order to a squadron without a hangar that works, or a sound pilot for it (rules W8.4)."""
    acted = attack.acted if attack is not None else []
    busy = sum(other.name in acted for other in order.day.state.squadrons_of(unit.home))
    pilots = count_pilots(order.day.vessel(unit.home))
    order.require(pilots > busy, "W8.4", f"The hangar of {unit.home} has no sound pilot for {unit.name}")


def require_squadron(order: Order, unit: Unit) -> None:
    """Refuse the order to a unit that is no squadron, or is destroyed."""
    order.require(unit.is_squadron and unit.is_alive, "W8.1", f"{unit.name} is no squadron in service")


def handle_squadron_move(day: Day, order: Order) -> None:
    """Fly a squadron to a quadrant (rules W13.3, W16.1)."""
    unit, quadrant = find_unit(order, order["squadron"]), order.number()
    home, attack = require_unit_team(order, unit), day.state.attack
    if attack is not None and home.name in attack.vessels:
        require_party(order, home, SQUADRON_COMMAND)
        attack = require_fleet_round(order, unit.name)
    else:
        attack = None
        require_turn(order)
        require_action(order)
    require_at_map(order)
    together = home.point == (day.state.fleet_at if attack is None else attack.point)
    order.require(together, "W18.12", f"{home.name} is separated from the fleet")
    require_squadron(order, unit)
    require_pilot(order, unit, attack)
    order.require(quadrant in QUADRANTS, "W13.1", "There are quadrants 1 to 4")
    order.require(quadrant != unit.quadrant, "W16.1", f"{unit.name} is in quadrant {quadrant}")
    day.end_checks()
    unit.quadrant = quadrant
    if attack is not None:
        attack.acted.append(unit.name)
    day.tell(events.UnitMoved, unit=unit.name, place=f"quadrant {quadrant}")


def handle_squadron_attack(day: Day, order: Order) -> None:
    """Let a squadron attack the Wolves in its quadrant (rules W16.1, W16.2)."""
    unit, aim = find_unit(order, order["squadron"]), order["aim"]
    home = require_unit_team(order, unit)
    require_party(order, home, SQUADRON_COMMAND)
    attack = require_fleet_round(order, unit.name)
    require_at_map(order)
    require_squadron(order, unit)
    require_pilot(order, unit, attack)
    order.require(aim in WOLF_UNITS, "W16.2", f"It aims at {', '.join(WOLF_UNITS)}")
    is_there = attack is not None and unit.quadrant and attack.find_wolves(unit.quadrant)
    order.require(is_there, "W16.1", f"There are no Wolves where {unit.name} is")
    if attack is None or not unit.quadrant:
        return
    day.end_checks()
    attack.acted.append(unit.name)
    wolves = attack.find_wolves(unit.quadrant)
    last = LastAttack(unit.name, unit.status, wolves.copy(), aim, attack.pilots.get(unit.home, 0), unit.quadrant)
    roll_squadron(day, attack, unit, aim)
    last.wolves.remove(wolves)
    attack.last = last


def roll_squadron(day: Day, attack: Attack, unit: Unit, aim: str) -> None:
    """Roll a squadron's attack (rules W16.2)."""
    die = day.roll(STRAND)
    hits = 0 if die < 3 else 1 if die < 5 else 2
    wolves = attack.find_wolves(unit.quadrant)
    result = f"destroys {format_count(hits, 'Wolf unit')}" if hits else "is damaged"
    if hits:
        strike_wolves(day, wolves, hits, (aim, *(kind for kind in WOLF_UNITS if kind != aim)))
    day.tell(events.Fought, unit=unit.name, die=str(die), result=result)
    if not hits:
        hurt_unit(day, unit)


def roll_again(day: Day, attack: Attack, last: LastAttack) -> None:
    """Take back what the last attack of a squadron did and roll it again."""
    unit = day.state.units[last.squadron]
    unit.status, unit.quadrant = last.status, last.quadrant
    attack.find_wolves(unit.quadrant).add(last.wolves, day.content.wolves.ship_hits)
    attack.pilots[unit.home] = last.pilots
    roll_squadron(day, attack, unit, last.aim)


def strike_wolves(day: Day, wolves: Wolves, hits: int, order: tuple[str, ...]) -> None:
    """Destroy Wolf units in this order of kinds; what is left over is lost (rules W16.2, W16.11, W16.13)."""
    for _ in range(hits):
        kind = next((kind for kind in order if wolves.count(kind)), None)
        if kind == SHIPS:
            _hit_ship(day, wolves)
        elif kind is not None:
            setattr(wolves, kind, wolves.count(kind) - 1)


def _hit_ship(day: Day, wolves: Wolves) -> None:
    wolves.hits += 1
    if wolves.hits >= day.content.wolves.ship_hits:
        wolves.hits, wolves.ships = 0, wolves.ships - 1


def handle_battery(day: Day, order: Order) -> None:
    """Fire a weapon battery (rules W16.10)."""
    vessel, station = find_station(order, order["battery"])
    require_party(order, vessel, BATTERY_COMMAND)
    attack = require_fleet_round(order, name_battery(vessel, station))
    require_at_map(order)
    require_working(order, vessel, station)
    quadrant = order.number()
    order.require(station.kind == "battery", "W16.10", f"{station.title} is no battery")
    crew = any(not counter.is_wounded for counter in station.crew)
    order.require(crew, "W16.10", f"{station.title} has no sound crew")
    is_near = attack is None or vessel.point == attack.point
    order.require(is_near, "W16.10", f"{vessel.name} is no longer where the Wolves are")
    reaches = quadrant in QUADRANTS and (is_flagship(vessel) or quadrant == vessel.quadrant)
    order.require(reaches, "W16.10", f"{station.title} reaches only quadrant {vessel.quadrant}")
    is_there = attack is not None and quadrant in QUADRANTS and attack.find_wolves(quadrant)
    order.require(is_there, "W16.10", f"There are no Wolves in quadrant {quadrant}")
    if attack is None or quadrant not in QUADRANTS:
        return
    day.end_checks()
    attack.acted.append(name_battery(vessel, station))
    die = day.roll(STRAND)
    is_hit = die in day.content.wolves.battery_on
    if is_hit:
        strike_wolves(day, attack.find_wolves(quadrant), 1, WOLF_UNITS)
    name = f"{station.title} of {vessel.name}"
    day.tell(events.Fought, unit=name, die=str(die), result="destroys 1 Wolf unit" if is_hit else "misses")


def handle_onfoot_attack(day: Day, order: Order) -> None:
    """Let an on-foot unit fight the boarding parties aboard its vessel (rules W16.8)."""
    unit = find_unit(order, order["unit"])
    require_unit_team(order, unit)
    attack = require_fleet_round(order, unit.name)
    is_under_way = attack is not None and unit.name in attack.travel
    order.require(not is_under_way, "W16.9", f"{unit.name} is already under way to a vessel")
    vessel = day.state.vessels.get(unit.aboard)
    can_fight = vessel is not None and vessel.parties and unit.is_alive and not unit.is_squadron
    order.require(can_fight, "W16.8", f"There are no boarders where {unit.name} is")
    if attack is None or vessel is None:
        return
    day.end_checks()
    attack.acted.append(unit.name)
    die = day.roll(STRAND)
    bonus = unit.combat_bonus + (MARINE_BONUS if unit.kind == MARINE else 0)
    total = die + bonus
    kills = 2 if total >= 6 else 1
    vessel.parties = max(0, vessel.parties - kills)
    harm = " and is damaged" if total <= 3 else ""
    result = f"destroys {format_count(kills, 'boarding party', 'boarding parties')}{harm}"
    shown = f"{die} + {bonus} = {total}" if bonus else str(die)
    day.tell_team(unit.home, events.Fought, unit=unit.name, die=shown, result=result)
    if total <= 3:
        hurt_unit(day, unit)


def handle_boarding_shuttle(day: Day, order: Order) -> None:
    """Send an on-foot unit to another vessel by shuttle (rules W16.9)."""
    unit, target, shuttle = find_unit(order, order["unit"]), find_vessel(order, order["vessel"]), find_shuttle(order)
    require_unit_team(order, unit)
    order.require(order.team == shuttle.owner, "W3.12", f"{shuttle.name} belongs to the team of {shuttle.owner}")
    attack = require_fleet_round(order, unit.name)
    is_under_way = attack is not None and unit.name in attack.travel
    order.require(not is_under_way, "W16.9", f"{unit.name} is already under way to a vessel")
    here = day.state.vessels.get(unit.aboard)
    can_board = here is not None and attack is not None and _can_board(day, attack, shuttle, here, target)
    order.require(can_board, "W16.9", f"{shuttle.name} is not where {unit.name} is")
    require_not_tried(order, unit)
    fits = unit.is_alive and not unit.is_squadron and target is not here
    order.require(fits, "W16.9", f"{unit.name} cannot go to {target.name}")
    together = here is not None and here.point == target.point and not target.is_destroyed
    order.require(together, "W10.2", f"{target.name} is not where {unit.name} is")
    if attack is None or here is None:
        return
    require_passive(order, day.vessel(shuttle.owner), "shuttle_bay", "W10.7")
    check_docking(order, here, unit)
    check_docking(order, target, None)
    day.end_checks()
    attack.acted.append(unit.name)
    attack.travel[unit.name] = ROUNDS_UNDER_WAY
    attack.departed[shuttle.name] = here.name
    unit.aboard, shuttle.at = shuttle.name, target.name
    day.tell_team(unit.home, events.UnitMoved, unit=unit.name, place=target.name)


def _can_board(day: Day, attack: Attack, shuttle: Shuttle, here: VesselState, target: VesselState) -> bool:
    """Return True if a shuttle was docked as the round began, or has left in it for the target (rules W16.9)."""
    if attack.departed.get(shuttle.name) == here.name:
        return shuttle.at == target.name
    is_under_way = any(day.state.units[name].aboard == shuttle.name for name in attack.travel)
    return shuttle.at == here.name and not is_under_way


def handle_report(day: Day, order: Order) -> None:
    """Bring one of the map party to the map (rules W15.3)."""
    state = day.state
    party = set(day.content.fleet.map_party)
    named = {state.stand_ins[seat] for seat in party if seat in state.stand_ins}
    order.require(order.seat in party | named, "W15.3", "You do not belong to the map party")
    order.require(order.seat not in state.brig, "W24.6", "You are in the brig")
    order.require(state.attack is not None, "W15.3", "There is no attack")
    is_patient = order.seat in state.sickbay
    order.require(not is_patient, "W24.1", "You are in the sickbay")
    if order.seat not in state.places:
        fail_unknown("Control needs no place")
    day.end_checks()
    state.places[order.seat] = MAP
    day.tell(events.PlaceChanged, seat=order.seat, what="is at the map")


# The Wolf round (rules W16.14).


def play_wolf_round(day: Day, attack: Attack) -> None:
    """Play a Wolf round: quadrant by quadrant, then the parties aboard."""
    taken: set[str] = set()
    for quadrant in QUADRANTS:
        wolves = attack.find_wolves(quadrant)
        for _ in range(wolves.fighters):
            _strike_vessel(day, attack, quadrant, "fighter")
        for _ in range(wolves.ships * day.content.wolves.ship_attacks):
            _strike_vessel(day, attack, quadrant, "larger vessel")
        if attack.number == 1:
            for _ in range(wolves.boarding):
                _board_vessel(day, attack, quadrant, taken)
            wolves.boarding = 0
    for vessel in day.state.alive:
        if vessel.name in attack.vessels:
            for _ in range(vessel.parties):
                _roll_for_boarders(day, attack, vessel)


def _find_flagship(day: Day, attack: Attack) -> VesselState | None:
    """Return the Aegis if it is where the attack is."""
    flagship = day.flagship
    return flagship if flagship.point == attack.point and not flagship.is_destroyed else None


def _find_target(day: Day, attack: Attack, quadrant: int, die: int) -> VesselState | None:
    """Return the vessel that a die strikes, by number, else the Aegis; None if that is gone (rules W16.4, W16.12)."""
    there = None if die == AEGIS_NUMBER else find_at_number(day, quadrant, attack.point, die)
    return there or _find_flagship(day, attack)


def _count(attack: Attack, vessel: VesselState, number: int) -> None:
    """Count damage whose cards are drawn when the attack is over (rules W16.5)."""
    attack.counted[vessel.name] = attack.counted.get(vessel.name, 0) + number


def _strike_vessel(day: Day, attack: Attack, quadrant: int, unit: str) -> None:
    die = day.roll(STRAND)
    target = _find_target(day, attack, quadrant, die)
    if target is not None:
        _count(attack, target, 1)
    result = f"strikes {target.name}" if target else "is lost"
    day.tell(events.Fought, unit=f"A {unit} in quadrant {quadrant}", die=str(die), result=result)


def _board_vessel(day: Day, attack: Attack, quadrant: int, taken: set[str]) -> None:
    """Put a boarding party aboard a vessel that no other squadron has taken in this round (rules W16.6)."""
    reachable = {vessel.name for _, vessel in number_spaces(day, quadrant, attack.point)}
    flagship = _find_flagship(day, attack)
    if flagship is not None:
        reachable.add(flagship.name)
    die = day.roll(STRAND)
    target = _find_target(day, attack, quadrant, die)
    while target is not None and target.name in taken and not reachable <= taken:
        die = day.roll(STRAND)
        target = _find_target(day, attack, quadrant, die)
    if target is not None:
        taken.add(target.name)
        target.parties += 1
        target.boarded += 1
    result = f"boards {target.name}" if target else "is lost"
    day.tell(events.Fought, unit=f"A boarding squadron in quadrant {quadrant}", die=str(die), result=result)


def _roll_for_boarders(day: Day, attack: Attack, vessel: VesselState) -> None:
    """Roll for a boarding party aboard (rules W16.7)."""
    die = day.roll(STRAND)
    number = 0 if die == 1 else 2 if die == AEGIS_NUMBER else 1
    _count(attack, vessel, number)
    party = f"A boarding party aboard {vessel.name}"
    day.tell_team(vessel.name, events.Fought, unit=party, die=str(die), result=f"does {number} damage")


COMMANDS: dict[str, Handler] = {
    "squadron_moves": handle_squadron_move,
    "squadron_attacks": handle_squadron_attack,
    "battery_fires": handle_battery,
    "onfoot_attacks": handle_onfoot_attack,
    "onfoot_boards": handle_boarding_shuttle,
    "report_to_map": handle_report,
}
