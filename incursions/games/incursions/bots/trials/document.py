"""`docs/balance.md` and its plots: everything in it is measured, but for one section that people write, which stays."""

from __future__ import annotations

from pathlib import Path

from incursions.games.incursions.bots.trials.plots import plots_of
from incursions.games.incursions.bots.trials.report import Level, Report
from incursions.games.incursions.bots.trials.tables import Table, cards_table, level_tables, targets_table, tiles_table
from incursions.games.incursions.bots.trials.targets import ENOUGH

FILE = "balance.md"
PICTURES = "pictures"
CHANGES = "## What was changed and why"
NOTHING_CHANGED = "Nothing yet.\n"
SHOWN = {
    "win-rates": "Win rates with their 95 % intervals; the tables below have the same figures",
    "cards": "Each card: how often it was played when drawn, and how often who played it won; the table has them all",
    "endings": "How games ended; the table below has the same figures",
    "turns": "How many turns a player had; the table below has median and deciles",
    "matrix": "Deck against deck; the table below has the same figures",
}


def write_document(report: Report, folder: Path, command: str) -> list[Path]:
    """Write the page and its plots into the folder, and keep what people wrote in it. Returns the files."""
    page = folder / FILE
    changes = changes_in(page.read_text(encoding="utf-8")) if page.exists() else NOTHING_CHANGED
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    written = []
    for seats, level in report.items():
        for name, plot in plots_of(level, int(seats)).items():
            path = folder / PICTURES / _file_of(name, seats)
            path.write_text(plot.svg(is_file=True) + "\n", encoding="utf-8")
            written.append(path)
    page.write_text(page_of(report, changes, command), encoding="utf-8")
    return [page, *written]


def changes_in(page: str) -> str:
    """Return the section that people write, up to the next heading of its rank."""
    _, found, rest = page.partition(CHANGES + "\n")
    if not found:
        return NOTHING_CHANGED
    kept = rest.split("\n## ", 1)[0].strip()
    return kept + "\n" if kept else NOTHING_CHANGED


def page_of(report: Report, changes: str, command: str) -> str:
    """Return the whole page."""
    parts = [_introduction(report, command), f"{CHANGES}\n\n{changes}", _heading(targets_table(report), "##")]
    for seats, level in report.items():
        parts += _level(seats, level)
    return "\n".join(parts)


def _introduction(report: Report, command: str) -> str:
    games = " and ".join(f"{level['games']:,} games of {seats} seats" for seats, level in report.items())
    return f"""# Balance

The starter decks against each other, in tournament mode, with captain in every seat: {games},
each deck against each other and in each seat equally often, no deck against itself. A draw is half a win for two who
share it. Intervals are Wilson's, at 95 %. With more than two seats a win rate is multiplied by the seats and divided by
two where it is held against a target or drawn in a plot; tables have it as it was measured. Races are judged by the
games in which more than one of them took part.

A card is *drawn* when it comes into a hand, and *played* when it leaves it to do something; what is discarded or
taken is not. *Won when played* is of players who drew the card and played it, *won when not played* of those who drew
it and did not. Nothing is judged by fewer than {ENOUGH}. In part this shows who lived to play it: a card for the last
turns is played by winners.

Everything but the next section is written anew by

```
{command}
```
"""


def _level(seats: str, level: Level) -> list[str]:
    parts = [f"## {seats} seats\n"]
    parts += [f"![{said}.]({PICTURES}/{_file_of(name, seats)})\n" for name, said in SHOWN.items()]
    parts += [_heading(table, "###") for table in level_tables(level)]
    parts += [_fold_table(cards_table(level)), _fold_table(tiles_table(level))]
    return parts


def _heading(table: Table, rank: str) -> str:
    return f"{rank} {table.heading}\n\n{_markdown(table)}"


def _fold_table(table: Table) -> str:
    return f"<details><summary>{table.heading}</summary>\n\n{_markdown(table)}\n</details>\n"


def _markdown(table: Table) -> str:
    sides = ["---", *["---" if table.key == "targets" else "---:"] * (len(table.columns) - 1)]
    rows = [table.columns, tuple(sides), *table.rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |\n" for row in rows)


def _file_of(name: str, seats: str) -> str:
    return f"balance-{name}-{seats}.svg"
