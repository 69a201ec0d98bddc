"""Questions and their options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from incursions.engine.hexes import Hex

KINDS = ("one", "some", "amount", "hex")


class Option(NamedTuple):
    """An answer to a question, or to a stage of one: its parts, and the phrase that says it.

    `verb` is the action, or the word that joins a later stage to the stages before it ("at", "with"). `subject` is a
    word of the game: a system, a side of a hex, the thing that an amount counts. `title` names a card or a piece, at
    `seat` or in the hex `place`; `ordinal` is 2 for the second of two equal ones there. Without a title, `seat` or
    `place` is the object itself.
    """

    text: str
    verb: str = ""
    subject: str = ""
    title: str = ""
    face: str = ""
    seat: int | None = None
    place: Hex | None = None
    amount: int = 0
    ordinal: int = 1

    def __str__(self) -> str:
        return self.text

    @property
    def rest(self) -> str:
        """The text after the verb."""
        return self.text[len(self.verb) + 1 :] if self.verb else self.text


@dataclass(slots=True, repr=False)
class Question:
    """An open question. It behaves as the collection of its options.

    `kind` is one of `KINDS`; `topic` is the subject in the game's words. An option is a phrase; `said` are the phrases
    chosen so far when the question is a later stage of a line. `least` is the option that does nothing, or None if the
    seat must choose something.
    """

    seat: int
    kind: str
    topic: str
    options: Sequence[str]
    least: str | None
    title: str
    rule: str
    said: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[str]:
        return iter(self.options)

    def __contains__(self, option: object) -> bool:
        return option in self.options

    def __len__(self) -> int:
        return len(self.options)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<Question {self.topic!r} for seat {self.seat}: {', '.join(self.options)}>"
