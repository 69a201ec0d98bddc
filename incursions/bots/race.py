"""The race for the wormholes: who leaves first, if everybody only makes for them and rolls (rules 1.1, 1.6, 8.1).

In reach of a wormhole a ship rolls once a maneuver, as long as its power meets what the wormhole asks; out of reach it
comes nearer every turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from incursions.engine.hexes import Hex, distance
from incursions.rules import Game
from incursions.rules.effects.effect import Requirement
from incursions.rules.hexes.wormholes import LEAVE_ROLL, NO_REQUIREMENT
from incursions.rules.placed.denizens import state_of
from incursions.rules.printed.pieces import TileCard
from incursions.rules.ships import OUT_OF_PLAY, Ship
from incursions.rules.systems.beams import held_by

MISS = 5 / 6  # of a roll for doubles
ROLLS = 2  # maneuvers in a turn
ROUNDS = 10  # looked ahead


class Hole(NamedTuple):
    """A charted wormhole, and what a roll there costs: power, cards of the hand (rules 1.6)."""

    at: Hex
    power: int
    cards: int


class Racer(NamedTuple):
    """A ship in the race: hexes a maneuver without power, power a turn, cards, and whether it can leave its hex."""

    at: Hex
    speed: int
    power: int
    aux: int
    hand: int
    is_stuck: bool


def race(game: Game, playing: Sequence[Ship]) -> dict[int, float]:
    """The share of each seat still playing; whoever has the turn comes first."""
    seats = len(game.ships)
    in_turn = sorted(playing, key=lambda ship: (ship.seat - game.turn_seat) % seats)
    holes = list(open_holes(game))
    racers = {ship.seat: _racer(game, ship) for ship in in_turn}
    shares, open_still = dict.fromkeys(racers, 0.0), 1.0
    for number in range(ROUNDS if holes else 0):
        for seat, racer in racers.items():
            missed = MISS ** max(rolls(racer, hole, number) for hole in holes)
            shares[seat] += open_still * (1 - missed)
            open_still *= missed
    return {seat: share + open_still / len(shares) for seat, share in shares.items()}


def rolls(racer: Racer, hole: Hole, number: int) -> int:
    """The rolls of its turn of this number, from 0, if it makes for this wormhole."""
    far = distance(racer.at, hole.at)
    if racer.is_stuck and number == 0:
        return 1 if far == 0 and racer.power >= hole.power and racer.hand >= hole.cards else 0
    power = racer.power + (racer.aux if number == 0 else 0)
    far = max(0, far - number * (ROLLS * racer.speed + racer.power))
    best, most = 0, racer.hand // hole.cards if hole.cards else ROLLS
    for arriving in range(1, ROLLS + 1):  # with which maneuver it comes there
        left = power - max(0, far - arriving * racer.speed)
        if left >= hole.power:
            best = max(best, min(most, ROLLS + 1 - arriving, left // hole.power if hole.power else ROLLS))
    return best


def open_holes(game: Game) -> Iterator[Hole]:
    """The charted wormholes in which a roll can be made; a denizen that must be gone first closes one."""
    for at, title in game.map.items():
        tile = game.tiles[title]
        if tile.is_wormhole:
            asked = requirement(tile)
            if asked.denizen is None or state_of(game, at) == asked.denizen:
                yield Hole(at, asked.power, asked.cards)


def requirement(tile: TileCard) -> Requirement:
    """What a roll to leave asks for in this wormhole (rules 1.6)."""
    effect = next((effect for effect in tile.effects if effect.verb == LEAVE_ROLL), None)
    asked: Requirement = NO_REQUIREMENT if effect is None else effect.fields.get("requirement", NO_REQUIREMENT)
    return asked


def _racer(game: Game, ship: Ship) -> Racer:
    power = ship.power_cards - ship.spent.count(OUT_OF_PLAY)
    has_aux = bool(game.players) and game.players[ship.seat].aux
    hand = len(game.players[ship.seat].hand) if game.players else 0
    stuck = bool(ship.caught) or (bool(game.players) and bool(held_by(game, ship.seat)))
    speed = max(0, ship.card.warp + ship.bonuses.warp)
    return Racer(ship.at, speed, power, power if has_aux else 0, hand, stuck)
