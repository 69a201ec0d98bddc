"""The JSON format: ``{name, ship, captain, stand_in, deck: {title: n}, hexpile: {title: n}}``, read and written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from incursions.deck_files.sheet import MOST_LINES, OUTSIDE, Part, Sheet
from incursions.rules.construction import DeckContent
from incursions.rules.plain_yaml import quote

NAME = "name"
KEYS = (NAME, *OUTSIDE, Part.DECK, Part.HEXPILE)
KEYS_OF_POOLS = (*KEYS, Part.POOL)
FILE = "the file"


class _Object(list[tuple[str, Any]]):
    """An object of JSON with every key, be it there twice."""


def read_json(text: str, sheet: Sheet) -> None:
    """Read a text that is to be one object of JSON into the sheet."""
    try:
        read = json.loads(text, object_pairs_hook=_Object)
    except json.JSONDecodeError as problem:
        sheet.refuse(problem.lineno, f"this is not JSON: {problem.msg}")
    except RecursionError:
        sheet.refuse(0, "this is nested too deep")
    except ValueError:  # of the numbers in it
        sheet.refuse(0, "a number has more digits than anybody needs")
    else:
        if isinstance(read, _Object):
            _read_deck(read, sheet)
        else:
            sheet.refuse(0, f'an object was expected, as in {{"deck": {{"Phasers": 4}}}}, not {_show_value(read)}')


def _read_deck(read: _Object, sheet: Sheet) -> None:
    keys = KEYS_OF_POOLS if sheet.is_pool else KEYS
    found = dict(_single(read, FILE, sheet))
    for key, value in found.items():
        if key not in keys:
            sheet.refuse(0, f"there is no key {quote(key)}; there are {', '.join(keys)}")
        elif key == NAME or key in OUTSIDE:
            _read_title(key, value, sheet)
        else:
            _read_counts(Part(key), value, sheet)
    if not found.keys() & {*keys[keys.index(Part.DECK) :]}:
        sheet.refuse(0, f"there is neither {' nor '.join(keys[keys.index(Part.DECK) :])}")


def _read_title(key: str, value: Any, sheet: Sheet) -> None:
    if value is None:
        return
    if not isinstance(value, str):
        sheet.refuse(0, f"{key}: a text or null was expected, not {_show_value(value)}")
    elif key == NAME:
        if value:
            sheet.call(0, value)
    else:
        sheet.add_outside(0, Part(key), value)


def _read_counts(part: Part, value: Any, sheet: Sheet) -> None:
    if not isinstance(value, _Object):
        sheet.refuse(0, f"{part}: titles with their copies were expected, not {_show_value(value)}")
        return
    if len(value) > MOST_LINES:
        sheet.refuse(0, f"{part}: there are more than {MOST_LINES} titles")
        return
    for title, copies in _single(value, part, sheet):
        if not isinstance(copies, int) or isinstance(copies, bool):
            sheet.refuse(0, f"{part}, {quote(title)}: a whole number was expected, not {_show_value(copies)}")
        else:
            sheet.add(0, part, copies, title)


def _single(pairs: _Object, where: str, sheet: Sheet) -> Iterator[tuple[str, Any]]:
    """Yield the pairs of an object; a key that stands twice is refused."""
    known: set[str] = set()
    for key, value in pairs:
        if key in known:
            sheet.refuse(0, f"{where}: {quote(key)} stands twice")
        else:
            known.add(key)
            yield key, value


def _show_value(value: Any) -> str:
    """Return a value as JSON for a sentence; a list or an object is named by its kind."""
    if isinstance(value, list):
        return "an object" if isinstance(value, _Object) else "a list"
    return json.dumps(value) if value is None or isinstance(value, bool | float) else quote(value)


def json_of(content: DeckContent, name: str = "") -> str:
    """Return the canonical JSON of a deck, with all keys."""
    outside = {part.value: getattr(content, part.value) for part in OUTSIDE}
    piles = ((Part.DECK, content.cards), (Part.HEXPILE, content.hexpile))
    sorted_piles = {part.value: dict(sorted(counts.items())) for part, counts in piles}
    return json.dumps({NAME: name, **outside, **sorted_piles}, ensure_ascii=False, indent=2) + "\n"
