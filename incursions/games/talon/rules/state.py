"""The state of a match: what rules read and change. `Game` sets it up, stores it and shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from incursions.engine import Game as KernelGame
from incursions.engine.dice import Dice
from incursions.engine.hexes import Hex
from incursions.games.talon.rules.battlefield import Battlefield, find_battlefield
from incursions.games.talon.rules.definitions import IMPULSES
from incursions.games.talon.rules.events import MissileLost, TargetLost
from incursions.games.talon.rules.setup import NEBULA, Setup
from incursions.games.talon.rules.ships import SHIELDS_DOWN, Missile, Ship

LOST_AT = 6
"""The distance in hexes from every enemy ship at which a missile without a target is removed (rules T15.16)."""


class GameState(KernelGame):
    """A battle in progress: ships by index, missiles by number, and where the round stands.

    `letter` is the index of the impulse, `side` the side whose turn it is, and `step` the step under way. `marks` are
    the change and defend marks (rules T4.8). `volley` is the group half fired: ship, group index and shots left, or
    empty (T8.3). `blasts` are ships that have still to explode, with the hex (T9.10). `extra_points` are those of
    objectives by side. `is_unsettled`: a ship was lost since the end was last looked for (T23.8).
    """

    __slots__ = (
        "battlefield",
        "blasts",
        "conceded",
        "degree",
        "extra_points",
        "initiative",
        "is_unsettled",
        "letter",
        "marks",
        "missiles",
        "next_missile",
        "round",
        "ships",
        "side",
        "step",
        "turn_seat",
        "turns",
        "volley",
    )

    def __init__(self, setup: Setup, dice: Dice, battlefield: Battlefield | None = None) -> None:
        super().__init__(setup, dice)
        self.battlefield = find_battlefield(setup) if battlefield is None else battlefield
        self.ships: list[Ship] = []
        self.missiles: dict[int, Missile] = {}
        self.next_missile = 1
        self.initiative = self.battlefield.sides.index(setup["initiative"])
        self.marks = (0, 0)
        self.round = 1
        self.letter = 0
        self.side = self.initiative
        self.step = ""
        self.volley: tuple[int, ...] = ()
        self.blasts: tuple[tuple[int, Hex], ...] = ()
        self.extra_points = (0, 0)
        self.is_unsettled = False
        self.degree = ""
        self.conceded: tuple[int, ...] = ()
        self.turns = 0
        self.turn_seat = self.battlefield.seats_of[self.initiative][0]

    def begin_step(self, step: str, side: int) -> None:
        """Note the step that has begun, and whose it is."""
        self.step, self.side = step, side

    # What is asked of the state again and again.

    @property
    def impulse(self) -> str:
        """The letter of the impulse."""
        return IMPULSES[self.letter]

    def list_ships(self, side: int) -> list[Ship]:
        """Return the ships of a side that are in play."""
        return [ship for ship in self.ships if ship.side == side and ship.is_in_play]

    def list_ships_at(self, at: Hex) -> list[Ship]:
        """Return the ships in play in a hex."""
        return [ship for ship in self.ships if ship.at == at and ship.is_in_play]

    def list_missiles_at(self, at: Hex) -> list[Missile]:
        """Return the missiles in a hex by number."""
        return [missile for missile in self.missiles.values() if missile.at == at]

    def in_order(self) -> tuple[int, int]:
        """Return both sides, the one with the initiative first."""
        return (0, 1) if self.initiative == 0 else (1, 0)

    def is_in_nebula(self, ship: Ship) -> bool:
        """Return True if the ship is inside a nebula (rules T20.10)."""
        return self.battlefield.terrain.get(ship.at) == NEBULA

    def has_shields_up(self, ship: Ship) -> bool:
        """Return True unless the shields are down or in a nebula (rules T10.3, T20.10)."""
        return SHIELDS_DOWN not in ship.effects and not self.is_in_nebula(ship)

    def moves_now(self, ship: Ship) -> bool:
        """Return True if the ship's Speed is listed in this impulse (rules T4.4)."""
        return ship.curve_row.speed in self.battlefield.definitions.acts[self.impulse]

    def has_power_now(self, ship: Ship) -> bool:
        """Return True if the ship's effective Power is listed in this impulse (rules T5.2)."""
        return ship.power_now in self.battlefield.definitions.acts[self.impulse]

    # Seats.

    def is_seat_playing(self, seat: int) -> bool:
        """Return True if the seat still has a ship in play."""
        return any(ship.seat == seat and ship.is_in_play for ship in self.ships)

    def first_seat(self, side: int) -> int:
        """Return the seat that makes the choices of a whole side: the first still in play (rules T1.5)."""
        seats = self.battlefield.seats_of[side]
        return next((seat for seat in seats if self.is_seat_playing(seat)), self._first_faithful(seats))

    def find_chooser(self, seat: int) -> int | None:
        """Return the seat that makes a forced choice of this one: another of its side if it has conceded, or None."""
        if seat not in self.conceded:
            return seat
        first = self.first_seat(self.battlefield.side_of_seat[seat])
        return None if first in self.conceded else first

    def _first_faithful(self, seats: tuple[int, ...]) -> int:
        return next((seat for seat in seats if seat not in self.conceded), seats[0])

    # Missiles.

    def remove_missile(self, missile: Missile) -> None:
        """Take a missile off the map."""
        del self.missiles[missile.number]

    def release_missiles(self, ship: Ship) -> None:
        """Take target and flight from missiles aimed at a ship that is lost or docked (rules T15.16, T19.12)."""
        for missile in self.missiles.values():
            if missile.target == ship.index:
                missile.target, missile.owes_flight = -1, False
                self.tell(TargetLost, missile=missile.number)

    def sweep_missiles(self) -> None:
        """Remove missiles without a target that are far from every enemy ship (rules T15.16)."""
        for missile in [missile for missile in self.missiles.values() if missile.target < 0]:
            q, r = missile.at
            for ship in self.ships:
                if ship.side != missile.side and ship.is_in_play:
                    dq, dr = ship.at[0] - q, ship.at[1] - r
                    if max(abs(dq), abs(dr), abs(dq + dr)) < LOST_AT:
                        break
            else:
                self.remove_missile(missile)
                self.tell(MissileLost, missile=missile.number, cause="far from every foe")

    def iterate_missiles(self, side: int) -> Iterator[Missile]:
        """Yield the missiles of a side by number."""
        for missile in self.missiles.values():
            if missile.side == side:
                yield missile

    # Storing.

    def copy(self) -> Any:
        """Return an independent game at the same point; what never changes is shared."""
        twin = super().copy()
        twin.battlefield = self.battlefield
        twin.ships = [ship.copy() for ship in self.ships]
        twin.missiles = {number: missile.copy() for number, missile in self.missiles.items()}
        for name in PLAIN_FIELDS:
            setattr(twin, name, getattr(self, name))
        return twin

    def table_data(self) -> dict[str, object]:
        """Return the state as plain data."""
        return {
            "ships": [ship.to_data() for ship in self.ships],
            "missiles": [missile.to_data() for missile in self.missiles.values()],
            **{name: getattr(self, name) for name in PLAIN_FIELDS},
        }


PLAIN_FIELDS = (
    "blasts",
    "conceded",
    "degree",
    "extra_points",
    "initiative",
    "is_unsettled",
    "letter",
    "marks",
    "next_missile",
    "round",
    "side",
    "step",
    "turn_seat",
    "turns",
    "volley",
)
"""The attributes of a game that are immutable values."""
