"""The question of a turn: which maneuver? Composite ones are chosen in stages (rules 6.2, 20.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.frames import Choice
from incursions.engine.hexes import distance, neighbours, reach
from incursions.engine.questions import Question
from incursions.rules import besides, phrases
from incursions.rules.attack import Attack
from incursions.rules.movement import Exploration, Warp
from incursions.rules.phrases import DECLINE, FIRED_WEAPON, NO_POWER, REPAIR, WARP
from incursions.rules.repair import RepairManeuver, repair_stage
from incursions.rules.ships import Ship, warp_reach, weapon_range

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.pieces import Weapon

ORDINALS = ("", "first", "second", "third", "fourth")
TITLES = tuple(f"Your {ordinal} maneuver" for ordinal in ORDINALS)


def can_explore(game: Game, ship: Ship) -> bool:
    """A tile to lay and a free side to lay it on (rules 8.3, 8.4)."""
    return bool(game.pile_of(ship.seat)) and any(there not in game.map for _, there in neighbours(ship.at))


def weapon_reach(ship: Ship, weapon: Weapon) -> int:
    """How far the weapon can be made to reach now: torpedoes gain a hex for each power (rules 7.3, 10.3)."""
    return weapon_range(ship, weapon) + (ship.available(weapon.name) if weapon.name == "torpedoes" else 0)


def targets(game: Game, ship: Ship, within: int) -> list[Ship]:
    """The other ships in the game within so many hexes (rules 10.4, 10.14)."""
    at = ship.at
    if within == 0:
        return [other for other in game.ships if other.at == at and other is not ship and other.out is None]
    return [o for o in game.ships if o is not ship and o.out is None and distance(at, o.at) <= within]


class Maneuver(Choice["Game"]):
    """One maneuver of a seat's turn; `ordinal` counts them from 1."""

    __slots__ = ("ordinal",)
    ordinal: int

    def __init__(self, seat: int, ordinal: int) -> None:
        self.seat = seat
        self.said = ()
        self.ordinal = ordinal

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """What is asked after the phrases said."""
        ship = game.ships[self.seat]
        if not said:
            options = self._options(game, ship)
            if game.players:
                options += self._besides(game, ship)
            return Question(self.seat, "one", "maneuver", options, DECLINE, TITLES[self.ordinal], "6.2")
        first = said[0]
        if first in FIRED_WEAPON:
            return self._fire_stage(game, ship, said)
        if first == REPAIR:
            return repair_stage(ship, said, damaged_only=True)
        if first == WARP and len(said) == 1:
            return self._warp_stage(game, ship, said)
        return besides.divert_stage(self.seat, said, besides.maneuvering_systems(ship)) if game.players else None

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Announce the maneuver and pay for it (rules 7.7). What is done besides is none (6.6)."""
        if game.players and besides.take(game, self.seat, said):
            return
        stack = game.stack
        stack.pop()
        first = said[0]
        if first in phrases.EXPLORED_DIRECTION:
            stack.append(Exploration(self.seat, phrases.EXPLORED_DIRECTION[first]))
        elif first == WARP:
            stack.append(Warp.announced(game, self.seat, *phrases.hex_and_power(said[1])))
        elif first in FIRED_WEAPON:
            power = phrases.POWER_WITH[said[2]]
            further = phrases.RANGE_WITH[said[3]] if len(said) > 3 else 0
            target = phrases.SEAT_AT[said[1]]
            stack.append(Attack.announced(game, self.seat, target, FIRED_WEAPON[first], power, further))
        elif first == REPAIR:
            stack.append(RepairManeuver.announced(game, self.seat, said[1], phrases.POWER_WITH[said[2]]))
        else:
            game.emit("declined", {"seat": self.seat})
        if game.players:
            game.ships[self.seat].lose_diverted()

    def _options(self, game: Game, ship: Ship) -> list[str]:
        """The first phrases of all that is legal."""
        charted = game.map
        around = neighbours(ship.at)
        free = [phrases.EXPLORE[name] for name, there in around if there not in charted]
        options = free if game.pile or game.pile_of(self.seat) else []
        if len(free) < len(around) and (ship.power or warp_reach(ship, ship.available("warp"))):
            options.append(WARP)
        for weapon in ship.card.weapons.values():
            phrase = phrases.FIRE.get(weapon.name)
            if phrase is not None and targets(game, ship, weapon_reach(ship, weapon)):
                options.append(phrase)
        if ship.hull < ship.card.hull or ship.shields < ship.shields_maximum:
            options.append(REPAIR)
        options.append(DECLINE)
        return options

    def _besides(self, game: Game, ship: Ship) -> list[str]:
        """What takes no maneuver (rules 6.6)."""
        tabled = besides.table_options(game, self.seat)
        return [*tabled, *besides.divert_options(ship), *besides.aux_options(game, ship)]

    def _warp_stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question:
        """Where to: every charted hex in reach, with the power it takes (rules 8.1, 8.7)."""
        free = warp_reach(ship, 0)
        within = reach(ship.at, warp_reach(ship, ship.available("warp")), game.map)
        options = [phrases.to_hex(at, max(0, steps - free)) for at, steps in within.items() if steps]
        return Question(self.seat, "hex", "warp to", options, None, "Warp to which hex?", "8.1", said)

    def _fire_stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Target, power for damage, and for torpedoes power for range (rules 10.1, 7.3)."""
        weapon = ship.card.weapons[FIRED_WEAPON[said[0]]]
        if len(said) == 1:
            found = targets(game, ship, weapon_reach(ship, weapon))
            options = [phrases.AT_SEAT[other.seat] for other in found]
            return Question(self.seat, "one", "target", options, None, "Fire at which ship?", "10.4", said)
        far = distance(ship.at, game.ships[phrases.SEAT_AT[said[1]]].at)
        needed = max(0, far - weapon_range(ship, weapon))
        power = ship.available(weapon.name)
        if len(said) == 2:
            options = phrases.WITH_POWER[: power - needed + 1]
            return Question(self.seat, "amount", "power", options, NO_POWER, "How much power for damage?", "7.3", said)
        if len(said) == 3 and weapon.name == "torpedoes":
            spent = phrases.POWER_WITH[said[2]]
            words = phrases.AND_RANGE if spent else phrases.WITH_RANGE
            options = words[needed : power - spent + 1]
            least = None if needed else words[0]
            return Question(self.seat, "amount", "range", options, least, "How much power for range?", "7.3", said)
        return None
