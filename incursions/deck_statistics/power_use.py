"""The power of cards and systems: cards that take, need, give or cost it, and the needs of the systems (rules 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from incursions.deck_statistics.known import KnownDeck
from incursions.rules.attacks.may_defend import EVASION_COST
from incursions.rules.crew.assimilation import USUAL_COST as ASSIMILATION_COST
from incursions.rules.effects.parts import VERBS
from incursions.rules.effects.verb import PowerUse
from incursions.rules.printed.cards import GameCard
from incursions.rules.printed.pieces import ShipCard
from incursions.rules.ships import POWER_CARDS
from incursions.rules.systems.sweep import USUAL_POWER as SWEEP_COST
from incursions.rules.systems.tractor import LEAST_POWER as TRACTOR_COST


class SystemNeed(NamedTuple):
    """The power that a system of the ship needs. `at_least`: more may be spent on it."""

    label: str
    power: int
    rule: str
    at_least: bool = False


EVASION = SystemNeed("Evasion", EVASION_COST, "11.2", at_least=True)
NEEDS = {  # by the system; the power is that of a ship which prints none
    "tractor": SystemNeed("Tractor Beam", TRACTOR_COST, "12.5", at_least=True),
    "tachyon_sweep": SystemNeed("Tachyon Sweep", SWEEP_COST, "12.6"),
    "cloak": SystemNeed("Cloaking Device", 0, "12.7"),
    "assimilation": SystemNeed("Assimilation", ASSIMILATION_COST, "15.5"),
}


class ShipPower(NamedTuple):
    """The power cards of a ship (rules 2.3), and the systems that need some of them, as printed."""

    cards: int
    needs: tuple[SystemNeed, ...]


def power_of_outside(deck: KnownDeck) -> list[tuple[str, PowerUse]]:
    """Return the power uses of captain or stand-in, which are outside the deck (rules 3.5, 3.8)."""
    if deck.captain is None:
        return []
    return [(deck.captain.title, use) for use in uses_of(deck.captain) if use is not PowerUse.NONE]


def uses_of(card: GameCard) -> tuple[PowerUse, ...]:
    """Return the power uses of the card."""
    found = {use for effect in card.effects for use in VERBS[effect.verb].power_uses(effect)}
    weapon = card.definition.get("weapon")
    if weapon not in (None, "none") and not isinstance(weapon, Mapping):
        found.add(PowerUse.TAKES)  # it is played with a weapon of the ship, to which power is added (10.1)
    removal = [face.removal for face in card.faces if face.removal is not None]
    if any(each.power for each in removal):
        found.add(PowerUse.COSTS_OTHERS)  # it lies before another player, who pays to be rid of it (13.4.5)
    return tuple(use for use in PowerUse if use in found) or (PowerUse.NONE,)


def ship_power(ship: ShipCard) -> ShipPower:
    """Return the printed power needs of the ship's systems, without changes by captain, officers and cards."""
    systems = ship.definition["systems"]
    printed = [
        need._replace(power=systems[name].get("power", need.power)) for name, need in NEEDS.items() if name in systems
    ]
    return ShipPower(POWER_CARDS, (EVASION, *printed))
