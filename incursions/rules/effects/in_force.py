"""Which effects are in force for a seat: of its table, of what lies before it, of its hex, and lasting ones.

They are found once after each change (`gathering`) and shared by copies of a game; whether their conditions hold is
looked at when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.rules.board import Source
from incursions.rules.effects.conditions import Situation, hold, is_spared

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Condition, Effect
    from incursions.rules.game import Game


@dataclass(slots=True)  # no named tuple: see `Effect`
class Force:
    """An effect in force: where it is printed, who uses it, and the seat that it is aimed at, if any.

    `begun`: it goes on since something set it off, and `note` is what was named then. `moment` tells the more recent.
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
    """What is in force for one seat: what is looked up, by verb; what something sets off, by trigger. Never changed.

    `by_word` has what is looked up once more, by its verb and each word that it says something `of`, or its `action`.
    """

    by_verb: dict[str, tuple[Force, ...]]
    by_trigger: dict[str, tuple[Force, ...]]
    by_word: dict[tuple[str, str], tuple[Force, ...]]


ASKED_AGAIN = frozenset({"weapon", "target", "attack", "attacker"})
AT_ANY_TIME = "any_time"
NOTHING_IN_FORCE = InForce({}, {}, {})
LENDING = frozenset(  # the verbs of bonuses: what they add, take off or halve they do once a title (rules 16.6)
    {
        "add_damage",
        "add_power",
        "add_range",
        "bypass_shields",
        "halve",
        "modify",
        "raise_shields",
        "reduce",
        "set_cost",
    }
)


def forces(game: Game, seat: int, verb: str, frame: Any = None, *, of: str | None = None) -> Sequence[Force]:
    """The effects of this verb in force that bear on the seat and whose conditions hold now.

    With `of` those alone that say something of it: of a number that they change, or an action that they forbid.
    `frame` is what is under way, for conditions that ask about it: an attack, a maneuver.
    """
    in_force = game.players[seat].in_force
    found = in_force.by_verb.get(verb) if of is None else in_force.by_word.get((verb, of))
    if found is None:
        return ()
    now = holding(game, seat, found, frame)
    return once_a_title(game, now) if verb in LENDING else now


def holding(game: Game, seat: int, found: Iterable[Force], frame: Any = None) -> list[Force]:
    """Return the forces that bear on the seat and whose conditions hold now."""
    return [
        force
        for force in found
        if bears_on(force, seat) and is_so(game, force, frame) and not is_spared(game, seat, force.source, force.effect)
    ]


def once_a_title(game: Game, found: Sequence[Force]) -> Sequence[Force]:
    """Drop the bonuses of a tabled card whose title lends them already (rules 16.6)."""
    if len(found) < 2:
        return found
    lent: dict[Any, Force] = {}
    for place, force in enumerate(found):
        is_tabled = isinstance(force.source, int) and force.target is None and not force.begun
        lent.setdefault((game.piece(force.source).title, force.effect.number) if is_tabled else place, force)
    return list(lent.values())


def triggered(game: Game, seat: int, trigger: str, frame: Any = None) -> list[Force]:
    """The effects of the seat's own that the trigger sets off and whose conditions hold now."""
    own: list[Force] = []
    for force in game.players[seat].in_force.by_trigger.get(trigger, ()):
        conditions = force.effect.conditions  # most effects have none
        if force.user == seat and (not conditions or hold(game, Situation.of(force, frame), conditions)):
            own.append(force)
    return own


def asked_at_first(effect: Effect) -> tuple[Condition, ...]:
    """Return the conditions for an effect to come. One for any time that goes on asks of attacks later (13.14)."""
    if effect.trigger != AT_ANY_TIME or effect.until is None:
        return effect.conditions
    return tuple(condition for condition in effect.conditions if condition.name not in ASKED_AGAIN)


def is_so(game: Game, force: Force, frame: Any = None) -> bool:
    """Do its conditions hold? Of one that was set off only what it says of attacks is asked again and again."""
    conditions = force.effect.conditions
    if not conditions:
        return True
    if force.begun:
        conditions = tuple(condition for condition in conditions if condition.name in ASKED_AGAIN)
    return hold(game, Situation.of(force, frame), conditions)


def bears_on(force: Force, seat: int) -> bool:
    """Does the effect bind or serve the seat? One of a card before a player is on that player, unless it says you."""
    if force.target is None or force.effect.target in ("you", "your ship"):
        return force.user == seat
    return force.target == seat
