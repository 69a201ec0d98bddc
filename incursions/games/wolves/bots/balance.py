"""The balance of a content: the mean figures of days that bots play, by turn and by how often Wolves attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from incursions.games.megagames import BalanceTable, RehearsalPlan
from incursions.games.wolves.bots.rehearsal import Rehearsal, TurnFigures
from incursions.games.wolves.rules.content.definitions import Content

SHARES_OF_TURN = frozenset({"below", "jumped", "standing"})
FIRST_SHOWN, SHOWN_EVERY = 4, 2
"""The turns after which the share of fleets that stand is shown."""
Day = Sequence[TurnFigures]


def rehearse(content: Content, plan: RehearsalPlan) -> list[BalanceTable]:
    """Let bots play days: return the table of turns for the first odds of attacks, and that of fleets for all."""
    series = [(odds, True, list(_play_days(content, plan, odds))) for odds in plan.attacks]
    if plan.is_never_jumping:
        odds = plan.attacks[0]
        series.append((odds, False, list(_play_days(content, plan, odds, is_jumping=False))))
    return [
        BalanceTable("turns", _list_turns(series[0][2], plan.turns), SHARES_OF_TURN),
        tabulate_fleets(series, plan, len(content.fleet.vessels)),
    ]


def _play_days(
    content: Content, plan: RehearsalPlan, odds: int, *, is_jumping: bool = True
) -> Iterator[list[TurnFigures]]:
    """Yield the turns of each day, with seeds from that of the plan on."""
    for number in range(plan.days):
        yield list(Rehearsal(content, plan.seed + number, odds / 100, is_jumping=is_jumping).play(plan.turns))


def _list_turns(days: Sequence[Day], turns: int) -> list[dict[str, float | str]]:
    """Return the mean figures of each turn over the fleets that stood when it began; `standing` is of all fleets."""
    rows: list[dict[str, float | str]] = []
    for turn in range(turns):
        played = [day[turn] for day in days if len(day) > turn]
        if played:
            means = TurnFigures(*map(fmean, zip(*played, strict=True)))
            share = sum(figures.standing for figures in played) / len(days)
            figures = {name: number for name, number in means._asdict().items() if name != "starved"}
            rows.append({"turn": str(turn + 1), **figures, "standing": share})
    return rows


def tabulate_fleets(
    series: Sequence[tuple[int, bool, Sequence[Day]]], plan: RehearsalPlan, vessels: int
) -> BalanceTable:
    """Return a row for each odds of attacks: fleets that stand after some turns, hunger, and vessels lost."""
    shown = [*range(FIRST_SHOWN, plan.turns, SHOWN_EVERY), plan.turns]
    rows: list[dict[str, float | str]] = []
    for odds, is_jumping, days in series:
        row: dict[str, float | str] = {"attacks": f"{odds} %" if is_jumping else f"{odds} %, never jumping"}
        for turn in shown:
            standing = (float(len(day) >= turn and bool(day[turn - 1].standing)) for day in days)
            row[f"after {turn}"] = fmean(standing)
        row["turns below Normal"] = fmean(sum(figures.below for figures in day) for day in days)
        row["ever at none"] = fmean(max(figures.starved for figures in day) for day in days)
        row["vessels lost"] = fmean(vessels - day[-1].vessels for day in days)
        rows.append(row)
    shares = frozenset({*(f"after {turn}" for turn in shown), "ever at none"})
    return BalanceTable("fleets", rows, shares)
