"""A query that cannot be read, as the page shows it: its place to be underlined, nothing in it that cannot be seen."""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import category

from incursions.search import QueryError
from incursions.search.tokens import LONGEST_QUERY

CONTROL_PICTURES = 0x2400
UNSEEN = ("Cc", "Cs")


@dataclass(frozen=True, slots=True)
class Fault:
    """What cannot be read, in three pieces of which the middle one is to be underlined, and why.

    `corrected` is the query that was probably meant, None where nothing is near.
    """

    before: str
    place: str
    after: str
    message: str
    corrected: str | None

    @property
    def meant(self) -> str:
        """The corrected query as it is shown."""
        return shown(self.corrected or "")


def fault_of(error: QueryError, corrected: str | None) -> Fault:
    """A fault as it is shown, with what was probably meant. A text that is far too long is cut where it became so."""
    start, end = error.place
    return Fault(
        before=shown(error.text[:start]),
        place=shown(error.text[start : min(end, LONGEST_QUERY)]) or "…",
        after=shown(error.text[end:LONGEST_QUERY]),
        message=error.message,
        corrected=corrected,
    )


def shown(text: str) -> str:
    """A text with a picture for each control character, which nobody could see."""
    return "".join(_picture(sign) if category(sign) in UNSEEN else sign for sign in text)


def typable(text: str) -> str:
    """What of a text can stand in the search box."""
    return "".join(sign for sign in text[:LONGEST_QUERY] if category(sign) not in UNSEEN)


def _picture(sign: str) -> str:
    return chr(CONTROL_PICTURES + ord(sign)) if sign < " " else "\ufffd"
