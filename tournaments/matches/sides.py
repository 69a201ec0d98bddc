"""The seats that players take at tables whose seats play different sides."""

from __future__ import annotations

from random import SystemRandom

from incursions.games.contract import GameKind, ModeKind

LOT = "lot"
"""The word for a side that is drawn."""


def list_choices(kind: GameKind) -> list[str]:
    """Return the sides that a player of the game can choose, in any of its modes."""
    return list(dict.fromkeys(side for mode in kind.modes for side in mode.list_sides(mode.fewest_seats) if side))


def choose_seats(mode: ModeKind, seats: int, persons: int, side: str) -> tuple[int, ...]:
    """Return the seats of the persons at a new table: the host's first, on a side or by lot, then the first others.

    An empty tuple is returned for seats that are all alike, and for the usual order, which the side "" stands for.
    """
    titles = mode.list_sides(seats)
    if not titles or not side:
        return ()
    # In a team the titles are numbered: "North 1" is a seat of "North".
    own = [index for index, title in enumerate(titles) if title == side or title.startswith(f"{side} ")]
    host = own[0] if own else SystemRandom().randrange(seats)
    others = [index for index in range(seats) if index != host]
    return (host, *others[: persons - 1])


def find_other_side(mode: ModeKind, seats: int, index: int) -> int:
    """Return the seat of a rematch for the player of a seat: the one from the other end, so that teams swap sides."""
    return seats - 1 - index if mode.list_sides(seats) else index
