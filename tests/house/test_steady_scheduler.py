"""Beat goes on when the computer's clock is set back."""

import time
from datetime import timedelta

import pytest

from incursions.celery import app
from incursions.steady_scheduler import SteadyScheduler


@pytest.fixture
def scheduler() -> SteadyScheduler:
    made = SteadyScheduler(app=app, lazy=True)
    made.add(name="sweep", task="tests.nothing", schedule=600)
    return made


def test_intervals_begin_anew_when_the_clock_was_set_back(scheduler: SteadyScheduler) -> None:
    entry = scheduler.schedule["sweep"]
    entry.last_run_at = entry.default_now() + timedelta(hours=1)
    scheduler._seen_at = time.time() + 3600
    assert scheduler.tick() <= 600
    assert entry.is_due().next <= 600


def test_intervals_go_on_while_the_clock_does(scheduler: SteadyScheduler) -> None:
    entry = scheduler.schedule["sweep"]
    entry.last_run_at = entry.default_now() - timedelta(seconds=100)
    scheduler.tick()
    before = entry.last_run_at
    assert scheduler.tick() <= 500
    assert entry.last_run_at == before
