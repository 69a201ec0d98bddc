"""What a captain does with a maneuver: plans in the order in which they are tried, with their reasons (rules 20.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from incursions.bots.bot import Choice
from incursions.bots.gunnery import shots
from incursions.bots.odds import DOUBLES
from incursions.bots.situation import (
    START,
    ShipView,
    Situation,
    maximum_points,
    place,
    points,
    repair_points,
    warp,
)
from incursions.engine.hexes import Hex, distance, neighbours
from incursions.rules import phrases
from incursions.rules.ships import POINTS_PER_REPAIR_POWER

Plan = Callable[[Situation, Random], Choice | None]

KEPT_UNDER_THREAT = 2  # power cards kept for the defence while somebody could strike
WEAK = 1 / 3  # of its points: a ship below this is in danger
AHEAD = 2.0  # so many times the other's points are worth a fight: exploring and leaving win more often
MANEUVERS_A_TURN = 2
POWER_A_TURN = 4


def destroy_somebody(situation: Situation, rng: Random) -> Choice | None:
    """Fire with all there is where that wins more often than a wormhole would."""
    shot = max(shots(situation, situation.power), key=lambda shot: shot.chance_to_destroy, default=None)
    if shot is None or shot.chance_to_destroy / len(situation.others) <= DOUBLES:
        return None
    return Choice(shot.line, f"destroys {shot.target['title']} in {shot.chance_to_destroy:.0%} of throws")


def stay_in_wormhole(situation: Situation, rng: Random) -> Choice | None:
    """In a wormhole already: its event comes at the end of the turn, if the ship only stays (rules 9.3)."""
    if situation.at not in situation.holes:
        return None
    stay = Choice(phrases.DECLINE, "the wormhole's event comes to a ship that stays")
    return fire_at_leisure(situation, rng) or repair_damage(situation, rng) or stay


def enter_wormhole(situation: Situation, rng: Random) -> Choice | None:
    """Warp to the nearest wormhole in reach: each arrival leaves the quadrant in one of six throws."""
    steps = situation.ways.steps_from(situation.at)
    free = warp(situation.me)
    near = [(steps[hole], hole) for hole in situation.holes if steps.get(hole, 10_000) <= free + situation.power]
    if not near:
        return None
    far, hole = min(near)
    return _warp(hole, far - free, "each arrival in a wormhole wins with doubles")


def approach_wormhole(situation: Situation, rng: Random) -> Choice | None:
    """Warp as near to a wormhole as that costs no power."""
    if not situation.holes:
        return None
    steps = situation.ways.steps_from(situation.at)
    return _approach(situation, [hole for hole in situation.holes if hole in steps], "nearer to a wormhole")


def fight(situation: Situation, rng: Random) -> Choice | None:
    """Fire at a ship that is clearly weaker, or that is nearer to a wormhole."""
    spare = spare_power(situation)
    shot = max(
        (shot for shot in shots(situation, spare) if worth_fighting(situation, shot.target)),
        key=lambda shot: shot.average / points(shot.target),
        default=None,
    )
    if shot is None:
        return None
    return Choice(shot.line, f"{shot.target['title']} is the weaker ship, or nearer to leaving")


def repair_in_danger(situation: Situation, rng: Random) -> Choice | None:
    """Repair a ship that another can strike and that would not stand it for long."""
    return repair_damage(situation, rng) if in_danger(situation) else None


def explore(situation: Situation, rng: Random) -> Choice | None:
    """Lay a tile where a wormhole would serve this ship best."""
    sides = situation.ways.free_sides(situation.at)
    if not sides or not situation.pile:
        return None
    if situation.holes and not situation.wormholes_to_find():
        return None
    steps = situation.ways.steps_from(START)
    best = max(sides, key=lambda side: (_advantage(situation, _steps_to_new(steps, side[1])), rng.random()))
    return Choice(phrases.EXPLORE[best[0]], "the wormhole is still to be found")


def go_exploring(situation: Situation, rng: Random) -> Choice | None:
    """Warp to the nearest hex with a free side."""
    if not situation.pile or (situation.holes and not situation.wormholes_to_find()):
        return None
    return _approach(situation, situation.ways.edge, "there is nothing left to explore from here")


def fire_at_leisure(situation: Situation, rng: Random) -> Choice | None:
    """Fire at whom it hurts most."""
    shot = max(shots(situation, spare_power(situation)), key=lambda s: s.average / points(s.target), default=None)
    return None if shot is None else Choice(shot.line, "nothing better to do than to fire")


def repair_damage(situation: Situation, rng: Random) -> Choice | None:
    """Repair what lacks most; power goes in only where nobody could strike before the next power-up."""
    me = situation.me
    room = {what: me[f"{what}_maximum"] - me[what] for what in (phrases.HULL, phrases.SHIELDS)}
    what = max(room, key=lambda name: room[name])
    if not room[what]:
        return None
    useful = -(-max(0, room[what] - repair_points(me)) // POINTS_PER_REPAIR_POWER)
    line = f"{phrases.REPAIR} {what} {phrases.WITH_POWER[min(useful, spare_power(situation))]}"
    return Choice(line, "time to repair")


def hunt(situation: Situation, rng: Random) -> Choice | None:
    """Warp towards the weakest ship: it is the only way left to win."""
    if not situation.others:
        return None
    prey = min(situation.others, key=points)
    return _approach(situation, [place(prey)], f"{prey['title']} is the weakest ship")


def decline(situation: Situation, rng: Random) -> Choice:
    """Let the maneuver go."""
    return Choice(phrases.DECLINE, "nothing would help")


PLANS: tuple[Plan, ...] = (
    destroy_somebody,
    stay_in_wormhole,
    enter_wormhole,
    repair_in_danger,
    fight,
    approach_wormhole,
    explore,
    go_exploring,
    fire_at_leisure,
    hunt,
    repair_damage,
    decline,
)


def _warp(to: Hex, power: int, reason: str) -> Choice:
    return Choice(f"{phrases.WARP} {phrases.WARP_TO[max(0, power)][to]}", reason)


def _approach(situation: Situation, goals: Iterable[Hex], reason: str) -> Choice | None:
    """A free warp to the reachable hex nearest to any of the goals, if it is nearer than here."""
    ways = situation.ways.steps_to_any(tuple(goals))
    free = warp(situation.me)
    within = [at for at, steps in situation.ways.steps_from(situation.at).items() if steps <= free]
    far = {at: ways.get(at, 10_000) for at in within}
    best = min(within, key=lambda at: far[at])
    return _warp(best, 0, reason) if far[best] < far[situation.at] else None


def spare_power(situation: Situation) -> int:
    """What can be spent now: half while another maneuver follows, and some is kept where somebody could strike."""
    kept = KEPT_UNDER_THREAT if situation.threats() else 0
    spare = max(0, situation.power - kept)
    return -(-spare // 2) if situation.left else spare


def worth_fighting(situation: Situation, target: ShipView) -> bool:
    """Is this ship clearly the weaker one, or nearer to leaving?"""
    return points(situation.me) >= AHEAD * points(target) or _is_nearer_to_wormhole(situation, target)


def in_danger(situation: Situation) -> bool:
    """Could somebody strike this ship, and would it not stand that for long?"""
    return points(situation.me) < WEAK * maximum_points(situation.me) and bool(situation.threats())


def _is_nearer_to_wormhole(situation: Situation, ship: ShipView) -> bool:
    there = place(ship)
    return any(distance(there, hole) < distance(situation.at, hole) for hole in situation.holes)


def _steps_to_new(steps: dict[Hex, int], at: Hex) -> int:
    """The way from the start hex to a tile laid at `at`."""
    return 1 + min(steps[near] for _, near in neighbours(at) if near in steps)


def _advantage(situation: Situation, far: int) -> tuple[int, int]:
    """What a wormhole so far from the start hex gives: arrivals ahead of the others, then a short way."""
    rivals = max((_arrivals(ship, far) for ship in situation.others), default=0)
    return _arrivals(situation.me, far) - rivals, -far


def _arrivals(ship: ShipView, far: int) -> int:
    """How often in one turn a ship could come from the start hex to a wormhole so far off."""
    power = max(0, far - warp(ship))
    return MANEUVERS_A_TURN if MANEUVERS_A_TURN * power <= POWER_A_TURN else int(power <= POWER_A_TURN)
