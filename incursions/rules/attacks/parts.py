"""What attacks and defences bring into a match beyond Basic: kinds of maneuver, frames, verbs, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.rules.attacks.defence import FullDefence
from incursions.rules.attacks.defence_cards import DefencePlay
from incursions.rules.attacks.evasion import Evasion
from incursions.rules.attacks.full_attack import FullAttack
from incursions.rules.attacks.gunnery import FullFire, WeaponCards
from incursions.rules.attacks.out_of_turn import GrantedAttack
from incursions.rules.effects.conditions_attack import ATTACK_CONDITIONS
from incursions.rules.effects.verbs_answers import ANSWER_OBSTACLES, ANSWER_VERBS
from incursions.rules.effects.verbs_attack import ATTACK_VERBS
from incursions.rules.effects.verbs_defence import DEFENCE_VERBS

if TYPE_CHECKING:
    from incursions.engine.frames import Frame
    from incursions.rules.effects.conditions import Holds
    from incursions.rules.effects.resolution import Performer
    from incursions.rules.maneuver_kinds import ManeuverKind
    from incursions.rules.plays.feasible import Obstacle

KINDS: tuple[ManeuverKind, ...] = (FullFire(), WeaponCards())
FRAMES: tuple[type[Frame[Any]], ...] = (FullAttack, FullDefence, DefencePlay, Evasion, GrantedAttack)
VERBS: dict[str, Performer] = {**ANSWER_VERBS, **ATTACK_VERBS, **DEFENCE_VERBS}
CONDITIONS: dict[str, Holds] = ATTACK_CONDITIONS
OBSTACLES: dict[str, Obstacle] = ANSWER_OBSTACLES
