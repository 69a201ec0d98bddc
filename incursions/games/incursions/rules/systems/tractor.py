"""Maneuvers of the tractor beam: gripping a ship, and breaking free of a beam (rules 12.5, 12.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.errors import Advice
from incursions.engine.frames import Frame
from incursions.engine.questions import Question
from incursions.games.incursions.rules.events.movement import BrokeFree, Held, TractorAnnounced, TractorEvaded
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, AtShipKind, Ground, ManeuverKind
from incursions.games.incursions.rules.state.phrases import BREAK_FREE, FROM_SEAT, TRACTOR, Line, text_of
from incursions.games.incursions.rules.systems.cloaking import BROKEN, HELD, drop, held_by, let_go, may_target
from incursions.games.incursions.rules.systems.power import cost, power_short
from incursions.games.incursions.rules.systems.tractor_evasion import EVADED, TractorEvasion

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

LEAST_POWER = 1  # rules 12.5


class TractorBeam(AtShipKind):
    """The maneuver that grips a ship (rules 12.5)."""

    name = "tractor"
    words = ("tractor",)
    does = "a tractor beam"
    ground = Ground.COMPANY

    prefix = TRACTOR
    system = "tractor"
    called = "tractor beam"
    bought = "The beam"
    no_ship = ("12.9", "Only ships and escape craft are held, such as tractor seat 1 with 2 power")

    def price(self, game: Game, ship: Ship) -> int | None:
        """Return the least power that the ship's beam takes; None without one (rules 2.1, 12.5)."""
        printed = ship.card.definition["systems"].get("tractor")
        if printed is None:
            return None
        return max(LEAST_POWER, cost(game, ship.seat, "tractor", printed.get("power", LEAST_POWER)))

    def why_not(self, game: Game, ship: Ship, other: Ship) -> tuple[str, str] | None:
        """Return why the beam cannot hold the other ship, or None (rules 12.5, 12.9)."""
        title = other.card.title
        if other is ship:
            return "10.14", "Nobody targets his own ship"
        if ship.holds is not None:
            return "12.9", f"Your beam holds {game.ships[ship.holds[0]].card.title}, and a holder holds one ship"
        if other.out is not None:
            return "12.9", f"{title} is out of the game"
        if other.at != ship.at:
            return "12.5", f"A tractor beam reaches only your own hex, and {title} is not there"
        return may_target(game, ship.seat, other.seat, attack=False)

    def why_not_more(self, ship: Ship, line: Line, price: int) -> tuple[str, str] | None:
        if len(line) == 1:
            return None
        short = power_short(ship, "tractor", phrases.find_amount(line, "power") or 0, "That beam")
        return short or ("12.5", Advice(f"The tractor beam takes at least {price} power", f"with {price} power"))

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Ask for the power that holds the ship; it has no default."""
        if len(said) > 1:
            return None
        least = self.price(game, ship)
        assert least is not None
        options = phrases.WITH_POWER[least : ship.available("tractor") + 1]
        return Question(ship.seat, "amount", "power", options, None, "How much power holds the ship?", "12.5", said)

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay for the beam and return its frame."""
        target, power = phrases.seat_said(said[0]), phrases.parse_option(said[1]).amount
        ship.spend(power, "tractor")
        game.tell(TractorAnnounced, seat=ship.seat, target=target, power=power)
        return Announced(Gripping(ship.seat, target, power))

    def refusal(self, game: Game, ship: Ship, line: Line) -> tuple[str, str] | None:
        """Return why the ship cannot be gripped: no beam, not in range, too little power, or one held already."""
        seat = line[0].seat
        if seat is not None and seat >= len(game.ships) and self.price(game, ship) is not None:
            return "12.9", f"There is no seat {seat}"
        return super().refusal(game, ship, line)

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every other ship in the hex, if the ship has a beam."""
        if self.price(game, ship) is None:
            return []
        here = (other for other in game.ships if other is not ship and other.out is None and other.at == ship.at)
        return [f"{TRACTOR}{other.seat}" for other in here]

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        return {"power": phrases.parse_option(said[1]).amount}


@dataclass(slots=True, eq=False)
class Gripping(Frame["Game"]):
    """An announced tractor beam. The target may evade first; `answer` is the result (rules 12.5)."""

    seat: int
    target: int
    power: int
    answer: str | None = None
    seat_fields = ("seat", "target")

    def advance(self, game: Game) -> None:
        """Let the target evade if it can, then hold it with the beam."""
        ship, target = game.ships[self.seat], game.ships[self.target]
        if self.answer is None and TractorEvasion.is_possible(game, target):
            self.answer = "asked"
            game.stack.append(TractorEvasion(self.target))
            return
        game.stack.pop()
        if self.answer == EVADED:
            game.tell(TractorEvaded, seat=self.seat, target=self.target)
        elif target.at == ship.at and target.out is None:
            hold_target(game, ship, target, self.power)


def hold_target(game: Game, ship: Ship, target: Ship, power: int) -> None:
    """Hold the target with the beam, which ends its cloak (rules 12.5, 12.7)."""
    ship.holds = (target.seat, power)
    game.tell(Held, seat=ship.seat, target=target.seat, power=power)
    drop(game, target, HELD)


class BreakingFree(ManeuverKind):
    """The maneuver that breaks one beam, with as much power as holds the ship (rules 12.5, 12.9)."""

    name = "break free"
    words = (BREAK_FREE,)
    does = "breaking free"
    ground = Ground.BEAM_HOLDS

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return a phrase for each beam that the ship can break; it names the holder if there are several."""
        holders = held_by(game, ship.seat)
        if not holders:
            return []
        able = [holder for holder in holders if holder.holds and holder.holds[1] <= ship.available(BREAK_FREE)]
        return [_phrase(holders, holder) for holder in able]

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Pay the power that holds the ship."""
        holder, power = _beam_said(game, ship, said[0])
        ship.spend(power, BREAK_FREE)
        return Announced(BrokenFree(ship.seat, holder, power))

    def refusal(self, game: Game, ship: Ship, line: Line) -> tuple[str, str] | None:
        """Return why the ship cannot break free: not held, not by that seat, or too little power."""
        holders, seat, named = held_by(game, ship.seat), line[0].seat, text_of(line)
        if named not in (BREAK_FREE, f"{BREAK_FREE}{FROM_SEAT}{seat}"):
            return None
        if not holders:
            return "12.5", "No tractor beam holds your ship"
        if seat is None and len(holders) > 1:
            lines = " or ".join(_phrase(holders, each) for each in holders)
            return "12.9", Advice("Several beams hold your ship, and each is broken alone", lines)
        holder = holders[0] if seat is None else next((each for each in holders if each.seat == seat), None)
        if holder is None or holder.holds is None:
            return "12.9", f"Seat {seat} does not hold your ship"
        if seat is not None and len(holders) == 1:
            return "12.9", Advice("One beam holds your ship", BREAK_FREE)
        return "12.5", f"Breaking free takes the power that holds you, {holder.holds[1]}"

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for each beam on the ship."""
        holders = held_by(game, ship.seat)
        return [_phrase(holders, holder) for holder in holders]

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        return {"power": _beam_said(game, ship, said[0])[1]}


def _beam_said(game: Game, ship: Ship, phrase: str) -> tuple[int, int]:
    """Return the seat of the holder whose beam the phrase breaks, and the power of that beam."""
    holders = held_by(game, ship.seat)
    holder = next(each for each in holders if _phrase(holders, each) == phrase)
    assert holder.holds is not None
    return holder.seat, holder.holds[1]


def _phrase(holders: Sequence[Ship], holder: Ship) -> str:
    return BREAK_FREE if len(holders) == 1 else f"{BREAK_FREE}{FROM_SEAT}{holder.seat}"


@dataclass(slots=True, eq=False)
class BrokenFree(Frame["Game"]):
    """An announced attempt to break free, which always succeeds."""

    seat: int
    holder: int
    power: int

    def advance(self, game: Game) -> None:
        """End the beam, if it still holds the ship."""
        game.stack.pop()
        holder = game.ships[self.holder]
        if holder.holds is not None and holder.holds[0] == self.seat:
            game.tell(BrokeFree, seat=self.seat, holder=self.holder, power=self.power)
            let_go(game, holder, BROKEN)
