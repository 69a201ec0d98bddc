"""Effects of action cards, by their verbs (rules W21.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.card_plays import Play, find_served_vessel
from incursions.games.wolves.rules.card_targets import PURSUIT_LEVEL, find_wolf_quadrant, kills_boarders, list_patients
from incursions.games.wolves.rules.combat import roll_again
from incursions.games.wolves.rules.content.definitions import LEVELS, Effect
from incursions.games.wolves.rules.crew import Spot, add_counters, draw_counter, find_counter, heal_one
from incursions.games.wolves.rules.damage import describe_deck, repair_station
from incursions.games.wolves.rules.effects import apply_effect, file_for_control
from incursions.games.wolves.rules.morale import SUPPLIED
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.panels import describe_panel
from incursions.games.wolves.rules.riots import turn_down
from incursions.games.wolves.rules.state import MEDIA, SQUADRON, Counter, replace_counter
from incursions.games.wolves.rules.units import mend_unit


def perform_effect(play: Play, effect: Effect) -> None:
    """Do what an effect of a card says."""
    perform = PERFORMERS.get(effect.verb)
    vessel = find_served_vessel(play)
    if perform is not None:
        perform(play, effect)
    elif vessel is not None:
        apply_effect(play.day, vessel, effect)


def _train(play: Play, effect: Effect) -> None:
    station = play.target.station
    if station is None or play.target.vessel is None:
        return
    counter = find_counter(Spot(play.target.vessel, station, play.target.training), ready=True)
    if counter is not None:
        replace_counter(station.crew, counter, Counter(effect.words[0], is_used=True))


def _mend(play: Play, effect: Effect) -> None:
    if play.target.unit is not None:
        mend_unit(play.day, play.target.unit)


def _help_fight(play: Play, effect: Effect) -> None:
    if play.target.unit is not None:
        play.target.unit.combat_bonus += effect.number


def _help_dispersing(play: Play, effect: Effect) -> None:
    if play.target.unit is not None:
        play.target.unit.riot_bonus += effect.number


def _heal(play: Play, effect: Effect) -> None:
    if play.target.unit is not None:
        mend_unit(play.day, play.target.unit)
        return
    for _ in range(effect.number):
        patients = list_patients(play)
        if patients and play.target.vessel is not None:
            heal_one(play.day, play.target.vessel, patients)


def _repair(play: Play, effect: Effect) -> None:
    if play.target.station is not None and play.target.vessel is not None:
        repair_station(play.day, play.target.vessel, play.target.station)


def _cheapen_repair(play: Play, effect: Effect) -> None:
    vessel = find_served_vessel(play)
    if vessel is not None:
        vessel.cheap_repairs += effect.number


def _raise_output(play: Play, effect: Effect) -> None:
    if play.target.station is not None:
        play.target.station.bonus += effect.number


def _allow_use(play: Play, effect: Effect) -> None:
    if play.target.station is not None:
        play.target.station.allowed += effect.number


def _turn_crew_up(play: Play, effect: Effect) -> None:
    """Turn used crew face up: on the station named, or drawn at random, unless all that is used turns."""
    vessel = find_served_vessel(play)
    if vessel is None:
        return
    for missing in range(effect.number, 0, -1):
        used = [pair for pair in vessel.all_crew if pair[1].is_used and play.target.station in (None, pair[0])]
        if not used:
            return
        station, counter = used[0] if len(used) <= missing else draw_counter(play.day, vessel, used)
        replace_counter(station.crew, counter, counter._replace(is_used=False))


def _add_crew(play: Play, effect: Effect) -> None:
    vessel = find_served_vessel(play)
    if vessel is not None:
        add_counters(vessel, play.target.station, effect.number)


def _disperse(play: Play, effect: Effect) -> None:
    if play.target.station is not None and play.target.vessel is not None:
        play.target.station.is_tried = True
        turn_down(play.target.station)


def _prevent_damage(play: Play, effect: Effect) -> None:
    attack, vessel = play.day.state.attack, find_served_vessel(play)
    if attack is not None and vessel is not None:
        attack.counted[vessel.name] = max(0, attack.counted.get(vessel.name, 0) - effect.number)


def _kill_wolves(play: Play, effect: Effect) -> None:
    attack, vessel = play.day.state.attack, play.target.vessel
    if kills_boarders(play.card):
        if vessel is not None:
            vessel.parties = max(0, vessel.parties - effect.number)
        return
    quadrant = find_wolf_quadrant(play)
    if attack is not None and quadrant:
        attack.find_wolves(quadrant).fighters = max(0, attack.find_wolves(quadrant).fighters - effect.number)


def _reroll(play: Play, effect: Effect) -> None:
    attack = play.day.state.attack
    if attack is not None and attack.last is not None and effect.words == (SQUADRON,):
        last, attack.last = attack.last, None
        roll_again(play.day, attack, last)


def _raise_rations(play: Play, effect: Effect) -> None:
    """Let supply count higher: that of the resources that the card's text names, else all."""
    vessel = find_served_vessel(play)
    named = [resource for resource in SUPPLIED if resource in play.card.text.lower()]
    for resource in named or SUPPLIED:
        if vessel is not None:
            most = len(LEVELS) - 1
            vessel.ration_bonus[resource] = min(most, vessel.ration_bonus.get(resource, 0) + effect.number)


def _discount_fuel(play: Play, effect: Effect) -> None:
    vessel = find_served_vessel(play)
    if vessel is not None:
        vessel.fuel_discount += effect.number


def _spare_cards(play: Play, effect: Effect) -> None:
    vessel = find_served_vessel(play)
    if vessel is not None:
        vessel.fewer_cards += effect.number


def _reveal(play: Play, effect: Effect) -> None:
    """Show what is hidden to the player of the card; what is Control's to say is put to Control."""
    vessel, day, seat = find_served_vessel(play), play.day, play.order.seat
    if effect.words == PURSUIT_LEVEL or vessel is None:
        file_for_control(day, f"{seat}: {play.card.title}: {play.card.text}")
    elif effect.words == ("damage_deck",):
        day.tell_to((seat,), events.PanelRead, what=f"The deck of {vessel.name}", words=describe_deck(day, vessel))
    else:
        day.tell_to((seat,), events.PanelRead, what=f"The panel of {vessel.name}", words=describe_panel(vessel))


def _leave_to_control(play: Play, effect: Effect) -> None:
    """Put a freeform effect to Control; one of the News Media lets them announce (rules W21.6, W25.5)."""
    if find_team(play.order.seat, ()) == MEDIA:
        play.day.state.media_leaves += 1
        return
    where = f" on {play.target.words}" if play.target.words else ""
    file_for_control(play.day, f"{play.order.seat}: {play.card.title}{where}: {effect.words[0]}")


PERFORMERS: Mapping[str, Callable[[Play, Effect], None]] = {
    "train": _train,
    "mend_squadron": _mend,
    "mend_onfoot": _mend,
    "combat_bonus": _help_fight,
    "riot_bonus": _help_dispersing,
    "heal": _heal,
    "repair": _repair,
    "cheap_repair": _cheapen_repair,
    "output": _raise_output,
    "extra_use": _allow_use,
    "quick_crew": _turn_crew_up,
    "add_crew": _add_crew,
    "disperse": _disperse,
    "prevent_damage": _prevent_damage,
    "kill_wolf": _kill_wolves,
    "reroll": _reroll,
    "ration_level": _raise_rations,
    "fuel_discount": _discount_fuel,
    "emergency_bonus": _spare_cards,
    "reveal": _reveal,
    "control": _leave_to_control,
}
"""Effects of cards by verb, for the verbs that need more than the vessel."""
