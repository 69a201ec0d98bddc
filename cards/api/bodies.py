"""Bodies of requests: an object with known keys. What the values may be, the functions say that they are given to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request

from cards.api.strict_json import sent_with
from cards.decks.errors import malformed, typed
from cards.decks.reading import LARGEST_NUMBER
from incursions.rules.plain_yaml import shown


class Body:
    """The object that a request sends. Raises `DeckError` for anything else, and for keys that it has no use for."""

    def __init__(self, request: Request, *known: str) -> None:
        data = typed(sent_with(request), Mapping, "The body", "an object", field="")
        for key in data:
            if key not in known:
                raise malformed("The body", f"nothing but {', '.join(known)}", key, field=shown(key)[:100])
        self._data = data

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def get(self, key: str, default: Any = None) -> Any:
        """The value, whatever it is."""
        return self._data.get(key, default)

    def must(self, key: str, expected: str) -> Any:
        """A value that must be there and not be null."""
        value = self._data.get(key)
        if value is None:
            raise malformed(key, expected, None, field=key)
        return value

    def may(self, key: str, expected: str) -> Any:
        """A value that is not null where it is there, and None where it is left out."""
        return self.must(key, expected) if key in self._data else None

    def number(self, key: str = "number") -> int:
        """A whole number from 1 that must be there."""
        return whole(self._data.get(key), key, least=1)

    def flag(self, key: str) -> bool:
        """True or false; false where it is left out."""
        return typed(self._data.get(key, False), bool, key, "true or false")

    def text(self, key: str) -> str:
        """A text that must be there."""
        return typed(self._data.get(key), str, key, "a text")


def whole(value: object, key: str, *, least: int, most: int = LARGEST_NUMBER) -> int:
    """A whole number of a body. Raises `DeckError`."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise malformed(key, f"a whole number from {least}", value, field=key)
    return value
