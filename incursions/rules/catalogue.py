"""Reads the pieces of a folder of YAML files and checks them, naming file, title and field of whatever is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from incursions.rules.cards import POSITIONS, TABLE_WHEN_DRAWN, Bonuses
from incursions.rules.construction.facts import ANY_RACE, CREW
from incursions.rules.pieces import WEAPON_SYSTEMS, Definition, parse_damage

RACES = ("Federation", "Klingon", "Romulan", "Borg")
NEUTRAL = "neutral"  # officers of no ship's race
NATURES = ("Command", "Attack", "Defence", "Tactical", CREW)  # rules 13.1
TYPES = ("Calamity", "Catastrophe", "Dilemma", "Equipment", "Espionage", "Procedure")  # rules 13.2
RARITIES = ("Common", "Special", "Rare", "Xtra Rare", "Ultra Rare")  # rules 13.3; what counts as None is no game card
PLAY_METHODS = (  # rules 13.4
    "Use and discard",
    "Table",
    TABLE_WHEN_DRAWN,
    "Table until destroyed",
    "Table in front of target",
    "Table in hex",
    "Table for the round",
    "Play any time",
    "Multi",
)
CARD_FILES = ("crew.yaml", "attack.yaml", "defence.yaml", "tactical.yaml", "commands.yaml")
SHIP_SYSTEMS = ("warp", *WEAPON_SYSTEMS, "repair", "tractor", "tachyon_sweep", "cloak", "assimilation")
SYSTEM_FIELDS = {"hexes": 9, "range": 9, "points": 99, "power": 4}  # and the most that each may be
TILE_KINDS = ("normal", "denizen", "unique", "escape", "wormhole", "modifier", "open")
MOST_POINTS = 999
MOST_BONUS = 99
HIGHEST_SCORE = 12  # of 2D6
LONGEST_TITLE = 60


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


Check = Callable[[Any], str | None]  # what was expected, or None if the value is right


def _whole_number(least: int, most: int) -> Check:
    def check(value: Any) -> str | None:
        right = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return None if right else f"a whole number from {least} to {most} was expected, not {value!r}"

    return check


def _one_of(words: tuple[str, ...]) -> Check:
    return lambda value: None if value in words else f"one of {', '.join(words)} was expected, not {value!r}"


def _text(value: Any) -> str | None:
    return None if isinstance(value, str) and value.strip() else f"a text was expected, not {value!r}"


def _title(value: Any) -> str | None:
    right = isinstance(value, str) and value.strip() == value and 0 < len(value) <= LONGEST_TITLE
    return None if right else f"a title of at most {LONGEST_TITLE} characters was expected, not {value!r}"


def _words(value: Any) -> str | None:
    right = isinstance(value, list) and all(isinstance(word, str) for word in value)
    return None if right else f"a list of words was expected, not {value!r}"


def _mapping(value: Any) -> str | None:
    return None if isinstance(value, dict) else f"fields with values were expected, not {value!r}"


def _bonuses(value: Any) -> str | None:
    if not isinstance(value, dict):
        return f"bonuses such as {{shields: 3}} were expected, not {value!r}"
    for name, points in value.items():
        if name not in Bonuses._fields:
            return f"{name!r} is no bonus; those are {', '.join(Bonuses._fields)}"
        wrong = _whole_number(0, MOST_BONUS)(points)
        if wrong is not None:
            return f"{name}: {wrong}"
    return None


def _usage(value: Any) -> str | None:
    named = isinstance(value, list) and bool(value) and all(race in RACES for race in value)
    return None if named or value == ANY_RACE else f"any, or a list of races, was expected, not {value!r}"


def _affinity(value: Any) -> str | None:
    named = isinstance(value, dict) and len(value) == 1 and set(value) <= {"ship", "captain"}
    right = value == "none" or (named and all(race in RACES for race in value.values()))
    return None if right else f"none, or a race as ship or captain, was expected, not {value!r}"


def _systems(value: Any) -> str | None:
    if not isinstance(value, dict) or not value:
        return f"ship systems were expected, not {value!r}"
    for name, fields in value.items():
        if name not in SHIP_SYSTEMS:
            return f"{name!r} is no ship system; those are {', '.join(SHIP_SYSTEMS)}"
        if not isinstance(fields, dict):
            return f"{name} needs fields, such as {{power: 1}}, not {fields!r}"
        wrong = next(_system_faults(name, fields), None)
        if wrong is not None:
            return wrong
    return None


def _system_faults(name: str, fields: dict[str, Any]) -> Iterator[str]:
    if name in WEAPON_SYSTEMS and "damage" not in fields:
        yield f"{name} needs its damage, such as 1D6+2"
    for field, value in fields.items():
        if field == "damage":
            try:
                parse_damage(value)
            except (TypeError, ValueError):
                yield f"{name} damage: 1D6 or 2D6+2 was expected, not {value!r}"
        elif field not in SYSTEM_FIELDS:
            yield f"{name} has no field {field!r}"
        else:
            wrong = _whole_number(0, SYSTEM_FIELDS[field])(value)
            if wrong is not None:
                yield f"{name} {field}: {wrong}"


SHIP_FIELDS: dict[str, Check] = {
    "title": _title,
    "race": _one_of(RACES),
    "hull": _whole_number(1, MOST_POINTS),
    "shields": _whole_number(0, MOST_POINTS),
    "evasion": _whole_number(0, HIGHEST_SCORE),
    "systems": _systems,
}
SHIP_EXTRAS: dict[str, Check] = {"number": _whole_number(1, MOST_POINTS), "role": _text, "flavour": _text}

TILE_FIELDS: dict[str, Check] = {
    "title": _title,
    "hex_points": _whole_number(1, 9),
    "kind": _one_of(TILE_KINDS),
    "affinity": _affinity,
    "text": _text,
    "verbs": _words,
}
TILE_EXTRAS: dict[str, Check] = {
    "number": _whole_number(1, MOST_POINTS),
    "requirement": _mapping,
    "denizen": _mapping,
    "spares": _text,
}

CAPTAIN_FIELDS: dict[str, Check] = {
    "title": _title,
    "race": _one_of(RACES),
    "bonuses": _bonuses,
    "espionage_evasion": _whole_number(0, HIGHEST_SCORE),
}
CAPTAIN_EXTRAS: dict[str, Check] = {
    "number": _whole_number(1, MOST_POINTS),
    "text": _text,
    "flavour": _text,
    "verbs": _words,
}

CARD_FIELDS: dict[str, Check] = {
    "title": _title,
    "nature": _one_of(NATURES),
    "rarity": _one_of(RARITIES),
    "play_method": _one_of(PLAY_METHODS),
    "usage": _usage,
}
CARD_EXTRAS: dict[str, Check] = CAPTAIN_EXTRAS | {"type": _one_of(TYPES), "bonuses": _bonuses}
CREW_FIELDS: dict[str, Check] = CARD_FIELDS | {
    "position": _one_of(POSITIONS),
    "race": _one_of((*RACES, NEUTRAL)),
    "play_method": _one_of((TABLE_WHEN_DRAWN,)),
    "bonuses": _bonuses,
    "espionage_evasion": _whole_number(0, HIGHEST_SCORE),
}


def check_piece(piece: Any, fields: dict[str, Check], extras: dict[str, Check], file: str) -> Definition:
    """The piece, if each of its fields is right; `fields` must be there, `extras` may. Raises `CatalogueError`."""
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
        wrong = check(value)
        if wrong is not None:
            raise CatalogueError(file, title, field, wrong)
    return piece


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
