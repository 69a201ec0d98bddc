"""What Celery runs. Each task may come late, twice or after a restart, and then finds nothing to do."""

from celery import shared_task

from tournaments.bot_moves import play_bots
from tournaments.deadlines import reconcile_matches, sweep_deadlines


@shared_task(ignore_result=True)
def sweep() -> None:
    """Once a second: close what is due."""
    sweep_deadlines()


@shared_task(ignore_result=True)
def reconcile() -> None:
    """Every ten seconds: find what the sweep cannot see."""
    reconcile_matches()


@shared_task(ignore_result=True)
def play_bot(public_id: str, version: int) -> None:
    """Let the bots of a match answer what is asked at that version."""
    play_bots(public_id, version)
