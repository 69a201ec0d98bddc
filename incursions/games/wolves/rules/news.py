"""Words between players: the broadcast and its effect, announcements, and notes (rules W23.2, W25)."""

from __future__ import annotations

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.exchanges import DELIVERED, RETURNED, WITH_CONTROL, Note
from incursions.games.wolves.rules.orders import Handler, Order, fail_unknown, find_seat, find_team, find_vessel
from incursions.games.wolves.rules.places import find_point
from incursions.games.wolves.rules.roles import MAIL_OFFICER, reads_note, require_control, require_turn
from incursions.games.wolves.rules.state import CLOSE, MEDIA
from incursions.games.wolves.rules.turn import MINUTE, begin_waiting_phase

SILENCE = MINUTE
"""The seconds of the close after which Control may go on without a broadcast (rules W25.3)."""
MOST_NOTES = 60
"""The notes of a seat that may wait for Control (rules W23.2)."""


def handle_broadcast(day: Day, order: Order) -> None:
    """Put out the broadcast of the turn (rules W25.1)."""
    state = day.state
    order.require(order.team == MEDIA, "W25.1", "Only the News Media can broadcast")
    require_turn(order)
    order.require(not state.has_broadcast, "W25.1", "This turn's broadcast has been made")
    order.require(state.phase == CLOSE, "W2.9", "A broadcast is made in the close")
    order.require(not state.news, "W2.9", "It is too late: Control has stated the effect of the news")
    state.has_broadcast = True
    state.announcements.append(order["text"])
    day.tell(events.Announced, seat=order.seat, text=order["text"])


def handle_scheduling(day: Day, order: Order) -> None:
    """Leave the broadcast of the turn for the opening of the close (rules W25.1)."""
    state = day.state
    order.require(order.team == MEDIA, "W25.1", "Only the News Media can broadcast")
    require_turn(order)
    order.require(state.phase != CLOSE, "W2.9", "The close is open: broadcast now")
    day.end_checks()
    state.scheduled = order["text"]
    day.tell_team(MEDIA, events.BroadcastScheduled, seat=order.seat, text=state.scheduled)


def handle_unscheduling(day: Day, order: Order) -> None:
    """Take back the broadcast that was left for the close (rules W25.1)."""
    order.require(order.team == MEDIA, "W25.1", "Only the News Media can broadcast")
    order.require(day.state.scheduled, "W25.1", "No broadcast is scheduled")
    day.end_checks()
    day.state.scheduled = ""
    day.tell_team(MEDIA, events.BroadcastScheduled, seat=order.seat, text="none")


def handle_announcement(day: Day, order: Order) -> None:
    """Speak to the whole room: Control, or the News Media with leave (rules W23.5, W25.5)."""
    state, is_media = day.state, order.team == MEDIA
    order.require(order.is_control or is_media, "W23.5", "Only the News Media and Control speak to the whole room")
    order.require(
        order.is_control or state.media_leaves,
        "W25.5",
        "During a turn an announcement takes a card or Control's leave",
    )
    if is_media:
        state.media_leaves = max(0, state.media_leaves - 1)
    state.announcements.append(order["text"])
    day.tell(events.Announced, seat=order.seat, text=order["text"])


def handle_effect(day: Day, order: Order) -> None:
    """State the effect of the news on a vessel, or on all (rules W25.4)."""
    state, number = day.state, order.number()
    name = order.get("vessel")
    vessels = [find_vessel(order, name)] if name else list(state.alive)
    require_control(order)
    require_turn(order)
    order.require(state.phase == CLOSE, "W2.9", "The effect is stated in the close")
    may_go_on = state.has_broadcast or state.news or state.clock.since_close >= SILENCE
    order.require(may_go_on, "W25.3", "Wait for the broadcast, or for the first minute of the close to pass")
    most = day.content.fleet.news_range
    order.require(abs(number) <= most, "W25.4", f"The effect is from -{most} to +{most}")
    order.require(state.has_broadcast or not number, "W25.3", "Without a broadcast the effect of the news is 0")
    if not state.news:
        day.tell(events.SupplyFixed)
    for vessel in vessels:
        state.news[vessel.name] = number
        day.tell_team(vessel.name, events.NewsEffect, vessel=vessel.name, number=number)
    begin_waiting_phase(day)


# Notes.


def handle_note(day: Day, order: Order) -> None:
    """Write a note. It waits for Control, unless notes pass by themselves in calm times (rules W23.2, W24.7)."""
    state, reader = day.state, find_seat(order, order["player"])
    writer = order.seat
    is_bound = writer in state.brig and state.brig[writer] != reader
    order.require(not is_bound, "W24.7", "From the brig you can write only to your contact")
    is_silent = reader in state.brig and state.brig[reader] != writer and writer not in state.brig
    order.require(not is_silent or order.is_control, "W24.7", f"{reader} is in the brig")
    is_waiting = [each.state == WITH_CONTROL for each in state.notes if each.writer == writer]
    wanted = f"{MOST_NOTES} of your notes wait for Control, the maximum. Write again when it has passed one on"
    order.require(order.is_control or sum(is_waiting) < MOST_NOTES, "W23.2", wanted)
    day.end_checks()
    note = Note(len(state.notes) + 1, writer, reader, order["text"])
    if day.passes_notes and reader not in state.empty_seats and is_calm_between(day, writer, reader):
        note = note._replace(state=DELIVERED)
    state.notes.append(note)
    _tell_note(day, note)


def is_calm_between(day: Day, *seats: str) -> bool:
    """Return True if a note between seats needs no Control: no attack, no prisoner, nobody separated (rules W23.2)."""
    state = day.state
    players = [seat for seat in seats if seat in state.places]
    teams = [state.vessels[team] for seat in players if (team := find_team(seat, state.vessels)) in state.vessels]
    points = {*(vessel.point for vessel in teams), *(find_point(day, seat) for seat in players)}
    is_free = not any(seat in state.brig for seat in players)
    return state.in_turn and state.attack is None and is_free and points <= {state.fleet_at}


def find_note(order: Order) -> Note:
    """Return the note of a number, which still waits for Control (rules W15.2)."""
    require_control(order)
    note = next((each for each in order.day.state.notes if each.number == order.number()), None)
    if note is None:
        return fail_unknown(f"There is no note {order.number()}")
    order.require(note.state == WITH_CONTROL, "W23.2", f"Note {note.number} is {note.state}")
    return note


def _change_note(order: Order, state: str) -> Note:
    """Return a note after its state has changed."""
    note = find_note(order)
    notes = order.day.state.notes
    changed = note._replace(state=state)
    notes[notes.index(note)] = changed
    return changed


def handle_delivery(day: Day, order: Order) -> None:
    """Deliver a note (rules W15.2)."""
    _tell_note(day, _change_note(order, DELIVERED))


def handle_return(day: Day, order: Order) -> None:
    """Keep a note back (rules W15.2, W18.12)."""
    _tell_note(day, _change_note(order, RETURNED))


def _tell_note(day: Day, note: Note) -> None:
    seats = dict.fromkeys((note.writer, note.reader, MAIL_OFFICER))
    readers = tuple(seat for seat in seats if reads_note(day, note, seat))
    day.tell_to(readers, events.NoteSent, number=note.number, writer=note.writer, reader=note.reader, what=note.state)


COMMANDS: dict[str, Handler] = {
    "broadcast": handle_broadcast,
    "schedule_broadcast": handle_scheduling,
    "unschedule_broadcast": handle_unscheduling,
    "announce": handle_announcement,
    "set_effect": handle_effect,
    "note": handle_note,
    "deliver": handle_delivery,
    "return_note": handle_return,
}
