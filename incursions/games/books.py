"""The part of the contract of games about rulebooks on pages: the text, the scenarios that show it, and their stories.

A story tells a scenario to players: who stands where, what is chosen, what follows, and what is refused by which rule.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from markupsafe import Markup

from incursions.engine.events import Event
from incursions.games.rulebooks import Rulebook
from incursions.kit.markup import format_html


class StoryStep(NamedTuple):
    """A step of a story: the line that a seat chooses, "" for a look at the table, and what follows, each as HTML."""

    chosen: Markup
    follows: tuple[Markup, ...]
    is_refused: bool = False


class Story(NamedTuple):
    """A scenario as a player reads it: the table at its start, its steps, and what is true at its end."""

    table: tuple[Markup, ...]
    steps: tuple[StoryStep, ...]
    end: tuple[Markup, ...]


def tell_events(write: Callable[[str, Mapping[str, Any]], Any], events: Iterable[Event]) -> Iterator[Markup]:
    """Yield the sentences that a log writes of events; a heading gets a full stop."""
    for event in events:
        said = write(event.kind, event.to_data()["facts"])
        if said.html:
            yield format_html("{}.", said.html) if said.is_heading else said.html


class Example(Hashable, Protocol):
    """A scenario, named but not yet read as a whole: its title, and its rules, with the one it is most about first."""

    @property
    def title(self) -> str: ...
    @property
    def rules(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class BookKind:
    """A game's rulebook for pages.

    `letter` stands before its numbers; no two games have the same. `folder` has the text and `examples` the scenarios,
    both below the root of the repository. `read` returns the text of a folder, `list_examples` the scenarios of a
    folder, and `tell` tells one of them with the game's data below the root. Readers raise ValueError, `tell` any
    exception.

    Pages offer `searches`, words that find something. `left_out` says of a number that it does not hold in some mode:
    "not in Basic". `draw_figure` returns a picture for the page of a number, "" for none.
    """

    letter: str
    folder: str
    examples: str
    read: Callable[[Path], Rulebook]
    list_examples: Callable[[Path], Iterable[Example]]
    tell: Callable[[Path, Any], Story]
    searches: tuple[str, ...] = ()
    left_out: str = ""
    draw_figure: Callable[[str], Markup] = lambda number: Markup()
