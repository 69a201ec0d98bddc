"""Wolf attacks: the alarm, the units that come, rounds, and the end with the cards of counted damage (rules W15)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.combat import play_wolf_round
from incursions.games.wolves.rules.content.definitions import QUADRANTS, WolfLevel
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.effects import draw_damage
from incursions.games.wolves.rules.fleet_map import leave_map
from incursions.games.wolves.rules.offers import end_offers
from incursions.games.wolves.rules.orders import Handler, Order, fail_unknown
from incursions.games.wolves.rules.roles import is_action_phase, require_control, require_turn
from incursions.games.wolves.rules.state import (
    ACTION,
    BOARDING,
    DESTROYED,
    FIGHTERS,
    FLEET,
    MUSTER,
    SHIPS,
    WOLF,
    Attack,
    Unit,
    Wolves,
    name_units,
)
from incursions.games.wolves.rules.units import rate_hangar, wound_pilot

_BATCH = re.compile(r"(.+) in quadrant ([1-4])")
_KINDS = {"fighter": FIGHTERS, FIGHTERS: FIGHTERS, BOARDING: BOARDING, "ship": SHIPS, SHIPS: SHIPS}
_UNITS = re.compile(rf"([0-9]{{1,2}}) ({'|'.join(_KINDS)})")


def handle_declaration(day: Day, order: Order) -> None:
    """Declare an attack on the fleet, with the units of the pursuit level or with those given (rules W15.1, W15.5)."""
    state = day.state
    require_control(order)
    require_turn(order)
    order.require(state.attack is None, "W15.1", "An attack is already under way")
    order.require(is_action_phase(day), "W15.1", "An attack can be declared only in the Action phase")
    vessels = day.fleet_vessels
    attack = Attack(state.fleet_at, [vessel.name for vessel in vessels])
    text = order.get("units")
    attack.wolves = list(read_wolves(text)) if text else deal_wolves(day, state.pursuit)
    order.require(any(attack.wolves), "W15.5", "Name at least one Wolf unit")
    begin_attack(day, attack)


def begin_attack(day: Day, attack: Attack) -> None:
    """Sound the alarm: muster and all offers end (rules W2.5, W26.8)."""
    state = day.state
    state.attack = attack
    if state.phase == MUSTER:
        state.phase = ACTION
    end_offers(day)
    day.tell(events.AttackDeclared, wolves=describe_wolves(attack))


def describe_wolves(attack: Attack) -> str:
    """Return the Wolf units of an attack in words."""
    batches = []
    for quadrant in QUADRANTS:
        there = attack.find_wolves(quadrant)
        counts = [(kind, there.count(kind)) for kind in (FIGHTERS, BOARDING, SHIPS) if there.count(kind)]
        words = [f"{number} {name_units(kind, number)}" for kind, number in counts]
        if words:
            batches.append(f"{' and '.join(words)} in quadrant {quadrant}")
    return "; ".join(batches) or "nothing on the map"


def read_wolves(text: str) -> Iterator[Wolves]:
    """Yield the units of each quadrant: "2 fighters and 1 boarding in quadrant 3; 1 ship in quadrant 4"."""
    placed = {quadrant: Wolves() for quadrant in QUADRANTS}
    for batch in text.split("; "):
        found = _BATCH.fullmatch(batch)
        if found is None:
            fail_unknown(f"Units are named like 2 fighters and 1 boarding in quadrant 3, not {batch}")
        for words in found.group(1).split(" and "):
            unit = _UNITS.fullmatch(words)
            if unit is None:
                fail_unknown(f"Units are named like 2 fighters, not {words}")
            there, kind = placed[int(found.group(2))], _KINDS[unit.group(2)]
            setattr(there, kind, there.count(kind) + int(unit.group(1)))
    yield from placed.values()


def deal_wolves(day: Day, pursuit: int) -> list[Wolves]:
    """Return the units of a pursuit level, dealt to quadrants drawn at random (rules W15.5)."""
    level = day.content.wolves.levels[pursuit]
    return deal_units(level, draw_quadrants(day, level.quadrants))


def deal_units(level: WolfLevel, order: Sequence[int]) -> list[Wolves]:
    """Return the units of a level, dealt in turn to these quadrants (rules W15.5)."""
    wolves = {quadrant: Wolves() for quadrant in QUADRANTS}
    dealt = [FIGHTERS] * level.fighters + [BOARDING] * level.boarding + [SHIPS] * level.ships
    for place, kind in enumerate(dealt):
        there = wolves[order[place % len(order)]]
        setattr(there, kind, there.count(kind) + 1)
    return list(wolves.values())


def draw_quadrants(day: Day, number: int) -> list[int]:
    """Return so many different quadrants in random order; four are all of them, 1 to 4 (rules W15.5)."""
    left = list(QUADRANTS)
    if number >= len(left):
        return left
    drawn = []
    for _ in range(number):
        drawn.append(day.draw("quadrants", left))
        left.remove(drawn[-1])
    return drawn


# Rounds.


def find_attack(order: Order, side: str, rule: str) -> Attack:
    """Return the attack in a round of a side; refuse the order outside of one."""
    require_control(order)
    attack = order.day.state.attack
    order.require(attack is not None, rule, "There is no attack")
    if attack is None:
        return fail_unknown("There is no attack")
    order.require(attack.side == side, rule, f"It is round {attack.round}")
    return attack


def handle_fleet_closing(day: Day, order: Order) -> None:
    """Close the Fleet round (rules W15.7)."""
    attack = find_attack(order, FLEET, "W15.7")
    attack.side = WOLF
    begin_round(day, attack)


def begin_round(day: Day, attack: Attack) -> None:
    """Begin a round: all may act once in it (rules W15.6)."""
    attack.acted = []
    attack.last = None
    if attack.side == FLEET:
        attack.departed = {}
        for name, rounds in list(attack.travel.items()):
            attack.travel[name] = rounds - 1
            if rounds <= 1:
                arrive_by_shuttle(day, attack, name)
    day.tell(events.RoundBegan, side=attack.side, number=attack.number)


def arrive_by_shuttle(day: Day, attack: Attack, name: str) -> None:
    """Bring a unit aboard the vessel to which it was under way (rules W16.9)."""
    del attack.travel[name]
    unit = day.state.units[name]
    shuttle = day.state.shuttles.get(unit.aboard)
    if shuttle is not None and shuttle.at:
        unit.aboard = shuttle.at


def handle_wolf_round(day: Day, order: Order) -> None:
    """Play the Wolf round; a Fleet round follows (rules W15.6, W16.14)."""
    attack = find_attack(order, WOLF, "W15.6")
    play_wolf_round(day, attack)
    attack.side, attack.number = FLEET, attack.number + 1
    begin_round(day, attack)
    end_if_over(day)


def end_if_over(day: Day) -> None:
    """End the attack when no Wolf unit is on the map nor aboard a vessel of the group (rules W15.10)."""
    attack = day.state.attack
    if attack is None or any(attack.wolves):
        return
    if not any(day.vessel(name).parties for name in attack.vessels):
        end_attack(day, attack)


def handle_end(day: Day, order: Order) -> None:
    """End the attack (rules W15.10)."""
    require_control(order)
    attack = day.state.attack
    order.require(attack is not None, "W15.10", "There is no attack")
    if attack is not None:
        end_attack(day, attack)


def end_attack(day: Day, attack: Attack) -> None:
    """Draw the counted damage, wound pilots, and end the freeze (rules W15.11)."""
    state = day.state
    counted, pilots = attack.counted, attack.pilots
    state.attack = None
    day.tell(events.AttackEnded)
    for name in list(attack.travel):
        arrive_by_shuttle(day, attack, name)
    for vessel in state.vessels.values():
        draw_damage(day, vessel, counted.get(vessel.name, 0))
    for vessel in state.alive:
        for _ in range(pilots.get(vessel.name, 0)):
            wound_pilot(day, vessel)
    for unit in state.units.values():
        unit.combat_bonus = 0
        if unit.is_alive and unit.is_squadron and state.vessels[unit.home].is_destroyed:
            _find_new_home(day, unit)
    for vessel in state.alive:
        if vessel.name in attack.vessels and vessel.point != state.fleet_at:
            leave_map(day, vessel)


def _find_new_home(day: Day, unit: Unit) -> None:
    """Give a squadron of a destroyed vessel to another hangar of the fleet with room, or lose it (rules W12.10)."""
    for vessel in day.fleet_vessels:
        if len(day.state.squadrons_of(vessel.name)) < rate_hangar(day, vessel):
            unit.home = unit.aboard = vessel.name
            return
    unit.status, unit.quadrant = DESTROYED, 0


COMMANDS: dict[str, Handler] = {
    "declare_attack": handle_declaration,
    "close_round": handle_fleet_closing,
    "wolf_round": handle_wolf_round,
    "end_attack": handle_end,
}
