"""Attacks in Full: which weapon at whom, how much power, which card with it (rules 10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from incursions.engine import Option, Question
from incursions.engine.dice import AVERAGE_DIE, chance_of_at_least
from incursions.engine.hexes import distance
from incursions.games.incursions.bots.bot import Choice, amount, find_options
from incursions.games.incursions.bots.full.scene import Idea, Scene, card_worth
from incursions.games.incursions.bots.full.table import WIN, Gun, Table, found_once
from incursions.games.incursions.bots.situation import ShipView, chance_to_evade, place, points, repair_points
from incursions.games.incursions.rules.printed.pieces import GameCard, parse_damage
from incursions.games.incursions.rules.state.phrases import parse_option
from incursions.games.incursions.rules.state.seats import POINTS_PER_SHIELD_POWER
from incursions.games.incursions.rules.state.shapes import PieceView

KEPT = 2  # power cards for the defence while somebody could strike
KEEPS = 0.5  # of patience: with less, nothing is kept for the defence
SAVES = 0.6  # of what its power could stop, a target stops so much: the next attack may be worse
LEAST = 0.15  # of a score: what even an attack that is well answered costs the target
IN_HAND = 0.5  # points that each card of a target's hand keeps off an attack
CARD_IN_HAND = 2.0  # what a card must add to be worth playing
GUARDIAN = 25.0  # what the fall of a denizen is worth that bars a wormhole
DENIZEN = 7.0  # and of another
DESTROYS = 0.5  # of winning: what the mere chance to destroy adds to the damage


class Shot(NamedTuple):
    """A weapon at a ship with so much power on damage: what it scores, and what is left of that after a defence."""

    gun: Gun
    target: ShipView
    power: int
    further: int
    score: float
    through: float
    destroys: float

    def value(self, table: Table) -> float:
        """Return the worth of the shot."""
        destroys = DESTROYS * WIN * self.destroys / table.rivalry
        return float(self.through * table.scale(self.target) + destroys) * table.urge


def spare_power(table: Table) -> int:
    """Return the power that an attack may take now, beyond what is kept for a wormhole or the defence."""
    return table.spare_power(kept_power(table))


def kept_power(table: Table) -> int:
    """Return the power that is kept for the gate of this hex, else for the defence while somebody could strike.

    In a long match nothing is kept: where both ships defend themselves with all they have, neither falls.
    """
    gate = table.asked_at(table.at).power if table.at in table.gates else 0
    return max(gate, KEPT if table.incoming and table.patience > KEEPS else 0)


def shoot(
    table: Table,
    gun: Gun,
    target: ShipView,
    power: int,
    added: float = 0.0,
    *,
    far: int | None = None,
    held: bool = False,
) -> Shot | None:
    """Return what the weapon does to the target with at most that much power; None if it does not reach.

    `far` hexes away, where it is not thought of as fired from here; `held`: at a ship that the own beam holds by then.
    """
    further = max(0, (distance(table.at, place(target)) if far is None else far) - gun.range)
    if further and (gun.name != "torpedoes" or further > power):
        return None
    on_dice = (power - further) if gun.power_dice else 0
    dice, bonus = gun.dice + on_dice * gun.power_dice, gun.bonus + added
    score, left = AVERAGE_DIE * dice + bonus, points(target)
    evades, taken, cards = _defence_of(table, target["seat"])
    chance = 0.0 if held else evades
    through = min(score * (1 - chance), score - taken - cards, float(left))
    through = max(through, LEAST * score)
    needed = int(left - bonus)
    destroys = chance_of_at_least(dice, needed + POINTS_PER_SHIELD_POWER * target["power"]) * (1 - chance)
    return Shot(gun, target, on_dice, further, score, through, destroys)


@found_once
def _defence_of(table: Table, seat: int) -> tuple[float, float, float]:
    """Return the chance that a ship evades with all its power; else the points that it and its cards take off."""
    target = table.ships[seat]
    power = 0 if seat in table.held_seats else int(target["power"])
    evades = chance_to_evade(int(target["evasion"]) + power - 1) if power else 0.0
    return evades, weigh_endurance(target, table.attacks_left), IN_HAND * int(table.players[seat]["hand"])


def weigh_endurance(target: ShipView, attacks_left: int) -> float:
    """Return what a target takes off an attack without evading: a free repair, and some of its power (rules 11.4).

    Its power has to do for all attacks of the turn.
    """
    return repair_points(target) + SAVES * POINTS_PER_SHIELD_POWER * float(target["power"]) / attacks_left


@found_once
def best_card(table: Table, weapon: str, seat: int) -> tuple[float, str]:
    """Return the points that the best attack card adds against the ship of that seat, and its title (rules 10.1)."""
    printed = ((card, card.definition.get("weapon")) for card in table.attack_cards)
    fitting = [card for card, kinds in printed if isinstance(kinds, str) and {"any", weapon} & {*kinds.split(" or ")}]
    if not fitting:
        return 0.0, ""
    scene = Scene(table, table.ships[seat], weapon=weapon)
    return max((card_worth(card, scene) / scene.target_scale, card.title) for card in fitting)


def best_order(table: Table, weapon: str, target: ShipView) -> float:
    """Return the points that an order adds to an attack with that weapon: the ready one, else the best in hand."""
    fitting = [card for card in table.orders if card.definition.get("attaches_to") in ("attack", "any", weapon)]
    if not fitting:
        return 0.0
    scene = Scene(table, target, weapon=weapon)
    return max(
        scene.weigh(card.effects, card.effects.by_trigger.get("scoring", ())) / scene.target_scale for card in fitting
    )


def best_shot(
    table: Table, ship: ShipView, power: int, *, held: bool = False, far: int | None = None, with_card: bool = False
) -> float:
    """Return the worth of the best shot of the own weapons at a ship with at most that much power (see `shoot`)."""
    added = {name: best_card(table, name, ship["seat"])[0] for name in table.guns} if with_card else {}
    shots = (
        shoot(table, gun, ship, power, added.get(name, 0.0), far=far, held=held) for name, gun in table.guns.items()
    )
    return max((shot.value(table) for shot in shots if shot is not None), default=0.0)


def attacks(table: Table, decision: Question) -> Iterator[Idea]:
    """Yield every weapon on offer at the ship that it hurts most, and at the denizen of this hex."""
    spare = spare_power(table)
    for option in find_options(decision, "fire", "play"):
        fired = table.cards.get(option.title) if option.verb == "play" else None
        if option.verb == "play" and (fired is None or fired.nature != "Attack"):
            continue
        gun = _gun_named(table, weapon_of(option))
        if gun is None:
            continue
        yield from _at_ships(table, option.text, gun, spare, fired)
        denizen = table.denizen_at(table.at)
        if denizen is not None and fired is None:
            value, left = _weigh_denizen_shot(table, denizen, gun, spare)
            yield Idea(value, option.text, f"{denizen['title']} stands in the way with {left} points", "attack")


def _at_ships(table: Table, option: str, gun: Gun, spare: int, fired: GameCard | None = None) -> Iterator[Idea]:
    """Yield the shot at the ship that the gun hurts most; `fired` is the card of the hand that is the gun, if any."""
    price = table.card_price(CARD_IN_HAND)
    best: tuple[float, Shot, str] | None = None
    for target in table.targets:
        added, title = best_card(table, gun.name, target["seat"]) if fired is None else (0.0, "")
        if added < price:
            added, title = 0.0, ""
        costs = 0.0
        if fired is not None:
            besides = (effect for effect in fired.effects.top if effect.verb != "attack")
            costs = price - Scene(table, target).weigh(fired.effects, besides)
        added += best_order(table, gun.name, target)
        for power in {spare, table.power}:
            shot = shoot(table, gun, target, power, added)
            if shot is None:
                continue
            may_take_all = shot.destroys > 0.25 or (bool(shot.further) and table.at not in table.gates)
            if power > spare and not may_take_all:
                continue
            value = shot.value(table) - costs - (price if title else 0.0)
            if best is None or value > best[0]:
                best = value, shot, title
    if best is not None:
        value, shot, title = best
        yield Idea(value, option, _why(table, shot, title), "attack", shot.target["seat"])


def _why(table: Table, shot: Shot, title: str) -> str:
    """Return the reason for a shot in words; `title` is the card added to it, "" for none."""
    chance = 1 - _defence_of(table, shot.target["seat"])[0]
    left = table.power - shot.power - shot.further
    with_card = f" with {title}" if title else ""
    if shot.destroys >= 0.1:
        return f"destroys {shot.target['title']} in {shot.destroys:.0%} of throws{with_card}"
    keeps = f", and {left} power stay for the defence" if left else ""
    return f"hits {shot.target['title']} in {chance:.0%} at worst, for about {shot.score:.0f}{with_card}{keeps}"


def _weigh_denizen_shot(table: Table, denizen: PieceView, gun: Gun, power: int) -> tuple[float, int]:
    """Return the worth of a shot at the denizen of this hex, and its points before the shot, at least 1."""
    score = gun.average + AVERAGE_DIE * power
    left = max(1, denizen.get("points") or 1)
    worth = GUARDIAN if table.at in table.barred_wormholes else DENIZEN
    return worth * min(1.0, score / left) * table.urge, left


def weapon_of(option: Option) -> str:
    """Return the name of the system, or the title of the card, that an option fires."""
    return option.subject or option.title


def _gun_named(table: Table, title: str) -> Gun | None:
    """Return a weapon of the ship, or one that a card or tile prints."""
    if title in table.guns:
        return table.guns[title]
    piece: Any = table.cards.get(title) or table.tiles.get(title)
    printed = None if piece is None else piece.definition.get("weapon")
    if not isinstance(printed, dict):
        return None
    dice, bonus = parse_damage(printed["damage"])
    bonus += int(table.me["bonuses"]["weapons"])
    return Gun(title, dice, bonus, printed.get("range", 0), printed.get("power_dice", 0))


# --- the stages of an attack ------------------------------------------------------------------------------------------


def choose_target(table: Table, decision: Question) -> Choice:
    """Aim at the ship that is hurt most; at a guardian only if no ship is worth it."""
    said = parse_option(decision.said[0])
    gun = _gun_named(table, weapon_of(said))
    if said.verb == "attack with":
        gun = Gun(said.title, 1, 0, 1)
    best, reason, most = decision.options[0], "nothing else can be aimed at", -1.0
    for option in decision:
        ship = table.ships_by_phrase.get(option)
        if ship is not None:
            shot = None if gun is None else shoot(table, gun, ship, table.power)
            value = 1.0 if shot is None else shot.value(table)
            why = f"{ship['title']} has {points(ship)} points left"
        else:
            thing = parse_option(option)
            value, why = _of_thing(table, thing, gun), f"{thing.title or option} is in the way"
        if value > most:
            best, reason, most = option, why, value
    return Choice(best, reason)


def _of_thing(table: Table, option: Option, gun: Gun | None) -> float:
    """Return the worth of firing at a card, denizen or piece: negative for an own one, small for most others."""
    if option.seat == table.seat:
        return -1.0
    denizen = table.denizen_at(table.at)
    if denizen is not None and gun is not None and option.title == denizen["title"] and option.place is not None:
        return _weigh_denizen_shot(table, denizen, gun, spare_power(table))[0]
    return 0.5


def power_for_damage(table: Table, decision: Question) -> Choice:
    """Return as much power as can be spared; everything where it may destroy."""
    spare = spare_power(table)
    target, gun = _aimed_at(table, decision), table.guns.get(weapon_of(parse_option(decision.said[0])))
    if target is not None and gun is not None:
        every = shoot(table, gun, target, table.power, best_card(table, gun.name, target["seat"])[0])
        if every is not None:
            if every.destroys > 0.25:
                falls = f"with all power {target['title']} falls in {every.destroys:.0%} of throws"
                return Choice(decision.options[-1], falls)
            spare = max(0, spare - every.further)
    wanted = [option for option in decision if amount(option) <= spare]
    choice = (wanted or [decision.options[0]])[-1]
    return Choice(choice, f"{table.power - amount(choice)} of {table.power} power are kept")


def card_for_attack(table: Table, decision: Question) -> Choice:
    """Return the card that adds most, if it adds more than it is worth in the hand."""
    scene = Scene(table, _aimed_at(table, decision), weapon=weapon_of(parse_option(decision.said[0])))
    best, gain = decision.least or decision.options[0], table.card_price(CARD_IN_HAND) if decision.least else -99.0
    for option in decision:
        said = parse_option(option)
        card = table.cards.get(said.title)
        if card is None:
            continue
        faces = [each for each in card.faces if not said.face or each.name == said.face]
        value = max((scene.weigh(card.effects, each.effects) / scene.target_scale for each in faces), default=0.0)
        if value > gain:
            best, gain = option, value
    if best == decision.least:
        return Choice(best, "no card in hand adds more here than it is worth later")
    return Choice(best, f"the card adds about {gain:.0f} points")


def _aimed_at(table: Table, decision: Question) -> ShipView | None:
    """Return the ship that the stages said so far name as the target, or None."""
    return next((table.ships_by_phrase[phrase] for phrase in decision.said if phrase in table.ships_by_phrase), None)
