"""What a player whose ship is gone may dominate: a denizen, or a shuttle of his own (rules 17.7, 18.5, 18.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.board import DENIZEN, SHUTTLE, Placed
from incursions.rules.placed.bodies import body_of
from incursions.rules.ships import DESTROYED

if TYPE_CHECKING:
    from incursions.rules.game import Game

FEWEST_PLAYERS = 3  # rules 18.5

Refused = tuple[str, str]

NOT_WITH_A_SHIP: Refused = ("18.5", "Only players whose ships are gone dominate a denizen, or a shuttle of their own")


def dominable(game: Game, seat: int) -> list[Placed]:
    """What the player can dominate: denizens without another master, and his own shuttles (rules 17.7, 18.5, 18.8)."""
    if game.ships[seat].out != DESTROYED or len(game.ships) < FEWEST_PLAYERS:
        return []
    return [piece for piece in game.board.placed.values() if why_not_dominate(game, seat, piece) is None]


def why_not_dominate(game: Game, seat: int, piece: Placed) -> Refused | None:
    """The rule and the reason why the player may not dominate this piece; None if he may."""
    if piece.kind == SHUTTLE:
        return None if piece.owner == seat else ("17.7", f"{piece.title} is another player's: only your own serves you")
    if piece.kind != DENIZEN:
        return "18.5", f"{piece.title} is no denizen"
    if body_of(game, piece).get("dominated") is False:
        return "18.5", f"{piece.title} cannot be dominated"
    if piece.dominated not in (None, seat):
        return "18.8", f"Another player dominates {piece.title}"
    return None


def dominate(game: Game, seat: int, piece: Placed) -> None:
    """From now on the player plays this piece, and no other (rules 18.8)."""
    player = game.players[seat]
    if player.dominates is not None and player.dominates != piece.number:
        game.board.change(player.dominates, dominated=None)
    player.dominates = piece.number
    if piece.kind == DENIZEN:
        game.board.change(piece.number, dominated=seat)
    game.emit("dominated", {"seat": seat, "title": piece.title, "at": list(piece.at)})
