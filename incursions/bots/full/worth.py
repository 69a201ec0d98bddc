"""The worth of effects in points of damage, verb by verb: with it a captain can judge any card or tile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from incursions.bots.full.conditions import Scene, holds
from incursions.bots.odds import AVERAGE_DIE, chance_of_at_least, chance_to_evade
from incursions.rules.effects.effect import Effect, Effects
from incursions.rules.effects.parts import VERBS
from incursions.rules.effects.worth import BONUSES, TURNS_ON_TABLE
from incursions.rules.printed.cards import GameCard

AGAIN_AND_AGAIN = 2.5  # times that a burden strikes before it is removed
BURDENS = ("announced", "turn_end")  # what strikes again and again
ATTACKS_EXPECTED = 0.5  # of the maneuvers that an attacker has left, so many are attacks as well
AGAINST_ATTACKS = ("reduce", "raise_shields", "miss", "halve", "try_evasion", "redirect")

Worth = Callable[[Effect, Scene, Effects], float]


class Idea(NamedTuple):
    """An option that begins a line. `kind` is the kind of maneuver, as commands name it; `target` a seat."""

    value: float
    option: str
    reason: str
    kind: str = "card"
    target: int | None = None


def weigh(effects: Effects, chosen: Iterable[Effect], scene: Scene) -> float:
    """Return the worth of these effects to the user; what espionage guards comes as often as it works."""
    total, chance = 0.0, 1.0
    for effect in chosen:
        if effect.verb == "espionage":
            chance *= scene.espionage_works(effect)
        elif holds(effect, scene):
            found = WORTH.get(effect.verb, VERBS[effect.verb].worth)
            total += chance * found(effect, scene, effects) * _times(effect, effects)
    return total


def _times(effect: Effect, effects: Effects) -> float:
    """Return how often an effect comes: more than once if it lies before a ship until it is removed (13.4.5)."""
    removal = effects.removal
    lies = removal is not None and removal.maneuver is not None and effect.trigger in BURDENS
    return AGAIN_AND_AGAIN if lies else 1.0


def card_worth(card: GameCard, scene: Scene) -> float:
    """Return the worth of playing a card now, with the best of its faces."""
    return max((weigh(card.effects, face.effects, scene) for face in card.faces), default=0.0) + bonus_worth(card)


def bonus_worth(card: GameCard) -> float:
    """Return the worth of what a card adds to its ship for as long as it lies there."""
    return float(sum(worth * getattr(card.bonuses, name) for name, worth in BONUSES.items()))


def amount(fields: Mapping[str, Any], scene: Scene) -> float:
    """Return dice and flat points, times what they are counted by."""
    if "equal_to" in fields:
        return (scene.score or 12.0) * (0.5 if "half" in fields["equal_to"] else 1.0)
    found = AVERAGE_DIE * fields.get("dice", 0) + fields.get("bonus", 0) + fields.get("points", 0)
    return float(found) * scene.count_per(fields.get("per"))


# --- what harms whom it strikes ---------------------------------------------------------------------------------------


def _harm(points: float, effect: Effect, scene: Scene) -> float:
    others, own = scene.count_struck(effect)
    return points * (others - own)


def _deal(effect: Effect, scene: Scene, effects: Effects) -> float:
    others, own = scene.count_struck(effect)
    points = amount(effect.fields, scene)
    return points * (others * scene.target_scale - own * scene.table.own_scale)


def _forbid(effect: Effect, scene: Scene, effects: Effects) -> float:
    if effect.target == "your ship weapon":
        return -2.0
    return _harm(1.0 if effect.fields["action"] == "cloak" else 7.0, effect, scene)


# --- what serves the user ---------------------------------------------------------------------------------------------


def _add_damage(effect: Effect, scene: Scene, effects: Effects) -> float:
    stays = TURNS_ON_TABLE if effect.trigger == "tabled" else 1.0
    return amount(effect.fields, scene) * stays * scene.target_scale


def _attack(effect: Effect, scene: Scene, effects: Effects) -> float:
    weapon = effect.fields.get("weapon")
    roll = weapon if isinstance(weapon, tuple) else None
    points = 7.0 if roll is None else AVERAGE_DIE * roll[0] + roll[1]
    added = [effects[n] for n in effect.fields.get("effects", ()) if isinstance(n, int)]
    return (points * scene.target_scale + weigh(effects, added, scene)) * (
        TURNS_ON_TABLE if effect.trigger == "maneuver" else 1
    )


def _repair(effect: Effect, scene: Scene, effects: Effects) -> float:
    fields = effect.fields
    if "more" in fields:
        return min(float(fields["more"]), scene.room(fields.get("order"))) * scene.table.own_scale * 0.5
    if effect.target not in (None, "you", "your ship"):
        return 2.0
    return min(amount(fields, scene), scene.room(fields.get("order"))) * scene.table.own_scale


def _choose(effect: Effect, scene: Scene, effects: Effects) -> float:
    values = [weigh(effects, (effects[n] for n in option.effects), scene) for option in effect.fields["options"]]
    return (max if effect.fields["who"] == "you" else min)(values, default=0.0)


def _roll_table(effect: Effect, scene: Scene, effects: Effects) -> float:
    dice = effect.fields.get("dice", 1)
    total = 0.0
    for outcome in effect.fields["table"]:
        chance = chance_of_at_least(dice, outcome.least) - chance_of_at_least(dice, outcome.most + 1)
        total += chance * weigh(effects, (effects[n] for n in outcome.effects), scene)
    return total


def _leave_roll(effect: Effect, scene: Scene, effects: Effects) -> float:
    if effect.fields.get("requirement") is not None or scene.on_tile:
        return 0.0
    return 15.0 if scene.table.gates else 8.0


# --- defences, against a score ----------------------------------------------------------------------------------------


def _weigh_defence(points: float, scene: Scene) -> float:
    """Return the worth of a defence that takes these points off what is coming."""
    return min(points, scene.score) * scene.table.own_scale if scene.score is not None else min(points, 10.0)


def _reduce(effect: Effect, scene: Scene, effects: Effects) -> float:
    again = ATTACKS_EXPECTED * scene.table.left if effect.trigger == "tabled" and not scene.table.my_turn else 0.0
    return _weigh_defence(amount(effect.fields, scene), scene) * (1.0 + again)


def _halve(effect: Effect, scene: Scene, effects: Effects) -> float:
    if effect.fields["of"] == "damage to the hull" and scene.score is not None:
        return _weigh_defence(max(0.0, scene.score - scene.table.me["shields"]) / 2, scene)
    if effect.fields["of"] == "score":
        return -4.0
    return _weigh_defence((scene.score or 12.0) / 2, scene)


def _try_evasion(effect: Effect, scene: Scene, effects: Effects) -> float:
    score = scene.table.me["evasion"] + effect.fields.get("bonus", 0)
    return _weigh_defence((scene.score or 12.0) * chance_to_evade(score), scene)


CONSTANT = {  # wherever it is used
    "add_range": 1.0, "allow": 0.5, "block_event": 6.0, "bypass_shields": 3.0,
    "reroll": 2.5,
    "transport": 0.5,
}  # fmt: skip
HARM = {"catch": 6.0}  # to each ship that it strikes
STOPPED = {"miss": 99.0, "redirect": 10.0}  # points of the attack


def _constant(points: float) -> Worth:
    return lambda effect, scene, effects: points


def _harmful(points: float) -> Worth:
    return lambda effect, scene, effects: _harm(points, effect, scene)


def _stopping(points: float) -> Worth:
    return lambda effect, scene, effects: _weigh_defence(points, scene)


WORTH: Mapping[str, Worth] = {
    **{verb: _constant(points) for verb, points in CONSTANT.items()},
    **{verb: _harmful(points) for verb, points in HARM.items()},
    **{verb: _stopping(points) for verb, points in STOPPED.items()},
    "add_damage": _add_damage,
    "halve": _halve,
    "attack": _attack,
    "forbid": _forbid,
    "deal": _deal,
    "reduce": _reduce,
    "raise_shields": _reduce,
    "try_evasion": _try_evasion,
    "repair": _repair,
    "roll_table": _roll_table,
    "choose": _choose,
    "leave_roll": _leave_roll,
}
