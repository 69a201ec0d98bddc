"""Maneuver kinds and frames of placed pieces, denizens, destruction and escape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.games.incursions.rules.placed.domination import Dominating, DominatingTurn, PieceManeuver
from incursions.games.incursions.rules.placed.falling import Escape, Falls
from incursions.games.incursions.rules.placed.piece_kinds import AttackWith, MovePiece, PieceMoves
from incursions.games.incursions.rules.placed.placed_pieces import Reward
from incursions.games.incursions.rules.placed.shuttles import PlaceShuttle, PlacingShuttle, TakeBack, TakingBack

if TYPE_CHECKING:
    from incursions.engine.frames import Frame
    from incursions.games.incursions.rules.state.maneuver_kinds import ManeuverKind

KINDS: tuple[ManeuverKind, ...] = (PlaceShuttle(), TakeBack(), MovePiece(), AttackWith())
FRAMES: tuple[type[Frame[Any]], ...] = (
    *(Falls, Escape, Reward),
    *(PlacingShuttle, TakingBack, PieceMoves),
    *(DominatingTurn, Dominating, PieceManeuver),
)
