"""Pieces in hexes: damage and repair, destruction, and how a piece leaves its hex (rules 12.1, 17.4, 17.7, 18.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.board import DENIZEN, OWNED_BODIES, Placed
from incursions.rules.effects.gathering import refresh_without
from incursions.rules.effects.resolution import set_off
from incursions.rules.placed.bodies import most_points
from incursions.rules.placed.rewards import reward
from incursions.rules.plays.hand import put_away
from incursions.rules.refs import piece_ref

if TYPE_CHECKING:
    from incursions.rules.game import Game


def destroy_piece(game: Game, number: int, by: int | None) -> None:
    """Its points are gone: it leaves its hex, and who took the last of them is rewarded (rules 17.4, 18.9)."""
    piece = game.board.placed[number]
    game.emit("piece_destroyed", {"title": piece.title, "at": list(piece.at), "owner": piece.owner, "by": by})
    remove_piece(game, number)
    reward(game, by)
    if by is not None and piece.kind == DENIZEN:
        set_off(game, "destroys", by, piece_ref(number))


def remove_piece(game: Game, number: int) -> Placed:
    """A piece is destroyed without reward: its cards go to the piles of those who brought them (13.12, 17.4, 17.7)."""
    board = game.board
    piece = board.take_away(number)
    if piece.dominated is not None:
        game.players[piece.dominated].dominates = None
    if piece.kind == DENIZEN and piece.home is not None:
        board.slain.add(piece.home)
    for card in (*(() if piece.card is None else (piece.card,)), *piece.crew):
        put_away(game, card)
    for player in game.players:
        if player.dominates == number:
            player.dominates = None
    refresh_without(game, piece)
    return piece


def repairable_pieces(game: Game, seat: int) -> list[int]:
    """The damaged pieces of the player in his ship's hex, which his Repair can help (rules 12.1, 17.7)."""
    own, here = game.board.owned(seat), game.ships[seat].at
    if own.kinds.isdisjoint(OWNED_BODIES):
        return []
    found = [piece for piece in own.pieces if piece.at == here and piece.kind in OWNED_BODIES]
    return [piece.number for piece in found if not is_whole(game, piece)]


def is_whole(game: Game, piece: Placed) -> bool:
    """Has it all its points (rules 17.6)?"""
    most = most_points(game, piece)
    return most is None or piece.points is None or piece.points >= most


def repair_piece(game: Game, number: int, points: int) -> None:
    """Points come back, never more than are printed (rules 12.1, 12.3)."""
    piece = game.board.placed[number]
    before, most = piece.points or 0, most_points(game, piece) or 0
    after = min(most, before + points)
    game.board.change(number, points=after)
    facts = {"title": piece.title, "at": list(piece.at), "owner": piece.owner}
    game.emit("piece_repaired", facts | {"points": [before, after]})
