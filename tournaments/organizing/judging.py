"""What judges do to players: penalties with their reasons, and decks that they have looked through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from django.db import transaction

from tournaments.locked_match import LockedMatch
from tournaments.organizing.enums import ACTIVE, Did, EntryState, PenaltyKind, RoundState
from tournaments.organizing.locked import LockedTournament, about_player, service
from tournaments.organizing.models import Entry, Penalty, Table
from tournaments.organizing.registering import strike_player
from tournaments.organizing.roles import Ability
from tournaments.organizing.rounds import numbers_of
from tournaments.organizing.tables import seated

if TYPE_CHECKING:
    pass

log = structlog.get_logger(__name__)


@service(Ability.PENALISE, *ACTIVE, about=about_player)
def penalise(locked: LockedTournament, number: int, kind: str, *, reason: str) -> Penalty:
    """Give a player a penalty: a game loss strikes the seat of the match under way, a disqualification the player.

    Raises `DomainError`: not_found, not_staff, no_such_player, wrong_state, malformed, tournament_moved_on.
    """
    if kind not in PenaltyKind.values:
        raise locked.refused("malformed", f"A penalty is one of: {', '.join(PenaltyKind.values)}.")
    if kind == PenaltyKind.DISQUALIFICATION and not locked.actor.may(Ability.DISQUALIFY):
        raise locked.refused("not_staff", f"You may not {Ability.DISQUALIFY} here.")
    entry, why, last = locked.entry(number), locked.reason(reason), locked.last_round()
    row = Penalty.objects.create(
        entry=entry,
        round_number=None if last is None else last.number,
        kind=kind,
        reason=why,
        by=locked.actor.user,
        by_name=locked.actor.name,
        at=locked.now,
    )
    words = f"{entry.name}: {PenaltyKind(kind).label.lower()}"
    locked.note(Did.PENALTY, words, after={"player": number, "kind": kind}, reason=why)
    if kind == PenaltyKind.DISQUALIFICATION:
        strike_player(locked, entry, why)
    if kind == PenaltyKind.GAME_LOSS:
        locked.defer(strike_seat, entry)
    return row


def strike_seat(entry: Entry) -> bool:
    """Let a player, or a bot, lose the match that is under way; whether there was one.

    A match that is paused stays so, unless it is over by that.
    """
    playing = Table.objects.filter(round__state=RoundState.RUNNING, places__entry=entry, match__isnull=False)
    table = playing.select_related("match").first()
    if table is None or table.match is None:
        return False
    places = numbers_of([table])[table.pk]
    mine = next(place for place in places if place.entry_id == entry.pk)
    with transaction.atomic():
        locked = LockedMatch.lock(table.match.public_id)
        seat = seated(places, locked.seats).get(mine.pk)
        if seat is None or not locked.match.is_running:
            return False
        game, strike = locked.running_game(), f"forfeit seat {seat.index}"
        if game.result is not None or strike not in game.standing(None):
            return False
        locked.act(None, strike)
        if game.result is not None and locked.match.is_halted:
            locked.end_halt()
            locked.match.save(update_fields=["paused_at", "paused_for", "deadline_at"])
        locked.save()
    return True


@service(Ability.SEE_DECKS, about=about_player)
def note_deck_check(locked: LockedTournament, number: int) -> Entry:
    """Note that a judge has looked a deck through. Raises `DomainError`: not_found, not_staff, no_such_player."""
    entry = locked.entry(number)
    if not entry.has_deck or entry.state == EntryState.WITHDRAWN:
        raise locked.refused("wrong_state", f"{entry.name} has handed no deck in.")
    entry.deck_checked_by = locked.actor.name
    entry.save(update_fields=["deck_checked_by"])
    locked.note(Did.DECK, f"Looked the deck of {entry.name} through", after={"player": number, "checked": True})
    return entry
