"""What placed pieces, denizens, destruction and escape bring into a match: maneuvers, frames, verbs, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.rules.effects.verbs_placed import OBSTACLES_PLACED, VERBS_PLACED
from incursions.rules.placed.denizens import denizen_is
from incursions.rules.placed.domination import Dominating, DominatingTurn, PieceManeuver
from incursions.rules.placed.falling import Escape, Falls
from incursions.rules.placed.piece_kinds import AttackWith, MovePiece, PieceMoves
from incursions.rules.placed.placed_pieces import Reward
from incursions.rules.placed.shuttles import PlaceShuttle, PlacingShuttle, TakeBack, TakingBack, shuttle_is

if TYPE_CHECKING:
    from incursions.engine.frames import Frame
    from incursions.rules.effects.conditions import Holds
    from incursions.rules.effects.resolution import Performer
    from incursions.rules.maneuver_kinds import ManeuverKind
    from incursions.rules.plays.feasible import Obstacle

KINDS: tuple[ManeuverKind, ...] = (PlaceShuttle(), TakeBack(), MovePiece(), AttackWith())
FRAMES: tuple[type[Frame[Any]], ...] = (
    *(Falls, Escape, Reward),
    *(PlacingShuttle, TakingBack, PieceMoves),
    *(DominatingTurn, Dominating, PieceManeuver),
)
VERBS: dict[str, Performer] = VERBS_PLACED
CONDITIONS: dict[str, Holds] = {"denizen": denizen_is, "piece": shuttle_is}
OBSTACLES: dict[str, Obstacle] = OBSTACLES_PLACED
