"""The power step: what 1 AP buys (rules T5, T12.1, T14.4, T15.13)."""

from __future__ import annotations

from collections.abc import Iterable

from incursions.engine.facings import ARCS
from incursions.games.talon.rules.acts import POWER, Act
from incursions.games.talon.rules.arrival import hit_target
from incursions.games.talon.rules.damage import RANDOM_ARC
from incursions.games.talon.rules.definitions import BASE, Group
from incursions.games.talon.rules.events import (
    BatteryFilled,
    BatteryUsed,
    BoxCharged,
    InitiativeMarked,
    PowerSent,
    Reinforced,
    Retargeted,
    SlipMarked,
    Tightened,
)
from incursions.games.talon.rules.kinds import ActKind, find_ship_fault
from incursions.games.talon.rules.ships import BATTERY_AP, CHART_AP, LOST_GROUP, NO_AP, SENT_AP, SHIELDS_DOWN, Ship
from incursions.games.talon.rules.shooting import Fault, measure
from incursions.games.talon.rules.state import GameState


def find_group(ship: Ship, name: str) -> int:
    """Return the index of a group of the ship by its name, or -1."""
    return next((place for place, group in enumerate(ship.printed.groups) if group.name == name), -1)


def find_ap_fault(game: GameState, ship: Ship) -> Fault | None:
    """Return why a ship has no AP to spend in this impulse, or None (rules T5.2)."""
    if game.side != ship.side and not ship.was_powered and game.has_power_now(ship):
        return None  # it gets its AP when its side's turn comes
    if ship.ap:
        return None
    if ship.was_powered:
        return Fault("T5.2", f"{ship.name} has spent its AP of this impulse")
    return Fault("T5.2", f"{ship.name} has no AP: its Power {ship.power_now} is not listed in this impulse")


class BuyKind(ActKind):
    """An act that a ship does for its AP."""

    step = POWER

    def list_candidates(self, game: GameState, ship: Ship) -> Iterable[Act]:
        """Return the acts of the verb that name the ship."""
        return (game.battlefield.act(self.verb, ship.index),)

    def list_open(self, game: GameState, ship: Ship) -> list[Act]:
        """Return the acts of the verb that a ship in play may do with an AP."""
        return [act for act in self.list_candidates(game, ship) if self.find_fault_with(game, ship, act) is None]

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship = game.ships[act.ship]
        return find_ship_fault(game, act) or self.find_fault_with(game, ship, act) or find_ap_fault(game, ship)

    def find_fault_with(self, game: GameState, ship: Ship, act: Act) -> Fault | None:
        """Return what bars a ship in play from the act, AP apart."""
        raise NotImplementedError

    def perform(self, game: GameState, act: Act) -> None:
        ship = game.ships[act.ship]
        ship.ap = NO_AP
        self.apply(game, ship, act)

    def apply(self, game: GameState, ship: Ship, act: Act) -> None:
        """Do the act; its AP is spent."""
        raise NotImplementedError


class Charge(BuyKind):
    """Charge the first empty yellow box of a group whose red boxes are full (rules T5.4)."""

    verb = "charge"

    def list_candidates(self, game: GameState, ship: Ship) -> Iterable[Act]:
        return [game.battlefield.act("charge", ship.index, group.name) for group in ship.printed.groups]

    def list_open(self, game: GameState, ship: Ship) -> list[Act]:
        return [
            game.battlefield.act("charge", ship.index, group.name)
            for group, filled in zip(ship.printed.groups, ship.charge, strict=True)
            if group.red <= filled < group.full
        ]

    def find_fault_with(self, game: GameState, ship: Ship, act: Act) -> Fault | None:
        place = find_group(ship, act.detail)
        if place < 0:
            return Fault("T5.4", f"{ship.name} has no group called {act.detail}")
        group, charge = ship.printed.groups[place], ship.charge[place]
        if charge == LOST_GROUP:
            return Fault("T5.4", f"{group.name} of {ship.name} is destroyed")
        if charge < group.red:
            return Fault("T5.4", f"The red boxes of {group.name} of {ship.name} are not full")
        if charge == group.full:
            return Fault("T5.4", f"{group.name} of {ship.name} has no empty yellow box")
        return None

    def apply(self, game: GameState, ship: Ship, act: Act) -> None:
        add_charge(ship, find_group(ship, act.detail), 1)
        game.tell(BoxCharged, ship=ship.index, group=act.detail)


def add_charge(ship: Ship, place: int, boxes: int) -> None:
    """Fill boxes of a group, not more than it has."""
    charge = [*ship.charge]
    charge[place] = min(charge[place] + boxes, ship.printed.groups[place].full)
    ship.charge = tuple(charge)


class Reinforce(BuyKind):
    """Reinforce an arc until the same impulse of the next round (rules T5.5)."""

    verb = "reinforce"

    def list_candidates(self, game: GameState, ship: Ship) -> Iterable[Act]:
        return [game.battlefield.act("reinforce", ship.index, arc) for arc in ARCS]

    def list_open(self, game: GameState, ship: Ship) -> list[Act]:
        acts = [*self.list_candidates(game, ship)]
        return [] if self.find_fault_with(game, ship, acts[0]) else acts  # what bars one arc bars all

    def find_fault_with(self, game: GameState, ship: Ship, act: Act) -> Fault | None:
        if act.detail not in ARCS:
            return Fault("T5.5", f"{act.detail} is no arc; there are {', '.join(ARCS)}")
        if not ship.printed.has_shields:
            return Fault("T5.12", f"{ship.name} has no shields")
        if game.is_in_nebula(ship):
            return Fault("T5.9", f"{ship.name} is inside a nebula")
        if SHIELDS_DOWN in ship.effects:
            return Fault("T10.3", f"The shields of {ship.name} are down")
        return None

    def apply(self, game: GameState, ship: Ship, act: Act) -> None:
        reinforced = [*ship.reinforced]
        reinforced[ARCS.index(act.detail)] += game.impulse
        ship.reinforced = tuple(reinforced)
        game.tell(Reinforced, ship=ship.index, arc=act.detail, letter=game.impulse)


class Tighten(BuyKind):
    """Lower the turn wait by 1 (rules T5.7)."""

    verb = "tighten"

    def find_fault_with(self, game: GameState, ship: Ship, act: Act) -> Fault | None:
        if ship.printed.is_base:
            return Fault("T16.1", f"{ship.name} is a Base and has no Turn Radius")
        return None if ship.wait else Fault("T5.7", f"{ship.name} waits for no turn")

    def apply(self, game: GameState, ship: Ship, act: Act) -> None:
        ship.wait -= 1
        game.tell(Tightened, ship=ship.index, wait=ship.wait)


class MarkSlip(BuyKind):
    """Prepare a side slip (rules T5.8, T7)."""

    verb = "mark slip"

    def find_fault_with(self, game: GameState, ship: Ship, act: Act) -> Fault | None:
        if ship.printed.is_base:
            return Fault("T7.4", f"{ship.name} is a Base and does not slip")
        return Fault("T5.8", f"{ship.name} holds a slip mark already") if ship.slip else None

    def apply(self, game: GameState, ship: Ship, act: Act) -> None:
        ship.slip = True
        game.tell(SlipMarked, ship=ship.index)


class FillBattery(BuyKind):
    """Fill the battery (rules T12.1), with any AP but a battery's (T12.2)."""

    verb = "fill battery"

    def find_fault_with(self, game: GameState, ship: Ship, act: Act) -> Fault | None:
        if not ship.printed.battery:
            return Fault("T12.1", f"{ship.name} has no battery")
        if ship.ap == BATTERY_AP:
            return Fault("T12.2", "A battery's AP does not fill a battery")
        if ship.battery == ship.printed.battery:
            return Fault("T12.1", f"The battery of {ship.name} is full")
        return None

    def apply(self, game: GameState, ship: Ship, act: Act) -> None:
        ship.battery += 1
        game.tell(BatteryFilled, ship=ship.index)


class ChangeInitiative(BuyKind):
    """Lay a change mark (rules T4.8)."""

    verb = "change initiative"

    def find_fault_with(self, game: GameState, ship: Ship, act: Act) -> Fault | None:
        if ship.side == game.initiative:
            return Fault("T4.8", "Your side has the initiative; it can be defended")
        return None

    def apply(self, game: GameState, ship: Ship, act: Act) -> None:
        change, defend = game.marks
        game.marks = (change + 1, defend)
        game.tell(InitiativeMarked, ship=ship.index, what="change")


class DefendInitiative(BuyKind):
    """Lay a defend mark (rules T4.8)."""

    verb = "defend initiative"

    def find_fault_with(self, game: GameState, ship: Ship, act: Act) -> Fault | None:
        if ship.side != game.initiative:
            return Fault("T4.8", "Your side does not have the initiative")
        return None

    def apply(self, game: GameState, ship: Ship, act: Act) -> None:
        change, defend = game.marks
        game.marks = (change, defend + 1)
        game.tell(InitiativeMarked, ship=ship.index, what="defend")


class Retarget(BuyKind):
    """Give a missile another target (rules T15.13-T15.15)."""

    verb = "retarget"

    def list_candidates(self, game: GameState, ship: Ship) -> Iterable[Act]:
        if not list_launchers(ship):
            return ()
        foes = game.list_ships(1 - ship.side)
        return [
            game.battlefield.act("retarget", ship.index, target=foe.index, missile=missile.number)
            for missile in game.iterate_missiles(ship.side)
            for foe in foes
        ]

    def find_fault_with(self, game: GameState, ship: Ship, act: Act) -> Fault | None:
        missile, target = game.missiles.get(act.missile), game.ships[act.target]
        if missile is None:
            return Fault("T15.13", f"There is no missile {act.missile}")
        if missile.side != ship.side:
            return Fault("T15.13", f"Missile {act.missile} is not of your side")
        if target.side == ship.side or not target.is_in_play:
            return Fault("T15.13", f"{target.name} is no enemy ship in play")
        if missile.target == target.index:
            return Fault("T15.13", f"Missile {act.missile} is aimed at {target.name} already")
        launchers = list_launchers(ship)
        if not launchers:
            return Fault("T15.13", f"{ship.name} has no missile launcher")
        working = [group for group, charge in launchers if charge != LOST_GROUP]
        if not working:
            return Fault("T15.14", f"The launcher of {ship.name} is destroyed")
        return self._find_line_fault(game, ship, target, working)

    def _find_line_fault(self, game: GameState, ship: Ship, target: Ship, launchers: list[Group]) -> Fault | None:
        """Return why no launcher covers the target by arc, range and line, or None."""
        field = game.battlefield
        steps, offset = measure(ship.at, target.at)
        covered = any(
            steps in group.weapon.launch and field.fires_into(group.arcs, ship.facing, offset) for group in launchers
        )
        if not covered:
            return Fault("T15.13", f"{target.name} is not in arc and range of a launcher of {ship.name}")
        blocked = field.see(ship.at, target.at).blocked_at
        if blocked is not None and field.rulings["retarget_needs_line"]:
            return Fault("T15.14", f"{field.describe_place(blocked)} blocks the line")
        return None

    def apply(self, game: GameState, ship: Ship, act: Act) -> None:
        missile, target = game.missiles[act.missile], game.ships[act.target]
        missile.target = target.index
        game.tell(Retargeted, ship=ship.index, missile=missile.number, target=target.index)
        if missile.at == target.at:
            hit_target(game, missile, "" if target.is_squadron else RANDOM_ARC)


def list_launchers(ship: Ship) -> list[tuple[Group, int]]:
    """Return the missile groups of a ship with their charge."""
    return [
        (group, charge) for group, charge in zip(ship.printed.groups, ship.charge, strict=True) if group.weapon.launch
    ]


class Transmit(BuyKind):
    """Give a friendly squadron the AP of a carrier or Base (rules T14.4, T14.5)."""

    verb = "transmit"

    def list_candidates(self, game: GameState, ship: Ship) -> Iterable[Act]:
        if not _can_transmit(ship):
            return ()
        return [
            game.battlefield.act("transmit", ship.index, target=other.index)
            for other in game.ships
            if other.is_squadron and other.side == ship.side
        ]

    def find_fault_with(self, game: GameState, ship: Ship, act: Act) -> Fault | None:
        target = game.ships[act.target]
        if not _can_transmit(ship):
            return Fault("T14.4", f"{ship.name} is no carrier or Base")
        if not target.is_squadron or target.side != ship.side or not target.is_in_play:
            return Fault("T14.4", f"{target.name} is no squadron of your side in play")
        barrier = game.battlefield.find_power_barrier(ship.at, target.at)
        if barrier is not None:
            return Fault("T14.5", f"{game.battlefield.describe_place(barrier)} keeps the power from {target.name}")
        if target.was_powered:
            return Fault("T5.2", f"{target.name} has had its AP of this impulse")
        return None

    def apply(self, game: GameState, ship: Ship, act: Act) -> None:
        target = game.ships[act.target]
        target.ap, target.was_powered = SENT_AP, True
        game.tell(PowerSent, ship=ship.index, target=target.index)


def _can_transmit(ship: Ship) -> bool:
    return ship.printed.carries_fighters or ship.printed.kind == BASE


class UseBattery(ActKind):
    """Take 1 AP from a full battery, in an impulse in which the ship gets none by the chart (rules T12.1, T5.2)."""

    verb = "use battery"
    step = POWER

    def find_fault(self, game: GameState, act: Act) -> Fault | None:
        ship = game.ships[act.ship]
        if (fault := find_ship_fault(game, act)) is not None:
            return fault
        if not ship.printed.battery:
            return Fault("T12.1", f"{ship.name} has no battery")
        if not ship.battery:
            return Fault("T12.1", f"The battery of {ship.name} is empty")
        if ship.was_powered or (game.side != ship.side and game.has_power_now(ship)):
            return Fault("T5.2", f"{ship.name} has had its AP of this impulse")
        return None

    def perform(self, game: GameState, act: Act) -> None:
        ship = game.ships[act.ship]
        ship.battery, ship.ap, ship.was_powered = ship.battery - 1, BATTERY_AP, True
        game.tell(BatteryUsed, ship=ship.index)


BUY_KINDS = (
    Charge(),
    Reinforce(),
    Tighten(),
    MarkSlip(),
    FillBattery(),
    ChangeInitiative(),
    DefendInitiative(),
    Retarget(),
    Transmit(),
)
KINDS: tuple[ActKind, ...] = (*BUY_KINDS, UseBattery())


def list_power_acts(game: GameState, seat: int) -> list[Act]:
    """Return the acts of the power step of a seat, ship by ship (rules T25.12)."""
    acts: list[Act] = []
    for ship in game.ships:
        if ship.seat != seat or not ship.is_in_play:
            continue
        if ship.ap:
            for kind in BUY_KINDS:
                acts += kind.list_open(game, ship)
        elif ship.battery and not ship.was_powered:
            acts.append(game.battlefield.act("use battery", ship.index))
    return acts


def give_ap(game: GameState) -> None:
    """Give 1 AP to each ship of the side whose effective Power is listed (rules T5.2)."""
    for ship in game.ships:
        if ship.side == game.side and ship.is_in_play and game.has_power_now(ship):
            ship.ap, ship.was_powered = CHART_AP, True
