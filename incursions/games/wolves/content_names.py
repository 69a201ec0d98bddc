"""Renaming what several files of the content name: vessels, roles, nations, stations, kinds of stations, and cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from incursions.games.wolves.rules.content.definitions import FLAGSHIP, JUMP_DRIVE
from incursions.games.wolves.rules.roles import (
    BATTERY_COMMAND,
    CREW_WORK,
    PRESIDENTIAL,
    SQUADRON_COMMAND,
    STATION_WORK,
)

EACH, KEYS = "each", "keys"
"""Steps of a path: to all items of a list or values of a mapping, and to the keys of a mapping."""
Path = tuple[str, ...]
Change = Callable[[str], str]

VESSELS: Path = ("fleet", "vessels", EACH)
EFFECTS: tuple[Path, ...] = (
    ("stations", EACH, "effects", EACH),
    ("damage", "designs", EACH, "instant", EACH),
    ("damage", "designs", EACH, "ongoing", EACH),
    ("damage", "designs", EACH, "still_works", "effects", EACH),
    ("actions", EACH, "effects", EACH),
    ("destinations", EACH, "arrive", EACH),
    ("destinations", EACH, "here", EACH),
    ("destinations", EACH, "risk", "effects", EACH),
)
SEATS: tuple[Path, ...] = (
    ("fleet", "council", EACH, "held_by"),
    ("fleet", "seating", "first"),
    ("fleet", "seating", "then"),
    ("fleet", "map_party"),
    ("briefings", "personal", KEYS),
)
"""The places of seats of vessels, such as Dione Captain."""
TEXTS: tuple[Path, ...] = (
    (*VESSELS, "shuttles"),
    ("stations", EACH, "text"),
    ("actions", EACH, "text"),
    ("destinations", EACH, "benefit"),
    ("destinations", EACH, "risk_text"),
    *(("prompts", EACH, part) for part in ("read", "suggest", "news")),
    ("prompts", EACH, "ask", "choice"),
    ("briefings", "guide", "story"),
    ("briefings", "guide", "powers", EACH),
    ("briefings", "guide", "vessels", EACH),
    ("briefings", "teams", EACH, EACH),
    ("briefings", "roles", EACH),
    ("briefings", "personal", EACH),
    *((*path, verb) for path in EFFECTS for verb in ("control", "choice")),
)
"""The places of texts for people, and of the names of shuttles."""


class NameKind(NamedTuple):
    """A kind of name: the places that give it, and all others that refer to it.

    The rules know the names in `known` by heart, as their rule `rule` says: these stay.
    """

    given: tuple[Path, ...]
    others: tuple[Path, ...] = ()
    known: tuple[str, ...] = ()
    rule: str = ""


NAMES: Mapping[str, NameKind] = {
    "vessel": NameKind(
        ((*VESSELS, "vessel"),),
        (
            ("damage", "decks", KEYS),
            ("damage", "designs", EACH, "vessel"),
            ("actions", EACH, "team"),
            ("prompts", EACH, "whom"),
            ("briefings", "guide", "vessels", KEYS),
            ("briefings", "teams", KEYS),
            *((*path, "to") for path in EFFECTS),
        ),
        (FLAGSHIP, PRESIDENTIAL),
        "W6.9, W13.1",
    ),
    "role": NameKind(
        ((*VESSELS, "roles"),),
        (("briefings", "roles", KEYS),),
        (*STATION_WORK, *CREW_WORK, *SQUADRON_COMMAND, *BATTERY_COMMAND),
        "W3.11",
    ),
    "nation": NameKind(
        (("fleet", "nations"),),
        (
            (*VESSELS, "nation"),
            ("fleet", "council", EACH, "seat"),
            ("briefings", "guide", "powers", KEYS),
        ),
    ),
    "station": NameKind(
        (("stations", EACH, "title"), (*VESSELS, "stations", EACH, "title")),
        known=("Bridge",),
        rule="W9.11",
    ),
    "kind of station": NameKind(
        (("stations", EACH, "kind"),),
        (
            (*VESSELS, "stations", EACH, "kind"),
            ("damage", "designs", EACH, "kind"),
            ("actions", EACH, "uses"),
            *((*path, "kind") for path in EFFECTS),
        ),
        (JUMP_DRIVE, "bridge", "storage_hold", "hangar", "shuttle_bay", "battery", "sickbay", "barracks", "brig"),
        "W11.1",
    ),
    "damage card": NameKind((("damage", "designs", EACH, "title"),), (("damage", "decks", EACH, KEYS),)),
    "action card": NameKind((("actions", EACH, "title"),)),
}


def list_names(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the names of a content that can be changed, by their kinds."""
    return {
        kind: [name for name in _find_all(data, each.given) if name not in each.known] for kind, each in NAMES.items()
    }


def _find_all(data: Any, places: Sequence[Path]) -> list[str]:
    """Return the different names at some places, in their order."""
    found: dict[str, None] = {}

    def note(name: str) -> str:
        found.setdefault(name)
        return name

    for path in places:
        _change_at(data, path, note)
    return list(found)


def rename(data: Mapping[str, Any], kind: str, old: str, new: str, in_texts: bool) -> Mapping[str, Any]:
    """Return a content in which a name is another one wherever the files name it, seats of vessels too.

    In texts for people it is changed only if wanted. Raises ValueError with what is wrong.
    """
    if kind not in NAMES:
        raise ValueError(f"Choose a name of these kinds: {', '.join(NAMES)}.")
    given, others, known, rule = NAMES[kind]
    places = (*given, *others)
    if old in known:
        raise ValueError(f"The rules know {old} by this name ({rule}), so it stays.")
    if old not in _find_all(data, given):
        raise ValueError(f"There is no {kind} called {old}. Choose one of the list.")
    if new == old:
        raise ValueError(f"It is called {old} already. Write another name.")
    if new in _find_all(data, places):
        raise ValueError(f"There is another {kind} called {new}. Write another name.")
    made: Any = _change_all(data, places, {old: new})
    seats = dict(zip(_list_seats(data), _list_seats(made), strict=True))
    made = _change_all(made, SEATS, seats)
    if in_texts:
        word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
        for path in TEXTS:
            made = _change_at(made, path, lambda text: word.sub(lambda _: new, text))
    renamed: Mapping[str, Any] = made
    return renamed


def _list_seats(data: Mapping[str, Any]) -> Iterator[str]:
    for vessel in data["fleet"]["vessels"]:
        yield from (f"{vessel['vessel']} {role}" for role in vessel["roles"])


def _change_all(data: Any, places: Sequence[Path], names: Mapping[str, str]) -> Any:
    """Return data in which names at these places are others."""
    for path in places:
        data = _change_at(data, path, lambda name: names.get(name, name))
    return data


def _change_at(data: Any, path: Path, change: Change) -> Any:
    """Return data in which the texts at a path, or in a list there, are changed. The data itself stays as it is."""
    if not path:
        if isinstance(data, list):
            return [_change_at(each, (), change) for each in data]
        return change(data) if isinstance(data, str) else data
    step, rest = path[0], path[1:]
    if isinstance(data, list):
        return [_change_at(each, rest, change) for each in data] if step == EACH else data
    if not isinstance(data, dict):
        return data
    if step == KEYS:
        return {change(key): value for key, value in data.items()}
    return {key: _change_at(value, rest, change) if step in (EACH, key) else value for key, value in data.items()}
