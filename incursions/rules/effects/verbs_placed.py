"""Performers of verbs on pieces in hexes: placing cards and moving pieces (rules 17.1, 17.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.hexes import reach
from incursions.rules.board import MINE
from incursions.rules.effects.aims import candidates
from incursions.rules.effects.target_table import PLACED_PIECES, TARGET_GROUPS
from incursions.rules.effects.verbs_systems import lay_mine
from incursions.rules.events.movement import PieceMoved
from incursions.rules.hexes.charting import START_HEX
from incursions.rules.placed.placed_pieces import place_body, why_not_place
from incursions.rules.plays.card_faces import PLAYED
from incursions.rules.plays.lying import lies
from incursions.rules.systems.mines import go_off

if TYPE_CHECKING:
    from incursions.engine.hexes import Hex
    from incursions.rules.board import Placed
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

MOVED_PIECES = tuple(TARGET_GROUPS[PLACED_PIECES])  # targets of `move` other than ships


def place(game: Game, frame: Resolution, effect: Effect) -> None:
    """Place the card into the hex as the piece that the effect names."""
    if effect.trigger == PLAYED and not (isinstance(frame.source, int) and lies(game, frame.source)):
        return  # the card has been moved elsewhere
    put = lay_mine if effect.fields["piece"] == MINE else place_body
    put(game, frame, effect)


def why_not_placed(game: Game, ship: Ship, effect: Effect) -> tuple[str, str] | None:
    """Return why the card may not enter the hex of its player's ship now (rules 5.8, 17.2, 17.12), or None."""
    return why_not_place(game, ship.seat, effect.fields["piece"], ship.at)


def move_piece(game: Game, frame: Resolution, effect: Effect) -> None:
    """Move a piece over charted hexes to one where it could be placed (5.8, 17.12). A mine strikes ships there."""
    found = [ref for ref in candidates(game, frame, effect, "this piece") if ref[0] == "piece"]
    named = frame.pick(game, frame.user, found, "Move which piece?", "17.6", topic="piece")
    piece = game.board.placed.get(named[1]) if named else None
    if piece is None:
        return
    within = reach(piece.at, effect.fields["hexes"], game.map)
    owner = piece.owner
    places = [
        at
        for at, steps in within.items()
        if steps and at != START_HEX and (owner is None or why_not_place(game, owner, piece.kind, at) is None)
    ]
    title = f"Move {piece.title} to which hex?"
    at = frame.pick_hex(game, frame.user, places, title, "17.12", nth=1, topic="move to")
    if at is not None:
        _move_to(game, piece, at, frame.user)


def _move_to(game: Game, piece: Placed, at: Hex, seat: int) -> None:
    """Move a piece, which stays the same event; a mine goes off at the ships that it meets (12.12, 17.11)."""
    game.tell(PieceMoved, seat=seat, title=piece.title, from_=list(piece.at), at=list(at))
    piece = game.board.change(piece.number, at=at)
    if piece.kind == MINE:
        met = [ship.seat for ship in game.ships if ship.at == at and ship.out is None and ship.cloak is None]
        struck = [each for each in met if each != piece.owner]
        if struck:
            go_off(game, piece, struck)
