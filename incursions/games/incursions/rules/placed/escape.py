"""Escape craft: the shuttle in hand in which a player goes on when the ship is destroyed (rules 19.2, 19.5, 19.9)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from incursions.games.incursions.rules.effects.gathering import own_power_cards, refresh_all
from incursions.games.incursions.rules.events.attacks import Escaped
from incursions.games.incursions.rules.placed.wrecks import LEFT, lose_ship, ship_left
from incursions.games.incursions.rules.printed.pieces import USUAL_REPAIR, ShipCard
from incursions.games.incursions.rules.state.cards_in_play import lines_for, why_not_usable
from incursions.games.incursions.rules.state.phrases import PLAY
from incursions.games.incursions.rules.state.seats import OUT_OF_PLAY
from incursions.games.incursions.rules.systems.bodies import USUAL_SPEED, shuttle_body, weapon_in

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.pieces import GameCard, System
    from incursions.games.incursions.rules.state.seats import Ship

ROLE = "escape craft"


def escape_crafts(game: Game, seat: int) -> dict[str, int]:
    """Return the shuttles in hand in which the player may escape, by their lines (rules 19.2, 16.4)."""
    shuttles = [number for number in game.players[seat].hand if game.cards[number].card.is_shuttle]
    return lines_for(game, PLAY, shuttles, lambda number: why_not_usable(game, seat, number) is None)


@lru_cache(maxsize=256)
def craft_card(card: GameCard, left: ShipCard) -> ShipCard:
    """Return a shuttle as a ship card of the destroyed ship's race, with hull and no shields (rules 9.19, 19.9)."""
    body = shuttle_body(card)
    assert body is not None
    weapon = weapon_in(card.title, body, shuttle=True)
    assert weapon is not None
    damage = f"{weapon.dice}D6" + (f"+{weapon.bonus}" if weapon.bonus else "")
    systems: dict[str, System] = {
        "warp": {"hexes": body.get("speed", USUAL_SPEED)},
        "repair": {"points": USUAL_REPAIR},
        card.title: {"damage": damage, "range": weapon.range},
    }
    craft = ShipCard(
        {
            "title": card.title,
            "role": ROLE,
            "race": left.race,
            "hull": body["life_points"],
            "shields": 0,
            "evasion": body.get("evasion", 0),
            "systems": systems,
            LEFT: left.title,
        }
    )
    craft.weapons[card.title] = weapon
    return craft


def escape(game: Game, ship: Ship, number: int) -> None:
    """Move the crew and some power cards to the craft, which is the player's ship from now on (rules 19.5)."""
    player = game.players[ship.seat]
    crew = [each for each in player.tabled if game.cards[each].card.is_crew]
    lose_ship(game, ship, keeping=crew)
    player.hand.remove(number)
    card = game.cards[number].card
    ship.card = craft_card(card, game.ship_cards[ship_left(ship)])
    ship.craft = number
    _keep_power_cards(ship, own_power_cards(game, ship))
    ship.hull, ship.shields = ship.card.hull, 0
    refresh_all(game)
    game.tell(Escaped, seat=ship.seat, title=card.title, hull=ship.hull, power=ship.power)


def _keep_power_cards(ship: Ship, count: int) -> None:
    """Keep `count` power cards: face-up ones first, those out of play last (rules 19.5)."""
    ship.power = min(ship.power, count)
    down = sorted(ship.spent, key=lambda system: system == OUT_OF_PLAY)
    ship.spent = down[: count - ship.power]
    ship.power_cards = ship.power + len(ship.spent)
