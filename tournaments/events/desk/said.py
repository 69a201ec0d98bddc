"""Read the fields of a desk form, or of a JSON object."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from incursions.kit.refusals import make_malformed_error
from incursions.kit.requests import HIGHEST_VERSION, is_json, read_fields

LONGEST_TEXT = 600
MOST_CHOSEN = 64


class Said:
    """The fields of a request. Its methods raise malformed for a value of the wrong type."""

    def __init__(self, request: HttpRequest) -> None:
        self._fields = read_fields(request)
        self._lists = None if is_json(request) else request.POST

    @property
    def seen(self) -> int | None:
        """The version of the tournament that the page showed."""
        return self._fields.optional_number("seen")

    def text(self, name: str) -> str:
        """Return a text; "" if the field is missing."""
        value = self._fields.get(name, "")
        if not isinstance(value, str):
            raise make_malformed_error(f"{name} is no text.")
        if len(value) > LONGEST_TEXT:
            raise make_malformed_error(f"{name} is longer than {LONGEST_TEXT} characters.")
        return value.strip()

    def number(self, name: str) -> int:
        """Return a whole number."""
        found = self._fields.optional_number(name)
        if found is None:
            raise make_malformed_error(f"Say which {name}.")
        return found

    def flag(self, name: str) -> bool:
        """Return True for a ticked box or `true`."""
        return self._fields.get(name) in ("on", "1", "true", True)

    def numbers(self, name: str) -> list[int]:
        """Return whole numbers: several form values, one text with spaces, or a list."""
        return [_whole(one, name) for one in self._values(name)]

    def some_numbers(self, name: str) -> list[int] | None:
        """Return whole numbers as `numbers` does, or None if all are left out."""
        values = self._values(name)
        if all(one in ("", None) for one in values):
            return None
        return [_whole(one, name) for one in values]

    def _values(self, name: str) -> list[Any]:
        if self._lists is not None:
            said: list[Any] = [part for one in self._lists.getlist(name) for part in (str(one).split() or [""])]
        else:
            value = self._fields.get(name, [])
            said = value if isinstance(value, list) else [value]
        if len(said) > MOST_CHOSEN:
            raise make_malformed_error(f"That is too much for {name}.")
        return said


def _whole(value: Any, name: str) -> int:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= len(str(HIGHEST_VERSION)):
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= HIGHEST_VERSION:
        raise make_malformed_error(f"{name}: a whole number is missing, or not one.")
    return value
