"""Firing a weapon: the attack maneuver, chosen in stages (rules 7.3, 10.1-10.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.hexes import distance
from incursions.engine.questions import Question
from incursions.rules import phrases
from incursions.rules.attacks.attack import Attack
from incursions.rules.maneuver_kinds import Announced, ManeuverKind
from incursions.rules.phrases import FIRED_WEAPON, NO_POWER
from incursions.rules.ships import weapon_range

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.printed.pieces import Weapon
    from incursions.rules.ships import Ship


def weapon_reach(ship: Ship, weapon: Weapon) -> int:
    """How far the weapon can be made to reach now: torpedoes gain a hex for each power (rules 7.3, 10.3)."""
    return weapon_range(ship, weapon) + (ship.available(weapon.name) if weapon.name == "torpedoes" else 0)


def targets(game: Game, ship: Ship, within: int) -> list[Ship]:
    """The other ships in the game within so many hexes (rules 10.4, 10.14)."""
    at = ship.at
    if within == 0:
        return [other for other in game.ships if other.at == at and other is not ship and other.out is None]
    return [o for o in game.ships if o is not ship and o.out is None and distance(at, o.at) <= within]


class Fire(ManeuverKind):
    """An attack with a ship's weapon (rules 10.1)."""

    name = "attack"
    words = ("fire",)
    does = "firing"

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Every weapon with a target in reach."""
        options = []
        for weapon in ship.card.weapons.values():
            phrase = phrases.FIRE.get(weapon.name)
            if phrase is not None and targets(game, ship, weapon_reach(ship, weapon)):
                options.append(phrase)
        return options

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Target, power for damage, and for torpedoes power for range (rules 10.1, 7.3)."""
        weapon = ship.card.weapons[FIRED_WEAPON[said[0]]]
        if len(said) == 1:
            found = targets(game, ship, weapon_reach(ship, weapon))
            options = [phrases.AT_SEAT[other.seat] for other in found]
            return Question(ship.seat, "one", "target", options, None, "Fire at which ship?", "10.4", said)
        far = distance(ship.at, game.ships[phrases.SEAT_AT[said[1]]].at)
        needed = max(0, far - weapon_range(ship, weapon))
        power = ship.available(weapon.name)
        if len(said) == 2:
            options = phrases.WITH_POWER[: power - needed + 1]
            return Question(ship.seat, "amount", "power", options, NO_POWER, "How much power for damage?", "7.3", said)
        if len(said) == 3 and weapon.name == "torpedoes":
            spent = phrases.POWER_WITH[said[2]]
            words = phrases.AND_RANGE if spent else phrases.WITH_RANGE
            options = words[needed : power - spent + 1]
            least = None if needed else words[0]
            return Question(ship.seat, "amount", "range", options, least, "How much power for range?", "7.3", said)
        return None

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for dice and range."""
        power = phrases.POWER_WITH[said[2]]
        further = phrases.RANGE_WITH[said[3]] if len(said) > 3 else 0
        target = phrases.SEAT_AT[said[1]]
        return Announced(Attack.announced(game, ship.seat, target, FIRED_WEAPON[said[0]], power, further))
