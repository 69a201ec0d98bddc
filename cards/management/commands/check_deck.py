"""script/manage check_deck: check a deck with its hexpile and say why it may not be played (rules 3, 4, 22)."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from cards.catalogue import current_pieces
from incursions.games.incursions.deck_files import DeckFile, Fault, PoolFile, Titles, read_deck, read_pool
from incursions.games.incursions.rules.catalogue import Catalogue, CatalogueError, load
from incursions.games.incursions.rules.construction import FULL, SEALED, Problem, evaluate, sentence
from incursions.games.incursions.rules.printed.pieces import index_pieces
from incursions.kit.plain_yaml import PlainYamlError, read_text

ILLEGAL, UNREADABLE = 1, 2  # exits
LONGEST_NUMBER = 6  # digits of an option

Read = TypeVar("Read", DeckFile, PoolFile)


class _UnreadableError(Exception):
    """A file that is no deck or pool, legal or not."""

    def __init__(self, file: Path, faults: Sequence[Fault]) -> None:
        super().__init__(file, faults)
        self.file, self.faults = file, faults


class Command(BaseCommand):
    """Exit 0 when legal, warnings or not; 1 when illegal; 2 when something cannot be read."""

    help = (
        "Check a deck with its hexpile, as text or JSON (docs/decks.md). Exit 0 when it is legal, 1 when it is not, "
        "2 when it cannot be read. Needs no database: the pieces are those of fixtures/, unless --database asks for "
        "those that new matches are started with, edits of the admin included."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the deck")
        parser.add_argument("--json", action="store_true", dest="as_json", help="print the verdict as JSON")
        parser.add_argument(
            "--points", type=_at_least(1), default=FULL.hex_points, help="the hex-point limit (rules 4.1; %(default)s)"
        )
        parser.add_argument(
            "--tolerance",
            type=_at_least(0),
            default=FULL.tolerance,
            help="how far from the limit a hexpile may be (rules 4.1; %(default)s)",
        )
        parser.add_argument(
            "--pool", type=Path, metavar="FILE", help="what the player opened: nothing else may be used (rules 22.2)"
        )
        parser.add_argument("--database", action="store_true", help="take the pieces of the database")

    def handle(
        self,
        *args: Any,
        file: Path,
        as_json: bool,
        points: int,
        tolerance: int,
        pool: Path | None,
        database: bool,
        **options: Any,
    ) -> None:
        """Print the verdict, or the faults of the file."""
        pieces = index_pieces(piece for kind in _catalogue(database=database) for piece in kind.values())
        titles = Titles(pieces)
        chosen = (SEALED if pool else FULL).with_hex_points(points, tolerance)
        try:
            deck = _read_whole(file, read_deck, titles)
            opened = _read_whole(pool, read_pool, titles).pool if pool else None
        except _UnreadableError as unreadable:
            path = _write_path(unreadable.file)
            if as_json:
                unread = {"file": path, "faults": [fault._asdict() for fault in unreadable.faults]}
                self.stdout.write(json.dumps({"legal": False, "problems": [], "unreadable": unread}, indent=2))
            else:
                told = (f"{path}{', ' if fault.line else ': '}{fault}" for fault in unreadable.faults)
                self.stdout.write("\n".join(told))
            raise CommandError(f"{path} cannot be read.", returncode=UNREADABLE) from unreadable
        verdict = evaluate(deck.content, chosen, pieces, pool=opened)
        if as_json:
            problems = [{**problem.to_data(), "message": sentence(problem)} for problem in verdict.problems]
            self.stdout.write(json.dumps({"legal": verdict.is_legal, "problems": problems}, indent=2))
        else:
            said = "legal" if verdict.is_legal else "not legal"
            self.stdout.write("\n".join([f"{deck.name or _write_path(file)}: {said}", *map(_line, verdict.problems)]))
        if not verdict.is_legal:
            raise CommandError(f"{_write_path(file)} is not legal.", returncode=ILLEGAL)


def _at_least(least: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from a minimum on, for the command line."""

    def parse_number(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER and int(text) >= least):
            raise ArgumentTypeError(f"a whole number of at least {least} was expected, not {text!r}")
        return int(text)

    return parse_number


def _catalogue(*, database: bool) -> Catalogue:
    """Return the pieces to judge by."""
    try:
        pieces = current_pieces() if database else load(settings.ROOT / "fixtures")
    except CatalogueError as fault:
        raise CommandError(f"The catalogue cannot be read: {fault}", returncode=UNREADABLE) from fault
    except DatabaseError as fault:
        raise CommandError(f"The database cannot be read: {fault}", returncode=UNREADABLE) from fault
    if not any(pieces):
        raise CommandError("The database holds no pieces: script/manage load_catalogue", returncode=UNREADABLE)
    return pieces


def _read_whole(file: Path, read: Callable[[str, Titles], Read], titles: Titles) -> Read:
    """Return the deck or pool of a file if all of it can be read."""
    try:
        found = read(read_text(file), titles)
    except PlainYamlError as problem:
        raise _UnreadableError(file, [Fault(problem.line, problem.reason)]) from problem
    if found.faults:
        raise _UnreadableError(file, found.faults)
    return found


def _write_path(file: Path) -> str:
    """Return the path as text, even if its bytes are not valid text."""
    return str(file).encode(errors="backslashreplace").decode()


def _line(problem: Problem) -> str:
    """Return a problem as a line: severity, rule, code and sentence."""
    return f"{problem.severity} ({problem.rule}, {problem.code}): {sentence(problem)}"
