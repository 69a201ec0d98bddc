"""The fire step: groups, their weapons one by one, launches, the gun and the cannon (rules T8, T15.1, T17, T18)."""

from __future__ import annotations

from incursions.engine import Frame
from incursions.engine.frames import frame_class
from incursions.engine.hexes import Hex, distance
from incursions.games.talon.rules.acts import FIRE, Act
from incursions.games.talon.rules.arrival import push_away
from incursions.games.talon.rules.damage import SHOT, Blow, push_blows
from incursions.games.talon.rules.definitions import Group
from incursions.games.talon.rules.events import CannonRolled, Fired, GroupHeld, Hit, Launched, Missed, Rolled
from incursions.games.talon.rules.kinds import ActKind, find_ship_fault
from incursions.games.talon.rules.power import find_group
from incursions.games.talon.rules.ships import LOST_GROUP, Missile, Ship
from incursions.games.talon.rules.shooting import (
    Fault,
    bears_on,
    describe_target_hex,
    find_aim_fault,
    measure,
    name_both,
    reckon_damage,
)
from incursions.games.talon.rules.state import GameState

CANNON_AIM = "The cannon needs an enemy ship as its target"


def find_target_fault(game: GameState, ship: Ship, group: Group, act: Act) -> Fault | None:
    """Return why nothing of the kind is fired at, or None (rules T8.4, T15.1, T18.4)."""
    if act.place is not None:
        return describe_target_hex(game, act.place)
    if act.missile:
        missile = game.missiles.get(act.missile)
        if missile is None:
            return Fault("T8.4", f"There is no missile {act.missile}")
        if missile.side == ship.side:
            fault = Fault("T8.4", f"Missile {act.missile} is of your own side")
            return name_both(fault, f"{CANNON_AIM} (T18.4)") if group.weapon.is_cone else fault
        if group.weapon.launch:
            return Fault("T15.1", "A missile is launched at a ship")
        return Fault("T18.4", CANNON_AIM) if group.weapon.is_cone else None
    target = game.ships[act.target]
    if target.side == ship.side:
        return Fault("T8.4", f"{target.name} is of your own side")
    return None if target.is_in_play else Fault("T8.4", f"{target.name} is {target.status}")


def find_bar_fault(game: GameState, ship: Ship, place: int) -> Fault | None:
    """Return why a group is not ready to fire, or None (rules T8.1, T8.13)."""
    group = ship.printed.groups[place]
    if game.volley[:2] == (ship.index, place):
        return None
    if ship.charge[place] == LOST_GROUP:
        return Fault("T8.1", f"{group.name} of {ship.name} is destroyed")
    if ship.charge[place] < group.full:
        return Fault("T8.1", f"{group.name} of {ship.name} is not fully charged")
    return None


def find_volley_fault(game: GameState) -> Fault | None:
    """Return the group half fired that has to be finished before anything else, or None (rules T8.3)."""
    if not game.volley:
        return None
    ship = game.ships[game.volley[0]]
    name = ship.printed.groups[game.volley[1]].name
    return Fault("T8.3", f"{name} of {ship.name} is half fired; finish or hold it first")


def find_target_place(game: GameState, act: Act) -> Hex:
    """Return the hex of the ship or missile at which an act fires."""
    return game.missiles[act.missile].at if act.missile else game.ships[act.target].at


class Fire(ActKind):
    """Firing one weapon of a group at a target, or launching a missile (rules T8.3)."""

    verb = "fire"
    step = FIRE

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship = game.ships[act.ship]
        if (fault := find_ship_fault(game, act)) is not None:
            return fault
        place = find_group(ship, act.detail)
        if place < 0:
            return Fault("T8.1", f"{ship.name} has no group called {act.detail}")
        group = ship.printed.groups[place]
        return (
            find_target_fault(game, ship, group, act)
            or find_bar_fault(game, ship, place)
            or find_aim_fault(game, ship, group, find_target_place(game, act))
        )

    def perform(self, game: GameState, act: Act) -> None:
        ship = game.ships[act.ship]
        place = find_group(ship, act.detail)
        group = ship.printed.groups[place]
        self._use_weapon(game, ship, place)
        if group.weapon.launch:
            launch(game, ship, group, game.ships[act.target])
            return
        aim: dict[str, int] = {"missile": act.missile} if act.missile else {"target": act.target}
        game.tell(Fired, ship=ship.index, group=group.name, weapon=group.weapon.name, **aim)
        if group.weapon.is_cone:
            fire_cannon(game, ship, group, game.ships[act.target])
        elif act.missile:
            fire_at_missile(game, ship, group, game.missiles[act.missile])
        else:
            fire_at_ship(game, ship, group, game.ships[act.target])

    def _use_weapon(self, game: GameState, ship: Ship, place: int) -> None:
        """Empty the bar with the first shot, and count the weapons left (rules T8.2, T8.13, T14.3)."""
        if game.volley:
            left = game.volley[2] - 1
        else:
            charge = [*ship.charge]
            charge[place] = 0
            ship.charge = tuple(charge)
            left = (ship.fighters if ship.is_squadron else ship.printed.groups[place].weapons) - 1
        game.volley = (ship.index, place, left) if left else ()


class Hold(ActKind):
    """Closing a group half fired; its other weapons are lost (rules T8.3)."""

    verb = "hold"
    step = FIRE

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship = game.ships[act.ship]
        if (fault := find_ship_fault(game, act)) is not None:
            return fault
        if not game.volley or game.volley[:2] != (ship.index, find_group(ship, act.detail)):
            return Fault("T8.3", f"{act.detail} of {ship.name} is not half fired")
        return None

    def perform(self, game: GameState, act: Act) -> None:
        game.volley = ()
        game.tell(GroupHeld, ship=act.ship, group=act.detail)


SHOTS = Fire()
KINDS: tuple[ActKind, ...] = (SHOTS, Hold())


# What a weapon does.


def launch(game: GameState, ship: Ship, group: Group, target: Ship) -> None:
    """Launch a missile with the next free number from the hex of the ship (rules T15.1, T15.3, T15.4)."""
    number = game.next_missile
    game.next_missile += 1
    game.missiles[number] = Missile(number, ship.side, ship.at, target.index)
    game.tell(Launched, ship=ship.index, group=group.name, missile=number, target=target.index)


def roll_shot(game: GameState, group: Group, start: Hex, end: Hex) -> int:
    """Roll the die of a shot and return its damage (rules T8.8)."""
    (die,) = game.dice.roll("shot", 1)
    counts, points = reckon_damage(game, group, start, end, die)
    game.tell(Rolled, die=die, counts=counts)
    return points


def fire_at_missile(game: GameState, ship: Ship, group: Group, missile: Missile) -> None:
    """Fire at a missile, which the gun destroys and does not displace (rules T15.8, T17.11)."""
    points = roll_shot(game, group, ship.at, missile.at)
    game.tell(Hit if points else Missed, missile=missile.number)
    if points:
        push_blows(game, [Blow(-1, missile.number, points, "", SHOT)])


def fire_at_ship(game: GameState, ship: Ship, group: Group, target: Ship) -> None:
    """Fire at a ship; the gun displaces it before the damage (rules T8.10, T17.2)."""
    points = roll_shot(game, group, ship.at, target.at)
    game.tell(Hit if points else Missed, target=target.index)
    if not points:
        return
    arc = find_struck_arc(game, ship, target)
    if group.weapon.displaces and _can_be_moved(game, target):
        game.stack.append(GunDamage(target.index, points, arc))
        push_away(game, ship, target)
    else:
        push_blows(game, [Blow(target.index, 0, points, arc, SHOT)])


def _can_be_moved(game: GameState, target: Ship) -> bool:
    """Return True if the gun displaces the ship (rules T16.7)."""
    return not target.printed.is_base or bool(game.battlefield.rulings["wmg_moves_bases"])


def find_struck_arc(game: GameState, ship: Ship, target: Ship) -> str:
    """Return the arc of the target in which the firer lies; "" for squadrons (rules T8.10)."""
    if target.is_squadron:
        return ""
    return game.battlefield.find_arc(target.facing, (ship.at[0] - target.at[0], ship.at[1] - target.at[1]))


@frame_class
class GunDamage(Frame[GameState]):
    """The damage of the gun, which waits until its target has been displaced (rules T17.6, T17.8, T17.10)."""

    ship: int
    points: int
    arc: str

    def advance(self, game: GameState) -> None:
        game.stack.remove(self)
        if game.ships[self.ship].is_in_play:
            push_blows(game, [Blow(self.ship, 0, self.points, self.arc, SHOT)])


def fire_cannon(game: GameState, ship: Ship, group: Group, target: Ship) -> None:
    """Fire the cannon: one die for all in its cone, friends too; ships first, missiles last (rules T18)."""
    (die,) = game.dice.roll("shot", 1)
    game.tell(CannonRolled, die=die)
    blows = [
        Blow(other.index, 0, points, find_struck_arc(game, ship, other), SHOT)
        for other in game.ships
        if other.is_in_play
        and other.printed.kind not in group.weapon.spares
        and (points := _reckon_in_cone(game, ship, group, other.at, die))
    ]
    game.tell(Hit if any(blow.ship == target.index for blow in blows) else Missed, target=target.index)
    blows += [
        Blow(-1, missile.number, points, "", SHOT)
        for missile in game.missiles.values()
        if (points := _reckon_in_cone(game, ship, group, missile.at, die))
    ]
    push_blows(game, blows, first_side=ship.side)


def _reckon_in_cone(game: GameState, ship: Ship, group: Group, at: Hex, die: int) -> int:
    """Return the cannon's damage in a hex, 0 outside its cone (rules T18.1, T18.7, T18.8)."""
    steps, offset = measure(ship.at, at)
    if not steps or steps not in group.weapon.ranges:
        return 0
    field = game.battlefield
    if not field.fires_into(group.arcs, ship.facing, offset):
        return 0
    if field.rulings["fusion_blocked"] and field.see(ship.at, at).blocked_at is not None:
        return 0
    return reckon_damage(game, group, ship.at, at, die)[1]


# Options.


def list_fire_acts(game: GameState, seat: int) -> list[Act]:
    """Return the shots of a seat; of a group half fired only its own, and its closing (rules T8.3, T25.2)."""
    if game.volley:
        ship = game.ships[game.volley[0]]
        if ship.seat != seat:
            return []
        place = game.volley[1]
        acts = list_shots(game, ship, place)
        return [*acts, game.battlefield.act("hold", ship.index, ship.printed.groups[place].name)] if acts else []
    acts = []
    for ship in game.ships:
        if ship.seat == seat and ship.is_in_play and (game.missiles or has_foe_in_reach(game, ship)):
            for place, group in enumerate(ship.printed.groups):
                if ship.charge[place] == group.full:
                    acts += list_shots(game, ship, place)
    return acts


def has_foe_in_reach(game: GameState, ship: Ship) -> bool:
    """Return True if an enemy ship is no farther away than the longest range of the ship's groups."""
    reach = game.battlefield.reaches[ship.index]
    for other in game.ships:
        if other.side != ship.side and other.is_in_play and distance(ship.at, other.at) <= reach:
            return True
    return False


def list_shots(game: GameState, ship: Ship, place: int) -> list[Act]:
    """Return the shots of a group that is ready: at ships in order, then at missiles by number (rules T25.12)."""
    group, field = ship.printed.groups[place], game.battlefield
    acts = [
        field.act("fire", ship.index, group.name, target=other.index)
        for other in game.ships
        if other.side != ship.side and other.is_in_play and bears_on(game, ship, group, other.at)
    ]
    if game.missiles and not group.weapon.launch and not group.weapon.is_cone:
        acts += [
            field.act("fire", ship.index, group.name, missile=missile.number)
            for missile in game.missiles.values()
            if missile.side != ship.side and bears_on(game, ship, group, missile.at)
        ]
    return acts
