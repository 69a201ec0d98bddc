"""The reasons why nothing can be done with what a player points at: the engine's own refusals of the acts in mind.

A player points at a ship, a missile or a hex, or names an act.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from incursions.engine.facings import ARCS
from incursions.engine.hexes import Hex, distance, hexes_around, parse_hex
from incursions.games.tables import RuleReason
from incursions.games.talon.rules.acts import (
    FIRE,
    GRAVITY,
    MOVEMENT,
    POWER,
    POWER_PHASE,
    REPAIR,
    WAY_OF_VERB,
    Act,
)
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.movement import find_destination
from incursions.games.talon.rules.repair import REPAIRS
from incursions.games.talon.rules.ships import Ship

LONGEST_ABOUT = 100
MOST_REASONS = 4
MOVES = (("move", "ahead"), ("turn", "left"), ("turn", "right"), ("slip", "left"), ("slip", "right"), ("burn", "ahead"))
WRITTEN_HEX = re.compile(r"-?[0-9]{1,4},-?[0-9]{1,4}")


def find_reasons(game: Game, seat: int, about: str, field: Battlefield) -> list[RuleReason]:
    """Return why nothing can be done with what `about` names; empty if something can.

    It names "ship Defiant", "missile 7", "hex 3,-1" or "act end fire". Raises ValueError for anything else.
    """
    kind, _, name = about.partition(" ")
    list_texts = ABOUT.get(kind)
    texts = list_texts(game, field, seat, name) if list_texts is not None and len(about) <= LONGEST_ABOUT else None
    if texts is None:
        raise ValueError("Ask about a ship of this battle, a missile, a hex, or an act.")
    found: dict[str, str] = {}
    for text in texts:
        refusal = game.why_not(text, seat)
        if refusal is None:
            return []
        found.setdefault(refusal.cause, refusal.rule)
    if not found and kind == "hex":
        found = {f"No ship or missile of yours comes to {name} with its next move": "T6.1"}
    return [RuleReason(f"{cause}.", rule) for cause, rule in found.items()][:MOST_REASONS]


def find_idle(game: Game, seat: int, field: Battlefield) -> Iterator[tuple[str, RuleReason]]:
    """Yield each ship of the seat that can do nothing in the step under way, with the first reason."""
    for ship in game.ships:
        if ship.seat == seat and ship.is_in_play:
            reasons = find_reasons(game, seat, f"ship {ship.name}", field)
            if reasons:
                yield ship.name, reasons[0]


# What can be pointed at.


def _list_at_ship(game: Game, field: Battlefield, seat: int, name: str) -> Iterable[str] | None:
    """Return the acts of a ship of the seat's side, or the shots at a foe; None if there is no such ship."""
    if name not in field.indices:
        return None
    ship = game.ships[field.indices[name]]
    is_own = ship.side == field.side_of_seat[seat]
    acts = _list_own_acts(game, field, ship) if is_own else _list_shots(game, field, seat, target=ship.index)
    return [act.text for act in acts]


def _list_own_acts(game: Game, field: Battlefield, ship: Ship) -> Iterator[Act]:
    """Yield the acts of a ship that belong to the step under way."""
    act, index, groups = field.act, ship.index, [group.name for group in ship.printed.groups]
    if game.step == POWER:
        yield from (act("reinforce", index, arc) for arc in ARCS)  # the least that an action point can do
        yield from (act("charge", index, group) for group in groups)
        yield act("tighten", index)
    elif game.step == MOVEMENT:
        yield from (act("rotate", index) for _ in range(ship.printed.is_base))
        yield from (act(verb, index, way) for verb, way in MOVES if not ship.printed.is_base)
    elif game.step == FIRE:
        foes = [foe for foe in game.ships if foe.side != ship.side and foe.is_in_play]
        yield from (act("fire", index, group, target=foe.index) for group in groups for foe in foes)
    elif game.step == REPAIR:
        yield from (act("repair", index, word) for word in REPAIRS)
    elif game.step == POWER_PHASE:
        yield from (act("set", index, str(row)) for row in ship.printed.curve)
    elif game.step == GRAVITY:
        yield act("shift", index)


def _list_shots(game: Game, field: Battlefield, seat: int, *, target: int = -1, missile: int = 0) -> Iterator[Act]:
    """Yield the shots of the seat's ships at a ship or a missile."""
    for ship in game.ships:
        if ship.seat == seat and ship.is_in_play:
            for group in ship.printed.groups:
                yield field.act("fire", ship.index, group.name, target=target, missile=missile)


def _list_at_missile(game: Game, field: Battlefield, seat: int, name: str) -> Iterable[str] | None:
    """Return the flights of an own missile that bring it nearer, or the shots at another; None if there is none."""
    number = int(name) if name.isascii() and name.isdecimal() else 0
    missile = game.missiles.get(number)
    if missile is None:
        return None
    if missile.side != field.side_of_seat[seat]:
        return [act.text for act in _list_shots(game, field, seat, missile=number)]
    goal = missile.at if missile.target < 0 else game.ships[missile.target].at
    nearer = [at for at in hexes_around(missile.at) if distance(at, goal) < distance(missile.at, goal)]
    return [field.act("fly", missile=number, place=at).text for at in nearer or hexes_around(missile.at)[:1]]


def _list_at_hex(game: Game, field: Battlefield, seat: int, name: str) -> Iterable[str] | None:
    """Return the moves and flights of the seat's side to a hex, and the shots at what is there; None for no hex."""
    if not WRITTEN_HEX.fullmatch(name):
        return None
    at = parse_hex(name)
    side = field.side_of_seat[seat]
    own = [ship for ship in game.ships if ship.seat == seat and ship.is_in_play]
    texts = [act.text for ship in own if not ship.printed.is_base for act in _list_moves(field, ship, at)]
    for missile in game.missiles.values():
        if missile.side == side and distance(missile.at, at) == 1:
            texts.append(field.act("fly", missile=missile.number, place=at).text)
        elif missile.side != side and missile.at == at:
            texts += [act.text for act in _list_shots(game, field, seat, missile=missile.number)]
    for foe in game.ships:
        if foe.side != side and foe.is_in_play and foe.at == at:
            texts += [act.text for act in _list_shots(game, field, seat, target=foe.index)]
    return texts


def _list_moves(field: Battlefield, ship: Ship, at: Hex) -> Iterator[Act]:
    """Yield the moves of a ship that lead to a hex, by power of its drive and by afterburner."""
    for verb, ways in WAY_OF_VERB.items():
        for word, way in ways.items():
            if find_destination(ship, way) == at:
                yield field.act(verb, ship.index, word)


ABOUT: Mapping[str, Callable[[Game, Battlefield, int, str], Iterable[str] | None]] = {
    "ship": _list_at_ship,
    "missile": _list_at_missile,
    "hex": _list_at_hex,
    "act": lambda game, field, seat, text: [text] if text else None,
}
"""The acts in mind of a player who points at something, by its kind."""
