"""Checks of plain data that may come from anybody. Each returns the checked value or raises `DataError`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from incursions.kit.words import quote

NOTE = "note"
"""A key for readers alone, allowed in every mapping with fixed keys."""
LONGEST_NOTE, LONGEST_NAME, LONGEST_KEY = 400, 40, 60


class DataError(ValueError):
    """A fault in data: its file, title and field, and what was expected there."""

    def __init__(self, file: str, title: str, field: str, expected: str) -> None:
        super().__init__(": ".join(part for part in (file, title, field, expected) if part))
        self.file, self.title, self.field, self.expected = file, title, field, expected

    @property
    def every(self) -> Sequence[DataError]:
        """The faults that were found together, each as an error of its own."""
        return (self,)


class SeveralFaultsError(DataError):
    """Several faults in data; as an error, it is the first of them."""

    def __init__(self, faults: Sequence[DataError]) -> None:
        first = faults[0]
        super().__init__(first.file, first.title, first.field, first.expected)
        self._every = tuple(faults)

    @property
    def every(self) -> Sequence[DataError]:
        return self._every


Faults = list[DataError]


def raise_faults(faults: Sequence[DataError]) -> None:
    """Raise all faults as one error, if there are any."""
    if faults:
        raise faults[0] if len(faults) == 1 else SeveralFaultsError(faults)


class Place(NamedTuple):
    """A place in data: a file (or what holds the data), the title of an entry, and a field as a path."""

    file: str = ""
    title: str = ""
    field: str = ""

    def entry(self, title: object) -> Place:
        """Return the place of an entry of the file."""
        return Place(self.file, _cut(title))

    def part(self, key: object) -> Place:
        """Return the place of a field, or of a part of this field."""
        return self._replace(field=f"{self.field}, {_cut(key)}" if self.field else _cut(key))

    def fault(self, expected: str) -> DataError:
        """Return an error about this place."""
        return DataError(*self, expected)


def _cut(key: object) -> str:
    text = str(key)
    return text if text.isprintable() and len(text) <= LONGEST_KEY else quote(text)


def take_mapping(value: Any, place: Place, most: int) -> Mapping[str, Any]:
    """Return a mapping whose keys are texts."""
    if not isinstance(value, Mapping):
        raise place.fault(f"fields with values were expected, not {quote(value)}")
    if len(value) > most:
        raise place.fault(f"at most {most} entries were expected, not {len(value)}")
    for key in value:
        if not isinstance(key, str):
            raise place.fault(f"a text was expected as a name, not {quote(key)}")
    return value


def take_fields(value: Any, place: Place, needed: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
    """Return a mapping that has all `needed` keys and no others but the `optional` ones, without its note."""
    fields, faults = sort_fields(value, place, needed, optional)
    raise_faults(faults)
    return fields


def sort_fields(
    value: Any, place: Place, needed: Collection[str], optional: Collection[str] = ()
) -> tuple[dict[str, Any], Faults]:
    """Return the known fields of a mapping, and a fault for each other one and for each that is missing.

    Raises `DataError` for what is no mapping.
    """
    known = [*needed, *optional]
    fields = dict(take_mapping(value, place, len(known) + 1))
    faults: Faults = []
    note = fields.pop(NOTE, None)
    try:
        if note is not None:
            take_text(note, place.part(NOTE), LONGEST_NOTE)
    except DataError as fault:
        faults.append(fault)
    there_are = ", ".join(known)
    faults += [
        place.part(key).fault(f"there is no such field; there are {there_are}") for key in fields if key not in known
    ]
    faults += [place.part(key).fault("this field is missing") for key in needed if key not in fields]
    return {key: held for key, held in fields.items() if key in known}, faults


def take_list(value: Any, place: Place, least: int, most: int) -> list[Any]:
    """Return a list with a permitted number of entries."""
    if not isinstance(value, list | tuple):
        raise place.fault(f"a list was expected, not {quote(value)}")
    if not least <= len(value) <= most:
        size = f"{least}" if least == most else f"{least} to {most}"
        raise place.fault(f"{size} entries were expected, not {len(value)}")
    return list(value)


def take_whole(value: Any, place: Place, least: int, most: int) -> int:
    """Return a whole number within limits. True and false are no numbers."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        limits = str(least) if least == most else f"a whole number from {least} to {most}"
        raise place.fault(f"{limits} was expected, not {quote(value)}")
    return value


def take_flag(value: Any, place: Place) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise place.fault(f"true or false was expected, not {quote(value)}")
    return value


def take_text(value: Any, place: Place, longest: int) -> str:
    """Return a text that can be shown."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise place.fault(f"a text was expected, not {quote(value)}")
    if len(value) > longest:
        raise place.fault(f"at most {longest} characters were expected, not {len(value)}")
    return value


def take_word(value: Any, place: Place, words: Collection[str]) -> str:
    """Return a text that is one of the words."""
    if not isinstance(value, str) or value not in tuple(words):  # in a text, a part of it would do
        listed = ", ".join(words)
        expected = listed if len(words) == 1 else f"one of {listed}"
        raise place.fault(f"{expected} was expected, not {quote(value)}")
    return value


def take_words(value: Any, place: Place, words: Collection[str], least: int = 1) -> tuple[str, ...]:
    """Return different texts of a list, each one of the words."""
    listed = [take_word(word, place, words) for word in take_list(value, place, least, len(words))]
    _check_distinct(listed, place)
    return tuple(listed)


def take_wholes(value: Any, place: Place, least: int, most: int) -> tuple[int, ...]:
    """Return different whole numbers of a list, in order."""
    numbers = [take_whole(number, place, least, most) for number in take_list(value, place, 0, most - least + 1)]
    _check_distinct(numbers, place)
    return tuple(sorted(numbers))


def _check_distinct(values: Iterable[object], place: Place) -> None:
    seen: set[object] = set()
    for value in values:
        if value in seen:
            raise place.fault(f"{quote(value)} appears twice")
        seen.add(value)


def take_title(value: Any, place: Place) -> str:
    """Return a text of letters, digits, blanks, hyphens and apostrophes."""
    name = take_text(value, place, LONGEST_NAME)
    if name != " ".join(name.split(" ")).strip() or "  " in name or not all(map(_is_in_names, name)):
        raise place.fault(f"letters, digits, blanks, hyphens and apostrophes were expected, not {quote(value)}")
    return name


def _is_in_names(sign: str) -> bool:
    return sign.isalpha() or sign in "0123456789 -'"
