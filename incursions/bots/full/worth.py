"""What effects are worth to whom, in points of damage, verb by verb: so a captain has an idea of any card or tile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from incursions.bots.full.conditions import Scene, holds
from incursions.bots.odds import AVERAGE_DIE, chance_of_at_least, chance_to_evade
from incursions.rules.effects.effect import Effect, Effects
from incursions.rules.printed.cards import GameCard
from incursions.rules.ships import POINTS_PER_SHIELD_POWER

POWER = 3.5  # a power card is worth a die of damage
CARD = 6.0  # a card about two power
MANEUVER = 9.0  # an attack with little power
BONUSES = {"shields": 1.0, "evasion": 5.0, "weapons": 5.0, "repair": 1.5, "warp": 4.0, "range": 4.0}
MODIFIED = {
    **BONUSES,
    "extra shields": 1.0,
    "phasers": 4.0,
    "disruptors": 4.0,
    "torpedoes": 3.0,
    "mines": 1.0,
    "phasers range": 4.0,
    "disruptors range": 4.0,
    "espionage_evasion": 1.0,
    "escape": 1.0,
    "shield power": 1.5,
    "hand_limit": 1.0,
}
TURNS_ON_TABLE = 1.5  # what stays serves more than once
AGAIN_AND_AGAIN = 2.5  # times that a burden strikes before it is removed
BURDENS = ("announced", "turn_end")  # what strikes again and again
ON_SHIELDS = 2  # power cards that a turn's attacks usually meet on the shields
ATTACKS_EXPECTED = 0.5  # of the maneuvers that an attacker has left, so many are attacks as well
AGAINST_ATTACKS = ("reduce", "raise_shields", "miss", "halve", "try_evasion", "redirect")

Worth = Callable[[Effect, Scene, Effects], float]


def weigh(effects: Effects, chosen: Iterable[Effect], scene: Scene) -> float:
    """What these effects are worth to the user; what espionage guards comes as often as it works."""
    total, chance = 0.0, 1.0
    for effect in chosen:
        if effect.verb == "espionage":
            chance *= scene.espionage_works(effect)
        elif holds(effect, scene):
            found = WORTH.get(effect.verb)
            total += chance * found(effect, scene, effects) * _times(effect, effects) if found is not None else 0.0
    return total


def _times(effect: Effect, effects: Effects) -> float:
    """How often an effect comes: again and again if it lies before a ship until a maneuver removes it (13.4.5)."""
    removal = effects.removal
    lies = removal is not None and removal.maneuver is not None and effect.trigger in BURDENS
    return AGAIN_AND_AGAIN if lies else 1.0


def card_worth(card: GameCard, scene: Scene) -> float:
    """What it is worth to play a card now, the best of its faces."""
    return max((face_worth(card, face.effects, scene) for face in card.faces), default=0.0) + bonus_worth(card)


def face_worth(card: GameCard, effects: Iterable[Effect], scene: Scene) -> float:
    """What one face of a card is worth."""
    return weigh(card.effects, effects, scene)


def bonus_worth(card: GameCard) -> float:
    """What a card adds to its ship for as long as it lies there."""
    return float(sum(worth * getattr(card.bonuses, name) for name, worth in BONUSES.items()))


def amount(fields: Mapping[str, Any], scene: Scene) -> float:
    """Dice and flat points, times what they are counted by."""
    if "equal_to" in fields:
        return (scene.score or 12.0) * (0.5 if "half" in fields["equal_to"] else 1.0)
    found = AVERAGE_DIE * fields.get("dice", 0) + fields.get("bonus", 0) + fields.get("points", 0)
    return float(found) * scene.counted(fields.get("per"))


# --- what harms whom it strikes ---------------------------------------------------------------------------------------


def _harm(points: float, effect: Effect, scene: Scene) -> float:
    others, own = scene.struck(effect)
    return points * (others - own)


def _deal(effect: Effect, scene: Scene, effects: Effects) -> float:
    others, own = scene.struck(effect)
    points = amount(effect.fields, scene)
    return points * (others * scene.target_scale - own * scene.table.own_scale)


def _lose_power(effect: Effect, scene: Scene, effects: Effects) -> float:
    lost = min(effect.fields["power"], scene.power_of_struck(effect))
    return _harm(POWER * lost * scene.counted(effect.fields.get("per")), effect, scene)


def _forbid(effect: Effect, scene: Scene, effects: Effects) -> float:
    if effect.target == "your ship weapon":
        return -2.0
    return _harm(1.0 if effect.fields["action"] == "cloak" else 7.0, effect, scene)


def _discard(effect: Effect, scene: Scene, effects: Effects) -> float:
    cards = effect.fields["cards"]
    number = 2 if cards == "all" else cards
    own = effect.fields.get("from", "your hand") == "your hand" and scene.is_mine(effect, unsaid=True)
    return -4.0 * number if own else 5.0 * min(number, scene.target_hand)


# --- what serves the user ---------------------------------------------------------------------------------------------


def _turn_up(effect: Effect, scene: Scene, effects: Effects) -> float:
    if effect.target is not None and scene.struck(effect)[1] == 0:
        return 0.0
    power = effect.fields["power"]
    wanted = (
        scene.table.missing_power()
        if power == "all"
        else int(power) * max(1.0, scene.counted(effect.fields.get("per")))
    )
    return POWER * min(wanted, scene.table.missing_power())


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


def _modify(effect: Effect, scene: Scene, effects: Effects) -> float:
    fields = effect.fields
    if fields["of"] == "shield power" and "to" in fields:
        table = scene.table
        more = int(fields["to"]) - POINTS_PER_SHIELD_POWER
        return more * min(table.power, ON_SHIELDS) * table.own_scale if table.incoming else 0.0
    each = MODIFIED.get(fields["of"], 1.0)
    change = fields["by"] if "by" in fields else AVERAGE_DIE * fields["dice"] * 0.3 if "dice" in fields else 1
    if fields["of"] == "evasion" and effect.until is not None:
        each = 0.4 * each if scene.table.incoming else 0.2
    if fields["of"] == "warp" and effect.until is not None:
        each = 0.5
    return each * change * (1.0 if scene.is_mine(effect, unsaid=True) else -1.0)


def _set_cost(effect: Effect, scene: Scene, effects: Effects) -> float:
    fields = effect.fields
    if "gives" in fields:
        return 1.0
    dearer = fields.get("by", 1) if "by" in fields else 1
    return -2.0 * dearer if scene.is_mine(effect, unsaid=True) and dearer < 0 else 3.0


def _cloak(effect: Effect, scene: Scene, effects: Effects) -> float:
    if effect.fields.get("to") == "down":
        return 0.0
    return min(14.0, scene.table.incoming) * 0.7 * scene.table.own_scale


def _place(effect: Effect, scene: Scene, effects: Effects) -> float:
    """A piece with a weapon, or a mine, where somebody will come."""
    busy = scene.table.at in scene.table.holes or any(
        tuple(ship["at"]) == scene.table.at for ship in scene.table.others
    )
    return 8.0 if busy else 6.0


def _maneuvers(effect: Effect, scene: Scene, effects: Effects) -> float:
    number = effect.fields["number"]
    return float(MANEUVER * (number if scene.is_mine(effect, unsaid=True) else -number))


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


def _stopped(points: float, scene: Scene) -> float:
    """Points that a defence takes off what is coming; what stays on the table serves again."""
    return min(points, scene.score) * scene.table.own_scale if scene.score is not None else min(points, 10.0)


def _reduce(effect: Effect, scene: Scene, effects: Effects) -> float:
    again = ATTACKS_EXPECTED * scene.table.left if effect.trigger == "tabled" and not scene.table.my_turn else 0.0
    return _stopped(amount(effect.fields, scene), scene) * (1.0 + again)


def _miss(effect: Effect, scene: Scene, effects: Effects) -> float:
    return _stopped(99.0, scene)


def _halve(effect: Effect, scene: Scene, effects: Effects) -> float:
    if effect.fields["of"] == "damage to the hull" and scene.score is not None:
        return _stopped(max(0.0, scene.score - scene.table.me["shields"]) / 2, scene)
    if effect.fields["of"] == "score":
        return -4.0
    return _stopped((scene.score or 12.0) / 2, scene)


def _try_evasion(effect: Effect, scene: Scene, effects: Effects) -> float:
    score = scene.table.me["evasion"] + effect.fields.get("bonus", 0)
    return _stopped((scene.score or 12.0) * chance_to_evade(score), scene)


def _redirect(effect: Effect, scene: Scene, effects: Effects) -> float:
    return _stopped(10.0, scene)


def _constant(points: float) -> Worth:
    return lambda effect, scene, effects: points


def _each(points: float, field: str) -> Worth:
    return lambda effect, scene, effects: points * float(effect.fields[field])


def _harmful(points: float) -> Worth:
    return lambda effect, scene, effects: _harm(points, effect, scene)


def _draw(effect: Effect, scene: Scene, effects: Effects) -> float:
    return float(min(effect.fields["cards"], scene.table.player["deck"]) * (CARD if not scene.on_tile else 4.0))


def _take(effect: Effect, scene: Scene, effects: Effects) -> float:
    """A card more in hand; of another's hand it is one less there."""
    cards = int(effect.fields["cards"])
    if effect.fields.get("from") == "target discard pile":
        return CARD * min(cards, scene.target_discard)
    if effect.fields.get("from") == "target hand":
        return (CARD + 5.0) * min(cards, scene.target_hand)
    return CARD * float(cards)


def _turn_over(effect: Effect, scene: Scene, effects: Effects) -> float:
    return (
        4.0 if effect.fields["to"] == "up" else 7.0 * (-1.0 if (effect.target or "").startswith("one of your") else 1.0)
    )


WORTH: Mapping[str, Worth] = {
    "add_damage": _add_damage,
    "add_range": _constant(1.0),
    "reroll": _constant(2.5),
    "halve": _halve,
    "bypass_shields": _constant(3.0),
    "attack": _attack,
    "allow": _constant(0.5),
    "forbid": _forbid,
    "deal": _deal,
    "reduce": _reduce,
    "raise_shields": _reduce,
    "miss": _miss,
    "try_evasion": _try_evasion,
    "redirect": _redirect,
    "repair": _repair,
    "block_event": _constant(6.0),
    "turn_up": _turn_up,
    "lose_power": _lose_power,
    "lock_power": _harmful(3 * POWER),
    "add_power": _constant(4 * POWER),
    "set_cost": _set_cost,
    "restore_aux": _constant(12.0),
    "modify": _modify,
    "roll_table": _roll_table,
    "choose": _choose,
    "catch": _harmful(6.0),
    "leave_roll": _leave_roll,
    "draw": _draw,
    "discard": _discard,
    "look": _constant(1.0),
    "arrange": _constant(2.5),
    "take": _take,
    "return_card": _constant(1.5),
    "cancel": _constant(10.0),
    "table_now": _constant(4.0),
    "turn_over": _turn_over,
    "remove": _constant(6.0),
    "displace": _harmful(9.0),
    "seize": _constant(14.0),
    "maneuvers": _maneuvers,
    "move": _constant(1.5),
    "transport": _constant(0.5),
    "explore": _constant(5.0),
    "cloak": _cloak,
    "place": _place,
    "summon": _constant(0.0),
    "change_fate": _constant(3.0),
}
