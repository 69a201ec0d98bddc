"""Targets and points of a Repair beyond Basic: tabled cards, pieces in the hex, cards to be removed (12.1, 12.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.hexes import distance
from incursions.games.incursions.rules.crew.equipment import repair_card, repairable_cards
from incursions.games.incursions.rules.crew.removal import REPAIR, removable_cards, take_away
from incursions.games.incursions.rules.effects.aims import source_place
from incursions.games.incursions.rules.effects.in_force import forces, once_a_title
from incursions.games.incursions.rules.placed.placed_pieces import repair_piece, repairable_pieces
from incursions.games.incursions.rules.plays.commands import attaches
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.refs import Ref, card_ref, name_of, piece_ref
from incursions.games.incursions.rules.state.seats import POINTS_PER_REPAIR_POWER
from incursions.games.incursions.rules.systems.power import cost
from incursions.games.incursions.rules.systems.weapons import apply_modifiers

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.in_force import Force
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.state.seats import Ship

BOTH = f"{phrases.HULL} and {phrases.SHIELDS}"  # the phrase of a Repair that a card allows to split
SPLIT = "split"


def added_points(game: Game, ship: Ship) -> int:
    """Return what cards and pieces in force add to a Repair maneuver of the ship (rules 12.1)."""
    near = [force for force in forces(game, ship.seat, "repair") if _is_near(game, ship, force)]
    return sum(force.effect.fields.get("more", 0) for force in once_a_title(game, near))


def _is_near(game: Game, ship: Ship, force: Force) -> bool:
    within = force.effect.fields.get("within")
    return within is None or distance(source_place(game, force.source, ship.seat), ship.at) <= within


def promised_points(game: Game, ship: Ship) -> int:
    """Return the points added to a Repair maneuver, with those of the command that is ready for it (rules 13.6)."""
    ready = (effect for effect in _ready_effects(game, ship) if effect.verb == "repair")
    more: int = sum(effect.fields.get("more", 0) for effect in ready)
    return added_points(game, ship) + more


def _ready_effects(game: Game, ship: Ship) -> list[Effect]:
    """Return the effects of the command that will go with a Repair (rules 13.6)."""
    cards = (game.cards[number].card for number in game.players[ship.seat].commands)
    fitting = next((card for card in cards if attaches(card, "repair", ())), None)
    return [] if fitting is None else list(fitting.effects)


def may_split(game: Game, ship: Ship) -> bool:
    """Return True if the points of a Repair may be split between hull and shields (rules 12.1)."""
    in_force = [force.effect for force in forces(game, ship.seat, "repair")]
    found = (*in_force, *_ready_effects(game, ship))
    return any(effect.verb == "repair" and effect.fields.get("order") == SPLIT for effect in found)


def targets(game: Game, ship: Ship, *, maneuver: bool) -> dict[str, Ref]:
    """Return the damaged tabled cards and pieces by their phrases; for a maneuver also the cards that it removes."""
    cards, pieces = repairable_cards(game, ship.seat), repairable_pieces(game, ship.seat)
    refs = [*map(card_ref, cards), *map(piece_ref, pieces)] if cards or pieces else []
    if maneuver and game.players[ship.seat].before:
        refs += [
            card_ref(card) for card, way in removable_cards(game, ship.seat, REPAIR) if _reaches(game, ship, way.points)
        ]
    names, named = [title_of(game, ref) for ref in refs], dict[str, Ref]()
    for place, (name, ref) in enumerate(zip(names, refs, strict=True)):
        count = names[:place].count(name)
        named[f"{name} #{count + 1}" if count else name] = ref
    return named


def title_of(game: Game, ref: Ref) -> str:
    """Return what a line calls the target: a card by its title, a piece with its hex."""
    return game.cards[ref[1]].card.title if ref[0] == "card" else name_of(game, ref)


def _reaches(game: Game, ship: Ship, points: int) -> bool:
    return points_of(game, ship, ship.available("repair") - price(game, ship)) >= points


def points_of(game: Game, ship: Ship, power: int) -> int:
    """Return the points of a Repair maneuver with this power, as far as known beforehand."""
    return own_points(game, ship, power) + promised_points(game, ship)


def own_points(game: Game, ship: Ship, power: int) -> int:
    """Return the points of a Repair with this power, from the ship's system and bonuses (rules 12.1)."""
    added = ship.bonuses.repair + POINTS_PER_REPAIR_POWER * power
    return max(0, apply_modifiers(game, ship.seat, "repair", ship.card.repair, added))


def price(game: Game, ship: Ship) -> int:
    """Return what a Repair maneuver costs in addition to the power for points (rules 7.3)."""
    return cost(game, ship.seat, "repair", 0)


def least_power(game: Game, ship: Ship, what: str) -> int:
    """Return the least power that a Repair needs: enough points, if it removes a card (rules 13.4.5)."""
    if not game.players[ship.seat].before:
        return 0
    ref = targets(game, ship, maneuver=True).get(what)
    ways = {card: way.points for card, way in removable_cards(game, ship.seat, REPAIR)}
    if ref is None or ref[0] != "card" or ref[1] not in ways:
        return 0
    missing = ways[ref[1]] - points_of(game, ship, 0)
    return max(0, -(-missing // POINTS_PER_REPAIR_POWER))


def repair_target(game: Game, ship: Ship, ref: Ref, points: int) -> None:
    """Spend the points on a card or piece, or remove the card that they remove (rules 12.1, 12.2, 13.4.5)."""
    number: int = ref[1]
    if ref[0] == "piece":
        if number in game.board.placed:
            repair_piece(game, number, points)
    elif number in repairable_cards(game, ship.seat):
        repair_card(game, ship.seat, number, points)
    elif any(number == card and points >= way.points for card, way in removable_cards(game, ship.seat, REPAIR)):
        take_away(game, ref)
