"""Registries of the effects: verbs by name, and checks by condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.effects.conditions_attack import (
    attack_is,
    attacker_is,
    is_in_range,
    is_not_destroyed,
    shields_are,
    target_is,
    weapon_is,
)
from incursions.games.incursions.rules.effects.conditions_cards import (
    aux_is,
    card_is,
    fate_is,
    has_so_many,
    has_tabled,
    is_against,
    maneuver_is,
    position_is_free,
    turn_is,
)
from incursions.games.incursions.rules.effects.in_force import captain_is, owner_is, ship_is
from incursions.games.incursions.rules.effects.verbs.attacks import ATTACK_VERBS
from incursions.games.incursions.rules.effects.verbs.cards import CARD_VERBS
from incursions.games.incursions.rules.effects.verbs.crew import CREW_VERBS
from incursions.games.incursions.rules.effects.verbs.defences import DEFENCE_VERBS
from incursions.games.incursions.rules.effects.verbs.movement import MOVEMENT_VERBS
from incursions.games.incursions.rules.effects.verbs.power import POWER_VERBS
from incursions.games.incursions.rules.effects.verbs.rolls import ROLL_VERBS
from incursions.games.incursions.rules.hexes.parts import maneuver_ends_there, maneuver_is_so_long, race_is_here
from incursions.games.incursions.rules.placed.denizens import denizen_is
from incursions.games.incursions.rules.placed.shuttles import shuttle_is

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.in_force import Holds
    from incursions.games.incursions.rules.effects.verb import Verb

GROUPS: dict[str, tuple[Verb, ...]] = {
    "Attacks": ATTACK_VERBS,
    "Defences": DEFENCE_VERBS,
    "Power, costs and numbers": POWER_VERBS,
    "Rolls and choices": ROLL_VERBS,
    "Cards": CARD_VERBS,
    "Officers and captains": CREW_VERBS,
    "Ships, hexes and placed pieces": MOVEMENT_VERBS,
}
VERBS: dict[str, Verb] = {verb.name: verb for group in GROUPS.values() for verb in group}
CONDITIONS: dict[str, Holds] = {
    "ship": ship_is,
    "captain": captain_is,
    "owner": owner_is,
    "own_shields": shields_are,
    "target_shields": shields_are,
    "target": target_is,
    "attack": attack_is,
    "attacker": attacker_is,
    "weapon": weapon_is,
    "in_range": is_in_range,
    "stands": is_not_destroyed,
    "cards": has_so_many,
    "target_cards": has_so_many,
    "officers": has_so_many,
    "target_officers": has_so_many,
    "tabled": has_tabled,
    "aux": aux_is,
    "turn": turn_is,
    "card": card_is,
    "maneuver": maneuver_is,
    "fate": fate_is,
    "position": position_is_free,
    "against": is_against,
    "here": race_is_here,
    "length": maneuver_is_so_long,
    "ends_in": maneuver_ends_there,
    "denizen": denizen_is,
    "piece": shuttle_is,
}
