"""The sequence of play: rounds, impulses, the turns of the sides (rules T4)."""

from __future__ import annotations

from incursions.engine import Frame
from incursions.engine.frames import frame_class
from incursions.games.talon.rules.acts import FIRE, MOVEMENT, POWER, STEPS
from incursions.games.talon.rules.definitions import IMPULSES
from incursions.games.talon.rules.events import InitiativePassed, ReinforcementsGone, RoundBegan, TurnBegan
from incursions.games.talon.rules.gravity import Gravity
from incursions.games.talon.rules.movement import note_owed
from incursions.games.talon.rules.power import give_ap
from incursions.games.talon.rules.power_phase import PowerPhase
from incursions.games.talon.rules.ships import NO_AP
from incursions.games.talon.rules.state import GameState
from incursions.games.talon.rules.steps import Step
from incursions.games.talon.rules.victory import ROUNDS, end_by_points, give_round_points, settle


@frame_class
class Round(Frame[GameState]):
    """Round after round; `stage` counts impulses, the Power Phase, gravity and the end (rules T4.1)."""

    stage: int = 0

    def advance(self, game: GameState) -> None:
        if settle(game):
            return
        stage, self.stage = self.stage, self.stage + 1
        if stage == 0:
            game.tell(RoundBegan, round=game.round)
        if stage < len(IMPULSES):
            game.letter = stage
            game.stack.append(Impulse())
        elif stage == len(IMPULSES):
            game.stack.append(PowerPhase())
        elif stage == len(IMPULSES) + 1:
            if game.battlefield.black_holes:
                game.stack.append(Gravity(0))
        else:
            self.stage = 0
            end_round(game)


def end_round(game: GameState) -> None:
    """Give the points of the round, and end the battle at its limit (rules T23.2)."""
    give_round_points(game)
    limit = game.setup["rounds"]
    if limit is not None and game.round >= limit:
        end_by_points(game, ROUNDS, "T23.2", f"Round {game.round} was the last; the points decide.")
    else:
        game.round += 1


@frame_class
class Impulse(Frame[GameState]):
    """An impulse: the turn of the side with the initiative, the other's, and the initiative (rules T4.2)."""

    turn: int = 0

    def advance(self, game: GameState) -> None:
        turn, self.turn = self.turn, self.turn + 1
        if turn == 0:
            begin_impulse(game)
        if turn < len(game.battlefield.sides):
            game.stack.append(SideTurn(game.in_order()[turn]))
        else:
            game.stack.remove(self)
            settle_initiative(game)


def begin_impulse(game: GameState) -> None:
    """Clear what held for the impulse before."""
    for ship in game.ships:
        ship.ap = NO_AP
        ship.was_powered = ship.has_moved = ship.has_burned = False
        ship.fresh = ()


def settle_initiative(game: GameState) -> None:
    """Pass the initiative if there are more change than defend marks, and take all marks away (rules T4.8)."""
    change, defend = game.marks
    game.marks = (0, 0)
    is_tie_enough = game.battlefield.rulings["initiative"] == "as_many_change"
    if change > defend or (is_tie_enough and change and change == defend):
        game.initiative = 1 - game.initiative
        game.tell(InitiativePassed, side=game.initiative)


@frame_class
class SideTurn(Frame[GameState]):
    """The turn of a side in an impulse, step after step (rules T4.5)."""

    side: int
    stage: int = 0

    def advance(self, game: GameState) -> None:
        if settle(game):
            return
        stage, self.stage = self.stage, self.stage + 1
        if stage == 0:
            begin_turn(game, self.side)
        if stage == len(STEPS):
            game.stack.remove(self)
            return
        name = STEPS[stage]
        game.begin_step(name, self.side)
        if name == POWER:
            give_ap(game)
        elif name == MOVEMENT:
            note_owed(game)
        elif name == FIRE:
            game.volley = ()
        game.stack.append(Step(0, name))


def begin_turn(game: GameState, side: int) -> None:
    """Begin a side's turn: its ships may repair again, its marks of this letter go (rules T4.5, T5.5, T10.9)."""
    game.side = side
    game.turns += 1
    game.turn_seat = game.first_seat(side)
    game.tell(TurnBegan, seat=game.turn_seat, round=game.round, side=side, letter=game.impulse)
    for ship in game.list_ships(side):
        ship.has_repaired = False
        if any(game.impulse in letters for letters in ship.reinforced):
            ship.reinforced = tuple(letters.replace(game.impulse, "") for letters in ship.reinforced)
            game.tell(ReinforcementsGone, ship=ship.index)
