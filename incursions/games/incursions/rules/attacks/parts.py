"""Maneuver kinds and frames of attacks and defences beyond Basic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.games.incursions.rules.attacks.defence import FullDefence
from incursions.games.incursions.rules.attacks.defence_cards import DefencePlay
from incursions.games.incursions.rules.attacks.evasion import Evasion
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.gunnery import FullFire, WeaponCards
from incursions.games.incursions.rules.attacks.out_of_turn import GrantedAttack

if TYPE_CHECKING:
    from incursions.engine.frames import Frame
    from incursions.games.incursions.rules.state.maneuver_kinds import ManeuverKind

KINDS: tuple[ManeuverKind, ...] = (FullFire(), WeaponCards())
FRAMES: tuple[type[Frame[Any]], ...] = (FullAttack, FullDefence, DefencePlay, Evasion, GrantedAttack)
