"""Files of examples: a list of entries whose keys and values are all known (tests/scenarios/wolves/README.md)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from incursions.games.data_checks import Faults, Place, take_list, take_mapping, take_text
from incursions.games.data_files import read_data_file
from incursions.games.wolves.rules.content.definitions import Content
from incursions.games.wolves.rules.examples.scenario_keys import MOST_DICE, RULE, ScenarioKeys
from incursions.games.wolves.rules.examples.value_checks import MOST_KEYS, by_key, list_of, text, whole

MOST_EXAMPLES, LONGEST_TITLE, DIE_FACES = 1000, 300, 6


class Scenario(NamedTuple):
    """An example of a file: its title, and its entry as read."""

    file: str
    title: str
    data: Mapping[str, Any]

    @property
    def start_facts(self) -> Mapping[str, Any]:
        """The facts that hold when the example starts."""
        facts: Mapping[str, Any] = self.data["given"]
        return facts


def read_scenarios(path: Path, content: Content) -> list[Scenario]:
    """Return the examples of a file. Raises `DataError` with file, title and key for an unknown key or value."""
    faults: Faults = []
    data = read_data_file(path, path.name, faults)
    for fault in faults:
        raise fault
    place, keys = Place(path.name), ScenarioKeys(content)
    entries = take_list(data, place, 0, MOST_EXAMPLES)
    return [_read_scenario(entry, place, number, keys) for number, entry in enumerate(entries, start=1)]


def _read_scenario(entry: Any, place: Place, number: int, keys: ScenarioKeys) -> Scenario:
    untitled = place.entry(f"example {number}")
    fields = take_mapping(entry, untitled, MOST_KEYS)
    title = take_text(fields.get("title"), untitled.part("title"), LONGEST_TITLE)
    filled = {key: value for key, value in fields.items() if value is not None or key not in PARTS}
    check = by_key(
        {
            "title": text,
            "rules": list_of(RULE, 1, MOST_KEYS),
            "given": keys.given_check,
            "dice": list_of(whole(1, DIE_FACES), 0, MOST_DICE),
            "draws": keys.draws_check,
            "steps": list_of(keys.step_check),
            "expect": keys.expect_check,
        },
        ("rules",),
    )
    return Scenario(place.file, title, {**PARTS, **check(filled, place.entry(title))})


PARTS: Mapping[str, Any] = {"given": {}, "dice": [], "draws": {}, "steps": [], "expect": {}}
"""The parts that an example may leave out or empty, with the value that then holds."""
