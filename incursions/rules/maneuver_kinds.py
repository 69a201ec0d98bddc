"""What every kind of maneuver has in common: its options, its stages, what announcing it pays and puts up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from incursions.engine.frames import Frame

if TYPE_CHECKING:
    from incursions.engine.questions import Question
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship


@dataclass(slots=True)  # no named tuple: one is made at every maneuver, in two thirds of the time
class Announced:
    """What announcing a maneuver comes to: the frame that carries it out, and the cards that were played in it."""

    frame: Frame[Any]
    cards: tuple[int, ...] = ()
    kind: str | None = None  # where one word begins lines of several kinds


class Ground:
    """What a kind of maneuver cannot do without, so that it need not be asked where that is not; see `plays.grounds`.

    Several are added up. Plain numbers: a `Flag` takes ten times as long.
    """

    NONE = 0
    BEAM_HOLDS = 1 << 0  # another ship's beam holds this one
    BEFORE = 1 << 1  # a card lies before the player
    CATCHES = 1 << 2  # something may catch the ship
    CLOAKED = 1 << 3  # another ship is cloaked
    COMMANDED = 1 << 4  # a piece with points, of the player's own or dominated
    COMPANY = 1 << 5  # another ship is in the hex
    MOVES = 1 << 6  # a shuttle of the player's in a hex, or a piece that he dominates
    FRESH_MINE = 1 << 7  # a mine of the player's, laid in this turn
    MAY_CLOAK = 1 << 8  # the ship prints a cloak, or something lets it cloak
    MINES = 1 << 9  # printed on the ship, as the next
    ASSIMILATION = 1 << 10
    OFFICER_IN_HEX = 1 << 11
    SERVES = 1 << 12  # something in force waits for a maneuver
    SHUTTLE = 1 << 13  # tabled or placed
    TABLED_SHUTTLE = 1 << 14
    # In hand: cards that are played alone, tabled, or weapons; that need no maneuver: ready commands, any time, tabled.
    PLAYED = 1 << 15
    TABLED = 1 << 16
    WEAPON = 1 << 17
    COMMAND = 1 << 18
    ANY_TIME = 1 << 19
    TABLED_WHEN_DRAWN = 1 << 20


class ManeuverKind:
    """One kind of maneuver. It holds no state: one object serves all games.

    `name` is what cards and commands call it. `words` are the first words of its lines; no two kinds share one. Where
    its lines begin as those of another kind, which reads them, `begins_as` has that word. `does` names it in a
    sentence. Unless it is `own_turn_only`, its `refusal` is also asked when no maneuver is asked for. It has no options
    where its `ground` is missing. It `may_be_besides`: what takes no maneuver (6.6) has lines that begin alike.
    """

    name: ClassVar[str]
    words: ClassVar[tuple[str, ...]]
    begins_as: ClassVar[tuple[str, ...]] = ()
    does: ClassVar[str] = "that"
    own_turn_only: ClassVar[bool] = True
    may_be_besides: ClassVar[bool] = False
    ground: ClassVar[int] = Ground.NONE

    def options(self, game: Game, ship: Ship) -> list[str]:
        """The first phrases of all that is legal now."""
        raise NotImplementedError

    def options_like(self, game: Game, ship: Ship, text: str) -> list[str]:
        """Those of `options` that `text` can begin with; others may be among them."""
        return self.options(game, ship)

    def offers(self, game: Game, ship: Ship, said: tuple[str, ...], text: str) -> bool | None:
        """Is `text` an option of `stage` after the phrases said? None if only `stage` can tell."""
        return None

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


class KindsByGround(dict[int, tuple[ManeuverKind, ...]]):
    """By what there is at a table those kinds that may have options there, in their order; each found once."""

    def __init__(self, kinds: Sequence[ManeuverKind]) -> None:
        super().__init__()
        self._kinds = kinds

    def __missing__(self, ground: int) -> tuple[ManeuverKind, ...]:
        found = self[ground] = tuple(kind for kind in self._kinds if kind.ground & ground == kind.ground)
        return found


class KindsByPhrase(dict[str, ManeuverKind | None]):
    """The kind whose lines begin with a phrase, by its first word; each is looked at once. None if no kind's do."""

    def __init__(self, kinds: Sequence[ManeuverKind]) -> None:
        super().__init__()
        self._by_word = by_word(kinds)

    def __missing__(self, phrase: str) -> ManeuverKind | None:
        found = self[phrase] = self._by_word.get(first_word(phrase))
        return found


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
