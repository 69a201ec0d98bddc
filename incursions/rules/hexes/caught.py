"""What catches a ship, and the roll to escape (rules 9.6, 9.15, 9.21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from incursions.engine.questions import Question
from incursions.rules.effects.in_force import forces
from incursions.rules.effects.lasting import end_lasting
from incursions.rules.hexes.throws import Throw
from incursions.rules.maneuver_kinds import Announced, ManeuverKind
from incursions.rules.odds import chance_of_at_most
from incursions.rules.phrases import ESCAPE

if TYPE_CHECKING:
    from incursions.rules.board import Lasting
    from incursions.rules.effects.in_force import Force
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

CATCH = "catch"
ESCAPED = "escaped"
ESCAPE_DICE = 2  # rules 9.6


def holding_numbers(game: Game, ship: Ship) -> list[int]:
    """The escape numbers that hold the ship now, as printed (rules 9.6, 9.21)."""
    return [number for _, number in ship.caught] + [force.effect.fields["number"] for force in _in_force(game, ship)]


def _in_force(game: Game, ship: Ship) -> list[Force]:
    """What catches the ship for as long as something is so; what it has escaped is left out until it stops anew."""
    free = game.board.escaped.get(ship.seat, ())
    return [force for force in forces(game, ship.seat, CATCH) if str(force.source) not in free]


def is_caught(game: Game, ship: Ship) -> bool:
    """Does anything catch the ship (rules 9.15)?"""
    return bool(ship.caught) or bool(game.players and _in_force(game, ship))


def catch(game: Game, ship: Ship, title: str, number: int) -> None:
    """The ship is caught until it escapes; what caught it already does not do so twice."""
    ship.caught = (*(held for held in ship.caught if held[0] != title), (title, number))
    game.emit("caught", {"seat": ship.seat, "number": number, "title": title})


def let_go(game: Game, ship: Ship) -> None:
    """The ship is out of the hex: nothing there catches it any more (rules 9.15)."""
    ship.caught = ()
    game.board.escaped.pop(ship.seat, None)
    end_lasting(game, lambda lasting: _catches(game, lasting, ship.seat))


def _catches(game: Game, lasting: Lasting, seat: int) -> bool:
    effect = game.piece(lasting.source).effects[lasting.effect]
    return effect.verb == CATCH and seat == (lasting.user if lasting.target is None else lasting.target)


def escape_bonus(game: Game, seat: int) -> int:
    """How much higher each number is for this player (rules 9.6)."""
    modifying = (force.effect.fields for force in forces(game, seat, "modify"))
    added: int = sum(fields.get("by", 0) for fields in modifying if fields["of"] == "escape")
    return added


class Escaping(ManeuverKind):
    """The roll to escape, which is a maneuver (rules 9.6, 9.15)."""

    name = "escape"
    words = ("roll",)
    does = "rolling to escape"

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Rolling, where something catches the ship."""
        return [ESCAPE] if is_caught(game, ship) else []

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """It is a whole line."""
        return None

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """The maneuver is all it costs."""
        game.emit("escape_announced", {"seat": ship.seat})
        return Announced(EscapeRoll(ship.seat, ESCAPE_DICE))

    def refusal(self, game: Game, ship: Ship, text: str) -> tuple[str, str] | None:
        """Nothing to escape from, or a longer line."""
        if not is_caught(game, ship):
            return "9.6", "Nothing catches your ship: there is nothing to escape from"
        return "9.15", f"The roll is the whole maneuver: say {ESCAPE}"

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """The roll is offered where there is one to make."""
        return ()

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> dict[str, Any]:
        """To be free of all that catches the ship the roll must meet the lowest number (rules 9.21)."""
        needs = min(holding_numbers(game, ship)) + escape_bonus(game, ship.seat)
        return {"power": 0, "needs": needs, "chance": chance_of_at_most(needs)}


class EscapeRoll(Throw):
    """An announced roll to escape."""

    __slots__ = ()
    strand = "escape"

    def tell(self, game: Game) -> None:
        """The dice, what they must not exceed, and whether the ship is free."""
        ship = game.ships[self.seat]
        needs = self._needs(game, ship)
        free = all(sum(self.dice) <= number for number in needs)
        facts = {"seat": self.seat, "dice": list(self.dice), "needs": needs, "free": free}
        game.emit("escape_rolled", facts)

    def _needs(self, game: Game, ship: Ship) -> list[int]:
        bonus = escape_bonus(game, self.seat)
        return [number + bonus for number in holding_numbers(game, ship)]

    def read(self, game: Game) -> None:
        """Each number that the roll meets holds the ship no more."""
        ship = game.ships[self.seat]
        met = sum(self.dice) - escape_bonus(game, self.seat)
        ship.caught = tuple(held for held in ship.caught if held[1] < met)
        escaped = {str(f.source) for f in _in_force(game, ship) if f.effect.fields["number"] >= met}
        if escaped:
            known = game.board.escaped.get(self.seat, ())
            game.board.escaped[self.seat] = tuple(sorted({*known, *escaped}))
