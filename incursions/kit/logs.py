"""Logs, one event a line, with the match and user at work bound to it; and the progress bar of a command."""

from __future__ import annotations

from typing import Any, TextIO

import structlog
from structlog.typing import Processor

SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]
"""Processors of every line, whether it was written through structlog or through the standard library."""


def configure_structlog() -> None:
    """Send structlog's lines through the standard library, where the settings of logging() apply to them."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.processors.UnicodeDecoder(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def logging_settings(*, level: str, form: str) -> dict[str, Any]:
    """Return Django's LOGGING setting; `form` is "json" or "console"."""
    renderer: list[Processor] = (
        [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
        if form == "json"
        else [structlog.dev.ConsoleRenderer()]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
            }
        },
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["lines"], "level": level},
        "loggers": {
            # A sweep every second would fill the log with its own comings and goings.
            "celery": {"level": "WARNING"},
            "django_structlog.celery": {"level": "WARNING"},
            # Requests are logged once, with their user, by django-structlog.
            "django.server": {"level": "WARNING"},
            "uvicorn": {"level": "WARNING"},
            "uvicorn.access": {"level": "WARNING", "propagate": False},
            # A hundred lines for each font that is embedded.
            "fontTools": {"level": "WARNING"},
        },
    }


WIDTH = 40


class Bar:
    """Shows how much of a whole is done; says nothing in a file or a pipe."""

    def __init__(self, whole: int, stream: TextIO) -> None:
        self.whole = whole
        self.stream = stream
        self.is_shown = stream.isatty()

    def show(self, done: int) -> None:
        """Draw the bar with `done` steps filled."""
        if self.is_shown:
            filled = WIDTH * done // max(1, self.whole)
            self.stream.write(f"\r[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{self.whole}")
            self.stream.flush()

    def clear(self) -> None:
        """Leave an empty line."""
        if self.is_shown:
            self.stream.write("\r" + " " * (WIDTH + 20) + "\r")
            self.stream.flush()
