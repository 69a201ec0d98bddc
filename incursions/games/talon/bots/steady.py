"""The steady captain: best shield to the nearest foe, fire where it does most, power where it counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random

from incursions.engine import Question
from incursions.engine.facings import ARCS, STEPS
from incursions.engine.hexes import Hex, distance
from incursions.games.talon.bots.bot import Bot, Choice, read_options
from incursions.games.talon.bots.courses import can_steer_clear, count_moves, find_deadly, follow, way_of
from incursions.games.talon.bots.gunnery import (
    Pose,
    count_shots,
    find_peak,
    gunnery_of,
    pose_of,
)
from incursions.games.talon.bots.rows import find_best_row, find_nearest_foe
from incursions.games.talon.bots.worth import find_goal, find_hold, list_worths, reckon_damage_worth
from incursions.games.talon.rules import acts
from incursions.games.talon.rules.acts import Act
from incursions.games.talon.rules.arrival import ALONE_AT
from incursions.games.talon.rules.battles import list_zone
from incursions.games.talon.rules.definitions import Group
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.movement import find_destination
from incursions.games.talon.rules.power import find_group
from incursions.games.talon.rules.setup import ASTEROID, NEBULA
from incursions.games.talon.rules.ships import LOST_GROUP, Ship

IDEAL_RANGE = 3
IN_REACH = 6
"""The distance in hexes of a foe for which shields are reinforced."""
GOOD_SHOT = 0.55
"""The share of a weapon's best average from which a shot is taken before the round is late."""
LATE = 4
"""The index of the impulse from which any shot is taken, because the next Power Phase charges again."""
DOOM, LEAVING, COLLISION, ROCKS, CLOUD = 1000.0, 500.0, 25.0, 6.0, 3.0
"""The price of a course into a planet, out of the battle, into a friend, through rocks, and into a nebula."""


def find_weak_group(ship: Ship) -> int:
    """Return the index of the group that is worth charging most, or -1."""
    best, most = -1, 0.0
    for place, (group, charge) in enumerate(zip(ship.printed.groups, ship.charge, strict=True)):
        if charge == LOST_GROUP or charge < group.red or charge == group.full:
            continue
        gain = find_peak(group) * count_shots(ship, group) / (group.full - charge)
        if gain > most:
            best, most = place, gain
    return best


class SteadyBot(Bot):
    """Plays by plain rules, one ship at a time."""

    name = "steady"

    def choose(self, game: Game, question: Question, rng: Random) -> Choice:
        answer = self.answers.get(question.topic)
        return Choice(question.options[0], "the first will do") if answer is None else answer(self, game, question, rng)

    # The power step.

    def spend_power(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return the purchase that helps most, or the end of the step."""
        options = read_options(game, question)
        rated = [(*self.rate_purchase(game, act), act.text) for act in options]
        _, reason, text = max(rated, key=lambda each: each[0])
        return Choice(text, reason)

    def rate_purchase(self, game: Game, act: Act) -> tuple[float, str]:
        """Return how much a purchase helps, above 1 if it is worth an AP, and why."""
        if act.verb == "end":
            return 1.0, "nothing more is worth the power"
        ship = game.ships[act.ship]
        if act.verb == "charge":
            return self._rate_charge(ship, find_group(ship, act.detail))
        if act.verb == "reinforce":
            return self.rate_reinforcement(game, ship, ARCS.index(act.detail))
        if act.verb == "use battery":
            return (5.0, "the battery charges a weapon") if find_weak_group(ship) >= 0 else (0.0, "")
        if act.verb == "fill battery":
            return 2.0, "power is kept for later"
        if act.verb == "tighten":
            return self._rate_tightening(game, ship)
        if act.verb == "transmit":
            needed = find_weak_group(game.ships[act.target]) >= 0 and find_weak_group(ship) < 0
            return (6.0, "the fighters need power") if needed else (0.0, "")
        if act.verb == "retarget":
            lost = game.missiles[act.missile].target < 0
            return (5.0, "a missile without a target gets one") if lost else (0.0, "")
        return 0.0, ""

    def _rate_charge(self, ship: Ship, place: int) -> tuple[float, str]:
        group = ship.printed.groups[place]
        left = group.full - ship.charge[place]
        return 4.0 + find_peak(group) * count_shots(ship, group) / left, f"{left} boxes are missing to fire"

    def rate_reinforcement(self, game: Game, ship: Ship, arc: int) -> tuple[float, str]:
        """Return the rating of one more point on an arc."""
        foe = find_nearest_foe(game, ship)
        if foe is None or distance(foe.at, ship.at) > IN_REACH:
            return 0.5, ""
        if gunnery_of(game.battlefield).find_arc(pose_of(ship), foe.at) != arc:
            return 0.5, ""
        return 3.0, f"{foe.name} comes from there"

    def _rate_tightening(self, game: Game, ship: Ship) -> tuple[float, str]:
        foe = find_nearest_foe(game, ship)
        if foe is None or gunnery_of(game.battlefield).find_arc(pose_of(ship), foe.at) == 0:
            return 0.0, ""
        return 2.5, f"{ship.name} must turn towards {foe.name}"

    # The movement step.

    def move(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return the best move of the first ship that owes one, then the flights, then the end of the step."""
        options = read_options(game, question)
        first = next((act for act in options if act.verb != "burn"), options[0])
        if first.verb == "end":
            return self.burn(game, options)
        if first.verb == "fly":
            return self._fly(game, [act for act in options if act.missile == first.missile])
        own = [act for act in options if act.ship == first.ship]
        docking = next((act for act in own if act.verb in ("dock", "land")), None)
        if docking is not None:
            return Choice(docking.text, "that is where it is bound")
        if len(own) == 1:
            return Choice(own[0].text, "there is no other way")
        return self.steer(game, game.ships[first.ship], own)

    def steer(self, game: Game, ship: Ship, options: list[Act]) -> Choice:
        """Return the best of the moves of a ship."""
        best = max(options, key=lambda act: self.rate_way(game, ship, way_of(act)))
        foe = find_nearest_foe(game, ship)
        return Choice(best.text, "there is no foe left" if foe is None else f"best against {foe.name}")

    def burn(self, game: Game, options: list[Act]) -> Choice:
        """Return a burn that brings a ship nearer to its goal, or the end of the step."""
        end = next(act for act in options if act.verb == "end")
        for act in options:
            if act.verb == "burn":
                ship = game.ships[act.ship]
                goal = find_goal(game, ship)
                if goal is not None and find_destination(ship, act.detail) == goal:
                    return Choice(act.text, "an afterburner takes it home")
        return Choice(end.text, "all have moved")

    def _fly(self, game: Game, flights: list[Act]) -> Choice:
        deadly = find_deadly(game.battlefield)
        best = min(flights, key=lambda act: act.place in deadly)
        return Choice(best.text, "nearer to its target")

    def rate_way(self, game: Game, ship: Ship, way: str) -> float:
        """Return how good a ship's place is after a move, in points."""
        course = follow(ship, way)
        rating = self.rate_place(game, ship, course.pose)
        if not can_steer_clear(game.battlefield, course, ship.radius):
            rating -= DOOM
        goal = find_goal(game, ship)
        if goal is not None:
            return rating - 10.0 * count_moves(game.battlefield, course, ship.radius, goal)
        return rating + self.rate_pose(game, ship, course.pose)

    def rate_place(self, game: Game, ship: Ship, pose: Pose) -> float:
        """Return the price of what lies in a hex, and of leaving the battle."""
        terrain = game.battlefield.terrain.get(pose.at)
        rating = -ROCKS if terrain == ASTEROID and not ship.is_squadron else -CLOUD if terrain == NEBULA else 0.0
        if is_alone(game, ship, pose.at):
            rating -= LEAVING
        if any(_would_collide(ship, other, pose.at) for other in game.ships):
            rating -= COLLISION
        hold = find_hold(game)
        if hold is not None:
            rating -= 2.0 * max(0, distance(pose.at, hold[0]) - hold[1])
        return rating

    def rate_pose(self, game: Game, ship: Ship, pose: Pose) -> float:
        """Return how well a pose serves against the nearest foe: fire, shield and range."""
        foe = find_nearest_foe(game, ship)
        if foe is None:
            return 0.0
        gunnery, worths = gunnery_of(game.battlefield), list_worths(game.battlefield)
        fire = max(
            (
                reckon_fire(game, ship, pose, other) * worths[other.index] / 100.0
                for other in game.list_ships(1 - ship.side)
            ),
            default=0.0,
        )
        arc = gunnery.find_arc(pose, foe.at)
        shield = ship.shields[arc] / max(1, *ship.printed.shields)
        far = distance(pose.at, foe.at)
        return 2.0 * fire + 2.0 * shield - 0.8 * abs(far - IDEAL_RANGE) + (arc == 0)

    # The fire step.

    def fire(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return the shot of most worth, if it is good enough, or the end of the step."""
        options = read_options(game, question)
        shots = [act for act in options if act.verb == "fire"]
        rated = [(self.rate_shot(game, act), act) for act in shots]
        worth, best = max(rated, key=lambda each: each[0])
        if worth > 0.0:
            return Choice(best.text, "the shot does most of all")
        if options[-1].verb == "end":
            return Choice(options[-1].text, "better shots will come")
        return Choice(best.text, "the weapon is lost otherwise")

    def rate_shot(self, game: Game, act: Act) -> float:
        """Return the worth of a shot; 0 if a better one should be waited for."""
        ship = game.ships[act.ship]
        group = ship.printed.groups[find_group(ship, act.detail)]
        gunnery = gunnery_of(game.battlefield)
        if act.missile:
            missile = game.missiles[act.missile]
            points = gunnery.estimate_damage(group, pose_of(ship), missile.at)
            return 0.1 * points if missile.target >= 0 and not game.volley else 0.01 * points
        target = game.ships[act.target]
        points = gunnery.estimate_damage(group, pose_of(ship), target.at)
        is_late = game.letter >= LATE or bool(game.volley) or bool(group.weapon.launch)
        if points < GOOD_SHOT * find_peak(group) and not is_late:
            return 0.0
        arc = gunnery.find_arc(pose_of(target), ship.at)
        shots = count_shots(ship, group) * points
        worth = list_worths(game.battlefield)[target.index]
        rating = reckon_damage_worth(worth, target, shots, arc, is_shielded=game.has_shields_up(target))
        return rating - self._rate_friends_hit(game, ship, group) if group.weapon.is_cone else rating

    def _rate_friends_hit(self, game: Game, ship: Ship, group: Group) -> float:
        """Return the worth of what a cannon does to friends in its cone."""
        gunnery, worths = gunnery_of(game.battlefield), list_worths(game.battlefield)
        lost = 0.0
        for friend in game.list_ships(ship.side):
            points = gunnery.estimate_damage(group, pose_of(ship), friend.at) if friend is not ship else 0.0
            if points and friend.printed.kind not in group.weapon.spares:
                arc = gunnery.find_arc(pose_of(friend), ship.at)
                is_shielded = game.has_shields_up(friend)
                lost += reckon_damage_worth(worths[friend.index], friend, points, arc, is_shielded=is_shielded)
        return lost

    # The other questions.

    def repair(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return the repair that comes first in the order of options: shields, helm, power."""
        return Choice(question.options[0], "repairs cost nothing")

    def set_rows(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return the first change of a row that is wanted, or the end of the phase."""
        options = read_options(game, question)
        rows: dict[int, int] = {}
        for act in options:
            if act.verb == "set":
                ship = game.ships[act.ship]
                if act.ship not in rows:
                    rows[act.ship] = self.find_row(game, ship)
                best = rows[act.ship]
                if best != ship.row and str(ship.printed.curve[best]) == act.detail:
                    return Choice(act.text, "speed and power for what is ahead")
        end = next((act for act in options if act.verb == "end"), options[0])
        return Choice(end.text, "the rows will do")

    def find_row(self, game: Game, ship: Ship) -> int:
        """Return the row that a ship should have in the next round."""
        return find_best_row(game, ship)

    def push(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return the hex that harms a pushed ship most."""
        options = read_options(game, question)
        best = max(options, key=lambda act: _harm_in(game, act.place))
        return Choice(best.text, "there it suffers most")

    def pull(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return the hex that harms a pulled ship least."""
        options = read_options(game, question)
        best = min(options, key=lambda act: _harm_in(game, act.place))
        return Choice(best.text, "there it is safest")

    def deploy(self, game: Game, question: Question, rng: Random) -> Choice:
        """Return a hex near the middle of the front row, with the front to the foe."""
        options = read_options(game, question)
        side = game.ships[options[0].ship].side
        foes = [ship.at for ship in game.list_ships(1 - side)] or list_zone(1 - side)
        crowds = [ship.at for ship in game.list_ships(side)]

        def rate(act: Act) -> tuple[int, int, int]:
            assert act.place is not None
            q, r = act.place
            crowd = sum(distance(act.place, at) < 2 for at in crowds)
            return -crowd, -abs(2 * q + r) - 2 * abs(r), reckon_ahead(act.place, act.facing, foes)

        return Choice(max(options, key=rate).text, "near the middle, front to the foe")

    answers: Mapping[str, Callable[[SteadyBot, Game, Question, Random], Choice]] = {
        acts.POWER: spend_power,
        acts.MOVEMENT: move,
        acts.FIRE: fire,
        acts.REPAIR: repair,
        acts.POWER_PHASE: set_rows,
        acts.SET_UP: deploy,
        "push": push,
        "pull": pull,
    }
    """By topic of a question, the method that answers it."""


def is_alone(game: Game, ship: Ship, at: Hex) -> bool:
    """Return True if a ship that moves to this hex would leave the battle (rules T6.14)."""
    others = [distance(at, other.at) for other in game.ships if other.is_in_play and other is not ship]
    return bool(others) and min(others) >= ALONE_AT and max(others) > game.battlefield.rulings["map_span"]


def reckon_ahead(at: Hex, facing: int, goals: Collection[Hex]) -> int:
    """Return how far ahead of a ship in this pose the goals lie: the sum of their distances, doubled to be whole."""
    dq, dr = STEPS[facing]
    q, r = (sum(goal[axis] - at[axis] for goal in goals) for axis in (0, 1))
    return 2 * (q * dq + r * dr) + q * dr + r * dq


def _would_collide(ship: Ship, other: Ship, at: Hex) -> bool:
    """Return True if a friend in the hex would collide with the ship (rules T6.10)."""
    if other.at != at or other.side != ship.side or other is ship or not other.is_in_play:
        return False
    return not (ship.is_squadron or other.is_squadron or other.printed.is_base)


def reckon_fire(game: Game, ship: Ship, pose: Pose, target: Ship) -> float:
    """Return the expected damage of all charged groups of a ship in a pose on a target."""
    gunnery = gunnery_of(game.battlefield)
    charged = gunnery.list_batteries(ship).charged
    return sum(shots * gunnery.estimate_damage(group, pose, target.at) for group, shots in charged)


def _harm_in(game: Game, at: Hex | None) -> float:
    """Return how much a ship suffers in a hex."""
    assert at is not None
    if at in find_deadly(game.battlefield):
        return DOOM
    crowd = sum(other.is_in_play and other.at == at for other in game.ships)
    return COLLISION * crowd + (ROCKS if game.battlefield.terrain.get(at) in (ASTEROID, NEBULA) else 0.0)
