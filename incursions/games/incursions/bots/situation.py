"""A seat's view as a captain reads it: where the ships are, how far the wormholes, who could strike."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from incursions.engine import Question
from incursions.engine.dice import chance_of_at_least
from incursions.engine.hexes import Hex, as_hex, distance, hexes_around, neighbours, reach
from incursions.games.incursions.bots.bot import View
from incursions.games.incursions.rules.printed.pieces import USUAL_RANGE, USUAL_REPAIR, USUAL_WARP, parse_damage
from incursions.games.incursions.rules.state import shapes
from incursions.games.incursions.rules.state.phrases import FIRE, HULL, SHIELDS, parse_option
from incursions.games.incursions.rules.state.seats import POINTS_PER_REPAIR_POWER
from incursions.games.incursions.rules.state.setup import BASIC
from incursions.games.incursions.rules.systems.cloaking import SEE_EACH_OTHER

if TYPE_CHECKING:
    from functools import cached_property as found_lazily
else:

    class found_lazily:  # noqa: N801  # reads like `property`
        """A `functools.cached_property` without its lock, for objects that only one thread uses.

        A bot finds five to ten values with it at every question; the lock took 2 % of an admiral's time.
        """

        def __init__(self, find: Any) -> None:
            self._find, self._name, self.__doc__ = find, find.__name__, find.__doc__

        def __get__(self, thing: Any, owner: type) -> Any:
            if thing is None:
                return self
            found = thing.__dict__[self._name] = self._find(thing)
            return found


__all__ = ["found_lazily"]


NOWHERE = 99  # hexes: farther than any hex of a map
FAR = 9  # hexes: beside no hex to which a way leads
MAPS_KEPT = 256  # each takes a few kilobytes


class Ways:
    """The ways of a map, which never changes: another tile makes another map. Nobody changes what it hands out."""

    def __init__(self, charted: tuple[Hex, ...]) -> None:
        self.charted = dict.fromkeys(charted)
        self._from: dict[Hex, dict[Hex, int]] = {}
        self._to: dict[tuple[Hex, ...], dict[Hex, int]] = {}

    def steps_from(self, at: Hex) -> dict[Hex, int]:
        """Return how many hexes a warp from `at` takes to every charted hex, the nearest first."""
        if at not in self._from:
            self._from[at] = reach(at, len(self.charted), self.charted)
        return self._from[at]

    def steps_to_new(self, at: Hex, new: Hex) -> int:
        """Return how many hexes a warp from `at` takes to a tile laid at `new`."""
        steps = self.steps_from(at)
        return 1 + min((steps[near] for near in hexes_around(new) if near in steps), default=FAR)

    def steps_to_any(self, goals: tuple[Hex, ...]) -> dict[Hex, int]:
        """Return how many hexes a warp from every charted hex takes to the nearest of the goals."""
        if goals in self._to:
            return self._to[goals]
        steps = self._to[goals] = dict.fromkeys(goals, 0)
        edge, step = list(steps), 0
        while edge:
            step += 1
            beside = dict.fromkeys(there for at in edge for there in hexes_around(at) if there in self.charted)
            edge = [there for there in beside if there not in steps]
            steps.update(dict.fromkeys(edge, step))
        return steps

    def free_sides(self, at: Hex) -> list[tuple[str, Hex]]:
        """Return the directions in which a tile could be laid from there, and where."""
        return [(name, there) for name, there in neighbours(at) if there not in self.charted]

    @cached_property
    def edge(self) -> tuple[Hex, ...]:
        """The hexes with a free side."""
        return tuple(at for at in self.charted if any(there not in self.charted for there in hexes_around(at)))


@lru_cache(maxsize=MAPS_KEPT)
def ways_of(charted: tuple[Hex, ...]) -> Ways:
    """Return the ways over these hexes."""
    return Ways(charted)


@cache
def chance_to_evade(score: int) -> float:
    """Return the chance of 2D6 equal to or under `score` (rules 11.2)."""
    return 1 - chance_of_at_least(2, score + 1)


class ShipView(shapes.ShipView):
    """A ship with the bonuses that captain, crew and cards lend to it; in Basic none do."""

    bonuses: dict[str, int]


START: Hex = (0, 0)


class Situation:
    """The view of the seat that is asked, read once for one answer."""

    def __init__(self, view: View, seat: int) -> None:
        lent = [player["bonuses"] for player in view["players"]] if view["mode"] != BASIC else [{}] * len(view["ships"])
        seats = zip(view["ships"], lent, strict=True)
        ships: list[ShipView] = [{**ship, "bonuses": bonuses} for ship, bonuses in seats]
        self.view = view
        self.ships = ships
        self.me = ships[seat]
        self.other_ships = [ship for ship in ships if ship["seat"] != seat and ship["out"] is None]
        self.at: Hex = place(self.me)
        self.power: int = self.me["power"]
        self.pile: int = view["pile"]
        self.left: int = view["turn"]["left"]  # maneuvers of this turn after the one that is asked for

    @found_lazily
    def charted_tiles(self) -> dict[Hex, shapes.TileView]:
        """The tile in every charted hex."""
        return {as_hex(tile["at"]): tile for tile in self.view["map"]}

    @found_lazily
    def holes(self) -> list[Hex]:
        """The charted wormholes."""
        return [at for at, tile in self.charted_tiles.items() if tile["kind"] == "wormhole"]

    @found_lazily
    def ways(self) -> Ways:
        """The ways over the charted hexes."""
        return ways_of(tuple(self.charted_tiles))

    def spare_power(self, kept: int) -> int:
        """Return the power that can be spent now beyond what is kept: half of it while another maneuver follows."""
        spare = max(0, self.power - kept)
        return -(-spare // 2) if self.left else spare

    @found_lazily
    def targets(self) -> list[ShipView]:
        """The others that this ship's weapons can be aimed at: no cloak hides them from it (rules 10.9, 12.13)."""
        if self.view["mode"] == BASIC:
            return self.other_ships
        swept = self.view["players"][self.me["seat"]]["swept"]
        return [ship for ship in self.other_ships if ship["seat"] in swept or not self.is_hidden(ship, self.me)]

    def is_hidden(self, ship: ShipView, watcher: ShipView) -> bool:
        """Return True if a cloak hides the ship from the other one."""
        return self.view["players"][ship["seat"]]["cloaked"] and {watcher["race"], ship["race"]} != SEE_EACH_OTHER

    def threats(self) -> list[ShipView]:
        """Return the ships that could fire at this one in their next turn without power, after one free warp."""
        ranges = ((ship, [weapon_range(ship, name) for name in weapons(ship)]) for ship in self.other_ships)
        return [ship for ship, far in ranges if distance(place(ship), self.at) <= warp(ship) + max(far, default=-1)]


def find_ship(ships: Iterable[ShipView], seat: int | None) -> ShipView | None:
    """Return the ship of that seat among these, or None."""
    return next((ship for ship in ships if ship["seat"] == seat), None)


def bonus_of(ship: ShipView, name: str) -> int:
    """Return what captain, crew and cards add to a number of the ship (rules 2.10)."""
    return int(ship["bonuses"].get(name, 0))


def place(ship: shapes.ShipView) -> Hex:
    """Return the hex of a ship."""
    return as_hex(ship["at"])


def nearest_target(view: View, question: Question) -> str:
    """Return the option that aims at what is nearest; at an own thing only if there is no other."""
    own = f"at seat {question.seat}"
    others = [option for option in question if option != own]
    return min(others or question.options, key=lambda option: _distance_to_target(view, question.seat, option))


def _distance_to_target(view: View, seat: int, option: str) -> int:
    """Return the distance from the seat's ship to the hex or ship that an option names; `NOWHERE` if it names none."""
    said = parse_option(option)
    at = place(view["ships"][said.seat]) if said.seat is not None and not said.title else said.place
    return NOWHERE if at is None else distance(place(view["ships"][seat]), at)


def points(ship: shapes.ShipView) -> int:
    """Return the points of hull and shields together."""
    return int(ship["hull"] + ship["shields"])


def maximum_points(ship: shapes.ShipView) -> int:
    """Return the points of hull and shields of the undamaged ship."""
    return int(ship["hull_maximum"] + ship["shields_maximum"])


def warp(ship: ShipView) -> int:
    """Return the hexes of a warp without power (rules 8.1)."""
    printed = ship["systems"].get("warp")
    return 0 if printed is None else int(printed.get("hexes", USUAL_WARP)) + bonus_of(ship, "warp")


def repair_points(ship: ShipView) -> int:
    """Return the points of a repair without power (rules 12.1)."""
    return int(ship["systems"].get("repair", {}).get("points", USUAL_REPAIR)) + bonus_of(ship, "repair")


def power_for_repair(ship: ShipView, room: int) -> int:
    """Return the power that a repair of that many points takes."""
    return -(-max(0, room - repair_points(ship)) // POINTS_PER_REPAIR_POWER)


def room_for_repair(ship: ShipView, damage: int = 0) -> dict[str, int]:
    """Return the points that hull and shields lack, after damage that the shields take first."""
    off_shields = min(damage, ship["shields"])
    return {
        HULL: ship["hull_maximum"] - ship["hull"] + damage - off_shields,
        SHIELDS: ship["shields_maximum"] - ship["shields"] + off_shields,
    }


def weapons(ship: ShipView) -> list[str]:
    """Return the weapons that a ship can fire (rules 20.4)."""
    return [name for name in FIRE if name in ship["systems"]]


def weapon_range(ship: ShipView, name: str) -> int:
    """Return the hexes that a weapon reaches without power (rules 10.3)."""
    further = bonus_of(ship, "range") if name == "torpedoes" else 0
    return int(ship["systems"][name].get("range", USUAL_RANGE.get(name, 0))) + further


def damage(ship: ShipView, name: str) -> tuple[int, int]:
    """Return dice and bonus of a weapon (rules 10.2)."""
    dice, bonus = parse_damage(ship["systems"][name]["damage"])
    return dice, bonus + bonus_of(ship, "weapons")
