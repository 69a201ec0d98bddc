"""Open questions: the requests that wait for an answer, with the seats that may give it (console: questions)."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.engine.open_game import OpenQuestion
from incursions.games.wolves.rules.council import ABSTAIN, NAY, OPEN, YAY
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.exchanges import WITH_CONTROL
from incursions.games.wolves.rules.morale import MORALE, RIOT
from incursions.games.wolves.rules.offers import name_to_answer
from incursions.games.wolves.rules.roles import has_command
from incursions.games.wolves.rules.state import CLOSE, CONTROL, VesselState

ROLLS = {MORALE: "roll morale", RIOT: "roll for riot"}
"""The commands of the rolls of the close, in their order."""


def list_questions(day: Day) -> list[OpenQuestion]:
    """Return the open requests: offers, choices, proposals, notes, signs, votes and rolls of the close."""
    return [
        *_ask_offers(day),
        *_ask_choices(day),
        *_ask_proposals(day),
        *_ask_notes(day),
        *_ask_vote(day),
        *_ask_rolls(day),
        *_ask_signs(day),
    ]


def _list_free(day: Day, vessel: VesselState, *, is_for_commander: bool) -> tuple[str, ...]:
    """Return the seats of a vessel that may answer: prisoners never do (rules W24.6)."""
    seats = (seat for seat in day.find_printed(vessel).seats if seat not in day.state.brig)
    return tuple(seat for seat in seats if not is_for_commander or has_command(day, seat, vessel))


def _ask_offers(day: Day) -> Iterator[OpenQuestion]:
    for offer in day.state.offers:
        shown = name_to_answer(offer.name, offer.by)
        seats = _list_free(day, day.vessel(offer.to), is_for_commander=offer.needs_commander)
        number = f"offer {offer.by} to {offer.to}: {offer.name}"
        yield OpenQuestion(number, seats, (f"accept {shown}", f"decline {shown}"))


def _ask_choices(day: Day) -> Iterator[OpenQuestion]:
    for number, choice in enumerate(day.state.choices, 1):
        seats = _list_free(day, day.vessel(choice.vessel), is_for_commander=not choice.is_for_team)
        options = tuple(f"choose {answer}" for answer in choice.answers)
        yield OpenQuestion(f"choice {number} of {choice.vessel}", seats, options)


def _ask_proposals(day: Day) -> Iterator[OpenQuestion]:
    for proposal in day.state.proposals:
        name = f"proposal {proposal.number}"
        if proposal.is_done:
            continue
        if proposal.answer:
            yield OpenQuestion(name, (proposal.seat,), (f"accept {name}", f"decline {name}"))
        else:
            yield OpenQuestion(name, (CONTROL,), (f"answer {name}: yes", f"answer {name}: no"))


def _ask_notes(day: Day) -> Iterator[OpenQuestion]:
    for note in day.state.notes:
        if note.state == WITH_CONTROL:
            options = (f"deliver note {note.number}", f"return note {note.number}")
            yield OpenQuestion(f"note {note.number}", (CONTROL,), options)


def _ask_vote(day: Day) -> Iterator[OpenQuestion]:
    motion = day.state.motion
    if motion is not None and motion.outcome == OPEN:
        seats = tuple(dict.fromkeys(day.state.council.values()))
        yield OpenQuestion("vote", seats, tuple(f"vote {word}" for word in (YAY, NAY, ABSTAIN)))


def _ask_rolls(day: Day) -> Iterator[OpenQuestion]:
    """Yield the rolls that are due in the close once the effect on the vessel is stated (rules W2.9)."""
    if day.state.phase != CLOSE:
        return
    for vessel in day.state.alive:
        command = next((text for roll, text in ROLLS.items() if roll not in vessel.rolled), "")
        if command and vessel.name in day.state.news:
            yield OpenQuestion(
                f"{command} of {vessel.name}", _list_free(day, vessel, is_for_commander=False), (command,)
            )


def _ask_signs(day: Day) -> Iterator[OpenQuestion]:
    if any(vessel.sign for vessel in day.state.alive):
        yield OpenQuestion("signs", (CONTROL,), ("resolve the jumps",))
