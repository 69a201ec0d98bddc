"""The attack maneuver that sets a mine off in the turn in which it was laid (rules 17.13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.events.attacks import AttackAnnounced
from incursions.games.incursions.rules.placed.placed_pieces import remove_piece
from incursions.games.incursions.rules.state.board import MINE
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, AtShipKind, Ground
from incursions.games.incursions.rules.state.phrases import SET_OFF, seat_said
from incursions.games.incursions.rules.state.refs import piece_ref, seat_ref
from incursions.games.incursions.rules.systems.cloaking import may_target
from incursions.games.incursions.rules.systems.mine_laying import MINES
from incursions.games.incursions.rules.systems.mines import fresh_mine, mine_at, odds_of_mine
from incursions.games.incursions.rules.systems.weapons import Gun, attack_cost

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.board import Placed
    from incursions.games.incursions.rules.state.seats import Ship


class SetOffMine(AtShipKind):
    """The attack that sets off a mine in the turn in which it was laid, at one ship in its hex (rules 17.13).

    A hex holds one mine, so the target says which mine; the player's own ship may be elsewhere by now.
    """

    name = "attack"
    words = ("set off",)
    does = "setting off a mine"
    ground = Ground.FRESH_MINE
    prefix = f"{SET_OFF}seat "
    system = called = MINES
    bought = "An attack"
    no_ship = ("17.13", "A mine is set off at one ship of its hex, such as set off mine at seat 1")

    def price(self, game: Game, ship: Ship) -> int:
        """Return what an attack costs (rules 7.3)."""
        return attack_cost(game, ship.seat)

    def why_not(self, game: Game, ship: Ship, other: Ship) -> tuple[str, str] | None:
        """Return why no mine can be set off at that ship, or None (rules 10.9, 10.14, 17.13)."""
        if other is ship:
            return "10.14", "Nobody targets his own ship"
        if other.out is not None:
            return "17.13", f"{other.card.title} is out of the game"
        mine = mine_at(game, other.at)
        if mine is None or mine.owner != ship.seat:
            return "17.13", f"No mine of yours lies in the hex of {other.card.title}"
        if mine.laid != game.turns:
            return "17.13", "A mine is set off in the turn in which it was laid; now it waits for who enters"
        return may_target(game, ship.seat, other.seat)

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for the attack and announce the mine and the target."""
        mine, target = _mine_for(game, ship, said)
        ship.spend(attack_cost(game, ship.seat), MINES)
        game.tell(AttackAnnounced, seat=ship.seat, target=target, weapon=MINES, title=mine.title, power=0, range=0)
        return Announced(SettingOff(ship.seat, mine.number, target))

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for each other ship in a hex with a mine of the player."""
        mined = {piece.at for piece in game.board.placed.values() if piece.kind == MINE and piece.owner == ship.seat}
        return [f"{self.prefix}{other.seat}" for other in game.ships if other is not ship and other.at in mined]

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the cost and the odds of the mine's damage."""
        mine, _ = _mine_for(game, ship, said)
        return {"power": attack_cost(game, ship.seat), **odds_of_mine(mine.dice, mine.bonus)}


def _mine_for(game: Game, ship: Ship, said: tuple[str, ...]) -> tuple[Placed, int]:
    """Return the mine that the line sets off, and the seat that it strikes."""
    target = seat_said(said[0])
    mine = fresh_mine(game, ship.seat, game.ships[target].at)
    assert mine is not None
    return mine, target


@dataclass(slots=True, eq=False)
class SettingOff(Frame["Game"]):
    """An announced mine attack, after which the mine is removed (rules 17.13)."""

    seat: int
    mine: int
    target: int
    attacked: bool = False

    def advance(self, game: Game) -> None:
        """Let the mine attack, then remove it."""
        mine = game.board.placed.get(self.mine)
        if mine is not None and not self.attacked and game.ships[self.target].out is None:
            self.attacked = True
            game.stack.append(_attack_of(mine, self.seat, self.target))
            return
        game.stack.pop()
        if mine is not None:
            remove_piece(game, self.mine)


def _attack_of(mine: Placed, seat: int, target: int) -> FullAttack:
    """Return an ordinary attack with the dice and the bonus that the mine was laid with."""
    gun = Gun(MINES, mine.dice, mine.bonus, 0, power_dice=0)
    return FullAttack(seat, piece_ref(mine.number), gun, (seat_ref(target),))
