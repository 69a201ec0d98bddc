"""Cards on tables: entering play, leaving it, changing sides (rules 2.10, 13.12, 14.9, 15.9, 15.10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from incursions.games.incursions.rules.effects.gathering import refresh_with
from incursions.games.incursions.rules.events.cards import Tabled
from incursions.games.incursions.rules.printed.pieces import list_brought
from incursions.games.incursions.rules.state.cards_in_play import why_no_room
from incursions.games.incursions.rules.systems import cloaking

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Player

TABLE, CAPTAINS, HAND = "table", "captains", "hand"  # destinations of a card that changes sides


def enter(game: Game, seat: int, number: int, *, as_captain: bool = False) -> None:
    """Put a card on the player's table; the points of a shields bonus are gained only the first time (rules 2.10).

    A captain takes the captain's place; another player's captain joins the crew (14.9, 15.10). `as_captain`: an officer
    takes the place, as a stand-in does.
    """
    player, ship = game.players[seat], game.ships[seat]
    card, owner = game.cards[number].card, game.cards[number].owner
    if (card.is_captain and owner == seat) or as_captain:
        player.captain = number
    elif card.is_captain:
        player.captains.append(number)
    else:
        player.tabled.append(number)
    shields, maximum = ship.shields, ship.shields_maximum
    refresh_with(game, seat, number)
    if not was_tabled(game, number):
        ship.shields += max(0, ship.shields_maximum - maximum)
        note_tabled(game, [number])
    game.tell(Tabled, seat=seat, title=card.title, shields=[shields, ship.shields])


def leave(game: Game, number: int, *, stays_as_it_is: bool = False) -> int | None:
    """Take a card off its table with its bonuses and return the seat, or None if it lay on no table.

    Its state is cleared, unless it only changes sides.
    """
    for player in game.players:
        if _take_off(player, number):
            if not stays_as_it_is:
                game.board.forget(number)
            refresh_with(game, player.seat, number)
            cloaking.end_with(game, number)
            return player.seat
    return None


def _take_off(player: Player, number: int) -> bool:
    if player.captain == number:
        player.captain = None
        return True
    for pile in (player.tabled, player.captains):
        if number in pile:
            pile.remove(number)
            return True
    return False


def change_sides(game: Game, number: int, seat: int) -> str:
    """Move the card to another player's table as it is, whatever its usage limitation (rules 15.6, 15.9, 15.10).

    If position or rarity forbid that, it goes to that player's hand. Returns `TABLE`, `CAPTAINS` or `HAND`.
    """
    leave(game, number, stays_as_it_is=True)
    player, card = game.players[seat], game.cards[number].card
    if why_no_room(game, seat, number) is not None:
        game.board.forget(number)
        player.hand.append(number)
        return HAND
    enter(game, seat, number)
    return CAPTAINS if card.is_captain and player.captain != number else TABLE


def was_tabled(game: Game, number: int) -> bool:
    """Return True if the card has been on a table before."""
    return _make_key(number) in game.board.used


def note_tabled(game: Game, numbers: Iterable[int]) -> None:
    """Record that the shield points of these cards have been gained (rules 2.10)."""
    for number in numbers:
        game.board.used[_make_key(number)] = game.turns


def shields_lent(game: Game, seat: int, number: int) -> int:
    """Return the shield points that would be gained by tabling the card now (rules 2.10, 16.6)."""
    card, board = game.cards[number].card, game.board
    alike = (other for other in game.players[seat].in_play if other not in board.face_down)
    if was_tabled(game, number) or any(game.cards[other].card.title == card.title for other in alike):
        return 0
    effects = (effect.fields for effect in card.effects.top if effect.verb == "modify" and not effect.conditions)
    more: int = sum(fields.get("by", 0) for fields in effects if fields["of"] == "shields")
    return card.bonuses.shields + more


def _make_key(number: int) -> str:
    return f"{number} tabled"


def stood_in(game: Game, number: int) -> bool:
    """Return True for the officer who began the game in a captain's place (rules 3.8)."""
    first = 0
    for seat in game.setup["seats"]:
        if number == first:
            return bool(seat["stand_in"]) and not seat["captain"]
        first += len(list_brought(seat))
    return False
