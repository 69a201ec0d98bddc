"""The only answer to a tractor beam: to evade it at first (rules 12.5, 13.17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from incursions.engine.frames import Choice
from incursions.engine.questions import Question
from incursions.rules import phrases
from incursions.rules.attacks.weapons import modified
from incursions.rules.effects.in_force import forces
from incursions.rules.hexes.throws import Throw
from incursions.rules.odds import chance_of_at_most
from incursions.rules.picks import GO_ON
from incursions.rules.plays import any_time, besides
from incursions.rules.plays.announcements import PUBLIC
from incursions.rules.systems import diverting
from incursions.rules.systems.beams import held_by
from incursions.rules.systems.power import cost

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

EVASION_DICE = 2
EVADED, NOT_EVADED, UNANSWERED = "evaded", "not evaded", "unanswered"


class TractorEvasion(Choice["Game"]):
    """Does the target try to evade the beam? It stands right above its `Gripping`, which takes the `answer`."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("12.5", "Only an evasion answers a tractor beam")

    @staticmethod
    def is_possible(game: Game, ship: Ship) -> bool:
        """Can it evade: not held or forbidden to, and with power, AUX or shields to divert (rules 11.3)?"""
        if held_by(game, ship.seat) or forces(game, ship.seat, "forbid", of="evade"):
            return False
        able = ship.power + diverting.most_power(game, ship) >= cost(game, ship.seat, "evasion", 1)
        says_nothing = game.windows == PUBLIC and bool(game.players[ship.seat].hand)  # a pause must not (13.10)
        return able or says_nothing or besides.can_use_aux(game, ship) or bool(any_time.options(game, ship.seat))

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Pass, evade with power, or what can be done besides."""
        ship = game.ships[self.seat]
        if said:
            return None if said[0] == GO_ON else besides.stage(game, ship, said, diverting.EVADING_SYSTEMS)
        evasions = phrases.EVADE[cost(game, self.seat, "evasion", 1) : ship.available("evade") + 1]
        options = [GO_ON, *evasions, *diverting.options(game, ship), *besides.aux_options(game, ship)]
        options += any_time.options(game, self.seat)
        return Question(self.seat, "one", "tractor beam", options, GO_ON, "Evade the tractor beam?", "12.5")

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Roll the evasion, let the beam come, or do what is done besides and ask again."""
        if said[0] == GO_ON:
            self.answer_with(game, UNANSWERED)
        elif (evasion := phrases.parse_option(said[0])).verb == "evade with":
            power = evasion.amount
            game.ships[self.seat].spend(power, "evade")
            game.stack.append(TractorEvasionRoll(self.seat, EVASION_DICE, self._score(game, power), power))
        else:
            besides.take(game, self.seat, said)

    def forecast(self, game: Game, said: tuple[str, ...]) -> dict[str, Any]:
        """What an evasion costs, what it needs, and its chance."""
        evasion = phrases.parse_option(said[0])
        if evasion.verb != "evade with":
            return {"power": 0}
        needs = self._score(game, evasion.amount)
        return {"power": evasion.amount, "chance": chance_of_at_most(needs), "needs": needs}

    def _score(self, game: Game, power: int) -> int:
        """What 2D6 must not exceed: the first power pays for the try, each further one adds 1 (rules 11.2)."""
        first = cost(game, self.seat, "evasion", 1)
        ship = game.ships[self.seat]
        return modified(game, self.seat, "evasion", ship.card.evasion, ship.bonuses.evasion + power - first)

    def answer_with(self, game: Game, answer: str) -> None:
        """Tell the beam; diverted power that was not spent is lost (rules 7.5)."""
        game.ships[self.seat].lose_diverted()
        game.stack.pop()
        game.stack[-1].answer = answer  # type: ignore[attr-defined]  # the beam stands right below


@dataclass(slots=True, eq=False)
class TractorEvasionRoll(Throw):
    """2D6 equal to or under the score; the power is spent either way (rules 11.2). The evasion stands right below."""

    score: int
    power: int
    strand = "evasion"

    @property
    def evaded(self) -> bool:
        """Is it out of the beam's way?"""
        return sum(self.dice) <= self.score

    def tell(self, game: Game) -> None:
        """The dice and what they must not exceed."""
        facts = {"seat": self.seat, "dice": list(self.dice), "score": self.score, "power": self.power}
        game.emit("evasion_rolled", facts | {"evaded": self.evaded})

    def read(self, game: Game) -> None:
        """Answer the beam."""
        evasion: Any = game.stack[-1]
        evasion.answer_with(game, EVADED if self.evaded else NOT_EVADED)
