"""The Celery tasks. Each may run late, twice or after a restart, and then finds nothing to do."""

from contextlib import ExitStack
from functools import partial

from celery import shared_task
from django.apps import apps
from django.utils import timezone

from tournaments.days.bots import sweep_bots
from tournaments.days.locked_day import sweep_days
from tournaments.events.mail import mail_rounds
from tournaments.events.progress import judge_decks_again, sweep_tournaments
from tournaments.events.tables import open_tables, queue_opening
from tournaments.events.webhooks import drop_old_messages, send_due
from tournaments.live.presence.attendance import record_worker
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.deadlines import reconcile_matches, sweep_deadlines
from tournaments.matches.life import open_late_rematches
from tournaments.matches.pushes import queue_thinking
from tournaments.matches.taking_back.requests import end_late_requests
from tournaments.players.recording import recompute_due, record_match, record_missed
from tournaments.runs import background as runs
from tournaments.tables.matchmaking import find_matches
from tournaments.tables.open_tables import release_absent_seats

task = partial(shared_task, ignore_result=True)


@task
def sweep() -> None:
    """Settle what is due. Runs twice a second."""
    sweep_deadlines()
    end_late_requests()


@task
def advance() -> None:
    """Record that a worker runs, seat players who look for a match, and sweep tournaments and days. Runs once a second.

    One message for all four, because sending and taking a message costs more than what each finds to do. Each is
    done, also when another raises.
    """
    with ExitStack() as last_first:
        last_first.callback(sweep_tournaments, opener=queue_opening)
        last_first.callback(find_matches)
        last_first.callback(sweep_days)
        last_first.callback(record_worker, timezone.now())


play_days = task(sweep_bots, name="tournaments.tasks.play_days")
"""Every second: let the bots of days give their next orders."""


@task
def reconcile() -> None:
    """Settle what the sweep misses, and free seats at open tables that players do not take. Runs every ten seconds."""
    reconcile_matches()
    release_absent_seats()
    open_late_rematches()


@task
def play_bot(public_id: str, last_action: int, *, hurried: bool = False) -> None:
    """Let the bots of a match answer the question after this action; those that think do so in their own queue.

    `hurried` bots answer at once, here: so no table waits for too many thinkers, or for a stopped worker.
    """
    if hurried:
        play_bots(public_id, last_action, thinking_s=0)
    else:
        play_bots(public_id, last_action, pass_on=queue_thinking)


think = task(play_bots, name="tournaments.tasks.think")
"""Let a bot think. The worker of this task takes no other meanwhile."""


@task
def play_games(kind: str, public_id: str, played: int) -> None:
    """Play for a moment the games of a run after the first `played`. `kind` is its model's label."""
    runs.play_on(apps.get_model(kind), public_id, played)


find_lost_games = task(runs.queue_lost, name="tournaments.tasks.find_lost_games")
"""Every ten seconds: queue again the balance reports and flights whose messages or workers were lost."""
record = task(record_match, name="tournaments.tasks.record")
"""Record a match that is over, and move the ratings of its players."""
record_lost = task(record_missed, name="tournaments.tasks.record_lost")
"""Every ten seconds: record the matches whose recording was lost."""
recompute_ratings = task(recompute_due, name="tournaments.tasks.recompute_ratings")
"""Every ten seconds: compute ratings again that depend on a struck match. May take seconds."""
open_tournament_tables = task(open_tables, name="tournaments.tasks.open_tournament_tables")
"""Open these tables of a round, if they are not open yet."""
mail_players = task(mail_rounds, name="tournaments.tasks.mail_players")
"""Every five seconds: mail tables and results to players who want that. May wait for a mail server."""
judge_decks = task(judge_decks_again, name="tournaments.tasks.judge_decks")
"""Every ten seconds: judge the decks of tournaments again if the catalogue has changed."""
send_messages = task(send_due, name="tournaments.tasks.send_messages")
"""Every two seconds: send the due messages of webhooks. Others' servers may take seconds to answer."""
drop_messages = task(drop_old_messages, name="tournaments.tasks.drop_messages")
"""Every hour: delete old messages of webhooks."""
