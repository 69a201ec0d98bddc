"""Mines in hexes: their worth, where they may lie, and their blast (rules 17.1, 17.2, 17.10-17.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.attacks.damage import hurt
from incursions.games.incursions.rules.effects.gathering import refresh_all
from incursions.games.incursions.rules.effects.resolution import Resolution
from incursions.games.incursions.rules.endings import destroy
from incursions.games.incursions.rules.events.attacks import MineLaid, MineSpent, MineWentOff
from incursions.games.incursions.rules.hexes.event_strikes import EventStrikes
from incursions.games.incursions.rules.hexes.throws import Throw
from incursions.games.incursions.rules.odds import AVERAGE_DIE
from incursions.games.incursions.rules.placed.placed_pieces import remove_piece, why_not_place
from incursions.games.incursions.rules.plays.announcements import in_turn_order
from incursions.games.incursions.rules.state.board import MINE, Placed
from incursions.games.incursions.rules.state.refs import seat_ref

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game

TITLE = "Mine"  # the title of a mine laid by a ship's own system
GOES_OFF = "goes_off"


def mine_at(game: Game, at: Hex) -> Placed | None:
    """Return the mine in the hex, or None (rules 17.2)."""
    if at not in game.board.mined:
        return None
    return next(piece for piece in game.board.pieces_at(at) if piece.kind == MINE)


def odds_of_mine(dice: int, bonus: int) -> Forecast:
    """Return the average, least and most points of a mine's blast."""
    return {"average": AVERAGE_DIE * dice + bonus, "minimum": dice + bonus, "maximum": 6 * dice + bonus}


def mines_waiting(game: Game, seat: int) -> Iterator[Placed]:
    """Return the mines on the map that go off at ships of this seat."""
    return (piece for piece in game.board.placed.values() if piece.kind == MINE and waits_for(game, piece, seat))


def waits_for(game: Game, mine: Placed, seat: int) -> bool:
    """Return True if the mine goes off at ships of this seat.

    It never does at its owner's, nor in the turn in which it was laid (rules 17.1, 17.2).
    """
    return seat != mine.owner and mine.laid != game.turns


def why_not_lie(game: Game, seat: int, at: Hex) -> tuple[str, str] | None:
    """Return why the player may not lay a mine there, such as a hex that has one; or None (rules 5.8, 17.2, 17.12)."""
    return why_not_place(game, seat, MINE, at)


def put_mine(game: Game, seat: int, at: Hex, dice: int, bonus: int, card: int | None = None) -> None:
    """Put a mine into the hex, with dice and bonus that stay fixed (rules 17.2)."""
    title = TITLE if card is None else game.cards[card].card.title
    game.board.put(Placed(0, MINE, title, at, seat, card, None, max(0, dice), bonus, game.turns))
    game.tell(MineLaid, seat=seat, title=title, at=list(at), dice=max(0, dice), bonus=bonus)
    if card is not None:
        refresh_all(game)


def go_off(game: Game, mine: Placed, seats: Iterable[int]) -> None:
    """Let the mine strike these seats as one event; it is removed even if they block it (rules 17.10, 17.11)."""
    remove_piece(game, mine.number)
    assert mine.owner is not None
    source = mine.title if mine.card is None else mine.card
    struck = tuple(in_turn_order(game, seats))
    game.stack.append(MineBlast(source, mine.owner, struck, mine.title, mine.at, mine.card, mine.dice, mine.bonus))


@dataclass(slots=True, eq=False)
class MineBlast(EventStrikes):
    """The blast of a mine: one roll for all seats that it strikes (rules 9.13, 9.20, 17.11)."""

    name: str
    at: Hex
    card: int | None
    dice: int
    bonus: int
    weapon: ClassVar[str] = "mines"

    def title(self, game: Game) -> str:
        return self.name

    def fall(self, game: Game) -> None:
        """Roll once for all seats that the blast strikes; no roll if all blocked it (rules 9.20, 17.10)."""
        seats = tuple(seat for seat in self.falls_on if game.ships[seat].out is None)
        if seats:
            where = (self.at, self.bonus, self.name, self.card)
            game.stack.append(BlastRoll(self.user, self.dice, *where, self.reduced, seats))
        else:
            game.tell(MineSpent, title=self.name, at=list(self.at), by=self.user)


@dataclass(slots=True, eq=False)
class BlastRoll(Throw):
    """The damage roll of a blast by the mine's player, and its damage to the ships."""

    at: Hex
    bonus: int
    name: str
    card: int | None
    reduced: tuple[tuple[int, int], ...]
    seats: tuple[int, ...]
    is_damage: ClassVar[bool] = True
    strand = "mine"
    weapon: ClassVar[str] = "mines"
    seat_fields = ()

    @property
    def score(self) -> int:
        """The damage, before it is reduced."""
        return max(0, sum(self.dice) + self.bonus)

    def tell(self, game: Game) -> None:
        """Emit the mine, the dice and the seats."""
        game.tell(
            MineWentOff,
            title=self.name,
            at=list(self.at),
            by=self.seat,
            dice=list(self.dice),
            bonus=self.bonus,
            score=self.score,
            seats=list(self.seats),
        )

    def apply_result(self, game: Game) -> None:
        """Deal the damage to all ships together, then apply the mine's other effects (rules 7.10, 17.2)."""
        seats = [seat for seat in self.seats if game.ships[seat].out is None]
        for seat in seats:
            less = sum(points for struck, points in self.reduced if struck == seat)
            hurt(game, seat, self.score - less, by=self.seat, title=self.name)
        self._do_besides(game, [seat for seat in seats if not game.ships[seat].is_destroyed])
        for seat in seats:
            if game.ships[seat].is_destroyed:
                destroy(game, game.ships[seat], by=self.seat)

    def _do_besides(self, game: Game, seats: list[int]) -> None:
        """Put up the effects of the mine's card for each ship that it struck."""
        if self.card is None:
            return
        effects = game.cards[self.card].card.effects.by_trigger.get(GOES_OFF, ())
        for seat in reversed(seats if effects else []):
            numbers = tuple([effect.number for effect in effects])
            game.stack.append(Resolution(self.card, self.seat, numbers, seat_ref(seat)))


def fresh_mine(game: Game, seat: int, at: Hex) -> Placed | None:
    """Return the player's mine in that hex, if it was laid in this turn, or None (rules 17.13)."""
    mine = mine_at(game, at)
    return mine if mine is not None and mine.owner == seat and mine.laid == game.turns else None
