"""The starter decks: what a player brings who has built nothing himself (rules 3, 4). Read from YAML and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from incursions.rules.catalogue import Catalogue, CatalogueError
from incursions.rules.construction import DeckContent
from incursions.rules.printed.words import RACES
from incursions.rules.setup import ROUND_LIMIT, Setup, full_setup

FIELDS = ("title", "race", "ship", "captain", "plan", "cards", "hexpile")


class Starter(NamedTuple):
    """A ship with its captain, a deck and a hexpile, by title with their copies; `plan` says how it wants to win."""

    title: str
    race: str
    ship: str
    captain: str
    plan: str
    cards: Mapping[str, int]
    hexpile: Mapping[str, int]

    @property
    def content(self) -> DeckContent:
        """What the evaluator judges."""
        return DeckContent(ship=self.ship, captain=self.captain, cards=self.cards, hexpile=self.hexpile)

    @property
    def seat(self) -> dict[str, Any]:
        """A seat of `full_setup`."""
        return {
            "ship": self.ship,
            "captain": self.captain,
            "deck": _copies(self.cards),
            "hexpile": _copies(self.hexpile),
        }


def load_starters(path: Path, pieces: Catalogue) -> dict[str, Starter]:
    """The starters of a file by title, in its order. Raises `CatalogueError` for the first thing that is wrong."""
    try:
        listed = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as problem:
        raise CatalogueError(path.name, "", "", f"the file cannot be read ({problem})") from problem
    if not isinstance(listed, list):
        raise CatalogueError(path.name, "", "", "a list of starters was expected")
    found: dict[str, Starter] = {}
    for described in listed:
        starter = _checked(described, path.name, pieces)
        if starter.title in found:
            raise CatalogueError(path.name, starter.title, "title", "this title stands twice")
        found[starter.title] = starter
    return found


def starter_setup(
    starters: Sequence[Starter],
    pieces: Catalogue,
    *,
    mode: str,
    round_limit: int = ROUND_LIMIT,
    windows: str = "able",
) -> Setup:
    """A match of Full or Tournament in which each seat plays one of the starters. Raises ValueError as `full_setup`."""
    return full_setup(
        [starter.seat for starter in starters],
        pieces.ships.values(),
        pieces.captains.values(),
        pieces.cards.values(),
        pieces.tiles.values(),
        mode=mode,
        round_limit=round_limit,
        windows=windows,
    )


def by_turns(chosen: Sequence[str], titles: Iterable[str]) -> list[str]:
    """A title for every seat: its own choice, else ("") the next in order that nobody has, so long as there is one.

    There are titles for six seats at least, or somebody's stands twice.
    """
    everything = list(titles)
    left = [title for title in everything if title not in chosen] or everything
    turns = iter(left * len(chosen))
    return [title or next(turns) for title in chosen]


def _checked(described: Any, file: str, pieces: Catalogue) -> Starter:
    if not isinstance(described, dict):
        raise CatalogueError(file, "", "", f"a starter with fields was expected, not {described!r}")
    title = str(described.get("title", "a starter without a title"))
    for field in FIELDS:
        if field not in described:
            raise CatalogueError(file, title, field, "this field is missing")
    for field in described:
        if field not in FIELDS:
            raise CatalogueError(file, title, str(field), f"there is no such field; there are {', '.join(FIELDS)}")
    for field in ("title", "plan"):
        if not isinstance(described[field], str) or not described[field].strip():
            raise CatalogueError(file, title, field, f"a text was expected, not {described[field]!r}")
    if described["race"] not in RACES:
        raise CatalogueError(file, title, "race", f"one of {', '.join(RACES)} was expected")
    _check_titles(described, file, title, pieces)
    return Starter(**{field: described[field] for field in FIELDS})


def _check_titles(described: dict[str, Any], file: str, title: str, pieces: Catalogue) -> None:
    """Every piece is one of the catalogue, of the right kind, in at least one copy."""
    for field, known in (("ship", pieces.ships), ("captain", pieces.captains)):
        if described[field] not in known:
            raise CatalogueError(file, title, field, f"there is no {field} called {described[field]!r}")
    for field, known in (("cards", pieces.cards), ("hexpile", pieces.tiles)):
        counts = described[field]
        if not isinstance(counts, dict):
            raise CatalogueError(file, title, field, f"titles with their copies were expected, not {counts!r}")
        for piece, copies in counts.items():
            if piece not in known:
                raise CatalogueError(file, title, field, f"there is no such piece: {piece!r}")
            if not isinstance(copies, int) or isinstance(copies, bool) or copies < 1:
                raise CatalogueError(file, title, field, f"{piece}: at least one copy was expected, not {copies!r}")


def _copies(counts: Mapping[str, int]) -> list[str]:
    return [title for title, copies in counts.items() for _ in range(copies)]
