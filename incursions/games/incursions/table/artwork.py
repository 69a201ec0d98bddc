"""The addresses of pieces' pictures. The room that serves the pictures registers how they are found."""

from collections.abc import Callable

from incursions.games.incursions.rules.printed.pieces import Definition

ART, FACE = "art", "small"
"""The sizes of pictures that a table shows: the art without its frame, and the whole face."""


class _Registered:
    find: Callable[[Definition, str], str] | None = None


def register_pictures(find: Callable[[Definition, str], str]) -> None:
    """Register the function that returns the address of a piece's picture in a size."""
    _Registered.find = find


def find_picture(definition: Definition, size: str) -> str:
    """Return the address of a piece's picture; "" while nobody serves pictures."""
    return "" if _Registered.find is None else _Registered.find(definition, size)
