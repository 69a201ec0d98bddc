"""Set-up: terrain and ships are placed, and own fleets are deployed ship by ship (rules T3)."""

from __future__ import annotations

from incursions.engine import Choice, Frame, Question
from incursions.engine.frames import frame_class
from incursions.engine.hexes import Hex
from incursions.games.talon.rules.acts import SET_UP, Act
from incursions.games.talon.rules.battles import Placement, find_placement_fault, list_zone
from incursions.games.talon.rules.events import Placed
from incursions.games.talon.rules.kinds import ActKind
from incursions.games.talon.rules.ships import IN_PLAY, Ship
from incursions.games.talon.rules.shooting import Fault
from incursions.games.talon.rules.state import GameState
from incursions.games.talon.rules.victory import settle

FACINGS = 6


def find_place_fault(game: GameState, ship: Ship, at: Hex) -> Fault | None:
    """Return why a ship may not start in a hex, or None (rules T3.3, T3.4)."""
    field = game.battlefield
    placed = [_make_placement(other, other.at) for other in game.ships if other.is_in_play]
    fault = find_placement_fault(_make_placement(ship, at), placed, field.terrain, field.definitions.classes)
    return None if fault is None else Fault(*fault)


def _make_placement(ship: Ship, at: Hex) -> Placement:
    return Placement(ship.name, ship.printed.name, str(ship.side), at, ship.facing)


def list_in_order(game: GameState) -> list[Ship]:
    """Return all ships in the order of set-up: Bases, then the side without the initiative first (rules T3.2)."""
    late = game.initiative
    return sorted(game.ships, key=lambda ship: (not ship.printed.is_base, ship.side == late, ship.index))


class Deploy(ActKind):
    """The placing of a ship of an own fleet (rules T3.10)."""

    verb = "deploy"
    step = SET_UP

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship, place = game.ships[act.ship], act.place
        assert place is not None
        if ship.is_in_play:
            return Fault("T3.10", f"{ship.name} is deployed")
        if place not in list_zone(ship.side):
            return Fault("T3.9", "That hex is not in a row of your side")
        return find_place_fault(game, ship, place)

    def perform(self, game: GameState, act: Act) -> None:
        assert act.place is not None
        place_ship(game, game.ships[act.ship], act.place, act.facing)


KIND = Deploy()


def place_ship(game: GameState, ship: Ship, at: Hex, facing: int) -> None:
    """Put a ship on the map."""
    ship.at, ship.facing, ship.status = at, facing, IN_PLAY
    game.tell(Placed, ship=ship.index, at=at)


@frame_class
class SetUp(Frame[GameState]):
    """The set-up: terrain, then ship after ship; those without a hex are deployed by their seats (rules T3.2, T3.10).

    `place` counts the ships that have been placed, -1 before the terrain.
    """

    place: int = -1

    def advance(self, game: GameState) -> None:
        if settle(game):
            return
        if self.place < 0:
            self.place = 0
            for at, terrain in game.battlefield.terrain.items():
                game.tell(Placed, at=at, terrain=terrain)
        ships = list_in_order(game)
        if self.place == len(ships):
            game.stack.remove(self)
            return
        ship = ships[self.place]
        self.place += 1
        placement = game.setup["ships"][ship.index]
        if "at" in placement:
            q, r = placement["at"]
            place_ship(game, ship, (q, r), placement["facing"])
        elif ship.seat not in game.conceded:
            game.stack.append(Deployment(ship.seat, ship.index))


@frame_class
class Deployment(Choice[GameState]):
    """The question where a ship is deployed, and with which facing (rules T3.9, T3.10)."""

    ship: int

    def advance(self, game: GameState) -> None:
        if settle(game):
            return
        if self.seat in game.conceded:
            game.stack.remove(self)
            return
        game.begin_step(SET_UP, game.ships[self.ship].side)
        game.asked += 1
        game.ask(self.seat)

    def stage(self, game: GameState, said: tuple[str, ...]) -> Question | None:
        if said:
            return None
        ship = game.ships[self.ship]
        texts = [
            game.battlefield.act("deploy", ship.index, place=place, facing=facing).text
            for place in list_zone(ship.side)
            if find_place_fault(game, ship, place) is None
            for facing in range(FACINGS)
        ]
        return Question(self.seat, "one", SET_UP, texts, texts[0], f"Where does {ship.name} start?", "T3.10")

    def perform(self, game: GameState, said: tuple[str, ...]) -> None:
        game.stack.remove(self)
        KIND.perform(game, game.battlefield.read_act(said[0]))
