"""A check of a whole catalogue folder: its contents, all faults, and counts.

`load` reads the pieces that the game needs and stops at the first fault. This check finds all faults, also those
between files: duplicate titles and numbers, unknown sets, illegal starter decks, texts that can differ from their
effects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from incursions.games.incursions.rules.boosters import RECIPES_FILE, read_recipes
from incursions.games.incursions.rules.catalogue import (
    CAPTAIN_FILE,
    CARD_FILES,
    SETS_FILE,
    SHIP_FILE,
    TILE_FILE,
    CardSet,
    Catalogue,
    CatalogueError,
    is_there,
    read_folder,
    read_sets,
)
from incursions.games.incursions.rules.printed.pieces import CREW, NATURES, Definition, PieceFacts, index_pieces
from incursions.games.incursions.rules.printed.texts import text_faults
from incursions.games.incursions.rules.starters import Starter, illegalities, read_starters

STARTERS_FILE = "starters.yaml"
FILES = (SETS_FILE, SHIP_FILE, CAPTAIN_FILE, *CARD_FILES, TILE_FILE, STARTERS_FILE, RECIPES_FILE)
FILE_OF_NATURE = dict(zip((CREW, "Attack", "Defence", "Tactical", "Command"), CARD_FILES, strict=True))
COUNTED = ("race", "type", "rarity", "play_method")


class Examined(NamedTuple):
    """The sound contents of a folder and its faults. `differences` are texts that can differ from their effects."""

    pieces: Catalogue
    sets: dict[str, CardSet]
    starters: dict[str, Starter]
    faults: list[CatalogueError]
    differences: list[CatalogueError]

    @property
    def problems(self) -> list[CatalogueError]:
        """All faults and differences, which a card designer has to mend."""
        return [*self.faults, *self.differences]


def examine(folder: Path) -> Examined:
    """Read all files of a folder and check them, each alone and together. Raises nothing."""
    if not folder.is_dir():
        fault = CatalogueError(str(folder), "", "", "a folder with the files of the catalogue was expected")
        return Examined(Catalogue({}, {}, {}, {}), {}, {}, [fault], [])
    sets, faults = read_sets(folder)
    pieces, wrong = read_folder(folder)
    unsound = {fault.title for fault in wrong}
    faults += [*_find_unknown_files(folder), *wrong, *shared_faults(pieces, sets)]
    starters: dict[str, Starter] = {}
    if is_there(folder / RECIPES_FILE):
        faults += read_recipes(folder / RECIPES_FILE, facts_of_sets(pieces, sets))[1]
    if is_there(folder / STARTERS_FILE):
        starters, wrong = read_starters(folder / STARTERS_FILE, pieces, unsound)
        faults += [*wrong, *starters_faults(starters.values(), pieces)]
    differences = [
        CatalogueError(file, piece["title"], field, expected)
        for file, piece in pair_pieces_with_files(pieces)
        for field, expected in text_faults(piece)
    ]
    return Examined(pieces, sets, starters, faults, differences)


def shared_faults(pieces: Catalogue, sets: Iterable[str]) -> Iterator[CatalogueError]:
    """Yield numbers used twice in one set, and unknown sets. Cards and ships share their numbers."""
    known = list(sets)
    holders: dict[tuple[bool, str, int], str] = {}
    for file, piece in pair_pieces_with_files(pieces):
        of = piece.get("set", known[0] if known else "")
        if of not in known:
            yield CatalogueError(file, piece["title"], "set", f"one of {', '.join(known)} was expected, not {of!r}")
        if "number" in piece:
            other = holders.setdefault(("hex_points" in piece, of, piece["number"]), piece["title"])
            if other != piece["title"]:
                expected = f"a number of its own was expected; {piece['number']} is the number of {other}"
                yield CatalogueError(file, piece["title"], "number", expected)


def facts_of_sets(pieces: Catalogue, sets: Iterable[str]) -> dict[str, Mapping[str, PieceFacts]]:
    """Return the facts of the pieces of each set by its code. A piece without a set belongs to the first one."""
    known = list(sets)
    return {
        code: index_pieces(piece for _, piece in pair_pieces_with_files(pieces) if piece.get("set", known[0]) == code)
        for code in known
    }


def starters_faults(starters: Iterable[Starter], pieces: Catalogue) -> Iterator[CatalogueError]:
    """Yield the faults of the starter decks under rules 3 and 4."""
    facts = index_pieces(piece for _, piece in pair_pieces_with_files(pieces))
    for starter in starters:
        yield from illegalities(starter, facts, STARTERS_FILE)


def pair_pieces_with_files(pieces: Catalogue) -> Iterator[tuple[str, Definition]]:
    """Yield all pieces, each with the name of the file for its kind."""
    for file, kind in ((SHIP_FILE, pieces.ships), (TILE_FILE, pieces.tiles), (CAPTAIN_FILE, pieces.captains)):
        yield from ((file, piece) for piece in kind.values())
    yield from ((FILE_OF_NATURE[card["nature"]], card) for card in pieces.cards.values())


def counts(examined: Examined) -> dict[str, int | dict[str, int]]:
    """Return the number of pieces of each kind, and of each race, type, rarity and play method."""
    pieces = examined.pieces
    natures = Counter(card["nature"] for card in pieces.cards.values())
    of_kind = {"hexes": pieces.tiles, "ships": pieces.ships, "captains": pieces.captains}
    return {
        **{kind: len(held) for kind, held in of_kind.items()},
        **{nature.lower(): natures[nature] for nature in (CREW, *NATURES)},
        "starters": len(examined.starters),
        **{name: _count_by_field(pieces, name) for name in COUNTED},
    }


def _count_by_field(pieces: Catalogue, name: str) -> dict[str, int]:
    printed = (piece for _, piece in pair_pieces_with_files(pieces) if name in piece)
    return dict(Counter(str(piece.get(name)) for piece in printed).most_common())


def _find_unknown_files(folder: Path) -> Iterator[CatalogueError]:
    for path in sorted(folder.iterdir()):
        if path.suffix in (".yaml", ".yml") and path.name not in FILES:
            expected = f"no file of the catalogue has this name; there are {', '.join(FILES)}"
            yield CatalogueError(path.name, "", "", expected)
