"""A process of its own that does what it is told when it is told, for tests in which two want the same thing.

Each line of standard input is a job as JSON; it says "ready", waits for another line, does it and prints the outcome.
"""

import faulthandler
import json
import sys
from datetime import datetime

import django

django.setup()

from django.db import connection  # noqa: E402 -- the apps must be ready

from incursions.accounts.models import User  # noqa: E402
from incursions.kit.refusals import DomainError  # noqa: E402
from tournaments.matches.bot_moves import play_bots  # noqa: E402
from tournaments.matches.deadlines import sweep_deadlines  # noqa: E402
from tournaments.matches.models import Match  # noqa: E402
from tournaments.matches.moves import Move, play_move  # noqa: E402
from tournaments.matches.staff.acting import Order, act_as_staff  # noqa: E402
from tournaments.matches.staff.models import Kind  # noqa: E402
from tournaments.matches.table_rows import table_for  # noqa: E402
from tournaments.matches.taking_back.requests import answer_take_back, ask_to_take_back  # noqa: E402

LONGEST_JOB_S = 60
"""Seconds after which a job is taken to hang: the process says where, and ends."""


def play(job: dict) -> list:
    """Post a move; its answer, and the version of the table seen right after it."""
    player = User.objects.get(pk=job["user"])
    try:
        answer = play_move(job["match"], player, Move(job["version"], job["text"], job["key"]), now=job["now"])
        said = [answer.code, answer.version]
    except DomainError as refusal:
        said = [refusal.code, refusal.version]
    return [*said, table_for(Match.objects.get(public_id=job["match"]), player).game.number]


def act(job: dict) -> str:
    """Take back, answer a request to, or act as staff; the code of what came of it."""
    user = User.objects.get(pk=job["user"])
    try:
        if job["do"] == "take back":
            return ask_to_take_back(job["match"], user, version=job["version"], key=job["key"], now=job["now"]).code
        if job["do"] == "answer":
            said = {"request": job["request"], "said": job["said"]}
            return answer_take_back(job["match"], user, now=job["now"], **said).code
        act_as_staff(job["match"], user, Order(Kind.PAUSE, "Both at once."), seen=0, now=job["now"])
    except DomainError as refusal:
        return refusal.code
    return "applied"


def do(job: dict) -> object:
    """One job of any kind."""
    job["now"] = datetime.fromisoformat(job["now"])
    if job["do"] == "sweep":
        return sweep_deadlines(job["now"], queue=lambda *_: None)
    if job["do"] == "bots":
        return play_bots(job["match"], job["version"], now=job["now"])
    return play(job) if job["do"] == "play" else act(job)


connection.ensure_connection()
for line in sys.stdin:
    told = json.loads(line)
    print("ready", flush=True)
    sys.stdin.readline()
    faulthandler.dump_traceback_later(LONGEST_JOB_S, exit=True)
    print(json.dumps(do(told)), flush=True)
    faulthandler.cancel_dump_traceback_later()
