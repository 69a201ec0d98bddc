"""Reads the pieces of a folder of YAML files and checks them, naming file, title and field of whatever is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from incursions.rules.effects.reading import plain, read_effects
from incursions.rules.effects.schema import EffectError, FieldType, not_nested
from incursions.rules.printed.piece_fields import (
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
)
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import CREW

__all__ = ["MOST_POINTS", "Catalogue", "CatalogueError", "load"]

CARD_FILES = ("crew.yaml", "attack.yaml", "defence.yaml", "tactical.yaml", "commands.yaml")


class CatalogueError(ValueError):
    """A piece that cannot be read: which file, which title, which field, and what was expected."""

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


def check_piece(piece: Any, fields: Fields, extras: Fields, file: str) -> Definition:
    """The piece, if each of its fields is right; `fields` must be there, `extras` may. Raises `CatalogueError`.

    All its keys are texts then, also those that YAML reads as something else, so that it is the same out of JSON.
    """
    if not isinstance(piece, dict):
        raise CatalogueError(file, "", "", f"a piece with fields was expected, not {piece!r}")
    title = str(piece.get("title", "a piece without a title"))
    for field in fields:
        if field not in piece:
            raise CatalogueError(file, title, field, "this field is missing")
    for field, value in piece.items():
        check = fields.get(field) or extras.get(field)
        if check is None:
            known = ", ".join([*fields, *extras])
            raise CatalogueError(file, title, str(field), f"there is no such field; there are {known}")
        _check_field(check, value, file, title, field)
    checked: Definition = plain(piece)
    try:
        read_effects(checked)
    except EffectError as problem:
        raise CatalogueError(file, title, problem.path, problem.expected) from problem
    return checked


def _check_field(check: Check | FieldType, value: Any, file: str, title: str, field: str) -> None:
    if not isinstance(check, FieldType):
        wrong = check(value)
        if wrong is not None:
            raise CatalogueError(file, title, field, wrong)
        return
    try:
        check.read(value, field, not_nested)
    except EffectError as problem:
        raise CatalogueError(file, title, problem.path, problem.expected) from problem


def is_ship(piece: Any) -> bool:
    """Does this definition describe a ship?"""
    return isinstance(piece, dict) and ("hull" in piece or "systems" in piece)


def is_card(piece: Any) -> bool:
    """Does this definition describe an officer or another game card?"""
    return isinstance(piece, dict) and "nature" in piece


def is_captain(piece: Any) -> bool:
    """Does this definition describe a captain?"""
    return isinstance(piece, dict) and "bonuses" in piece and not is_card(piece)


def check_definition(piece: Any, file: str) -> Definition:
    """The piece of whichever kind, checked. Raises `CatalogueError`."""
    if is_ship(piece):
        return check_ship(piece, file)
    if is_card(piece):
        return check_card(piece, file)
    return check_captain(piece, file) if is_captain(piece) else check_tile(piece, file)


def check_ship(piece: Any, file: str) -> Definition:
    """The ship, checked. Raises `CatalogueError`."""
    return check_piece(piece, SHIP_FIELDS, SHIP_EXTRAS, file)


def check_tile(piece: Any, file: str) -> Definition:
    """The tile, checked. Raises `CatalogueError`."""
    return check_piece(piece, TILE_FIELDS, TILE_EXTRAS, file)


def check_captain(piece: Any, file: str) -> Definition:
    """The captain, checked. Raises `CatalogueError`."""
    return check_piece(piece, CAPTAIN_FIELDS, CAPTAIN_EXTRAS, file)


def check_card(piece: Any, file: str) -> Definition:
    """The officer or other game card, checked. Raises `CatalogueError`."""
    if isinstance(piece, dict) and piece.get("nature") == CREW:
        return check_piece(piece, CREW_FIELDS, CAPTAIN_EXTRAS, file)
    return check_piece(piece, CARD_FIELDS, CARD_EXTRAS, file)


def read_pieces(path: Path, check: Callable[[Any, str], Definition]) -> dict[str, Definition]:
    """The pieces of one file by title, in its order. Raises `CatalogueError`."""
    try:
        pieces = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise CatalogueError(path.name, "", "", f"the file cannot be read ({problem.strerror})") from problem
    except UnicodeDecodeError as problem:
        raise CatalogueError(path.name, "", "", "the file is not UTF-8 text") from problem
    except yaml.YAMLError as problem:
        raise CatalogueError(path.name, "", "", f"this is not YAML: {problem}") from problem
    if not isinstance(pieces, list):
        raise CatalogueError(path.name, "", "", "a list of pieces was expected")
    found: dict[str, Definition] = {}
    for piece in pieces:
        checked = check(piece, path.name)
        if checked["title"] in found:
            raise CatalogueError(path.name, checked["title"], "title", "this title stands twice")
        found[checked["title"]] = checked
    return found


def load(folder: Path) -> Catalogue:
    """All pieces of a folder such as ``fixtures/``. Raises `CatalogueError` at the first that is wrong.

    Captains and cards are there once their files are: Basic does without them.
    """
    captains = folder / "captains.yaml"
    return Catalogue(
        ships=read_pieces(folder / "ships.yaml", check_ship),
        tiles=read_pieces(folder / "hexes.yaml", check_tile),
        captains=read_pieces(captains, check_captain) if captains.exists() else {},
        cards=_read_cards(folder),
    )


def _read_cards(folder: Path) -> dict[str, Definition]:
    cards: dict[str, Definition] = {}
    for path in (folder / name for name in CARD_FILES):
        for title, card in (read_pieces(path, check_card) if path.exists() else {}).items():
            if title in cards:
                raise CatalogueError(path.name, title, "title", "this title stands twice")
            cards[title] = card
    return cards
