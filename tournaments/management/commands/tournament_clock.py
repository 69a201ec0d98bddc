"""`tournament_clock`: run the clock without Celery, for a machine with the web server alone."""

from __future__ import annotations

import time
from itertools import count
from typing import Any

import structlog
from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from tournaments.events.progress import judge_decks_again, sweep_tournaments
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.deadlines import reconcile_matches, sweep_deadlines
from tournaments.players.recording import recompute_due, record_missed

TICKS_TO_RECONCILE = 10
log = structlog.get_logger(__name__)


class Command(BaseCommand):
    """The command that settles what is due once a second, and lets bots play."""

    help = "Run the clock of all matches without Celery: deadlines once a second, late bots, and ratings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="look once and stop")

    def handle(self, *, once: bool, **_: Any) -> None:
        """Tick until interrupted."""
        for ticks in count():
            sweep_deadlines(queue=_play_at_once)
            sweep_tournaments()
            if ticks % TICKS_TO_RECONCILE == 0:
                reconcile_matches()
                judge_decks_again()
                record_missed()
                recompute_due()
            if once:
                return
            close_old_connections()
            time.sleep(1)


def _play_at_once(public_id: str, last_action: int) -> None:
    """Let bots play at once, without thinking, instead of queueing. An error is logged: other matches go on."""
    try:
        play_bots(public_id, last_action, thinking_s=0)
    except Exception:
        log.exception("bots_not_played", match=public_id)
