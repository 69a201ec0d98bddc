"""Weapons beyond Basic: of ships, prototypes, tiles, cards and pieces (rules 7.3, 10.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from incursions.games.incursions.rules.effects.in_force import forces, is_used_up
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import (
    WEAPON_SYSTEMS,
    Weapon,
    cache_of,
)
from incursions.games.incursions.rules.state.board import Source
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.phrases import FIRES
from incursions.games.incursions.rules.state.seats import Ship, weapon_range
from incursions.games.incursions.rules.systems.power import cost

SHIP_GUNS = tuple(name for name in WEAPON_SYSTEMS if name != "mines")  # a mine is laid, not fired
TORPEDOES = "torpedoes"
ABOUT_GUNS = frozenset(  # the verbs and words of effects that change a ship's weapons
    {("forbid", "attack"), ("modify", "range"), *(("modify", f"{name} range") for name in SHIP_GUNS)}
)
THIS_WEAPON = "this weapon"
MAY_ADD_ANYTHING, MAY_ADD_POWER, MAY_ADD_NOTHING = "anything", "power", "nothing"


class Gun(NamedTuple):
    """A weapon as it fires now. `name` is what lines call it: phasers, or the title of the piece that prints it.

    Each power adds `power_dice` dice or `power_range` hexes; `power` is what the shot costs before. `source` prints it,
    `effect` is the number of its effect there; both None for a ship weapon. With the `pool` "none" its damage comes off
    no points.
    """

    name: str
    dice: int
    bonus: int
    range: int
    power_dice: int = 1
    power_range: int = 0
    power: int = 0
    source: Source | None = None
    effect: int | None = None
    pool: str | None = None

    @property
    def takes_power(self) -> bool:
        """True if power can be spent on a shot."""
        return self.power > 0 or self.power_dice > 0 or self.power_range > 0


def ship_gun(game: GameState, ship: Ship, weapon: Weapon) -> Gun:
    """Return a weapon of the ship itself, with its range now (rules 10.2, 10.3)."""
    if weapon.name == TORPEDOES:
        reach = apply_modifiers(game, ship.seat, "range", weapon.range, ship.bonuses.range)
    else:
        reach = apply_modifiers(game, ship.seat, f"{weapon.name} range", weapon.range)
    return _make_ship_gun(weapon, reach)


def _make_ship_gun(weapon: Weapon, reach: int) -> Gun:
    further = 1 if weapon.name == TORPEDOES else 0
    return Gun(weapon.name, weapon.dice, weapon.bonus, max(0, reach), power_range=further)


def printed_gun(game: GameState, source: Source, effect: Effect) -> Gun:
    """Return the weapon that an effect of a card or tile makes it (rules 10.8, 10.17).

    Each power adds a die unless the effect says otherwise.
    """
    known = cache_of(game.piece(source), "guns")
    gun: Gun | None = known.get((source, effect.number))
    if gun is None:
        gun = known[source, effect.number] = _printed_gun(game, source, effect)
    return gun


def _printed_gun(game: GameState, source: Source, effect: Effect) -> Gun:
    """Return the weapon that an effect of the piece prints, with the cost that its own effects set."""
    fields = effect.fields
    roll = fields["weapon"]
    own = (e for e in game.piece(source).effects if e.verb == "set_cost" and THIS_WEAPON in e.fields["of"])
    power = fields.get("power", 0)
    for each in own:
        power = each.fields.get("to", power) + each.fields.get("by", 0)
    return Gun(
        game.piece(source).title,
        roll.dice,
        roll.bonus,
        fields.get("range", 0),
        fields.get("power_dice", 0 if power else 1),
        fields.get("power_range", 0),
        power,
        source,
        effect.number,
        fields.get("pool"),
    )


def power_for(game: GameState, ship: Ship, gun: Gun, may_add: str) -> int:
    """Return the power that the ship can put into a shot, less than needed if it cannot pay (rules 7.1, 11.10).

    If nothing may be added, it is at most what the weapon needs.
    """
    most = ship.available(gun.name) - attack_cost(game, ship.seat)
    return min(most, gun.power) if may_add == MAY_ADD_NOTHING else most


def guns_of(game: GameState, ship: Ship) -> list[Gun]:
    """Return every weapon that the ship can fire now, one of each name (rules 10.1, 10.8)."""
    return list(guns_by_phrase(game, ship.seat).values())


def guns_by_phrase(game: GameState, seat: int) -> dict[str, Gun]:
    """Return every weapon that the ship can fire now, by the phrase that begins its line (rules 10.1, 10.8)."""
    ship, in_force = game.ships[seat], game.players[seat].in_force
    is_plain = ABOUT_GUNS.isdisjoint(in_force.by_word)
    lent = _extra_weapons(game, seat)
    if is_plain and not lent:
        return _plain_guns(ship)
    guns = _plain_guns(ship).copy() if is_plain else _by_phrase([ship_gun(game, ship, each) for each in _weapons(ship)])
    for source, effect in lent:
        if not is_used_up(game, source, effect):
            gun = printed_gun(game, source, effect)
            guns.setdefault(FIRES + gun.name, gun)
    if forces(game, seat, "forbid", of="attack"):
        guns = {phrase: gun for phrase, gun in guns.items() if not is_silenced(game, seat, gun.name)}
    return guns


def _by_phrase(guns: Iterable[Gun]) -> dict[str, Gun]:
    return {FIRES + gun.name: gun for gun in guns}


def _weapons(ship: Ship) -> list[Weapon]:
    """Return the weapons of the ship except mines, which are laid."""
    return [weapon for weapon in ship.card.weapons.values() if weapon.name != "mines"]


def _plain_guns(ship: Ship) -> dict[str, Gun]:
    """Return the weapons of a ship that no effect changes, cached for each range bonus."""
    known = cache_of(ship.card, "guns by bonus")
    guns: dict[str, Gun] | None = known.get(ship.bonuses.range)
    if guns is None:
        guns = _by_phrase(_make_ship_gun(weapon, weapon_range(ship, weapon)) for weapon in _weapons(ship))
        known[ship.bonuses.range] = guns
    return guns


def _extra_weapons(game: GameState, seat: int) -> list[tuple[Source, Effect]]:
    """Return the prototypes on the table and the weapon of a hex, each with its effect."""
    player = game.players[seat]
    found: list[tuple[Source, Effect]] = []
    if "maneuver" in player.in_force.by_trigger:
        lent = [force for force in player.in_force.by_trigger["maneuver"] if force.effect.verb == "attack"]
        found = [(each.source, each.effect) for each in lent if each.user == seat and each.source in player.tabled]
    if "attack" in player.in_force.by_verb:
        found += [(force.source, force.effect) for force in forces(game, seat, "attack")]
    return found


def is_silenced(game: GameState, seat: int, name: str | None) -> bool:
    """Return True if this weapon (None: every weapon) may not fire (rules 10.1).

    A prohibition of one weapon has named it.
    """
    silencing = forces(game, seat, "forbid", of="attack")
    return bool(silencing) and any(named_weapon(game, force) in (None, name) for force in silencing)


def named_weapon(game: GameState, force: Any) -> str | None:
    """Return the one weapon that a prohibition names; None if it means all."""
    if force.effect.target not in ("one ship weapon", "your ship weapon"):
        return None
    if force.note is not None:
        return str(force.note)
    before = (card for player in game.players for card in player.before if card.card == force.source)
    return next((card.named for card in before), None)


def apply_modifiers(
    game: GameState, seat: int, what: str, printed: int, lent: int = 0, frame: Any = None, more: Iterable[Effect] = ()
) -> int:
    """Return a printed number as effects in force change it: replaced first, then all is added (rules 10.12).

    `lent` is what bonuses and power add to it, `more` are effects in addition to those in force.
    """
    in_force = forces(game, seat, "modify", frame, of=what)
    if not in_force and not more:
        return printed + lent
    changes = [force.effect.fields for force in in_force] + [each.fields for each in more if each.fields["of"] == what]
    for fields in changes:
        printed = fields.get("to", printed)
    added: int = sum(fields.get("by", 0) for fields in changes)
    return printed + lent + added


def attack_cost(game: GameState, seat: int) -> int:
    """Return what an attack maneuver costs in addition to the power for the weapon (rules 7.3)."""
    return cost(game, seat, "attack", 0)
