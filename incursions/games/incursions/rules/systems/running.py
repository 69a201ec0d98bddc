"""Systems that keep running: at power-up their power is turned down again, or they end (rules 7.2, 12.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from incursions.engine.errors import Advice
from incursions.engine.frames import Choice
from incursions.engine.questions import Question
from incursions.games.incursions.rules.events.turns import Kept
from incursions.games.incursions.rules.plays import any_time, besides
from incursions.games.incursions.rules.state.phrases import CLOAK, DROP, KEEP, TRACTOR_ON_SEAT, parse_option
from incursions.games.incursions.rules.systems import cloaking

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship


class Running(NamedTuple):
    """A running system: its name, its phrase in lines, and the power that keeps it (rules 7.9)."""

    system: str
    phrase: str
    power: int


def running(game: Game, ship: Ship) -> Running | None:
    """Return the system that runs on the ship, or None: a cloak or a beam; cloaking ends a beam (rules 12.10)."""
    if ship.cloak is not None:
        return Running("cloak", CLOAK, cloaking.cost_to_keep(game, ship))
    if ship.holds is not None:
        return Running("tractor", f"{TRACTOR_ON_SEAT}{ship.holds[0]}", ship.holds[1])
    return None


def ask_what_runs_on(game: Game, ship: Ship) -> None:
    """Ask about a system that takes power; end it if there is too little, keep it if it takes none (rules 12.8)."""
    system = running(game, ship)
    if system is None or system.power == 0:
        return
    if system.power > ship.power:
        _end(game, ship, system)
    else:
        game.stack.append(KeepRunning(ship.seat))


def _end(game: Game, ship: Ship, system: Running) -> None:
    if system.system == "cloak":
        cloaking.drop(game, ship, cloaking.NOT_KEPT)
    else:
        cloaking.let_go(game, ship, cloaking.NOT_KEPT)


class KeepRunning(Choice["Game"]):
    """The question whether to keep the running system, right after all power cards turned up (rules 7.2)."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("6.1", Advice("Your power-up comes first", "whether the running system is kept"))

    def advance(self, game: Game) -> None:
        """Ask, unless the system has ended because the ship in the beam left the game (rules 19.8)."""
        if running(game, game.ships[self.seat]) is None:
            game.stack.pop()
        else:
            super().advance(game)

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Return the question: keep or drop the system, or take a free action."""
        ship = game.ships[self.seat]
        system = running(game, ship)
        if said:
            return any_time.stage(game, self.seat, said)
        options = list(besides.aux_options(game, ship)) + any_time.options(game, self.seat)
        least = None
        if system is not None:
            least = DROP + system.phrase
            keep = [KEEP + system.phrase] if system.power <= ship.power else []
            options = [*keep, least, *options]
        return Question(self.seat, "one", "power-up", options, least, "Which running system is kept?", "7.2")

    def forecast(self, game: Game, said: tuple[str, ...]) -> Forecast:
        """Return the power that keeping the system takes."""
        system = running(game, game.ships[self.seat])
        return {"power": system.power if system is not None and parse_option(said[0]).verb == "keep" else 0}

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Turn down the power of the system again, or end it."""
        ship = game.ships[self.seat]
        system = running(game, ship)
        if system is None or said[0] not in (KEEP + system.phrase, DROP + system.phrase):
            besides.take(game, self.seat, said)
            return
        game.stack.pop()
        if parse_option(said[0]).verb == "keep":
            ship.spend(system.power, system.system)
            game.tell(Kept, seat=self.seat, system=system.system, power=system.power)
        else:
            _end(game, ship, system)
