"""The base classes of maneuvers: options, stages, and the payment and frames of an announcement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.systems.power import power_short

if TYPE_CHECKING:
    from incursions.engine.questions import Question
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.phrases import Line
    from incursions.games.incursions.rules.state.seats import Ship


@dataclass(slots=True)  # not a NamedTuple: created in two thirds of the time, at every maneuver
class Announced:
    """The result of announcing a maneuver: the frame that carries it out and the cards played in it."""

    frame: Frame[Any]
    cards: tuple[int, ...] = ()
    kind: str | None = None  # if one first word is shared by several kinds


class Ground:
    """Bit flags for what kinds of maneuver need. Kinds whose `ground` is missing are skipped (see `grounds`).

    Plain integers, because a `Flag` is ten times as slow.
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
    MINES = 1 << 9  # printed on the ship, like ASSIMILATION
    ASSIMILATION = 1 << 10
    OFFICER_IN_HEX = 1 << 11
    SERVES = 1 << 12  # something in force waits for a maneuver
    SHUTTLE = 1 << 13  # tabled or placed
    TABLED_SHUTTLE = 1 << 14
    # Cards in hand: played alone, tabled, weapons; and without a maneuver: commands, for any time, tabled when drawn.
    PLAYED = 1 << 15
    TABLED = 1 << 16
    WEAPON = 1 << 17
    COMMAND = 1 << 18
    ANY_TIME = 1 << 19
    TABLED_WHEN_DRAWN = 1 << 20


class ManeuverKind:
    """A kind of maneuver. It holds no state: one object serves all games.

    `name` is the word that cards and commands use for it. `words` are the verbs of its options; no two kinds share one,
    or the first word of one. `does` names it in a sentence. Unless it is `own_turn_only`, its `refusal` is also asked
    when no maneuver is asked for. It has no options if its `ground` is missing. `may_be_besides`: some lines that take
    no maneuver (6.6) begin like its own.
    """

    name: ClassVar[str]
    words: ClassVar[tuple[str, ...]]
    does: ClassVar[str] = "that"
    own_turn_only: ClassVar[bool] = True
    may_be_besides: ClassVar[bool] = False
    ground: ClassVar[int] = Ground.NONE

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return the first phrases of all legal lines."""
        raise NotImplementedError

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Return the question after the phrases `said`, or None if they are a whole line.

        The first phrase is one of this kind's. Unless a kind overrides this method, one phrase is a whole line.
        """
        return None

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for a whole line (rules 7.7) and emit its events. The caller pushes the returned frame."""
        raise NotImplementedError

    def refusal(self, game: Game, ship: Ship, line: Line) -> tuple[str, str] | None:
        """Return the rule and the reason why a line of this kind may not be played now, or None."""
        return None

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return lines that a player would look for; those that may not be played now are shown with their reason."""
        return ()

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return odds, averages and cost of a whole line."""
        return {}


class AtShipKind(ManeuverKind):
    """A kind of maneuver at one other ship, named by its seat behind `prefix`. `why_not` alone says which it may be.

    `system` pays for it; refusals name it `called` where a ship lacks it, and `bought` where it costs too much.
    `no_ship` refuses a line that names no ship.
    """

    prefix: ClassVar[str]
    system: ClassVar[str]
    called: ClassVar[str]
    bought: ClassVar[str]
    no_ship: ClassVar[tuple[str, str]]

    def price(self, game: Game, ship: Ship) -> int | None:
        """Return the least power that it costs now; None for a ship without the system."""
        raise NotImplementedError

    def why_not(self, game: Game, ship: Ship, other: Ship) -> tuple[str, str] | None:
        """Return the rule and the reason why it cannot be done to the other ship for any power, or None."""
        raise NotImplementedError

    def why_not_more(self, ship: Ship, line: Line, price: int) -> tuple[str, str] | None:
        """Return why a line is refused that goes on after the ship, or None if it does not."""
        return self.no_ship if len(line) > 1 else None

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return a phrase for each ship to which it can be done."""
        price = self.price(game, ship)
        if price is None or price > ship.available(self.system):
            return []
        return [f"{self.prefix}{other.seat}" for other in game.ships if self.why_not(game, ship, other) is None]

    def refusal(self, game: Game, ship: Ship, line: Line) -> tuple[str, str] | None:
        price, seat = self.price(game, ship), line[0].seat
        if price is None:
            return "2.1", f"{ship.card.title} has no {self.called}"
        if seat is None or seat >= len(game.ships):
            return self.no_ship
        found = self.why_not(game, ship, game.ships[seat]) or self.why_not_more(ship, line, price)
        return found or power_short(ship, self.system, price, self.bought)


T = TypeVar("T")


class OnePhraseKind(ManeuverKind, Generic[T]):
    """A kind of maneuver that is said in one phrase, which names one `T`."""

    def lines(self, game: Game, ship: Ship) -> dict[str, T]:
        """Return all that can be named now, by the lines."""
        raise NotImplementedError

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return the lines."""
        return list(self.lines(game, ship))
