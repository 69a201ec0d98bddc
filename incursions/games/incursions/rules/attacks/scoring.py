"""The score of an attack beyond Basic: its dice, bonus and modifiers (rules 2.5, 10.2, 10.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incursions.games.incursions.rules.effects.gathering import carried_by, carries_cards
from incursions.games.incursions.rules.effects.in_force import (
    Force,
    Situation,
    forces,
    hold,
    is_so,
    is_spared,
    once_a_title,
)
from incursions.games.incursions.rules.printed.effect import Effect, Per
from incursions.games.incursions.rules.printed.pieces import WEAPON_SYSTEMS
from incursions.games.incursions.rules.systems.bodies import find_piece_bonuses

if TYPE_CHECKING:
    from incursions.games.incursions.rules.attacks.full_attack import FullAttack
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.refs import Ref

THE_TARGET = "the target"
EVADE_YOURS = "evade your attacks"
LOOKED_UP = ("scoring", "damage")  # triggers of effects that are in force while they are in an attack


def effects_of(game: Game, attack: FullAttack, verb: str, *, mine: bool = True) -> Sequence[Force]:
    """Return the effects of this verb that bear on the attack: of its cards, then of what the attacker has in force.

    With `mine` false: those of the target's defence cards, then of what the target has in force.
    """
    side = attack.seat if mine else attack.target
    lying = _effects_of_cards(game, attack, verb, side) if attack.lying else []
    if side is None:
        return lying
    in_force = game.players[side].in_force.by_verb.get(verb)
    bearing = [] if in_force is None else _find_bearing(game, attack, in_force, side, mine=mine)
    body = attack.by if mine else attack.aim
    if body[0] == "piece" and carries_cards(game, body):
        bearing += _effects_aboard(game, attack, body, verb)
    if not bearing:
        return lying
    return [*lying, *(once_a_title(game, bearing) if game.verbs[verb].is_bonus else bearing)]


def _find_bearing(game: Game, attack: FullAttack, in_force: Sequence[Force], side: int, *, mine: bool) -> list[Force]:
    """Return the effects in force for this side that bear on the attack and whose conditions hold."""
    return [
        force
        for force in in_force
        if bears_on(game, attack, force, side, mine=mine)
        and not is_spared(game, side, force.source, force.effect)
        and is_so(game, force, attack)
    ]


def _effects_aboard(game: Game, attack: FullAttack, shuttle: Ref, verb: str) -> list[Force]:
    """Return the passive effects of the crew aboard a shuttle in a hex (rules 17.7)."""
    aboard = carried_by(game, shuttle)
    crew = (Force(card, effect, user) for card, user, effect in aboard if effect.verb == verb and effect.passive)
    return [force for force in crew if is_so(game, force, attack)]


def _effects_of_cards(game: Game, attack: FullAttack, verb: str, side: int | None) -> list[Force]:
    """Return the effects of the cards that this side played in the attack, and of its weapon."""
    found: list[Force] = []
    for source, user, numbers in attack.lying:
        if user != side:
            continue
        for number in numbers:
            effect = game.piece(source).effects[number]
            if effect.verb == verb and effect.trigger in LOOKED_UP:
                force = Force(source, effect, user)
                if hold(game, Situation.from_force(force, attack), effect.conditions):
                    found.append(force)
    return found


def effects_on_target(game: Game, attack: FullAttack, verb: str) -> list[Force]:
    """Return the effects of the attacker's cards on the target's evasion, defence or shields in this attack."""
    return [force for force in _effects_of_cards(game, attack, verb, attack.seat) if force.effect.target == THE_TARGET]


def find_prohibition(game: Game, attack: FullAttack, *actions: str) -> Force | None:
    """Return the effect that forbids the target any of `actions`, or None."""
    for force in _find_prohibitions(game, attack):
        action = force.effect.fields["action"]
        if action in actions and (action != EVADE_YOURS or force.user == attack.seat):
            return force
    return None


def _find_prohibitions(game: Game, attack: FullAttack) -> Sequence[Force]:
    """Return the effects that forbid the target something.

    Of the attacker's effects: those of cards in this attack, and those that forbid evading any of the attacker's
    attacks.
    """
    mine, his = effects_of(game, attack, "forbid"), effects_of(game, attack, "forbid", mine=False)
    return [*his, *[force for force in mine if _is_said_of_attack(force)]] if mine else his


def _is_said_of_attack(force: Force) -> bool:
    is_of_evasion = force.effect.fields["action"] == EVADE_YOURS and force.target is None
    return is_of_evasion or force.effect.trigger in LOOKED_UP


def bears_on(game: Game, attack: FullAttack, force: Force, side: int, *, mine: bool) -> bool:
    """Return True if an effect in force for one side bears on this attack.

    The text of a prototype or placed piece is about its own attacks alone. A card before a player is about attacks of
    its user on that player.
    """
    if mine and is_a_weapon(game, force) and not attack.is_made_with(game, force.source):
        return False
    if not mine:
        if attack.aim[0] == "card" and not force.begun:
            return False  # an effect on the ship does not help a card on it (rules 10.15)
        if attack.aim[0] == "piece" and game.board.placed[attack.aim[1]].card != force.source:
            return False  # nor does it help a piece in a hex (rules 11.11)
        if attack.aim[0] != "piece" and _guards_itself(game, force):
            return False
        return (force.user if force.target is None else force.target) == side
    at_ship = force.target == attack.target and attack.aim[0] == "seat"
    return force.user == side and (force.target is None or at_ship)


def _guards_itself(game: Game, force: Force) -> bool:
    """Return True if the text of a piece in a hex is about damage to the piece, not to its player's ship."""
    effect = force.effect
    if effect.trigger != "damage" or effect.target is not None or "within" in effect.fields:
        return False
    return force.source in game.board.cards


def is_a_weapon(game: Game, force: Force) -> bool:
    """Return True if the source of the effect is a weapon or a piece in a hex, whose text is about its own attacks."""
    if isinstance(force.source, str):
        return False
    for effect in game.piece(force.source).effects.by_trigger.get("maneuver", ()):
        if effect.verb == "attack":
            return True
    return force.source in game.board.cards


def dice_and_bonus(game: Game, attack: FullAttack) -> tuple[int, int]:
    """Return how many dice are rolled for the score, and the bonus (rules 10.2)."""
    gun = attack.gun
    bonus, dice = find_weapon_bonuses(game, attack)
    bonus, dice = bonus + gun.bonus, dice + gun.dice
    if attack.power > gun.power:
        dice += gun.power_dice * (attack.power - gun.power)
    for force in effects_of(game, attack, "add_damage"):
        count = count_of(game, attack, force.effect, force.user, attack.power)
        dice += force.effect.fields.get("dice", 0) * count
        bonus += force.effect.fields.get("bonus", 0) * count
    return max(0, dice), bonus


def find_weapon_bonuses(game: Game, attack: FullAttack) -> tuple[int, int]:
    """Return the bonus and dice that captain, officers, cards and hex add to attacks with this weapon (rules 2.5).

    An attack of a piece gets what is added to every weapon of its player.
    """
    if attack.seat is None:
        return 0, 0
    if attack.by[0] == "piece":
        return find_piece_bonuses(game, game.board.placed[attack.by[1]], attack)
    named = ("weapons", attack.gun.name) if attack.gun.name in WEAPON_SYSTEMS else ("weapons",)
    bonus, dice = game.ships[attack.seat].bonuses.weapons, 0
    for of in named:
        for force in forces(game, attack.seat, "modify", attack, of=of):
            bonus += force.effect.fields.get("by", 0)
            dice += force.effect.fields.get("dice", 0)
    for force in _effects_of_cards(game, attack, "modify", attack.seat) if attack.lying else ():
        fields = force.effect.fields
        if force.effect.target != THE_TARGET and fields["of"] in named:
            bonus += fields.get("by", 0)
            dice += fields.get("dice", 0)
    return bonus, dice


def count_of(game: Game, attack: FullAttack | None, effect: Effect, user: int, power: int) -> int:
    """Return how often an amount of the effect counts: once, or for each thing that its `per` counts."""
    per: Per | None = effect.fields.get("per")
    if per is None:
        return 1
    if per.of == "power":
        return power // per.full
    if per.of == "hex of distance":
        return (attack.distance if attack is not None else 0) // per.full
    if per.of == "hull points missing":
        ship = game.ships[user]
        return (ship.card.hull - ship.hull) // per.full
    if per.of == "points of damage":
        return (attack.damage if attack is not None else 0) // per.full
    others = (number for number in game.players[user].in_play if game.cards[number].owner != user)
    return sum(1 for _ in others) // per.full


def halve(score: int, times: int) -> int:
    """Halve the score `times` times, rounding down (rules 10.12)."""
    for _ in range(times):
        score //= 2
    return score


def score_of(game: Game, attack: FullAttack, dice: tuple[int, ...], bonus: int) -> int:
    """Return the sum of dice and bonus, halved by the effects that halve it; never below 0 (rules 10.10, 10.12)."""
    score, halving = sum(dice) + bonus, effects_of(game, attack, "halve")
    if halving:
        score = halve(score, sum([force.effect.fields["of"] == "score" for force in halving]))
    return max(0, score)


def added_range(game: Game, attack: FullAttack) -> int:
    """Return the hexes that cards and effects add to the range of the attack (rules 10.3)."""
    found = effects_of(game, attack, "add_range")
    return sum(
        force.effect.fields["range_bonus"] * count_of(game, attack, force.effect, force.user, attack.power)
        for force in found
    )


def permissions_of(game: Game, attack: FullAttack) -> frozenset[str]:
    """Return the actions that the cards of the attack allow (rules 10.4, 10.9)."""
    allowing = (force for force in effects_of(game, attack, "allow") if force.effect.trigger == "scoring")
    return frozenset(force.effect.fields["action"] for force in allowing)
