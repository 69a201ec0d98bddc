"""What every kind of maneuver has in common: its options, its stages, what announcing it pays and puts up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from incursions.engine.frames import Frame

if TYPE_CHECKING:
    from incursions.engine.questions import Question
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship


class Announced(NamedTuple):
    """What announcing a maneuver comes to: the frame that carries it out, and the cards that were played in it."""

    frame: Frame[Any]
    cards: tuple[int, ...] = ()
    kind: str | None = None  # where one word begins lines of several kinds


class ManeuverKind:
    """One kind of maneuver. It holds no state: one object serves all games.

    `name` is what cards and commands call it. `words` are the first words of its lines; no two kinds share one. Where
    its lines begin as those of another kind, which reads them, `begins_as` has that word. `does` names it in a
    sentence. Unless it is `own_turn_only`, its `refusal` is also asked when no maneuver is asked for.
    """

    name: ClassVar[str]
    words: ClassVar[tuple[str, ...]]
    begins_as: ClassVar[tuple[str, ...]] = ()
    does: ClassVar[str] = "that"
    own_turn_only: ClassVar[bool] = True

    def options(self, game: Game, ship: Ship) -> list[str]:
        """The first phrases of all that is legal now."""
        raise NotImplementedError

    def is_whole(self, game: Game, ship: Ship, said: tuple[str, ...]) -> bool | None:
        """Are the phrases, the first of which is this kind's, a whole line? None if only `stage` can tell."""
        return None

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """What is asked after the phrases said, the first of which is this kind's; None if they are a whole line."""
        raise NotImplementedError

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for what a whole line says (rules 7.7) and say what happened; the frame is put up by the caller."""
        raise NotImplementedError

    def refusal(self, game: Game, ship: Ship, text: str) -> tuple[str, str] | None:
        """The rule and the reason why a line of this kind may not be played now."""
        return None

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Lines that a player would look for; those that may not be played now are shown with their reason."""
        return ()

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> dict[str, Any]:
        """Odds, averages and cost of a whole line."""
        return {}


def first_word(phrase: str) -> str:
    """What the kinds are told apart by."""
    return phrase.partition(" ")[0]


def by_word(kinds: Sequence[ManeuverKind]) -> dict[str, ManeuverKind]:
    """The kinds under the first words of their lines."""
    return {word: kind for kind in kinds for word in kind.words}


def by_beginning(kinds: Sequence[ManeuverKind]) -> dict[str, tuple[ManeuverKind, ...]]:
    """All kinds of which a line can be, by its first word."""
    words = dict.fromkeys(word for kind in kinds for word in (*kind.words, *kind.begins_as))
    return {word: tuple(kind for kind in kinds if word in (*kind.words, *kind.begins_as)) for word in words}
