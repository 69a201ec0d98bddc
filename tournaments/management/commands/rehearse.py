"""`rehearse`: play a whole tournament of bots on this installation, by its workers, and time its rounds."""

from __future__ import annotations

import json
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.events.enums import Kind, TournamentState
from tournaments.events.models import Tournament
from tournaments.events.rehearsals import Rehearsal, announce, check_bots_in, report
from tournaments.live.models import LONGEST_SILENCE, House
from tournaments.matches.game_kinds import add_game_argument, bot_titles

OWNER = "rehearsals"
LOOK_AGAIN_S = 0.2
WORKER_PATIENCE_S = 30.0
"""Seconds to wait for a worker that is starting."""


class Command(BaseCommand):
    """The command that announces a tournament, checks its bots in, waits until it is over, and prints a report."""

    help = "Let bots play a whole tournament, from registration to the final, by the workers that run here."

    def add_arguments(self, parser: CommandParser) -> None:
        usual = Rehearsal()
        parser.add_argument("--players", type=int, default=usual.players, help="how many bots play")
        parser.add_argument("--rounds", type=int, default=usual.rounds, help="of Swiss; 0 for what the field needs")
        parser.add_argument("--cut", type=int, default=usual.cut_to, help="who plays the final rounds; 0 for none")
        parser.add_argument("--kind", choices=Kind.values, default=usual.kind, help="sealed if the game has it")
        parser.add_argument("--mode", default=usual.mode, help="in which its matches are played")
        add_game_argument(parser)
        parser.add_argument("--bot", choices=[*bot_titles()], default=usual.bot)
        parser.add_argument("--match-seconds", type=int, default=usual.match_s)
        parser.add_argument("--build-seconds", type=int, default=usual.build_s)
        parser.add_argument("--check-in-seconds", type=int, default=usual.check_in_s)
        parser.add_argument("--pace", type=float, default=usual.pace_s, help="seconds that a bot takes to answer")
        parser.add_argument("--patience", type=float, default=600, help="seconds until this is given up")
        parser.add_argument("--json", action="store_true", help="print one flat JSON object")

    def handle(self, **said: Any) -> None:
        """Rehearse; the exit code is 1 if anything went wrong."""
        rehearsal = Rehearsal(
            players=said["players"],
            rounds=said["rounds"],
            cut_to=said["cut"],
            kind=said["kind"],
            bot=said["bot"],
            match_s=said["match_seconds"],
            build_s=said["build_seconds"],
            check_in_s=said["check_in_seconds"],
            pace_s=said["pace"],
            game=said["game"].name,
            mode=said["mode"],
        )
        _wait_for_worker()
        began = time.monotonic()
        try:
            found = _rehearse(rehearsal, began + said["patience"])
        except DomainError as refusal:
            raise CommandError(refusal.message) from None
        found["seconds"] = round(time.monotonic() - began, 1)
        self.stdout.write(json.dumps(found) if said["json"] else _table(found))
        if found["errors"]:
            raise CommandError("The rehearsal was not as it should be.", returncode=1)


def _wait_for_worker() -> None:
    """Wait until a worker has reported; raise CommandError if none does within WORKER_PATIENCE_S."""
    until = time.monotonic() + WORKER_PATIENCE_S
    while not House.objects.filter(worker_seen_at__gt=timezone.now() - LONGEST_SILENCE).exists():
        if time.monotonic() >= until:
            raise CommandError("No worker runs on this installation. Start it with script/run first.")
        time.sleep(LOOK_AGAIN_S)


def _rehearse(rehearsal: Rehearsal, until: float) -> dict[str, object]:
    """Hold a rehearsal until it is over or the time is up, and return its report."""
    with transaction.atomic():
        owner, is_new = User.objects.get_or_create(username=OWNER, defaults={"is_active": False})
        if is_new:  # nobody can sign in with it
            owner.set_unusable_password()
            owner.save(update_fields=["password"])
    row = announce(owner, rehearsal)
    while row.is_active and time.monotonic() < until:
        time.sleep(LOOK_AGAIN_S)
        row = Tournament.objects.get(pk=row.pk)
        if row.state == TournamentState.OPEN and row.check_in_opened:
            check_bots_in(row, owner)
    return report(row)


def _table(found: dict[str, object]) -> str:
    """Return a report as a table in text, with its problems below."""
    lines = [f"{name:22}{value}" for name, value in found.items() if name != "problems"]
    problems = found["problems"]
    assert isinstance(problems, list)
    return "\n".join([*lines, *problems])
