"""Arrivals: what happens to a ship in the hex that it enters by a move or a shift (rules T6.8-T6.14, T17, T20-T22)."""

from __future__ import annotations

from incursions.engine import Choice, Frame, Question
from incursions.engine.facings import ARCS, directions_along, step
from incursions.engine.frames import frame_class
from incursions.engine.hexes import Hex, distance
from incursions.games.talon.rules.damage import (
    COLLISION,
    MISSILE_HIT,
    ROCKS,
    Blow,
    destroy,
    drop_reinforcements,
    find_arc_towards,
    push_blasts,
    push_blows,
    retreat,
)
from incursions.games.talon.rules.events import (
    AsteroidStruck,
    Collided,
    MissileHit,
    NebulaEntered,
    NebulaLeft,
    Shifted,
)
from incursions.games.talon.rules.setup import ASTEROID, BLACK_HOLE, NEBULA, PLANET
from incursions.games.talon.rules.ships import RETREATED, THROUGH, Missile, Ship
from incursions.games.talon.rules.state import GameState

ALONE_AT = 6
"""The distance from every other ship at which a ship may have left the battle (rules T6.14)."""


@frame_class
class Arrival(Frame[GameState]):
    """A ship has come from `start` into a hex; one thing after another happens to it there (rules T6.11).

    `was_forward`: it moved ahead or turned, so that rocks strike the forward arc (rules T20.6). `is_move`: it moved of
    itself, so that it may have left the battle (T6.15). `met` are the friends with whom it still collides.
    """

    ship: int
    start: Hex
    was_forward: bool
    is_move: bool
    stage: int = 0
    met: tuple[int, ...] = ()

    def advance(self, game: GameState) -> None:
        ship = game.ships[self.ship]
        if not ship.is_in_play or self.stage >= len(STAGES):
            game.stack.remove(self)
            game.sweep_missiles()
            return
        STAGES[self.stage](self, game, ship)

    def enter_deadly_terrain(self, game: GameState, ship: Ship) -> None:
        """Destroy a ship in a planet or black hole, and let one leave by a worm hole (rules T20.3, T21.1, T22.1)."""
        self.stage += 1
        terrain = game.battlefield.terrain.get(ship.at)
        if terrain in (PLANET, BLACK_HOLE):
            destroy(game, ship, f"the {terrain}")
            push_blasts(game)
        elif game.battlefield.may_use_worm_hole(ship.side, ship.at):
            retreat(game, ship, "the worm hole", THROUGH)

    def enter_nebula(self, game: GameState, ship: Ship) -> None:
        """Let the shields fail on entering a nebula and come back on leaving it (rules T20.10, T20.12)."""
        self.stage += 1
        was_inside = game.battlefield.terrain.get(self.start) == NEBULA
        is_inside = game.is_in_nebula(ship)
        if is_inside:
            drop_reinforcements(game, ship)
        if is_inside != was_inside and ship.printed.has_shields:
            game.tell(NebulaEntered if is_inside else NebulaLeft, ship=ship.index)

    def enter_asteroids(self, game: GameState, ship: Ship) -> None:
        """Let the rocks take their point (rules T20.6, T20.8)."""
        self.stage += 1
        if game.battlefield.terrain.get(ship.at) != ASTEROID or ship.is_squadron:
            return
        game.tell(AsteroidStruck, ship=ship.index)
        push_blows(game, [Blow(ship.index, 0, 1, self._find_leading_arc(game, ship), ROCKS)])

    def _find_leading_arc(self, game: GameState, ship: Ship) -> str:
        """Return the arc towards which the ship went."""
        if self.was_forward:
            return ARCS[0]
        offset = (ship.at[0] - self.start[0], ship.at[1] - self.start[1])
        return game.battlefield.find_arc(ship.facing, offset)

    def meet_friends(self, game: GameState, ship: Ship) -> None:
        """Note the friends in the hex with whom the ship collides (rules T6.8-T6.10)."""
        self.stage += 1
        self.met = tuple(other.index for other in game.list_ships_at(ship.at) if _collides(ship, other))

    def collide(self, game: GameState, ship: Ship) -> None:
        """Collide with the friends, one after another; the mover is damaged first (rules T6.9)."""
        if not self.met:
            self.stage += 1
            return
        index, *rest = self.met
        self.met = tuple(rest)
        other, points = game.ships[index], game.battlefield.rulings["collision_damage"]
        if not other.is_in_play or other.at != ship.at:
            return
        if points:
            arcs = ((each, find_arc_towards(game, each, ship.at)) for each in (ship, other))
            push_blows(game, [Blow(each.index, 0, points, arc, COLLISION) for each, arc in arcs])
        game.tell(Collided, ship=ship.index, other=other.index)
        game.tell(Collided, ship=other.index, other=ship.index)

    def meet_missiles(self, game: GameState, ship: Ship) -> None:
        """Let a missile aimed at the ship hit that lies in the hex; each in turn (rules T15.7)."""
        aimed = [missile for missile in game.list_missiles_at(ship.at) if missile.target == ship.index]
        if aimed:
            hit_target(game, aimed[0], "" if ship.is_squadron else self._find_arc_moved(game, ship))
        else:
            self.stage += 1

    def _find_arc_moved(self, game: GameState, ship: Ship) -> str:
        """Return the arc on the side towards which the ship moved (rules T15.7)."""
        offset = (ship.at[0] - self.start[0], ship.at[1] - self.start[1])
        return game.battlefield.find_arc(ship.facing, offset)

    def leave_battle(self, game: GameState, ship: Ship) -> None:
        """Let a ship retreat that has moved far from all others (rules T6.14, T6.15)."""
        self.stage += 1
        if self.is_move and is_far_from_all(game, ship):
            retreat(game, ship, "distance", RETREATED)


STAGES = (
    Arrival.enter_deadly_terrain,
    Arrival.enter_nebula,
    Arrival.enter_asteroids,
    Arrival.meet_friends,
    Arrival.collide,
    Arrival.meet_missiles,
    Arrival.leave_battle,
)
"""The order of what happens in a hex (rules T6.11)."""


def _collides(ship: Ship, other: Ship) -> bool:
    """Return True if two ships in a hex damage each other (rules T6.7, T6.10)."""
    if ship.side != other.side or ship is other or ship.is_squadron or other.is_squadron:
        return False
    return not (ship.printed.is_base or other.printed.is_base)


def is_far_from_all(game: GameState, ship: Ship) -> bool:
    """Return True if a ship is so far from all others that it has left the battle (rules T6.14)."""
    farthest = 0
    for other in game.ships:
        if other.is_in_play and other is not ship:
            apart = distance(ship.at, other.at)
            if apart < ALONE_AT:
                return False
            farthest = max(farthest, apart)
    return bool(farthest > game.battlefield.rulings["map_span"])


def hit_target(game: GameState, missile: Missile, arc: str) -> None:
    """Let a missile hit its target and be gone (rules T15.7)."""
    game.remove_missile(missile)
    game.tell(MissileHit, missile=missile.number, target=missile.target)
    push_blows(game, [Blow(missile.target, 0, game.battlefield.missile.hit, arc, MISSILE_HIT)])


def hit_from(game: GameState, missile: Missile, start: Hex) -> None:
    """Let a missile hit that came from a hex, on the arc from which it came (rules T15.7)."""
    hit_target(game, missile, find_arc_towards(game, game.ships[missile.target], start))


# Shifts.


@frame_class
class Shift(Choice[GameState]):
    """A ship is moved one hex into one of some directions; `verb` is "push" or "pull" (rules T17.3, T21.5).

    The seat picks if there is more than one (rules T17.4, T21.6, T21.10).
    """

    seat: int
    verb: str
    ship: int
    directions: tuple[int, ...]

    def advance(self, game: GameState) -> None:
        if not game.ships[self.ship].is_in_play:
            game.stack.remove(self)
        elif len(self.directions) == 1 or (chooser := game.find_chooser(self.seat)) is None:
            self._shift_to(game, self.directions[0])
        else:
            self.seat = chooser
            game.asked += 1
            game.ask(self.seat)

    def stage(self, game: GameState, said: tuple[str, ...]) -> Question | None:
        if said:
            return None
        texts = [self._name(game, direction) for direction in self.directions]
        rule = "T17.4" if self.verb == "push" else "T21.6"
        return Question(self.seat, "hex", self.verb, texts, texts[0], "Into which hex?", rule)

    def perform(self, game: GameState, said: tuple[str, ...]) -> None:
        direction = next(direction for direction in self.directions if self._name(game, direction) == said[0])
        self._shift_to(game, direction)

    def _name(self, game: GameState, direction: int) -> str:
        place = step(game.ships[self.ship].at, direction)
        return game.battlefield.act(self.verb, place=place).text

    def _shift_to(self, game: GameState, direction: int) -> None:
        """Shift the ship; facing, turn wait and slip mark stay (rules T6.12)."""
        game.stack.remove(self)
        ship = game.ships[self.ship]
        start = ship.at
        ship.at = step(start, direction)
        game.tell(Shifted, ship=ship.index, start=start, at=ship.at)
        game.stack.append(Arrival(ship.index, start, was_forward=False, is_move=False))


def push_away(game: GameState, firer: Ship, target: Ship) -> None:
    """Put the displacement of a target by the gun on the stack (rules T17.3, T17.4)."""
    offset = (target.at[0] - firer.at[0], target.at[1] - firer.at[1])
    game.stack.append(Shift(firer.seat, "push", target.index, directions_along(offset)))


def find_pulls(game: GameState, ship: Ship) -> tuple[int, ...]:
    """Return the directions to the nearest black hole, between which the owner picks (rules T21.5, T21.6, T21.10)."""
    holes = game.battlefield.black_holes
    nearest = min(distance(ship.at, hole) for hole in holes)
    directions = {
        direction
        for hole in holes
        if distance(ship.at, hole) == nearest
        for direction in directions_along((hole[0] - ship.at[0], hole[1] - ship.at[1]))
    }
    return tuple(sorted(directions))
