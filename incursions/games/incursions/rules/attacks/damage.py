"""Damage beyond Basic: reduction, shields, plates, hull and destruction (rules 2.10, 10.6, 10.12, 10.16)."""

from __future__ import annotations

from typing import Any

from incursions.games.incursions.rules.attacks.attack import Struck
from incursions.games.incursions.rules.attacks.targets import (
    LOOKED_UP,
    AttackState,
    effects_of,
    find_prohibition,
    halve,
    is_gone,
    shields_function,
)
from incursions.games.incursions.rules.crew.equipment import damage_card
from incursions.games.incursions.rules.events.attacks import Damaged, PieceDamaged, Reduced
from incursions.games.incursions.rules.placed.placed_pieces import destroy_piece
from incursions.games.incursions.rules.printed.pieces import SHUTTLE
from incursions.games.incursions.rules.printed.schema import ALL
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import Ref
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.systems.bodies import is_shuttle
from incursions.games.incursions.rules.systems.power import shield_power_points

HULL, SHIELDS, NO_POOL = "hull", "shields", "none"
RAISE_SHIELDS = "raise shields"


def take_off_points(
    game: GameState, ship: Ship, points: int, pool: str | None, *, bypass: int = 0, halves: int = 0
) -> dict[str, Any]:
    """Take damage off the points of a ship; return the points before and after, as the facts of an event.

    `bypass` points come off the hull directly. What reaches the hull is halved `halves` times. With the pool "shields"
    nothing goes on to the hull.
    """
    shields, hull, extra = ship.shields, ship.hull, ship.extra
    passing = min(bypass, points)
    if pool == HULL or (pool is None and not shields_function(game, ship.seat)):
        passing = points
    left = ship.take_off_shields(points - passing)
    if pool != SHIELDS:
        _take_off_hull(game, ship, passing + left, halves)
    facts = {"shields": [shields, ship.shields], "hull": [hull, ship.hull]}
    return facts | ({"extra": [extra, ship.extra]} if extra else {})


def _take_off_hull(game: GameState, ship: Ship, points: int, halves: int) -> None:
    """Take points off plates and the hull; an excess goes on to the shields (rules 10.16)."""
    points = halve(points, halves)
    for number in find_plates(game, ship.seat):
        points -= min(points, damage_card(game, number, points))
    off = min(points, ship.hull)
    ship.hull -= off
    if points > off:
        ship.take_off_shields(points - off)


def find_plates(game: GameState, seat: int) -> list[int]:
    """Return the tabled cards that take damage to the hull, oldest first (the vocabulary's `pool: hull`)."""
    in_force = game.players[seat].in_force
    found = [*in_force.by_trigger.get("damage", ()), *in_force.by_verb.get("redirect", ())]
    return [
        force.source
        for force in found
        if force.effect.verb == "redirect" and force.effect.fields.get("pool") == HULL and isinstance(force.source, int)
    ]


def hurt(
    game: GameState, seat: int, points: int, *, pool: str | None = None, by: int | None = None, **facts: Any
) -> None:
    """Deal damage without an attack, which nothing answers. The caller destroys the ships without points together."""
    took = take_off_points(game, game.ships[seat], max(0, points), pool)
    game.tell(Damaged, seat=seat, absorbed=0, **took, score=points, by=by, **facts)


def armour_of(game: GameState, seat: int) -> list[tuple[str, int]]:
    """Return the shuttles that can take an attack for the ship: tabled, or in its hex (rules 17.6, 17.8)."""
    board, found = game.board, []
    for number in game.players[seat].tabled:
        if is_shuttle(game, number) and number not in board.face_down:
            found.append(("card", number))  # noqa: PERF401  mostly there is none: a comprehension costs twice as much
    if SHUTTLE in board.placed.get_owned(seat).kinds:
        here = board.pieces_at(game.ships[seat].at)
        found += [("piece", piece.number) for piece in here if piece.kind == SHUTTLE and piece.owner == seat]
    return found


def strike_piece(game: GameState, number: int, points: int) -> bool:
    """Take damage off a piece in a hex; return True if it has no points left (rules 17.4, 16.5).

    A piece without points has none to lose.
    """
    piece = game.board.placed[number]
    before = piece.points or 0
    left = max(0, before - points)
    game.board.change(number, points=left)
    game.tell(PieceDamaged, title=piece.title, at=list(piece.at), points=[before, left])
    return left == 0 and points > 0


def deal_damage(game: GameState, attack: AttackState, struck: Struck) -> Struck:
    """Take the reduced score off the target, and return the target with the damage it took."""
    if not struck.is_hit or is_gone(game, struck.aim):
        return struck
    attack.look_at(game, struck.aim)
    attack.damage = damage = damage_of(game, attack)
    if attack.gun.pool == NO_POOL or struck.aim[0] == "card":
        return struck._replace(damage=damage)
    if struck.aim[0] == "piece":
        return struck._replace(damage=damage, fell=strike_piece(game, struck.aim[1], damage))
    hull = _strike_ship(game, attack, struck, damage)
    return struck._replace(damage=damage, hull=hull, fell=game.ships[struck.aim[1]].is_destroyed)


def record_targets(game: GameState, attack: AttackState) -> None:
    """Record for the rest of the turn which ships were attacked and which targets were hit."""
    for struck in attack.done:
        if struck.aim[0] == "seat":
            game.board.used[_attacked_key(struck.aim[1])] = game.turns
        if struck.is_hit:
            game.board.used[_hit_key(struck.aim)] = game.turns


def damage_of(game: GameState, attack: AttackState) -> int:
    """Return the damage that the defence lets through: reduced, then halved, never below 0 (rules 10.10, 10.12)."""
    damage = halve(attack.score, _count_halvings(game, attack, "score", mine=False))
    for force in effects_of(game, attack, "reduce", mine=False):
        fields = force.effect.fields
        dice = game.dice.roll("reduce", fields["dice"]) if fields.get("dice") else []
        less = sum(dice) + fields.get("points", 0)
        damage -= less
        title = game.piece(force.source).title
        game.tell(Reduced, seat=attack.target, title=title, dice=dice, points=less)
    return halve(max(0, damage), _count_damage_halvings(game, attack))


def most_damage(game: GameState, attack: AttackState) -> int:
    """Return the most damage that can come through to the ship, if every die that reduces it rolls 1 (rules 17.8)."""
    least = 0
    for force in effects_of(game, attack, "reduce", mine=False):
        fields = force.effect.fields
        least += fields.get("dice", 0) + fields.get("points", 0)
    score = halve(attack.score, _count_halvings(game, attack, "score", mine=False))
    damage = halve(max(0, score - least), _count_damage_halvings(game, attack))
    bypass = min(damage, _bypassing(game, attack, damage))
    return bypass + max(0, damage - bypass - shield_points(game, attack, attack.shield_power))


def find_parts_reached(game: GameState, attack: AttackState) -> list[str]:
    """Return the parts of the ship that the attack may damage (rules 10.6, 12.3)."""
    if attack.target is None or attack.aim[0] != "seat" or attack.gun.pool == NO_POOL:
        return []
    ship, damage = game.ships[attack.target], most_damage(game, attack)
    bypass = min(damage, _bypassing(game, attack, damage))
    if attack.gun.pool == HULL or not shields_function(game, ship.seat):
        bypass = damage
    is_hull_reached = attack.gun.pool != SHIELDS and (bypass > 0 or damage > ship.shields + ship.extra)
    are_shields_reached = damage > bypass or damage > ship.hull
    return [*([HULL] if is_hull_reached else []), *([SHIELDS] if are_shields_reached else [])]


def _count_halvings(game: GameState, attack: AttackState, of: str, *, mine: bool) -> int:
    """Count the effects that halve the score, the damage or the hull damage.

    An effect that the attacker has in play halves damage to its own ship, not that of its attacks; a weapon's own
    effects count.
    """
    halving = effects_of(game, attack, "halve", mine=mine)
    if not halving:
        return 0
    found = [force for force in halving if force.effect.fields["of"] == of]
    if mine and of == "damage" and attack.seat is not None:
        in_play = game.players[attack.seat].in_play
        found = [each for each in found if each.source not in in_play or attack.is_made_with(game, each.source)]
    return len(found)


def _count_damage_halvings(game: GameState, attack: AttackState) -> int:
    """Count the effects of both sides that halve the damage."""
    return _count_halvings(game, attack, "damage", mine=True) + _count_halvings(game, attack, "damage", mine=False)


def _absorb_by_armour(game: GameState, attack: AttackState, struck: Struck, damage: int) -> int:
    """Let a shuttle absorb damage up to its points and return the rest (rules 17.8).

    Whoever takes the last points of a placed shuttle earns its reward (rules 18.9).
    """
    if struck.armour is None or is_gone(game, struck.armour):
        return damage
    number = struck.armour[1]
    if struck.armour[0] == "card":
        return damage - min(damage, damage_card(game, number, damage))
    points = game.board.placed[number].points or 0
    if strike_piece(game, number, damage):
        destroy_piece(game, number, by=attack.seat)
    return max(0, damage - points)


def _strike_ship(game: GameState, attack: AttackState, struck: Struck, damage: int) -> int:
    """Take damage off raised shields, armour and ship in turn; return the hull points lost (rules 7.3, 10.6, 17.8).

    The first points are those that bypass the shields; they are the first that armour absorbs, too.
    """
    ship = game.ships[struck.aim[1]]
    bypass = min(_bypassing(game, attack, damage), damage)
    absorbed = min(shield_points(game, attack, struck.shield_power), damage - bypass)
    through = damage - absorbed
    left = _absorb_by_armour(game, attack, struck, through)
    halves = _count_halvings(game, attack, "damage to the hull", mine=False)
    bypass = max(0, bypass - (through - left))
    facts = take_off_points(game, ship, left, attack.gun.pool, bypass=bypass, halves=halves)
    game.tell(Damaged, seat=ship.seat, absorbed=absorbed, **facts, score=attack.score, damage=damage)
    return int(facts["hull"][0] - facts["hull"][1])


def shield_points(game: GameState, attack: AttackState, power: int) -> int:
    """Return the points by which shield power and cards raise the shields against the attack (rules 7.3, 7.6)."""
    if attack.target is None or not shields_function(game, attack.target):
        return 0
    if find_prohibition(game, attack, RAISE_SHIELDS) is not None:
        return 0
    raising = effects_of(game, attack, "raise_shields", mine=False)
    cards: int = sum([force.effect.fields["points"] for force in raising])
    return cards + power * shield_power_points(game, attack.target)


def _bypassing(game: GameState, attack: AttackState, points: int) -> int:
    """Return how many points bypass the shields: the sum of effects, or all (rules 10.6)."""
    mine = effects_of(game, attack, "bypass_shields")
    said = [each.effect.fields["points"] for each in mine if each.begun or each.effect.trigger in LOOKED_UP]
    own = effects_of(game, attack, "bypass_shields", mine=False)
    said += [each.effect.fields["points"] for each in own if each.begun]
    return points if ALL in said or attack.gun.pool == HULL else sum(said)


def was_hit_this_turn(game: GameState, aim: Ref) -> bool:
    """Return True if the target was hit earlier in this turn."""
    return game.board.used.get(_hit_key(aim)) == game.turns


def was_attacked_this_turn(game: GameState, seat: int) -> bool:
    """Return True if the seat's ship was attacked earlier in this turn."""
    return game.board.used.get(_attacked_key(seat)) == game.turns


def _hit_key(aim: Ref) -> str:
    return f"hit {aim[0]} {aim[1]}"


def _attacked_key(seat: int) -> str:
    return f"attacked {seat}"
