"""Equal bots in all seats of a mode: how often each side of it wins. A draw counts half for both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypedDict

from incursions.engine.core import Setup
from incursions.games.contract import Bot, GameKind
from incursions.games.simulation import FIGURES, share, simulate

MOST_FAIR = 0.58
"""The share of games above which a side has more than its part."""
EVEN, LOPSIDED, UNKNOWN = "even", "lopsided", "too few games to tell"


class SideRow(TypedDict):
    """The outcome of the games of a mode with one kind of bot in both seats.

    `share` is that of the side in the first seat, with the bounds of its interval at 95 %; `drawn` counts draws.
    """

    mode: str
    bot: str
    sides: list[str]
    games: int
    errors: int
    failures: list[str]
    won: list[int]
    drawn: int
    share: float
    low: float
    high: float
    endings: dict[str, int]
    turns_median: float
    verdict: str


def measure_sides(
    kind: GameKind,
    mode: str,
    setup: Setup,
    make_bot: Callable[[], Bot],
    games: int,
    seed: int,
    progress: Callable[[Iterable[int]], Iterable[int]] = iter,
) -> SideRow:
    """Return what comes of so many games between two bots of one kind, who change seats from game to game."""
    pairing = [make_bot(), make_bot()]
    tally = simulate(kind.game, setup, pairing, games, seed, progress=progress)
    figures = tally.to_data(kind.commands().endings)
    finished = games - tally.errors
    decided = sum(tally.wins.values())
    drawn = finished - decided
    first = share(tally.seat_0_wins + drawn / 2, finished)
    return {
        "mode": mode,
        "bot": pairing[0].name,
        "sides": _read_sides(kind, setup),
        "games": games,
        "errors": tally.errors,
        "failures": tally.failures,
        "won": [tally.seat_0_wins, decided - tally.seat_0_wins],
        "drawn": drawn,
        "share": first.rate,
        "low": first.low,
        "high": first.high,
        "endings": figures["endings"],
        "turns_median": figures["turns_median"],
        "verdict": judge(first.rate, first.low, first.high),
    }


def _read_sides(kind: GameKind, setup: Setup) -> list[str]:
    opening = kind.game.start(setup, bytes(32)).events
    return kind.records.read_titles([event.to_data() for event in opening])


def judge(rate: float, low: float, high: float) -> str:
    """Return `EVEN`, `LOPSIDED` or `UNKNOWN` for the share of one side and the interval of the share."""
    most = round(max(rate, 1.0 - rate), FIGURES)
    surest = max(low, 1.0 - high)
    if most <= MOST_FAIR:
        return EVEN
    return LOPSIDED if surest > 0.5 else UNKNOWN


def format_rows(rows: Sequence[SideRow]) -> str:
    """Return the rows as text for a terminal."""
    return "\n".join(map(_format_row, rows))


def _format_row(row: SideRow) -> str:
    first, second = row["sides"]
    bounds = f"{row['low']:.1%} to {row['high']:.1%}"
    endings = ", ".join(f"{count} by {ending}" for ending, count in row["endings"].items() if count)
    return (
        f"{row['mode']}, {row['bot']} on both sides: {first} {row['share']:.1%} ({bounds}): {row['verdict']}\n"
        f"  {row['games']} games: {row['won'][0]} won by {first}, {row['won'][1]} by {second}, {row['drawn']} drawn; "
        f"{row['turns_median']:g} turns; ended: {endings or 'none'}"
    )
