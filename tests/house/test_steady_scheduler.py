"""Beat goes on when the computer's clock is set back."""

import time
from datetime import timedelta

import pytest
from celery.beat import Scheduler

from incursions.celery import app
from incursions.kit.scheduler import SteadyScheduler

EVERY_S = 600


def scheduler_that_ran_an_hour_from_now(kind: type[Scheduler]) -> Scheduler:
    """Return a scheduler whose last run is in the future, as when its clock was just set back an hour."""
    made = kind(app=app, lazy=True, max_interval=1_000_000)
    made.add(name="sweep", task="tests.nothing", schedule=EVERY_S)
    entry = made.schedule["sweep"]
    entry.last_run_at = entry.default_now() + timedelta(hours=1)
    made.tick()
    return made


@pytest.mark.parametrize(("kind", "waits_for_the_clock"), [(Scheduler, True), (SteadyScheduler, False)])
def test_intervals_begin_anew_when_the_clock_was_set_back(kind: type[Scheduler], waits_for_the_clock: bool) -> None:
    scheduler = scheduler_that_ran_an_hour_from_now(kind)
    if kind is SteadyScheduler:
        scheduler._seen_at = time.time() + 3600
    assert (scheduler.tick() > EVERY_S) is waits_for_the_clock


def test_intervals_go_on_while_the_clock_does() -> None:
    scheduler = SteadyScheduler(app=app, lazy=True)
    scheduler.add(name="sweep", task="tests.nothing", schedule=EVERY_S)
    entry = scheduler.schedule["sweep"]
    entry.last_run_at = before = entry.default_now() - timedelta(seconds=100)
    scheduler.tick()
    scheduler.tick()
    assert entry.last_run_at == before
