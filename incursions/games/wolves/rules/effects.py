"""Effects of damage cards, destinations, stations and action cards; and damage cards, which draw more of themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.charts import draw_destination
from incursions.games.wolves.rules.content.definitions import DamageCard, Effect
from incursions.games.wolves.rules.crew import add_counters, wound_at_random, wound_station
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.exchanges import Choice
from incursions.games.wolves.rules.morale import move_fleet_morale, move_morale
from incursions.games.wolves.rules.riots import start_riot
from incursions.games.wolves.rules.state import DESTROYED, SQUADRON, Modifier, VesselState
from incursions.games.wolves.rules.survivors import save_players
from incursions.games.wolves.rules.units import add_security, add_unit, has_room_for_squadron, hurt_unit

LOST_VESSEL = -1
"""The change of fleet morale when a vessel is destroyed (rules W5.3)."""
HARMS = frozenset({"lose", "damage", "wound", "riot", "damage_squadron", "damage_onfoot"})
"""The verbs that fall on nobody if the vessel they name did not arrive (rules W18.15)."""


def gain(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Put resources into a hold."""
    change_hold(day, vessel, effect.amounts, 1)


def lose(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Take resources from a hold, as far as there are any (rules W7.5)."""
    change_hold(day, vessel, effect.amounts, -1)


def change_hold(day: Day, vessel: VesselState, amounts: Mapping[str, int], sign: int) -> None:
    """Add resources to a hold, or take what there is of them."""
    for resource, number in amounts.items():
        vessel.hold[resource] = max(0, vessel.hold[resource] + sign * number)
    words = ", ".join(f"{'+' if sign > 0 else '-'}{number} {resource}" for resource, number in amounts.items())
    day.tell_team(vessel.name, events.GoodsMoved, vessel=vessel.name, what=words)


def change_morale(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Move the track of a vessel at once."""
    move_morale(day, vessel, effect.number)
    day.tell_team(vessel.name, events.MoraleMoved, vessel=vessel.name, morale=vessel.morale)


def add_modifier(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Add a modifier to a vessel's next morale roll."""
    vessel.modifiers.append(Modifier(effect.number))
    day.tell_team(vessel.name, events.GoodsMoved, vessel=vessel.name, what=f"{effect.number:+} on the next morale roll")


def change_fleet_morale(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Move every track of the fleet."""
    move_fleet_morale(day, effect.number, "by an effect")


def change_pursuit(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Move the Pursuit Track (rules W14.5)."""
    move_pursuit(day, effect.number)


def move_pursuit(day: Day, number: int) -> None:
    """Move the Pursuit Track within its ends (rules W14.5)."""
    state = day.state
    state.pursuit = max(0, min(day.content.fleet.pursuit_top, state.pursuit + number))
    day.tell(events.PursuitMoved, level=state.pursuit)


def hurt_squadron(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Damage squadrons of a vessel."""
    for _ in range(effect.number):
        squadrons = day.state.squadrons_of(vessel.name)
        if squadrons:
            hurt_unit(day, day.pick(f"units:{vessel.name}", squadrons, lambda unit: unit.name))


def hurt_onfoot(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Damage on-foot units aboard a vessel."""
    for _ in range(effect.number):
        aboard = day.state.onfoot_aboard(vessel.name)
        if aboard:
            hurt_unit(day, day.pick(f"units:{vessel.name}", aboard, lambda unit: unit.name))


def add_onfoot(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Bring new security units aboard."""
    for _ in range(effect.number):
        add_security(day, vessel)


def add_crew(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Bring untrained crew aboard, who stand on the Bridge (rules W9.11)."""
    add_counters(vessel, None, effect.number)
    day.tell_team(vessel.name, events.GoodsMoved, vessel=vessel.name, what=f"+{effect.number} untrained crew")


def wound(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Wound crew aboard at random (rules W9.9)."""
    for _ in range(effect.number):
        wound_at_random(day, vessel)


def bring_riot(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Place riots (rules W22.3)."""
    for _ in range(effect.number):
        start_riot(day, vessel)


def build_squadron(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Build squadrons within the hangar's rating (rules W8.5)."""
    for _ in range(effect.number):
        if has_room_for_squadron(day, vessel):
            add_unit(day, vessel, SQUADRON)


def draw_charts(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Draw destination cards."""
    draw_destination(day, effect.number)


def warn_of_ambush(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Ask Control to declare an attack, with this much added to the level."""
    file_for_control(day, f"ambush: declare an attack at pursuit {effect.number:+}")


def put_choice(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Put a choice to the commander of a vessel (rules W26.11)."""
    ask_choice(day, vessel, effect.words)


def ask_choice(day: Day, vessel: VesselState, answers: tuple[str, ...]) -> None:
    """Put a choice to the commander of a vessel (rules W26.11)."""
    day.state.choices.append(Choice(vessel.name, list(answers)))
    day.tell_team(vessel.name, events.ChoicePut, vessel=vessel.name, text=f"choose {' or '.join(answers)}")


def leave_to_control(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Put a freeform effect to Control (rules W21.6)."""
    file_for_control(day, f"{vessel.name}: {effect.words[0]}")


def file_for_control(day: Day, words: str) -> None:
    """Put a line into Control's inbox."""
    day.state.inbox.append(words)


# Damage (rules W12).


def list_deck(day: Day, vessel: VesselState) -> list[DamageCard]:
    """Return the cards in a vessel's damage deck: one for each station that is not damaged (rules W12.9)."""
    lying = [station.card for station in vessel.stations.values() if station.card]
    cards = []
    for title, number in day.content.decks[vessel.name].items():
        cards += [day.content.damage[title]] * (number - lying.count(title))
    return cards


def damage(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Draw damage cards; in an attack the damage is counted (rules W16.5)."""
    take_damage(day, vessel, effect.number)


def take_damage(day: Day, vessel: VesselState, number: int) -> None:
    """Draw damage cards at once or, in an attack, count them (rules W12.1, W16.5)."""
    attack = day.find_frozen(vessel.name)
    if attack is None:
        draw_damage(day, vessel, number)
    else:
        attack.counted[vessel.name] = attack.counted.get(vessel.name, 0) + number


def draw_damage(day: Day, vessel: VesselState, number: int) -> None:
    """Draw damage cards, one after the other with all that follows (rules W12.11)."""
    for _ in range(number):
        if vessel.is_destroyed:
            return
        deck = list_deck(day, vessel)
        if not deck:
            destroy_vessel(day, vessel)
            return
        _lay_card(day, vessel, day.draw(f"damage:{vessel.name}", deck, lambda card: card.title))


def _lay_card(day: Day, vessel: VesselState, card: DamageCard) -> None:
    """Lay a card on its station: the station is damaged, its crew wounded, and the effects happen (rules W12.12)."""
    fitting = [station for station in vessel.of_kind(card.kind) if not station.card]
    station = day.pick(f"stations:{vessel.name}", fitting, lambda each: each.title)
    station.card = card.title
    vessel.hurt += 1
    day.tell_team(vessel.name, events.StationDamaged, vessel=vessel.name, card=card.title, station=station.title)
    vessel.modifiers += list_ongoing_modifiers(card, station.title)
    wound_station(day, vessel, station)
    for effect in card.instant:
        apply_effect(day, vessel, effect)


def list_ongoing_modifiers(card: DamageCard, station: str) -> list[Modifier]:
    """Return the modifiers of morale rolls that a damage card brings until it is repaired (rules W12.3)."""
    return [Modifier(effect.number, station) for effect in card.ongoing if effect.verb == "morale_roll"]


def destroy_vessel(day: Day, vessel: VesselState) -> None:
    """Take a vessel away with all that is in it but the players (rules W12.10)."""
    state = day.state
    vessel.is_destroyed = True
    vessel.hold = dict.fromkeys(vessel.hold, 0)
    vessel.sign, vessel.parties = "", 0
    for station in vessel.stations.values():
        vessel.lost += len(station.crew)
        station.crew = []
    docked = {shuttle.name for shuttle in state.shuttles.values() if shuttle.at == vessel.name}
    for name in docked:
        state.shuttles[name].at, state.shuttles[name].goods, state.shuttles[name].crew = "", {}, []
    for unit in state.units.values():
        if unit.aboard in {vessel.name, *docked} and not unit.quadrant:
            unit.status = DESTROYED
    day.tell(events.VesselDestroyed, vessel=vessel.name)
    save_players(day, vessel)
    move_fleet_morale(day, LOST_VESSEL, f"{vessel.name} is lost")
    file_for_control(day, f"survivors {vessel.name}")


Verb = Callable[[Day, VesselState, Effect], None]
VERBS: Mapping[str, Verb] = {
    "gain": gain,
    "lose": lose,
    "morale": change_morale,
    "morale_roll": add_modifier,
    "fleet_morale": change_fleet_morale,
    "pursuit": change_pursuit,
    "damage_squadron": hurt_squadron,
    "damage_onfoot": hurt_onfoot,
    "add_onfoot": add_onfoot,
    "add_crew": add_crew,
    "wound": wound,
    "damage": damage,
    "riot": bring_riot,
    "build_squadron": build_squadron,
    "draw_destination": draw_charts,
    "ambush": warn_of_ambush,
    "choice": put_choice,
    "control": leave_to_control,
}
"""Effects by verb, for the verbs that need only the vessel."""


def apply_effect(day: Day, vessel: VesselState, effect: Effect) -> None:
    """Do what an effect says to a vessel; verbs that concern only stations in use or cards do nothing here."""
    verb = VERBS.get(effect.verb)
    if verb is not None:
        verb(day, vessel, effect)


def find_concerned(day: Day, effect: Effect) -> list[VesselState]:
    """Return the vessels that an effect of the fleet's arrival concerns (rules W18.14, W18.15)."""
    fleet, drawer = day.fleet_vessels, day.chart_vessel
    if drawer is None or effect.whom in ("fleet", "each"):
        return fleet
    if not effect.to:
        return [drawer]
    named = day.vessel(effect.to)
    if named in fleet:
        return [named]
    is_harm = effect.verb in HARMS or effect.number < 0
    return [] if is_harm else [drawer]


def arrive_with(day: Day, effects: tuple[Effect, ...]) -> None:
    """Apply the effects of the fleet's arrival (rules W18.10)."""
    for effect in effects:
        for vessel in find_concerned(day, effect):
            apply_effect(day, vessel, effect)
