"""Errors of decks. Each has a stable code for clients and a sentence for players."""

from __future__ import annotations

from typing import Any

from incursions.kit.refusals import RefusalError
from incursions.kit.words import quote

STATUSES = {
    "malformed": 400,  # a value of another type than was expected
    "not_yours": 403,
    "not_found": 404,  # there is none, or nobody may know that there is one
    "deleted": 409,
    "moved_on": 409,
    "nothing_to_undo": 409,
    "nothing_to_redo": 409,
    "unchanged": 409,
    "invalid": 422,
    "too_many": 422,
    "busy": 503,  # the same may be asked for again in a moment
}


class DeckError(RefusalError):
    """A refusal: nothing has been changed. `field` names the cause, such as "name" or "deck/Phasers".

    `number` is that of the deck as it is now, where somebody had an older one in mind.
    """

    def __init__(self, code: str, message: str, *, field: str = "", number: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.number = number

    @property
    def status(self) -> int:
        """The HTTP status of the error."""
        return STATUSES[self.code]


def no_such_deck() -> DeckError:
    """Return the error for a missing deck. A hidden deck gets the same words."""
    return DeckError("not_found", "There is no such deck.")


def no_such_version(number: int) -> DeckError:
    """Return the error for a version that a deck does not have."""
    return DeckError("not_found", f"The deck has no version {number}.", field="version")


def require_type(
    value: Any, kinds: type | tuple[type, ...], what: str, expected: str, *, field: str | None = None
) -> Any:
    """Return the value if it is of one of these types; booleans are no numbers. Raises `DeckError` malformed.

    `field` is what is refused, unless said the same as `what`.
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is int):
        raise make_wrong_type_error(what, expected, value, field=what if field is None else field)
    return value


def make_wrong_type_error(what: str, expected: str, value: object, *, field: str) -> DeckError:
    """Return the error for a value of a wrong type. Lists and objects, which may be large, are named by kind."""
    kinds = {dict: "an object", list: "a list", tuple: "a list", bool: "true or false", type(None): "null"}
    found = kinds.get(type(value)) or quote(value)
    return DeckError("malformed", f"{what}: {expected} was expected, not {found}.", field=field)
