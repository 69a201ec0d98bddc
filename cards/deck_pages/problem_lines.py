"""The problems of a deck as pages list them: a sentence, its rule, and where the pieces concerned are."""

from __future__ import annotations

from typing import NamedTuple

from cards.addresses import url_of
from cards.decks.judging import current_facts
from incursions.rules.construction import Problem, Severity, Verdict, sentence


class Concerned(NamedTuple):
    """A piece that a problem is about; `url` is empty where there is no such piece."""

    title: str
    url: str


class ProblemLine(NamedTuple):
    """A problem in a player's words."""

    code: str
    is_error: bool
    sentence: str
    rule: str
    pieces: list[Concerned]


def problem_lines(verdict: Verdict) -> list[ProblemLine]:
    """Every problem of the verdict, in its order: that of the rules."""
    return [_line(problem) for problem in verdict.problems]


def _line(problem: Problem) -> ProblemLine:
    known = current_facts()
    pieces = [Concerned(title, url_of(title) if title in known else "") for title in problem.pieces]
    return ProblemLine(problem.code, problem.severity is Severity.ERROR, sentence(problem), problem.rule, pieces)
