"""The movement step: listed moves, afterburners, docking and missiles (rules T6, T7, T12.3, T15, T19)."""

from __future__ import annotations

from incursions.engine.facings import STEPS, step, turn
from incursions.engine.hexes import Hex, distance, hex_text
from incursions.games.talon.rules.acts import (
    AHEAD,
    LEFT,
    MOVEMENT,
    RIGHT,
    SLIP_LEFT,
    SLIP_RIGHT,
    WAY_OF_VERB,
    WAYS,
    Act,
)
from incursions.games.talon.rules.arrival import Arrival, hit_from
from incursions.games.talon.rules.definitions import TRANSPORT
from incursions.games.talon.rules.events import DockedWith, MissileFlew, MissileLost, Moved, Rotated
from incursions.games.talon.rules.kinds import ActKind, find_ship_fault
from incursions.games.talon.rules.setup import PLANET
from incursions.games.talon.rules.ships import DOCKED, HELM_DOWN, Missile, Ship
from incursions.games.talon.rules.shooting import Fault, name_both
from incursions.games.talon.rules.state import GameState

DOCKING_SPEED = 1
"""The Speed at which a TRAN docks or lands (rules T19.6)."""
TURNED = {AHEAD: 0, LEFT: 1, RIGHT: -1, SLIP_LEFT: 0, SLIP_RIGHT: 0}
STEERED = {AHEAD: 0, LEFT: 1, RIGHT: -1, SLIP_LEFT: 1, SLIP_RIGHT: -1}
"""By way, the change of facing, and the direction of the step, both in hexsides to the left (rules T6.3, T7.1)."""
SLIPS = (SLIP_LEFT, SLIP_RIGHT)
TURNS_WHEN_LISTED = "A Base turns when its Speed is listed (T16.2)"
DOCKS_BY_MOVE = "Docking takes the place of a listed move (T19.4)"
DOCKS_BY_WAY = "The way to a host is an ordinary move (T19.11)"
FOR_A_GOAL = "Fighters dock with a Base for a goal of the battle only (T19.7)"
HEX_BY_HEX = "A missile flies one hex in an impulse (T15.4)"
ROUND_A_HOLE = "A missile takes a black hole for a planet (T15.17)"
"""Rules by which a fault bars an act that is more than a move, for `name_both`."""


def find_destination(ship: Ship, way: str) -> Hex:
    """Return the hex into which a way to move leads (rules T24.3)."""
    return step(ship.at, turn(ship.facing, STEERED[way]))


def find_way_fault(ship: Ship, way: str) -> Fault | None:
    """Return why a ship may not go this way, or None: its marks come before effects (rules T6.5, T7.1, T7.4, T10.4)."""
    if way == AHEAD:
        return None
    if way in SLIPS:
        if not ship.slip:
            return Fault("T7.1", f"{ship.name} holds no slip mark")
        return Fault("T7.4", f"The helm of {ship.name} is down") if HELM_DOWN in ship.effects else None
    if ship.wait:
        return Fault("T6.5", f"{ship.name} may turn after {ship.wait} more hexes")
    if HELM_DOWN in ship.effects:
        return Fault("T10.4", f"The helm of {ship.name} is down; it moves ahead only")
    return None


def list_ways(ship: Ship) -> tuple[str, ...]:
    """Return the ways that `find_way_fault` lets a ship go, in their order."""
    if HELM_DOWN in ship.effects:
        return WAYS[:1]
    if ship.slip:
        return (AHEAD, *SLIPS) if ship.wait else WAYS
    return WAYS[:1] if ship.wait else WAYS[:3]


def find_due_fault(game: GameState, ship: Ship) -> Fault | None:
    """Return why a ship has no listed move to make, or None (rules T4.4, T6.1)."""
    if not game.moves_now(ship):
        return Fault("T4.4", f"{ship.name} does not move in this impulse at Speed {ship.curve_row.speed}")
    return Fault("T6.1", f"{ship.name} has made its move") if ship.has_moved else None


def go(game: GameState, ship: Ship, way: str, *, is_burn: bool) -> None:
    """Move a ship one hex; the turn wait and the slip mark follow (rules T6.3, T6.4, T7.2, T7.3, T7.5)."""
    start, place = ship.at, find_destination(ship, way)
    ship.facing = turn(ship.facing, TURNED[way])
    ship.at = place
    if way in (LEFT, RIGHT):
        ship.wait = ship.radius
    elif way == AHEAD or game.battlefield.rulings["slip_counts"]:
        ship.wait = max(0, ship.wait - 1)
    if not is_burn or way in SLIPS:
        ship.slip = False
    game.tell(Moved, ship=ship.index, way=way, start=start, at=place, facing=ship.facing, is_burn=is_burn)
    game.stack.append(Arrival(ship.index, start, was_forward=way not in SLIPS, is_move=True))


class ListedMove(ActKind):
    """A listed move: ahead, a turn or a slip (rules T6.1, T6.2)."""

    step = MOVEMENT

    def __init__(self, verb: str) -> None:
        self.verb = verb  # type: ignore[misc]  # three verbs share the kind

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship = game.ships[act.ship]
        return find_ship_fault(game, act) or find_drive_fault(ship, act) or self._find_move_fault(game, ship, act)

    def _find_move_fault(self, game: GameState, ship: Ship, act: Act) -> Fault | None:
        return find_due_fault(game, ship) or find_way_fault(ship, WAY_OF_VERB[self.verb][act.detail])

    def perform(self, game: GameState, act: Act) -> None:
        ship = game.ships[act.ship]
        end_listed_move(ship)
        go(game, ship, WAY_OF_VERB[self.verb][act.detail], is_burn=False)


def find_drive_fault(ship: Ship, act: Act) -> Fault | None:
    """Return why a Base does not move (rules T16.1, T7.4), or None."""
    if not ship.printed.is_base:
        return None
    if act.verb == "slip" or act.detail in SLIPS:
        return Fault("T7.4", f"{ship.name} is a Base and does not slip")
    return Fault("T16.1", f"{ship.name} is a Base and does not move")


def end_listed_move(ship: Ship) -> None:
    """Note that a ship has made its listed move."""
    ship.owes_move, ship.has_moved = False, True


VERB_OF_WAY = {way: verb for verb, ways in WAY_OF_VERB.items() if verb != "burn" for way in ways.values()}
DETAIL_OF_WAY = {way: detail for verb, ways in WAY_OF_VERB.items() if verb != "burn" for detail, way in ways.items()}


def list_moves(game: GameState, seat: int) -> list[Act]:
    """Return all acts of movement of a seat: ship by ship, then the missiles by number (rules T25.12)."""
    field, acts = game.battlefield, []
    for ship in game.ships:
        if ship.seat != seat or not ship.is_in_play:
            continue
        if ship.owes_move:
            if ship.printed.is_base:
                acts.append(field.act("rotate", ship.index))
                continue
            acts += [field.act(VERB_OF_WAY[way], ship.index, DETAIL_OF_WAY[way]) for way in list_ways(ship)]
            acts += DOCK.list_of_ship(game, ship)
            acts += LAND.list_of_ship(game, ship)
        elif ship.afterburners and not ship.has_burned and not game.moves_now(ship):
            acts += [field.act("burn", ship.index, way) for way in list_ways(ship)]
    if game.missiles and seat == game.first_seat(game.side):
        for missile in game.iterate_missiles(game.side):
            if missile.owes_flight:
                acts += [field.act("fly", missile=missile.number, place=place) for place in find_flights(game, missile)]
    return acts


class Rotate(ActKind):
    """The turn that a Base owes: one hexside clockwise (rules T16.2)."""

    verb = "rotate"
    step = MOVEMENT

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship = game.ships[act.ship]
        if not ship.printed.is_base:
            return Fault("T16.2", f"{ship.name} is no Base")
        return find_ship_fault(game, act) or name_both(find_due_fault(game, ship), TURNS_WHEN_LISTED)

    def perform(self, game: GameState, act: Act) -> None:
        ship = game.ships[act.ship]
        end_listed_move(ship)
        ship.facing = turn(ship.facing, -1)
        game.tell(Rotated, ship=ship.index, facing=ship.facing)


class Burn(ActKind):
    """A move by afterburner in an impulse without a listed one (rules T12.3, T12.4)."""

    verb = "burn"
    step = MOVEMENT

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship = game.ships[act.ship]
        return find_ship_fault(game, act) or self._find_burner_fault(game, ship) or find_way_fault(ship, act.detail)

    def _find_burner_fault(self, game: GameState, ship: Ship) -> Fault | None:
        if not ship.printed.afterburners:
            return Fault("T12.3", f"{ship.name} has no afterburners")
        if ship.has_burned:
            return Fault("T12.4", f"{ship.name} has used an afterburner in this impulse")
        if not ship.afterburners:
            return Fault("T12.3", f"The afterburners of {ship.name} are used up")
        if game.moves_now(ship):
            return Fault("T12.3", f"{ship.name} has a listed move in this impulse")
        return None

    def perform(self, game: GameState, act: Act) -> None:
        ship = game.ships[act.ship]
        ship.afterburners -= 1
        ship.has_burned = True
        go(game, ship, act.detail, is_burn=True)


class DockingKind(ActKind):
    """Docking or landing in place of a listed move (rules T19.4)."""

    step = MOVEMENT

    def find_approach_fault(self, game: GameState, ship: Ship, place: Hex) -> Fault | None:
        """Return why a ship cannot move into a hex to dock there, or None (rules T19.6, T19.11)."""
        if ship.printed.kind == TRANSPORT and ship.curve_row.speed != DOCKING_SPEED:
            return Fault("T19.6", f"{ship.name} docks at Speed {DOCKING_SPEED} only")
        if (fault := name_both(find_due_fault(game, ship), DOCKS_BY_MOVE)) is not None:
            return fault
        ways = [way for way in WAYS if find_destination(ship, way) == place]
        faults = [find_way_fault(ship, way) for way in ways]
        if not faults:
            return Fault("T19.4", f"{ship.name} cannot move to {hex_text(place)} now")
        return None if None in faults else name_both(faults[0], DOCKS_BY_WAY)

    def settle_in(self, game: GameState, ship: Ship, place: Hex, host: str) -> None:
        """Take a ship that docks off the map; nothing in the hex touches it (rules T19.2, T19.5, T19.11, T19.12)."""
        end_listed_move(ship)
        ship.status, ship.host, ship.at, ship.slip = DOCKED, host, place, False
        game.release_missiles(ship)
        game.sweep_missiles()
        game.is_unsettled = True


class Dock(DockingKind):
    """Docking with a Base or carrier (rules T19.1, T19.7)."""

    verb = "dock"

    def list_of_ship(self, game: GameState, ship: Ship) -> list[Act]:
        """Return the dockings open to a ship with a move to make."""
        if not ship.is_squadron and not game.battlefield.dockings:
            return []
        acts = [
            game.battlefield.act("dock", ship.index, target=host.index)
            for host in game.ships
            if host is not ship and host.side == ship.side and distance(ship.at, host.at) == 1
        ]
        return [act for act in acts if self.find_fault(game, act) is None]

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship, host = game.ships[act.ship], game.ships[act.target]
        return (
            find_ship_fault(game, act)
            or self._find_host_fault(game, ship, host)
            or self.find_approach_fault(game, ship, host.at)
        )

    def _find_host_fault(self, game: GameState, ship: Ship, host: Ship) -> Fault | None:
        if host is ship or host.side != ship.side or not host.is_in_play:
            return Fault("T19.1", f"{host.name} is no other ship of your side in play")
        if ship.is_squadron and host.printed.carries_fighters:
            return None
        if game.battlefield.may_dock(ship.printed.name, host.name):
            return None
        fault = Fault("T19.1", f"{ship.name} does not dock with {host.name} in this battle")
        return name_both(fault, FOR_A_GOAL) if ship.is_squadron and host.printed.is_base else fault

    def perform(self, game: GameState, act: Act) -> None:
        ship, host = game.ships[act.ship], game.ships[act.target]
        self.settle_in(game, ship, host.at, host.name)
        game.tell(DockedWith, ship=ship.index, host=host.index)


class Land(DockingKind):
    """Landing on a planet (rules T19.3)."""

    verb = "land"

    def list_of_ship(self, game: GameState, ship: Ship) -> list[Act]:
        """Return the landings open to a ship with a move to make."""
        acts = [
            game.battlefield.act("land", ship.index, place=place)
            for place in game.battlefield.list_landings(ship.printed.name)
            if distance(ship.at, place) == 1
        ]
        return [act for act in acts if self.find_fault(game, act) is None]

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship, place = game.ships[act.ship], act.place
        assert place is not None
        if (fault := find_ship_fault(game, act)) is not None:
            return fault
        if game.battlefield.terrain.get(place) != PLANET:
            return Fault("T19.3", f"There is no planet at {hex_text(place)}")
        if place not in game.battlefield.list_landings(ship.printed.name):
            return Fault("T19.3", f"{ship.name} does not land at {hex_text(place)} in this battle")
        return self.find_approach_fault(game, ship, place)

    def perform(self, game: GameState, act: Act) -> None:
        ship, place = game.ships[act.ship], act.place
        assert place is not None
        self.settle_in(game, ship, place, hex_text(place))
        game.tell(DockedWith, ship=ship.index, at=place)


# Missiles.


def list_nearer(game: GameState, missile: Missile) -> list[Hex]:
    """Return the hexes one step nearer to a missile's target, by direction (rules T15.5, T25.12)."""
    goal = game.ships[missile.target].at
    left = distance(missile.at, goal)
    return [place for dq, dr in STEPS if distance(place := (missile.at[0] + dq, missile.at[1] + dr), goal) < left]


def find_flights(game: GameState, missile: Missile) -> list[Hex]:
    """Return the hexes to which a missile may fly: deadly ones only if no other is nearer (rules T15.6, T15.17)."""
    nearer = list_nearer(game, missile)
    return [place for place in nearer if not game.battlefield.is_deadly_for_missiles(place)] or nearer


class Fly(ActKind):
    """The flight that a missile owes in every impulse (rules T15.4)."""

    verb = "fly"
    step = MOVEMENT

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        missile, place = game.missiles.get(act.missile), act.place
        assert place is not None
        if missile is None:
            return Fault("T15.4", f"There is no missile {act.missile}")
        if missile.target < 0:
            return Fault("T15.16", f"Missile {act.missile} has no target")
        if place not in list_nearer(game, missile):
            fault = Fault("T15.5", f"Missile {act.missile} must fly to a hex beside it that is nearer to its target")
            return fault if distance(missile.at, place) == 1 else name_both(fault, HEX_BY_HEX)
        if place not in find_flights(game, missile):
            fault = Fault("T15.6", f"{game.battlefield.describe_place(place)} can be flown round")
            return name_both(fault, ROUND_A_HOLE) if place in game.battlefield.black_holes else fault
        if game.step == MOVEMENT and game.side == missile.side and not missile.owes_flight:
            return Fault("T15.4", f"Missile {act.missile} has flown in this impulse")
        return None

    def perform(self, game: GameState, act: Act) -> None:
        missile, place = game.missiles[act.missile], act.place
        assert place is not None
        start, missile.at, missile.owes_flight = missile.at, place, False
        game.tell(MissileFlew, missile=missile.number, start=start, at=place)
        if game.battlefield.is_deadly_for_missiles(place):
            game.remove_missile(missile)
            game.tell(MissileLost, missile=missile.number, cause=f"the {game.battlefield.terrain[place]}")
        elif place == game.ships[missile.target].at:
            hit_from(game, missile, start)


DOCK, LAND = Dock(), Land()
KINDS: tuple[ActKind, ...] = (
    ListedMove("move"),
    ListedMove("turn"),
    ListedMove("slip"),
    Rotate(),
    Burn(),
    DOCK,
    LAND,
    Fly(),
)


def note_owed(game: GameState) -> None:
    """Note which ships and missiles of the side must move in this step (rules T4.4, T15.4)."""
    for ship in game.ships:
        if ship.side == game.side:
            ship.owes_move = ship.is_in_play and game.moves_now(ship)
    for missile in game.iterate_missiles(game.side):
        missile.owes_flight = missile.target >= 0


def find_owed(game: GameState, seat: int) -> str:
    """Return what a seat still has to move in this step, in words; "" if nothing (rules T4.6)."""
    for ship in game.ships:
        if ship.owes_move and ship.seat == seat and ship.is_in_play:
            return ship.name
    if game.missiles and seat == game.first_seat(game.side):
        for missile in game.iterate_missiles(game.side):
            if missile.owes_flight and missile.target >= 0:
                return f"missile {missile.number}"
    return ""
