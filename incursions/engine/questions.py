"""A question: who is asked what, and everything that may be answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

KINDS = ("one", "some", "amount", "hex")


@dataclass(slots=True, repr=False)
class Question:
    """One open question. It reads like the collection of its options.

    `kind` is one of `KINDS`; `topic` says what it is about, in the game's words. An option is a phrase; `said` are the
    phrases chosen so far when the question is a later stage of one line. `least` is the option that does nothing, or
    None where something must be chosen.
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
