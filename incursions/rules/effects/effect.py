"""Effects as they are in force: what a piece's `effects` say, read once and shared by all copies of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self


class Roll(NamedTuple):
    """Dice and a flat number: ``2D6+2``."""

    dice: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of an effect. `value` is a word or number; where several words are said, a tuple of them."""

    name: str
    value: Any
    negated: bool = False

    def admits(self, *words: Any) -> bool:
        """Is one of these words, true at the moment, among those said; or none of them, where it is negated?"""
        said = self.value if isinstance(self.value, tuple) else (self.value,)
        for word in words:
            if word in said:
                return not self.negated
        return self.negated


class Removal(NamedTuple):
    """How a card leaves the table: a maneuver, the points a Repair must reach or power to spend; or by being used."""

    maneuver: str | None = None
    points: int = 0
    power: int = 0
    used: bool = False


class Requirement(NamedTuple):
    """What a wormhole asks before its roll: power to spend, cards to discard, how its denizen must be (rules 1.6)."""

    power: int = 0
    cards: int = 0
    denizen: str | None = None


class Spared(NamedTuple):
    """Whom an effect leaves alone: `whose` is ship, captain (then of that `race`) or owner."""

    whose: str
    race: str = ""


class Per(NamedTuple):
    """What is counted: one for each of it, or for each full so many."""

    of: str
    full: int = 1


class Option(NamedTuple):
    """One of the effects of a `choose`. `name` is None where it is a single effect, else a face of the card.

    `needs` must hold, or it cannot be chosen. `effects` are numbers.
    """

    name: str | None
    play_method: str | None
    effects: tuple[int, ...]
    removal: Removal | None = None
    needs: tuple[Condition, ...] = ()


class Outcome(NamedTuple):
    """What happens on some totals of a roll. `effects` are numbers; none for nothing."""

    least: int
    most: int
    effects: tuple[int, ...]


@dataclass(slots=True)  # no named tuple: reading a slot takes a fifth of the time, and effects are read all the time
class Effect:
    """One effect. Never changes.

    `number` is its place among all effects of its piece, nested ones included. `passive`: it is looked up as long as it
    is in force, instead of being carried out when its trigger comes. `top`: it stands in the piece's own list.
    `words` are those that it says something `of`, or the `action` that it allows or forbids.
    """

    number: int
    trigger: str
    verb: str
    fields: dict[str, Any]
    conditions: tuple[Condition, ...] = ()
    target: str | None = None
    until: str | None = None
    optional: bool = False
    once: str | None = None
    top: bool = True
    passive: bool = False
    words: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        said = self.fields.get("of") or self.fields.get("action") or ()
        self.words = (said,) if isinstance(said, str) else said


class Effects(tuple[Effect, ...]):
    """All effects of a piece by number; `top` and `by_trigger`: those of its own list; its printed `removal`.

    `reaches_all`: something that it says as long as it lies there is said of every ship, not of its user's alone.
    """

    by_trigger: dict[str, tuple[Effect, ...]]
    reaches_all: bool
    removal: Removal | None
    top: tuple[Effect, ...]

    def __new__(cls, effects: Iterable[Effect] = (), removal: Removal | None = None) -> Self:
        """The effects in the order of their numbers."""
        made = super().__new__(cls, effects)
        made.removal = removal
        made.top = tuple(effect for effect in made if effect.top)
        made.reaches_all = any(effect.passive and is_of_every_ship(effect) for effect in made)
        triggers = dict.fromkeys(effect.trigger for effect in made.top)
        made.by_trigger = {name: tuple(each for each in made.top if each.trigger == name) for name in triggers}
        return made


def is_of_every_ship(effect: Effect) -> bool:
    """Is it aimed at all ships, or at all of some kind?"""
    return (effect.target or "").startswith("every ")


NO_EFFECTS = Effects()
