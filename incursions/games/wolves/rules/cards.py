"""Action cards: hands, the reserve, and the commands that play, hand over and give them (rules W21)."""

from __future__ import annotations

from collections.abc import Mapping

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.attack import end_if_over
from incursions.games.wolves.rules.card_effects import perform_effect
from incursions.games.wolves.rules.card_plays import Play, read_target
from incursions.games.wolves.rules.card_targets import require_target
from incursions.games.wolves.rules.content.definitions import ActionCard
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.effects import change_hold
from incursions.games.wolves.rules.orders import Handler, Order, fail_unknown, find_seat, find_team
from incursions.games.wolves.rules.roles import require_control, require_free, require_turn
from incursions.games.wolves.rules.state import ACTION, CLOSE, MUSTER, PHASE_WORDS, TEAM, Station, VesselState
from incursions.games.wolves.rules.stations import require_usable, spend_station

ANY, IN_ATTACK = "any", "attack"
BRINGS = frozenset({"gain", "add_crew", "add_onfoot", "build_squadron"})
"""The verbs of cards that bring crew, units or resources, which nothing does in an attack (rules W15.4)."""
OPEN_PHASES: Mapping[str, tuple[str, ...]] = {
    MUSTER: (MUSTER,),
    ACTION: (MUSTER, ACTION),
    TEAM: (TEAM, CLOSE),
    CLOSE: (CLOSE,),
}
"""The phases in which a card of each sort is played; muster is part of the Action phase (rules W21.4)."""


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
        require_target(play, effect)
    day.end_checks()
    if station is not None and own is not None:
        spend_station(day, own, station, {})
    if own is not None and card.cost:
        change_hold(day, own, card.cost, -1)
    readers = (*day.seats_of(order.team), *(day.seats_of(play.target.vessel.name) if play.target.vessel else ()))
    day.tell_to(tuple(dict.fromkeys(readers)), events.CardPlayed, seat=order.seat, card=card.title, text=card.text)
    _put_away(order, card)
    for effect in card.effects:
        perform_effect(play, effect)
    end_if_over(day)


def _require_time(order: Order, card: ActionCard, own: VesselState | None) -> None:
    """Refuse a card outside its phase, and a retained one that has served this turn (rules W21.4, W15.4)."""
    day = order.day
    attack = day.state.attack if own is None else day.find_frozen(own.name)
    if card.when == IN_ATTACK:
        order.require(attack is not None, "W21.4", f"{card.title} is played in an attack")
    elif card.when == ANY:
        is_calm = attack is None or not any(effect.verb in BRINGS for effect in card.effects)
        order.require(is_calm, "W15.4", f"{card.title} waits until the attack is over")
    else:
        order.require(attack is None, "W15.4", f"{card.title} waits until the attack is over")
        is_open = day.state.phase in OPEN_PHASES[card.when]
        order.require(is_open, "W21.4", f"{card.title} is played in {PHASE_WORDS[card.when]}")
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
        play.order.require(held >= number, "W7.5", f"{play.card.title} costs {number} {resource}, and you have {held}")


def _find_school(play: Play) -> Station | None:
    """Return the station whose crew and use a card takes; refuse the card if it cannot be used (rules W9.6)."""
    if not play.card.uses or play.own is None:
        return None
    stations = play.own.of_kind(play.card.uses)
    play.order.require(stations, "W21.6", f"{play.own.name} has no station for {play.card.title}")
    if not stations:
        return None
    require_usable(play.order, play.own, stations[0], {})
    return stations[0]


# Handing over and giving.


def handle_handing(day: Day, order: Order) -> None:
    """Hand a card over: inside the team freely, to another only if the card says so (rules W21.2)."""
    card, seat = find_card(order), find_seat(order, order["player"])
    require_held(order, card, "W21.2")
    require_free(order)
    require_turn(order)
    vessels = day.state.vessels
    is_inside = find_team(seat, vessels) == order.team
    order.require(is_inside or card.may_be_given, "W21.2", f"{card.title} cannot be handed to another team")
    order.require(seat != order.seat, "W21.2", f"You already hold {card.title}")
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
