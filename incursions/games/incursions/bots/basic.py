"""The captain's plans in Basic, in the order in which they are tried (rules 20.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple

from incursions.engine.dice import AVERAGE_DIE, CHANCE_OF_DOUBLES, chance_of_at_least
from incursions.engine.hexes import Hex, distance
from incursions.games.incursions.bots.situation import (
    START,
    ShipView,
    Situation,
    chance_to_evade,
    damage,
    maximum_points,
    place,
    points,
    power_for_repair,
    room_for_repair,
    warp,
    weapon_range,
    weapons,
)
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.seats import POINTS_PER_SHIELD_POWER
from incursions.games.incursions.rules.state.setup import SEATS_PER_WORMHOLE

Line = tuple[tuple[str, ...], str]
"""A maneuver as the phrases of its line, and the reason for it."""
Plan = Callable[[Situation, Random], Line | None]

KEPT_UNDER_THREAT = 2  # power cards kept for the defence while somebody could strike
WEAK = 1 / 3  # of its points: a ship below this is in danger
KEPT_IN_FIGHT = 1  # power cards kept for the defence by a ship that hunts another
DEFENDED = 1.5  # power cards that a ship under fire puts on its shields in a turn
EAGERNESS = 0.37  # the weight of a kill against leaving; from 1,000 games of two captains for each of several values
MANEUVERS_A_TURN = 2
POWER_A_TURN = 4
UNREACHED = 10_000  # hexes: farther than any way on the map


# --- shots (rules 10, 11) ---------------------------------------------------------------------------------------------


class Shot(NamedTuple):
    """A weapon fired at a ship. `share` is the average part of the target's points that it takes."""

    target: ShipView
    weapon: str
    damage_power: int
    range_power: int
    share: float
    chance_to_destroy: float

    def make_line(self, reason: str) -> Line:
        """Return the line that fires the shot."""
        parts = [phrases.FIRE[self.weapon], phrases.AT_SEAT[self.target["seat"]], phrases.WITH_POWER[self.damage_power]]
        if self.weapon == "torpedoes":
            parts.append((phrases.AND_RANGE if self.damage_power else phrases.WITH_RANGE)[self.range_power])
        return tuple(parts), reason


def find_shots(situation: Situation, power: int) -> Iterator[Shot]:
    """Yield a shot of every weapon at every ship in reach with this power. Power that range does not need adds dice."""
    me = situation.me
    for target in situation.targets:
        far = distance(situation.at, place(target))
        for weapon in weapons(me):
            range_power = max(0, far - weapon_range(me, weapon))
            if range_power and (weapon != "torpedoes" or range_power > power):
                continue
            dice, bonus = damage(me, weapon)
            dice += power - range_power
            share = (AVERAGE_DIE * dice + bonus) / points(target)
            chance = _estimate_chance_to_destroy(target, dice, bonus)
            yield Shot(target, weapon, power - range_power, range_power, share, chance)


def _estimate_chance_to_destroy(target: ShipView, dice: int, bonus: int) -> float:
    """Return the chance that this attack destroys a target that spends all its power on its best defence."""
    power = target["power"]
    needed = points(target) - bonus
    chance = chance_of_at_least(dice, needed)
    if chance == 0 or power == 0:
        return chance
    against_evasion = chance * (1 - chance_to_evade(target["evasion"] + power - 1))
    against_shields = chance_of_at_least(dice, needed + POINTS_PER_SHIELD_POWER * power)
    return min(against_evasion, against_shields)


def _find_best_shot(shots: Iterable[Shot]) -> Shot | None:
    """Return the shot that is expected to take the largest share of its target's points."""
    return max(shots, key=lambda shot: shot.share, default=None)


# --- plans ------------------------------------------------------------------------------------------------------------


def destroy_somebody(situation: Situation, rng: Random) -> Line | None:
    """Fire with all power if that is likelier to win than a roll in a wormhole.

    The chance to destroy a ship is divided by the number of other ships, because all of them must fall.
    """
    shot = max(find_shots(situation, situation.power), key=lambda shot: shot.chance_to_destroy, default=None)
    if shot is None or shot.chance_to_destroy / len(situation.other_ships) <= CHANCE_OF_DOUBLES:
        return None
    return shot.make_line(f"destroys {shot.target['title']} in {shot.chance_to_destroy:.0%} of throws")


def stay_in_wormhole(situation: Situation, rng: Random) -> Line | None:
    """Stay in the wormhole that the ship is in: its event comes at the end of the turn (rules 9.3)."""
    if situation.at not in situation.holes:
        return None
    stay = (phrases.DECLINE,), "the wormhole's event comes to a ship that stays"
    return fire_at_leisure(situation, rng) or repair_damage(situation, rng) or stay


def enter_wormhole(situation: Situation, rng: Random) -> Line | None:
    """Warp to the nearest wormhole in reach: each arrival leaves the quadrant in one of six throws."""
    steps = situation.ways.steps_from(situation.at)
    free = warp(situation.me)
    near = [(steps[hole], hole) for hole in situation.holes if steps.get(hole, UNREACHED) <= free + situation.power]
    if not near:
        return None
    far, hole = min(near)
    return _make_warp(hole, far - free, "each arrival in a wormhole wins with doubles")


def approach_wormhole(situation: Situation, rng: Random) -> Line | None:
    """Warp towards a wormhole, as far as that costs no power."""
    if not situation.holes:
        return None
    steps = situation.ways.steps_from(situation.at)
    return _make_approach(situation, [hole for hole in situation.holes if hole in steps], "nearer to a wormhole")


def fight(situation: Situation, rng: Random) -> Line | None:
    """Fire at a ship that is worth hunting, or warp towards it."""
    prey = _find_prey(situation)
    if prey is None:
        return None
    power = situation.spare_power(KEPT_IN_FIGHT)
    shot = _find_best_shot(shot for shot in find_shots(situation, power) if shot.target is prey)
    if shot is not None:
        return shot.make_line(f"{prey['title']} may fall before this ship finds its way home")
    return _make_approach(situation, [place(prey)], f"{prey['title']} is worth hunting")


def _find_prey(situation: Situation) -> ShipView | None:
    """Return the ship that is easiest to destroy, or None if a warp to a wormhole is likelier to win."""
    prey = max(situation.other_ships, key=lambda ship: _estimate_fight(situation.me, ship), default=None)
    if prey is None or EAGERNESS * _estimate_fight(situation.me, prey) < _estimate_chance_to_leave(situation):
        return None
    return prey


def _estimate_fight(ship: ShipView, prey: ShipView) -> float:
    """Return the share of the prey's points that a turn of fire takes past its usual defence."""
    dice, bonus = max((damage(ship, weapon) for weapon in weapons(ship)), default=(0, 0))
    fire = MANEUVERS_A_TURN * (AVERAGE_DIE * dice + bonus) + AVERAGE_DIE * (POWER_A_TURN - KEPT_IN_FIGHT)
    fire *= 1 - chance_to_evade(prey["evasion"]) / 2
    return max(fire - POINTS_PER_SHIELD_POWER * DEFENDED, 1.0) / points(prey)


def _estimate_chance_to_leave(situation: Situation) -> float:
    """Return the chance that a turn of warps leaves the quadrant.

    While no wormhole is charted, the chance is spread over the turns that it takes to find one.
    """
    if situation.holes:
        steps = situation.ways.steps_from(START)
        far = min(steps.get(hole, UNREACHED) for hole in situation.holes)
        return CHANCE_OF_DOUBLES * _count_arrivals(situation.me, far)
    turns = situation.pile / (MANEUVERS_A_TURN * len(situation.ships))
    return 1 / (turns + 1 / CHANCE_OF_DOUBLES)


def repair_in_danger(situation: Situation, rng: Random) -> Line | None:
    """Repair a weak ship that another ship can strike."""
    is_weak = points(situation.me) < WEAK * maximum_points(situation.me)
    return repair_damage(situation, rng) if is_weak and situation.threats() else None


def explore(situation: Situation, rng: Random) -> Line | None:
    """Lay a tile where a wormhole would serve this ship best."""
    sides = situation.ways.free_sides(situation.at)
    if not sides or not _seeks_wormhole(situation):
        return None
    side, _ = max(sides, key=lambda side: (_rate_hex(situation, side[1]), rng.random()))
    return (phrases.EXPLORE[side],), "the wormhole is still to be found"


def go_exploring(situation: Situation, rng: Random) -> Line | None:
    """Warp to the nearest hex with a free side."""
    if not _seeks_wormhole(situation):
        return None
    return _make_approach(situation, situation.ways.edge, "there is nothing left to explore from here")


def fire_at_leisure(situation: Situation, rng: Random) -> Line | None:
    """Fire the shot that takes the largest share of a ship's points, with the power that can be spared."""
    shot = _find_best_shot(find_shots(situation, _find_spare_power(situation)))
    return None if shot is None else shot.make_line("nothing better to do than to fire")


def repair_damage(situation: Situation, rng: Random) -> Line | None:
    """Repair the part that lacks most points, with the power that can be spared."""
    room = room_for_repair(situation.me)
    what = max(room, key=room.__getitem__)
    if not room[what]:
        return None
    power = min(power_for_repair(situation.me, room[what]), _find_spare_power(situation))
    return (phrases.REPAIR, what, phrases.WITH_POWER[power]), "time to repair"


def hunt(situation: Situation, rng: Random) -> Line | None:
    """Warp towards the weakest ship, because that is the only way left to win."""
    if not situation.other_ships:
        return None
    prey = min(situation.other_ships, key=points)
    return _make_approach(situation, [place(prey)], f"{prey['title']} is the weakest ship")


def decline_maneuver(situation: Situation, rng: Random) -> Line:
    """Decline the maneuver."""
    return (phrases.DECLINE,), "nothing would help"


PLANS: tuple[Plan, ...] = (
    destroy_somebody,
    stay_in_wormhole,
    fight,
    enter_wormhole,
    repair_in_danger,
    approach_wormhole,
    explore,
    go_exploring,
    fire_at_leisure,
    hunt,
    repair_damage,
    decline_maneuver,
)


def _make_warp(to: Hex, power: int, reason: str) -> Line:
    """Return the line of a warp, with its reason."""
    return (phrases.WARP, phrases.WARP_TO[max(0, power)][to]), reason


def _make_approach(situation: Situation, goals: Iterable[Hex], reason: str) -> Line | None:
    """Return a free warp to the reachable hex nearest to any of the goals, if it is nearer than here."""
    ways = situation.ways.steps_to_any(tuple(goals))
    free = warp(situation.me)
    within = [at for at, steps in situation.ways.steps_from(situation.at).items() if steps <= free]
    far = {at: ways.get(at, UNREACHED) for at in within}
    best = min(within, key=far.__getitem__)
    return _make_warp(best, 0, reason) if far[best] < far[situation.at] else None


def _find_spare_power(situation: Situation) -> int:
    """Return the power that can be spent now. Some is kept for the defence if another ship could strike."""
    return situation.spare_power(KEPT_UNDER_THREAT if situation.threats() else 0)


def _seeks_wormhole(situation: Situation) -> bool:
    """Return True if a tile may still be one of the house's wormholes (rules 20.6)."""
    return bool(situation.pile) and len(situation.holes) * SEATS_PER_WORMHOLE < len(situation.ships)


def _rate_hex(situation: Situation, there: Hex) -> tuple[int, int]:
    """Return the worth of a wormhole in a hex, for comparison.

    First comes the lead in arrivals a turn over the best rival, then the nearness to the start hex.
    """
    far = situation.ways.steps_to_new(START, there)
    rivals = max((_count_arrivals(ship, far) for ship in situation.other_ships), default=0)
    return _count_arrivals(situation.me, far) - rivals, -far


def _count_arrivals(ship: ShipView, far: int) -> int:
    """Return how often in one turn a ship can warp to a hex at this distance from the start hex."""
    power = max(0, far - warp(ship))
    return MANEUVERS_A_TURN if MANEUVERS_A_TURN * power <= POWER_A_TURN else int(power <= POWER_A_TURN)
