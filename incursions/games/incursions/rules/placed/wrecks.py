"""Remains of a destroyed ship and of a player who leaves the game (rules 17.14, 19.1, 19.5, 19.7, 19.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from incursions.games.incursions.rules.effects.gathering import refresh_all
from incursions.games.incursions.rules.events.cards import PieceGone
from incursions.games.incursions.rules.plays.hand import put_away
from incursions.games.incursions.rules.state.cards_in_play import own_captain

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship


LEFT: Final = "left"  # the key in an escape craft's definition for the title of the lost ship


def ship_left(ship: Ship) -> str:
    """Return the title of the ship that the player began with, whatever the player flies now."""
    return ship.card.definition.get(LEFT, ship.card.title)


def lose_ship(game: Game, ship: Ship, *, keeping: Iterable[int] = ()) -> None:
    """End cloak, beams and holds, and discard all tabled cards except those in `keeping`."""
    player = game.players[ship.seat]
    _end_systems(game, ship)
    kept = set(keeping)
    lost = [number for number in player.tabled if number not in kept]
    lost += [before.card for before in player.before]
    lost += [] if ship.craft is None else [ship.craft]
    player.tabled = [number for number in player.tabled if number in kept]
    player.before.clear()
    ship.craft = None
    for number in lost:
        put_away(game, number)


def _end_systems(game: Game, ship: Ship) -> None:
    """End everything that runs on the ship, or that holds or sweeps it (rules 12.10, 19.5)."""
    ship.cloak, ship.holds, ship.swept, ship.caught, ship.extra = None, None, (), (), 0
    ship.cloak_from = ship.extra_from = None
    ship.lose_diverted()
    for other in game.ships:
        if other.holds is not None and other.holds[0] == ship.seat:
            other.holds = None
        other.swept = tuple(seat for seat in other.swept if seat != ship.seat)


def leave_the_game(game: Game, ship: Ship, how: str, moment: int) -> None:
    """Eliminate a player: discard the table; hand, deck, own hexpile and cards before others go (rules 19.1, 19.7)."""
    player = game.players[ship.seat]
    ship.out, ship.out_at = how, moment
    ship.card = game.ship_cards[ship_left(ship)]
    lose_ship(game, ship)
    for number in (*own_captain(player), *player.captains, *player.commands):
        put_away(game, number)
    player.captain = None
    player.captains.clear()
    player.commands.clear()
    go = [*player.hand, *player.deck]
    player.hand.clear()
    player.deck.clear()
    for other in game.players:
        go += [before.card for before in other.before if before.user == ship.seat]
        other.before = [before for before in other.before if before.user != ship.seat]
    _discard_or_remove(game, ship.seat, go)
    game.board.gone_tiles += [(ship.seat, title) for title in player.pile]
    player.pile.clear()
    refresh_all(game)


def pieces_go(game: Game, seat: int) -> None:
    """Remove the placed pieces of a player who concedes, with all who are aboard (rules 17.14)."""
    board = game.board
    for piece in [piece for piece in board.placed.values() if piece.owner == seat]:
        board.take_away(piece.number)
        _discard_or_remove(game, seat, [*([] if piece.card is None else [piece.card]), *piece.crew])
        game.tell(PieceGone, title=piece.title, at=list(piece.at), seat=seat)
    refresh_all(game)


def _discard_or_remove(game: Game, seat: int, numbers: list[int]) -> None:
    """Remove cards that the player brought from the game; others' cards go to their discard piles (rules 13.12)."""
    for number in numbers:
        if game.cards[number].owner == seat:
            game.board.forget(number)
            game.board.gone.append(number)
        else:
            put_away(game, number)
