"""The repair step: one die for one effect of a ship (rules T10.9)."""

from __future__ import annotations

from incursions.games.talon.rules.acts import REPAIR, Act
from incursions.games.talon.rules.events import RepairTried
from incursions.games.talon.rules.kinds import ActKind, find_ship_fault
from incursions.games.talon.rules.ships import HELM_DOWN, POWER_LOSS, SHIELDS_DOWN
from incursions.games.talon.rules.shooting import Fault
from incursions.games.talon.rules.state import GameState

REPAIRED_BY = 6
REPAIRS = {"shields": SHIELDS_DOWN, "helm": HELM_DOWN, "power": POWER_LOSS}
"""The effects that can be repaired, by the words of the acts."""


class Repair(ActKind):
    """An attempt to repair an effect; a 6 ends it (rules T10.9)."""

    verb = "repair"
    step = REPAIR

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        if (fault := find_ship_fault(game, act)) is not None:
            return fault
        ship, effect = game.ships[act.ship], REPAIRS.get(act.detail)
        if effect is None:
            return Fault("T10.9", f"{act.detail} cannot be repaired; {', '.join(REPAIRS)} can")
        if effect not in ship.effects:
            return Fault("T10.9", f"The {act.detail} of {ship.name} needs no repair")
        if effect in ship.fresh:
            return Fault("T10.9", f"The {act.detail} of {ship.name} failed in this impulse")
        return Fault("T10.9", f"{ship.name} has rolled for a repair in this turn") if ship.has_repaired else None

    def perform(self, game: GameState, act: Act) -> None:
        ship, effect = game.ships[act.ship], REPAIRS[act.detail]
        (die,) = game.dice.roll("repair", 1)
        ship.has_repaired = True
        is_repaired = die == REPAIRED_BY
        if is_repaired:
            effects = [*ship.effects]
            effects.remove(effect)
            ship.effects = tuple(effects)
        game.tell(RepairTried, ship=ship.index, effect=effect, die=die, is_repaired=is_repaired)


KIND = Repair()


def list_repairs(game: GameState, seat: int) -> list[Act]:
    """Return the repairs that a seat may try, ship by ship."""
    return [
        act
        for ship in game.ships
        if ship.effects and ship.seat == seat and ship.is_in_play
        for word in REPAIRS
        if KIND.find_fault(game, act := game.battlefield.act("repair", ship.index, word)) is None
    ]
