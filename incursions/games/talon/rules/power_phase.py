"""The Power Phase: modifiers, rows, charging, jumps, break-up (rules T11, T13)."""

from __future__ import annotations

from incursions.engine import Choice, Frame, Question
from incursions.engine.frames import frame_class
from incursions.games.talon.rules.acts import POWER_PHASE, Act
from incursions.games.talon.rules.damage import destroy, push_blasts, retreat
from incursions.games.talon.rules.definitions import BASE, FIGHTERS
from incursions.games.talon.rules.events import (
    BrokeUp,
    GroupCharged,
    JumpAnnounced,
    JumpCalledOff,
    Jumped,
    PowerPhaseBegan,
    RowSet,
)
from incursions.games.talon.rules.kinds import ActKind, find_ship_fault
from incursions.games.talon.rules.power import add_charge
from incursions.games.talon.rules.ships import DRIVE_HIT, LOST_GROUP, RETREATED, Ship
from incursions.games.talon.rules.shooting import Fault
from incursions.games.talon.rules.state import GameState
from incursions.games.talon.rules.victory import settle


def list_rows(ship: Ship) -> list[int]:
    """Return the rows open to a ship: its own and the neighbouring ones, by Power if possible (rules T11.3, T11.4)."""
    near = range(max(0, ship.first_row - 1), min(ship.first_row + 2, len(ship.printed.curve)))
    return [row for row in near if ship.can_run(row)] or [*near]


def find_row(ship: Ship, text: str) -> int:
    """Return the index of a row by its text, or -1."""
    return next((place for place, row in enumerate(ship.printed.curve) if str(row) == text), -1)


class SetRow(ActKind):
    """The choice of a row of the power curve (rules T11.3, T11.4, T11.8)."""

    verb = "set"
    step = POWER_PHASE

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship = game.ships[act.ship]
        if (fault := find_ship_fault(game, act)) is not None:
            return fault
        row = find_row(ship, act.detail)
        if row < 0:
            return Fault("T11.3", f"{ship.name} has no row {act.detail}")
        first = ship.first_row if game.step == POWER_PHASE else ship.row
        if abs(row - first) > 1:
            return Fault("T11.3", f"{act.detail} is not beside {ship.printed.curve[first]}, the row of {ship.name}")
        if row not in list_rows(ship):
            return Fault("T11.4", f"{ship.name} would have a Power of {ship.reckon_power(row)} at {act.detail}")
        return Fault("T11.3", f"{ship.name} is at {act.detail}") if row == ship.row else None

    def perform(self, game: GameState, act: Act) -> None:
        ship = game.ships[act.ship]
        ship.row = find_row(ship, act.detail)
        ship.power = ship.reckon_power()


class AnnounceJump(ActKind):
    """The announcement of a jump (rules T13.2, T13.3)."""

    verb = "announce jump"
    step = POWER_PHASE

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship = game.ships[act.ship]
        if (fault := find_ship_fault(game, act)) is not None:
            return fault
        if ship.printed.kind in (BASE, FIGHTERS):
            return Fault("T13.3", f"{ship.name} cannot jump")
        if DRIVE_HIT in ship.effects:
            return Fault("T13.3", f"The jump drive of {ship.name} is off")
        if game.battlefield.bars_jump(ship.printed.name):
            return Fault("T13.1", f"{ship.name} cannot jump in this battle")
        return Fault("T13.2", f"{ship.name} has announced its jump") if ship.jump >= 0 else None

    def perform(self, game: GameState, act: Act) -> None:
        game.ships[act.ship].jump = game.round
        game.tell(JumpAnnounced, ship=act.ship)


class CallOffJump(ActKind):
    """Calling off a jump in a later Power Phase (rules T13.4)."""

    verb = "call off jump"
    step = POWER_PHASE

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship = game.ships[act.ship]
        if (fault := find_ship_fault(game, act)) is not None:
            return fault
        if ship.jump < 0:
            return Fault("T13.4", f"{ship.name} has announced no jump")
        if ship.jump == game.round:
            return Fault("T13.4", f"{ship.name} has announced its jump in this Power Phase")
        return None

    def perform(self, game: GameState, act: Act) -> None:
        game.ships[act.ship].jump = -1
        game.tell(JumpCalledOff, ship=act.ship)


KINDS: dict[str, ActKind] = {kind.verb: kind for kind in (SetRow(), AnnounceJump(), CallOffJump())}


@frame_class
class PowerPhase(Frame[GameState]):
    """The Power Phase; `stage` counts its parts (rules T11.1, T11.8)."""

    stage: int = 0

    def advance(self, game: GameState) -> None:
        if self.stage and settle(game):
            return
        stage, self.stage = self.stage, self.stage + 1
        first, second = game.in_order()
        if stage == 0:
            begin_power_phase(game)
        elif stage in (1, 2):
            game.begin_step(POWER_PHASE, (first, second)[stage - 1])
            game.stack.append(RowStep(0))
        elif stage == 3:
            for side in (first, second):
                charge_groups(game, side)
        elif stage == 4:
            for side in (first, second):
                let_jump(game, side)
        elif stage == 5:
            for side in (first, second):
                break_up(game, side)
            push_blasts(game)
        else:
            game.stack.remove(self)


def begin_power_phase(game: GameState) -> None:
    """Let hull and critical modifiers take effect (rules T11.2)."""
    game.tell(PowerPhaseBegan, round=game.round)
    for ship in game.ships:
        if ship.is_in_play:
            ship.first_row = ship.row
            ship.power = ship.reckon_power()


@frame_class
class RowStep(Choice[GameState]):
    """The part in which the seats of a side set rows and say jumps, and close it (rules T11.8)."""

    place: int = 0

    def advance(self, game: GameState) -> None:
        if settle(game):
            return
        seats = game.battlefield.seats_of[game.side]
        while self.place < len(seats):
            self.seat = seats[self.place]
            if acts := self._list_acts(game):
                game.asked += 1
                game.ask(self.seat, self._make_question(game, acts))
                return
            self.place += 1
        game.stack.remove(self)
        for ship in game.list_ships(game.side):
            game.tell(RowSet, ship=ship.index, row=str(ship.curve_row), power=ship.power)

    def _list_acts(self, game: GameState) -> list[Act]:
        """Return the rows and jumps of the seat's ships, ship by ship (rules T25.12)."""
        field, acts = game.battlefield, []
        for ship in game.ships:
            if ship.seat != self.seat or not ship.is_in_play:
                continue
            rows = field.row_texts[ship.index]
            acts += [field.act("set", ship.index, rows[row]) for row in list_rows(ship) if row != ship.row]
            verb = "announce jump" if ship.jump < 0 else "call off jump"
            jump = field.act(verb, ship.index)
            if KINDS[verb].find_fault(game, jump) is None:
                acts.append(jump)
        return acts

    def find_end_fault(self, game: GameState) -> Fault | None:
        """Return why the step cannot be closed, or None (rules T11.8)."""
        ship = self._find_barred(game)
        if ship is None:
            return None
        return Fault("T11.8", f"{ship.name} has a Power of {ship.reckon_power()}; set another row")

    def _find_barred(self, game: GameState) -> Ship | None:
        """Return the first ship of the seat with a row that T11.4 bars, or None."""
        for ship in game.ships:
            is_own = ship.seat == self.seat and ship.is_in_play
            if is_own and not ship.can_run(ship.row) and ship.row not in list_rows(ship):
                return ship
        return None

    def stage(self, game: GameState, said: tuple[str, ...]) -> Question | None:
        if said:
            return None
        return self._make_question(game, self._list_acts(game))

    def _make_question(self, game: GameState, acts: list[Act]) -> Question:
        """Return the question, with the closing option unless a row is barred (rules T11.8)."""
        texts = [act.text for act in acts]
        barred = self._find_barred(game)
        if barred is None:
            texts.append(game.battlefield.act("end", detail=POWER_PHASE).text)
            default = texts[-1]
        else:
            default = self._find_default(game, barred)
        return Question(self.seat, "one", POWER_PHASE, texts, default, "Set the power curves", "T11.3")

    def _find_default(self, game: GameState, ship: Ship) -> str:
        """Return the row that a ship takes that runs out of time: the slower neighbour, else the faster (T25.5)."""
        rows = list_rows(ship)
        row = ship.first_row + 1 if ship.first_row + 1 in rows else rows[0]
        return game.battlefield.act("set", ship.index, str(ship.printed.curve[row])).text

    def perform(self, game: GameState, said: tuple[str, ...]) -> None:
        act = game.battlefield.read_act(said[0])
        if act.verb == "end":
            self.place += 1
        else:
            KINDS[act.verb].perform(game, act)


def charge_groups(game: GameState, side: int) -> None:
    """Fill a red box of each group, or yellow ones where the red are full (rules T11.5, T11.7)."""
    yellow = game.battlefield.rulings["passive_yellow"]
    for ship in game.list_ships(side):
        for place, group in enumerate(ship.printed.groups):
            charge = ship.charge[place]
            if charge == LOST_GROUP or charge == group.full:
                continue
            add_charge(ship, place, 1 if charge < group.red else yellow)
            if ship.charge[place] > charge:
                game.tell(GroupCharged, ship=ship.index, group=group.name)


def let_jump(game: GameState, side: int) -> None:
    """Let the ships leave whose announcement is old enough (rules T13.2, T13.5)."""
    phases = game.battlefield.rulings["jump_phases"]
    for ship in game.list_ships(side):
        if 0 <= ship.jump <= game.round - phases:
            game.tell(Jumped, ship=ship.index)
            retreat(game, ship, "a jump", RETREATED)


def break_up(game: GameState, side: int) -> None:
    """Destroy the ships whose effective Power is below 0 (rules T11.6)."""
    for ship in game.list_ships(side):
        if ship.effective_power < 0:
            game.tell(BrokeUp, ship=ship.index)
            destroy(game, ship, "want of power")
