"""When a captain uses the systems that only Full has: cloak, tractor beam, tachyon sweep and mines (rules 12, 17.2).

One simple reason each; what is on offer is looked for first, so that it is always legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from incursions.bots.bot import Choice
from incursions.bots.gunnery import shots
from incursions.bots.odds import AVERAGE_DIE
from incursions.bots.plans import in_danger, worth_fighting
from incursions.bots.situation import ShipView, Situation, place, points, weapon_range, weapons
from incursions.engine import Question
from incursions.engine.hexes import distance
from incursions.rules import phrases

System = Callable[[Situation, Question, Choice | None], Choice | None]

HARD_TO_HIT = 6  # an evasion from here on is worth a beam, for a held ship cannot evade (rules 11.3)
POWER_TO_FIRE = 1  # what is to be left for the shot that a beam or a sweep makes possible
NEAR = 3  # hexes: a rival so near may come through a mined hex


def use_systems(situation: Situation, decision: Question, planned: Choice | None) -> Choice | None:
    """The first system that has its reason now; `planned` is what would be done else."""
    for system in _SYSTEMS:
        choice = system(situation, decision, planned)
        if choice is not None:
            return choice
    return None


def hide(situation: Situation, decision: Question, planned: Choice | None) -> Choice | None:
    """Cloak with the last maneuver of the turn, where the ship would not stand what may come.

    Not in a wormhole: a cloaked ship makes no roll there (rules 9.17).
    """
    if situation.left or phrases.CLOAK not in decision or situation.at in situation.holes or not in_danger(situation):
        return None
    return Choice(phrases.CLOAK, "nobody strikes what he does not see")


def set_off(situation: Situation, decision: Question, planned: Choice | None) -> Choice | None:
    """Set off a fresh mine that hits harder than any weapon would."""
    by_line = {f"{phrases.SET_OFF}seat {ship['seat']}": ship for ship in situation.targets}
    weapon = max((shot.average for shot in shots(situation, situation.power)), default=0.0)
    for option in decision:
        if option in by_line and _mine_average(situation, by_line[option]) > weapon:
            return Choice(option, "the mine hits harder than any weapon")
    return None


def _mine_average(situation: Situation, target: ShipView) -> float:
    mines = (piece for piece in situation.view["placed"] if piece["kind"] == "mine" and piece["at"] == target["at"])
    return max((AVERAGE_DIE * mine["dice"] + mine["bonus"] for mine in mines), default=0.0)


def hold(situation: Situation, decision: Question, planned: Choice | None) -> Choice | None:
    """Hold a ship that would evade the next shot."""
    if planned is None or not planned.text.startswith("fire") or not situation.left:
        return None
    if situation.power <= POWER_TO_FIRE:
        return None
    for ship in situation.targets:
        evades = ship["evasion"] >= HARD_TO_HIT and ship["power"] > 0
        option = f"{phrases.TRACTOR}{ship['seat']}"
        if evades and option in decision and worth_fighting(situation, ship):
            return Choice(option, f"{ship['title']} cannot evade while it is held")
    return None


def sweep(situation: Situation, decision: Question, planned: Choice | None) -> Choice | None:
    """Find a weaker ship in reach of a weapon, if there is a maneuver left to fire with."""
    if not situation.left or (planned is not None and not _is_idle(planned)):
        return None
    for ship in situation.others:
        option = f"{phrases.SWEEP}{ship['seat']}"
        if option in decision and points(ship) <= points(situation.me) and _in_range(situation, ship):
            return Choice(option, f"to fire at {ship['title']} then")
    return None


def _in_range(situation: Situation, ship: ShipView) -> bool:
    far = distance(situation.at, place(ship))
    return any(weapon_range(situation.me, weapon) >= far for weapon in weapons(situation.me))


def lay_mine(situation: Situation, decision: Question, planned: Choice | None) -> Choice | None:
    """Mine the hex where there is nothing better to do and somebody may come: a wormhole first of all."""
    if phrases.LAY_MINE not in decision or (planned is not None and not _is_idle(planned)):
        return None
    if situation.at in situation.holes:
        return Choice(phrases.LAY_MINE, "whoever comes to this wormhole meets a mine")
    if any(0 < distance(situation.at, place(ship)) <= NEAR for ship in situation.others):
        return Choice(phrases.LAY_MINE, "somebody is near enough to meet it")
    return None


def _is_idle(planned: Choice) -> bool:
    """Is what is planned only a way to spend the time?"""
    return planned.text == phrases.DECLINE or planned.text.startswith(phrases.REPAIR)


def keep_running(situation: Situation, decision: Question) -> Choice | None:
    """At power-up a beam is kept on a ship worth fighting; a cloak is dropped, to act again (rules 7.2, 12.8)."""
    players: list[dict[str, Any]] = situation.view["players"]
    held = players[decision.seat]["holds"]
    if held is None or held[1] > POWER_TO_FIRE:
        return None
    line = f"{phrases.KEEP}{phrases.TRACTOR_ON_SEAT}{held[0]}"
    ship = situation.view["ships"][held[0]]
    fights = ship["evasion"] >= HARD_TO_HIT and worth_fighting(situation, ship)
    return Choice(line, f"{ship['title']} cannot evade while it is held") if fights and line in decision else None


def least_power(situation: Situation, decision: Question) -> Choice | None:
    """A beam, and a mine in a wormhole, take the least power: the rest is for the shot, and for leaving."""
    system = decision.said[0]
    mine_in_wormhole = system == phrases.LAY_MINE and situation.at in situation.holes
    if decision.topic != "power" or not (system.startswith(phrases.TRACTOR) or mine_in_wormhole):
        return None
    return Choice(decision.options[0], "the rest of the power is wanted elsewhere")


_SYSTEMS: tuple[System, ...] = (hide, set_off, hold, sweep, lay_mine)
