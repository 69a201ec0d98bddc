"""Tables for people at a terminal."""

from __future__ import annotations

from incursions.bots.balance.report import Report
from incursions.bots.balance.tables import Table, level_tables, targets_table


def as_text(report: Report) -> str:
    """What was measured at each number of seats, and then every target with its verdict."""
    parts = []
    for seats, level in report.items():
        parts.append(f"{seats} seats\n")
        parts += [_shown(table) for table in level_tables(level)]
        parts += [f"failed: {reason}\n" for reason in level["failures"]]
    return "\n".join([*parts, _shown(targets_table(report))]).rstrip()


def _shown(table: Table) -> str:
    rows = [table.columns, *table.rows] if any(table.columns) else table.rows
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if place == 0 or table.key == "targets" else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return "\n".join([table.heading, *(f"  {line}" for line in lines), ""])
