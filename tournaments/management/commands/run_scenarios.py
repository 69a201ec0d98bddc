"""`run_scenarios [--game NAME] FILE...`: check that scenarios, voyages and exported matches hold. Needs no database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from incursions.games.shelf import ShelfKind
from tournaments.matches.game_kinds import add_shelf_argument
from tournaments.matches.verification import UnverifiableFileError, first_difference, read_match_file

FAILED, UNREADABLE = 1, 2


class Command(BaseCommand):
    """The command. Exit 0: all hold. 1: some fail, printed with step and reason. 2: a file cannot be read."""

    help = (
        "Run files of scenarios and voyages (YAML) and of matches (JSON, as of export_match). "
        "A folder means the files in it."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_shelf_argument(parser)
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *, game: ShelfKind, files: list[Path], **_: Any) -> None:
        """Run all files, print the failures, and sum up in one line."""
        prepare_scenarios = game.commands().prepare_scenarios
        if prepare_scenarios is None:
            raise CommandError(f"{game.title} has no scenarios.", returncode=UNREADABLE)
        try:
            run_scenarios = prepare_scenarios(settings.ROOT)
        except ValueError as problem:
            raise CommandError(str(problem), returncode=UNREADABLE) from problem
        ran = failed = unreadable = 0
        for path in _each(files):
            try:
                outcomes = _run_match(path) if _is_match(path) else run_scenarios(path)
            except (ValueError, UnverifiableFileError) as problem:
                unreadable += 1
                self.stdout.write(str(problem))
                continue
            ran += len(outcomes)
            failures = [outcome for outcome in outcomes if outcome is not None]
            failed += len(failures)
            for failure in failures:
                self.stdout.write(failure)
        summary = _summary(ran, failed, unreadable)
        if failed or unreadable:
            raise CommandError(summary, returncode=UNREADABLE if unreadable else FAILED)
        self.stdout.write(summary)


def _run_match(path: Path) -> list[str | None]:
    try:
        with path.open("rb") as stream:
            difference = first_difference(read_match_file(stream))
    except OSError as problem:
        raise UnverifiableFileError(f"{path}: the file cannot be read ({problem.strerror})") from problem
    except UnverifiableFileError as problem:
        raise UnverifiableFileError(f"{path}: {problem}") from problem
    return [None if difference is None else f"{path}: {difference}"]


def _each(files: list[Path]) -> Iterator[Path]:
    """Yield the files, and those in the folders among them; a folder in a folder may be another game's."""
    for path in files:
        if path.is_dir():
            yield from sorted(inside for inside in path.iterdir() if inside.suffix in (".yaml", ".yml", ".json"))
        else:
            yield path


def _is_match(path: Path) -> bool:
    """Return True for an exported match. Unreadable files are left to the reader of scenarios."""
    try:
        with path.open("rb") as stream:
            head = stream.read(4096).lstrip()
    except OSError:
        return False
    return head.startswith(b"{") and (path.suffix == ".json" or b'"format"' in head)


def _summary(ran: int, failed: int, unreadable: int) -> str:
    """Return in a sentence how many examples hold, fail, and are in files that cannot be read."""
    counted = "1 example" if ran == 1 else f"{ran} examples"
    lost = f"{unreadable} file{'' if unreadable == 1 else 's'} cannot be read"
    if unreadable and not ran:
        return f"No example was run: {lost}."
    verdict = "all hold" if not failed else f"{ran - failed} hold, {failed} fail"
    return f"{counted}: {verdict}{f'; {lost}' if unreadable else ''}."
