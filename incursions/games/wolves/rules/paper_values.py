"""Values on paper sheets: how figures are written in one line, and read from it (rules W26.2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from incursions.games.wolves.rules.content.definitions import RESOURCES, TRAININGS
from incursions.games.wolves.rules.orders import Order, fail_unknown
from incursions.games.wolves.rules.panels import describe_counters
from incursions.games.wolves.rules.state import Counter

NONE = "none"
TO, BETWEEN, BECAUSE = " to ", "; ", " because "
NUMBER, CHOICE, TEXT, LINES = "number", "choice", "text", "lines"
"""The kinds of figures: a number, one of its options, a text, or several texts, one a line."""
MOST_CREW = 60
_CREW = re.compile(r"([0-9]{1,2}) ([a-z]+)( used)?( wounded)?")
_GOODS = re.compile(r"([0-9]{1,3}) ([a-z]+)")
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')

Readers = tuple[str, ...] | None
"""The seats that may be told of a change; None for all."""


class Figure(NamedTuple):
    """A figure of a sheet: its name, its value as it stands, what changes it, and how it is filled in.

    `change` raises `IllegalAction`, and returns the seats that may know of the change.
    """

    name: str
    value: str
    change: Callable[[Order, str], Readers]
    kind: str = NUMBER
    options: tuple[str, ...] = ()
    group: str = ""


def split_outside_quotes(text: str, separator: str) -> Iterator[str]:
    """Yield the parts of a text between separators that stand in no quotes."""
    start, place, is_quoted = 0, 0, False
    while place < len(text):
        if text[place] == '"':
            is_quoted = not is_quoted
        elif not is_quoted and text.startswith(separator, place):
            yield text[start:place]
            start = place = place + len(separator)
            continue
        place += 1
    yield text[start:]


def read_changes(text: str, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the figures of a text with their new values: "fuel to 4; morale to 5". Raises `UnknownAction`."""
    known, seen = frozenset(names), set()
    for part in split_outside_quotes(text, BETWEEN):
        name, value = _split_change(part, known)
        if name in seen:
            fail_unknown(f"{name}: this figure is named twice")
        seen.add(name)
        yield name, value


def _split_change(part: str, names: frozenset[str]) -> tuple[str, str]:
    place = part.find(TO)
    while place > 0:
        if part[:place] in names:
            return part[:place], part[place + len(TO) :]
        place = part.find(TO, place + 1)
    return fail_unknown(f"{part.partition(TO)[0][:60]}: there is no such figure on this sheet")


def write_changes(changes: Mapping[str, str]) -> str:
    """Return figures with their new values in one line, as `read_changes` reads it."""
    return BETWEEN.join(f"{name}{TO}{value}" for name, value in changes.items())


def quote_texts(texts: Iterable[str]) -> str:
    """Return texts in quotes, so that they may hold any words: '"A curfew", "No flight"'."""
    return ", ".join('"{}"'.format(text.replace('"', '""')) for text in texts) or NONE


def read_texts(text: str) -> list[str]:
    """Return the texts of a list in quotes. Raises `UnknownAction`."""
    if text == NONE:
        return []
    texts = []
    for part in split_outside_quotes(text, ", "):
        found = _QUOTED.fullmatch(part)
        if found is None or not found.group(1).strip():
            fail_unknown(f"A text in quotes was expected, not {part[:60]}")
        texts.append(found.group(1).replace('""', '"'))
    return texts


def read_crew(text: str) -> list[Counter]:
    """Return the counters of crew in words (rules W9.1, W9.7). Raises `UnknownAction`."""
    crew: list[Counter] = []
    for part in [] if text == NONE else text.split(", "):
        found = _CREW.fullmatch(part)
        if found is None or found.group(2) not in TRAININGS:
            fail_unknown(f"Crew is written like 2 untrained, 1 engineer wounded, not {part[:60]}")
        number, training, used, wounded = found.groups()
        crew += [Counter(training, bool(used), bool(wounded))] * int(number)
    if len(crew) > MOST_CREW:
        fail_unknown(f"At most {MOST_CREW} counters stand together, not {len(crew)}")
    return crew


def write_cargo(goods: Mapping[str, int], crew: Iterable[Counter]) -> str:
    """Return the goods and crew in a shuttle in words: "6 water, 1 engineer"."""
    words = [f"{number} {resource}" for resource, number in goods.items() if number]
    people = describe_counters(crew)
    return ", ".join([*words, *([people] if people else [])]) or NONE


def read_cargo(text: str) -> tuple[dict[str, int], list[Counter]]:
    """Return the goods and crew of a shuttle in words. Raises `UnknownAction`."""
    goods: dict[str, int] = {}
    people: list[str] = []
    for part in [] if text == NONE else text.split(", "):
        found = _GOODS.fullmatch(part)
        if found is not None and found.group(2) in RESOURCES:
            goods[found.group(2)] = goods.get(found.group(2), 0) + int(found.group(1))
        else:
            people.append(part)
    return goods, read_crew(", ".join(people) or NONE)


def write_titles(titles: Iterable[str]) -> str:
    """Return titles in words: "Gala Night, Captain's Table"."""
    return ", ".join(titles) or NONE


def read_titles(text: str, known: Iterable[str]) -> list[str]:
    """Return different titles of a list, each a known one. Raises `UnknownAction`."""
    titles = [] if text == NONE else text.split(", ")
    listed = frozenset(known)
    for title in titles:
        if title not in listed:
            fail_unknown(f"There is no card called {title[:60]}")
        if titles.count(title) > 1:
            fail_unknown(f"{title} is named twice")
    return titles
