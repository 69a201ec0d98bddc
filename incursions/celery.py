"""The Celery application: which tasks run by the clock. Beat sends them; any number of workers take them.

Every task may come late, twice, or after a restart; nothing is scheduled more than a minute ahead.
"""

import gc
import os
from logging.config import dictConfig
from typing import Any

from celery import Celery, signals
from django.conf import settings
from django_structlog.celery.steps import DjangoStructLogInitStep

from incursions.kit.health import failed_writes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "incursions.settings")
gc.set_threshold(20_000, 10, 10)  # as in a web process: there is no garbage among what is loaded

app = Celery("incursions")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()
app.conf.beat_schedule = {
    # A tick that waited longer than its life is dropped: the next one does the same work.
    # A worker that is killed takes the ticks along that it had: nobody waits much longer for the next one.
    "close what is due": {"task": "tournaments.tasks.sweep", "schedule": 0.5, "options": {"expires": 1}},
    "do what comes every second": {"task": "tournaments.tasks.advance", "schedule": 1, "options": {"expires": 2}},
    "play days": {"task": "tournaments.tasks.play_days", "schedule": 1, "options": {"expires": 2}},
    "mail players": {"task": "tournaments.tasks.mail_players", "schedule": 5, "options": {"expires": 10}},
    "judge decks again": {
        "task": "tournaments.tasks.judge_decks",
        "schedule": 10,
        "options": {"expires": 20},
    },
    "send messages": {"task": "tournaments.tasks.send_messages", "schedule": 2, "options": {"expires": 4}},
    "drop old messages": {"task": "tournaments.tasks.drop_messages", "schedule": 3600, "options": {"expires": 60}},
    "find what was lost": {"task": "tournaments.tasks.reconcile", "schedule": 10, "options": {"expires": 20}},
    "record what was lost": {"task": "tournaments.tasks.record_lost", "schedule": 10, "options": {"expires": 20}},
    "compute ratings": {"task": "tournaments.tasks.recompute_ratings", "schedule": 10, "options": {"expires": 20}},
    "find lost pictures": {"task": "cards.tasks.find_lost", "schedule": 10, "options": {"expires": 20}},
    "find lost games": {"task": "tournaments.tasks.find_lost_games", "schedule": 10, "options": {"expires": 20}},
}


@signals.task_failure.connect
def note_failed_write(exception: BaseException, **_: Any) -> None:
    """Let /healthz tell of writes that fail in workers, which write every second that they run."""
    failed_writes.note(exception)


@signals.setup_logging.connect
def log_as_the_settings_say(**_: Any) -> None:
    """Keep Celery from setting up logs of its own."""
    dictConfig(settings.LOGGING)
