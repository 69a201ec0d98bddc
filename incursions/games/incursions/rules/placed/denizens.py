"""Denizens: how they appear, whom they attack and spare, and when they return (rules 18.1-18.3, 18.6, 18.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.attacks.out_of_turn import attack_with_piece
from incursions.games.incursions.rules.effects.in_force import is_of_race
from incursions.games.incursions.rules.plays.announcements import seats_after
from incursions.games.incursions.rules.state.board import Placed
from incursions.games.incursions.rules.systems.bodies import body_of

if TYPE_CHECKING:
    from incursions.engine.hexes import Hex
    from incursions.games.incursions.rules.effects.in_force import Situation
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Condition

STANDS, DESTROYED, ABSENT = "stands", "destroyed", "absent"


def denizen_of(game: Game, home: Hex) -> Placed | None:
    """Return the living denizen that the tile at `home` brought, wherever it is now, or None (rules 18.7)."""
    return next((piece for piece in game.board.placed.values() if piece.home == home), None)


def state_of(game: Game, home: Hex) -> str:
    """Return whether the tile's denizen stands there, is destroyed, or is absent."""
    piece = denizen_of(game, home)
    if piece is not None:
        return STANDS if piece.at == home else ABSENT
    return DESTROYED if home in game.board.slain else ABSENT


def attack_by_event(game: Game, piece: Placed, seat: int) -> None:
    """Let a denizen make its one attack in a player's turn, if it may (rules 18.2, 18.6, 18.8).

    It does not attack a ship that it spares, nor while a player dominates it. The next player in turn order rolls for
    it.
    """
    ship = game.ships[seat]
    this_turn = (seat, game.turns)
    if ship.out is not None or piece.dominated is not None or this_turn in piece.struck:
        return
    if ship.cloak is not None or spares(game, piece, seat):
        return
    struck = [each for each in piece.struck if each[1] == game.turns]
    game.board.change(piece.number, struck=(*struck, this_turn))
    attack_with_piece(game, piece, None, seat, rolled_by=seats_after(game, seat)[0])


def spares(game: Game, piece: Placed, seat: int) -> bool:
    """Return True if the piece's text spares this ship everywhere (rules 18.2, 18.8)."""
    spared = body_of(game, piece).get("spares")
    if spared is None:
        return False
    if spared.race:
        return is_of_race(game, seat, spared)
    return piece.home is not None and game.owners.get(piece.home) == seat


def denizen_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Return True if the hex's denizen is in a state that the condition names (the vocabulary's `denizen`)."""
    return condition.admits(state_of(game, game.ships[situation.user].at))
