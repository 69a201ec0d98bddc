"""What effects do: all verbs by name, and the fields that every effect may have besides its verb's own."""

from __future__ import annotations

from incursions.rules.effects.nested import SPARED
from incursions.rules.effects.printed_bodies import REACH
from incursions.rules.effects.verb_kind import Fields, Verb
from incursions.rules.effects.verb_table_attacks import ATTACKING, DEFENDING
from incursions.rules.effects.verb_table_others import CARDS, MOVING, PEOPLE, ROLLING, SPENDING

__all__ = ["COMMON", "GROUPS", "VERBS", "Verb"]

GROUPS: dict[str, tuple[Verb, ...]] = {
    "Attacks": ATTACKING,
    "Defences": DEFENDING,
    "Power, costs and numbers": SPENDING,
    "Rolls and choices": ROLLING,
    "Cards": CARDS,
    "Officers and captains": PEOPLE,
    "Ships, hexes and placed pieces": MOVING,
}
VERBS: dict[str, Verb] = {verb.name: verb for group in GROUPS.values() for verb in group}
COMMON: Fields = {"within": REACH, "spares": SPARED}
