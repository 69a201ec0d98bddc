"""The prospects of a side in one impulse: what its ships can hit from a pose, and what foes can hit there next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from incursions.engine.facings import STEPS, step
from incursions.engine.hexes import distance
from incursions.games.talon.bots.gunnery import Gunnery, Pose, gunnery_of, pose_of
from incursions.games.talon.bots.worth import find_goal, list_worths, reckon_damage_worth
from incursions.games.talon.rules.definitions import IMPULSES, Group
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.ships import HELM_DOWN, Ship

FAR = 4
"""The range in hexes beyond which fire comes later and is worth less."""
FADING = 0.82
"""The part of the worth of fire that is left for each hex farther away."""
OUT_OF_ARC = 0.45
"""The part of the worth of fire of a group that does not bear yet."""


class Hit(NamedTuple):
    """The expected damage of a group on a target's arc."""

    target: int
    arc: int
    points: float


class Threat(NamedTuple):
    """The next fire of a foe at a ship: expected damage on an arc, and its worth."""

    foe: int
    arc: int
    points: float
    worth: float


class Prospects:
    """The prospects of a side at one moment. Foes are taken to move as they like before they fire."""

    def __init__(self, game: Game, side: int) -> None:
        self.game = game
        self.gunnery: Gunnery = gunnery_of(game.battlefield)
        self.worths = list_worths(game.battlefield)
        self.foes = game.list_ships(1 - side)
        letter = _find_next_letter(game, side)
        moving = game.battlefield.definitions.acts[letter]
        self._charged = {foe.index: self.gunnery.list_batteries(foe).charged for foe in self.foes}
        self._poses = {
            foe.index: list_poses(foe) if foe.curve_row.speed in moving else [pose_of(foe)] for foe in self.foes
        }
        self._goals = {foe.index: find_goal(game, foe) for foe in self.foes}
        self._are_shielded = {foe.index: game.has_shields_up(foe) for foe in self.foes}

    def list_hits(self, ship: Ship, pose: Pose) -> list[list[Hit]]:
        """Return, for each charged group that bears from a pose, its possible hits."""
        found: list[list[Hit]] = []
        for group, shots in self.gunnery.list_batteries(ship).charged:
            hits = [
                Hit(foe.index, self.gunnery.find_arc(pose_of(foe), pose.at), shots * points)
                for foe in self.foes
                if (points := self.gunnery.estimate_damage(group, pose, foe.at))
            ]
            if hits:
                found.append(hits)
        return found

    def list_threats(self, ship: Ship, pose: Pose) -> list[Threat]:
        """Return the worst that each foe can do next to a ship in a pose."""
        found = []
        is_shielded = self.game.has_shields_up(ship)
        for foe in self.foes:
            if distance(foe.at, pose.at) > FAR + 2:
                continue
            worst = Threat(foe.index, 0, 0.0, 0.0)
            for theirs in self._poses[foe.index]:
                points = sum(
                    shots * self.gunnery.estimate_damage(group, theirs, pose.at)
                    for group, shots in self._charged[foe.index]
                )
                if points:
                    arc = self.gunnery.find_arc(pose, theirs.at)
                    worth = self.reckon(ship, arc, points, is_shielded=is_shielded)
                    if worth > worst.worth:
                        worst = Threat(foe.index, arc, points, worth)
            if worst.worth:
                found.append(worst)
        return found

    def reckon(self, ship: Ship, arc: int, points: float, *, is_shielded: bool) -> float:
        """Return the worth of expected damage on a ship."""
        return reckon_damage_worth(self.worths[ship.index], ship, points, arc, is_shielded=is_shielded)

    def reckon_volley(self, groups: Iterable[list[Hit]]) -> float:
        """Return the worth of the fire of groups, each at the target where it adds most to the others."""
        fallen: dict[tuple[int, int], float] = {}
        total = 0.0
        ships = self.game.ships
        for hits in groups:
            best, gain, key = 0.0, 0.0, (-1, 0)
            for hit in hits:
                target = ships[hit.target]
                before = fallen.get((hit.target, hit.arc), 0.0)
                is_shielded = self._are_shielded[hit.target]
                gain = self.reckon(target, hit.arc, before + hit.points, is_shielded=is_shielded)
                if before:
                    gain -= self.reckon(target, hit.arc, before, is_shielded=is_shielded)
                if gain > best:
                    best, key = gain, (hit.target, hit.arc)
                    points = hit.points
            if best:
                fallen[key] = fallen.get(key, 0.0) + points
                total += best
        return total

    def reckon_outlook(self, ship: Ship, pose: Pose) -> tuple[float, float]:
        """Return the worth of the fire that a ship in a pose can hope for later, and of what it must fear."""
        hope = fear = 0.0
        is_shielded = self.game.has_shields_up(ship)
        readiness = self.gunnery.list_batteries(ship).readiness
        for foe in self.foes:
            there = pose_of(foe)
            points = self._reckon_later(self.gunnery.list_batteries(foe).readiness, there, pose)
            if points:
                fear += self.reckon(ship, self.gunnery.find_arc(pose, foe.at), points, is_shielded=is_shielded)
            there = self._predict(foe, pose)
            arc = self.gunnery.find_arc(there, pose.at)
            points = self._reckon_later(readiness, pose, there)
            if points:
                hope = max(hope, self.reckon(foe, arc, points, is_shielded=self._are_shielded[foe.index]))
        return hope, fear

    def _predict(self, foe: Ship, pose: Pose) -> Pose:
        """Return where a foe that runs for a goal can be met from a pose; where it is if it has none."""
        goal = self._goals[foe.index]
        steps = distance(foe.at, pose.at) // 2
        if goal is None or not steps:
            return pose_of(foe)
        at, heading = foe.at, foe.facing
        while steps and distance(at, goal) > 1:
            heading = min(range(6), key=lambda way: distance(step(at, way), goal))
            at = step(at, heading)
            steps -= 1
        return Pose(at, heading)

    def _reckon_later(self, groups: list[tuple[Group, float]], pose: Pose, other: Pose) -> float:
        """Return the damage that groups can hope to do later, less for range and for arcs that do not bear."""
        if pose.at == other.at:
            return 0.0
        offset = (other.at[0] - pose.at[0], other.at[1] - pose.at[1])
        field = self.game.battlefield
        fading = FADING ** max(0, distance(pose.at, other.at) - FAR + 1)
        points = sum(
            peak * (1.0 if field.fires_into(group.arcs, pose.facing, offset) else OUT_OF_ARC) for group, peak in groups
        )
        return points * fading


def _find_next_letter(game: Game, side: int) -> str:
    """Return the impulse in which the other side has its next turn."""
    if game.in_order()[0] == side:
        return game.impulse
    return IMPULSES[(game.letter + 1) % len(IMPULSES)]


def list_poses(ship: Ship) -> list[Pose]:
    """Return the poses that a ship can take with a move, without slips."""
    if ship.printed.is_base:
        return [Pose(ship.at, (ship.facing - 1) % 6)]
    poses = []
    for by in (0,) if ship.wait or HELM_DOWN in ship.effects else (0, 1, -1):
        heading = (ship.facing + by) % 6
        dq, dr = STEPS[heading]
        poses.append(Pose((ship.at[0] + dq, ship.at[1] + dr), heading))
    return poses
