"""A bar of progress for commands that take long: on a terminal, and nowhere else."""

from __future__ import annotations

from typing import TextIO

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
