"""The steps of a side's turn: seat after seat is asked until it closes the step (rules T1.5, T4.5, T4.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from incursions.engine import Choice, Question
from incursions.engine.frames import frame_class
from incursions.games.talon.rules import fire, movement, power, repair
from incursions.games.talon.rules.acts import FIRE, MOVEMENT, POWER, REPAIR, Act
from incursions.games.talon.rules.kinds import ActKind
from incursions.games.talon.rules.shooting import Fault
from incursions.games.talon.rules.state import GameState
from incursions.games.talon.rules.victory import settle

KINDS: dict[str, ActKind] = {kind.verb: kind for kind in (*power.KINDS, *movement.KINDS, *fire.KINDS, repair.KIND)}
"""The kinds of acts of the steps, by verb."""


class StepRules(NamedTuple):
    """A step: its question, the rule of it, and the acts of a seat in it."""

    title: str
    rule: str
    list_acts: Callable[[GameState, int], list[Act]]


STEP_RULES: dict[str, StepRules] = {
    POWER: StepRules("Spend action points", "T5.3", power.list_power_acts),
    MOVEMENT: StepRules("Move your ships", "T6.1", movement.list_moves),
    FIRE: StepRules("Fire", "T8.1", fire.list_fire_acts),
    REPAIR: StepRules("Repair", "T10.9", repair.list_repairs),
}


@frame_class
class Step(Choice[GameState]):
    """A step of a side's turn. `place` is the seat's place in the order of its side; a closed seat stays closed."""

    name: str
    place: int = 0

    def advance(self, game: GameState) -> None:
        """Ask the next seat that can do something, or close the step (rules T25.3)."""
        if settle(game):
            return
        seats = game.battlefield.seats_of[game.side]
        while self.place < len(seats):
            seat = seats[self.place]
            if acts := self._list_acts(game, seat):
                self.seat = seat
                game.asked += 1
                game.ask(seat, self._make_question(game, acts))
                return
            if seat == self._volley_seat(game):
                game.volley = ()  # a group without a target left is closed by itself (rules T8.13)
                continue
            self.place += 1
        game.stack.remove(self)

    def _volley_seat(self, game: GameState) -> int:
        return game.ships[game.volley[0]].seat if game.volley else -1

    def _list_acts(self, game: GameState, seat: int) -> list[Act]:
        return STEP_RULES[self.name].list_acts(game, seat)

    def _make_question(self, game: GameState, acts: list[Act]) -> Question:
        """Return the question, with the closing option where nothing is owed (rules T4.6)."""
        rules = STEP_RULES[self.name]
        texts = [act.text for act in acts]
        owed = self.find_owed(game)
        if not game.volley and not owed:
            texts.append(game.battlefield.act("end", detail=self.name).text)
        default = self._find_first_owed(game, acts) if owed else texts[-1]
        return Question(self.seat, "one", self.name, texts, default, rules.title, rules.rule)

    def find_owed(self, game: GameState) -> str:
        """Return what the seat still owes in the step, in words."""
        return movement.find_owed(game, self.seat) if self.name == MOVEMENT else ""

    def _find_first_owed(self, game: GameState, acts: list[Act]) -> str:
        """Return the owed act that a question gets that runs out of time (rules T25.5)."""
        first = acts[0]
        if first.verb == "burn":
            first = next(act for act in acts if act.verb != "burn")
        if first.verb != "fly":
            return first.text
        flights = [act for act in acts if act.verb == "fly" and act.missile == first.missile]
        safe = [act for act in flights if act.place and not game.battlefield.is_deadly_for_missiles(act.place)]
        return (safe or flights)[0].text

    def stage(self, game: GameState, said: tuple[str, ...]) -> Question | None:
        if said:
            return None
        return self._make_question(game, self._list_acts(game, self.seat))

    def perform(self, game: GameState, said: tuple[str, ...]) -> None:
        act = game.battlefield.read_act(said[0])
        if act.verb == "end":
            self.place += 1
        else:
            KINDS[act.verb].perform(game, act)

    def find_end_fault(self, game: GameState) -> Fault | None:
        """Return why the seat asked may not close the step, or None (rules T4.6, T8.3)."""
        if owed := self.find_owed(game):
            return Fault("T4.6", f"{owed} has still to move")
        return fire.find_volley_fault(game)
