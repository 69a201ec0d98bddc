"""Answers to an attack whose score is known: points likely to be lost against power spent (rules 11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from operator import itemgetter

from incursions.engine.hexes import distance
from incursions.games.incursions.bots.bot import Choice
from incursions.games.incursions.bots.lazy import found_lazily
from incursions.games.incursions.bots.odds import chance_to_evade
from incursions.games.incursions.bots.situation import (
    Situation,
    points,
    power_for_repair,
    repair_points,
    room_for_repair,
)
from incursions.games.incursions.rules import phrases
from incursions.games.incursions.rules.ships import POINTS_PER_REPAIR_POWER, POINTS_PER_SHIELD_POWER

POWER_WORTH_NOTHING = 0.01  # all cards turn up again before anybody else can attack
LOSS_OF_THE_SHIP = 1000.0
NEAR = 3  # hexes within which another ship may come and attack

Answer = tuple[float, str, str]
"""The cost of an answer in points, lost ones and power together; the line; and the reason."""


class Attacked:
    """The attack as its target sees it."""

    power_later = 3.5
    """Points that a card may still save before the next power-up."""

    def __init__(self, situation: Situation) -> None:
        attack = situation.view["attack"]
        assert attack is not None
        self.ship = situation.me
        self.points = points(self.ship)
        self.power = situation.power
        self.evasion: int = self.ship["evasion"]
        self.repair = repair_points(self.ship)
        self.score: int = attack["score"] - POINTS_PER_SHIELD_POWER * attack["shield_power"]
        self.power_worth = self.power_later if more_attacks_may_come(situation) else POWER_WORTH_NOTHING
        self.points_each = POINTS_PER_SHIELD_POWER

    def lost_points(self, damage: float) -> float:
        """Return the cost of that much damage."""
        return max(0.0, damage) if damage < self.points else LOSS_OF_THE_SHIP

    def cost_with(self, power: int) -> float:
        """Return the cost of the hit with that much power on the shields, the power's own worth included."""
        return power * self.power_worth + self.lost_points(self.score - self.points_each * power)

    @found_lazily
    def _hits(self) -> list[tuple[float, int]]:
        return list(accumulate(((self.cost_with(power), power) for power in range(self.power + 1)), min))

    def hit(self, power: int) -> tuple[float, int]:
        """Return the cost of the cheapest hit with at most that much power on the shields, and the power for it."""
        return self._hits[max(0, power)]  # an evasion may be paid with power that was diverted to it

    def evasion_cost(self, power: int, chance: float) -> float:
        """Return the cost of an evasion with that much power that works with that chance."""
        return power * self.power_worth + (1 - chance) * self.hit(self.power - power)[0]


def more_attacks_may_come(situation: Situation) -> bool:
    """Return True if this ship could be attacked again before its own next power-up."""
    turn = situation.view["turn"]
    if turn["left"]:
        return True
    seats = len(situation.view["ships"])
    before_me = (situation.me["seat"] - turn["seat"]) % seats
    return any(
        0 < (ship["seat"] - turn["seat"]) % seats < before_me and distance(tuple(ship["at"]), situation.at) <= NEAR
        for ship in situation.others
    )


def choose_cheapest(answers: Iterable[Answer]) -> Choice:
    """Return the answer that costs least."""
    _, line, reason = min(answers, key=itemgetter(0))
    return Choice(line, reason)


def answer_attack(situation: Situation) -> Choice:
    """Return the defence that costs least."""
    attacked = Attacked(situation)
    return choose_cheapest([*_evasions(attacked), _repair(attacked)])


def add_shield_power(situation: Situation) -> Choice:
    """Return as much power on the shields as pays, after a failed evasion."""
    attacked = Attacked(situation)
    _, power = attacked.hit(attacked.power)
    if power:
        return Choice(phrases.ADD_SHIELDS[power], "the evasion failed; shield power takes what it can")
    return Choice(phrases.TAKE_THE_HIT, "more power on the shields would not pay")


def _evasions(attacked: Attacked) -> Iterator[Answer]:
    for power in range(1, attacked.power + 1):
        chance = chance_to_evade(attacked.evasion + power - 1)
        yield attacked.evasion_cost(power, chance), phrases.EVADE[power], f"evading works in {chance:.0%} of throws"


def _repair(attacked: Attacked) -> Answer:
    """Return shield power, where it pays; else a repair after the damage, which may cost nothing (rules 11.4)."""
    cost, shields = attacked.hit(attacked.power)
    damage = max(0, attacked.score - attacked.points_each * shields)
    rooms = room_for_repair(attacked.ship, damage)
    what = max((phrases.SHIELDS, phrases.HULL), key=rooms.__getitem__)
    room = rooms[what]
    cost -= min(room, attacked.repair)
    if shields:
        return cost, phrases.ADD_SHIELDS[shields], "shield power saves more points than it is worth"
    if room == 0 or damage >= attacked.points:
        return cost, phrases.TAKE_THE_HIT, "nothing that is worth its power would help"
    power = 0
    if attacked.power_worth < POINTS_PER_REPAIR_POWER:
        power = min(attacked.power, power_for_repair(attacked.ship, room))
    gained = min(room, attacked.repair + POINTS_PER_REPAIR_POWER * power)
    line = f"{phrases.REPAIR} {what} {phrases.WITH_POWER[power]}"
    return (
        attacked.cost_with(0) + power * attacked.power_worth - gained,
        line,
        "a repair after the hit gives points back",
    )
