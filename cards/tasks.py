"""What Celery runs. It may come late, twice or after a restart: what is drawn already is not drawn again."""

from celery import shared_task

from cards import pictures_job


@shared_task(ignore_result=True)
def draw_pictures() -> None:
    """For a moment, draw pictures that are missing. Shares the queue and the worker of balance reports."""
    pictures_job.draw_some()


@shared_task(ignore_result=True)
def find_lost() -> None:
    """Have drawing go on that stands still. By the clock."""
    pictures_job.find_lost()
