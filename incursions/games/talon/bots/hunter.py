"""The hunter: searches one impulse. It weighs the fire that follows each way to move all its ships, both ways."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import NamedTuple

from incursions.engine import Question
from incursions.engine.hexes import distance
from incursions.games.talon.bots.bot import Choice, read_options
from incursions.games.talon.bots.courses import Course, can_steer_clear, count_moves, follow, way_of
from incursions.games.talon.bots.gunnery import Pose, pose_of
from incursions.games.talon.bots.prospects import Hit, Prospects, Threat
from incursions.games.talon.bots.rows import find_nearest_foe
from incursions.games.talon.bots.steady import COLLISION, DOOM, SteadyBot
from incursions.games.talon.bots.worth import find_goal, list_worths
from incursions.games.talon.rules.acts import FIRE, MOVEMENT, POWER, WAY_OF_VERB, Act
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.ships import Ship

MOST_COMBINATIONS = 250
HOPE, FEAR = 0.5, 0.12
"""The weight of what may be hit later, and of what may hit later."""
THREATENED = 0.5
"""The weight of what foes can do in their next turn."""
WAITING = 0.4
"""The price of each hex until a ship may turn again."""
A_MOVE = 100.0
"""The worth of a move less on the way to a goal."""
PASSED = 8.0
"""The price of each hex that a foe is nearer to its goal, for a foe worth 100 points."""
GUARD = 3
"""The distance from the goal of a foe in which a guard is near enough."""
BIDS = {"change initiative": 1.3, "defend initiative": 1.1}
"""The ratings of marks for the initiative: above 1, because an AP is lost otherwise."""
BIDDING_RANGE = 6
BURNED = 4.0
"""The gain for which an afterburner is used."""


class Way(NamedTuple):
    """A way of a ship as a search sees it: its act, where it leads, its hits and threats, and all else as a sum."""

    act: Act | None
    course: Course
    hits: list[list[Hit]]
    threats: list[Threat]
    rating: float


class HunterBot(SteadyBot):
    """Searches the moves of all its ships in an impulse by the damage that is to be expected on both sides."""

    name = "hunter"

    # The movement step.

    def steer(self, game: Game, ship: Ship, options: list[Act]) -> Choice:
        """Return the move of the ship in the best moves of all ships that are due."""
        prospects = Prospects(game, ship.side)
        return self._choose_ways(game, prospects, ship, [self.look(game, prospects, ship, act) for act in options])

    def burn(self, game: Game, options: list[Act]) -> Choice:
        """Return the burn that gains more than its box is worth, or the end of the step."""
        end = next(act for act in options if act.verb == "end")
        burns: dict[int, list[Act]] = {}
        for act in options:
            if act.verb == "burn":
                burns.setdefault(act.ship, []).append(act)
        best = (BURNED, Choice(end.text, "all have moved"))
        for index, acts in burns.items():
            ship = game.ships[index]
            if find_goal(game, ship) is not None:
                continue
            prospects = Prospects(game, ship.side)
            stays = self._rate_alone(prospects, self.stay(game, prospects, ship))
            for act in acts:
                gain = self._rate_alone(prospects, self.look(game, prospects, ship, act)) - stays
                if gain > best[0]:
                    best = (gain, Choice(act.text, f"the burn gains {gain:.0f} points"))
        return best[1] if best[0] > BURNED else super().burn(game, options)

    def look(self, game: Game, prospects: Prospects, ship: Ship, act: Act) -> Way:
        """Return what comes of a move of a ship."""
        course = follow(ship, way_of(act))
        rating = self.rate_place(game, ship, course.pose)
        if not can_steer_clear(game.battlefield, course, ship.radius):
            rating -= DOOM
        return self._see(game, prospects, ship, act, course, rating)

    def stay(self, game: Game, prospects: Prospects, ship: Ship) -> Way:
        """Return what comes of a ship that stays where it is."""
        return self._see(game, prospects, ship, None, Course(pose_of(ship), ship.wait), 0.0)

    def _see(self, game: Game, prospects: Prospects, ship: Ship, act: Act | None, course: Course, rating: float) -> Way:
        goal = find_goal(game, ship)
        if goal is not None:
            rating -= A_MOVE * count_moves(game.battlefield, course, ship.radius, goal)
        hope, fear = (0.0, 0.0) if goal is not None else prospects.reckon_outlook(ship, course.pose)
        rating += HOPE * hope - FEAR * fear - WAITING * course.wait + self.rate_guard(game, ship, course.pose)
        hits, threats = prospects.list_hits(ship, course.pose), prospects.list_threats(ship, course.pose)
        return Way(act, course, hits, threats, rating)

    def rate_guard(self, game: Game, ship: Ship, pose: Pose) -> float:
        """Return the price of being farther from the goal of a foe that runs for it than the foe is."""
        rating = 0.0
        for foe in game.list_ships(1 - ship.side):
            goal = find_goal(game, foe)
            if goal is not None and not game.battlefield.dockings:
                behind = distance(pose.at, goal) - max(GUARD, distance(foe.at, goal) - 2)
                rating -= PASSED * max(0, behind) * list_worths(game.battlefield)[foe.index] / 100.0
        return rating

    def _rate_alone(self, prospects: Prospects, way: Way) -> float:
        return self.rate_ways(prospects, (way,))

    def rate_ways(self, prospects: Prospects, ways: tuple[Way, ...]) -> float:
        """Return how good moves are together: fire now, the worst that each foe can do next, and the ways."""
        rating = prospects.reckon_volley([hits for way in ways for hits in way.hits])
        worst: dict[int, float] = {}
        for way in ways:
            rating += way.rating
            for threat in way.threats:
                if threat.worth > worst.get(threat.foe, 0.0):
                    worst[threat.foe] = threat.worth
        return rating - THREATENED * sum(worst.values())

    def _choose_ways(self, game: Game, prospects: Prospects, ship: Ship, own: list[Way]) -> Choice:
        """Return the way of a ship in the best combination with those of the other ships of its seat."""
        others = [other for other in game.ships if other.seat == ship.seat and other.is_in_play and other is not ship]
        due = [other for other in others if other.owes_move and not other.printed.is_base]
        ways = [own, *(self._list_ways(game, prospects, other) for other in due)]
        fixed = tuple(self.stay(game, prospects, other) for other in others if other not in due)
        while prod(map(len, ways)) > MOST_COMBINATIONS:
            longest = max(range(1, len(ways)), key=lambda place: len(ways[place]))
            best = max(ways[longest], key=lambda way: self._rate_alone(prospects, way))
            ways[longest] = [best]
        best_rating, chosen = float("-inf"), own[0]
        for combination in product(*ways):
            rating = self.rate_ways(prospects, (*combination, *fixed)) - _rate_crowd(combination)
            if rating > best_rating:
                best_rating, chosen = rating, combination[0]
        assert chosen.act is not None
        hits = prospects.reckon_volley(chosen.hits)
        return Choice(chosen.act.text, f"{hits:.0f} points of fire follow" if hits else "the best place for what comes")

    def _list_ways(self, game: Game, prospects: Prospects, ship: Ship) -> list[Way]:
        read = game.battlefield.act
        options = [read("move", ship.index, "ahead")]
        if not ship.wait:
            options += [read("turn", ship.index, "left"), read("turn", ship.index, "right")]
        return [self.look(game, prospects, ship, act) for act in options]

    # Ranking, for searches.

    def rank(self, game: Game, question: Question) -> list[str]:
        """Return the options, the most promising first."""
        options = read_options(game, question)
        ratings = self._rate_options(game, question, options)
        order = sorted(range(len(options)), key=lambda place: -ratings[place])
        return [options[place].text for place in order]

    def _rate_options(self, game: Game, question: Question, options: list[Act]) -> list[float]:
        if question.topic == POWER:
            return [self.rate_purchase(game, act)[0] for act in options]
        if question.topic == FIRE:
            return [self.rate_shot(game, act) if act.verb == "fire" else 0.5 for act in options]
        if question.topic != MOVEMENT:
            return [0.0] * len(options)
        due = next((act.ship for act in options if act.verb in WAY_OF_VERB and act.verb != "burn"), -1)
        prospects = Prospects(game, game.side)
        ratings = []
        for act in options:
            if act.verb in WAY_OF_VERB:
                ship = game.ships[act.ship]
                rating = self._rate_alone(prospects, self.look(game, prospects, ship, act))
                ratings.append(rating if act.ship == due else rating - DOOM)
            else:
                ratings.append(0.0)
        return ratings

    # The power step.

    def rate_purchase(self, game: Game, act: Act) -> tuple[float, str]:
        """Return how much a purchase helps; an AP that nothing else needs goes into a bid for the initiative."""
        if act.verb in BIDS:
            ship = game.ships[act.ship]
            foe = find_nearest_foe(game, ship)
            if foe is not None and distance(foe.at, ship.at) <= BIDDING_RANGE:
                return BIDS[act.verb], "who gets the initiative has two turns in a row"
            return 0.0, ""
        return super().rate_purchase(game, act)

    def rate_reinforcement(self, game: Game, ship: Ship, arc: int) -> tuple[float, str]:
        """Return the rating of one more point on an arc: the damage that foes can do there next."""
        prospects = Prospects(game, ship.side)
        points = sum(threat.points for threat in prospects.list_threats(ship, pose_of(ship)) if threat.arc == arc)
        if points:
            return 3.0 + min(points, 3.0) / 2.0, f"up to {points:.1f} points threaten there"
        rating, reason = super().rate_reinforcement(game, ship, arc)
        return rating, reason


def _rate_crowd(ways: tuple[Way, ...]) -> float:
    """Return the price of ships that end their moves in one hex."""
    places = [way.course.pose.at for way in ways]
    return COLLISION * (len(places) - len({*places}))
