"""Records: the mutable parts of the state of an event, which are copied and stored by their fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

Maker = Callable[[Any], Any]
"""A function that makes the value of a field, or an item of it, from plain data."""
IMMUTABLE = frozenset({int, str, bool, type(None)})
"""The types of values that copies share."""


def copy_value(value: Any) -> Any:
    """Return an independent copy of a value of a record; an immutable value is shared."""
    kind = type(value)
    if kind is list:
        return [each.copy() for each in value] if value and isinstance(value[0], Record) else value.copy()
    if kind is dict:
        return {key: copy_value(each) for key, each in value.items()} if is_mutable(value) else value.copy()
    return value.copy() if isinstance(value, Record) else value


def is_mutable(value: dict[str, Any]) -> bool:
    """Return True if a dict holds records or lists. All its values are of one kind."""
    return isinstance(next(iter(value.values()), None), Record | list)


def to_plain(value: Any) -> Any:
    """Return a value of a record as plain data."""
    if isinstance(value, Record):
        return value.to_data()
    if isinstance(value, list | tuple):
        return [to_plain(each) for each in value]
    if isinstance(value, dict):
        return {key: to_plain(each) for key, each in value.items()}
    return value


@dataclass(slots=True)
class Record:
    """A part of the state. `makers` make the fields that are no plain data, item by item in lists and dicts."""

    makers: ClassVar[dict[str, Maker]] = {}

    def copy(self) -> Self:
        """Return an independent record."""
        twin = self.__class__.__new__(self.__class__)
        # `__match_args__` are the fields in order; `dataclasses.fields` takes three times as long
        names: tuple[str, ...] = self.__match_args__
        for name in names:
            value = getattr(self, name)
            setattr(twin, name, value if type(value) in IMMUTABLE else copy_value(value))
        return twin

    def restore(self, original: Self) -> None:
        """Make a copy equal to its original again. Only what differs is copied, which costs less than a new copy."""
        names: tuple[str, ...] = self.__match_args__
        for name in names:
            value, current = getattr(original, name), getattr(self, name)
            if type(value) is dict and is_mutable(value) and list(current) == list(value):
                for key, each in value.items():
                    if current[key] != each:
                        current[key] = copy_value(each)
            elif current != value:
                setattr(self, name, copy_value(value))

    def to_data(self) -> dict[str, Any]:
        """Return the fields as plain data."""
        return {field.name: to_plain(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Return the record that `to_data` described."""
        return cls(**{name: cls._read_field(name, value) for name, value in data.items()})

    @classmethod
    def _read_field(cls, name: str, value: Any) -> Any:
        make = cls.makers.get(name)
        if isinstance(value, list):
            return [each if make is None else make(each) for each in value]
        if make is None or value is None:
            return dict(value) if isinstance(value, dict) else value
        if name in cls.list_single_fields():
            return make(value)
        return {key: make(each) for key, each in value.items()}

    @classmethod
    def list_single_fields(cls) -> frozenset[str]:
        """Return the names of the fields that hold one record, or None."""
        return frozenset()
