"""Changes of the content while the event runs: what never fits the day, and what is locked (rules W26.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from incursions.engine.errors import IllegalAction
from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import Content, Destination, Vessel
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.initial_state import list_player_seats, make_state
from incursions.games.wolves.rules.orders import Handler, Order, fail_unknown, find_team
from incursions.games.wolves.rules.roles import require_control
from incursions.games.wolves.rules.state import CONTROL, ENDED, SETUP

RULE = "W26.2"
MOST_NAMED = 6
KEPT_BEFORE_START = (
    *("places", "now", "clock", "loyalties", "stand_ins", "proposals", "notes", "inbox", "announcements"),
    *("sickbay", "brig", "leaves", "prompts", "content_version"),
)
"""Fields that a state keeps when the content changes before the first turn. All others are made anew."""


def handle_content_change(day: Day, order: Order) -> None:
    """Let another version of the content hold from now on (rules W26.2)."""
    require_control(order)
    number, old = order.number(), day.content
    new = day.setup.get("versions", {}).get(number) or fail_unknown(f"There is no version {number} of the content")
    order.require(day.state.phase != ENDED, "W27.1", "The event is over")
    views = {seat: day.view(seat) for seat in day.state.places}
    if day.state.phase == SETUP:
        _rebuild_state(day, new)
    else:
        _change_in_play(day, order, new)
    day.state.content_version = number
    readers = tuple(
        seat for seat in day.state.places if views.get(seat) != day.view(seat) or _is_printed_for(seat, old, new)
    )
    day.tell_to((*readers, CONTROL), events.ControlChanged, what="changes the content", reason=order["reason"])


def _is_printed_for(seat: str, old: Content, new: Content) -> bool:
    """Return True if what differs is printed for a seat: its vessel, its deck, its briefing (rules W26.10)."""
    return _list_printed(seat, old) != _list_printed(seat, new)


def _list_printed(seat: str, content: Content) -> list[Any]:
    """Return what is printed for a seat."""
    team = find_team(seat, content.fleet.vessels)
    vessel, told = content.fleet.vessels.get(team), content.briefings
    kinds = {} if vessel is None else {each.kind: content.stations[each.kind] for each in vessel.stations}
    briefing = [told.story, told.powers, told.vessels, told.known.get(team), told.wanted.get(team)]
    return [vessel, kinds, content.decks.get(team), *briefing, told.roles, told.personal.get(seat)]


def _rebuild_state(day: Day, new: Content) -> None:
    """Set all up from the new content; what is known of players stays."""
    before = day.state
    if list_player_seats(new) != list(before.places):
        raise IllegalAction(RULE, "Seats change only before the log has an entry")
    fleet = list(before.vessels.values())
    made = make_state(new, fleet[0].point, [seat for seat in list_player_seats(new) if seat not in before.empty_seats])
    for name in KEPT_BEFORE_START:
        setattr(made, name, getattr(before, name))
    day.state = made


def _change_in_play(day: Day, order: Order, new: Content) -> None:
    obstacles = list(list_obstacles(day, new))
    if obstacles:
        raise IllegalAction(RULE, ". ".join(obstacles[:MOST_NAMED]))
    locked = list_locked(day, new)
    named = ", ".join(locked[:MOST_NAMED]) + (f" and {len(locked) - MOST_NAMED} more" if locked[MOST_NAMED:] else "")
    order.require(not locked, RULE, f"Locked while the event runs: {named}")
    state = day.state
    known = {*state.next_destinations, *state.last_destinations, *state.used_destinations}
    known |= {title for vessel in state.vessels.values() for title in vessel.destinations}
    kept = [title for title in state.deck if title in new.destinations]
    state.deck = kept + [title for title in new.destinations if title not in known and title not in kept]


# What would break the day.


def list_obstacles(day: Day, new: Content) -> Iterator[str]:
    """Yield why the day cannot go on with another content: what is in play would be missing."""
    old, state = day.content, day.state
    if (new.commands, list(new.fleet.vessels)) != (old.commands, list(old.fleet.vessels)):
        gone = [name for name in old.fleet.vessels if name not in new.fleet.vessels]
        named = f": {', '.join(gone)} cannot be renamed or removed" if gone else ""
        yield f"Vessels and commands stay as they are while the event runs{named}"
        return
    if list_player_seats(new) != list(state.places):
        yield "Seats stay as they are while the event runs"
    if list(new.fleet.council) != list(state.council):
        yield "The seats of the council stay as they are while the event runs"
    for name, vessel in new.fleet.vessels.items():
        yield from _list_vessel_obstacles(day, name, vessel, new)
    for seat, hand in state.hands.items():
        yield from (f"{title} is in the hand of {seat}" for title in hand if title not in new.cards)
    for title in dict.fromkeys((*state.discards, *state.used_cards)):
        if title not in new.cards:
            yield f"{title} has been played"
    for title, before in list_seen_destinations(day):
        after = new.destinations.get(title)
        if after is None or (after.coordinates, after.distance) != (before.coordinates, before.distance):
            yield f"{title} has been drawn: it keeps its name, digits and distance"
    if state.attack is not None and new.wolves != old.wolves:
        yield "The odds of attacks stay as they are until this attack is over"


def _list_vessel_obstacles(day: Day, name: str, vessel: Vessel, new: Content) -> Iterator[str]:
    state, old = day.state.vessels[name], day.content
    titles = [(station.title, station.kind) for station in vessel.stations]
    if titles != [(station.title, station.kind) for station in state.stations.values()]:
        yield f"The stations of {name} stay as they are while the event runs"
    if vessel.shuttles != old.fleet.vessels[name].shuttles:
        yield f"The shuttles of {name} stay as they are while the event runs"
    lying = [station.card for station in state.stations.values() if station.card]
    for card in dict.fromkeys(lying):
        if new.damage.get(card) != old.damage[card]:
            yield f"{card} lies on a station of {name}: it stays as it is until the repair"
        elif new.decks[name].get(card, 0) < lying.count(card):
            yield f"{lying.count(card)} {card} lie on stations of {name}, and its deck would have fewer"


def list_seen_destinations(day: Day) -> list[tuple[str, Destination]]:
    """Return the destinations that are no longer in the deck, and those where a vessel is."""
    state, all_of_them = day.state, day.content.destinations
    points = {vessel.point for vessel in state.vessels.values()}
    return [
        (title, place) for title, place in all_of_them.items() if title not in state.deck or place.coordinates in points
    ]


# What is locked.


def list_locked(day: Day, new: Content) -> list[str]:
    """Return the names of the entries of which a locked figure differs from the content in force.

    Open are texts, briefings, prompts, odds, minutes, the order of seating, and destinations that nobody has drawn.
    """
    seen = frozenset(title for title, _ in list_seen_destinations(day))
    before, after = _list_locked_parts(day.content, seen), _list_locked_parts(new, seen)
    return [
        f"{entry} ({part})" if entry else part
        for part in before
        for entry in dict.fromkeys((*before[part], *after[part]))
        if before[part].get(entry) != after[part].get(entry)
    ]


def _list_locked_parts(content: Content, seen: frozenset[str]) -> dict[str, Mapping[str, Any]]:
    """Return the locked figures by part and entry, with what is open left out."""
    return {
        "fleet": {name: vessel._replace(ship_class="") for name, vessel in content.fleet.vessels.items()},
        "rations": content.fleet.rations,
        "pursuit": {"": content.fleet.pursuit_start},
        "map party": {"": content.fleet.map_party},
        "stations": {kind: each._replace(text="") for kind, each in content.stations.items()},
        "damage": content.damage,
        "decks": content.decks,
        "cards": {title: card._replace(text="") for title, card in content.cards.items()},
        "destinations": {
            title: place._replace(benefit="", risk_text="")
            for title, place in content.destinations.items()
            if title in seen
        },
    }


COMMANDS: dict[str, Handler] = {"change_content": handle_content_change}
