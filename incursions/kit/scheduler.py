"""Celery's scheduler, made to go on when the computer's clock is set back."""

from __future__ import annotations

import time
from typing import Any

from celery.beat import Scheduler

LARGEST_STEP_BACK_S = 1.0
"""Time services correct a clock by less."""


class SteadyScheduler(Scheduler):
    """A scheduler that starts all intervals anew when the clock is set back.

    Celery's own waits until the clock shows the time of the next run: an hour after it was set back by one.
    """

    _seen_at: float | None = None

    def tick(self, *arguments: Any, **named: Any) -> float:
        now = time.time()
        if self._seen_at is not None and now < self._seen_at - LARGEST_STEP_BACK_S:
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            self.populate_heap()
        self._seen_at = now
        delay: float = super().tick(*arguments, **named)
        return delay
