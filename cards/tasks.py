"""Celery tasks. They may run late, twice or after a restart: a picture that exists is not drawn again."""

from celery import shared_task

from cards import pictures_job


@shared_task(ignore_result=True)
def draw_pictures() -> None:
    """Draw missing pictures for a short time. Shares the queue and the worker of balance reports."""
    pictures_job.draw_some()


@shared_task(ignore_result=True)
def find_lost() -> None:
    """Queue drawing again if it has stalled. Runs periodically."""
    pictures_job.find_lost()
