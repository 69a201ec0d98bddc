"""The part of the contract that games of matches (`contract.GameKind`) and megagames (`megagames`) share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from incursions.engine.core import Setup
from incursions.games.books import BookKind
from incursions.games.presentations import TITLE_ALONE, Presentation
from incursions.games.rule_coverage import Coverage


class DataFault(Protocol):
    """A fault in a game's data files. Its text names the place: the file, the title of an entry, and the field."""

    file: str
    title: str
    field: str
    expected: str


@dataclass(frozen=True)
class Commands:
    """The parts of a game that only commands need. Functions that read files get the root of the repository.

    `modes` are those that can be simulated, the usual one first, `endings` the words for how matches end, and
    `usual_bots` the names of those that play where none is named; `balance_bots` measure how even the modes are.
    `make_setup(root, mode, seats, decks)` returns a set-up in which the first seats play these decks. `cover_rules`
    returns who shows which rule. `prepare_scenarios` returns a function that runs the scenarios and voyages of a file
    and says of each why it does not hold, or None. These three raise ValueError for a fault in arguments or files; a
    game without simulations, a rulebook or scenarios has None. `documents` are the pages of `docs` that are made from
    the code, by the names of their files. `examine_data(folder)` returns the counts of a folder of the game's own data
    and all its faults; a game whose pieces are rows has None, because what is stored with them is checked, too.
    """

    modes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    usual_bots: tuple[str, ...] = ()
    balance_bots: tuple[str, ...] = ()
    make_setup: Callable[[Path, str, int, Sequence[str]], Setup] | None = None
    cover_rules: Callable[[Path], Coverage] | None = None
    prepare_scenarios: Callable[[Path], Callable[[Path], list[str | None]]] | None = None
    documents: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    tell_events: Callable[[Path], Iterable[tuple[str, str]]] = lambda root: ()
    examine_data: Callable[[Path], tuple[Mapping[str, int], Sequence[DataFault]]] | None = None


@dataclass(frozen=True, kw_only=True)
class ShelfKind:
    """A game on the shelf.

    `name` is its key; `title` is for people. `rules_version` rises with every change of the rules that changes what
    has been played. `presentation` has its words for the front page and its own page. `commands` are loaded when they
    are needed. `load_book` imports its rulebook, None if it has none.
    """

    name: str
    title: str
    rules_version: int
    presentation: Presentation = TITLE_ALONE
    commands: Callable[[], Commands] = Commands
    load_book: Callable[[], BookKind] | None = None

    @property
    def has_lessons(self) -> bool:
        """True if the game can be learned in a voyage."""
        return False
