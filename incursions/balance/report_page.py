"""A report as its page shows it: how far it is, and tables and plots of what has been played."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from incursions.balance.models import BalanceReport
from incursions.bots.trials.plots import plots_of
from incursions.bots.trials.report import Level
from incursions.bots.trials.tables import Table, cards_table, level_tables, targets_table, tiles_table

WHILE_RUNNING = ("win-rates", "endings")
"""The plots of a report that is being made; the others wait for the end."""


class LevelPart(NamedTuple):
    """The plots and tables of one number of seats: `tables` stand open, `folded` ones do not."""

    seats: str
    plots: list[SafeString]
    tables: list[Table]
    folded: list[Table]


class ReportPage:
    """The context of a report's page: its targets, failures, and the part of each number of seats."""

    def __init__(self, row: BalanceReport) -> None:
        self.row = row
        self.report = row.report
        self.targets = targets_table(self.report)
        self.failures = [reason for level in self.report.values() for reason in level["failures"]]
        self.levels = [self._part(seats, level) for seats, level in self.report.items() if level["games"]]

    def _part(self, seats: str, level: Level) -> LevelPart:
        drawn = plots_of(level, int(seats))
        if self.row.is_running:
            drawn = {name: drawn[name] for name in WHILE_RUNNING}
        plots = [mark_safe(plot.svg()) for plot in drawn.values()]  # noqa: S308 -- our own drawing, which escapes its words
        if self.row.is_running:
            return LevelPart(seats, plots, [], [])
        return LevelPart(seats, plots, list(level_tables(level)), [cards_table(level), tiles_table(level)])
