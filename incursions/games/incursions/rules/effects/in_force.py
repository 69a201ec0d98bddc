"""The effects in force for a seat: of its table, of cards before it, of its hex, and lasting ones.

They are computed after each change (`gathering`) and shared by copies of a game. Their conditions (the `if` of
`docs/vocabulary.md`) are checked at each lookup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.printed.effect import Condition, Effect, Spared
from incursions.games.incursions.rules.printed.pieces import RACES
from incursions.games.incursions.rules.state.board import Source
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.seats import Force

ASKED_AGAIN = frozenset({"weapon", "target", "attack", "attacker"})
AT_ANY_TIME = "any_time"
BY_MANEUVER = "maneuver"
TURN, GAME = "turn", "game"
REROLL = "reroll"
ALL_DICE = "all dice"


@dataclass(slots=True)  # not a NamedTuple: see `Effect`
class Situation:
    """The context of a condition: the source and user of the effect, its target seat, and the frame it refers to."""

    source: Source
    user: int
    target: int | None
    frame: Any = None

    @classmethod
    def from_force(cls, force: Force, frame: Any = None) -> Situation:
        """Return the situation of an effect in force."""
        return cls(force.source, force.user, force.target, frame)


Holds = Callable[[GameState, Situation, Condition], bool]
"""Returns True if a condition holds in a situation."""


def hold(game: GameState, situation: Situation, conditions: Iterable[Condition]) -> bool:
    """Return True if all the conditions hold."""
    for condition in conditions:  # noqa: SIM110  a generator costs five times as much, and mostly there are none
        if not game.conditions[condition.name](game, situation, condition):
            return False
    return True


def find_captain_races(game: GameState, seat: int) -> set[str]:
    """Return the races of the captain or stand-in and of assimilated captains (9.9, 9.19, 15.10)."""
    player = game.players[seat]
    races = set() if player.captain is None else {game.cards[player.captain].race or ""}
    for number in player.captains:
        races.add(game.cards[number].race or "")
    return races


def is_ship_meant(game: GameState, phrase: str, user: int, seat: int) -> bool:
    """Return True if a phrase such as "every other ship" or "every non-Borg ship" means the ship of this seat."""
    race = next((race for race in RACES if race in phrase), None)
    if race is None:
        return seat != user or "other" not in phrase
    races = find_captain_races(game, seat) if "captain" in phrase else {game.ships[seat].card.race}
    return bool(races) and (race in races) is ("non-" not in phrase)


def is_of_race(game: GameState, seat: int, spared: Spared) -> bool:
    """Return True if the ship, or one of its captains, is of the race that the effect spares."""
    if spared.whose == "ship":
        return bool(game.ships[seat].card.race == spared.race)
    return spared.race in find_captain_races(game, seat)


def is_spared(game: GameState, seat: int, source: Source, effect: Effect, *, at: Hex | None = None) -> bool:
    """Return True if the effect's `spares` exempts the ship of this seat. The owner is the seat that brought the piece.

    `at` is the hex of the tile, by default that of the ship.
    """
    spared = effect.fields.get("spares")
    if spared is None:
        return False
    if spared.race:
        return is_of_race(game, seat, spared)
    if isinstance(source, int):
        return game.cards.owners[source] == seat
    return game.owners.get(game.ships[seat].at if at is None else at) == seat


def ship_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check the race of the user's ship (rules 9.9)."""
    return condition.admits(game.ships[situation.user].card.race)


def captain_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check the captain's race; without a captain neither "X" nor "not X" holds (rules 9.19)."""
    races = find_captain_races(game, situation.user)
    return bool(races) and condition.admits(*races)


def owner_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Check if the user or another player brought the piece."""
    source = situation.source
    owner = game.cards.owners[source] if isinstance(source, int) else game.owners.get(game.ships[situation.user].at)
    return condition.admits("you" if owner == situation.user else "another player")


def forces(game: GameState, seat: int, verb: str, frame: Any = None, *, of: str | None = None) -> Sequence[Force]:
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


def holding(game: GameState, seat: int, found: Iterable[Force], frame: Any = None) -> list[Force]:
    """Return the effects that apply to the seat and whose conditions hold now."""
    return [
        force
        for force in found
        if applies_to(force, seat)
        and is_so(game, force, frame)
        and not is_spared(game, seat, force.source, force.effect)
    ]


def once_a_title(game: GameState, found: Sequence[Force]) -> Sequence[Force]:
    """Drop duplicate bonuses of tabled cards with one title (rules 16.6)."""
    if len(found) < 2:
        return found
    lent: dict[Any, Force] = {}
    for place, force in enumerate(found):
        is_tabled = isinstance(force.source, int) and force.target is None and not force.begun
        lent.setdefault((game.piece(force.source).title, force.effect.number) if is_tabled else place, force)
    return list(lent.values())


def list_triggered(game: GameState, seat: int, trigger: str, frame: Any = None) -> list[Force]:
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


def is_so(game: GameState, force: Force, frame: Any = None) -> bool:
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


def make_key(source: Source, effect: Effect) -> str:
    """Return the key under which the board stores a use."""
    return f"{source} {effect.number}"


def is_used_up(game: GameState, source: Source, effect: Effect) -> bool:
    """Return True if the effect was used already, in this turn or in this game."""
    used = game.board.used.get(make_key(source, effect)) if effect.once is not None else None
    return used is not None and (effect.once == GAME or used == game.turns)


def use(game: GameState, source: Source, effect: Effect) -> None:
    """Record that the effect was used now."""
    if effect.once is not None:
        game.board.used[make_key(source, effect)] = game.turns


class Roll(Protocol):
    """A roll just made. `is_damage`: it is of damage dice of the player's own weapon."""

    is_damage: ClassVar[bool]
    dice: tuple[int, ...]


def can_be_thrown_again(roll: Roll, effect: Effect) -> bool:
    """Return True if the roll has a die that the effect may throw again."""
    if effect.fields["which"] != ALL_DICE and not roll.is_damage:
        return False
    return any(die <= effect.fields.get("showing", die) for die in roll.dice)


def of_use(roll: Roll, found: Iterable[Force]) -> list[Force]:
    """Return the effects without rerolls that find no die, so that nobody is asked for those."""
    return [force for force in found if force.effect.verb != REROLL or can_be_thrown_again(roll, force.effect)]
