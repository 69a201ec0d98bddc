"""Contracts of a megagame for paper sheets that come back, and for editing the content of a day."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from incursions.games.content_shapes import Shapes, has_no_shapes
from incursions.games.data_checks import DataError

NUMBER, CHOICE, TEXT, LINES = "number", "choice", "text", "lines"
"""How a field is filled in: a number, one of its options, a text, or several texts, one a line."""


class PaperField(NamedTuple):
    """A figure of a sheet as a field of a form: its name and group, its value as it stands, and its options."""

    name: str
    label: str
    group: str
    value: str
    kind: str = NUMBER
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class PaperKind:
    """Paper sheets of a megagame that are brought back.

    `list_sheets(game)` returns their keys with their titles, `list_fields(game, key)` the fields of one.
    `write_command(game, key, typed, reason, is_secret)` returns the command for the fields that were changed; it raises
    ValueError with "NAME: REASON" for a value that no command can hold. A refusal of the command begins with the name
    of the field, too.
    """

    list_sheets: Callable[[Any], Mapping[str, str]]
    list_fields: Callable[[Any, str], Sequence[PaperField]]
    write_command: Callable[[Any, str, Mapping[str, str], str, bool], str]


class Length(NamedTuple):
    """The length of a phase in minutes: its label, and the file and key of the content that holds it."""

    label: str
    file: str
    key: str


@dataclass(frozen=True)
class ContentKind:
    """The content of a day as something to edit.

    `files` are the files that an organizer edits, each with a sentence about it; the content has others, which belong
    to the game. `examine(data)` returns all faults of a content. `read_version(game)` returns the number of the version
    in force, 0 for that of the beginning; `write_command(number, reason, is_overruling)` the command that lets a
    version hold from now on. `lengths` are the lengths of phases. `shapes(data, file, path)` says how a form asks for
    the values of the entry at a path, such as ("vessels", 2); what has no shape is asked for as it is.
    `follow(before, after)` returns a content that a form has changed with what must change with it in other files.
    `list_names(data)` returns the names that can be changed by their kinds; `rename(data, kind, old, new, in_texts)`
    returns the content with another name wherever it stands, and raises ValueError with what is wrong.
    """

    files: Mapping[str, str]
    examine: Callable[[Mapping[str, Any]], Sequence[DataError]]
    read_version: Callable[[Any], int]
    write_command: Callable[[int, str, bool], str]
    lengths: tuple[Length, ...] = ()
    shapes: Callable[[Mapping[str, Any], str, tuple[Any, ...]], Shapes] = has_no_shapes
    follow: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]] = lambda before, after: after
    list_names: Callable[[Mapping[str, Any]], Mapping[str, Sequence[str]]] = lambda data: {}
    rename: Callable[[Mapping[str, Any], str, str, str, bool], Mapping[str, Any]] = lambda data, *_: data
