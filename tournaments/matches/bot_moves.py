"""Moves of bots, chosen from what their seat may see, and passes for players who can do nothing (the hold)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from random import Random
from time import monotonic

import structlog
from django.db import transaction
from django.utils import timezone

from incursions.engine import Game
from incursions.games.contract import GameKind
from tournaments.matches.holds import is_passed
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match, Seat
from tournaments.matches.table_rows import game_at, read_seats

ACTIONS_AT_ONCE = 50
THINKING_S = 0.2  # the most for a decision of a bot that thinks
THINKING_AT_PACE_0_S = 0.02  # at pace 0 up to fifty decisions are taken at once
DECISIONS_LEFT = 50  # the time left until a match's limit is divided by this
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class BotMove:
    """A move that a bot has chosen for its seat, or the pass of a held player."""

    seat: int
    text: str
    is_held: bool = False
    reason: str = ""


def play_bots(
    public_id: str,
    last_action: int,
    *,
    now: datetime | None = None,
    thinking_s: float = THINKING_S,
    pass_on: Callable[[str, int], None] | None = None,
) -> int:
    """Let bots answer the question after this action: with one line, or at pace 0 up to fifty in one transaction.

    Does nothing if the match has moved on, is over or asks a person who has a choice. Returns how many actions were
    applied. A bot that thinks gets at most `thinking_s` for a decision. With `pass_on` such a bot does not answer
    here: `pass_on` is called instead.
    """
    with structlog.contextvars.bound_contextvars(match=public_id):
        waiting = Match.objects.running().light().filter(paused_at=None, take_back=None)
        match = waiting.filter(public_id=public_id, last_action=last_action).first()
        game = None if match is None else game_at(match)
        if match is None or game is None:
            return 0
        # Chosen before the row is locked, so that nobody waits for a bot to think.
        seats = read_seats(match)
        names = {seat.index: seat.played_by for seat in seats if seat.played_by}
        moves = find_held_pass(game, seats)
        if not moves and pass_on is not None and may_think(game, names, match):
            pass_on(public_id, last_action)
            return 0
        if not moves:
            limit = ACTIONS_AT_ONCE if match.pace_s == 0 else 1
            longest_s = min(thinking_s, compute_thinking_time(match, now or timezone.now()))
            moves = choose_moves(match.kind, game, names, limit, longest_s)
        return append_moves(public_id, last_action, moves, now)


def may_think(game: Game, names: dict[int, str], match: Match) -> bool:
    """Return True if a bot that thinks is asked, or could be among the actions taken at once at pace 0."""
    question = game.decision
    asked = names.get(question.seat) if question is not None else None
    if asked is None:
        return False
    return not match.kind.thinking_bots.isdisjoint(names.values() if match.pace_s == 0 else (asked,))


def compute_thinking_time(match: Match, now: datetime) -> float:
    """Return the seconds that a decision may take: fewer at pace 0, and near the time limit of the match."""
    usual = THINKING_AT_PACE_0_S if match.pace_s == 0 else THINKING_S
    if match.deadline_at is None:
        return usual
    return max(0.0, min(usual, (match.deadline_at - now).total_seconds() / DECISIONS_LEFT))


def find_held_pass(game: Game, seats: list[Seat]) -> list[BotMove]:
    """Return the pass of the player who is asked and is to be passed, or nothing (rules 13.10).

    Players whom the window asks later have holds of their own: if they were passed together, anyone who is not would
    be known to hold an answer.
    """
    question = game.decision
    if question is None:
        return []
    seat = seats[question.seat]
    if seat.played_by or not is_passed(game, seat):
        return []
    return [BotMove(seat.index, question.least or question.options[0], is_held=True)]


def choose_moves(
    kind: GameKind, game: Game, names: dict[int, str], limit: int, thinking_s: float = THINKING_S
) -> list[BotMove]:
    """Return the next moves of the bots of these seats, until a person is asked. Plays them in `game`.

    A line that was begun is always finished, within what is left of `thinking_s`: a pause between its stages would
    tell others how many there are.
    """
    rng = Random()
    moves: list[BotMove] = []
    began = monotonic()
    while (question := game.decision) is not None and question.seat in names:
        if not question.said:
            if len(moves) >= limit:
                break
            began = monotonic()
        seat, time_left_s = question.seat, max(0.0, thinking_s - (monotonic() - began))
        try:
            text, reason = kind.make_bot(names[seat], time_left_s).answer(game, question, rng)
            game.act(seat, text)
        except Exception:
            # A bot that fails must not hold up the others at its table: it does the least.
            log.exception("bot_failed", seat=seat, bot=names[seat])
            text, reason = game.least or "", "it could not make up its mind"
            game.act(seat, text)
        moves.append(BotMove(seat, text, reason=reason))
    return moves


def append_moves(public_id: str, last_action: int, moves: list[BotMove], now: datetime | None) -> int:
    """Apply the moves chosen after this action, in one transaction, unless the match has moved on since."""
    with transaction.atomic():
        locked = LockedMatch.lock(public_id, now)
        if locked.match.is_running:
            locked.settle()
        if locked.game is None or locked.game.number != last_action or locked.bots_wait:
            moves = []
        elif not moves:
            locked.update_hold()  # who was to be passed has chosen to be asked, at another table
        for move in moves:
            seat = locked.seats[move.seat]
            if not move.is_held and not seat.played_by:
                break  # the player for whom the bot stood in is back
            if move.is_held and not is_passed(locked.running_game(), seat):
                break  # the player no longer wants to pass
            locked.act(seat.index, move.text, held=move.is_held, reason=move.reason)
        locked.save()
    return len(moves)
