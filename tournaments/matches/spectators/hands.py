"""Delayed views of hands for spectators: whose hands, how late, and the match as it was then.

Each player decides about the own hand alone. Everything shown is of one moment, as old as the longest delay, so no
hand is shown sooner than its player allowed. Players see none of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import Cast

from incursions.engine import find_undone
from tournaments.matches.enums import Mode
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.pushes import show_change
from tournaments.matches.replays.tape import Tape, recording_of, shelf
from tournaments.matches.spectators.models import LONGEST, Delay, HandShown, Turn

if TYPE_CHECKING:
    from incursions.accounts.models import User


class Shown(NamedTuple):
    """The hands that may be seen: the delay by seat, and the last move shown (`number`), None while it is too early."""

    delays: Mapping[int, Delay]
    number: int | None

    @property
    def words(self) -> str:
        """The delays in words."""
        return " or ".join(dict.fromkeys(str(delay) for delay in self.delays.values()))


def may_show_hands(match: Match) -> bool:
    """Return True if the match has hands that players may show: not a rated match in Tournament."""
    return match.mode != Mode.BASIC and not (match.rated and match.mode == Mode.TOURNAMENT)


def show_hand(public_id: str, user: User, delay: Delay | None) -> None:
    """Let spectators see the user's hand after this delay; None hides it from now on.

    Raises `DomainError`: not_found, spectator, hands_hidden.
    """
    with transaction.atomic():
        match = Match.objects.light().select_for_update().find_or_refuse(public_id)
        seat = Seat.objects.filter(match=match, user=user).first()
        if seat is None:
            raise match.make_refusal("spectator", "Only players have a hand to show.")
        if not may_show_hands(match):
            raise match.make_refusal("hands_hidden", "No hands are shown in this match.")
        if delay is None:
            HandShown.objects.filter(seat=seat).delete()
        else:
            values = {"by": user, "after": delay.after, "unit": delay.unit}
            HandShown.objects.update_or_create(seat=seat, defaults=values)
        match.shows_hands = HandShown.objects.filter(seat__match=match).exists()
        match.save(update_fields=["shows_hands"])
        show_change(match)


def delays_of(match: Match, seats: Iterable[Seat]) -> dict[int, Delay]:
    """Return the delay of each seat whose hand may be seen, with one query, or none if nobody shows any."""
    if not (match.shows_hands and may_show_hands(match)):
        return {}
    sits = {seat.pk: seat for seat in seats}
    rows = HandShown.objects.filter(seat__match=match)
    return {sits[row.seat_id].index: row.delay for row in rows if row.by_id == sits[row.seat_id].user_id}


def hands_shown(match: Match, seats: Iterable[Seat], now: datetime) -> Shown:
    """Return the hands of a match that may be seen at `now`."""
    delays = delays_of(match, seats)
    if not delays:
        return Shown({}, None)
    turns = find_turns(match)
    numbers = [delay.find_last_shown(turns, now) for delay in delays.values()]
    return Shown(delays, None if None in numbers else min(number for number in numbers if number is not None))


def find_turns(match: Match) -> list[Turn]:
    """Return the last turns in force, the newest first, as many as any delay may need."""
    actions = Action.objects.filter(match=match, number__lte=match.last_action)
    steps = actions.filter(seat=None).values_list("number", "seat", "text")
    taken_back = find_undone(steps)
    said = actions.annotate(said=Cast("events", TextField())).filter(said__contains=f'"{match.kind.table.turn_began}"')
    began = said.order_by("-number").values_list("number", "move", "at")
    return [Turn(move, at) for number, move, at in began[: 2 * LONGEST] if number not in taken_back]


def load_tape_until(match: Match, number: int) -> Tape:
    """Return the tape of the match up to that move, and nothing after it."""
    key = f"hands {match.public_id}"
    tape = shelf.find(key, number)
    if tape is None:
        whole = recording_of(match)
        until = next((each.number for each in whole.actions if each.move == number), 0)
        tape = Tape(replace(whole, actions=whole.actions[:until], is_open_book=False))
        shelf.keep(key, number, tape)
    return tape
