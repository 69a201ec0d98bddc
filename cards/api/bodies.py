"""Request bodies: objects with known keys. The functions that take the values validate them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request

from cards.api.sent import Schema
from cards.api.strict_json import sent_with
from cards.decks.errors import make_wrong_type_error, require_type
from cards.decks.reading import LARGEST_NUMBER
from incursions.rules.plain_yaml import quote

TYPES: Mapping[str, tuple[type, str]] = {
    "string": (str, "a text"),
    "boolean": (bool, "true or false"),
    "array": (list, "a list of texts"),
    "object": (Mapping, "an object"),
}
"""What stands for the types of JSON Schema, numbers apart, and what is said of other values."""


class Body:
    """The object that a request sends. Raises `DeckError` for anything else, and for keys that it has no use for."""

    def __init__(self, request: Request, *known: str) -> None:
        data = require_type(sent_with(request), Mapping, "The body", "an object", field="")
        for key in data:
            if key not in known:
                raise make_wrong_type_error("The body", f"nothing but {', '.join(known)}", key, field=quote(key)[:100])
        self._data = data

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of any type."""
        return self._data.get(key, default)

    def arguments(self, schema: Schema) -> dict[str, Any]:
        """Return the values of what the schema needs and of what was sent besides, each of the type it describes."""
        return {
            key: self._read_typed(key, str(described["type"]))
            for key, described in schema["properties"].items()
            if key in self._data or key in schema.get("required", ())
        }

    def must(self, key: str) -> Any:
        """Return a value that must be there and not be null."""
        value = self._data.get(key)
        if value is None:
            raise make_wrong_type_error(key, "a value", None, field=key)
        return value

    def number(self, key: str = "number") -> int:
        """Return a whole number from 1 that must be there."""
        return self._read_typed(key, "integer")

    def flag(self, key: str) -> bool:
        """Return a boolean; False if it is left out."""
        return key in self._data and self._read_typed(key, "boolean")

    def text(self, key: str) -> str:
        """Return a text that must be there."""
        return self._read_typed(key, "string")

    def _read_typed(self, key: str, kind: str) -> Any:
        value = self._data.get(key)
        if kind == "integer":
            return whole(value, key, least=1)
        known, expected = TYPES[kind]
        return require_type(value, known, key, expected)


def whole(value: object, key: str, *, least: int, most: int = LARGEST_NUMBER) -> int:
    """Return a whole number of a body. Raises `DeckError`."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise make_wrong_type_error(key, f"a whole number from {least}", value, field=key)
    return value
