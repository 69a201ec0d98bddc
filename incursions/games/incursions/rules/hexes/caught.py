"""Effects that catch a ship, and the roll to escape (rules 9.6, 9.15, 9.21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING

from incursions.engine.errors import Advice
from incursions.games.incursions.rules.effects.gathering import end_lasting
from incursions.games.incursions.rules.effects.in_force import forces
from incursions.games.incursions.rules.events.movement import Caught as ShipCaught
from incursions.games.incursions.rules.events.movement import EscapeAnnounced, EscapeRolled
from incursions.games.incursions.rules.hexes.throws import Throw
from incursions.games.incursions.rules.printed.schema import ESCAPE_DICE
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, Ground, OnePhraseKind
from incursions.games.incursions.rules.state.phrases import ESCAPE, Line
from incursions.games.incursions.rules.state.seats import Caught

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.in_force import Force
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.state.board import Lasting, Source
    from incursions.games.incursions.rules.state.cards_in_play import Refused
    from incursions.games.incursions.rules.state.seats import Ship

CATCH = "catch"
ESCAPED = "escaped"


def holds_on(game: Game, ship: Ship) -> list[Caught]:
    """Return every hold on the ship now, with its printed number (rules 9.6, 9.21)."""
    return [*ship.caught, *(_as_caught(force.source, force.effect) for force in _catching_effects(game, ship))]


def _as_caught(source: Source, effect: Effect) -> Caught:
    return Caught(source, effect.fields["number"], effect.fields.get("dice", ESCAPE_DICE))


def holding_numbers(game: Game, ship: Ship) -> list[int]:
    """Return the escape numbers that hold the ship now."""
    return [held.number for held in holds_on(game, ship)]


def describe_escape_roll(game: Game, ship: Ship) -> str:
    """Return the text of what a roll must show to free the ship: the lowest number for each count of dice."""
    lowest: dict[int, int] = {}
    for held in holds_on(game, ship):
        lowest[held.dice] = min(held.number, lowest.get(held.dice, held.number))
    return " and ".join(f"{number} or less on {dice}D6" for dice, number in sorted(lowest.items()))


def _catching_effects(game: Game, ship: Ship) -> list[Force]:
    """Return the effects in force that catch the ship, except those it has escaped since it stopped here."""
    catching = forces(game, ship.seat, CATCH)
    if not catching:
        return []
    free = game.board.escaped.get(ship.seat, ())
    return [force for force in catching if str(force.source) not in free]


def is_caught(game: Game, ship: Ship) -> bool:
    """Return True if anything catches the ship (rules 9.15)."""
    if ship.caught:
        return True
    return CATCH in game.players[ship.seat].in_force.by_verb and bool(_catching_effects(game, ship))


def catch(game: Game, ship: Ship, title: str, effect: Effect) -> None:
    """Catch the ship until it escapes; the same source does not catch it twice."""
    ship.caught = (*(each for each in ship.caught if each.source != title), _as_caught(title, effect))
    tell_caught(game, ship.seat, title, effect)


def tell_caught(game: Game, seat: int, title: str, effect: Effect) -> None:
    """Emit who is caught and what it takes to escape, with the number of dice if unusual."""
    _, number, dice = _as_caught(title, effect)
    game.tell(ShipCaught, seat=seat, number=number, title=title, **({} if dice == ESCAPE_DICE else {"dice": dice}))


def let_go(game: Game, ship: Ship) -> None:
    """Free the ship of everything that caught it in the hex that it left (rules 9.15)."""
    ship.caught = ()
    game.board.escaped.pop(ship.seat, None)
    end_lasting(game, _catches, ship.seat)


def _catches(game: Game, lasting: Lasting, seat: int) -> bool:
    effect = game.piece(lasting.source).effects[lasting.effect]
    return effect.verb == CATCH and seat == (lasting.user if lasting.target is None else lasting.target)


def escape_bonus(game: Game, seat: int) -> int:
    """Return how much is added to each escape number of this player (rules 9.6)."""
    modifying = forces(game, seat, "modify", of="escape")
    added: int = sum(force.effect.fields.get("by", 0) for force in modifying)
    return added


class Escaping(OnePhraseKind[None]):
    """The maneuver that rolls to escape (rules 9.6, 9.15)."""

    name = "escape"
    words = (ESCAPE,)
    does = "rolling to escape"
    ground = Ground.CATCHES

    def lines(self, game: Game, ship: Ship) -> dict[str, None]:
        """Return the phrase of the roll if something catches the ship."""
        return {ESCAPE: None} if is_caught(game, ship) else {}

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Announce the roll, which costs only the maneuver."""
        game.tell(EscapeAnnounced, seat=ship.seat)
        return Announced(EscapeRoll(ship.seat, ESCAPE_DICE))

    def refusal(self, game: Game, ship: Ship, line: Line) -> Refused | None:
        """Return why the ship may not roll: nothing catches it, or the line is longer."""
        if not is_caught(game, ship):
            return "9.6", "Nothing catches your ship: there is nothing to escape from"
        return "9.15", Advice("The roll is the whole maneuver", ESCAPE)

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the chance to be free of everything: the roll must meet each escape number (rules 9.21)."""
        held, bonus = holds_on(game, ship), escape_bonus(game, ship.seat)
        throws = list(product(range(1, 7), repeat=most_dice(held)))
        free = sum(all(_meets(dice, each, bonus) for each in held) for dice in throws)
        needs = min(each.number for each in held) + bonus
        return {"power": 0, "needs": needs, "chance": free / len(throws)}


def most_dice(held: Iterable[Caught]) -> int:
    """Return how many dice are rolled against all that holds the ship: the most that any asks for (rules 9.21)."""
    return max((each.dice for each in held), default=ESCAPE_DICE)


def _meets(dice: Sequence[int], held: Caught, bonus: int) -> bool:
    """Return True if the roll, by the first `held.dice` of its dice, frees the ship of this hold (rules 9.6)."""
    return sum(dice[: held.dice]) <= held.number + bonus


class EscapeRoll(Throw):
    """An announced roll to escape."""

    __slots__ = ()
    strand = "escape"

    def advance(self, game: Game) -> None:
        """Set the number of dice that the holds on the ship ask for, then roll."""
        if not self.dice:
            self.count = most_dice(holds_on(game, game.ships[self.seat]))
        super().advance(game)

    def tell(self, game: Game) -> None:
        """Emit the dice, what they must not exceed, and whether the ship is free."""
        ship, bonus = game.ships[self.seat], escape_bonus(game, self.seat)
        held = holds_on(game, ship)
        free = all(_meets(self.dice, each, bonus) for each in held)
        needs = [each.number + bonus for each in held]
        game.tell(EscapeRolled, seat=self.seat, dice=list(self.dice), needs=needs, free=free)

    def apply_result(self, game: Game) -> None:
        """Free the ship of each hold whose number the roll meets."""
        ship, bonus = game.ships[self.seat], escape_bonus(game, self.seat)
        in_force = _catching_effects(game, ship)
        ship.caught = tuple(held for held in ship.caught if not _meets(self.dice, held, bonus))
        freed = (force for force in in_force if _meets(self.dice, _as_caught(force.source, force.effect), bonus))
        escaped = {str(force.source) for force in freed}
        if escaped:
            known = game.board.escaped.get(self.seat, ())
            game.board.escaped[self.seat] = tuple(sorted({*known, *escaped}))
