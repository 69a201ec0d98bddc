"""The contract of prints: the sheets, slips, patches and certificates of tournaments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Column(NamedTuple):
    """A column of a printed table: its name, its relative width, and whether it is set from the right."""

    name: str
    share: float
    is_number: bool = False


class Slip(NamedTuple):
    """A slip to cut out: its heading, and the players who each have a line to fill in."""

    heading: str
    players: Sequence[str]


class PatchText(NamedTuple):
    """The text of a patch: its title, the event, and its day; `race` gives emblem and colour."""

    title: str
    event: str
    day: str
    race: str = ""
    thread: str = "gold"


class Certificate(NamedTuple):
    """A certificate: the player's name, the achievement, further details, and the patch."""

    name: str
    what: str
    details: str
    patch: PatchText


@dataclass(frozen=True)
class Printing:
    """The prints of tournaments, in the type and the colours of a game: PDF files, and patches as PNG.

    A table has a title, a line below it, columns and rows; a sheet of slips a title, a line and the slips.
    """

    table_sheet: Callable[[str, str, Sequence[Column], Sequence[Sequence[str]]], bytes]
    slip_sheet: Callable[[str, str, Sequence[Slip]], bytes]
    patch: Callable[[PatchText], bytes]
    certificate: Callable[[Certificate], bytes]
