"""Hands that lie open to a player, as long as a card before their holder says so (rules 13.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incursions.rules.game import Game

TARGET_HAND = "target hand"


def open_hands(game: Game, seat: int) -> list[int]:
    """The seats whose hands this seat may look at."""
    looking = game.players[seat].in_force.by_verb.get("look", ())
    found = {
        force.target
        for force in looking
        if force.user == seat and force.target is not None and force.effect.fields["at"] == TARGET_HAND
    }
    return sorted(found)
