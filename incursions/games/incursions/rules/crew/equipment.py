"""Tabled equipment: its points, how it breaks and how it is repaired (rules 12.2, 16.2, 16.5, 16.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.crew.people import is_member, turn_over
from incursions.games.incursions.rules.events.attacks import CardDamaged
from incursions.games.incursions.rules.events.turns import CardRepaired
from incursions.games.incursions.rules.plays.hand import put_away
from incursions.games.incursions.rules.plays.on_table import leave
from incursions.games.incursions.rules.state.refs import holder_of

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game

UNTIL_DESTROYED = "Table until destroyed"


def printed_points(game: Game, number: int) -> int | None:
    """Return the points that the card prints, or None if it prints none."""
    points: int | None = game.cards[number].card.definition.get("life_points")
    return points


def points_left(game: Game, number: int) -> int:
    """Return the points that the card has left; 0 if it prints none."""
    return max(0, (printed_points(game, number) or 0) - game.board.damage.get(number, 0))


def damage_card(game: Game, number: int, points: int) -> int:
    """Take damage off a tabled card; return how much of it the card absorbed.

    The card breaks when its points are used up; without printed points it breaks at any damage (rules 16.5).
    """
    seat = holder_of(game, number)
    if seat is None or points <= 0:
        return 0
    left = points_left(game, number)
    taken = min(points, left) if printed_points(game, number) is not None else points
    if left:
        game.board.damage[number] = game.board.damage.get(number, 0) + taken
        game.tell(CardDamaged, seat=seat, title=game.cards[number].card.title, points=[left, left - taken])
    if taken >= left:
        break_down(game, seat, number)
    return taken


def break_down(game: Game, seat: int, number: int) -> None:
    """Turn a card without points face down, or discard it if it was tabled until destroyed (rules 16.2, 16.7)."""
    if game.cards[number].card.play_method == UNTIL_DESTROYED:
        leave(game, number)
        put_away(game, number)
    elif number not in game.board.face_down:
        turn_over(game, seat, number, down=True)


def turn_up_whole(game: Game, seat: int, number: int) -> None:
    """Turn the card face up by an effect, with all its points (rules 16.7)."""
    game.board.damage.pop(number, None)
    turn_over(game, seat, number, down=False)


def repairable_cards(game: Game, seat: int) -> list[int]:
    """Return the seat's tabled cards that a Repair helps: damaged or face down, crew too (rules 12.1, 12.2, 14.6)."""
    board = game.board
    if not (board.face_down or board.damage):
        return []
    return [number for number in game.players[seat].in_play if number in board.face_down or number in board.damage]


def repair_card(game: Game, seat: int, number: int, points: int) -> None:
    """Repair a tabled card: points come back, and a face-down card is turned up (rules 12.1, 12.2, 14.6)."""
    board, before = game.board, points_left(game, number)
    if number in board.damage:
        lacking = board.damage[number] - points
        board.damage[number] = lacking
        if lacking <= 0:
            del board.damage[number]
    if number in board.face_down:
        turn_over(game, seat, number, down=False)
    if not is_member(game, number):
        game.tell(
            CardRepaired, seat=seat, title=game.cards[number].card.title, points=[before, points_left(game, number)]
        )
