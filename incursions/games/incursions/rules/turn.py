"""Rounds and turns: the order of seats, the steps of a turn, and the end of a round (rules 6, 20.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.engine.frames import Frame
from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.effects.resolution import set_off
from incursions.games.incursions.rules.endings import adjudicate, look_at_survival
from incursions.games.incursions.rules.events.turns import TurnBegan, TurnEnded
from incursions.games.incursions.rules.hexes.hex_events import remain
from incursions.games.incursions.rules.maneuvers import Maneuver
from incursions.games.incursions.rules.placed.commanding import dominable
from incursions.games.incursions.rules.plays.bound_maneuvers import count_owed
from incursions.games.incursions.rules.plays.discards import Discard
from incursions.games.incursions.rules.plays.hand import DRAWN_A_TURN, draw, hand_limit
from incursions.games.incursions.rules.plays.stops import LAST_STEP, open_stop
from incursions.games.incursions.rules.turn_steps import LastSteps, PowerUp, comes_at_end, end_turn, pass_over

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

MANEUVERS = 2  # rules 6.2
MOST_MANEUVERS = 4  # rules 6.2, 6.9

POWER_UP, MANEUVER, LAST_EVENT, END, DISCARD, DRAW, LAST_STEPS, STOP = range(8)  # Basic has no cards (20.3)
STEP_NAMES = ("power up", "maneuver", *["end of turn"] * 2, "discard", "draw", *["end of turn"] * 2)


@dataclass(slots=True, eq=False)
class Rounds(Frame["Game"]):
    """The bottom of the stack: gives each seat in the game its turn, until the match is over or the rounds are up."""

    begun: bool = False
    seat_fields = ()

    def advance(self, game: Game) -> None:
        """Begin the next turn (rules 6.1). A round ends when the starting seat comes round again (6.3, 6.11)."""
        if look_at_survival(game):
            return
        if self.begun:
            self._pass_turn(game)
            if game.round > game.round_limit:
                game.round = game.round_limit
                adjudicate(game, rule="1.9")
                return
        self.begun = True
        game.turns += 1
        game.tell(TurnBegan, seat=game.turn_seat, round=game.round)
        ship = game.ships[game.turn_seat]
        kind: type[Any] = Turn if ship.out is None else game.frames["DominatingTurn"]
        game.stack.append(kind(ship.seat, ship.at))

    def _pass_turn(self, game: Game) -> None:
        seat = game.turn_seat
        while True:
            seat = (seat + 1) % len(game.ships)
            if seat == game.first:
                game.round += 1
            if game.ships[seat].out is None or dominable(game, seat):
                break
            pass_over(game, seat)
        game.turn_seat = seat


@dataclass(slots=True, eq=False)
class Turn(Frame["Game"]):
    """A turn of a seat. `left` counts the maneuvers still to make; `began_at` is the hex where its ship began.

    `event_taken`: the event of that hex was taken this turn, so that it does not come again at the end (rules 9.3).
    `made_kinds` names the maneuvers made so far; `extra` says which kinds added maneuvers must be, if they are bound.
    `taken` are the tiles whose events ships took in the maneuver under way, as (seat, q, r): no tile's event comes
    twice in one (8.10). A fourth number marks events that come as a ship stops.
    """

    seat: int
    began_at: Hex
    step: int = POWER_UP
    left: int = MANEUVERS
    made: int = 0
    made_kinds: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    event_taken: bool = False
    taken: tuple[tuple[int, ...], ...] = ()

    def add_maneuvers(self, count: int, must_be: str = "") -> int:
        """Add maneuvers, up to four in one turn, and return how many were added (rules 6.2, 6.9)."""
        added = max(0, min(count, MOST_MANEUVERS - self.made - self.left))
        self.left += added
        self.extra += (must_be,) * added if must_be else ()
        return added

    def advance(self, game: Game) -> None:
        """Run the steps of rules 6.1. Survival is checked after each maneuver and all that it triggered (1.8)."""
        if self.step != POWER_UP and look_at_survival(game):
            return
        ship = game.ships[self.seat]
        if self.step == POWER_UP:
            self.step = DRAW if game.has_cards else MANEUVER
            if not self._run_at_once(game, PowerUp(self.seat)):
                return
        if self.step == DRAW:
            self.step = MANEUVER
            self.left = max(0, self.left + count_owed(game, self.seat))
            if ship.out is None and not set_off(game, "turn_draw", self.seat):
                draw(game, self.seat, DRAWN_A_TURN)
            if game.stack[-1] is not self:
                return
        if self.step == MANEUVER:
            if self.left and ship.out is None:
                self.left -= 1
                self.made += 1
                self.taken = ()
                game.stack.append(Maneuver(self.seat, self.made))
                return
            self.step = DISCARD
        self._after_maneuvers(game, ship)

    def _run_at_once(self, game: Game, steps: Frame[Any]) -> bool:
        """Start these steps and return True if they are over at once, as most are."""
        game.stack.append(steps)
        steps.advance(game)
        return game.stack[-1] is self

    def _after_maneuvers(self, game: Game, ship: Ship) -> None:
        """Discard, take the event of the hex where the ship remains, and end the turn (rules 6.1, 6.4, 9.3)."""
        if self.step == DISCARD:
            if ship.out is None and len(game.players[self.seat].hand) > hand_limit(game, self.seat):
                game.stack.append(Discard(self.seat))
                return
            self.step = STOP
        if self.step == STOP:
            self.step = LAST_EVENT
            if open_stop(game, LAST_STEP):
                return
        if self.step == LAST_EVENT:
            self.step = LAST_STEPS
            if ship.out is None and ship.at == self.began_at and not self.event_taken:
                self.taken = ()
                remain(game, self.seat)
                return
        if self.step == LAST_STEPS:
            self.step = END
            if not comes_at_end(game, self.seat):
                end_turn(game, self.seat)
            elif not self._run_at_once(game, LastSteps(self.seat)):
                return
        game.stack.pop()
        game.tell(TurnEnded, seat=self.seat)
