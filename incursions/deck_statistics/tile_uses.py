"""The effects of a player's own hexpile on their own ship, by races, spared ships and effects (rules 4.7, 9.9, 9.19).

Read from the effects alone: what a tile may do counts, not how likely or how strong it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from incursions.deck_statistics.known import KnownDeck
from incursions.rules.effects.effect import Condition, Effect, Effects, Spared
from incursions.rules.effects.parts import VERBS
from incursions.rules.printed.pieces import TileCard
from incursions.rules.printed.words import RACES

OF_RACES = ("ship", "captain")  # conditions
ON_OTHERS = ("another player", "another ship", "every other ship", "every other ship but the target")


class TileUse(StrEnum):
    """The use of a tile to its owner. The value is the label of its row; every tile has exactly one."""

    WAYS_OUT = "Ways out"
    HELP = "Help you"
    BOTH = "Help and harm you"
    HARM_OTHERS = "Harm others, not you"
    NOTHING = "Do nothing to you"
    HARM = "Harm you"


class Owner(NamedTuple):
    """The owner of a hexpile: the races of ship and captain, None without one, and whether the ship can cloak."""

    ship: str | None = None
    captain: str | None = None
    can_cloak: bool = False


def owner_of(deck: KnownDeck) -> Owner:
    """Return who explores with this deck. A stand-in's race counts as the captain's (rules 3.5, 3.8)."""
    ship, captain = deck.ship, deck.captain
    return Owner(
        None if ship is None else ship.race,
        None if captain is None else captain.race,
        ship is not None and "cloak" in ship.definition["systems"],
    )


def use_of(tile: TileCard, owner: Owner) -> TileUse:
    """Return the use of the tile to its owner."""
    if tile.is_wormhole:
        return TileUse.WAYS_OUT
    signs = list(_signs(tile.effects, owner))
    helps, harms = (1, True) in signs, (-1, True) in signs
    if helps and harms:
        return TileUse.BOTH
    if helps or harms:
        return TileUse.HELP if helps else TileUse.HARM
    return TileUse.HARM_OTHERS if (-1, False) in signs else TileUse.NOTHING


def _signs(effects: Effects, owner: Owner) -> Iterator[tuple[int, bool]]:
    """Yield for each effect whether it is good (1) or bad (-1) for its target, and whether it reaches the owner.

    A bad effect with the conditions on races of a good one is left out: it is the price of the good one.
    """
    known = [(VERBS[effect.verb].sign(effect), effect, conditions) for effect, conditions in _with_conditions(effects)]
    bargains = [
        conditions for sign, _, conditions in known if sign > 0 and any(each.name in OF_RACES for each in conditions)
    ]
    for sign, effect, conditions in known:
        if sign > 0 or conditions not in bargains:
            yield sign, _reaches(effect, conditions, owner)


def _with_conditions(effects: Effects) -> Iterator[tuple[Effect, tuple[Condition, ...]]]:
    """Yield every effect with its conditions and those of the enclosing effects."""
    waiting = [(effect, effect.conditions) for effect in reversed(effects.top)]
    while waiting:
        effect, conditions = waiting.pop()
        yield effect, conditions
        waiting += [(effects[number], conditions + effects[number].conditions) for number in _find_nested(effect)]


def _find_nested(effect: Effect) -> Iterator[int]:
    """Yield the effects nested in this one."""
    fields = effect.fields
    for held in (*fields.get("table", ()), *fields.get("options", ())):
        yield from held.effects
    for name in ("effects", "missed"):
        yield from fields.get(name, ())


def _reaches(effect: Effect, conditions: tuple[Condition, ...], owner: Owner) -> bool:
    """Return True if the effect can reach the owner's ship, or serve the owner."""
    if _is_spared(effect.fields.get("spares"), owner):
        return False
    if "cloak" in (*effect.words, effect.verb) and not owner.can_cloak:
        return False
    if not all(_may_hold(condition, owner) for condition in conditions):
        return False
    phrase = effect.target or ""
    if phrase in ON_OTHERS:
        return VERBS[effect.verb].helps > 0  # a look into another's hand
    race = next((race for race in RACES if race in phrase), None)
    if race is None:
        return True
    of = owner.captain if "captain" in phrase else owner.ship
    return of is not None and (of == race) is ("non-" not in phrase)


def _is_spared(spared: Spared | None, owner: Owner) -> bool:
    if spared is None:
        return False
    if spared.whose == "owner":
        return True
    return spared.race == (owner.ship if spared.whose == "ship" else owner.captain)


def _may_hold(condition: Condition, owner: Owner) -> bool:
    """Return True if the condition can hold. Without a captain neither "X" nor "not X" holds (rules 9.19)."""
    if condition.name == "owner":
        return condition.admits("you")
    if condition.name not in OF_RACES:
        return True
    race = owner.ship if condition.name == "ship" else owner.captain
    return race is not None and condition.admits(race)
