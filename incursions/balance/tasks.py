"""What Celery runs. Each task may come late, twice or after a restart: no game is counted again."""

from celery import shared_task

from incursions.balance import reports


@shared_task(ignore_result=True)
def play_games(public_id: str, played: int) -> None:
    """For a moment, play the games of a report that follow the first `played`. Has a queue and a worker of its own."""
    reports.play_games(public_id, played)


@shared_task(ignore_result=True)
def find_lost() -> None:
    """Every ten seconds: queue again the reports whose messages or workers were lost."""
    reports.queue_lost_reports()
