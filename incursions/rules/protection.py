"""What keeps a tabled card from being taken by another player (rules 15.5, 15.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.crew import is_member
from incursions.rules.effects.in_force import forces
from incursions.rules.refs import holder_of

if TYPE_CHECKING:
    from incursions.rules.game import Game

TAKING = "assimilate or take"


def why_not_taken(game: Game, by: int, number: int) -> tuple[str, str] | None:
    """The rule and the reason why the player may not take the card; None if he may.

    What guards a ship guards its captain, its equipment and its other officers, never itself.
    """
    holder, card = holder_of(game, number), game.cards[number].card
    if holder is None:
        return "15.11", f"{card.title} is not tabled on a ship"
    if holder == by:
        return "10.14", "Nobody targets his own cards"
    if not (card.is_equipment or is_member(game, number)):
        return "15.5", f"{card.title} is neither equipment nor a crew member"
    for force in forces(game, holder, "forbid"):
        if force.effect.fields["action"] == TAKING and force.source != number:
            return "15.5", f"{game.piece(force.source).title} guards {card.title}: it cannot be taken"
    return None
