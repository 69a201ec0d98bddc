"""The setup of a match as plain data, and the rulings that it carries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

NAME = "talon"
RULES_VERSION = 1

RULINGS: Mapping[str, Any] = {
    "reinforcement": 1,
    "collision_damage": 1,
    "initiative": "more_change",
    "passive_yellow": 1,
    "jump_phases": 2,
    "map_span": 20,
    "slip_counts": True,
    "border_fires": "both",
    "border_shield": "forward_rear",
    "same_hex_arc": "random",
    "spine_single_modifier": 0,
    "retarget_needs_line": True,
    "fusion_blocked": True,
    "wmg_moves_bases": True,
    "retreat_points": 0.5,
    "bands": [1.1, 1.5, 2.5],
    "last_ship_wins": True,
    "fleet_points": 300,
}
"""The usual rulings, each a field of the setup (rules T25.9)."""
RULING_WORDS: Mapping[str, tuple[str, ...]] = {
    "initiative": ("more_change", "as_many_change"),
    "border_fires": ("both", "forward_rear", "side"),
    "border_shield": ("forward_rear", "side"),
    "same_hex_arc": ("random", "forward"),
}
"""The values that a ruling in words may have."""

PLANET, ASTEROID, NEBULA = "planet", "asteroid", "nebula"
BLACK_HOLE, WORM_HOLE = "black hole", "worm hole"
TERRAIN = (PLANET, ASTEROID, NEBULA, BLACK_HOLE, WORM_HOLE)
"""The kinds of terrain (rules T2.6)."""


class Placement(TypedDict):
    """A ship of the setup: its name, its class, its seat, and where it stands; without a hex it is deployed (T3.10)."""

    name: str
    ship_class: str
    seat: int
    at: NotRequired[list[int]]
    facing: NotRequired[int]


class SeatSetup(TypedDict):
    """A seat: the side for which it plays (rules T1.5)."""

    side: str


class Setup(TypedDict):
    """The start of a match.

    `definitions` hold the printed values as `read_definitions` takes them. `sides` are the names of both sides, and
    `initiative` one of them (rules T3.6). `rounds` is the limit, None without one. `special`, `objectives` and `wins`
    are those of a battle (T23.1), by the names of sides. `terrain` is by hex, written "q,r".
    `points` are those that the sides have from before.
    """

    game: str
    rules_version: int
    mode: str
    seats: list[SeatSetup]
    digest: NotRequired[str]
    title: str
    sides: list[str]
    initiative: str
    rounds: int | None
    ships: list[Placement]
    terrain: dict[str, str]
    special: list[dict[str, Any]]
    objectives: list[dict[str, Any]]
    wins: dict[str, list[dict[str, Any]]]
    points: NotRequired[dict[str, int]]
    definitions: dict[str, Any]
    rulings: dict[str, Any]
