"""The effects in force for a seat: of its table, of cards before it, of its hex, and lasting ones.

They are computed after each change (`gathering`) and shared by copies of a game. Their conditions are checked at each
lookup.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.games.incursions.rules.board import Source
from incursions.games.incursions.rules.effects.conditions import Situation, hold, is_spared

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.effect import Condition, Effect
    from incursions.games.incursions.rules.game import Game


@dataclass(slots=True)  # not a NamedTuple: see `Effect`
class Force:
    """An effect in force: its source, its user, and the seat that it is aimed at, if any.

    `begun`: a trigger started it, and `note` is the word named then. `moment` orders effects by age.
    """

    source: Source
    effect: Effect
    user: int
    target: int | None = None
    begun: bool = False
    note: Any = None
    moment: int = 0


@dataclass(slots=True)
class InForce:
    """An immutable index of the effects in force for a seat: passive ones by verb, triggered ones by trigger.

    `by_word` indexes the passive ones by verb and each word of their `of` or `action`.
    """

    by_verb: dict[str, tuple[Force, ...]]
    by_trigger: dict[str, tuple[Force, ...]]
    by_word: dict[tuple[str, str], tuple[Force, ...]]


ASKED_AGAIN = frozenset({"weapon", "target", "attack", "attacker"})
AT_ANY_TIME = "any_time"
NOTHING_IN_FORCE = InForce({}, {}, {})


def forces(game: Game, seat: int, verb: str, frame: Any = None, *, of: str | None = None) -> Sequence[Force]:
    """Return the effects of this verb in force that apply to the seat and whose conditions hold now.

    `of` filters by the number that they change or the action that they forbid. `frame` is the attack or maneuver under
    way, for conditions that refer to it.
    """
    in_force = game.players[seat].in_force
    found = in_force.by_verb.get(verb) if of is None else in_force.by_word.get((verb, of))
    if found is None:
        return ()
    now = holding(game, seat, found, frame)
    return once_a_title(game, now) if game.verbs[verb].is_bonus else now


def holding(game: Game, seat: int, found: Iterable[Force], frame: Any = None) -> list[Force]:
    """Return the effects that apply to the seat and whose conditions hold now."""
    return [
        force
        for force in found
        if applies_to(force, seat)
        and is_so(game, force, frame)
        and not is_spared(game, seat, force.source, force.effect)
    ]


def once_a_title(game: Game, found: Sequence[Force]) -> Sequence[Force]:
    """Drop duplicate bonuses of tabled cards with one title (rules 16.6)."""
    if len(found) < 2:
        return found
    lent: dict[Any, Force] = {}
    for place, force in enumerate(found):
        is_tabled = isinstance(force.source, int) and force.target is None and not force.begun
        lent.setdefault((game.piece(force.source).title, force.effect.number) if is_tabled else place, force)
    return list(lent.values())


def list_triggered(game: Game, seat: int, trigger: str, frame: Any = None) -> list[Force]:
    """Return the seat's own effects that the trigger sets off and whose conditions hold now."""
    own: list[Force] = []
    for force in game.players[seat].in_force.by_trigger.get(trigger, ()):
        conditions = force.effect.conditions  # most effects have none
        if force.user == seat and (not conditions or hold(game, Situation.from_force(force, frame), conditions)):
            own.append(force)
    return own


def select_starting_conditions(effect: Effect) -> tuple[Condition, ...]:
    """Return the conditions checked when an effect starts.

    A lasting effect for any time checks conditions on attacks only later (13.14).
    """
    if effect.trigger != AT_ANY_TIME or effect.until is None:
        return effect.conditions
    return tuple(condition for condition in effect.conditions if condition.name not in ASKED_AGAIN)


def is_so(game: Game, force: Force, frame: Any = None) -> bool:
    """Return True if the effect's conditions hold. A triggered effect rechecks only its conditions on attacks."""
    conditions = force.effect.conditions
    if not conditions:
        return True
    if force.begun:
        conditions = tuple(condition for condition in conditions if condition.name in ASKED_AGAIN)
    return hold(game, Situation.from_force(force, frame), conditions)


def applies_to(force: Force, seat: int) -> bool:
    """Return True if the effect applies to the seat: its target, or its user if it has none or means "you"."""
    if force.target is None or force.effect.target in ("you", "your ship"):
        return force.user == seat
    return force.target == seat
