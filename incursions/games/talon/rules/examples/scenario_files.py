"""Scenario files: read and checked, so that an unknown key is refused with its file, title and path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from incursions.games.data_checks import (
    NOTE,
    DataError,
    Place,
    take_fields,
    take_list,
    take_mapping,
    take_text,
    take_whole,
    take_word,
)
from incursions.games.talon.rules.catalogue import Catalogue, read_definitions
from incursions.games.talon.rules.definitions import SIDES, Definitions
from incursions.games.talon.rules.examples.scenario_geometry import check_geometry
from incursions.games.talon.rules.examples.scenario_moments import check_moment
from incursions.games.talon.rules.examples.scenario_words import LONGEST, MOST_PARTS
from incursions.kit.plain_yaml import PlainYamlError, parse, read_text

MOST_SCENARIOS = 2000
SCENARIOS = "scenarios"
"""The field of a file that holds its scenarios."""


class Scenario(NamedTuple):
    """An example: its title and rules, and its checked content as plain data.

    `printed` are the definitions with the classes of the file as plain data, and `definitions` the same, read.
    """

    title: str
    rules: tuple[str, ...]
    source: str
    place: Place
    data: Mapping[str, Any]
    definitions: Definitions
    printed: Mapping[str, Any]


class ScenarioFile(NamedTuple):
    """A file of scenarios that are not checked yet, with the definitions and classes of the file."""

    place: Place
    entries: Sequence[Any]
    printed: Mapping[str, Any]
    definitions: Definitions

    def read_entry(self, number: int, entry: Any) -> Scenario:
        """Return the scenario of that number, from 1. Raises `DataError` if it is malformed."""
        return read_scenario(entry, self.place.part(SCENARIOS).part(number), self.printed, self.definitions)


def read_scenarios(path: Path, catalogue: Catalogue) -> list[Scenario]:
    """Return the scenarios of a file. Raises `DataError` for a file that is malformed."""
    file = open_file(path, catalogue)
    return [file.read_entry(number, entry) for number, entry in enumerate(file.entries, start=1)]


def open_file(path: Path, catalogue: Catalogue) -> ScenarioFile:
    """Return a file with its entries as they are written. Raises `DataError` for one that cannot be read."""
    place = Place(str(path))
    try:
        held = _name_by_texts(parse(read_text(path)))
    except PlainYamlError as problem:
        raise place.fault(str(problem)) from problem
    fields = take_fields(held, place, (SCENARIOS,), ("classes",))
    classes = read_test_classes(fields.get("classes", {}), place, catalogue)
    data = {**catalogue.data, "classes": classes}
    try:
        definitions = read_definitions(data)
    except DataError as problem:
        raise DataError(place.file, problem.title, problem.field, problem.expected) from problem
    return ScenarioFile(
        place, take_list(fields[SCENARIOS], place.part(SCENARIOS), 0, MOST_SCENARIOS), data, definitions
    )


def _name_by_texts(value: Any) -> Any:
    """Return plain data without notes, with numbers as keys turned to texts. A bare yes or no stays, to be refused."""
    if isinstance(value, dict):
        kept = ((key, held) for key, held in value.items() if not (key == NOTE and isinstance(held, str)))
        return {str(key) if type(key) is int else key: _name_by_texts(held) for key, held in kept}
    return [_name_by_texts(each) for each in value] if isinstance(value, list) else value


def read_test_classes(data: Any, place: Place, catalogue: Catalogue) -> dict[str, Any]:
    """Return all classes as plain data with those of the file, each like another with some fields replaced.

    Ships of a class terran_* belong to terran, others to talon.
    """
    classes = dict(catalogue.data["classes"])
    for name, entry in take_mapping(data, place.part("classes"), MOST_PARTS).items():
        where = place.part("classes").part(name)
        changed = dict(take_mapping(entry, where, MOST_PARTS))
        like = classes[take_word(changed.pop("like", None), where.part("like"), classes)]
        side = SIDES[0] if name.startswith(f"{SIDES[0]}_") else SIDES[1]
        made = {**like, "side": side, **changed}
        if "groups" in changed:
            made["groups"] = {**like["groups"], **take_mapping(changed["groups"], where.part("groups"), MOST_PARTS)}
        classes[name] = made
    return classes


def read_scenario(entry: Any, place: Place, printed: Mapping[str, Any], definitions: Definitions) -> Scenario:
    """Return a checked scenario, in one of its three forms."""
    mapping = take_mapping(entry, place, MOST_PARTS)
    title = take_text(mapping.get("title"), place.part("title"), LONGEST)
    here = place.entry(title)
    form = next((form for form in FORMS if form in mapping), "given")
    needed, optional = FORMS[form]
    fields = take_fields(entry, here, ("title", "rules", *needed), ("source", *optional))
    rules = tuple(
        take_text(rule, here.part("rules"), 20) for rule in take_list(fields["rules"], here.part("rules"), 1, 60)
    )
    CHECKS[form](fields, here, definitions)
    source = fields.get("source", "")
    if "source" in fields and type(source) is not int:  # a section such as 14
        take_text(source, here.part("source"), LONGEST)
    return Scenario(title, rules, str(source), here, fields, definitions, printed)


FORMS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "geometry": (("geometry",), ("steps", "expect")),
    "load": (("load", "expect"), ("steps",)),
    "given": (("given",), ("expect", "dice", "steps", "setup_refused")),
}
"""The keys that a form of scenario needs, and those that it may have."""


def _check_load(fields: Mapping[str, Any], place: Place, definitions: Definitions) -> None:
    names = [
        take_text(name, place.part("load"), LONGEST)
        for name in take_list(fields["load"], place.part("load"), 1, MOST_PARTS)
    ]
    take_list(fields.get("steps", []), place.part("steps"), 0, 0)
    expected = place.part("expect")
    for name, entry in take_fields(fields["expect"], expected, (), names).items():
        wanted = take_fields(entry, expected.part(name), (), ("first", "ships"))
        if "first" in wanted:
            take_word(wanted["first"], expected.part(name).part("first"), SIDES)
        if "ships" in wanted:
            take_whole(wanted["ships"], expected.part(name).part("ships"), 0, 99)


CHECKS = {"geometry": check_geometry, "load": _check_load, "given": check_moment}
