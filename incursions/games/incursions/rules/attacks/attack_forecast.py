"""Forecasts of an attack and of a defence from public facts, for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.attacks.attack_cards import NOTHING_ADDED, draft
from incursions.games.incursions.rules.attacks.attack_damage import expected_damage, shield_points
from incursions.games.incursions.rules.attacks.damage import NO_POOL
from incursions.games.incursions.rules.attacks.defence_cards import answering_faces
from incursions.games.incursions.rules.attacks.may_defend import first_power, score_with
from incursions.games.incursions.rules.attacks.scoring import dice_and_bonus, effects_of, halve
from incursions.games.incursions.rules.attacks.targets import distance_to, shields_function
from incursions.games.incursions.rules.odds import AVERAGE_DIE, chance_of_at_most
from incursions.games.incursions.rules.printed.pieces import PLAYED
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.phrases import PLAY
from incursions.games.incursions.rules.state.refs import Ref
from incursions.games.incursions.rules.systems import repairs

if TYPE_CHECKING:
    from incursions.games.incursions.rules.attacks.firing import Order, Shot
    from incursions.games.incursions.rules.attacks.full_attack import FullAttack
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.state.seats import Ship

BEST_DIE = 6


def forecast_attack(game: Game, ship: Ship, shot: Shot, order: Order) -> Forecast:
    """Return cost, distance, and the average, least and most score of a shot."""
    aim: Ref | None = shot.aim
    if aim is None:
        return {}
    attack = draft(game, ship, shot.gun, order.by, *(shot.added or NOTHING_ADDED))
    attack.power = shot.gun.power if shot.power is None else shot.power
    attack.further = shot.further or 0
    attack.look_at(game, aim)
    dice, bonus = dice_and_bonus(game, attack)
    halves = sum(force.effect.fields["of"] == "score" for force in effects_of(game, attack, "halve"))

    def score(each: float) -> float:
        total = max(0, each * dice + bonus)
        return total / 2**halves if each == AVERAGE_DIE else halve(int(total), halves)

    return {
        "power": attack.power + attack.further,
        "distance": distance_to(game, order.origin, aim),
        "average": score(AVERAGE_DIE),
        "minimum": score(1),
        "maximum": score(BEST_DIE),
    }


def forecast_defence(game: Game, attack: FullAttack, ship: Ship, said: tuple[str, ...]) -> Forecast:
    """Return the cost of a defence, its odds, and hull and shields before and after the hit if it fails."""
    first, power = (answer := phrases.parse_option(said[0])).text, answer.amount
    if answer.verb == "evade with":
        score = score_with(game, attack, power - first_power(game, attack))
        return {"power": power} | _odds(score) | points_after_hit(game, attack, ship)
    if answer.verb == "add":
        return {"power": power} | points_after_hit(game, attack, ship, power=power)
    if first == phrases.REPAIR:
        return _forecast_repair(game, attack, ship, said)
    if answer.verb == "play":
        return _forecast_card(game, attack, ship, said)
    return {"power": 0} | points_after_hit(game, attack, ship) if first == phrases.TAKE_THE_HIT else {}


def _odds(score: int) -> Forecast:
    return {"chance": chance_of_at_most(score), "needs": score}


def _forecast_repair(game: Game, attack: FullAttack, ship: Ship, said: tuple[str, ...]) -> Forecast:
    """Return the forecast of a Repair: it comes after the damage, if the ship still stands (rules 11.4)."""
    power = phrases.parse_option(said[2]).amount
    after: Forecast = {"power": power, **points_after_hit(game, attack, ship)}
    if "hull" in after and after["hull"][1] + after["shields"][1] > 0:
        points = repairs.own_points(game, ship, power)
        if said[1] == phrases.HULL:
            after["hull"][1] = min(ship.card.hull, after["hull"][1] + points)
        elif said[1] == phrases.SHIELDS:
            after["shields"][1] = min(ship.shields_maximum, after["shields"][1] + points)
    return after


def _forecast_card(game: Game, attack: FullAttack, ship: Ship, said: tuple[str, ...]) -> Forecast:
    """Return the forecast of a defence card from the numbers it prints; dice count by their average."""
    titled = (number for number in game.players[ship.seat].hand if said[0] == PLAY + game.cards[number].card.title)
    number = next(titled, None)
    faces = () if number is None else answering_faces(game.cards[number].card)
    if not faces:
        return {}
    face = next((each for each in faces if f"as {each.name}" in said), faces[0])
    effects = [effect for effect in face.effects if effect.trigger in (PLAYED, "damage", "tabled")]
    power = phrases.power_said(said)
    tries = [effect for effect in effects if effect.verb == "try_evasion"]
    odds = _odds(score_with(game, attack, power + tries[0].fields.get("bonus", 0))) if tries else {}
    return {"power": power} | odds | points_after_hit(game, attack, ship, effects=effects)


def points_after_hit(
    game: Game, attack: FullAttack, ship: Ship, *, power: int = 0, effects: list[Effect] | None = None
) -> Forecast:
    """Return hull and shields before and after the hit, with `power` more on the shields and the extra `effects`."""
    if attack.aim[0] != "seat" or attack.gun.pool == NO_POOL:
        return {}
    more = effects or []
    damage = expected_damage(game, attack, more)
    points = sum(effect.fields["points"] for effect in more if effect.verb == "raise_shields")
    front = ship.shields + ship.extra + points + shield_points(game, attack, attack.shield_power + power)
    passing = any(e.verb == "bypass_shields" for e in more) or not shields_function(game, ship.seat)
    off_front = 0 if passing else min(damage, front)
    for effect in more:
        if effect.verb == "halve" and effect.fields["of"] == "damage to the hull":
            damage = off_front + (damage - off_front) // 2
    off_shields = max(0, off_front - (front - ship.shields))
    hull = max(0, ship.hull - (damage - off_front))
    return {"hull": [ship.hull, hull], "shields": [ship.shields, ship.shields - off_shields]}
