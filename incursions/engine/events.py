"""Events: small facts from which logs, pages, animations and replays are made."""

from __future__ import annotations

from typing import Any


class Event:
    """Something that happened. `audience` holds the seats that may know of it; None means everybody."""

    __slots__ = ("audience", "facts", "kind")

    def __init__(self, kind: str, facts: dict[str, Any], audience: tuple[int, ...] | None = None) -> None:
        self.kind = kind
        self.facts = facts
        self.audience = audience

    def is_for(self, seat: int | None) -> bool:
        """Return True if the seat (None: a spectator) may know of the event."""
        return self.audience is None or seat in self.audience

    def to_data(self) -> dict[str, Any]:
        """Return the event as plain data for files, database rows and pages."""
        data: dict[str, Any] = {"kind": self.kind, "facts": self.facts}
        if self.audience is not None:
            data["audience"] = list(self.audience)
        return data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.to_data() == other.to_data()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.facts!r}{'' if self.audience is None else f', {self.audience!r}'})"


class Emitted(Event):
    """An event whose fields `Game.emit` sets: twice as fast as a constructor, and each decision emits two."""

    __slots__ = ()
    __init__ = object.__init__
