"""Errors of decks. Each has a stable code for clients and a sentence for players."""

from __future__ import annotations

from incursions.kit.refusals import CODES, FieldError


class DeckError(FieldError):
    """A refusal: nothing has been changed. Its code is one of `CODES`.

    The member `number` is that of the deck as it is now, where somebody had an older one in mind.
    """

    @property
    def status(self) -> int:
        """The HTTP status of the error."""
        return CODES[self.code].status


def no_such_deck() -> DeckError:
    """Return the error for a missing deck. A hidden deck gets the same words."""
    return DeckError("not_found", "There is no such deck.")


def no_such_version(number: int) -> DeckError:
    """Return the error for a version that a deck does not have."""
    return DeckError("not_found", f"The deck has no version {number}.", field="version")
