"""Forecasts of options: cost, odds and averages, from the knowledge of the seat that is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypedDict

from incursions.engine.questions import read_line, tidy, whole_line
from incursions.games.incursions.rules.attacks.attack import Attack
from incursions.games.incursions.rules.maneuvers.maneuver import Maneuver
from incursions.games.incursions.rules.odds import chance_of_at_most
from incursions.games.incursions.rules.plays import free_actions
from incursions.games.incursions.rules.plays.card_moves import find_in_hand, shields_lent
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.seats import POINTS_PER_SHIELD_POWER, Ship, evasion_score, repair_points

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game


class Forecast(TypedDict, total=False):
    """A forecast of an option: the keys that apply to it. Points are pairs of before and after.

    `chance` is that of evading or of doubles, `needs` the highest roll of 2D6 for it; `average`, `minimum` and
    `maximum` are of a score or of damage; `turned_up` are power cards.
    """

    power: int
    distance: int
    average: float
    minimum: float
    maximum: float
    chance: float
    needs: int
    hull: list[int]
    shields: list[int]
    points: int
    turned_up: int


Forecaster = Callable[["Game", tuple[str, ...]], Forecast]


def forecast(game: Game, text: str) -> Forecast:
    """Return the forecast of an option or a line, {} for any other text.

    The beginning of a line has the forecast of its least completion.
    """
    question = game.decision
    if question is None:
        return {}
    choice = game.stack[-1]
    said = read_line(choice, game, tidy(text))  # type: ignore[arg-type]  # the top of the stack asked
    if said is not None and choice.stage(game, said) is not None:  # type: ignore[attr-defined]
        said = whole_line(choice, game, said, "")  # type: ignore[arg-type]
    if said is None:
        return {}
    ship = game.ships[question.seat]
    found = free_actions.forecast_any_time(game, ship, said[0])
    found = found or _forecast_free_action(game, ship, said[0])
    if found is not None:
        return found
    if isinstance(choice, Maneuver):
        kind = game.kind_of.get(phrases.parse_option(said[0]).verb)
        return (kind.forecast(game, ship, said) if kind is not None else {}) or {"power": 0}
    own: Forecaster | None = getattr(choice, "forecast", None)
    if own is not None:
        return own(game, said)
    attack = next((frame for frame in reversed(game.stack) if isinstance(frame, Attack)), None)
    return {} if attack is None else _forecast_defence(attack, ship, said)


def _forecast_free_action(game: Game, ship: Ship, first: str) -> Forecast | None:
    """Return the forecast of AUX, diverting or tabling (rules 6.6), or None for other options."""
    if first == phrases.AUX:
        return {"power": 0, "turned_up": ship.turned_down}
    option = phrases.parse_option(first)
    if option.verb == "divert":
        points = option.amount
        return {"power": 0, "shields": [ship.shields, ship.shields - points]}
    if option.verb != "table":
        return None
    number = find_in_hand(game, game.players[ship.seat], option.title)
    if number is None:  # a card of a pile, tabled by an effect
        return None
    return {"power": 0, "shields": [ship.shields, ship.shields + shields_lent(game, ship.seat, number)]}


def _forecast_repair(ship: Ship, said: tuple[str, ...], hull: list[int], shields: list[int]) -> Forecast:
    """Return the power and the points of a Repair after the hit, which is given as points before and after it."""
    power = phrases.parse_option(said[2]).amount
    points = repair_points(ship, power)
    if said[1] == phrases.HULL:
        return {"power": power, "hull": [hull[0], min(ship.card.hull, hull[1] + points)]}
    return {"power": power, "shields": [shields[0], min(ship.shields_maximum, shields[1] + points)]}


def _forecast_defence(attack: Attack, ship: Ship, said: tuple[str, ...]) -> Forecast:
    first, power = (answer := phrases.parse_option(said[0])).text, answer.amount
    if answer.verb == "evade with":
        score = evasion_score(ship, power)
        missed = _forecast_hit(attack, ship, 0)
        return {"power": power, "chance": chance_of_at_most(score), "needs": score} | missed
    more = power if answer.verb == "add" else 0
    after = _forecast_hit(attack, ship, more)
    if first == phrases.REPAIR and after["hull"][1] + after["shields"][1] > 0:
        return after | _forecast_repair(ship, said, after["hull"], after["shields"])
    power = phrases.parse_option(said[2]).amount if first == phrases.REPAIR else more
    return {"power": power} | after


def _forecast_hit(attack: Attack, ship: Ship, more: int) -> Forecast:
    """Return hull and shields before and after the hit, with `more` power added to the shields."""
    damage = max(0, attack.score - POINTS_PER_SHIELD_POWER * (attack.shield_power + more))
    off_shields = min(damage, ship.shields)
    hull = max(0, ship.hull - (damage - off_shields))
    return {"hull": [ship.hull, hull], "shields": [ship.shields, ship.shields - off_shields]}
