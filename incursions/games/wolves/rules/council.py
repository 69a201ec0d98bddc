"""The Interstellar Council: motions, votes, laws, and the President's orders (rules W6)."""

from __future__ import annotations

from collections.abc import Mapping

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.charts import has_lock
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.exchanges import Minute, Motion, Words
from incursions.games.wolves.rules.orders import Handler, Order
from incursions.games.wolves.rules.roles import (
    PRESIDENT,
    PRESIDENTIAL,
    find_council_table,
    is_action_phase,
    require_free,
    require_turn,
    speaks_as,
    speaks_for,
)

YAY, NAY, ABSTAIN = "yay", "nay", "abstain"
OPEN, PASSED, FAILED = "open", "passed", "failed"
REPEAL, AMEND, DECISION, ARROW = "repeal: ", "amend: ", "decision: ", " -> "
ORDER_LOCK = "presidential_order"
MOST_SPEECHES, MOST_REQUESTS = 20, 3
"""The newest speeches that are kept, and the newest requests for a motion of each seat (rules W6.2)."""
MOST_LAWS, LONGEST_LAW = 40, 200
"""The laws of the register, and the characters of each, with which an amendment still fits a command (rules W6.4)."""


def find_council_seat(order: Order) -> str | None:
    """Return the seat of the council that the order's player holds, or stands in for; None if there is none."""
    council = order.day.state.council
    return next((seat for seat, holder in council.items() if speaks_as(order, holder)), None)


def is_of_council(day: Day, seat: str) -> bool:
    """Return True for the members, who stands in for one, and the President's office."""
    return seat in day.seats_of(PRESIDENTIAL) or any(
        speaks_for(day, seat, holder) for holder in day.state.council.values()
    )


def require_member(order: Order) -> str:
    """Return the member's seat of the council; refuse the order of all others (rules W6.3)."""
    seat = find_council_seat(order)
    order.require(seat is not None, "W6.3", "Only the seven members speak and vote")
    return seat or PRESIDENT


def require_president(order: Order, rule: str) -> None:
    """Refuse the order of all but the President, or who presides for him (rules W6.2, W6.11)."""
    holder = order.day.state.council[PRESIDENT]
    order.require(speaks_as(order, holder), rule, "Only the President can do that")


def require_session(order: Order) -> None:
    """Refuse what the council does outside the Action phase (rules W6.2, W6.12)."""
    require_turn(order)
    order.require(is_action_phase(order.day), "W6.2", "The council meets in the Action phase")


def require_motion(order: Order) -> Motion:
    """Return the motion that is open; refuse the order if there is none (rules W6.7)."""
    motion = order.day.state.motion
    is_open = motion is not None and motion.outcome == OPEN
    order.require(is_open, "W6.7", "No vote is open")
    return motion if motion is not None else Motion(order.text)


def require_at_table(order: Order) -> None:
    """Refuse the order of those who are not at the council's table (rules W6.7)."""
    table = find_council_table(order.day.state)
    is_there = table and order.day.state.places.get(order.seat) == table
    where = f"Come to the council's table: {table}" if table else "The council has no table: wait for the President"
    order.require(is_there, "W6.7", where)


def count_votes(day: Day, motion: Motion) -> Mapping[str, int]:
    """Return how many of the seven voted yay, nay, and abstained; silence is abstaining (rules W6.7)."""
    votes = [motion.votes.get(seat, ABSTAIN) for seat in day.state.council]
    return {vote: votes.count(vote) for vote in (YAY, NAY, ABSTAIN)}


def is_passed(day: Day, motion: Motion) -> bool:
    """Return True if a motion passes; in a tie the President's vote decides (rules W6.5, W6.6)."""
    counts = count_votes(day, motion)
    if counts[YAY] == counts[NAY]:
        return motion.votes.get(PRESIDENT) == YAY
    return counts[YAY] > counts[NAY]


# Commands.


def handle_opening(day: Day, order: Order) -> None:
    """Open a motion (rules W6.2, W6.4)."""
    require_president(order, "W6.2")
    require_session(order)
    motion = day.state.motion
    order.require(motion is None or motion.outcome != OPEN, "W6.2", "Close the open vote first")
    text = order["text"]
    _require_lawful(order, text)
    day.state.motion = Motion(text)
    day.state.requests = [asked for asked in day.state.requests if asked.text != text]
    day.state.speeches = []
    day.tell(events.MotionMoved, what="motion", text=text, votes="")


def _require_lawful(order: Order, text: str) -> None:
    """Refuse a motion that names no law of the register, or makes one for which it has no room (rules W6.4)."""
    laws, old, new = order.day.state.laws, _name_old_law(text), _read_new_law(text)
    is_whole = not text.startswith(AMEND) or (old and new)
    order.require(is_whole, "W6.4", f"Write {AMEND}OLD LAW{ARROW}NEW LAW")
    order.require(not old or old in laws, "W6.4", f"There is no law {old!r}")
    words = f"A law has at most {LONGEST_LAW} characters, and this has {len(new)}. Say it in fewer words"
    order.require(len(new) <= LONGEST_LAW, "W6.4", words)
    is_room = not new or old or len(laws) < MOST_LAWS
    order.require(is_room, "W6.4", f"The register has {MOST_LAWS} laws, the maximum. Repeal or amend one first")


def _name_old_law(text: str) -> str:
    """Return the law that a motion repeals or amends; "" if it does neither."""
    if text.startswith(REPEAL):
        return text.removeprefix(REPEAL)
    return text.removeprefix(AMEND).partition(ARROW)[0] if text.startswith(AMEND) else ""


def _read_new_law(text: str) -> str:
    """Return the law that a motion makes, or into which it changes another; "" for a repeal or a decision."""
    if text.startswith((REPEAL, DECISION)):
        return ""
    return text.removeprefix(AMEND).partition(ARROW)[2] if text.startswith(AMEND) else text


def handle_asking(day: Day, order: Order) -> None:
    """Ask the President for a motion; the newest requests of each member stand (rules W6.2)."""
    require_member(order)
    require_turn(order)
    day.end_checks()
    asked = Words(order.seat, order["text"])
    requests = [each for each in day.state.requests if each != asked]
    own = [each for each in requests if each.seat == order.seat]
    gone = own[: max(0, len(own) + 1 - MOST_REQUESTS)]
    day.state.requests = [*(each for each in requests if each not in gone), asked]
    readers = tuple(dict.fromkeys((order.seat, *day.seats_of(PRESIDENTIAL))))
    day.tell_to(readers, events.MotionMoved, what=f"{order.seat} asks for a motion", text=order["text"], votes="")


def handle_speech(day: Day, order: Order) -> None:
    """Speak in council (rules W6.3)."""
    require_member(order)
    require_session(order)
    require_at_table(order)
    day.end_checks()
    day.state.speeches = [*day.state.speeches, Words(order.seat, order["text"])][-MOST_SPEECHES:]
    day.tell(events.SpokenInCouncil, seat=order.seat, text=order["text"])


def handle_vote(day: Day, order: Order) -> None:
    """Vote, or change the vote, until it is closed (rules W6.5, W6.7)."""
    seat = require_member(order)
    require_session(order)
    motion = require_motion(order)
    require_at_table(order)
    motion.votes[seat] = order["word"]


def handle_entering(day: Day, order: Order) -> None:
    """Enter a hand as it was shown (rules W6.13)."""
    order.require(order.team == PRESIDENTIAL, "W6.13", f"Only the team of {PRESIDENTIAL} enters votes shown by hand")
    require_free(order)
    require_session(order)
    motion = require_motion(order)
    seat = order["seat"]
    order.require(seat in day.state.council, "W6.3", f"The council has {', '.join(day.state.council)}")
    motion.votes[seat] = order["word"]


def handle_closing(day: Day, order: Order) -> None:
    """Close the vote: who voted how is public now (rules W6.5)."""
    require_president(order, "W6.5")
    require_session(order)
    motion = require_motion(order)
    motion.outcome = PASSED if is_passed(day, motion) else FAILED
    day.state.minutes.append(Minute(day.state.turn, motion.text, motion.outcome, dict(motion.votes)))
    counts = count_votes(day, motion)
    votes = ", ".join(f"{seat} {motion.votes.get(seat, ABSTAIN)}" for seat in day.state.council)
    shown = f" {counts[YAY]} to {counts[NAY]} ({votes})."
    day.tell(events.MotionMoved, what=motion.outcome, text=motion.text, votes=shown)
    if motion.outcome == PASSED:
        _enact(day, motion.text)


def _enact(day: Day, text: str) -> None:
    """Make, amend or repeal a law; a decision makes none (rules W6.4)."""
    laws, old, new = day.state.laws, _name_old_law(text), _read_new_law(text)
    if old in laws:
        place = laws.index(old)
        laws[place : place + 1] = [new] if new else []
    elif not old and new:
        laws.append(new)


def handle_presidential_order(day: Day, order: Order) -> None:
    """Record an order of the President's office to the Admiral, with its reason (rules W6.9)."""
    vessel = day.vessel(PRESIDENTIAL)
    order.require(order.team == PRESIDENTIAL, "W6.9", "Only the President's office can order the Admiral")
    require_free(order)
    require_turn(order)
    order.require(not has_lock(day, vessel, ORDER_LOCK), "W12.6", f"The bridge of {PRESIDENTIAL} is damaged")
    readers = (*day.seats_of(PRESIDENTIAL), *day.seats_of(day.flagship.name))
    facts = {"seat": order.seat, "text": order["text"], "reason": order["reason"]}
    day.tell_to(readers, events.AdmiralOrdered, **facts)


COMMANDS: dict[str, Handler] = {
    "open_motion": handle_opening,
    "ask_for_motion": handle_asking,
    "speak": handle_speech,
    "vote": handle_vote,
    "record_vote": handle_entering,
    "close_vote": handle_closing,
    "order_admiral": handle_presidential_order,
}
