"""Words, limits and names that all parts of scenario files share."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

MOST_PARTS, LONGEST = 400, 400
"""The limits of a list or mapping, and of a text in letters."""
AT_STEPS = ("power", "movement", "fire", "repair", "power phase", "gravity")
SET_UP = "set-up"
OVER, SPECTATOR = "over", "spectator"
FACES = ("whole", "damaged")
MISSILE = "missile "
ANNOUNCED = "announced in round "
NONE = (None, "none")
"""The words for an empty field, and for a battle that is not decided."""


class StepNames(NamedTuple):
    """The names that the steps of a scenario may use: seats by their number for each side, and groups for each ship."""

    seats: Mapping[str, int]
    groups: Mapping[str, Collection[str]]

    @property
    def seat_names(self) -> list[str]:
        """The names of all seats, such as "terran 1"."""
        return name_seats(self.seats)


def name_seats(counts: Mapping[str, int]) -> list[str]:
    """Return the names by which steps call the seats, such as "terran 1", from the number of seats of each side."""
    return [f"{side} {number}" for side, count in counts.items() for number in range(1, count + 1)]
