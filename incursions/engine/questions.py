"""A question: who is asked what, and everything that may be answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

KINDS = ("one", "some", "amount", "hex")


class Question:
    """One open question. It reads like the collection of its options.

    `kind` is one of `KINDS`; `topic` says what it is about, in the game's words. An option is a phrase; `said` are the
    phrases chosen so far when the question is a later stage of one line. `least` is the option that does nothing, or
    None where something must be chosen.
    """

    __slots__ = ("kind", "least", "options", "rule", "said", "seat", "title", "topic")

    def __init__(
        self,
        seat: int,
        kind: str,
        topic: str,
        options: Sequence[str],
        least: str | None,
        title: str,
        rule: str,
        said: tuple[str, ...] = (),
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.topic = topic
        self.options = options
        self.least = least
        self.title = title
        self.rule = rule
        self.said = said

    def __iter__(self) -> Iterator[str]:
        return iter(self.options)

    def __contains__(self, option: object) -> bool:
        return option in self.options

    def __len__(self) -> int:
        return len(self.options)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Question):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Question.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Question {self.topic!r} for seat {self.seat}: {', '.join(self.options)}>"
