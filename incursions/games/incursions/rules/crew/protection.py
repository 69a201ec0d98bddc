"""Protection of tabled cards from being taken by another player (rules 15.5, 15.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.crew.people import is_member
from incursions.games.incursions.rules.effects.in_force import forces
from incursions.games.incursions.rules.state.cards_in_play import Refused, own_captain, why_no_room
from incursions.games.incursions.rules.state.refs import Ref, holder_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from incursions.engine.questions import Option
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect

TAKING = "assimilate or take"


def why_not_taken(game: Game, by: int, number: int) -> Refused | None:
    """Return the rule and the reason why the player may not take the card, or None.

    A card that guards a ship guards its captain, its equipment and its other officers, never itself.
    """
    holder, card = holder_of(game, number), game.cards[number].card
    if holder is None:
        return "15.11", f"{card.title} is not tabled on a ship"
    if holder == by:
        return "10.14", "Nobody targets his own cards"
    if not (card.is_equipment or is_member(game, number)):
        return "15.5", f"{card.title} is neither equipment nor a crew member"
    for force in forces(game, holder, "forbid", of=TAKING):
        if force.source != number:
            return "15.5", f"{game.piece(force.source).title} guards {card.title}: it cannot be taken"
    return None


def why_not_struck(game: Game, user: int, effects: Iterable[Effect], ref: Ref) -> Refused | None:
    """Return why a card that seizes crew or asks for a position may not target this one (rules 3.7, 13.15), or None."""
    if ref[0] != "card":
        return None
    for effect in effects:
        if effect.verb == "seize":
            return why_not_taken(game, user, ref[1]) or why_no_room(game, user, ref[1])
        if any(condition.name == "position" for condition in effect.conditions):
            return why_no_room(game, user, ref[1])
    return None


def why_no_captain(game: Game, phrase: str, named: Option) -> Refused | None:
    """Return why a captain named in a line is not meant by a card that says officer, or None (rules 14.10)."""
    captains = (number for player in game.players for number in (*own_captain(player), *player.captains))
    for title in (game.cards[number].card.title for number in captains):
        if phrase == "one officer" and title == named.title:
            return "14.10", f"{title} is no officer, and the card says officer"
    return None
