"""Damage: points on ships and missiles, criticals, destruction, and blasts that wait their turn (rules T9, T10)."""

from __future__ import annotations

from typing import NamedTuple

from incursions.engine import Choice, Question
from incursions.engine.facings import ARCS, step
from incursions.engine.frames import frame_class
from incursions.engine.hexes import Hex
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.definitions import Critical
from incursions.games.talon.rules.events import (
    ArcRolled,
    CriticalRolled,
    Damaged,
    Destroyed,
    Exploded,
    FighterLost,
    GroupLost,
    JumpCalledOff,
    MissileStruck,
    ReinforcementsGone,
    Retreated,
)
from incursions.games.talon.rules.ships import (
    DESTROYED,
    DOCKED,
    DRIVE_HIT,
    HELM_DOWN,
    LOST_GROUP,
    NO_REINFORCEMENTS,
    Missile,
    Ship,
)
from incursions.games.talon.rules.state import GameState

RANDOM_ARC = "random"
COLLISION, BLAST, MISSILE_HIT, SHOT, ROCKS = "collision", "blast", "missile", "shot", "asteroids"


class Blow(NamedTuple):
    """Points of damage for a ship, or for a missile if `missile` is not 0.

    `arc` is the arc struck, `RANDOM_ARC`, or "" for what has none. `choose_from` are the missiles of which one is
    struck, when several lie in a hex (rules T9.7).
    """

    ship: int
    missile: int
    points: int
    arc: str
    cause: str
    choose_from: tuple[int, ...] = ()


@frame_class
class Blows(Choice[GameState]):
    """Damage that falls together, and then the blasts that it sets off, one after another (rules T9.10).

    `blows` are those still to fall, as plain tuples. `first_side`: its ships are damaged first; -1: the blows fall in
    their order. `seat` is the seat asked in which order its own ships are damaged, or which missile is struck.
    """

    seat: int
    blows: tuple[tuple[object, ...], ...]
    first_side: int = -1

    def advance(self, game: GameState) -> None:
        blows = [Blow(*blow) for blow in self.blows]  # type: ignore[arg-type]
        blows = [blow for blow in blows if _is_left(game, blow)]
        if not blows:
            self._end(game)
            return
        choices = self._find_choices(game, blows)
        if len(choices) == 1:
            self._let_fall(game, blows, choices[0])
            return
        chooser = game.find_chooser(self._find_owner(game, choices))
        if chooser is None:
            self._let_fall(game, blows, choices[0])
            return
        self.seat = chooser
        self.blows = tuple(blows)
        game.asked += 1
        game.ask(self.seat)

    def _find_choices(self, game: GameState, blows: list[Blow]) -> list[Blow]:
        """Return the blows of which one falls next: ships before missiles, the first side's before the other's."""
        if self.first_side < 0:
            return blows[:1]
        ships = [blow for blow in blows if not blow.missile]
        if ships:
            first = [blow for blow in ships if game.ships[blow.ship].side == self.first_side]
            return first or ships
        blow = blows[0]
        if not blow.choose_from:
            return [blow]
        return [blow._replace(missile=number) for number in blow.choose_from if number in game.missiles]

    def _find_owner(self, game: GameState, choices: list[Blow]) -> int:
        """Return the seat of the ships that are damaged, or the one that chooses for the side (rules T1.5, T9.10)."""
        if choices[0].missile:
            return game.first_seat(game.missiles[choices[0].missile].side)
        ships = [game.ships[blow.ship] for blow in choices]
        seats = {ship.seat for ship in ships}
        return ships[0].seat if len(seats) == 1 else game.first_seat(ships[0].side)

    def stage(self, game: GameState, said: tuple[str, ...]) -> Question | None:
        if said:
            return None
        choices = self._find_choices(game, [Blow(*blow) for blow in self.blows])  # type: ignore[arg-type]
        texts = [_name_choice(game.battlefield, blow) for blow in choices]
        if choices[0].missile:
            return Question(self.seat, "one", "strike", texts, texts[0], "Which missile is struck?", "T9.7")
        return Question(self.seat, "one", "damage", texts, texts[0], "Which ship is damaged next?", "T9.10")

    def perform(self, game: GameState, said: tuple[str, ...]) -> None:
        blows = [Blow(*blow) for blow in self.blows]  # type: ignore[arg-type]
        for blow in self._find_choices(game, blows):
            if _name_choice(game.battlefield, blow) == said[0]:
                self._let_fall(game, blows, blow)
                return

    def _let_fall(self, game: GameState, blows: list[Blow], blow: Blow) -> None:
        """Let a blow fall, and keep those that wait."""
        left = blows[1:] if blow.choose_from else [other for other in blows if other is not blow]
        self.blows = tuple(left)
        strike(game, blow)

    def _end(self, game: GameState) -> None:
        """Go on with the next blast, or leave the stack."""
        if not game.blasts:
            game.sweep_missiles()
            game.stack.remove(self)
            return
        (ship, at), *rest = game.blasts
        game.blasts = tuple(rest)
        self.first_side = game.initiative
        self.blows = tuple(_list_blast(game, game.ships[ship], at))


def push_blows(game: GameState, blows: list[Blow], first_side: int = -1) -> None:
    """Put damage that falls together, with the blasts that follow, on the stack."""
    game.stack.append(Blows(0, tuple(blows), first_side))


def push_blasts(game: GameState) -> None:
    """Let the ships that were lost without damage explode next."""
    if game.blasts:
        push_blows(game, [])


def _is_left(game: GameState, blow: Blow) -> bool:
    """Return True if what the blow strikes is still there."""
    if blow.choose_from:
        return any(number in game.missiles for number in blow.choose_from)
    return blow.missile in game.missiles if blow.missile else game.ships[blow.ship].is_in_play


def _name_choice(battlefield: Battlefield, blow: Blow) -> str:
    """Return the option that lets a blow fall (rules T25.1)."""
    if blow.missile:
        return battlefield.act("strike", missile=blow.missile).text
    return battlefield.act("damage", blow.ship).text


def _list_blast(game: GameState, source: Ship, at: Hex) -> list[Blow]:
    """Return the damage of an explosion: every ship beside it or with it, and one missile a hex (rules T9.5-T9.7)."""
    points = source.printed.explosion
    if not points:
        return []
    game.tell(Exploded, ship=source.index, at=at, points=points)
    around = (at, *(step(at, direction) for direction in range(6)))
    blows = [
        Blow(ship.index, 0, points, find_arc_towards(game, ship, at), BLAST)
        for ship in game.ships
        if ship.is_in_play and ship.at in around
    ]
    for there in around:
        numbers = _pick_side(game, game.list_missiles_at(there))
        if numbers:
            blows.append(Blow(-1, numbers[0], points, "", BLAST, tuple(numbers) if len(numbers) > 1 else ()))
    return blows


def _pick_side(game: GameState, missiles: list[Missile]) -> list[int]:
    """Return the missiles of a hex of which one is struck; of both sides' those of the side with the initiative."""
    sides = {missile.side for missile in missiles}
    side = game.initiative if len(sides) == 2 else None
    return [missile.number for missile in missiles if side is None or missile.side == side]


def find_arc_towards(game: GameState, ship: Ship, at: Hex) -> str:
    """Return the arc of a ship that faces a hex, a random one in the same hex; "" for squadrons (rules T9.6, T9.13)."""
    if ship.is_squadron:
        return ""
    if ship.at == at:
        return RANDOM_ARC if game.battlefield.rulings["same_hex_arc"] == RANDOM_ARC else ARCS[0]
    return game.battlefield.find_arc(ship.facing, (at[0] - ship.at[0], at[1] - ship.at[1]))


def strike(game: GameState, blow: Blow) -> None:
    """Let points fall on a ship or a missile."""
    if blow.missile:
        strike_missile(game, game.missiles[blow.missile], blow.points)
    else:
        damage_ship(game, game.ships[blow.ship], blow.points, blow.arc, blow.cause)


def strike_missile(game: GameState, missile: Missile, points: int) -> None:
    """Turn a missile to its damaged face, or destroy it (rules T15.8-T15.10)."""
    is_gone = missile.is_damaged or points >= game.battlefield.missile.dies_at
    missile.is_damaged = True
    if is_gone:
        game.remove_missile(missile)
    game.tell(MissileStruck, missile=missile.number, points=points, is_gone=is_gone)


def roll_arc(game: GameState, ship: Ship) -> str:
    """Roll the arc that is struck: the highest of four dice, ties again among themselves (rules T9.8)."""
    arcs = list(ARCS)
    thrown: list[int] = []
    while len(arcs) > 1:
        dice = game.dice.roll("arc", len(arcs))
        thrown += dice
        arcs = [arc for arc, die in zip(arcs, dice, strict=True) if die == max(dice)]
    game.tell(ArcRolled, ship=ship.index, arc=arcs[0], dice=thrown)
    return arcs[0]


def damage_ship(game: GameState, ship: Ship, points: int, arc: str, cause: str) -> None:
    """Let points fall on a ship: reinforcements, shields, then hull, and roll its criticals (rules T9.1, T10.1)."""
    if ship.is_squadron:
        _damage_squadron(game, ship, points, cause)
        return
    if arc == RANDOM_ARC:
        arc = roll_arc(game, ship)
    stopped = by_shields = 0
    left = points
    if game.has_shields_up(ship):
        place = ARCS.index(arc)
        left, stopped = _spend_reinforcements(game, ship, place, left)
        by_shields = min(left, ship.shields[place])
        if by_shields:
            shields = [*ship.shields]
            shields[place] -= by_shields
            ship.shields = tuple(shields)
            left -= by_shields
    game.tell(
        Damaged,
        ship=ship.index,
        arc=arc,
        points=points,
        reinforcements=stopped,
        shields=by_shields,
        hull=left,
        cause=cause,
    )
    if left:
        roll_criticals(game, ship, mark_hull(game, ship, left, cause))


def _spend_reinforcements(game: GameState, ship: Ship, place: int, points: int) -> tuple[int, int]:
    """Use up the reinforcements of an arc that are needed, the oldest first. Return points left and their number."""
    letters, each = ship.reinforced[place], game.battlefield.rulings["reinforcement"]
    used = min(len(letters), -(-points // each)) if each else 0
    if used:
        reinforced = [*ship.reinforced]
        reinforced[place] = letters[used:]
        ship.reinforced = tuple(reinforced)
    return max(0, points - used * each), used


def _damage_squadron(game: GameState, ship: Ship, points: int, cause: str) -> None:
    """Strike one fighter, a damaged one first; what it has too much is lost (rules T14.2)."""
    hull = min(points, len(ship.printed.hull) - ship.marked)
    game.tell(Damaged, ship=ship.index, arc="", points=points, reinforcements=0, shields=0, hull=hull, cause=cause)
    ship.marked += hull
    if ship.marked < len(ship.printed.hull):
        return
    ship.fighters -= 1
    ship.marked = 0
    game.tell(FighterLost, ship=ship.index, left=ship.fighters)
    if not ship.fighters:
        destroy(game, ship, cause)
    elif game.volley and game.volley[0] == ship.index:  # a fighter left has one phaser (T14.3)
        game.volley = (*game.volley[:2], min(game.volley[2], ship.fighters))


def mark_hull(game: GameState, ship: Ship, boxes: int, cause: str) -> int:
    """Mark hull boxes from left to right and return the number of criticals, 0 if the ship is destroyed by it."""
    printed, before = ship.printed, ship.marked
    ship.marked = min(len(printed.hull), before + boxes)
    if ship.marked == len(printed.hull):
        destroy(game, ship, cause)
        return 0
    return sum(before < box <= ship.marked for box in printed.critical_boxes)


def roll_criticals(game: GameState, ship: Ship, count: int) -> None:
    """Roll so many criticals one after the other; new ones wait behind them (rules T10.1, T10.11)."""
    while count and ship.is_in_play:
        dice = game.dice.roll("critical", 2)
        critical = game.battlefield.definitions.criticals[sum(dice)]
        game.tell(CriticalRolled, ship=ship.index, dice=dice, effect=critical.name)
        count += _apply_critical(game, ship, critical) - 1


def _apply_critical(game: GameState, ship: Ship, critical: Critical) -> int:
    """Apply a critical and return the number of further ones that its hull boxes bring (rules T10.2-T10.8)."""
    if critical.destroys:
        destroy(game, ship, "a critical hit")
        return 0
    if critical.loses_group:
        lose_group(game, ship)
        return 0
    if _stays(ship, critical):
        ship.effects = (*ship.effects, critical.name)
        ship.fresh = (*ship.fresh, critical.name)
        if critical.shields_down:
            drop_reinforcements(game, ship)
    if critical.jump_offline and ship.jump >= 0:
        ship.jump = -1
        game.tell(JumpCalledOff, ship=ship.index)
    return mark_hull(game, ship, critical.hull, "a critical hit") if critical.hull else 0


def _stays(ship: Ship, critical: Critical) -> bool:
    """Return True if a critical lays a lasting effect on this ship (rules T10.4, T10.8)."""
    if critical.name == HELM_DOWN and ship.printed.is_base:
        return False
    lasting = critical.shields_down or critical.helm_down or critical.power_zero or critical.radius or critical.power
    if not lasting and not critical.jump_offline:
        return False
    most = 1 if critical.name == DRIVE_HIT else critical.stack
    return most is None or ship.effects.count(critical.name) < most


def drop_reinforcements(game: GameState, ship: Ship) -> None:
    """Destroy all reinforcements of a ship (rules T10.3, T20.10)."""
    if ship.reinforced != NO_REINFORCEMENTS:
        ship.reinforced = NO_REINFORCEMENTS
        game.tell(ReinforcementsGone, ship=ship.index)


def lose_group(game: GameState, ship: Ship) -> None:
    """Destroy a random surviving group: the highest of a die for each, ties again (rules T10.5)."""
    groups = [place for place, charge in enumerate(ship.charge) if charge != LOST_GROUP]
    thrown: list[int] = []
    while len(groups) > 1:
        dice = game.dice.roll("group", len(groups))
        thrown += dice
        groups = [group for group, die in zip(groups, dice, strict=True) if die == max(dice)]
    if not groups:
        return
    charge = [*ship.charge]
    charge[groups[0]] = LOST_GROUP
    ship.charge = tuple(charge)
    if game.volley[:2] == (ship.index, groups[0]):
        game.volley = ()
    game.tell(GroupLost, ship=ship.index, group=ship.printed.groups[groups[0]].name, dice=thrown)


def destroy(game: GameState, ship: Ship, cause: str) -> None:
    """Take a destroyed ship out of play, with the fighters aboard; its blast waits (rules T9.4, T9.10, T19.10)."""
    ship.status = DESTROYED
    game.tell(Destroyed, ship=ship.index, cause=cause)
    take_out(game, ship)
    for aboard in list_aboard(game, ship):
        if not aboard.is_squadron:
            continue
        aboard.status, aboard.at = DESTROYED, ship.at
        game.tell(Destroyed, ship=aboard.index, cause="the loss of its carrier")
    game.blasts = (*game.blasts, (ship.index, ship.at))


def retreat(game: GameState, ship: Ship, how: str, status: str) -> None:
    """Take a ship out of play that leaves the battle, with all aboard (rules T13.1, T13.5, T19.9)."""
    ship.status = status
    game.tell(Retreated, ship=ship.index, how=how)
    take_out(game, ship)
    for aboard in list_aboard(game, ship):
        aboard.status, aboard.at = status, ship.at
        game.tell(Retreated, ship=aboard.index, how="aboard its carrier")


def list_aboard(game: GameState, host: Ship) -> list[Ship]:
    """Return the ships aboard a carrier, which leave when it leaves."""
    if not host.printed.carries_fighters:
        return []
    return [ship for ship in game.ships if ship.status == DOCKED and ship.host == host.name]


def take_out(game: GameState, ship: Ship) -> None:
    """Settle what a ship leaves behind that is out of the battle: its owed acts, its volley, missiles (rules T4.7)."""
    ship.owes_move = False
    ship.ap = 0
    if game.volley and game.volley[0] == ship.index:
        game.volley = ()
    game.release_missiles(ship)
    game.sweep_missiles()
    game.is_unsettled = True
