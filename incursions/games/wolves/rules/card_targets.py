"""Targets of action cards: the faults for which a card is refused and stays in the hand (rules W21.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from incursions.games.wolves.rules.card_plays import Play, find_served_vessel
from incursions.games.wolves.rules.content.definitions import QUADRANTS, UNTRAINED, ActionCard, Effect
from incursions.games.wolves.rules.crew import Spot, find_counter, find_patients
from incursions.games.wolves.rules.orders import OF
from incursions.games.wolves.rules.state import DAMAGED, UP, Counter, Station, Unit

PURSUIT_LEVEL = ("pursuit",)
"""Facts that `reveal` shows and that belong to no vessel."""
NEEDS_NOBODY = frozenset({"fleet_morale", "pursuit", "draw_destination", "control", "reroll"})
"""The verbs that need no target."""

Fault = tuple[str, str] | None
"""The rule and the reason of a refusal, or None."""


def require_target(play: Play, effect: Effect) -> None:
    """Refuse a card without a possible target (rules W21.6)."""
    check = CHECKS.get(effect.verb)
    if check is not None:
        rule, reason = check(play, effect) or ("", "")
        play.order.require(not rule, rule, reason)
    elif effect.verb not in NEEDS_NOBODY and effect.words != PURSUIT_LEVEL:
        is_named = play.target.vessel is not None or play.card.is_own
        play.order.require(is_named, "W21.6", f"Say on which vessel {play.card.title} is played")
        is_other = effect.whom != "other" or play.target.vessel is not play.own
        play.order.require(is_other, "W21.6", f"{play.card.title} is for another vessel")


def _check_training(play: Play, effect: Effect) -> Fault:
    target = play.target
    if target.station is None or not target.training:
        return "W21.6", "Name the crew that is trained, like untrained of Hydroponics"
    if target.training != UNTRAINED:
        return "W9.6", "Only untrained crew can be trained"
    if target.vessel is not play.own:
        return "W9.6", "Crew is trained aboard the school's own vessel"
    spot = Spot(target.vessel or play.day.flagship, target.station, target.training)
    return None if find_counter(spot, ready=True) else ("W9.6", f"No unused, sound {UNTRAINED} crew is there")


def _check_unit(play: Play, effect: Effect) -> Fault:
    unit = play.target.unit
    if unit is None or not unit.is_alive:
        return "W21.6", "Name a unit"
    wants_squadron = effect.verb == "mend_squadron"
    if effect.verb in ("mend_squadron", "mend_onfoot") and (
        unit.is_squadron != wants_squadron or unit.status != DAMAGED
    ):
        return "W21.6", f"{unit.name} is not a damaged {'squadron' if wants_squadron else 'on-foot unit'}"
    return ("W21.6", "Name an on-foot unit") if unit.is_squadron and not wants_squadron else None


def _check_patient(play: Play, effect: Effect) -> Fault:
    return None if list_patients(play) or _is_hurt_onfoot(play.target.unit) else ("W21.6", "Nobody there is wounded")


def _is_hurt_onfoot(unit: Unit | None) -> bool:
    return unit is not None and not unit.is_squadron and unit.status == DAMAGED


def list_patients(play: Play) -> list[tuple[Station, Counter]]:
    """Return the wounded crew that the target names: on a station, or anywhere aboard."""
    target = play.target
    if target.vessel is None or target.unit is not None:
        return []
    if target.station is None:
        return find_patients(target.vessel, "crew")
    return find_patients(target.vessel, f"{target.training or 'crew'}{OF}{target.station.title}")


def _check_damaged_station(play: Play, effect: Effect) -> Fault:
    station = play.target.station
    return None if station is not None and station.card else ("W21.6", "Name a damaged station")


def _check_producer(play: Play, effect: Effect) -> Fault:
    """Say what is wrong with the station whose output grows: the card's text names its kind."""
    station = play.target.station
    if station is None:
        return "W21.6", "Name a station"
    kind = play.day.content.stations[station.kind]
    named = effect.kind == station.kind if effect.kind else kind.title in play.card.text
    return None if named and kind.outputs else ("W21.6", f"{play.card.title} is not for {station.title}")


def _check_station(play: Play, effect: Effect) -> Fault:
    return None if play.target.station is not None else ("W21.6", "Name a station")


def _check_riot(play: Play, effect: Effect) -> Fault:
    station = play.target.station
    return None if station is not None and station.riot == UP else ("W21.6", "There is no riot there")


def _check_counted(play: Play, effect: Effect) -> Fault:
    attack, vessel = play.day.state.attack, find_served_vessel(play)
    counted = attack.counted.get(vessel.name, 0) if attack is not None and vessel is not None else 0
    return None if counted else ("W21.6", "No damage is counted against this vessel")


def _check_wolves(play: Play, effect: Effect) -> Fault:
    if kills_boarders(play.card):
        vessel = play.target.vessel
        return None if vessel is not None and vessel.parties else ("W21.6", "There are no boarders there")
    return None if find_wolf_quadrant(play) else ("W21.6", "There are no Wolf fighters there")


def kills_boarders(card: ActionCard) -> bool:
    """Return True if a card names boarding parties, False if Wolf fighters."""
    return "boarding" in card.text.lower()


def find_wolf_quadrant(play: Play) -> int:
    """Return the quadrant in which a card strikes Wolf fighters, 0 if there are none."""
    attack = play.day.state.attack
    if attack is None:
        return 0
    asked = (play.target.quadrant,) if play.target.quadrant else QUADRANTS
    return next((quadrant for quadrant in asked if attack.find_wolves(quadrant).fighters), 0)


def _check_last_attack(play: Play, effect: Effect) -> Fault:
    attack = play.day.state.attack
    return None if attack is not None and attack.last is not None else ("W21.6", "No squadron has just attacked")


def _check_used_crew(play: Play, effect: Effect) -> Fault:
    vessel = find_served_vessel(play)
    used = vessel is not None and any(counter.is_used for _, counter in vessel.all_crew)
    return None if used else ("W21.6", "No crew has been used")


CHECKS: Mapping[str, Callable[[Play, Effect], Fault]] = {
    "train": _check_training,
    "mend_squadron": _check_unit,
    "mend_onfoot": _check_unit,
    "combat_bonus": _check_unit,
    "riot_bonus": _check_unit,
    "heal": _check_patient,
    "repair": _check_damaged_station,
    "output": _check_producer,
    "extra_use": _check_station,
    "disperse": _check_riot,
    "prevent_damage": _check_counted,
    "kill_wolf": _check_wolves,
    "reroll": _check_last_attack,
    "quick_crew": _check_used_crew,
}
"""Checks of targets by verb: each returns the rule and the reason of a refusal."""
