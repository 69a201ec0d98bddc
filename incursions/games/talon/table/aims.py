"""The lines of a ship from where it stands: each group at each foe, with its odds or the reason against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from incursions.engine.facings import trace_line
from incursions.engine.hexes import Hex, distance, hex_text
from incursions.games.talon.rules.battlefield import CLOUDS, Battlefield
from incursions.games.talon.rules.definitions import Group
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.ships import LOST_GROUP, Missile, Ship
from incursions.games.talon.rules.shooting import Shot, find_aim_fault, preview_shot
from incursions.games.talon.table import wording
from incursions.games.talon.table.question_rows import describe_launch, describe_odds
from incursions.kit.words import join_names

OUT_OF_RANGE = "out of range"
NEAR = 4  # hexes beyond the longest range up to which a foe is listed though nothing reaches it


@dataclass(frozen=True)
class GroupAim:
    """A group aimed at a foe: its odds, or why it does not reach it, with the rule. `is_ready`: it is charged."""

    group: str
    weapon: str
    is_ready: bool
    odds: str = ""
    average: float = 0.0
    barred: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Aim:
    """The line from a ship to a foe. `target` names it; `blocked_at` and `weakened_at` are hexes on the line.

    `words` say what is on the line, `struck` which arc is hit.
    """

    target: str
    start: Hex
    at: Hex
    range: int
    struck: str
    groups: tuple[GroupAim, ...]
    blocked_at: Hex | None
    weakened_at: tuple[Hex, ...]
    words: str
    rule: str

    @property
    def is_open(self) -> bool:
        """True if some group reaches the foe."""
        return any(not group.barred for group in self.groups)

    @property
    def barred(self) -> str:
        """The reason why no group reaches the foe: that of all groups, else each with its own; empty if one reaches."""
        reasons = {group.barred for group in self.groups}
        if self.is_open or len(reasons) < 2:
            return "" if self.is_open else "".join(reasons)
        return ", ".join(f"{group.group} {group.barred}" for group in self.groups)

    @property
    def is_far(self) -> bool:
        """True if no group has the range, whatever lies on the line."""
        return self.barred == OUT_OF_RANGE

    @property
    def best(self) -> str:
        """The odds of the group with the highest average, for the chart."""
        reaching = [group for group in self.groups if not group.barred]
        return max(reaching, key=lambda group: group.average).odds if reaching else ""


def list_aims(game: Game, ship: Ship) -> list[Aim]:
    """Return the lines of a ship to every foe that is not far out of range, the nearest first: ships, then missiles."""
    if not ship.is_in_play or not ship.printed.groups:
        return []
    reach = max(group.weapon.ranges[-1] for group in ship.printed.groups)
    ships = [foe for foe in game.ships if foe.side != ship.side and foe.is_in_play]
    missiles = [missile for missile in game.missiles.values() if missile.side != ship.side]
    near = sorted(ships, key=lambda foe: (distance(ship.at, foe.at), foe.index))
    aims = [_aim_at_ship(game, ship, foe) for foe in near if distance(ship.at, foe.at) <= reach + NEAR]
    return aims + [_aim_at_missile(game, ship, each) for each in missiles if 0 < distance(ship.at, each.at) <= reach]


def _aim_at_ship(game: Game, ship: Ship, foe: Ship) -> Aim:
    groups = tuple(_aim_groups(game, ship, foe, foe.at))
    back = (ship.at[0] - foe.at[0], ship.at[1] - foe.at[1])
    struck = "" if foe.is_squadron or back == (0, 0) else game.battlefield.find_arc(foe.facing, back)
    return _make_aim(game, ship, foe.name, foe.at, struck, groups)


def _aim_at_missile(game: Game, ship: Ship, missile: Missile) -> Aim:
    groups = tuple(_aim_groups(game, ship, None, missile.at))
    return _make_aim(game, ship, f"missile {missile.number}", missile.at, "", groups)


def _make_aim(game: Game, ship: Ship, target: str, at: Hex, struck: str, groups: tuple[GroupAim, ...]) -> Aim:
    """Return an aim with what blocks or weakens its line, each hex named."""
    field = game.battlefield
    if ship.at == at:
        return Aim(target, ship.at, at, 0, struck, groups, None, (), "In one hex: nothing fires", "T8.5")
    sight = field.see(ship.at, at)
    weakened = list_clouds(field, ship.at, at)
    if sight.blocked_at is not None:
        words, rule = f"{field.describe_place(sight.blocked_at)} blocks the line", "T8.7"
    else:
        words, rule = _describe_modifier(game, ship.at, at, weakened)
    return Aim(target, ship.at, at, distance(ship.at, at), struck, groups, sight.blocked_at, weakened, words, rule)


def list_clouds(field: Battlefield, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """Return the asteroids and nebulae that lower the die of a shot, its end hexes included (rules T20.14, T20.15)."""
    line = trace_line(start, end)
    found = [at for at in (start, *line.through, end) if field.terrain.get(at) in CLOUDS]
    found += [pair[0] for pair in line.spine if all(field.terrain.get(at) in CLOUDS for at in pair)]
    return tuple(found)


def _describe_modifier(game: Game, start: Hex, end: Hex, weakened: tuple[Hex, ...]) -> tuple[str, str]:
    """Return what lowers the die on a line, in words with the hexes, and the rule; empty for a clear line."""
    modifier = game.battlefield.reckon_modifier(start, end)
    if not modifier:
        return "", ""
    places = [f"{game.battlefield.terrain[at]} at {hex_text(at)}" for at in weakened]
    places += [
        f"black hole at {hex_text(hole)}"
        for hole in game.battlefield.black_holes
        if distance(end, hole) < distance(start, hole)
    ]
    return f"die {wording.format_signed(modifier)}: {join_names(places)}", "T20.14" if weakened else "T21.3"


def _aim_groups(game: Game, ship: Ship, foe: Ship | None, at: Hex) -> Iterator[GroupAim]:
    """Yield each group of a ship, aimed at a foe in a hex."""
    for group, charge in zip(ship.printed.groups, ship.charge, strict=True):
        if charge == LOST_GROUP or (foe is None and (group.weapon.launch or group.weapon.is_cone)):
            continue
        is_ready = charge >= group.full
        fault = find_aim_fault(game, ship, group, at)
        if fault is not None:
            yield GroupAim(
                group.name,
                group.weapon.name,
                is_ready,
                barred=_shorten(group, ship.at, at, fault.rule),
                rule=fault.rule,
            )
            continue
        shot = preview_shot(game, ship, group, foe, at)
        yield GroupAim(group.name, group.weapon.name, is_ready, _describe(group, shot), shot.average)


def _describe(group: Group, shot: Shot) -> str:
    return describe_launch(shot) if group.weapon.launch else describe_odds(shot)


def _shorten(group: Group, start: Hex, at: Hex, rule: str) -> str:
    """Return in two words why a group does not reach a hex."""
    if rule != "T8.5":
        return "blocked"
    return OUT_OF_RANGE if distance(start, at) not in group.weapon.ranges else "out of arc"
