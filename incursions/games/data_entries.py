"""Reading an entry of data field by field, with all its faults instead of the first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from incursions.games.data_checks import DataError, Faults, Place, raise_faults, sort_fields

Read = TypeVar("Read")
Rest = ParamSpec("Rest")
Take = Callable[Concatenate[Any, Place, Rest], Read]
"""A check of a value at a place, such as `data_checks.take_whole`."""


class EntryReader:
    """Reads the fields of a mapping one after the other, and raises all their faults together in the end.

    A field that is missing or faulty is read as `default`, with which nothing is made: `finish` raises then.
    """

    def __init__(self, data: Any, place: Place, needed: Collection[str], optional: Collection[str] = ()) -> None:
        self.place = place
        self.fields, self.faults = sort_fields(data, place, needed, optional)

    def read_field(self, key: str, take: Take[Rest, Read], *rest: Rest.args, **more: Rest.kwargs) -> Read:
        """Return the checked value of a field; None if it is missing or faulty."""
        return self.read_field_or(cast(Read, None), key, take, *rest, **more)

    def read_field_or(
        self, default: Read, key: str, take: Take[Rest, Read], *rest: Rest.args, **more: Rest.kwargs
    ) -> Read:
        """Return the checked value of a field; `default` if it is left out, missing or faulty."""
        if key in self.fields:
            with self.noting():
                return take(self.fields[key], self.place.part(key), *rest, **more)
        return default

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note the faults that the block raises, and go on after it."""
        with noting(self.faults):
            yield

    def finish(self, made: Read) -> Read:
        """Return what was made of the fields. Raises `DataError` with all faults."""
        raise_faults(self.faults)
        return made


@contextmanager
def noting(faults: Faults) -> Iterator[None]:
    """Append the faults that the block raises to `faults`, and go on after it."""
    try:
        yield
    except DataError as fault:
        faults += fault.every


def read_items(
    items: Iterable[Any], place: Place, take: Take[Rest, Read], *rest: Rest.args, **more: Rest.kwargs
) -> list[Read]:
    """Return the checked items of a list, each in the place of its number. Raises `DataError` with all faults."""
    faults: Faults = []
    made = []
    for number, item in enumerate(items, start=1):
        with noting(faults):
            made.append(take(item, place.part(number), *rest, **more))
    raise_faults(faults)
    return made
