"""Reading and checking the pieces of a folder of YAML files. A fault names its file, title and field."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from incursions.games.incursions.rules.piece_reading import plain, read_effects
from incursions.games.incursions.rules.printed.piece_fields import (
    CAPTAIN_EXTRAS,
    CAPTAIN_FIELDS,
    CARD_EXTRAS,
    CARD_FIELDS,
    CREW_FIELDS,
    MOST_POINTS,
    SHIP_EXTRAS,
    SHIP_FIELDS,
    TILE_EXTRAS,
    TILE_FIELDS,
    Check,
    Fields,
    find_unplaced,
    is_date,
)
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, CARD, CREW, SHIP, TILE, Definition
from incursions.games.incursions.rules.printed.schema import EffectError, FieldType
from incursions.games.incursions.rules.printed.texts import fill_text
from incursions.kit.plain_yaml import PlainYamlError, parse, read_text
from incursions.kit.words import quote

__all__ = ["MOST_POINTS", "Catalogue", "CatalogueError", "load"]

SHIP_FILE, TILE_FILE, CAPTAIN_FILE = "ships.yaml", "hexes.yaml", "captains.yaml"
CARD_FILES = ("crew.yaml", "attack.yaml", "defence.yaml", "tactical.yaml", "commands.yaml")
FILES_OF = {SHIP: (SHIP_FILE,), TILE: (TILE_FILE,), CAPTAIN: (CAPTAIN_FILE,), CARD: CARD_FILES}
FIELDS_OF = {
    SHIP: (SHIP_FIELDS, SHIP_EXTRAS),
    TILE: (TILE_FIELDS, TILE_EXTRAS),
    CAPTAIN: (CAPTAIN_FIELDS, CAPTAIN_EXTRAS),
    CARD: (CARD_FIELDS, CARD_EXTRAS),
    CREW: (CREW_FIELDS, CAPTAIN_EXTRAS),
}
"""By the kind of piece, the fields that it needs and those that it may have."""
FaultOf = Callable[[str, Any], str | None]
SETS_FILE = "sets.yaml"
LONGEST_CODE, LONGEST_TITLE = 20, 60


class CatalogueError(ValueError):
    """A fault in a piece: its file, title and field, and what was expected there."""

    def __init__(self, file: str, title: str, field: str, expected: str) -> None:
        where = ", ".join(part for part in (file, title, field) if part)
        super().__init__(f"{where}: {expected}")
        self.file, self.title, self.field, self.expected = file, title, field, expected


class Catalogue(NamedTuple):
    """The definitions of all pieces by title. `cards` are officers and all other game cards."""

    ships: dict[str, Definition]
    tiles: dict[str, Definition]
    captains: dict[str, Definition]
    cards: dict[str, Definition]


def piece_faults(piece: Any, fields: Fields, extras: Fields, file: str) -> Iterator[CatalogueError]:
    """Yield all faults of a piece. `fields` are required, `extras` are optional."""
    if not isinstance(piece, dict):
        yield CatalogueError(file, "", "", f"a piece with fields was expected, not {quote(piece)}")
        return
    title = str(piece.get("title", "a piece without a title"))
    for field in fields:
        if field not in piece:
            yield CatalogueError(file, title, field, "this field is missing")
    printed, text_fault = _try_fill_text(piece)
    sound = True
    for field, value in piece.items():
        check = fields.get(field) or extras.get(field)
        if check is None:
            known = ", ".join([*fields, *extras])
            fault: CatalogueError | None = CatalogueError(
                file, title, str(field), f"there is no such field; there are {known}"
            )
        else:
            fault = _check_field(check, printed if field == "text" else value, file, title, field)
        if fault is not None:
            sound = sound and field == "effects"
            yield fault
    if sound:
        faults = list(_check_effects(plain(piece))) or ([(text_fault.path, text_fault.expected)] if text_fault else [])
        yield from (CatalogueError(file, title, path, expected) for path, expected in faults)


def _try_fill_text(piece: Any) -> tuple[Any, EffectError | None]:
    """Return the filled text, or the text as written with the fault of its first wrong placeholder."""
    try:
        return fill_text(plain(piece)).get("text"), None
    except EffectError as fault:
        return piece["text"], fault


def definition_faults(piece: Any, kind: str, file: str) -> Iterator[CatalogueError]:
    """Yield all faults of a piece of this kind (ship, captain, card or tile)."""
    is_crew = kind == CARD and isinstance(piece, dict) and piece.get("nature") == CREW
    return piece_faults(piece, *FIELDS_OF[CREW if is_crew else kind], file)


def _check_field(check: Check | FieldType, value: Any, file: str, title: str, field: str) -> CatalogueError | None:
    if not isinstance(check, FieldType):
        wrong = check(value)
        return None if wrong is None else CatalogueError(file, title, field, wrong)
    try:
        check.parse_value(value, field)
    except EffectError as problem:
        return CatalogueError(file, title, problem.path, problem.expected)
    return None


def _check_effects(definition: Definition) -> Iterator[tuple[str, str]]:
    """Yield the first fault of each effect as its path and what was expected, or what sound effects fail to place."""
    try:
        read_effects(definition)
    except EffectError as problem:
        first = problem
    else:
        yield from find_unplaced(definition)
        return
    faults: dict[tuple[str, str], None] = {}
    effects = definition.get("effects")
    for number, effect in enumerate(effects if isinstance(effects, list) else [], start=1):
        try:
            read_effects(definition | {"effects": [effect]})
        except EffectError as problem:
            faults[problem.path.replace("effects 1", f"effects {number}", 1), problem.expected] = None
    yield from faults or [(first.path, first.expected)]


def check_piece(piece: Any, kind: str, file: str) -> Definition:
    """Return the piece of this kind with its text filled. Raises `CatalogueError` for the first faulty field.

    All keys of the result are texts, also those that YAML reads as other types, so that it survives JSON unchanged.
    """
    for fault in definition_faults(piece, kind, file):
        raise fault
    return fill_text(plain(piece))


def kind_of(piece: Any) -> str:
    """Return the kind of piece that a definition describes. Whatever is nothing else counts as a tile."""
    if not isinstance(piece, dict):
        return TILE
    if "hull" in piece or "systems" in piece:
        return SHIP
    if "nature" in piece:
        return CARD
    return CAPTAIN if "bonuses" in piece else TILE


def check_definition(piece: Any, file: str) -> Definition:
    """Return a checked piece of any kind. Raises `CatalogueError`."""
    return check_piece(piece, kind_of(piece), file)


Faults = list[CatalogueError]


def read_pieces(path: Path, kind: str, known: set[str], faults: Faults) -> dict[str, Definition]:
    """Return the sound pieces of a kind in a file by title, in its order, and append other faults to `faults`.

    `known` are the titles of pieces read before; the titles of this file are added to it.
    """
    found: dict[str, Definition] = {}
    for piece in read_list(path, "pieces", faults):
        wrong = list(definition_faults(piece, kind, path.name))
        title = str(piece.get("title")) if isinstance(piece, dict) else ""
        if not wrong and title in known:
            wrong = [CatalogueError(path.name, title, "title", "this title appears twice")]
        if not wrong:
            found[title] = plain(piece)
            known.add(title)
        faults += wrong
    return found


def read_list(path: Path, of: str, faults: Faults) -> list[Any]:
    """Return the list that a file holds, or an empty list with the reason in `faults`."""
    try:
        listed = parse(read_text(path))
    except PlainYamlError as problem:
        where = f" (line {problem.line})" if problem.line else ""
        faults.append(CatalogueError(path.name, "", "", f"{problem.reason}{where}"))
        return []
    if not isinstance(listed, list):
        faults.append(CatalogueError(path.name, "", "", f"a list of {of} was expected"))
        return []
    return listed


def description_faults(
    described: Any,
    file: str,
    kind: str,
    holding: str,
    fields: Collection[str],
    needed: Iterable[str],
    fault_of: FaultOf,
) -> Iterator[CatalogueError]:
    """Yield all faults of a description with a title and some of the `fields`; `kind` is a noun such as "a set".

    `fault_of` returns what was expected in a field, or None if the value is right. `holding` names its contents in a
    message.
    """
    if not isinstance(described, dict):
        yield CatalogueError(file, "", "", f"{kind} with {holding} was expected, not {quote(described)}")
        return
    title = str(described.get("title", f"{kind} without a title"))
    for field in needed:
        if field not in described:
            yield CatalogueError(file, title, field, "this field is missing")
    for field, value in described.items():
        known = field in fields
        wrong = fault_of(field, value) if known else f"there is no such field; there are {', '.join(fields)}"
        if wrong is not None:
            yield CatalogueError(file, title, str(field), wrong)


def read_folder(folder: Path) -> tuple[Catalogue, Faults]:
    """Return the sound pieces of a folder such as ``fixtures/``, texts as written, and the faults of the rest.

    Files of captains and cards are optional, because Basic does not need them.
    """
    faults: Faults = []
    known: set[str] = set()
    found: dict[str, dict[str, Definition]] = {kind: {} for kind in FILES_OF}
    for kind, names in FILES_OF.items():
        for path in (folder / name for name in names):
            if kind in (SHIP, TILE) or is_there(path):
                found[kind] |= read_pieces(path, kind, known, faults)
    return Catalogue(*found.values()), faults


def is_there(path: Path) -> bool:
    """Return True if the path exists or is a broken link."""
    return path.exists() or path.is_symlink()


def load(folder: Path) -> Catalogue:
    """Return all pieces of a folder such as ``fixtures/``, texts filled. Raises the first `CatalogueError`."""
    pieces, faults = read_folder(folder)
    for fault in faults:
        raise fault
    return Catalogue(*({title: fill_text(piece) for title, piece in of.items()} for of in pieces))


class CardSet(NamedTuple):
    """A set of pieces. `code` is its name in pieces; `released` is a date as text, or empty."""

    code: str
    title: str
    released: str = ""
    about: str = ""


THE_ONLY_SET = CardSet("base", "The base set")


def read_sets(folder: Path) -> tuple[dict[str, CardSet], list[CatalogueError]]:
    """Return the sets of a folder by code, and the faults. The first set is the default of pieces."""
    path = folder / SETS_FILE
    faults: list[CatalogueError] = []
    if not is_there(path):
        return {THE_ONLY_SET.code: THE_ONLY_SET}, faults
    found: dict[str, CardSet] = {}
    for described in read_list(path, "sets", faults):
        fields = CardSet._fields
        wrong = list(
            description_faults(described, path.name, "a set", "code and title", fields, fields[:2], _check_set_field)
        )
        if not wrong and described["code"] in found:
            wrong = [CatalogueError(path.name, described["title"], "code", "this code appears twice")]
        if not wrong:
            found[described["code"]] = CardSet(**described)
        faults += wrong
    if not found and not faults:
        faults.append(CatalogueError(path.name, "", "", "a set was expected"))
    return found or {THE_ONLY_SET.code: THE_ONLY_SET}, faults


def _check_set_field(field: str, value: Any) -> str | None:
    longest = {"code": LONGEST_CODE, "title": LONGEST_TITLE}
    if not isinstance(value, str) or not value.strip() or len(value) > longest.get(field, len(value)):
        most = f" of at most {longest[field]} characters" if field in longest else ""
        return f"a text{most} was expected, not {quote(value)}"
    if field == "code" and not value.replace("-", "").isalnum():
        return f"letters, digits and hyphens were expected, not {quote(value)}"
    return (
        f"a day such as 2026-11-22 was expected, not {value!r}" if field == "released" and not is_date(value) else None
    )
