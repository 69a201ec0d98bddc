"""The effects of officers and equipment aboard a shuttle (rules 16.3, 17.7).

They serve the shuttle as they would serve a ship: "your ship" means the shuttle, and effects on attacks and evasions
apply to its own. Effects on the player, his cards and his officers apply there too. A shuttle has no power, no shields
and no systems but its own, so that effects on those do nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from incursions.games.incursions.rules.board import SHUTTLE
from incursions.games.incursions.rules.plays.card_faces import STAYS_ON_TABLE, in_play

if TYPE_CHECKING:
    from incursions.games.incursions.rules.board import Placed, Source
    from incursions.games.incursions.rules.effects.effect import Effect
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.refs import Ref

OF_ITS_PLAYER = frozenset(
    {"power_up", "turn_draw", "turn_end", "before_explore", "announced", "cancelled", "maneuver", "any_time"}
    | {"fate", "aimed_at", "espionage_passed", "espionage_failed", "assimilated", "destroys"}
)
"""Triggers of effects that apply to the player, wherever the card is."""


def applies_to_player(game: Game, effect: Effect) -> bool:
    """Return True if the effect applies to the player, False if to the ship or shuttle that carries the card."""
    return game.verbs[effect.verb].is_of_player(effect) if effect.passive else effect.trigger in OF_ITS_PLAYER


def find_shuttle_with(game: Game, card: Source) -> Placed | None:
    """Return the shuttle in a hex that carries the card, or None."""
    if isinstance(card, str) or SHUTTLE not in game.board.kinds:
        return None
    for piece in game.board.placed.values():
        if piece.crew and card in piece.crew:
            return piece
    return None


def find_carried_cards(game: Game, piece: Placed) -> Iterator[tuple[int, tuple[Effect, ...]]]:
    """Yield the face-up cards aboard a shuttle, each with its effects in play."""
    for number in piece.crew:
        if number not in game.board.face_down:
            yield number, in_play(game, number, *STAYS_ON_TABLE)


def carries_cards(game: Game, ref: Ref) -> bool:
    """Return True if the piece carries a card."""
    piece = game.board.placed.get(ref[1])
    return piece is not None and bool(piece.crew)


def carried_by(game: Game, ref: Ref) -> Iterator[tuple[int, int, Effect]]:
    """Yield the effects of cards aboard the attacking or struck shuttle on its attacks: card, player and effect."""
    piece = game.board.placed.get(ref[1]) if ref[0] == "piece" else None
    if piece is None or piece.owner is None:
        return
    for number, effects in find_carried_cards(game, piece):
        yield from ((number, piece.owner, effect) for effect in effects if not applies_to_player(game, effect))
