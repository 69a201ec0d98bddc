"""The maneuver under way, and what the cards and the command in it say (rules 13.6, 13.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.rules.effects.conditions import Situation, hold
from incursions.rules.effects.in_force import Force
from incursions.rules.plays.announcements import Maneuvered

if TYPE_CHECKING:
    from incursions.rules.game import Game

LENGTH = "length"  # a mark of the maneuver by which the ship moved: its hexes


def maneuver_of(game: Game, seat: int) -> Maneuvered | None:
    """The maneuver of this seat that is under way."""
    for frame in reversed(game.stack):
        if isinstance(frame, Maneuvered) and frame.seat == seat:
            return frame
    return None


def said_in_maneuver(game: Game, seat: int, trigger: str, frame: Any = None) -> list[Force]:
    """The effects on this trigger of the cards and the command in the maneuver under way whose conditions hold."""
    maneuver = maneuver_of(game, seat)
    if maneuver is None or (not maneuver.cards and maneuver.command is None):
        return []
    return _said(game, maneuver, trigger, frame)


def _said(game: Game, maneuver: Maneuvered, trigger: str, frame: Any) -> list[Force]:
    seat = maneuver.seat
    played = (*maneuver.cards, *(() if maneuver.command is None else (maneuver.command,)))
    found = [Force(n, e, seat) for n in played for e in game.cards[n].card.effects.by_trigger.get(trigger, ())]
    return [force for force in found if hold(game, Situation.of(force, frame), force.effect.conditions)]
