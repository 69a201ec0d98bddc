"""Control's inbox: what waits for an answer, and what Control should know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from incursions.games.wolves.pages.troubles import list_troubles, list_unsupplied, name_some
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.morale import MORALE, RIOT, is_rolling
from incursions.games.wolves.rules.places import has_sickbay
from incursions.games.wolves.rules.state import CLOSE, WITH_CONTROL, Offer, Proposal

AND = " and "
BOTH = f"{MORALE}{AND}{RIOT}"
"""The rolls of a vessel that has made none."""
LATEST = 12
"""The lines of cards and choices that stay in the inbox."""


def describe_inbox(game: Game) -> Mapping[str, Any]:
    """Return the inbox of Control by kinds of lines."""
    state = game.state
    return {
        "proposals": [each for each in state.proposals if not each.is_done and not each.answer],
        "answered": [each for each in state.proposals if is_waiting_for_player(each)],
        "notes": [note for note in state.notes if note.state == WITH_CONTROL],
        "offers": [(offer, find_asking_time(game, offer)) for offer in state.offers],
        "lines": state.inbox[-LATEST:][::-1],
        "choices": state.choices,
        "unrolled": name_some([name for name, _ in list_unrolled(game)]),
        "unsupplied": name_some([vessel.name for vessel in state.alive if list_unsupplied(game, vessel)]),
        "patients": [seat for seat, vessel in state.sickbay.items() if not vessel],
        "sickbays": [vessel.name for vessel in state.alive if has_sickbay(vessel)],
        "signs": [vessel for vessel in state.alive if vessel.sign],
        "warnings": list_warnings(game),
    }


def is_waiting_for_player(proposal: Proposal) -> bool:
    """Return True if the player has not said whether he takes a proposal at its cost and risk."""
    return bool(proposal.answer) and not proposal.is_done


def find_asking_time(game: Game, offer: Offer) -> int:
    """Return the second of the day at which an offer was made; that of the last command if the log lacks it."""
    asked = (entry.at for entry in reversed(game.log) if entry.seat == offer.maker and entry.text == offer.command)
    return next(asked, game.last_at)


def list_unrolled(game: Game) -> list[tuple[str, str]]:
    """Return the vessels that have not rolled in the close, and what they have still to roll (rules W2.9)."""
    if game.state.phase != CLOSE:
        return []
    left = [
        (vessel.name, [roll for roll in (MORALE, RIOT) if roll not in vessel.rolled])
        for vessel in game.state.alive
        if is_rolling(game, vessel)
    ]
    return [(name, AND.join(rolls)) for name, rolls in left if rolls]


def list_warnings(game: Game) -> list[tuple[str, str]]:
    """Return the vessels in trouble, and what each is warned of."""
    found = {
        vessel.name: [trouble.words for trouble in list_troubles(game, vessel) if trouble.is_warning]
        for vessel in game.state.alive
    }
    return [(name, ", ".join(words)) for name, words in found.items() if words]
