"""The steps of a turn only in Full and Tournament: powering up with running systems, and the end of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.effects.gathering import end_lasting
from incursions.games.incursions.rules.effects.in_force import Situation, hold, list_triggered
from incursions.games.incursions.rules.effects.resolution import put_up, set_off
from incursions.games.incursions.rules.events.turns import PoweredUp
from incursions.games.incursions.rules.hexes.event_falls import strike_with
from incursions.games.incursions.rules.plays import hand
from incursions.games.incursions.rules.plays.card_play import AS_EVENTS
from incursions.games.incursions.rules.plays.on_table import leave
from incursions.games.incursions.rules.plays.stops import POWER_UP, open_stop
from incursions.games.incursions.rules.printed.pieces import FOR_THE_ROUND
from incursions.games.incursions.rules.systems.running import ask_what_runs_on

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.in_force import Force
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.board import Lasting

WITH_THE_TURN = ("this turn", "your next attack this turn")  # a turn may also end by its player's leaving
TURN_END = "turn_end"
EXPIRE, RUN_ON, TRIGGERS, STOPS = 0, 2, 4, 5  # numbers that saved games have


@dataclass(slots=True, eq=False)
class PowerUp(Frame["Game"]):
    """The power-up of a seat's turn (rules 6.1, 7.2): effects until now end, cards turn up, triggers follow."""

    seat: int
    step: int = EXPIRE

    def advance(self, game: Game) -> None:
        """Run the steps one after the other until one of them asks a question."""
        ship, stack = game.ships[self.seat], game.stack
        if self.step == EXPIRE:
            self.step = RUN_ON
            end_lasting(game, _waits_for_turn, self.seat)
            end_lasting(game, _is_of_turn_before, game.turns)
            _end_round(game, self.seat)
            ship.power_up()
            ask_what_runs_on(game, ship)
            if stack[-1] is not self:
                return
        if self.step == RUN_ON:
            self.step = TRIGGERS
            game.tell(PoweredUp, seat=self.seat, power=ship.power)
            if set_off(game, "power_up", self.seat, frame=self):
                return
        if self.step == TRIGGERS:
            self.step = STOPS
            if open_stop(game, POWER_UP, (self.seat,)):
                return
        stack.pop()


def _waits_for_turn(game: Game, lasting: Lasting, seat: int) -> bool:
    return lasting.until == "your next turn begins" and lasting.user == seat


def _is_of_turn_before(game: Game, lasting: Lasting, turn: int) -> bool:
    return lasting.until in WITH_THE_TURN and lasting.since < turn


def _end_round(game: Game, seat: int) -> None:
    """Discard the cards that a player tabled for the round when his next turn begins (rules 13.4.7)."""
    cards = game.cards
    for number in tuple(game.players[seat].tabled):
        if cards[number].card.play_method == FOR_THE_ROUND:
            leave(game, number)
            hand.put_away(game, number)


def pass_over(game: Game, seat: int) -> None:
    """End the effects that last until the turn of a player who is out, whose turn does not come."""
    end_lasting(game, _waits_for_turn, seat)


@dataclass(slots=True, eq=False)
class LastSteps(Frame["Game"]):
    """The end of a turn: triggers come, effects of the turn end, unused commands are discarded (13.6)."""

    seat: int
    told: bool = False

    def advance(self, game: Game) -> None:
        """Run the triggers of the end of the turn, then end it."""
        if not self.told:
            self.told = True
            if comes_at_end(game, self.seat):
                _set_off_at_end(game, self.seat)
            if game.stack[-1] is not self:
                return
        game.stack.pop()
        end_turn(game, self.seat)


def end_turn(game: Game, seat: int) -> None:
    """End the effects that last for the turn and discard unused commands (rules 13.6)."""
    player = game.players[seat]
    for number in player.commands:
        hand.put_away(game, number)
    player.commands.clear()
    game.ships[seat].swept = ()
    end_lasting(game, _ends_with_turn, seat)


def comes_at_end(game: Game, seat: int) -> bool:
    """Return True if an effect of the player's, or of a card that lies before him, may come at the end of his turn."""
    return TURN_END in game.players[seat].in_force.by_trigger


def _set_off_at_end(game: Game, seat: int) -> None:
    """Trigger the player's effects at the end of a turn, and those of cards that lie before him.

    A Calamity that burns there strikes as an event again, and can be blocked this once (rules 9.22, 13.18). It works
    through a cloak (12.12).
    """
    at_end = game.players[seat].in_force.by_trigger[TURN_END]
    own = [force for force in list_triggered(game, seat, TURN_END) if force.target is None]
    burdens = [
        force
        for force in at_end
        if force.target == seat and hold(game, Situation.from_force(force), force.effect.conditions)
    ]
    for force in reversed(burdens):
        _push_burden(game, force, seat)
    put_up(game, own)


def _push_burden(game: Game, force: Force, seat: int) -> None:
    source = force.source
    if isinstance(source, int) and game.cards[source].card.type in AS_EVENTS:
        strike_with(game, source, force.user, [force.effect.number], target=("seat", seat), reaches=(seat,))
    else:
        put_up(game, [force])


def _ends_with_turn(game: Game, lasting: Lasting, seat: int) -> bool:
    """Return True if the lasting effect ends with this turn of the seat. A next turn is one that began after it."""
    until, later = lasting.until, lasting.since < game.turns
    if until in WITH_THE_TURN:
        return True
    if until in ("the end of the target's next turn", "his next turn"):
        return later and lasting.target == seat
    return until == "your next attack by the end of your next turn" and later and lasting.user == seat
