"""What the scenarios show of a piece of the base set: take a part of it away, and one of its scenarios must fail.

`python -m tests.games.incursions.rules.pieces_shown [TITLE...]` prints the parts that no scenario shows.
"""

import sys
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from incursions.games.incursions.rules.catalogue import Catalogue
from incursions.games.incursions.rules.examples.scenario_files import Scenario
from incursions.games.incursions.rules.examples.scenarios import run_scenario
from incursions.games.incursions.rules.printed.pieces import Definition
from tests.games.incursions.rules.house_scenarios import all_scenarios
from tests.games.incursions.rules.tables import CATALOGUE

KINDS = ("ships", "captains", "cards", "tiles")


def base_set() -> dict[str, tuple[str, Definition]]:
    """Every piece by title, with its kind."""
    return {title: (kind, piece) for kind in KINDS for title, piece in getattr(CATALOGUE, kind).items()}


def scenarios_of(title: str) -> list[Scenario]:
    """Return the scenarios that name the piece and do not change it."""
    return [each for each in all_scenarios() if title in each.source and title not in changed(each)]


def changed(scenario: Scenario) -> set[str]:
    """Titles that the scenario itself defines or changes."""
    return {piece["title"] for piece in scenario.described.get("pieces") or []}


def lesser_pieces(kind: str, piece: Definition) -> Iterator[tuple[str, Definition]]:
    """Yield the piece without one of its parts, with the name of that part."""
    if kind == "ships":
        yield "systems", piece | {"systems": {"warp": piece["systems"]["warp"]}}
    for bonus in piece.get("bonuses", {}):
        lesser = deepcopy(piece)
        del lesser["bonuses"][bonus]
        yield f"bonuses.{bonus}", lesser
    for path in effect_paths(piece, ()):
        yield dotted(path), without(piece, path)
        for condition in found(piece, path).get("if", {}):
            yield f"{dotted(path)}.if.{condition}", without(piece, (*path, "if", condition))


def effect_paths(part: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the path to each effect in a piece, nested ones too: the keys and indexes that lead to it."""
    inside = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in inside:
        if isinstance(value, dict) and "do" in value:
            yield (*path, key)
        yield from effect_paths(value, (*path, key))


def dotted(path: tuple[Any, ...]) -> str:
    """Return a path as text: ``effects.0.options.1``."""
    return ".".join(map(str, path))


def found(part: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at the end of the path."""
    for key in path:
        part = part[key]
    return part


def without(piece: Definition, path: tuple[Any, ...]) -> Definition:
    """Return the piece without the value at the end of the path."""
    lesser = deepcopy(piece)
    del found(lesser, path[:-1])[path[-1]]
    return lesser


def unshown(title: str) -> list[str]:
    """Return the parts of the piece that no scenario would miss; `never played` if no scenario plays it."""
    kind, piece = base_set()[title]
    scenarios = scenarios_of(title)
    if not scenarios:
        return ["never played"]
    return [
        part
        for part, lesser in lesser_pieces(kind, piece)
        if all(run_scenario(scenario, with_piece(kind, lesser)) is None for scenario in scenarios)
    ]


def with_piece(kind: str, piece: Definition) -> Catalogue:
    """Return the base set with this piece in place of the one of its title."""
    return CATALOGUE._replace(**{kind: getattr(CATALOGUE, kind) | {piece["title"]: piece}})


if __name__ == "__main__":
    for title in sys.argv[1:] or base_set():
        if missing := unshown(title):
            print(f"{title}: {', '.join(missing)}")
