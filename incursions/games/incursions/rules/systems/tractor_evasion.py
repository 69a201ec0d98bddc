"""Evasion of a tractor beam, the only answer to one (rules 12.5, 13.17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from incursions.engine.frames import Choice
from incursions.engine.questions import Question
from incursions.games.incursions.rules.effects.in_force import forces
from incursions.games.incursions.rules.events.attacks import EvasionRolled
from incursions.games.incursions.rules.hexes.throws import Throw
from incursions.games.incursions.rules.odds import chance_of_at_most
from incursions.games.incursions.rules.plays import any_time, besides
from incursions.games.incursions.rules.plays.announcements import PUBLIC
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.refs import GO_ON
from incursions.games.incursions.rules.systems import diverting
from incursions.games.incursions.rules.systems.cloaking import held_by
from incursions.games.incursions.rules.systems.power import cost
from incursions.games.incursions.rules.systems.weapons import apply_modifiers

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

EVASION_DICE = 2
EVADED, NOT_EVADED, UNANSWERED = "evaded", "not evaded", "unanswered"


class TractorEvasion(Choice["Game"]):
    """The question whether the target tries to evade the beam, right above its `Gripping`, which takes the `answer`."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("12.5", "Only an evasion answers a tractor beam")

    @staticmethod
    def is_possible(game: Game, ship: Ship) -> bool:
        """Return True if the ship is not held, may evade, and has power, AUX or shields to divert (rules 11.3)."""
        if held_by(game, ship.seat) or forces(game, ship.seat, "forbid", of="evade"):
            return False
        able = ship.power + diverting.most_power(game, ship) >= cost(game, ship.seat, "evasion", 1)
        # With public windows a pause must not reveal the hand (rules 13.10).
        says_nothing = game.windows == PUBLIC and bool(game.players[ship.seat].hand)
        return able or says_nothing or besides.can_use_aux(game, ship) or bool(any_time.options(game, ship.seat))

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Return the question: pass, evade with power, or take a free action."""
        ship = game.ships[self.seat]
        if said:
            return None if said[0] == GO_ON else besides.stage(game, ship, said, diverting.EVADING_SYSTEMS)
        evasions = phrases.EVADE[cost(game, self.seat, "evasion", 1) : ship.available("evade") + 1]
        options = [GO_ON, *evasions, *diverting.options(game, ship), *besides.aux_options(game, ship)]
        options += any_time.options(game, self.seat)
        return Question(self.seat, "one", "tractor beam", options, GO_ON, "Evade the tractor beam?", "12.5")

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Roll the evasion, let the beam come, or take a free action and ask again."""
        if said[0] == GO_ON:
            self.answer_with(game, UNANSWERED)
        elif (evasion := phrases.parse_option(said[0])).verb == "evade with":
            power = evasion.amount
            game.ships[self.seat].spend(power, "evade")
            game.stack.append(TractorEvasionRoll(self.seat, EVASION_DICE, self._score(game, power), power))
        else:
            besides.take(game, self.seat, said)

    def forecast(self, game: Game, said: tuple[str, ...]) -> Forecast:
        """Return the cost of an evasion, the score it needs, and its chance."""
        evasion = phrases.parse_option(said[0])
        if evasion.verb != "evade with":
            return {"power": 0}
        needs = self._score(game, evasion.amount)
        return {"power": evasion.amount, "chance": chance_of_at_most(needs), "needs": needs}

    def _score(self, game: Game, power: int) -> int:
        """Return what 2D6 must not exceed: the first power pays for the try, each further one adds 1 (rules 11.2)."""
        first = cost(game, self.seat, "evasion", 1)
        ship = game.ships[self.seat]
        return apply_modifiers(game, self.seat, "evasion", ship.card.evasion, ship.bonuses.evasion + power - first)

    def answer_with(self, game: Game, answer: str) -> None:
        """Give the beam the answer; diverted power that was not spent is lost (rules 7.5)."""
        game.ships[self.seat].lose_diverted()
        game.stack.pop()
        game.stack[-1].answer = answer  # type: ignore[attr-defined]  # the beam is right below


@dataclass(slots=True, eq=False)
class TractorEvasionRoll(Throw):
    """A roll of 2D6 to evade a beam; its power is spent either way (rules 11.2). The evasion is right below."""

    score: int
    power: int
    strand = "evasion"

    @property
    def evaded(self) -> bool:
        """True if the ship evades the beam."""
        return sum(self.dice) <= self.score

    def tell(self, game: Game) -> None:
        """Emit the dice and what they must not exceed."""
        game.tell(
            EvasionRolled, seat=self.seat, dice=list(self.dice), score=self.score, power=self.power, evaded=self.evaded
        )

    def apply_result(self, game: Game) -> None:
        """Give the beam the answer."""
        evasion: Any = game.stack[-1]
        evasion.answer_with(game, EVADED if self.evaded else NOT_EVADED)
