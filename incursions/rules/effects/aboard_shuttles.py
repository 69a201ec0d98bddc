"""The texts of officers and equipment aboard a shuttle (rules 16.3, 17.7).

They serve the shuttle as they would serve a ship: where they say "your ship" the shuttle is meant, and what they say of
attacks and evasions is meant for its own. What they say of you, of your cards and of your officers they say there too.
A shuttle has no power, no shields and no systems but its own, so that what they say of those is of no use.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from incursions.rules.board import SHUTTLE
from incursions.rules.plays.card_faces import STAYS_ON_TABLE, in_play

if TYPE_CHECKING:
    from incursions.rules.board import Placed, Source
    from incursions.rules.effects.effect import Effect
    from incursions.rules.game import Game
    from incursions.rules.refs import Ref

OF_ITS_PLAYER = frozenset(
    {"power_up", "turn_draw", "turn_end", "before_explore", "announced", "cancelled", "maneuver", "any_time"}
    | {"fate", "aimed_at", "espionage_passed", "espionage_failed", "assimilated", "destroys"}
)
"""The triggers of what a text says of its player, wherever the card is."""


def says_of_its_player(effect: Effect) -> bool:
    """Is it said of the player, whatever carries the card; or of the ship, or shuttle, that does?"""
    fields = effect.fields
    if not effect.passive:
        return effect.trigger in OF_ITS_PLAYER
    if effect.verb == "modify":
        return bool(fields["of"] == "hand_limit") or effect.target == "the target"
    return bool(effect.verb == "forbid" and fields["action"] == "assimilate or take")


def shuttle_with(game: Game, card: Source) -> Placed | None:
    """The shuttle in a hex that the card is aboard of."""
    if isinstance(card, str) or SHUTTLE not in game.board.kinds:
        return None
    for piece in game.board.placed.values():
        if piece.crew and card in piece.crew:
            return piece
    return None


def carried(game: Game, piece: Placed) -> Iterator[tuple[int, tuple[Effect, ...]]]:
    """The cards that lie face up aboard a shuttle, each with what it says as it lies in play."""
    for number in piece.crew:
        if number not in game.board.face_down:
            yield number, in_play(game, number, *STAYS_ON_TABLE)


def carries_cards(game: Game, ref: Ref) -> bool:
    """Does anything lie aboard the piece that is meant?"""
    piece = game.board.placed.get(ref[1])
    return piece is not None and bool(piece.crew)


def carried_by(game: Game, ref: Ref) -> Iterator[tuple[int, int, Effect]]:
    """Yield what cards aboard the shuttle that attacks or is struck say of its attacks: card, player and effect."""
    piece = game.board.placed.get(ref[1]) if ref[0] == "piece" else None
    if piece is None or piece.owner is None:
        return
    for number, effects in carried(game, piece):
        yield from ((number, piece.owner, effect) for effect in effects if not says_of_its_player(effect))
