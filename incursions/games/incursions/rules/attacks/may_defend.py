"""The defences that a target may make, and the cost and score of an evasion (rules 11.1-11.3, 7.6, 10.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.attacks.damage import RAISE_SHIELDS
from incursions.games.incursions.rules.attacks.scoring import EVADE_YOURS, effects_on_target, find_prohibition
from incursions.games.incursions.rules.attacks.targets import shields_function
from incursions.games.incursions.rules.effects.in_force import is_so
from incursions.games.incursions.rules.systems.cloaking import held_by
from incursions.games.incursions.rules.systems.power import cost
from incursions.games.incursions.rules.systems.weapons import apply_modifiers

if TYPE_CHECKING:
    from incursions.games.incursions.rules.attacks.full_attack import FullAttack
    from incursions.games.incursions.rules.game import Game

Refused = tuple[str, str]  # the rule, and the reason in a player's words
EVADE, DEFEND = "evade", "defend"
EVASION_COST = 1  # the first power, which only pays for the try (rules 11.2)


def is_missed(game: Game, attack: FullAttack) -> bool:
    """Return True if an effect lets the attack miss its current target."""
    for seat in attack.spoiled:
        if seat == attack.target or seat not in attack.targets:
            return True
    for player in game.players:
        for force in player.in_force.by_verb.get("miss", ()):
            if (force.effect.target is None or force.user == attack.target) and is_so(game, force, attack):
                return True
    return False


def why_not_evade(game: Game, attack: FullAttack) -> Refused | None:
    """Return the rule and the reason why the target may not try to evade, with any power; None if it may."""
    assert attack.target is not None
    holders = held_by(game, attack.target)
    if holders:
        return "11.3", f"The tractor beam of {holders[0].card.title} holds your ship: it cannot evade"
    force = find_prohibition(game, attack, EVADE, EVADE_YOURS)
    return None if force is None else ("11.2", f"{game.piece(force.source).title} lets you evade no such attack")


def why_no_defence(game: Game, attack: FullAttack) -> Refused | None:
    """Return the rule and the reason why no defence but shield power may be made; None if one may."""
    force = find_prohibition(game, attack, DEFEND)
    if force is None:
        return None
    return "11.1", f"{game.piece(force.source).title} leaves you no defence but shield power"


def may_piece_evade(game: Game, attack: FullAttack) -> bool:
    """Return True if nothing in the attack forbids the piece in a hex to evade (rules 11.11)."""
    return find_prohibition(game, attack, EVADE, EVADE_YOURS, DEFEND) is None


def why_no_shield_power(game: Game, attack: FullAttack) -> Refused | None:
    """Return the rule and the reason why shield power does not help; None if it does."""
    assert attack.target is not None
    if attack.aim[0] == "card":
        return "10.15", "The attack is on a tabled card: shield power does not help it"
    if not shields_function(game, attack.target):
        return "10.15", "Your shields do not function here: nothing raises them"
    force = find_prohibition(game, attack, RAISE_SHIELDS)
    return None if force is None else ("7.6", f"{game.piece(force.source).title} lets nothing raise your shields")


def first_power(game: Game, attack: FullAttack) -> int:
    """Return the power that an evasion costs before any is added to its score (rules 11.2)."""
    assert attack.target is not None
    more = [force.effect for force in effects_on_target(game, attack, "set_cost")]
    return cost(game, attack.target, "evasion", EVASION_COST, attack, more)


def score_with(game: Game, attack: FullAttack, added: int) -> int:
    """Return the most that 2D6 may show to evade, with `added` from power (rules 11.2)."""
    assert attack.target is not None
    ship = game.ships[attack.target]
    more = [force.effect for force in effects_on_target(game, attack, "modify")]
    return apply_modifiers(game, ship.seat, "evasion", ship.card.evasion, ship.bonuses.evasion + added, attack, more)
