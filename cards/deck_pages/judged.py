"""A content with what pages say of it at a glance: the verdict in numbers, and the race of its ship."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cards.catalogue import known_piece
from cards.decks.judging import judge_all
from incursions.rules.construction import DeckContent, Severity, Verdict


@dataclass(frozen=True, slots=True)
class Judged:
    """A content and the verdict on it."""

    content: DeckContent
    verdict: Verdict

    @property
    def race(self) -> str:
        """That of its ship; empty where there is none that is known."""
        ship = known_piece(self.content.ship) if self.content.ship else None
        return (ship or {}).get("race", "")

    @property
    def emblem(self) -> str:
        """The symbol of that race, or of none."""
        return f"emblem-{self.race.lower()}" if self.race else "i-hex"

    @property
    def errors(self) -> int:
        """How many problems keep the deck from play."""
        return sum(problem.severity is Severity.ERROR for problem in self.verdict.problems)

    @property
    def warnings(self) -> int:
        """How many problems do not."""
        return len(self.verdict.problems) - self.errors


def judged_all(contents: Iterable[DeckContent]) -> list[Judged]:
    """All these contents, judged by the catalogue as it is now. One query for any number."""
    many = list(contents)
    return [Judged(*pair) for pair in zip(many, judge_all(many), strict=True)]
