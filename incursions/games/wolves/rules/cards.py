"""Action cards: hands, the reserve, when and on what cards are played, and what they do (rules W21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.attack import end_if_over
from incursions.games.wolves.rules.combat import roll_again
from incursions.games.wolves.rules.content.definitions import (
    LEVELS,
    QUADRANTS,
    UNTRAINED,
    ActionCard,
    Effect,
)
from incursions.games.wolves.rules.crew import (
    Spot,
    add_counters,
    draw_counter,
    find_counter,
    find_patients,
    heal_one,
)
from incursions.games.wolves.rules.damage import describe_deck, repair_station
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.effects import apply_effect, change_hold, file_for_control
from incursions.games.wolves.rules.morale import SUPPLIED
from incursions.games.wolves.rules.orders import OF, Handler, Order, fail_unknown, find_seat, find_team, split_vessel
from incursions.games.wolves.rules.panels import describe_panel
from incursions.games.wolves.rules.riots import disperse
from incursions.games.wolves.rules.roles import require_control, require_free, require_turn
from incursions.games.wolves.rules.state import (
    ACTION,
    CLOSE,
    DAMAGED,
    MEDIA,
    MUSTER,
    SQUADRON,
    TEAM,
    UP,
    Counter,
    Station,
    Unit,
    VesselState,
    replace_counter,
)
from incursions.games.wolves.rules.stations import require_usable, spend_station
from incursions.games.wolves.rules.units import mend_unit

RETAINED_ONCE = "W21.4"
ANY, IN_ATTACK = "any", "attack"
OPEN_PHASES: Mapping[str, tuple[str, ...]] = {
    MUSTER: (MUSTER,),
    ACTION: (MUSTER, ACTION),
    TEAM: (TEAM, CLOSE),
    CLOSE: (CLOSE,),
}
"""The phases in which a card of each sort is played; muster is part of the Action phase (rules W21.4)."""
PURSUIT_LEVEL = ("pursuit",)
"""What `reveal` shows that is no vessel's."""
NEEDS_NOBODY = frozenset({"fleet_morale", "pursuit", "draw_destination", "control", "reroll"})
"""The verbs that need no target."""


class Target(NamedTuple):
    """The target of a card: a vessel, and a station, a training of crew or a unit there."""

    vessel: VesselState | None
    words: str
    station: Station | None = None
    training: str = ""
    unit: Unit | None = None
    quadrant: int = 0


class Play(NamedTuple):
    """A card that is played: the order, the card, its holder's vessel (None for the News Media), and the target."""

    order: Order
    card: ActionCard
    own: VesselState | None
    target: Target

    @property
    def day(self) -> Day:
        """The day."""
        return self.order.day


def find_card(order: Order) -> ActionCard:
    """Return the card of a title. Raises `UnknownAction`."""
    card = order.day.content.cards.get(order["card"])
    return fail_unknown(f"There is no card called {order['card']}") if card is None else card


def require_held(order: Order, card: ActionCard, rule: str) -> None:
    """Refuse what the order does with a card that is not in its hand (rules W21.4, W21.2)."""
    hand = order.day.state.hands.get(order.seat, [])
    order.require(card.title in hand, rule, f"You do not hold {card.title}")


def list_reserve(day: Day) -> list[str]:
    """Return the cards that nobody holds (rules W21.7)."""
    held = {title for hand in day.state.hands.values() for title in hand}
    return [title for title in day.content.cards if title not in held]


# Playing.


def handle_play(day: Day, order: Order) -> None:
    """Play an action card (rules W21.3 to W21.6)."""
    card = find_card(order)
    require_held(order, card, "W21.4")
    require_free(order)
    require_turn(order)
    own = day.state.vessels.get(order.team)
    _require_time(order, card, own)
    play = Play(order, card, own, read_target(order, order.get("target")))
    _require_reach(play)
    station = _find_school(play)
    _require_cost(play)
    _require_own(play)
    for effect in card.effects:
        _require_target(play, effect)
    day.end_checks()
    if station is not None and own is not None:
        spend_station(day, own, station, {})
    if own is not None and card.cost:
        change_hold(day, own, card.cost, -1)
    readers = (*day.seats_of(order.team), *(day.seats_of(play.target.vessel.name) if play.target.vessel else ()))
    day.tell_to(tuple(dict.fromkeys(readers)), events.CardPlayed, seat=order.seat, card=card.title, text=card.text)
    _put_away(order, card)
    for effect in card.effects:
        _perform(play, effect)
    end_if_over(day)


def _require_time(order: Order, card: ActionCard, own: VesselState | None) -> None:
    """Refuse a card outside its phase, and a retained one that has served this turn (rules W21.4, W15.4)."""
    day = order.day
    attack = day.state.attack if own is None else day.find_frozen(own.name)
    if card.when == IN_ATTACK:
        order.require(attack is not None, "W21.4", f"{card.title} is played in an attack")
    elif card.when != ANY:
        order.require(attack is None, "W15.4", f"{card.title} waits until the attack is over")
        is_open = day.state.phase in OPEN_PHASES[card.when]
        order.require(is_open, "W21.4", f"{card.title} is played in the phase: {card.when}")
    order.require(card.title not in day.state.used_cards, "W21.4", f"{card.title} has served this turn")


def _put_away(order: Order, card: ActionCard) -> None:
    """Put a card of one use into the reserve; a retained one serves once a turn."""
    state = order.day.state
    if card.is_retained:
        state.used_cards.append(card.title)
        return
    hand = state.hands.get(order.seat, [])
    if card.title in hand:
        hand.remove(card.title)
    state.discards.append(card.title)


def read_target(order: Order, text: str) -> Target:
    """Return what a card is played on: "Dione", "Bridge of Dione", "untrained of Hydroponics", a unit, "quadrant 2"."""
    state = order.day.state
    own = state.vessels.get(order.team)
    unit = state.units.get(text)
    if unit is not None:
        return Target(state.vessels.get(unit.aboard) or state.vessels[unit.home], text, unit=unit)
    if text in state.vessels:
        return Target(state.vessels[text], text)
    if text.startswith("quadrant ") and text[9:] in map(str, QUADRANTS):
        return Target(own, text, quadrant=int(text[9:]))
    if not text:
        return Target(None, "")
    words, named = split_vessel(order, text)
    vessel = named or own
    if vessel is None:
        return fail_unknown(f"There is no {text}")
    if words in vessel.stations:
        return Target(vessel, text, vessel.stations[words])
    training, of, title = words.partition(OF)
    if of and title in vessel.stations:
        return Target(vessel, text, vessel.stations[title], training)
    return Target(vessel, text) if words == "crew" else fail_unknown(f"{vessel.name} has no {words}")


def _require_reach(play: Play) -> None:
    """Refuse a card that would reach another group (rules W21.5)."""
    target = play.target.vessel
    if target is None:
        return
    point = play.day.state.fleet_at if play.own is None else play.own.point
    together = target.point == point and not target.is_destroyed
    play.order.require(together, "W21.5", f"{target.name} is not where you are")


def _require_own(play: Play) -> None:
    """Refuse a card for the own vessel on another (rules W21.3)."""
    unit = play.target.unit
    is_own = play.target.vessel in (None, play.own) and (unit is None or play.own is None or unit.home == play.own.name)
    play.order.require(is_own or not play.card.is_own, "W21.3", f"{play.card.title} is for your own vessel")


def _require_cost(play: Play) -> None:
    for resource, number in play.card.cost.items():
        held = play.own.hold[resource] if play.own is not None else 0
        play.order.require(held >= number, "W7.5", f"It costs {number} {resource}, and you have {held}")


def _find_school(play: Play) -> Station | None:
    """Return the station whose crew and use a card takes; refuse the card if it cannot be used (rules W9.6)."""
    if not play.card.uses or play.own is None:
        return None
    stations = play.own.of_kind(play.card.uses)
    play.order.require(stations, "W21.6", f"{play.own.name} has no station for {play.card.title}")
    for station in stations[:1]:
        require_usable(play.order, play.own, station, {})
        return station
    return None


def find_served(play: Play) -> VesselState | None:
    """Return the vessel that a card serves: the target's or, for one without a target, its holder's own."""
    return play.target.vessel or play.own


# Targets (rules W21.6).


def _require_target(play: Play, effect: Effect) -> None:
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


Fault = tuple[str, str] | None


def _check_training(play: Play, effect: Effect) -> Fault:
    target = play.target
    if target.station is None or not target.training:
        return "W21.6", "Name the crew that is trained, like untrained of Hydroponics"
    if target.training != UNTRAINED:
        return "W9.6", "Nobody is trained twice"
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
    return None if _list_patients(play) or _is_hurt_onfoot(play.target.unit) else ("W21.6", "Nobody there is wounded")


def _is_hurt_onfoot(unit: Unit | None) -> bool:
    return unit is not None and not unit.is_squadron and unit.status == DAMAGED


def _list_patients(play: Play) -> list[tuple[Station, Counter]]:
    """Return the wounded crew that the target names: on a station, or anywhere aboard."""
    target = play.target
    if target.vessel is None or target.unit is not None:
        return []
    if target.station is None:
        return find_patients(play.order, target.vessel, "crew")
    return find_patients(play.order, target.vessel, f"{target.training or 'crew'}{OF}{target.station.title}")


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
    attack, vessel = play.day.state.attack, find_served(play)
    counted = attack.counted.get(vessel.name, 0) if attack is not None and vessel is not None else 0
    return None if counted else ("W21.6", "No damage is counted against it")


def _check_wolves(play: Play, effect: Effect) -> Fault:
    if _kills_boarders(play.card):
        vessel = play.target.vessel
        return None if vessel is not None and vessel.parties else ("W21.6", "There are no boarders there")
    return None if _find_wolf_quadrant(play) else ("W21.6", "There are no Wolf fighters there")


def _kills_boarders(card: ActionCard) -> bool:
    """Return True if a card names boarding parties, False if Wolf fighters."""
    return "boarding" in card.text.lower()


def _find_wolf_quadrant(play: Play) -> int:
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
    vessel = find_served(play)
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
"""What keeps a card from its target, by verb: a rule and a reason."""


# What cards do.


def _perform(play: Play, effect: Effect) -> None:
    """Do what an effect of a card says."""
    perform = PERFORMERS.get(effect.verb)
    vessel = find_served(play)
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
        patients = _list_patients(play)
        if patients and play.target.vessel is not None:
            heal_one(play.day, play.target.vessel, patients)


def _repair(play: Play, effect: Effect) -> None:
    if play.target.station is not None and play.target.vessel is not None:
        repair_station(play.day, play.target.vessel, play.target.station)


def _cheapen_repair(play: Play, effect: Effect) -> None:
    vessel = find_served(play)
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
    vessel = find_served(play)
    if vessel is None:
        return
    for missing in range(effect.number, 0, -1):
        used = [pair for pair in vessel.all_crew if pair[1].is_used and play.target.station in (None, pair[0])]
        if not used:
            return
        station, counter = used[0] if len(used) <= missing else draw_counter(play.day, vessel, used)
        replace_counter(station.crew, counter, counter._replace(is_used=False))


def _add_crew(play: Play, effect: Effect) -> None:
    vessel = find_served(play)
    if vessel is not None:
        add_counters(vessel, play.target.station, effect.number)


def _disperse(play: Play, effect: Effect) -> None:
    if play.target.station is not None and play.target.vessel is not None:
        play.target.station.is_tried = True
        disperse(play.day, play.target.vessel, play.target.station)


def _prevent_damage(play: Play, effect: Effect) -> None:
    attack, vessel = play.day.state.attack, find_served(play)
    if attack is not None and vessel is not None:
        attack.counted[vessel.name] = max(0, attack.counted.get(vessel.name, 0) - effect.number)


def _kill_wolves(play: Play, effect: Effect) -> None:
    attack, vessel = play.day.state.attack, play.target.vessel
    if _kills_boarders(play.card):
        if vessel is not None:
            vessel.parties = max(0, vessel.parties - effect.number)
        return
    quadrant = _find_wolf_quadrant(play)
    if attack is not None and quadrant:
        attack.find_wolves(quadrant).fighters = max(0, attack.find_wolves(quadrant).fighters - effect.number)


def _reroll(play: Play, effect: Effect) -> None:
    attack = play.day.state.attack
    if attack is not None and attack.last is not None and effect.words == (SQUADRON,):
        last, attack.last = attack.last, None
        roll_again(play.day, attack, last)


def _raise_rations(play: Play, effect: Effect) -> None:
    """Let supply count higher: that of the resources that the card's text names, else all."""
    vessel = find_served(play)
    named = [resource for resource in SUPPLIED if resource in play.card.text.lower()]
    for resource in named or SUPPLIED:
        if vessel is not None:
            most = len(LEVELS) - 1
            vessel.ration_bonus[resource] = min(most, vessel.ration_bonus.get(resource, 0) + effect.number)


def _discount_fuel(play: Play, effect: Effect) -> None:
    vessel = find_served(play)
    if vessel is not None:
        vessel.fuel_discount += effect.number


def _spare_cards(play: Play, effect: Effect) -> None:
    vessel = find_served(play)
    if vessel is not None:
        vessel.fewer_cards += effect.number


def _reveal(play: Play, effect: Effect) -> None:
    """Show what is hidden to the player of the card; what is Control's to say is put to Control."""
    vessel, day, seat = find_served(play), play.day, play.order.seat
    if effect.words == PURSUIT_LEVEL or vessel is None:
        file_for_control(day, f"{seat}: {play.card.title}: {play.card.text}")
    elif effect.words == ("damage_deck",):
        day.tell_to((seat,), events.PanelRead, what=f"The deck of {vessel.name}", words=describe_deck(day, vessel))
    else:
        day.tell_to((seat,), events.PanelRead, what=f"The panel of {vessel.name}", words=describe_panel(day, vessel))


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
"""What cards do by verb, where it takes more than the vessel."""


# Handing over and giving.


def handle_handing(day: Day, order: Order) -> None:
    """Hand a card over: inside the team freely, to another only if the card says so (rules W21.2)."""
    card, seat = find_card(order), find_seat(order, order["player"])
    require_held(order, card, "W21.2")
    require_free(order)
    require_turn(order)
    vessels = day.state.vessels
    is_inside = find_team(seat, vessels) == order.team
    order.require(is_inside or card.may_be_given, "W21.2", "Between teams cards do not pass")
    order.require(seat != order.seat, "W21.2", "You hold it")
    day.end_checks()
    hand = day.state.hands.get(order.seat, [])
    if card.title in hand:
        hand.remove(card.title)
    day.state.hands.setdefault(seat, []).append(card.title)
    day.tell_to((order.seat, seat), events.CardMoved, card=card.title, seat=seat)


def handle_gift(day: Day, order: Order) -> None:
    """Give a card out of the reserve to a player (rules W21.7)."""
    card, seat = find_card(order), find_seat(order, order["player"])
    require_control(order)
    require_turn(order)
    order.require(card.title in list_reserve(day), "W21.7", f"{card.title} is not in the reserve")
    day.state.hands.setdefault(seat, []).append(card.title)
    if card.title in day.state.discards:
        day.state.discards.remove(card.title)
    day.tell_to((seat,), events.CardMoved, card=card.title, seat=seat)


COMMANDS: dict[str, Handler] = {
    "play_card": handle_play,
    "hand_card": handle_handing,
    "give_card": handle_gift,
}
