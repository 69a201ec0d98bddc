"""The chance of each seat to win, judged from what lies open (rules 1.1, 1.2, 9.8).

A seat's score is a sum of what speaks for it, weighed; its chance is its share of all (a logistic model, for two seats
or more). It says nothing of the hands' content, which an imagined game has only drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any

from incursions.engine.dice import AVERAGE_DIE
from incursions.engine.hexes import Hex, distance
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.hexes.arrivals import state_of
from incursions.games.incursions.rules.hexes.leaving import NO_REQUIREMENT, leave_roll_of
from incursions.games.incursions.rules.printed.effect import Requirement
from incursions.games.incursions.rules.printed.pieces import MINE, TileCard, printed_fact
from incursions.games.incursions.rules.state.seats import Ship

POINTS = 40  # those of a usual ship
USUAL_EVASION = 4
FAR = 6  # hexes to a wormhole, with none charted too
USUAL_HAND = 10
LEAST_POINTS = 5  # added to points before anything is divided by them

FACTS_OF_SHIPS = (
    "has the turn",
    "fires first",
    "points",
    "under fire",
    "firepower",
    "repair",
    "evasion",
    "far from wormholes",
    "in a wormhole",
    "caught",
)
FACTS_OF_PLAYERS = (
    "hand",
    "equipment",
    "crew",
    "aux",
    "captain",
    "mines",
    "other pieces",
    "holds",
    "cloaked",
    "cards before it",
)
FACTS = (*FACTS_OF_SHIPS, *FACTS_OF_PLAYERS)


@printed_fact
def requirement_of(tile: TileCard) -> Requirement:
    """Return what a roll to leave by this tile asks for first."""
    effect = leave_roll_of(tile)
    return NO_REQUIREMENT if effect is None else effect.fields.get("requirement", NO_REQUIREMENT)


def open_wormholes(game: Game) -> list[Hex]:
    """Return the charted wormholes, but those that a denizen closes which must be gone first (rules 1.6)."""
    found = []
    for at, title in game.map.items():
        tile = game.tiles[title]
        if tile.is_wormhole:
            denizen = requirement_of(tile).denizen
            if denizen is None or denizen == state_of(game, at):
                found.append(at)
    return found


def of_ship(game: Game, ship: Ship, rivals: Sequence[Ship], wormholes: Sequence[Hex]) -> tuple[float, ...]:
    """Return the facts of `FACTS_OF_SHIPS` about a ship, in their order, as numbers from about -1 to 1."""
    points = ship.points + ship.extra
    near = [rival for rival in rivals if distance(rival.at, ship.at) <= 1 + rival.card.warp]
    fire = firepower(ship) / (LEAST_POINTS + min([rival.points + rival.extra for rival in rivals], default=POINTS))
    far = min([FAR, *(distance(ship.at, at) for at in wormholes)])
    has_turn = float(game.turn_seat == ship.seat)
    return (
        has_turn,
        has_turn * fire,
        log(1 + points),
        sum(firepower(rival) for rival in near) / (LEAST_POINTS + points),
        fire,
        ship.bonuses.repair / 3,
        (ship.card.evasion + ship.bonuses.evasion) / USUAL_EVASION,
        far / FAR,
        float(far == 0),
        float(bool(ship.caught)),
    )


def of_player(game: Game, ship: Ship) -> tuple[float, ...]:
    """Return the facts of `FACTS_OF_PLAYERS` about a seat's cards and pieces, in their order; zeros in Basic."""
    if not game.has_cards:
        return (0.0,) * len(FACTS_OF_PLAYERS)
    player, face_down = game.players[ship.seat], game.board.face_down
    pieces = game.board.placed.get_owned(ship.seat).pieces
    mines = sum(piece.kind == MINE for piece in pieces)
    tabled = [game.cards[number] for number in player.tabled if number not in face_down]
    return (
        len(player.hand) / USUAL_HAND,
        sum(card.is_equipment for card in tabled) / 3,
        sum(card.is_crew for card in tabled) / 3,
        float(player.aux),
        float(player.captain is not None and player.captain not in face_down),
        mines / 3,
        (len(pieces) - mines) / 3,
        float(ship.holds is not None),
        float(ship.cloak is not None),
        float(len(player.before)),
    )


def firepower(ship: Ship) -> float:
    """Return the average damage of its best weapon without power (rules 10.2)."""
    return max(
        (AVERAGE_DIE * gun.dice + gun.bonus + ship.bonuses.weapons for gun in ship.card.weapons.values()), default=0.0
    )


def all_facts(game: Game) -> dict[int, tuple[float, ...]]:
    """Return the facts of every seat that still plays."""
    playing = [ship for ship in game.ships if ship.out is None]
    wormholes, found = open_wormholes(game), {}
    for ship in playing:
        rivals = [other for other in playing if other is not ship]
        found[ship.seat] = of_ship(game, ship, rivals, wormholes) + of_player(game, ship)
    return found


def prospects(game: Game) -> list[float]:
    """Return the chance of each seat to win; certainty when the game is over."""
    result: Any = game.result
    seats = len(game.ships)
    if result is not None:
        return [1 / seats] * seats if result.winner is None else [float(seat == result.winner) for seat in range(seats)]
    weights = WEIGHTS if game.has_cards else WEIGHTS_BASIC
    scores = {
        seat: exp(sum(weight * fact for weight, fact in zip(weights, found, strict=True)))
        for seat, found in all_facts(game).items()
    }
    total = sum(scores.values())
    return [scores.get(seat, 0.0) / total for seat in range(seats)]


# From `script/support/benches/fit_prospects.py`: Full's of 4,800 games, of which a fifth set apart surprised by 0.646
# instead of the 0.676 that ships and decks alone tell. Basic's of 700, by 0.682 instead of 0.693; what points do there
# is too little to be found in so few games, and set by hand.
WEIGHTS: tuple[float, ...] = (
    *(-0.12, 1.76, 0.69, -0.96, 1.33, -0.03, -0.02, -0.31, 0.08, -0.14),
    *(0.47, 0.11, 0.04, 0.20, 0.16, 0.14, 0.38, 0.39, -0.06, -0.11),
)
WEIGHTS_BASIC: tuple[float, ...] = (*(0.37, 0.96, 0.30, -0.10, 0.29, 0.0, -0.07, -1.58, 0.0, 0.0), *(0.0,) * 10)
