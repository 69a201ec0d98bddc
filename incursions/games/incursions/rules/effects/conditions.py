"""Checks of an effect's conditions at this moment (the `if` of `docs/vocabulary.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.games.incursions.rules.board import Source
from incursions.games.incursions.rules.printed.words import RACES

if TYPE_CHECKING:
    from incursions.engine.hexes import Hex
    from incursions.games.incursions.rules.effects.effect import Condition, Effect, Spared
    from incursions.games.incursions.rules.effects.in_force import Force
    from incursions.games.incursions.rules.game import Game


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


Holds = Callable[["Game", Situation, "Condition"], bool]
"""Returns True if a condition holds in a situation."""

# Conditions that only a refresh can change: pieces' races, captains and owners.
FIXED = frozenset({"ship", "captain", "owner"})


def are_fixed(conditions: Iterable[Condition]) -> bool:
    """Return True if the conditions change only with tabled cards and the ship's hex."""
    return all(condition.name in FIXED for condition in conditions)


def hold(game: Game, situation: Situation, conditions: Iterable[Condition]) -> bool:
    """Return True if all the conditions hold."""
    for condition in conditions:  # noqa: SIM110  a generator costs five times as much, and mostly there are none
        if not game.conditions[condition.name](game, situation, condition):
            return False
    return True


def find_captain_races(game: Game, seat: int) -> set[str]:
    """Return the races of the captain or stand-in and of assimilated captains (9.9, 9.19, 15.10)."""
    player = game.players[seat]
    races = set() if player.captain is None else {game.cards[player.captain].card.race or ""}
    for number in player.captains:
        races.add(game.cards[number].card.race or "")
    return races


def is_ship_meant(game: Game, phrase: str, user: int, seat: int) -> bool:
    """Return True if a phrase such as "every other ship" or "every non-Borg ship" means the ship of this seat."""
    race = next((race for race in RACES if race in phrase), None)
    if race is None:
        return seat != user or "other" not in phrase
    races = find_captain_races(game, seat) if "captain" in phrase else {game.ships[seat].card.race}
    return bool(races) and (race in races) is ("non-" not in phrase)


def is_of_race(game: Game, seat: int, spared: Spared) -> bool:
    """Return True if the ship, or one of its captains, is of the race that the effect spares."""
    if spared.whose == "ship":
        return bool(game.ships[seat].card.race == spared.race)
    return spared.race in find_captain_races(game, seat)


def is_spared(game: Game, seat: int, source: Source, effect: Effect, *, at: Hex | None = None) -> bool:
    """Return True if the effect's `spares` exempts the ship of this seat. The owner is the seat that brought the piece.

    `at` is the hex of the tile, by default that of the ship.
    """
    spared = effect.fields.get("spares")
    if spared is None:
        return False
    if spared.race:
        return is_of_race(game, seat, spared)
    if isinstance(source, int):
        return game.cards[source].owner == seat
    return game.owners.get(game.ships[seat].at if at is None else at) == seat


def ship_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check the race of the user's ship (rules 9.9)."""
    return condition.admits(game.ships[situation.user].card.race)


def captain_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check the captain's race; without a captain neither "X" nor "not X" holds (rules 9.19)."""
    races = find_captain_races(game, situation.user)
    return bool(races) and condition.admits(*races)


def owner_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check if the user or another player brought the piece."""
    source = situation.source
    owner = game.cards[source].owner if isinstance(source, int) else game.owners.get(game.ships[situation.user].at)
    return condition.admits("you" if owner == situation.user else "another player")
