"""Control's inbox: what waits for an answer, and what Control should know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from incursions.games.megagames import Claim
from incursions.games.wolves.pages.troubles import list_troubles, list_unsupplied, name_some
from incursions.games.wolves.pages.waiting import Waiting, find_named_team, make_subject, team_of
from incursions.games.wolves.rules.exchanges import WITH_CONTROL, Note, Proposal
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.morale import MORALE, RIOT
from incursions.games.wolves.rules.state import CLOSE
from incursions.games.wolves.rules.survivors import has_sickbay

AND = " and "
BOTH = f"{MORALE}{AND}{RIOT}"
"""The rolls of a vessel that has made none."""
LATE_S = 60
"""Seconds after which a request that waits is late."""
LATEST = 12
"""The lines of cards and choices that the inbox shows, and as many of those that are ticked off."""


def describe_inbox(game: Game, claims: Mapping[str, Claim], now: int = 0) -> Mapping[str, Any]:
    """Return the inbox of Control by kinds of lines, at a time in seconds of the day."""
    state = game.state
    waiting = list_waiting(game)
    done = {subject for subject, claim in claims.items() if claim.is_done}
    lines = waiting["lines"]
    times = find_times(game, waiting)
    return {
        **waiting,
        "lines": [line for line in lines if line.subject not in done][:LATEST],
        "done": [line for line in lines if line.subject in done][:LATEST],
        "times": times,
        "now": now,
        "late": [subject for subject, at in times.items() if now - at >= LATE_S],
        "unrolled": name_some([name for name, _ in list_unrolled(game)]),
        "unsupplied": name_some([vessel.name for vessel in state.alive if list_unsupplied(game, vessel)]),
        "sickbays": [vessel.name for vessel in state.alive if has_sickbay(vessel)],
        "warnings": list_warnings(game),
    }


def list_waiting(game: Game) -> dict[str, list[Waiting]]:
    """Return the lines that wait for somebody by their kinds."""
    state = game.state
    return {
        **_list_proposals(game),
        "notes": [
            Waiting(f"note {note.number}", team_of(game, note.writer), note)
            for note in state.notes
            if note.state == WITH_CONTROL
        ],
        "patients": [
            Waiting(make_subject("patient", seat), team_of(game, seat), seat)
            for seat, vessel in state.sickbay.items()
            if not vessel
        ],
        "signs": [
            Waiting(make_subject("sign", vessel.name), vessel.name, vessel) for vessel in state.alive if vessel.sign
        ],
        "offers": [Waiting(make_subject("offer", offer.maker, offer.name), offer.to, offer) for offer in state.offers],
        "choices": [
            Waiting(make_subject("choice", each.vessel, *each.answers), each.vessel, each) for each in state.choices
        ],
        "lines": [
            Waiting(f"line {number}", find_named_team(game, words), words)
            for number, words in reversed([*enumerate(state.inbox, start=1)])
        ],
    }


def _list_proposals(game: Game) -> dict[str, list[Waiting]]:
    """Return the proposals that wait for Control, and those that wait for their player (rules W26.1)."""
    lines = [(each, team_of(game, each.seat)) for each in game.state.proposals]
    asked = [(each, team) for each, team in lines if not each.is_done and not each.answer]
    answered = [(each, team) for each, team in lines if is_waiting_for_player(each)]
    return {
        "proposals": [Waiting(f"proposal {each.number}", team, each) for each, team in asked],
        "answered": [Waiting(f"answer {each.number}", team, each) for each, team in answered],
    }


def is_waiting_for_player(proposal: Proposal) -> bool:
    """Return True if the player has not said whether he takes a proposal at its cost and risk."""
    return bool(proposal.answer) and not proposal.is_done


def find_times(game: Game, waiting: Mapping[str, Sequence[Waiting]]) -> dict[str, int]:
    """Return the seconds of the day at which each proposal, note and offer was made, by their subjects.

    A line whose command is not in the log has that of the last command.
    """
    given = {(entry.seat, entry.text): entry.at for entry in game.log}
    asked = {
        **{line.subject: (line.what.seat, f"propose: {line.what.text}") for line in waiting["proposals"]},
        **{line.subject: (line.what.writer, write_note(line.what)) for line in waiting["notes"]},
        **{line.subject: (line.what.maker, line.what.command) for line in waiting["offers"]},
    }
    return {subject: given.get(command, game.last_at) for subject, command in asked.items()}


def write_note(note: Note) -> str:
    """Return the command by which a note was written."""
    return f"write to {note.reader}: {note.text}"


def list_unrolled(game: Game) -> list[tuple[str, str]]:
    """Return the vessels that have not rolled in the close, and what they have still to roll (rules W2.9)."""
    if game.state.phase != CLOSE:
        return []
    left = [
        (vessel.name, [roll for roll in (MORALE, RIOT) if roll not in vessel.rolled]) for vessel in game.state.alive
    ]
    return [(name, AND.join(rolls)) for name, rolls in left if rolls]


def list_warnings(game: Game) -> list[tuple[str, str]]:
    """Return the vessels in trouble, and what each is warned of."""
    found = {
        vessel.name: [trouble.words for trouble in list_troubles(game, vessel) if trouble.is_warning]
        for vessel in game.state.alive
    }
    return [(name, ", ".join(words)) for name, words in found.items() if words]
