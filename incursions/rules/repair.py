"""Repair, as a maneuver and as a defence (rules 11.4, 12.1, 12.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.engine.questions import Question
from incursions.rules import phrases
from incursions.rules.maneuver_kinds import Announced, ManeuverKind
from incursions.rules.ships import repair_points

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship


def repair_stage(ship: Ship, said: tuple[str, ...], *, damaged_only: bool) -> Question | None:
    """What to repair, then with how much power. Under attack what is whole may be chosen too: damage is to come."""
    if len(said) == 1:
        lacks = {phrases.HULL: ship.hull < ship.card.hull, phrases.SHIELDS: ship.shields < ship.shields_maximum}
        options = [what for what, damaged in lacks.items() if damaged or not damaged_only]
        return Question(ship.seat, "one", "repair what", options, None, "Repair what?", "12.1", said)
    if len(said) == 2:
        options = phrases.WITH_POWER[: ship.available("repair") + 1]
        title = "How much power for repair?"
        return Question(ship.seat, "amount", "power", options, phrases.NO_POWER, title, "7.3", said)
    return None


def repair(game: Game, ship: Ship, what: str, power: int) -> None:
    """Restore points of the ship; the power is paid already."""
    before = ship.hull if what == phrases.HULL else ship.shields
    after = ship.repair(what, repair_points(ship, power))
    facts = {"seat": ship.seat, "what": what, "points": after - before, "before": before, "after": after}
    game.emit("repaired", facts | {"power": power})


class Repairing(ManeuverKind):
    """Repair as a maneuver (rules 12.1)."""

    name = "repair"
    words = ("repair",)
    does = "repairing"
    own_turn_only = False

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Repairing, where something lacks points."""
        damaged = ship.hull < ship.card.hull or ship.shields < ship.shields_maximum
        return [phrases.REPAIR] if damaged else []

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """What, and with how much power."""
        return repair_stage(ship, said, damaged_only=True)

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for the points."""
        return Announced(RepairManeuver.announced(game, ship.seat, said[1], phrases.POWER_WITH[said[2]]))


class RepairManeuver(Frame["Game"]):
    """An announced Repair of the own ship."""

    __slots__ = ("power", "seat", "what")
    power: int
    seat: int
    what: str

    @classmethod
    def announced(cls, game: Game, seat: int, what: str, power: int) -> RepairManeuver:
        """Pay for the repair."""
        game.ships[seat].spend(power, "repair")
        frame = cls()
        frame.seat, frame.what, frame.power = seat, what, power
        return frame

    def advance(self, game: Game) -> None:
        """Repair, and be done."""
        game.stack.pop()
        repair(game, game.ships[self.seat], self.what, self.power)
