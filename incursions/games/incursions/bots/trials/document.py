"""The report as text: tables for the terminal and for pages, and `docs/balance.md` with its plots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from incursions.games.incursions.bots.trials.plots import plots_of
from incursions.games.incursions.bots.trials.report import (
    ENOUGH,
    MET,
    MISSED,
    Level,
    Report,
    Target,
    Value,
    Verdict,
    WinRate,
    verdicts,
)
from incursions.games.trials import Table

NAMED_AT_MOST = 6
NOTHING = "–"
MARKS = {MET: "✓ met", MISSED: "✗ not met"}


def percent(part: float) -> str:
    """Return a share in percent, with a figure behind the point."""
    return f"{100 * part:.1f} %"


def format_bounds(low: float, high: float) -> str:
    """Return the bounds of a share in percent."""
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def targets_table(report: Report) -> Table:
    """Return each target, what was measured, and whether it is met."""
    columns = ("Target", "Seats", "", "Wanted", "Measured", "Outside, or too little known")
    return Table("targets", "Targets", columns, [_verdict_row(found) for found in verdicts(report)])


def level_tables(level: Level) -> Iterator[Table]:
    """Yield what was measured at one number of seats, but for cards and tiles."""
    columns = ("", "Games", "Win rate", "95 %")
    for key, heading, rates in (("races", "Races", level["races"]), ("decks", "Starter decks", level["decks"])):
        rows = [
            (
                name.title() if key == "races" else name,
                str(found["games"]),
                percent(found["win_rate"]) if found["games"] else NOTHING,
                format_bounds(found["low"], found["high"]),
            )
            for name, found in rates.items()
        ]
        yield Table(key, heading, columns, rows)
    yield Table("games", "The games", ("", ""), _games_rows(level))
    yield _matrix_table(level)


def _matrix_table(level: Level) -> Table:
    """Return how often the deck of the row did better than that of the column, in percent."""
    titles = list(level["matrix"])
    numbers = {title: str(number) for number, title in enumerate(titles, 1)}
    rows = [
        (f"{numbers[title]} {title}", *(_cell(level["matrix"][title].get(other)) for other in titles))
        for title in titles
    ]
    return Table("matrix", "Deck against deck: percent won by the deck of the row", ("", *numbers.values()), rows)


def cards_table(level: Level) -> Table:
    """Return how often each card was played when drawn, and what those won who played it, and who did not."""
    columns = ("Card", "Drawn", "Played", "Played when drawn", "Won when played", "95 %", "Won when not played", "95 %")
    rows = [
        (
            title,
            str(card["drawn"]),
            str(card["played"]),
            percent(card["played_share"]) if card["drawn"] else NOTHING,
            *_format_win_rate(card["games_played"], card["win_rate_played"], card["low_played"], card["high_played"]),
            *_format_win_rate(
                card["games_not_played"],
                card["win_rate_not_played"],
                card["low_not_played"],
                card["high_not_played"],
            ),
        )
        for title, card in level["cards"].items()
    ]
    return Table("cards", "Cards", columns, rows)


def tiles_table(level: Level) -> Table:
    """Return how often each tile was explored, and what those won who explored it."""
    columns = ("Tile", "Explored", "Won by who explored it", "95 %")
    rows = [
        (title, str(tile["explored"]), percent(tile["win_rate"]), format_bounds(tile["low"], tile["high"]))
        for title, tile in level["tiles"].items()
    ]
    return Table("tiles", "Tiles", columns, rows)


def _format_win_rate(games: int, rate: float, low: float, high: float) -> tuple[str, str]:
    return (percent(rate), format_bounds(low, high)) if games else (NOTHING, NOTHING)


def _cell(found: WinRate | None) -> str:
    """Return a win rate in percent for a table; a dash if there are no games."""
    return f"{100 * found['win_rate']:.0f}" if found is not None and found["games"] else NOTHING


def _games_rows(level: Level) -> list[tuple[str, ...]]:
    """Return rows about the games of a level: how many, how they ended, how long they were, and who won."""
    turns, first = level["turns"], level["first_seat"]
    failed = [("Failed", str(level["errors"]))] if level["errors"] else []
    return [
        ("Played", str(level["games"])),
        *failed,
        *((f"Ended by {ending}", percent(part)) for ending, part in level["endings"].items()),
        ("Reached the round limit", percent(level["round_limit"])),
        ("Turns of a player, median", f"{turns['median']:g}"),
        ("Turns of a player, first to ninth decile", f"{turns['p10']:g} to {turns['p90']:g}"),
        ("Won by who begins", f"{percent(first['win_rate'])} ({format_bounds(first['low'], first['high'])})"),
    ]


def _verdict_row(found: Verdict) -> tuple[str, ...]:
    """Return the row of a target: its wanted and measured values, and the verdict."""
    target = found.target
    unknown = f"too few games for {len(found.unknown)}" if found.unknown else ""
    ends = [_format_value(value, target) for value in (found.lowest, found.highest) if value is not None]
    return (
        target.name,
        str(found.seats),
        MARKS.get(found.verdict, found.verdict),
        target.wanted,
        " to ".join(dict.fromkeys(ends)) or NOTHING,
        "; ".join(filter(None, (_name_worst(found), unknown))),
    )


def _format_value(value: Value, target: Target) -> str:
    return percent(value.value) if target.is_share else f"{value.value:g}"


def _name_worst(found: Verdict) -> str:
    """Return the worst of what misses the target, by name."""
    target = found.target
    worst = sorted(found.outside, key=lambda value: -max(target.low - value.value, value.value - target.high))
    shown = [f"{value.name} {_format_value(value, target)}" for value in worst[:NAMED_AT_MOST]]
    more = len(worst) - NAMED_AT_MOST
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def as_text(report: Report) -> str:
    """Return the tables for a terminal: those of each number of seats, then every target with its verdict."""
    parts = []
    for seats, level in report.items():
        parts.append(f"{seats} seats\n")
        parts += [_align(table) for table in level_tables(level)]
        parts += [f"failed: {reason}\n" for reason in level["failures"]]
    return "\n".join([*parts, _align(targets_table(report))]).rstrip()


def _align(table: Table) -> str:
    """Return the table as text in columns of equal width, for a terminal."""
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
        parts.append(f"## {seats} seats\n")
        parts += [f"![{said}.]({PICTURES}/{_file_of(name, seats)})\n" for name, said in SHOWN.items()]
        parts += [_heading(table, "###") for table in level_tables(level)]
        for table in (cards_table(level), tiles_table(level)):
            parts.append(f"<details><summary>{table.heading}</summary>\n\n{_markdown(table)}\n</details>\n")
    return "\n".join(parts)


def _introduction(report: Report, command: str) -> str:
    """Return the first paragraphs of the report, with the command that makes it again."""
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


def _heading(table: Table, rank: str) -> str:
    return f"{rank} {table.heading}\n\n{_markdown(table)}"


def _markdown(table: Table) -> str:
    """Return the table in Markdown: numbers are set from the right, texts from the left."""
    sides = ["---", *["---" if table.key == "targets" else "---:"] * (len(table.columns) - 1)]
    rows = [table.columns, tuple(sides), *table.rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |\n" for row in rows)


def _file_of(name: str, seats: str) -> str:
    """Return the name of the file of a drawing."""
    return f"balance-{name}-{seats}.svg"
