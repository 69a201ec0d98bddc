"""`rules_coverage [--json]`: list the scenarios and tests that show each rule of docs/rulebook. Needs no database."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from incursions.games.incursions.rules.examples.scenario_files import Coverage, Shown, coverage
from incursions.games.incursions.rules.examples.scenarios import ScenarioFileError
from incursions.games.incursions.rules.rulebook import RulebookError, read_rulebook

NOT_WHOLE, UNREADABLE = 1, 2


class Command(BaseCommand):
    """The command. Exit 0: each rule that is not due is shown. 1: some are not, or an unknown one is. 2: unreadable."""

    help = "List the rules with the scenarios and tests that show them; fail where a rule has none and is not due."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")

    def handle(self, *, json: bool, **_: Any) -> None:
        """Print the list, and fail with what is missing or unknown."""
        try:
            book = read_rulebook(settings.ROOT / "docs" / "rulebook")
            found = coverage(book, settings.ROOT / "tests" / "scenarios", settings.ROOT / "tests")
        except (OSError, RulebookError, ScenarioFileError) as problem:
            raise CommandError(str(problem), returncode=UNREADABLE) from problem
        self.stdout.write(_as_json(found) if json else _as_text(found))
        if not found.is_whole:
            amiss = [f"nobody shows {number}" for number in found.missing]
            amiss += [
                f"{number} is no rule of the rulebook ({_names(shown)})" for number, shown in found.unknown.items()
            ]
            raise CommandError("; ".join(amiss), returncode=NOT_WHOLE)


def _as_json(found: Coverage) -> str:
    return json.dumps(found.to_data(), indent=1, ensure_ascii=False)


def _as_text(found: Coverage) -> str:
    lines = []
    for number, shown in found.rules.items():
        lines.append(number if shown else f"{number} ({'due' if number in found.due else 'nobody shows it'})")
        lines += [f"    {where}" for where in (*shown.scenarios, *shown.tests)]
    lines.append("Due: " + ", ".join(f"{number} ({part})" for number, part in found.due.items()) + ".")
    lines.append(f"{len(found.rules)} rules, {sum(1 for shown in found.rules.values() if shown)} of them shown.")
    return "\n".join(lines)


def _names(shown: Shown) -> str:
    return ", ".join((*shown.scenarios, *shown.tests))
