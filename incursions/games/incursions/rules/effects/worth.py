"""The scale on which verbs state the worth of their effects: points of damage, as a bot sees a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from incursions.games.incursions.rules.odds import AVERAGE_DIE

if TYPE_CHECKING:
    from incursions.engine.hexes import Hex
    from incursions.games.incursions.rules.printed.effect import Effect, Effects, Per
    from incursions.games.incursions.rules.view import PlayerView, ShipView

POWER = 3.5  # a power card is worth a die of damage
CARD = 6.0  # a card about two power
MANEUVER = 9.0  # an attack with little power
BONUSES = {"shields": 1.0, "evasion": 5.0, "weapons": 5.0, "repair": 1.5, "warp": 4.0, "range": 4.0}
TURNS_ON_TABLE = 1.5  # what stays serves more than once
SCORE_EXPECTED = 12.0  # of an attack whose score is not known


class Table(Protocol):
    """A table as the player of one ship sees it. `left` are the maneuvers after the current one."""

    at: Hex
    left: int
    my_turn: bool
    power: int

    @property
    def me(self) -> ShipView:
        """The own ship."""

    @property
    def others(self) -> Sequence[ShipView]:
        """All ships in the game but the own one."""

    @property
    def player(self) -> PlayerView:
        """The own player."""

    @property
    def players(self) -> Sequence[PlayerView]:
        """All players by seat."""

    @property
    def own_scale(self) -> float:
        """The worth of a point of the own ship."""

    @property
    def incoming(self) -> float:
        """Points that the others may take off the own ship before its next turn, if it does not answer."""

    @property
    def holes(self) -> list[Hex]:
        """The charted wormholes."""

    @property
    def gates(self) -> list[Hex]:
        """The wormholes by which the own ship could leave some time."""

    def missing_power(self) -> int:
        """Return the number of power cards that lie face down and could be turned up."""


class Scene(Protocol):
    """A table and a target at which effects are weighed.

    `score` is that of an attack to be answered. `target_scale`: the worth of a point of the target.
    """

    on_tile: bool
    score: float | None
    target_scale: float

    @property
    def target(self) -> ShipView | None:
        """The ship at which effects are weighed."""

    @property
    def table(self) -> Table:
        """The table."""

    @property
    def target_hand(self) -> int:
        """The number of cards that the target holds."""

    def room(self, order: str | None) -> float:
        """Return the points that the own ship lacks after the score, as far as a repair in that order reaches."""

    def is_mine(self, effect: Effect, *, unsaid: bool | None = None) -> bool:
        """Return True if it strikes the user's side. `unsaid` is returned where no target is said."""

    def count_struck(self, effect: Effect) -> tuple[float, float]:
        """Return the number of others that an effect strikes, and 1 if it strikes the own ship."""

    def count_per(self, per: Per | None) -> float:
        """Return how much there is of what an amount is counted by."""

    def weigh(self, effects: Effects, chosen: Iterable[Effect]) -> float:
        """Return the worth of these effects to the user."""


def amount(effect: Effect, scene: Scene) -> float:
    """Return dice and flat points, times what they are counted by."""
    fields = effect.fields
    if "equal_to" in fields:
        return (scene.score or SCORE_EXPECTED) * (0.5 if "half" in fields["equal_to"] else 1.0)
    found = AVERAGE_DIE * fields.get("dice", 0) + fields.get("bonus", 0) + fields.get("points", 0)
    return float(found) * scene.count_per(fields.get("per"))


def harm(points: float, effect: Effect, scene: Scene) -> float:
    """Return the worth of so much harm to each ship that the effect strikes."""
    others, own = scene.count_struck(effect)
    return points * (others - own)


def keep_off(points: float, scene: Scene) -> float:
    """Return the worth of a defence that takes these points off what is coming."""
    return min(points, scene.score) * scene.table.own_scale if scene.score is not None else min(points, 10.0)
