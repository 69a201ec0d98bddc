"""The tachyon sweep, which opens one cloaked ship to the sweeper's attacks until the turn ends (rules 12.6, 12.13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.errors import Advice
from incursions.engine.frames import Frame
from incursions.engine.hexes import distance
from incursions.games.incursions.rules.events.movement import Swept
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, AtShipKind, Ground
from incursions.games.incursions.rules.state.phrases import SWEEP, Line, seat_said
from incursions.games.incursions.rules.systems.cloaking import may_target
from incursions.games.incursions.rules.systems.power import cost

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

SYSTEM = "tachyon_sweep"
USUAL_POWER, USUAL_RANGE = 3, 1  # rules 7.3, 12.6


class TachyonSweep(AtShipKind):
    """The maneuver that sweeps for a cloaked ship (rules 12.6)."""

    name = SYSTEM
    words = ("sweep",)
    does = "a tachyon sweep"
    ground = Ground.CLOAKED

    prefix = SWEEP
    system = SYSTEM
    called = "tachyon sweep"
    bought = "The sweep"
    no_ship = ("12.6", "A sweep is for one cloaked ship, such as sweep seat 1")

    def price(self, game: Game, ship: Ship) -> int | None:
        """Return the power that a sweep costs now; None without the system (rules 2.1, 7.3)."""
        printed = ship.card.definition["systems"].get(SYSTEM)
        return None if printed is None else cost(game, ship.seat, SYSTEM, printed.get("power", USUAL_POWER))

    def why_not(self, game: Game, ship: Ship, other: Ship) -> tuple[str, str] | None:
        """Return why the ship cannot be swept: only a cloaked, untargetable ship in range can be (rules 12.6)."""
        title = other.card.title
        if other is ship:
            return "10.14", "Nobody targets his own ship"
        if other.out is not None:
            return "12.6", f"{title} is out of the game"
        if other.cloak is None:
            return "12.6", f"{title} is not cloaked"
        if may_target(game, ship.seat, other.seat) is None:
            return "12.6", f"You can target {title} as it is"
        reach = ship.card.definition["systems"][SYSTEM].get("range", USUAL_RANGE)
        far = distance(ship.at, other.at)
        if far > reach:
            return "12.6", f"Your sweep reaches {reach} {'hex' if reach == 1 else 'hexes'}, and {title} is {far} away"
        return None

    def why_not_more(self, ship: Ship, line: Line, price: int) -> tuple[str, str] | None:
        return ("7.3", Advice(f"A sweep takes exactly {price} power", str(line[0]))) if len(line) > 1 else None

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for the sweep and return its frame."""
        power = self.price(game, ship)
        assert power is not None
        ship.spend(power, SYSTEM)
        return Announced(Sweeping(ship.seat, seat_said(said[0]), power))

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every cloaked ship, if the ship has the system."""
        if self.price(game, ship) is None:
            return []
        return [f"{SWEEP}{other.seat}" for other in game.ships if other.cloak is not None and other is not ship]

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the cost and the distance."""
        other, power = game.ships[seat_said(said[0])], self.price(game, ship)
        assert power is not None
        return {"power": power, "distance": distance(ship.at, other.at)}


@dataclass(slots=True, eq=False)
class Sweeping(Frame["Game"]):
    """An announced sweep."""

    seat: int
    target: int
    power: int
    seat_fields = ("seat", "target")

    def advance(self, game: Game) -> None:
        """Open the target to the sweeper's attacks."""
        game.stack.pop()
        ship = game.ships[self.seat]
        ship.swept = (*ship.swept, self.target)
        game.tell(Swept, seat=self.seat, target=self.target, power=self.power)
