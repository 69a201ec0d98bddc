"""Frames, maneuver kinds, and conditions of movement and hex events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.effects.verbs.attacks import DamageRoll
from incursions.games.incursions.rules.effects.verbs.rolls import TableRoll
from incursions.games.incursions.rules.hexes.arrivals import Arrival
from incursions.games.incursions.rules.hexes.caught import EscapeRoll, Escaping
from incursions.games.incursions.rules.hexes.charting import START_HEX
from incursions.games.incursions.rules.hexes.event_falls import EventFalls
from incursions.games.incursions.rules.hexes.event_strikes import EventWindow
from incursions.games.incursions.rules.hexes.voyages import Voyage
from incursions.games.incursions.rules.hexes.wormholes import LeaveRoll, MeetRequirement
from incursions.games.incursions.rules.plays.announcements import LENGTH, maneuver_of
from incursions.games.incursions.rules.state.maneuver_kinds import ManeuverKind

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.in_force import Situation
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Condition


def race_is_here(game: Game, situation: Situation, condition: Condition) -> bool:
    """Return True if a ship of the condition's race is in the hex of the user's ship."""
    at = game.ships[situation.user].at
    return condition.admits(*{ship.card.race for ship in game.ships if ship.at == at and ship.out is None})


def maneuver_is_so_long(game: Game, situation: Situation, condition: Condition) -> bool:
    """Return True if the maneuver led over at least as many hexes as the condition says."""
    maneuver = maneuver_of(game, situation.user)
    marks: dict[str, Any] = dict(maneuver.marks if maneuver is not None else getattr(situation.frame, "marks", ()))
    return bool(marks.get(LENGTH, 0) >= condition.value)


def maneuver_ends_there(game: Game, situation: Situation, condition: Condition) -> bool:
    """Return True if the ship is in a wormhole or the start hex, as the condition says."""
    at = game.ships[situation.user].at
    words = [word for word, so in (("wormhole", game.tile_at(at).is_wormhole), ("start hex", at == START_HEX)) if so]
    return condition.admits(*words)


KINDS: tuple[ManeuverKind, ...] = (Escaping(),)
FRAMES: tuple[type[Frame[Any]], ...] = (
    Arrival,
    DamageRoll,
    EscapeRoll,
    EventFalls,
    EventWindow,
    LeaveRoll,
    MeetRequirement,
    TableRoll,
    Voyage,
)
