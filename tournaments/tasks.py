"""What Celery runs. Each task may come late, twice or after a restart, and then finds nothing to do."""

from celery import shared_task

from tournaments.bot_moves import play_bots
from tournaments.deadlines import reconcile_matches, sweep_deadlines
from tournaments.flights.flying import play_on, queue_lost_flights
from tournaments.pushes import queue_thinking


@shared_task(ignore_result=True)
def sweep() -> None:
    """Once a second: close what is due."""
    sweep_deadlines()


@shared_task(ignore_result=True)
def reconcile() -> None:
    """Every ten seconds: find what the sweep cannot see."""
    reconcile_matches()


@shared_task(ignore_result=True)
def play_bot(public_id: str, version: int, *, hurried: bool = False) -> None:
    """Let the bots of a match answer what is asked at that version; those that think do so in their own queue.

    Hurried they answer at once, here: so no table waits for thinkers that are too many, or for a worker that is away.
    """
    if hurried:
        play_bots(public_id, version, thinking_s=0)
    else:
        play_bots(public_id, version, pass_on=queue_thinking)


@shared_task(ignore_result=True)
def think(public_id: str, version: int) -> None:
    """The same for a match in which a bot is asked that thinks. Whoever runs this takes nothing else meanwhile."""
    play_bots(public_id, version)


@shared_task(ignore_result=True)
def play_flight(public_id: str, played: int) -> None:
    """For a moment, play the games of a flight that follow the first `played`. Shares the queue of balance reports."""
    play_on(public_id, played)


@shared_task(ignore_result=True)
def find_lost_flights() -> None:
    """Every ten seconds: queue again the flights whose messages or workers were lost."""
    queue_lost_flights()
