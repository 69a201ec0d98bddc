"""Bots at the table: they answer what they are asked, seeing what their seat may see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random

import structlog
from django.db import transaction

from incursions.bots import bot_named
from incursions.rules import Game
from tournaments.games import game_of
from tournaments.live import LockedMatch
from tournaments.models import Match, Seat

ACTIONS_AT_ONCE = 50
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class BotMove:
    """What a bot has chosen to say for its seat."""

    seat: int
    text: str


def play_bots(public_id: str, version: int, *, now: datetime | None = None) -> int:
    """Let bots answer from that version on: one action, or at pace 0 up to fifty in one transaction.

    Does nothing if the match has moved on, is over or asks a person; returns how many actions were applied.
    """
    with structlog.contextvars.bound_contextvars(match=public_id):
        match = Match.objects.running().filter(public_id=public_id, version=version).first()
        if match is None:
            return 0
        # Chosen before the row is locked: nobody waits for a bot to think.
        names = dict(Seat.objects.filter(match=match).exclude(bot="").values_list("index", "bot"))
        moves = choose_moves(game_of(match), names, ACTIONS_AT_ONCE if match.pace_s == 0 else 1)
        return append_moves(public_id, version, moves, now)


def choose_moves(game: Game, names: dict[int, str], limit: int) -> list[BotMove]:
    """What the bots of these seats do next, one after the other, until a person is asked. Plays on in `game`."""
    rng = Random()
    moves: list[BotMove] = []
    while len(moves) < limit and (question := game.decision) is not None and question.seat in names:
        seat = question.seat
        try:
            text = bot_named(names[seat]).choose(game.view(seat), question, rng)
            game.act(seat, text)
        except Exception:
            # A bot that fails must not hold up the others at its table: it does the least.
            log.exception("bot_failed", seat=seat, bot=names[seat])
            text = game.least or ""
            game.act(seat, text)
        moves.append(BotMove(seat, text))
    return moves


def append_moves(public_id: str, version: int, moves: list[BotMove], now: datetime | None) -> int:
    """Apply what was chosen at that version, in one transaction, unless the match has moved on since."""
    with transaction.atomic():
        locked = LockedMatch.lock(public_id, now)
        if locked.match.is_running:
            locked.settle()
        if locked.game is None or locked.game.number != version:
            moves = []
        for move in moves:
            locked.act(move.seat, move.text)
        locked.save()
    return len(moves)
