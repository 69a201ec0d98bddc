"""Events: what happened, as small facts from which logs, pages, animations and replays are made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, NotRequired, TypedDict, dataclass_transform

OPTIONAL: Any = ...
"""The default of a fact that an event may lack."""
BEFORE_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
Facts = Mapping[str, Any]
"""What an event tells; each kind of event has facts of its own."""


class EventData(TypedDict):
    """An event as stored and sent; `facts` are those of its kind, `number` is that of its action in a file."""

    kind: str
    facts: Facts
    audience: NotRequired[list[int]]
    number: NotRequired[int]


@dataclass_transform(kw_only_default=True)
class EventKind:
    """A kind of event. The annotations in the body of a subclass are the facts of its events.

    `kind` is its name in files and database rows: the name of the class in snake case. `sentence` is the template with
    which a log tells its events, empty if other lines tell them; `about` the word of the filter that shows them, empty
    if none does. `is_strict`: no version left out a fact of the sentence, so a stored event without one is refused.

    A kind is never instantiated: `Game.tell` takes it with the facts, and a type checker compares these with the
    annotations. A fact that a kind cannot have as an attribute (`from`, `kind`) is declared with an underscore added.
    """

    kind: ClassVar[str]
    sentence: ClassVar[str]
    about: ClassVar[str]
    is_strict: ClassVar[bool]

    def __init_subclass__(cls, *, about: str = "", is_strict: bool = False) -> None:
        super().__init_subclass__()
        if "sentence" not in vars(cls):
            raise TypeError(f"{cls.__name__} needs a sentence")
        cls.kind = BEFORE_CAPITAL.sub("_", cls.__name__).lower()
        cls.about = about
        cls.is_strict = is_strict


class Event:
    """Something that happened: its kind, and the facts by the names that the kind declares.

    `audience` holds the seats that may know of it; None means everybody.
    """

    __slots__ = ("audience", "kind_class", "told")

    def __init__(
        self, kind_class: type[EventKind], told: dict[str, Any], audience: tuple[int, ...] | None = None
    ) -> None:
        self.kind_class = kind_class
        self.told = told
        self.audience = audience

    @property
    def kind(self) -> str:
        """The name of the kind."""
        return self.kind_class.kind

    @property
    def facts(self) -> dict[str, Any]:
        """The facts by the names under which they are stored, in the order in which they were told."""
        return {name.rstrip("_"): fact for name, fact in self.told.items()}

    def is_for(self, seat: int | None) -> bool:
        """Return True if the seat (None: a spectator) may know of the event."""
        return self.audience is None or seat in self.audience

    def to_data(self) -> EventData:
        """Return the event as plain data for files, database rows and pages."""
        data: EventData = {"kind": self.kind, "facts": self.facts}
        if self.audience is not None:
            data["audience"] = list(self.audience)
        return data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.to_data() == other.to_data()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.facts!r}{'' if self.audience is None else f', {self.audience!r}'})"


class Emitted(Event):
    """An event whose fields `Game.tell` sets: twice as fast as a constructor, and each decision tells two."""

    __slots__ = ()
    __init__ = object.__init__
