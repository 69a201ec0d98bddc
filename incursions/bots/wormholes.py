"""The wormholes in which a roll to leave can be made now (rules 1.6)."""

from __future__ import annotations

from incursions.engine.hexes import Hex
from incursions.rules import Game
from incursions.rules.effects.effect import Requirement
from incursions.rules.hexes.wormholes import NO_REQUIREMENT, leave_roll_of
from incursions.rules.placed.denizens import state_of
from incursions.rules.printed.pieces import TileCard


def open_wormholes(game: Game) -> list[Hex]:
    """Where they are charted; a denizen that must be gone first closes one."""
    found = []
    for at, title in game.map.items():
        tile = game.tiles[title]
        if tile.is_wormhole:
            denizen = requirement(tile).denizen
            if denizen is None or state_of(game, at) == denizen:
                found.append(at)
    return found


def requirement(tile: TileCard) -> Requirement:
    """What a roll to leave asks for in this wormhole."""
    effect = leave_roll_of(tile)
    asked: Requirement = NO_REQUIREMENT if effect is None else effect.fields.get("requirement", NO_REQUIREMENT)
    return asked
