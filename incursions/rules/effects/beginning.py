"""Passive verbs that a trigger starts: their effects are in force for a while from then on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.attacks.attack import AttackFrame
from incursions.rules.effects.aims import candidates
from incursions.rules.effects.lasting import start_lasting
from incursions.rules.refs import Ref, holder_of

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game

THIS_ATTACK, THIS_MANEUVER = "this attack", "this maneuver"  # the default durations


def begin(game: Game, frame: Resolution, effect: Effect) -> None:
    """Put the effect in force for all its targets, by default for its user."""
    attacked = any(isinstance(other, AttackFrame) for other in game.stack)
    until = THIS_ATTACK if attacked else THIS_MANEUVER
    for ref in candidates(game, frame, effect, "you"):
        seat = _seat_of(game, ref)
        if seat is not None:
            start_lasting(game, frame.source, effect, frame.user, None if seat == frame.user else seat, until=until)


def _seat_of(game: Game, ref: Ref) -> int | None:
    """Return the seat that a reference names or that holds its card or piece."""
    if ref[0] == "card":
        return holder_of(game, ref[1])
    if ref[0] == "piece":
        piece = game.board.placed.get(ref[1])
        return None if piece is None else piece.owner
    seat: int | None = ref[1] if ref[0] == "seat" else None
    return seat
