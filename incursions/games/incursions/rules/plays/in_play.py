"""A player's cards in play, and the checks of what may enter: usage, positions, rarity (rules 3.3, 3.7, 3.10, 13.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.board import OFFICER
from incursions.games.incursions.rules.construction.formats import RARITY_LIMITS
from incursions.games.incursions.rules.printed.facts import printed_fact

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.players import Player
    from incursions.games.incursions.rules.printed.cards import GameCard

Refused = tuple[str, str]  # the rule, and the reason in a player's words


def cards_in_play(game: Game, seat: int) -> list[int]:
    """Return every card that the player controls: tabled, before a target, in a hex, aboard a shuttle (rules 3.10).

    An officer who was put into a hex is out of play (14.8).
    """
    found = game.players[seat].in_play.copy()
    for other in game.players:
        for before in other.before:
            if before.user == seat:
                found.append(before.card)
    for piece in game.board.pieces_of(seat):
        if piece.kind != OFFICER:
            if piece.card is not None:
                found.append(piece.card)
            found += piece.crew
    return found


def why_not_enter(game: Game, seat: int, number: int) -> Refused | None:
    """Return the rule and the reason why the player may not put the card into play now, or None."""
    return why_not_usable(game, seat, number) or why_no_room(game, seat, number)


def why_not_usable(game: Game, seat: int, number: int) -> Refused | None:
    """Return why the seat cannot use a card: its races lack the ship's and, except for equipment, captains' (13.5)."""
    card = game.cards[number].card
    if card.usage is None or number in game.board.usable or card.usage & races_that_open(game, seat, card):
        return None
    rule, whose = ("16.4", "ship") if card.is_equipment else ("13.5", "ship or captain")
    return rule, f"{card.title} serves a {whose} of {' or '.join(sorted(card.usage))}"


def races_that_open(game: Game, seat: int, card: GameCard) -> set[str]:
    """Return the race of the ship and, except for equipment, of captains but no stand-in (rules 3.8, 13.5, 15.10)."""
    races = {game.ships[seat].card.race}
    if not card.is_equipment:
        player = game.players[seat]
        for number in (*own_captain(player), *player.captains):
            captain = game.cards[number].card
            if captain.is_captain:
                races.add(captain.race)
    return races


def own_captain(player: Player) -> tuple[int, ...]:
    """Return the holder of the captain's place, if any."""
    return () if player.captain is None else (player.captain,)


def commanders(game: Game, player: Player) -> tuple[int, ...]:
    """Return who counts as captain: the holder of the place, or the first assimilated captain if no captain holds it.

    A stand-in is crew among assimilated captains (rules 3.8, 15.6, 15.10).
    """
    own = own_captain(player)
    if not player.captains or (own and game.cards[own[0]].card.is_captain):
        return own
    return (*own, player.captains[0])


def serving(game: Game, player: Player) -> tuple[int, ...]:
    """Return the cards that serve on the table: all but assimilated captains who do not command (rules 15.6)."""
    return (*commanders(game, player), *player.tabled)


def why_no_room(game: Game, seat: int, number: int) -> Refused | None:
    """Return why there is no room: a position, the captain's place or a rarity is taken (rules 2.6, 3.3, 3.5, 3.7)."""
    card, player = game.cards[number].card, game.players[seat]
    if card.is_captain and player.captain is not None and game.cards[number].owner == seat:
        return "3.5", f"{game.cards[player.captain].card.title} commands your ship: there is one captain"
    limited = _find_limited_rarities(card)
    if not card.is_crew and not limited:
        return None
    in_play = cards_in_play(game, seat)
    if number in in_play:
        in_play.remove(number)
    for other in in_play if card.is_crew else ():  # a stand-in holds the captain's place, not his own (3.8, 14.5, 14.7)
        officer = game.cards[other].card
        if officer.is_crew and officer.position == card.position and other != player.captain:
            return "2.6", f"{officer.title} holds the position: {card.position}"
    for rarity in limited:
        most, count = RARITY_LIMITS[rarity], 0
        for other in in_play:
            count += rarity in game.cards[other].card.limits
        if count >= most:
            return "3.7", f"You have {most} in play that count as {rarity}, and there may be no more"
    return None


@printed_fact
def _find_limited_rarities(card: GameCard) -> tuple[str, ...]:
    """Return the rarities of the card whose number in play is limited (rules 3.3)."""
    return tuple(rarity for rarity in card.limits if rarity in RARITY_LIMITS)
