"""Words about classes of ships for players who choose a fleet: what each is good for, its weapons, its hull."""

from __future__ import annotations

from collections import Counter

from incursions.games.talon.rules.definitions import FIGHTERS, ShipClass

ROLES = {
    "terran_base": "A fortress: it turns and cannot move. A Wave Motion Gun, and phasers all round.",
    "terran_bb": "The heaviest Terran. A Wave Motion Gun for one great blow, phasers on both sides.",
    "terran_bc": "Two torpedoes strike hard ahead, from two to four hexes away.",
    "terran_ca": "An all-rounder: a torpedo for afar, phasers for what comes close.",
    "terran_cl": "Good value. Its torpedo and its phaser fire to three sides.",
    "terran_cv": "Slow and lightly armed. It carries up to four squadrons.",
    "terran_dd": "A torpedo that fires to three sides, for few points.",
    "terran_sc": "The cheapest warship: nimble and thin-skinned, with one phaser.",
    "terran_tran": "Unarmed. In a skirmish it only draws fire.",
    "terran_ftr": "Three fast fighters without shields. They sting from behind and need a CV.",
    "talon_base": "A fortress: it turns and cannot move. Disruptors all round, and missiles.",
    "talon_dn": "The heaviest ship of all. Two Fusion Cannons burn everything ahead.",
    "talon_bb": "A Fusion Cannon for whole groups ahead, disruptors on both sides.",
    "talon_bc": "Three missiles at once, with disruptors for two or three hexes.",
    "talon_ca": "An all-rounder: four disruptors and a strong bow.",
    "talon_cl": "Good value. Three disruptors bear on what lies ahead.",
    "talon_dd": "Two missiles for few points. It shoots from afar and turns away.",
    "talon_ff": "The cheapest warship: nimble, with two disruptors ahead.",
    "talon_tran": "Unarmed. In a skirmish it only draws fire.",
}


def find_role(printed: ShipClass) -> str:
    """Return what a class is good for, in a sentence or two; "" for a class without words of its own."""
    return ROLES.get(printed.name, "")


def describe_arms(printed: ShipClass) -> str:
    """Return the weapons of a class with their numbers, such as "2 phasers, 1 torpedo"."""
    weapons: Counter[str] = Counter()
    for group in printed.groups:
        weapons[group.weapon.name] += group.weapons
    counted = [f"{count} {_make_plural(weapon) if count > 1 else weapon}" for weapon, count in weapons.items()]
    return ", ".join(counted) or "unarmed"


def describe_body(printed: ShipClass) -> str:
    """Return shields and hull of a class, such as "shields 6-5-4-5, hull 6"."""
    if printed.kind == FIGHTERS:
        return f"{printed.squadron} fighters of hull {len(printed.hull)}, no shields"
    return f"shields {'-'.join(map(str, printed.shields))}, hull {len(printed.hull)}"


def _make_plural(weapon: str) -> str:
    return f"{weapon}es" if weapon.endswith("o") else f"{weapon}s"
