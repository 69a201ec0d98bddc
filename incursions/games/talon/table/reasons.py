"""The reasons why a ship can do nothing: the engine's own refusals of the acts that a player may have in mind."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.engine.facings import ARCS
from incursions.games.contract import RuleReason
from incursions.games.talon.rules.acts import FIRE, MOVEMENT, POWER, POWER_PHASE, REPAIR, Act
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.repair import REPAIRS
from incursions.games.talon.rules.ships import Ship

LONGEST_ABOUT = 100
MOST_REASONS = 4
MOVES = (("move", "ahead"), ("turn", "left"), ("turn", "right"), ("slip", "left"), ("slip", "right"), ("burn", "ahead"))


def find_reasons(game: Game, seat: int, about: str, field: Battlefield) -> list[RuleReason]:
    """Return why nothing can be done with the ship that `about` names, as "ship Defiant"; empty if something can.

    Raises ValueError for anything that is no ship of the battle.
    """
    kind, _, name = about.partition(" ")
    if kind != "ship" or name not in field.indices or len(about) > LONGEST_ABOUT:
        raise ValueError("Ask about a ship of this battle.")
    ship = game.ships[field.indices[name]]
    is_own = ship.side == field.side_of_seat[seat]
    acts = _list_own_acts(game, field, ship) if is_own else _list_acts_at(game, field, ship, seat)
    refused = [game.why_not(act.text, seat) for act in acts]
    if None in refused:
        return []
    found = {refusal.cause: refusal.rule for refusal in refused if refusal is not None}
    return [RuleReason(f"{cause}.", rule) for cause, rule in found.items()][:MOST_REASONS]


def _list_own_acts(game: Game, field: Battlefield, ship: Ship) -> Iterator[Act]:
    """Yield the acts of a ship that belong to the step under way."""
    act, index, groups = field.act, ship.index, [group.name for group in ship.printed.groups]
    if game.step == POWER:
        yield act("tighten", index)
        yield from (act("charge", index, group) for group in groups)
        yield from (act("reinforce", index, arc) for arc in ARCS)
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


def _list_acts_at(game: Game, field: Battlefield, foe: Ship, seat: int) -> Iterator[Act]:
    """Yield the shots of the seat's ships at a foe."""
    for ship in game.ships:
        if ship.seat == seat and ship.is_in_play:
            for group in ship.printed.groups:
                yield field.act("fire", ship.index, group.name, target=foe.index)
