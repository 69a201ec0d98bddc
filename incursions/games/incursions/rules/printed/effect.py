"""Effects in force: the parsed `effects` of a piece, read once and shared by all copies of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

Written = dict[str, Any]
"""An effect as it is written, or a part of one: which fields it has depends on its verb."""


class Roll(NamedTuple):
    """Dice and a flat number: ``2D6+2``."""

    dice: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of an effect. `value` is a word or number, or a tuple of words of which one must apply."""

    name: str
    value: Any
    negated: bool = False

    def admits(self, *words: Any) -> bool:
        """Return True if one of the words that apply now is among the values; negated, if none is."""
        said = self.value if isinstance(self.value, tuple) else (self.value,)
        for word in words:
            if word in said:
                return not self.negated
        return self.negated


class Removal(NamedTuple):
    """A way for a card to leave the table: a maneuver with points of a Repair or power to spend, or being used."""

    maneuver: str | None = None
    points: int = 0
    power: int = 0
    used: bool = False


class Requirement(NamedTuple):
    """A wormhole's requirement before its roll: spend power, discard cards, or destroy its denizen (rules 1.6)."""

    power: int = 0
    cards: int = 0
    denizen: str | None = None


class Spared(NamedTuple):
    """The ships that an effect spares: `whose` is ship, captain (with that `race`) or owner."""

    whose: str
    race: str = ""


class Per(NamedTuple):
    """A multiplier of an amount: one for each `of`, or for each `full` of them."""

    of: str
    full: int = 1


class Option(NamedTuple):
    """An option of a `choose`. `name` is a face of the card, or None for a single effect.

    The option can be chosen only if its `needs` hold. `effects` are numbers of effects.
    """

    name: str | None
    play_method: str | None
    effects: tuple[int, ...]
    removal: Removal | None = None
    needs: tuple[Condition, ...] = ()


class Outcome(NamedTuple):
    """The result of some totals of a roll. `effects` are numbers of effects, empty for nothing."""

    least: int
    most: int
    effects: tuple[int, ...]


@dataclass(slots=True)  # slots: attribute access is 5x faster than on a NamedTuple
class Effect:
    """An immutable effect.

    `number` is its index among all effects of its piece, nested ones included. `passive`: it is looked up as long as it
    is in force, instead of being carried out when its trigger comes. `top`: it stands in the piece's own list. `words`
    are the values of its `of`, or of the `action` that it allows or forbids.
    """

    number: int
    trigger: str
    verb: str
    fields: Written
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
    """The effects of a piece by number. `top` and `by_trigger` hold only those of its own list; `removal` is printed.

    `reaches_all`: a passive effect in it applies to every ship, not only to its user's.
    """

    by_trigger: dict[str, tuple[Effect, ...]]
    reaches_all: bool
    removal: Removal | None
    top: tuple[Effect, ...]

    def __new__(cls, effects: Iterable[Effect] = (), removal: Removal | None = None) -> Self:
        """Return the effects in the order of their numbers."""
        made = super().__new__(cls, effects)
        made.removal = removal
        made.top = tuple(effect for effect in made if effect.top)
        made.reaches_all = any(effect.passive and is_of_every_ship(effect) for effect in made)
        triggers = dict.fromkeys(effect.trigger for effect in made.top)
        made.by_trigger = {name: tuple(each for each in made.top if each.trigger == name) for name in triggers}
        return made


def is_of_every_ship(effect: Effect) -> bool:
    """Return True if the effect is aimed at all ships, or at all of a kind."""
    return (effect.target or "").startswith("every ")


NO_EFFECTS = Effects()
