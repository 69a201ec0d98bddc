"""The contract of sealed play: pools that players open, and loadouts that they build from them.

A game whose loadouts allow it has an object of `SealedPlay` (`Loadouts.sealed`). Stocks, pools and builds are plain
data in shapes of the game's own; `limits` are those of `ModeKind.find_limits`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol


class DrawnStock(NamedTuple):
    """A stock from which pools are drawn now, and the version of the definitions that it was made from."""

    data: Any
    version: str


class Fault(NamedTuple):
    """The reason why a build may not be registered, or a change not made: a sentence, with its rule."""

    message: str
    rule: str


class PackContent(NamedTuple):
    """A pack of a pool: its name, and the titles in it."""

    name: str
    titles: tuple[str, ...]


class BuildSteps(NamedTuple):
    """The number of steps of a build that can be undone and redone."""

    back: int
    forth: int


@dataclass(frozen=True)
class EditedBuild:
    """A build as its player edits it, with the addresses and services of the platform.

    `number` rises with each change. `bar` is the template above the editor, with the time that is left; it gets
    `context`. `save` takes a content and `take_step` one of `BUILD_STEPS`, both with the number that was changed; they
    return the build after it, and raise `DomainError`, among them build_moved_on and too_late.
    """

    content: Any
    pool: Any
    limits: Any
    number: int
    address: str
    register_address: str
    bar: str
    context: Mapping[str, Any]
    count_steps: Callable[[], BuildSteps]
    read_again: Callable[[], EditedBuild]
    save: Callable[[Any, int], EditedBuild]
    take_step: Callable[[str, int], EditedBuild]


BUILD_STEPS = ("undo", "redo", "fill")


class SealedPlay(Protocol):
    """The sealed play of a game: it draws pools, judges what is built from them, and shows both."""

    empty_build: Any
    """The content of a build without any piece."""

    def draw_stock(self) -> DrawnStock | None:
        """Return what pools are drawn from now; None if a pool of it could hold no legal loadout."""
        ...

    def open_pools(self, stock: Any, seed: bytes, numbers: Iterable[int]) -> list[Any]:
        """Return the pools of the players with these numbers, in order; equal for equal stock, seed and number."""
        ...

    def check_stock(self, stock: Any) -> None:
        """Raise an error of its reading (KeyError, TypeError, ValueError) for a stock of another shape."""
        ...

    def check_pool(self, pool: Any) -> None:
        """Raise an error of its reading (KeyError, TypeError, ValueError) for a pool of another shape."""
        ...

    def propose(self, pool: Any, limits: Any) -> Any:
        """Return a legal build made of the pool; equal for equal pools and definitions."""
        ...

    def find_fault(self, build: Any, pool: Any, limits: Any) -> Fault | None:
        """Return why the build may not be registered, or None if it may."""
        ...

    def find_new_fault(self, before: Any, after: Any, pool: Any, limits: Any) -> Fault | None:
        """Return what a change adds that not even an unfinished build may have, or None."""
        ...

    def list_packs(self, pool: Any) -> Sequence[PackContent]:
        """Return the packs of a pool in the order in which they are opened."""
        ...

    def show_pieces(self, titles: Iterable[str]) -> Sequence[Any]:
        """Return the pieces of an opened pack as pages show them: `title` and `item`, None for an unknown piece."""
        ...

    def render_table(self, pool: Any, build: Any, limits: Any) -> str:
        """Return a pool as HTML, beside the registered build unless that is None."""
        ...

    def describe_stock(self, stock: Any) -> str:
        """Return what a pool of the stock consists of, as a sentence."""
        ...

    def render_odds(self, stock: Any) -> str:
        """Return the content of packs with its odds as HTML; of what packs are drawn from now for None."""
        ...

    def copy_build(self, build: Any, *, owner: Any, name: str) -> Any:
        """Copy a registered build to what the owner has, and return its row. Raises `DomainError`."""
        ...

    def read_build(self, said: Any) -> Any:
        """Return the content of a build that a client sent, with its parts in order. Raises `FieldError`."""
        ...

    def list_problems(self, build: Any, pool: Any, limits: Any) -> list[dict[str, str]]:
        """Return the problems of a build for clients of the API, each with code, rule and message."""
        ...

    def render_problems(self, build: Any, pool: Any, limits: Any) -> str:
        """Return the problems of a registered build as HTML."""
        ...

    def answer_edit(self, request: Any, build: EditedBuild) -> Any:
        """Return the response to a request from the page of a build: the editor, or by POST the answer to a change."""
        ...
