"""Live play: a player's moves, and the choice of when to be asked, each in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from incursions.accounts.models import User, WindowChoice
from incursions.engine import IllegalAction
from incursions.kit.caches import PreparedRead
from incursions.kit.refusals import DomainError
from incursions.kit.words import quote
from incursions.kit.writing import update_row
from tournaments.matches.hints import BANK, WINDOWS, note_used
from tournaments.matches.holds import PASS_UNLESS_ATTACKED
from tournaments.matches.locked_match import LockedMatch, moved_on_error
from tournaments.matches.models import Action, Seat

ACTION_OF_KEY = PreparedRead(
    lambda key, match, seat: Action.objects.filter(key=key, match=match, seat=seat).only("text", "sent")
)


@dataclass(frozen=True, slots=True)
class Move:
    """A move from a client: the version it saw (None: any), its text, and the client's id for it."""

    version: int | None
    text: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a move, or of another act under the lock, that was not refused.

    `code` is "applied" or "repeated" for a move.
    """

    code: str
    version: int


def play_move(
    public_id: str, user: User | None, move: Move, *, arrived: datetime | None = None, now: datetime | None = None
) -> Answer:
    """Apply a move of the user's seat, which arrived at `arrived`. A key sent again gets its first answer.

    Raises `DomainError`: not_found, spectator, not_started, match_over, table_moved_on, not_your_seat, key_used (with
    another text), illegal. What is due by the clock is settled first, and stays so if the move is refused.
    """
    with LockedMatch.acting(public_id, user, now) as locked:
        locked.record_mover(user, arrived)
        seat = locked.find_own_seat(user, "You watch this match; only its players move.")
        known = ACTION_OF_KEY.first(move.key, locked.match.pk, seat.index) if move.key else None
        if known is not None:
            if (said := known.sent or known.text) != move.text:
                raise DomainError("key_used", f"Nothing was done: this key was sent before, with {quote(said)}.")
            return Answer("repeated", locked.version_for(seat))
        if locked.match.is_running:
            locked.settle()
            locked.return_seat(seat)
        _check(locked, seat, move)
        bank_ms = seat.bank_ms
        try:
            locked.act(seat.index, move.text, key=move.key)
        except IllegalAction as cause:
            raise DomainError("illegal", cause.reason, rule=cause.rule) from None
        locked.mover = seat.user_id
        uses = (move.text, *locked.list_event_kinds(seat), *([BANK] if seat.bank_ms < bank_ms else []))
        note_used(seat.user, locked.match.kind, uses)
    return Answer("applied", locked.version_for(seat))


def _check(locked: LockedMatch, seat: Seat, move: Move) -> None:
    """Raise `DomainError` if the seat may not move now, or not at the version that it saw."""
    game = locked.game_in_play()
    if move.version not in {None, locked.version_for(seat)} and not _only_stops_since(locked, seat, move.version):
        raise moved_on_error()
    if game.question_for(seat.index) is None and move.text not in game.standing(seat.index):
        raise DomainError("not_your_seat", "Somebody else is asked now.")


def _only_stops_since(locked: LockedMatch, seat: Seat, seen: int | None) -> bool:
    """Return True if the seat has only set stops since version `seen`, so that its question is unchanged (13.14)."""
    since = locked.version_for(seat) - (seen or 0)
    return since > 0 and all(map(locked.running_game().is_aside, locked.last_texts(seat, since)))


def choose_preset(public_id: str, user: User | None, name: str, *, now: datetime | None = None) -> None:
    """Store when the user's seat is asked in windows (`holds.PRESETS`); an open window follows it at once.

    A `WindowChoice` is remembered for the user, in all matches. Nobody else's picture changes, and no revision rises:
    the choice is private. Raises `DomainError`: not_found, spectator, not_started, match_over.
    """
    with LockedMatch.acting(public_id, user, now) as locked:
        seat = locked.find_own_seat(user, "You watch this match; only its players are asked.")
        game = locked.game_in_play(even_paused=True)
        if name in WindowChoice:
            seat.passes_turn = None
            assert seat.user is not None, "the seat is the user's own"
            update_row(seat.user, asked_in_windows=name)
        else:
            seat.passes_turn, seat.passes_since = game.turns, game.number
            seat.heeds_attacks = name == PASS_UNLESS_ATTACKED
        seat.save(update_fields=("passes_turn", "passes_since", "heeds_attacks"))
        note_used(seat.user, locked.match.kind, (f"{WINDOWS} {name}",))
        if game.question_for(seat.index) is not None:
            locked.update_hold()
