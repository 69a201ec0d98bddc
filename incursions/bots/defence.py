"""How a captain answers an attack whose score is known: points likely to be lost against power spent (rules 11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from incursions.bots.bot import Choice
from incursions.bots.odds import chance_to_evade
from incursions.bots.situation import Situation, points, repair_points
from incursions.engine.hexes import distance
from incursions.rules import phrases
from incursions.rules.ships import POINTS_PER_REPAIR_POWER, POINTS_PER_SHIELD_POWER

POWER_WORTH_LATER = 3.5  # points that a card may still save before the next power-up
POWER_WORTH_NOTHING = 0.01  # all cards turn up again before anybody else can attack
LOSS_OF_THE_SHIP = 1000.0
NEAR = 3  # hexes within which another ship may come and attack


class Answer(NamedTuple):
    """A way to answer: what it costs in points, the lost ones and the power together, and what to say first."""

    cost: float
    choice: Choice


class Attacked:
    """The attack as its target sees it."""

    __slots__ = ("evasion", "lasts", "points", "power", "power_worth", "repair", "room", "score", "shields")

    def __init__(self, situation: Situation) -> None:
        me, attack = situation.me, situation.view["attack"]
        self.points = points(me)
        self.shields: int = me["shields"]
        self.power = situation.power
        self.evasion: int = me["evasion"]
        self.repair = repair_points(me)
        self.room = {"hull": me["hull_maximum"] - me["hull"], "shields": me["shields_maximum"] - me["shields"]}
        self.score: int = attack["score"] - POINTS_PER_SHIELD_POWER * attack["shield_power"]
        self.power_worth = POWER_WORTH_LATER if more_attacks_may_come(situation) else POWER_WORTH_NOTHING

    def lost(self, power: int) -> float:
        """What the hit costs with so much power on the shields, the power's own worth included."""
        damage = max(0, self.score - POINTS_PER_SHIELD_POWER * power)
        return power * self.power_worth + (damage if damage < self.points else LOSS_OF_THE_SHIP)

    def best_shields(self, power: int) -> int:
        """The power on the shields that makes the hit cheapest, of what there is."""
        return min(range(power + 1), key=self.lost)


def more_attacks_may_come(situation: Situation) -> bool:
    """Could this ship be attacked again before its own next power-up?"""
    turn = situation.view["turn"]
    if turn["left"]:
        return True
    seats = len(situation.view["ships"])
    before_me = (situation.me["seat"] - turn["seat"]) % seats
    return any(
        0 < (ship["seat"] - turn["seat"]) % seats < before_me and distance(tuple(ship["at"]), situation.at) <= NEAR
        for ship in situation.others
    )


def answer_attack(situation: Situation) -> Choice:
    """The defence that costs least."""
    attacked = Attacked(situation)
    answers = [*_evasions(attacked), _repair(attacked)]
    return min(answers, key=lambda answer: answer.cost).choice


def add_shield_power(situation: Situation) -> Choice:
    """After a failed evasion: as much power on the shields as pays."""
    attacked = Attacked(situation)
    power = attacked.best_shields(attacked.power)
    if power:
        return Choice(phrases.ADD_SHIELDS[power], "the evasion failed; shield power takes what it can")
    return Choice(phrases.TAKE_THE_HIT, "more power on the shields would not pay")


def _evasions(attacked: Attacked) -> Iterator[Answer]:
    for power in range(1, attacked.power + 1):
        chance = chance_to_evade(attacked.evasion + power - 1)
        left = attacked.power - power
        missed = attacked.lost(attacked.best_shields(left))
        cost = power * attacked.power_worth + (1 - chance) * missed
        yield Answer(cost, Choice(phrases.EVADE[power], f"evading works in {chance:.0%} of throws"))


def _repair(attacked: Attacked) -> Answer:
    """Shield power first, where it pays; then a repair after the damage, which may cost nothing (rules 11.4)."""
    shields = attacked.best_shields(attacked.power)
    damage = max(0, attacked.score - POINTS_PER_SHIELD_POWER * shields)
    what, room = _most_room(attacked, damage)
    cost = attacked.lost(shields) - min(room, attacked.repair)
    if shields:
        return Answer(cost, Choice(phrases.ADD_SHIELDS[shields], "shield power saves more points than it is worth"))
    if room == 0 or damage >= attacked.points:
        return Answer(cost, Choice(phrases.TAKE_THE_HIT, "nothing that is worth its power would help"))
    power = _repair_power(attacked, room)
    gained = min(room, attacked.repair + POINTS_PER_REPAIR_POWER * power)
    cost = attacked.lost(0) + power * attacked.power_worth - gained
    line = f"{phrases.REPAIR} {what} {phrases.WITH_POWER[power]}"
    return Answer(cost, Choice(line, "a repair after the hit gives points back"))


def _most_room(attacked: Attacked, damage: int) -> tuple[str, int]:
    """What could be repaired most after the damage, and how many points it could take."""
    off_shields = min(damage, attacked.shields)
    room = {
        phrases.SHIELDS: attacked.room["shields"] + off_shields,
        phrases.HULL: attacked.room["hull"] + damage - off_shields,
    }
    what = max(room, key=lambda name: room[name])
    return what, room[what]


def _repair_power(attacked: Attacked, room: int) -> int:
    """The cards that a repair can use, if they are worth nothing later."""
    if attacked.power_worth >= POINTS_PER_REPAIR_POWER:
        return 0
    useful = -(-max(0, room - attacked.repair) // POINTS_PER_REPAIR_POWER)
    return min(attacked.power, useful)
