"""Stations: what keeps one from being used, its use, the crew of muster, and healing (rules W11, W19.3)."""

from __future__ import annotations

from collections.abc import Mapping

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.charts import peek_destinations
from incursions.games.wolves.rules.content.definitions import (
    ACTION,
    ANY_CREW,
    JUMP_DRIVE,
    MUSTER,
    Amounts,
    Effect,
    StationKind,
    Vessel,
)
from incursions.games.wolves.rules.crew import find_patients, heal_one
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.effects import VERBS, apply_effect, change_hold, file_for_control
from incursions.games.wolves.rules.exchanges import DELIVERED, Note
from incursions.games.wolves.rules.orders import Handler, Order, find_station, find_vessel
from incursions.games.wolves.rules.roles import (
    STATION_WORK,
    find_commander,
    name_duty,
    require_calm_action,
    require_group,
    require_manned,
    require_team,
)
from incursions.games.wolves.rules.state import (
    CLOSE,
    DAMAGED,
    SETUP,
    TEAM,
    Counter,
    Station,
    Unit,
    VesselState,
    take_ready,
)
from incursions.games.wolves.rules.state import MUSTER as MUSTER_PHASE
from incursions.games.wolves.rules.units import has_room_for_squadron, mend_unit

BUILDS, HEALS, MESSAGE, PEEKS, TAKES_CARD = "build_squadron", "heal", "fleet_message", "peek_destination", "draw_card"
ARMS_JUMP, MORALE_ROLL, OTHER = "arm_jump", "morale_roll", "other"
AND = " and "
ANARCHY = 0
"""The morale at which a vessel is in anarchy (rules W4.8)."""


def find_needs(printed: Vessel, station: Station) -> Amounts:
    """Return the crew that a station of a vessel uses, by training."""
    return next(each.needs for each in printed.stations if each.title == station.title)


def count_ready(crew: list[Counter], training: str) -> int:
    """Return how many ready counters serve where a training is asked for (rules W9.3)."""
    return sum(counter.is_ready and counter.serves(training) for counter in crew)


def use_crew(crew: list[Counter], needs: Amounts) -> None:
    """Turn the crew that a station needs face down; the untrained first."""
    for training, number in needs.items():
        take_ready(crew, training, min(number, count_ready(crew, training)))


def require_working(order: Order, vessel: VesselState, station: Station) -> None:
    """Refuse what an emergency jump, anarchy, damage or a riot keeps from working (rules W19.3, W4.8, W12.6, W22.4)."""
    day = order.day
    kind = day.content.stations[station.kind]
    order.require(
        not vessel.is_emergency or station.kind == JUMP_DRIVE,
        "W19.3",
        "The vessel is preparing an emergency jump",
    )
    require_calm_crew(order, vessel, f"using {station.title}")
    card = day.content.damage.get(station.card)
    order.require(card is None or card.still_outputs or card.still_effects, "W12.6", f"{station.title} is damaged")
    rule = "W22.5" if kind.timing == "passive" else "W22.4"
    order.require(not station.riot, rule, f"There is a riot on {station.title}")


def require_calm_crew(order: Order, vessel: VesselState, doing: str) -> None:
    """Refuse what a vessel in anarchy does without Control's assent (rules W4.8)."""
    assents = order.day.state.assents
    assent = f"{vessel.name} {doing}"
    order.require(
        vessel.morale != ANARCHY or assent in assents, "W4.8", f"{vessel.name} is in anarchy: ask Control's assent"
    )


def spend_assent(day: Day, vessel: VesselState, doing: str) -> None:
    """Forget an assent of Control that has been made use of."""
    assent = f"{vessel.name} {doing}"
    if assent in day.state.assents:
        day.state.assents.remove(assent)


def require_usable(order: Order, vessel: VesselState, station: Station, inputs: Amounts) -> None:
    """Refuse the use of a station that does not work, was used, or lacks crew or inputs (rules W11.2, W11.3)."""
    require_working(order, vessel, station)
    order.require(station.uses < station.allowed, "W11.2", f"{station.title} has been used this turn")
    for training, number in find_needs(order.day.find_printed(vessel), station).items():
        ready = count_ready(station.crew, training)
        words = "" if training == ANY_CREW else f"{training} "
        order.require(ready >= number, "W11.3", f"{station.title} needs {number} unused, sound {words}crew")
    for resource, number in inputs.items():
        held = vessel.hold[resource]
        order.require(held >= number, "W11.3", f"{station.title} takes {number} {resource}, and you have {held}")


def spend_station(day: Day, vessel: VesselState, station: Station, inputs: Amounts) -> None:
    """Use a station's crew and its use of this turn, and pay its inputs (rules W11.1)."""
    use_crew(station.crew, find_needs(day.find_printed(vessel), station))
    station.uses += 1
    for resource, number in inputs.items():
        vessel.hold[resource] = max(0, vessel.hold[resource] - number)
    spend_assent(day, vessel, f"using {station.title}")


# Commands.


def handle_use(day: Day, order: Order) -> None:
    """Use a station in the Action phase (rules W11.1)."""
    vessel, station = find_station(order, order["station"])
    kind = day.content.stations[station.kind]
    require_team(order, vessel.name)
    require_calm_action(order, vessel.name)
    require_manned(order, vessel)
    effects = _list_effects(day, station, kind)
    targets = _read_targets(order, vessel, kind)
    require_working(order, vessel, station)
    rule = "W11.5" if kind.timing == MUSTER else "W11.6"
    order.require(kind.timing == ACTION, rule, f"{kind.title} is not used like this")
    order.require(HEALS not in [effect.verb for effect in kind.effects], "W9.7", "Say whom it heals: heal … in …")
    require_usable(order, vessel, station, kind.inputs)
    _require_others(order, vessel, kind, targets)
    if any(effect.verb == BUILDS for effect in effects):
        order.require(has_room_for_squadron(day, vessel), "W8.5", "The hangar is full")
    day.end_checks()
    spend_station(day, vessel, station, kind.inputs)
    outputs = _make_outputs(day, vessel, station, kind)
    _tell_use(order, vessel, station, kind.inputs, outputs)
    if outputs:
        for resource, number in outputs.items():
            vessel.hold[resource] += number
    for effect in effects:
        _perform(order, vessel, effect, targets)


def _list_effects(day: Day, station: Station, kind: StationKind) -> tuple[Effect, ...]:
    """Return the effects of a station, or what its damage card leaves of them (rules W12.6)."""
    card = day.content.damage.get(station.card)
    return kind.effects if card is None else card.still_effects


def _make_outputs(day: Day, vessel: VesselState, station: Station, kind: StationKind) -> Mapping[str, int]:
    """Return what an activation gives, with what the place and cards add (rules W18.10)."""
    card = day.content.damage.get(station.card)
    outputs = kind.outputs if card is None else card.still_outputs
    more = station.bonus + day.sum_here(vessel, station)
    station.bonus = 0
    return {resource: number + more for resource, number in outputs.items()}


def _tell_use(order: Order, vessel: VesselState, station: Station, inputs: Amounts, outputs: Mapping[str, int]) -> None:
    changes = [f"-{number} {resource}" for resource, number in inputs.items()]
    changes += [f"+{number} {resource}" for resource, number in outputs.items()]
    order.day.tell_team(
        vessel.name,
        events.StationUsed,
        seat=order.seat,
        station=station.title,
        detail=name_duty(order, vessel, STATION_WORK),
        result=f": {', '.join(changes)}" if changes else "",
    )


def _read_targets(order: Order, vessel: VesselState, kind: StationKind) -> list[VesselState]:
    """Return the vessels that a station's use names; they must be of the group (rules W18.12)."""
    if not any(effect.whom == OTHER for effect in kind.effects):
        return []
    targets = [find_vessel(order, name) for name in order.get("target").split(AND) if name]
    for target in targets:
        require_group(order, vessel, target, "W18.12")
    return targets


def _require_others(order: Order, vessel: VesselState, kind: StationKind, targets: list[VesselState]) -> None:
    """Refuse the use of a station for other vessels that names none, too many, or the own one (rules W11.1)."""
    most = sum(effect.whom == OTHER for effect in kind.effects)
    if most:
        order.require(targets, "W11.1", f"Say for which other vessel {kind.title} is used")
        names = {target.name for target in targets}
        order.require(len(names) == len(targets) <= most, "W11.1", f"{kind.title} serves at most {most} other vessels")
        order.require(vessel not in targets, "W11.1", f"{kind.title} serves only other vessels")


def _perform(order: Order, vessel: VesselState, effect: Effect, targets: list[VesselState]) -> None:
    day = order.day
    if effect.whom == OTHER:
        if targets:
            apply_effect(day, targets.pop(0), effect)
    elif effect.verb == MESSAGE:
        send_fleet_message(day, vessel, order.seat, order.get("target"))
    elif effect.verb == PEEKS:
        peek_destinations(day, vessel, effect.number)
    elif effect.verb == TAKES_CARD:
        file_for_control(day, f"card for {vessel.name}")
    elif effect.verb in VERBS:
        apply_effect(day, vessel, effect)


def send_fleet_message(day: Day, vessel: VesselState, seat: str, text: str) -> None:
    """Send a text to every captain of the group at once."""
    notes = day.state.notes
    for other in day.state.group_of(vessel):
        if other is not vessel:
            notes.append(Note(len(notes) + 1, seat, find_commander(day, other), text, DELIVERED))


def handle_muster(day: Day, order: Order) -> None:
    """Crew a station at muster; in the Team phase the order is left for it (rules W2.3, W11.5)."""
    vessel, station = find_station(order, order["station"])
    require_team(order, vessel.name)
    phase = day.state.phase
    order.require(phase != SETUP, "W2.1", "The event has not started")
    done = f"{station.title} was crewed at muster" if station.uses else ""
    order.require(day.find_frozen(vessel.name) is None, "W2.5", done or "An attack has closed muster")
    order.require(phase in (MUSTER_PHASE, TEAM, CLOSE), "W11.5", done or "Muster is over")
    require_manned(order, vessel)
    kind = day.content.stations[station.kind]
    order.require(kind.timing == MUSTER, "W11.5", f"{station.title} is not crewed at muster")
    if phase != MUSTER_PHASE:
        left = [order.seat, vessel.name, station.title]
        is_new = left not in day.state.muster_orders
        order.require(is_new, "W11.5", f"You have left the order to crew the {station.title} already")
        day.end_checks()
        day.state.muster_orders.append(left)
        what = f"leaves the order to crew the {station.title} at muster"
        day.tell_team(vessel.name, events.Acted, seat=order.seat, what=what, detail="")
        return
    crew_at_muster(order, vessel, station)


def crew_at_muster(order: Order, vessel: VesselState, station: Station) -> None:
    """Use the crew of a station with a start-of-turn timing (rules W11.5)."""
    day = order.day
    kind = day.content.stations[station.kind]
    require_usable(order, vessel, station, kind.inputs)
    spend_station(day, vessel, station, kind.inputs)
    vessel.is_mustered = vessel.is_mustered or any(effect.verb == ARMS_JUMP for effect in kind.effects)
    day.tell_team(
        vessel.name,
        events.Acted,
        seat=order.seat,
        what=f"crews the {station.title}",
        detail=name_duty(order, vessel, STATION_WORK),
    )


def handle_heal(day: Day, order: Order) -> None:
    """Use a sickbay: crew made sound, or on-foot units whole (rules W9.7, W17.3)."""
    vessel, station = find_station(order, order["station"])
    kind = day.content.stations[station.kind]
    require_team(order, vessel.name)
    require_calm_action(order, vessel.name)
    require_manned(order, vessel)
    heals = next((effect.number for effect in _list_effects(day, station, kind) if effect.verb == HEALS), 0)
    require_working(order, vessel, station)
    order.require(any(effect.verb == HEALS for effect in kind.effects), "W9.7", f"{station.title} heals nobody")
    require_usable(order, vessel, station, kind.inputs)
    patients = [_name_patient(order, words) for words in order["patient"].split(AND)]
    order.require(len(patients) <= heals, "W9.7", f"{station.title} heals only {heals} at a time")
    seen: dict[str, int] = {}
    for patient in patients:
        _require_patient(order, vessel, patient, seen)
    day.end_checks()
    spend_station(day, vessel, station, kind.inputs)
    for patient in patients:
        _heal(day, order, vessel, patient)
    _tell_use(order, vessel, station, {}, {})


def _name_patient(order: Order, words: str) -> Unit | str:
    return order.day.state.units.get(words, words.removeprefix("one "))


def _require_patient(order: Order, vessel: VesselState, patient: Unit | str, seen: dict[str, int]) -> None:
    if isinstance(patient, Unit):
        hurt = patient.aboard == vessel.name and patient.status == DAMAGED and not patient.is_squadron
        order.require(
            hurt and patient.name not in seen, "W17.3", f"{patient.name} is not a damaged on-foot unit aboard"
        )
        seen[patient.name] = 1
        return
    seen[patient] = seen.get(patient, 0) + 1
    order.require(len(find_patients(vessel, patient)) >= seen[patient], "W9.7", f"There is no wounded {patient}")


def _heal(day: Day, order: Order, vessel: VesselState, patient: Unit | str) -> None:
    if isinstance(patient, Unit):
        mend_unit(day, patient)
        return
    found = find_patients(vessel, patient)
    if found:
        heal_one(day, vessel, found)


def drain(day: Day) -> None:
    """Take what damage drains at the start of a turn (rules W2.2, W12.3)."""
    for vessel in day.state.alive:
        for station in vessel.stations.values():
            card = day.content.damage.get(station.card)
            for effect in card.ongoing if card else ():
                if effect.verb == "drain":
                    change_hold(day, vessel, effect.amounts, -1)


def is_armed(vessel: VesselState) -> bool:
    """Return True if the vessel's Jump Drive was crewed at muster and works (rules W18.5)."""
    return vessel.is_mustered and vessel.has_working(JUMP_DRIVE)


def count_work(vessel: VesselState) -> int:
    """Return how often stations besides the Jump Drive have been used this turn (rules W19.3)."""
    return sum(station.uses for station in vessel.stations.values() if station.kind != JUMP_DRIVE)


COMMANDS: dict[str, Handler] = {
    "use_station": handle_use,
    "crew_at_muster": handle_muster,
    "heal": handle_heal,
}
