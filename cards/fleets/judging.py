"""Verdicts on fleets by the classes of this installation, for pages and as data (rules T3.7)."""

from __future__ import annotations

from typing import Any

from cards.deck_pages.listing import ProblemLine
from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.rules.fleets import Fleet, FleetLimits, FleetVerdict, Problem, ReadyFleet, judge_fleet


def list_problem_lines(verdict: FleetVerdict) -> list[ProblemLine]:
    """Return the errors and warnings of a verdict as pages show them."""
    return [_line(problem, is_error=True) for problem in verdict.errors] + [
        _line(problem, is_error=False) for problem in verdict.warnings
    ]


def list_problem_data(verdict: FleetVerdict) -> list[dict[str, Any]]:
    """Return the errors and warnings of a verdict as data."""
    return [
        {"code": problem.code, "severity": severity, "rule": problem.rule, "ships": [*problem.ships]}
        | {"sentence": problem.sentence}
        for severity, problems in (("error", verdict.errors), ("warning", verdict.warnings))
        for problem in problems
    ]


def _line(problem: Problem, *, is_error: bool) -> ProblemLine:
    return ProblemLine(problem.code, is_error, problem.sentence, problem.rule, [])


def find_ready_fleets(limits: FleetLimits | None) -> dict[str, ReadyFleet]:
    """Return the ready-made fleets within the limits, by title; none where seats bring nothing."""
    if limits is None:
        return {}
    return {title: ready for title, ready in read_catalogue().fleets.items() if ready.points <= limits.points}


def judge(fleet: Fleet, limits: FleetLimits) -> FleetVerdict:
    """Return the verdict on a fleet by the classes of this installation."""
    return judge_fleet(fleet, limits, read_catalogue().definitions.classes)


def find_first_problem(verdict: FleetVerdict) -> str:
    """Return the first error of a fleet as a sentence, or "" for a legal one."""
    return next((problem.sentence for problem in verdict.errors), "")
