"""A match of Talon: it starts from a setup and a seed, takes acts, and gives reasons and views."""

from __future__ import annotations

from typing import Any

from incursions.engine import Frame, IllegalAction, Refusal
from incursions.engine.frames import as_tuples
from incursions.engine.log import StepBack
from incursions.engine.standing import CONCEDE, FORFEIT, TIME_UP, make_forfeit, make_verdict
from incursions.games.talon.rules.acts import UnreadableActError
from incursions.games.talon.rules.arrival import Arrival, Shift
from incursions.games.talon.rules.damage import Blows, retreat
from incursions.games.talon.rules.deployment import Deployment, SetUp
from incursions.games.talon.rules.events import Conceded, Started, SteppedBack
from incursions.games.talon.rules.fire import SHOTS, GunDamage, find_target_place
from incursions.games.talon.rules.gravity import Gravity
from incursions.games.talon.rules.power import find_group
from incursions.games.talon.rules.power_phase import PowerPhase, RowStep
from incursions.games.talon.rules.refusals import find_refusal
from incursions.games.talon.rules.sequence import Impulse, Round, SideTurn
from incursions.games.talon.rules.ships import RETREATED, UNPLACED, Missile, Ship
from incursions.games.talon.rules.shooting import Fault, Shot, preview_shot
from incursions.games.talon.rules.state import PLAIN_FIELDS, GameState
from incursions.games.talon.rules.steps import Step
from incursions.games.talon.rules.victory import (
    TIME,
    count_points,
    end_by_points,
    end_by_verdict,
)
from incursions.games.talon.rules.view import make_view

FRAMES: tuple[type[Frame[Any]], ...] = (
    Arrival,
    Blows,
    Deployment,
    Gravity,
    GunDamage,
    Impulse,
    PowerPhase,
    Round,
    RowStep,
    SetUp,
    Shift,
    SideTurn,
    Step,
)


class Game(GameState):
    """A match of Talon in progress."""

    __slots__ = ()
    frames = {frame.__name__: frame for frame in FRAMES}

    def begin(self) -> None:
        """Lay out the ships and begin with the set-up (rules T3.2)."""
        self.make_ships()
        for ship in self.ships:
            ship.status = UNPLACED
        self.tell(
            Started,
            title=self.setup["title"],
            sides=[seat["side"] for seat in self.setup["seats"]],
            ships=[ship["name"] for ship in self.setup["ships"]],
            seats=[ship["seat"] for ship in self.setup["ships"]],
        )
        self.stack += [Round(), SetUp()]

    def make_ships(self) -> None:
        """Make the ships of the setup, as they begin (rules T3.5)."""
        field = self.battlefield
        self.ships = [
            Ship(index, entry["name"], field.classes[index], field.side_of_seat[entry["seat"]], entry["seat"])
            for index, entry in enumerate(self.setup["ships"])
        ]

    def view(self, seat: int | None) -> dict[str, Any]:
        return make_view(self)

    def refusal(self, seat: int | None, text: str) -> Refusal:
        return find_refusal(self, seat, text)

    def preview(self, text: str) -> Shot:
        """Return range, arc, modifiers and odds of a shot before it is fired (rules T8.12).

        Raises `IllegalAction` if the text is no shot that some ship could fire.
        """
        try:
            act = self.battlefield.read_act(text)
        except UnreadableActError as problem:
            raise IllegalAction("T25.1", str(problem)) from problem
        if act.verb != "fire":
            raise IllegalAction("T8.12", "Only shots are previewed")
        fault = SHOTS.find_fault(self, act)
        if fault is not None:
            raise IllegalAction(*fault)
        ship = self.ships[act.ship]
        group = ship.printed.groups[find_group(ship, act.detail)]
        target = None if act.missile else self.ships[act.target]
        return preview_shot(self, ship, group, target, find_target_place(self, act))

    def find_undo_fault(self, seat: int, *, is_allowed: bool) -> Fault | None:
        """Return why a seat may not take back its last act, or None (rules T25.7)."""
        latest = self.latest
        if not is_allowed:
            return Fault("T25.7", "This table allows no taking back")
        if latest is None or latest.seat != seat:
            return Fault("T25.7", "The last act was not yours")
        return Fault("T25.7", "A die has been rolled since") if latest.dice else None

    # Standing actions.

    def standing(self, seat: int | None) -> list[str]:
        actions = super().standing(seat)
        if self.result is not None:
            return actions
        if seat is not None:
            return actions if seat in self.conceded else [*actions, CONCEDE]
        seats = [seat for seat in range(len(self.setup["seats"])) if seat not in self.conceded]
        verdicts = [make_verdict(winner) for winner in (None, *range(len(self.setup["seats"])))]
        return [TIME_UP, *map(make_forfeit, seats), *verdicts, *actions]

    def stand(self, seat: int | None, text: str) -> None:
        if seat is not None or text.startswith(FORFEIT):
            self._concede(int(text.removeprefix(FORFEIT)) if seat is None else seat, forfeit=seat is None)
        elif text == TIME_UP:
            end_by_points(self, TIME, "T25.5", "Time is up; the points decide.")
        else:
            winner = next((index for index in self.battlefield.side_of_seat if text == make_verdict(index)), None)
            side = None if winner is None else self.battlefield.side_of_seat[winner]
            end_by_verdict(self, side, "", "The staff have decided.")

    def _concede(self, seat: int, *, forfeit: bool) -> None:
        """Let the ships of a seat retreat at once; with a team the others play on (rules T25.6)."""
        self.conceded = (*self.conceded, seat)
        self.tell(Conceded, seat=seat, forfeit=forfeit)
        for ship in self.ships:
            if ship.seat == seat and (ship.is_in_play or ship.status == UNPLACED):
                retreat(self, ship, "concession", RETREATED)
        self.is_unsettled = True
        self.withdraw_questions()

    def is_out(self, seat: int) -> bool:
        if seat in self.conceded:
            return True
        return not any(ship.seat == seat and (ship.is_in_play or ship.status == UNPLACED) for ship in self.ships)

    @property
    def points(self) -> list[int]:
        """The points of each seat's side (rules T23.3)."""
        points = count_points(self)
        return [points[self.battlefield.side_of_seat[seat]] for seat in range(len(self.setup["seats"]))]

    def seat_title(self, seat: int) -> str:
        return self.battlefield.sides[self.battlefield.side_of_seat[seat]].capitalize()

    def tell_step_back(self, step: StepBack, later: Any) -> None:
        whose = {} if step.seat is None else {"seat": step.seat}
        self.tell(SteppedBack, to=step.to, **whose)

    # Storing.

    def lay_table_data(self, data: Any) -> None:
        """Restore the state that `table_data` described."""
        self.make_ships()
        for ship, stored in zip(self.ships, data["ships"], strict=True):
            ship.lay_data(stored)
        missiles = [Missile.from_data(stored) for stored in data["missiles"]]
        self.missiles = {missile.number: missile for missile in missiles}
        for name in PLAIN_FIELDS:
            setattr(self, name, as_tuples(data[name]))
