"""Performers of power verbs: turn_up, lose_power, restore_aux (rules 7.4, 7.8, 7.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.attacks.scoring import count_of
from incursions.rules.effects.aims import seats_meant
from incursions.rules.effects.schema import ALL
from incursions.rules.events.cards import TurnedUp
from incursions.rules.events.turns import AuxRestored, PowerLost

if TYPE_CHECKING:
    from incursions.rules.attacks.full_attack import FullAttack
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship


def turn_up(game: Game, frame: Resolution, effect: Effect) -> None:
    """Turn power cards up as AUX does: running systems stay on, cards out of play stay down (rules 7.11)."""
    fields = effect.fields
    for ship in find_ships(game, frame, effect):
        count = ship.turned_down
        if fields["power"] != ALL:
            asked = fields["power"] * _count(game, frame, effect) + fields.get("plus", 0)
            count = min(count, asked, fields.get("most", asked))
        turned = ship.turn_up(count)
        if turned:
            game.tell(TurnedUp, seat=ship.seat, turned_up=turned, power=ship.power)


def lose_power(game: Game, frame: Resolution, effect: Effect) -> None:
    """Turn face-up power cards down, as far as there are enough (rules 7.8)."""
    count = effect.fields["power"] * _count(game, frame, effect)
    for ship in find_ships(game, frame, effect):
        lost = ship.lose_power(count)
        if lost:
            game.tell(PowerLost, seat=ship.seat, power=lost)


def restore_aux(game: Game, frame: Resolution, effect: Effect) -> None:
    """Restore the used AUX marker (rules 7.4)."""
    for ship in find_ships(game, frame, effect):
        if not game.players[ship.seat].aux:
            game.players[ship.seat].aux = True
            game.tell(AuxRestored, seat=ship.seat)


def find_ships(game: Game, frame: Resolution, effect: Effect) -> list[Ship]:
    """Return the ships in the game among the targets of the effect, by default the user's own (rules 9.10)."""
    ships = [game.ships[seat] for seat in seats_meant(game, frame, effect, "you")]
    return [ship for ship in ships if ship.out is None]


def _count(game: Game, frame: Resolution, effect: Effect) -> int:
    """Return the multiplier of the amount (the vocabulary's `per`)."""
    if "per" not in effect.fields:
        return 1
    attack: FullAttack | None = next((f for f in reversed(game.stack) if type(f).__name__ == "FullAttack"), None)
    return count_of(game, attack, effect, frame.user, frame.marked("power", 0))
