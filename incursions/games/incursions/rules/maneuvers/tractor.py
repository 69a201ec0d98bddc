"""Maneuvers at a ship in the hex: tractor beams, their evasion, breaking free, tachyon sweeps (rules 12.5-12.9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from incursions.engine.dice import chance_of_at_most
from incursions.engine.errors import Advice
from incursions.engine.frames import Choice, Frame, frame_class
from incursions.engine.hexes import distance
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.effects.in_force import forces
from incursions.games.incursions.rules.events.attacks import EvasionRolled
from incursions.games.incursions.rules.events.movement import BrokeFree, Held, Swept, TractorAnnounced, TractorEvaded
from incursions.games.incursions.rules.plays import free_actions
from incursions.games.incursions.rules.plays.announcements import PUBLIC
from incursions.games.incursions.rules.plays.resolution import Throw
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.game_state import (
    Announced,
    AtShipKind,
    GameState,
    Ground,
    OnePhraseKind,
    list_holders,
    power_short,
)
from incursions.games.incursions.rules.state.phrases import (
    BREAK_FREE,
    FROM_SEAT,
    SWEEP,
    TRACTOR,
    Line,
    seat_said,
    text_of,
)
from incursions.games.incursions.rules.state.refs import GO_ON
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.cloaking import BROKEN, HELD, drop, let_go, may_target
from incursions.games.incursions.rules.systems.power import EVADING_SYSTEMS, cost, diverting_options, most_power
from incursions.games.incursions.rules.systems.weapons import apply_modifiers

EVASION_DICE = 2
EVADED, NOT_EVADED, UNANSWERED = "evaded", "not evaded", "unanswered"
LEAST_POWER = 1  # rules 12.5
SYSTEM = "tachyon_sweep"
USUAL_POWER, USUAL_RANGE = 3, 1  # rules 7.3, 12.6


class TractorEvasion(Choice[GameState]):
    """The question whether the target tries to evade the beam, right above its `Gripping`, which takes the `answer`."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("12.5", "Only an evasion answers a tractor beam")

    @staticmethod
    def is_possible(game: GameState, ship: Ship) -> bool:
        """Return True if the ship is not held, may evade, and has power, AUX or shields to divert (rules 11.3)."""
        if list_holders(game, ship.seat) or forces(game, ship.seat, "forbid", of="evade"):
            return False
        able = ship.power + most_power(game, ship) >= cost(game, ship.seat, "evasion", 1)
        # With public windows a pause must not reveal the hand (rules 13.10).
        says_nothing = game.windows == PUBLIC and bool(game.players[ship.seat].hand)
        return (
            able
            or says_nothing
            or free_actions.can_use_aux(game, ship)
            or bool(free_actions.any_time_options(game, ship.seat))
        )

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Return the question: pass, evade with power, or take a free action."""
        ship = game.ships[self.seat]
        if said:
            return None if said[0] == GO_ON else free_actions.stage(game, ship, said, EVADING_SYSTEMS)
        evasions = phrases.EVADE[cost(game, self.seat, "evasion", 1) : ship.available("evade") + 1]
        options = [GO_ON, *evasions, *diverting_options(game, ship), *free_actions.aux_options(game, ship)]
        options += free_actions.any_time_options(game, self.seat)
        return Question(self.seat, "one", "tractor beam", options, GO_ON, "Evade the tractor beam?", "12.5")

    def perform(self, game: GameState, said: Phrases) -> None:
        """Roll the evasion, let the beam come, or take a free action and ask again."""
        if said[0] == GO_ON:
            self.answer_with(game, UNANSWERED)
        elif (evasion := phrases.parse_option(said[0])).verb == "evade with":
            power = evasion.amount
            game.ships[self.seat].spend(power, "evade")
            game.stack.append(TractorEvasionRoll(self.seat, EVASION_DICE, self._score(game, power), power))
        else:
            free_actions.take(game, self.seat, said)

    def forecast(self, game: GameState, said: Phrases) -> Forecast:
        """Return the cost of an evasion, the score it needs, and its chance."""
        evasion = phrases.parse_option(said[0])
        if evasion.verb != "evade with":
            return {"power": 0}
        needs = self._score(game, evasion.amount)
        return {"power": evasion.amount, "chance": chance_of_at_most(needs), "needs": needs}

    def _score(self, game: GameState, power: int) -> int:
        """Return what 2D6 must not exceed: the first power pays for the try, each further one adds 1 (rules 11.2)."""
        first = cost(game, self.seat, "evasion", 1)
        ship = game.ships[self.seat]
        return apply_modifiers(game, self.seat, "evasion", ship.card.evasion, ship.bonuses.evasion + power - first)

    def answer_with(self, game: GameState, answer: str) -> None:
        """Give the beam the answer; diverted power that was not spent is lost (rules 7.5)."""
        game.ships[self.seat].lose_diverted()
        game.stack.pop()
        game.stack[-1].answer = answer  # type: ignore[attr-defined]  # the beam is right below


@frame_class
class TractorEvasionRoll(Throw):
    """A roll of 2D6 to evade a beam; its power is spent either way (rules 11.2). The evasion is right below."""

    score: int
    power: int
    strand = "evasion"

    @property
    def evaded(self) -> bool:
        """True if the ship evades the beam."""
        return sum(self.dice) <= self.score

    def tell(self, game: GameState) -> None:
        """Emit the dice and what they must not exceed."""
        game.tell(
            EvasionRolled, seat=self.seat, dice=list(self.dice), score=self.score, power=self.power, evaded=self.evaded
        )

    def apply_result(self, game: GameState) -> None:
        """Give the beam the answer."""
        evasion: Any = game.stack[-1]
        evasion.answer_with(game, EVADED if self.evaded else NOT_EVADED)


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

    def price(self, game: GameState, ship: Ship) -> int | None:
        """Return the least power that the ship's beam takes; None without one (rules 2.1, 12.5)."""
        printed = ship.card.systems.get("tractor")
        if printed is None:
            return None
        return max(LEAST_POWER, cost(game, ship.seat, "tractor", printed.get("power", LEAST_POWER)))

    def why_not(self, game: GameState, ship: Ship, other: Ship) -> tuple[str, str] | None:
        """Return why the beam cannot hold the other ship, or None (rules 12.5, 12.9)."""
        title = other.card.title
        if other is ship:
            return "10.14", "You cannot target your own ship"
        if ship.holds is not None:
            return "12.9", f"Your beam holds {game.ships[ship.holds[0]].card.title}, and a beam holds one ship"
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

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Ask for the power that holds the ship; it has no default."""
        if len(said) > 1:
            return None
        least = self.price(game, ship)
        assert least is not None
        options = phrases.WITH_POWER[least : ship.available("tractor") + 1]
        return Question(ship.seat, "amount", "power", options, None, "How much power holds the ship?", "12.5", said)

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for the beam and return its frame."""
        target, power = phrases.seat_said(said[0]), phrases.parse_option(said[1]).amount
        ship.spend(power, "tractor")
        game.tell(TractorAnnounced, seat=ship.seat, target=target, power=power)
        return Announced(Gripping(ship.seat, target, power))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> tuple[str, str] | None:
        """Return why the ship cannot be gripped: no beam, not in range, too little power, or one held already."""
        seat = line[0].seat
        if seat is not None and seat >= len(game.ships) and self.price(game, ship) is not None:
            return "12.9", f"There is no seat {seat}"
        return super().refusal(game, ship, line)

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return a line for every other ship in the hex, if the ship has a beam."""
        if self.price(game, ship) is None:
            return []
        here = (other for other in game.ships if other is not ship and other.out is None and other.at == ship.at)
        return [f"{TRACTOR}{other.seat}" for other in here]

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        return {"power": phrases.parse_option(said[1]).amount}


@frame_class
class Gripping(Frame[GameState]):
    """An announced tractor beam. The target may evade first; `answer` is the result (rules 12.5)."""

    seat: int
    target: int
    power: int
    answer: str | None = None
    seat_fields = ("seat", "target")

    def advance(self, game: GameState) -> None:
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
            ship.holds = (target.seat, self.power)
            game.tell(Held, seat=ship.seat, target=target.seat, power=self.power)
            drop(game, target, HELD)  # rules 12.7


class BreakingFree(OnePhraseKind["tuple[int, int]"]):
    """The maneuver that breaks one beam, with as much power as holds the ship (rules 12.5, 12.9)."""

    name = "break free"
    words = (BREAK_FREE,)
    does = "breaking free"
    ground = Ground.BEAM_HOLDS

    def candidates(self, game: GameState, ship: Ship) -> Iterable[tuple[str, tuple[int, int]]]:
        """Yield the seat and the power of each beam on the ship; lines name the seat if there are several."""
        holders = list_holders(game, ship.seat)
        for holder in holders:
            if holder.holds is not None:
                line = BREAK_FREE if len(holders) == 1 else f"{BREAK_FREE}{FROM_SEAT}{holder.seat}"
                yield line, (holder.seat, holder.holds[1])

    def why_not(self, game: GameState, ship: Ship, named: tuple[int, int]) -> tuple[str, str] | None:
        _, power = named
        if power <= ship.available(BREAK_FREE):
            return None
        return "12.5", f"Breaking free takes the power that holds you, {power}"

    def why_no_candidate(self, game: GameState, ship: Ship, line: Line) -> tuple[str, str] | None:
        """Return why a line is refused that names no beam on the ship, or one beam that needs no name."""
        beams, seat = dict(self.candidates(game, ship)), line[0].seat
        if text_of(line) not in (BREAK_FREE, f"{BREAK_FREE}{FROM_SEAT}{seat}"):
            return None
        if not beams:
            return "12.5", "No tractor beam holds your ship"
        if seat is None:
            return "12.9", Advice("Several beams hold your ship, and each is broken alone", " or ".join(beams))
        if all(seat != holder for holder, _ in beams.values()):
            return "12.9", f"Seat {seat} does not hold your ship"
        return "12.9", Advice("One beam holds your ship", BREAK_FREE)

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay the power that holds the ship."""
        holder, power = self.lines(game, ship)[said[0]]
        ship.spend(power, BREAK_FREE)
        return Announced(BrokenFree(ship.seat, holder, power))

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        return {"power": self.lines(game, ship)[said[0]][1]}


@frame_class
class BrokenFree(Frame[GameState]):
    """An announced attempt to break free, which always succeeds."""

    seat: int
    holder: int
    power: int

    def advance(self, game: GameState) -> None:
        """End the beam, if it still holds the ship."""
        game.stack.pop()
        holder = game.ships[self.holder]
        if holder.holds is not None and holder.holds[0] == self.seat:
            game.tell(BrokeFree, seat=self.seat, holder=self.holder, power=self.power)
            let_go(game, holder, BROKEN)


class TachyonSweep(AtShipKind):
    """The maneuver that sweeps for a cloaked ship (rules 12.6)."""

    name = SYSTEM
    words = ("sweep",)
    does = "a tachyon sweep"
    ground = Ground.CLOAKED

    prefix = SWEEP
    system = SYSTEM
    called = "tachyon sweep"
    bought = "The sweep"
    no_ship = ("12.6", "A sweep is for one cloaked ship, such as sweep seat 1")

    def price(self, game: GameState, ship: Ship) -> int | None:
        """Return the power that a sweep costs now; None without the system (rules 2.1, 7.3)."""
        printed = ship.card.systems.get(SYSTEM)
        return None if printed is None else cost(game, ship.seat, SYSTEM, printed.get("power", USUAL_POWER))

    def why_not(self, game: GameState, ship: Ship, other: Ship) -> tuple[str, str] | None:
        """Return why the ship cannot be swept: only a cloaked, untargetable ship in range can be (rules 12.6)."""
        title = other.card.title
        if other is ship:
            return "10.14", "You cannot target your own ship"
        if other.out is not None:
            return "12.6", f"{title} is out of the game"
        if other.cloak is None:
            return "12.6", f"{title} is not cloaked"
        if may_target(game, ship.seat, other.seat) is None:
            return "12.6", f"You can target {title} as it is"
        reach = ship.card.systems[SYSTEM].get("range", USUAL_RANGE)
        far = distance(ship.at, other.at)
        if far > reach:
            return "12.6", f"Your sweep reaches {reach} {'hex' if reach == 1 else 'hexes'}, and {title} is {far} away"
        return None

    def why_not_more(self, ship: Ship, line: Line, price: int) -> tuple[str, str] | None:
        return ("7.3", Advice(f"A sweep takes exactly {price} power", str(line[0]))) if len(line) > 1 else None

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for the sweep and return its frame."""
        power = self.price(game, ship)
        assert power is not None
        ship.spend(power, SYSTEM)
        return Announced(Sweeping(ship.seat, seat_said(said[0]), power))

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return a line for every cloaked ship, if the ship has the system."""
        if self.price(game, ship) is None:
            return []
        return [f"{SWEEP}{other.seat}" for other in game.ships if other.cloak is not None and other is not ship]

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the cost and the distance."""
        other, power = game.ships[seat_said(said[0])], self.price(game, ship)
        assert power is not None
        return {"power": power, "distance": distance(ship.at, other.at)}


@frame_class
class Sweeping(Frame[GameState]):
    """An announced sweep."""

    seat: int
    target: int
    power: int
    seat_fields = ("seat", "target")

    def advance(self, game: GameState) -> None:
        """Open the target to the sweeper's attacks."""
        game.stack.pop()
        ship = game.ships[self.seat]
        ship.swept = (*ship.swept, self.target)
        game.tell(Swept, seat=self.seat, target=self.target, power=self.power)
