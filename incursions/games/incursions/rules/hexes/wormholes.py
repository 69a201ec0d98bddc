"""The roll to leave beyond Basic: its requirement, doubles, and where a miss leads (rules 1.1, 1.6)."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from incursions.engine.errors import Advice
from incursions.engine.frames import Choice
from incursions.engine.questions import Question
from incursions.games.incursions.rules.effects.in_force import Force, forces
from incursions.games.incursions.rules.effects.resolution import Resolution
from incursions.games.incursions.rules.endings import leave
from incursions.games.incursions.rules.events.movement import RequirementMet, RequirementUnmet, WormholeRolled
from incursions.games.incursions.rules.hexes.charting import START_HEX
from incursions.games.incursions.rules.hexes.leaving import transport
from incursions.games.incursions.rules.hexes.throws import Throw
from incursions.games.incursions.rules.placed.denizens import state_of
from incursions.games.incursions.rules.plays import any_time, besides, hand
from incursions.games.incursions.rules.plays.announcements import said_in_maneuver
from incursions.games.incursions.rules.printed.effect import Requirement
from incursions.games.incursions.rules.state.phrases import DISCARD, Line, parse_option, text_after_verb, text_of
from incursions.games.incursions.rules.state.refs import GO_ON

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.printed.pieces import TileCard
    from incursions.games.incursions.rules.state.board import Source
    from incursions.games.incursions.rules.state.cards_in_play import Refused
    from incursions.games.incursions.rules.state.seats import Ship

LEAVE_ROLL = "leave_roll"
DICE, ALIKE = 2, 2  # rules 1.1
SPEND = ["", *(f"spend {count} power" for count in range(1, 10))]
NO_REQUIREMENT = Requirement()


def come_to_wormhole(game: Game, seat: int, source: Source, effect: Effect | None) -> None:
    """Put up a wormhole's event: the roll to leave, after its requirement is met (rules 1.6, 1.7)."""
    fields = {} if effect is None else effect.fields
    asked: Requirement = fields.get("requirement", NO_REQUIREMENT)
    ship = game.ships[seat]
    if not can_meet(game, ship, asked):
        game.tell(RequirementUnmet, seat=seat, title=game.piece(source).title, at=list(ship.at))
        return
    game.stack.append(LeaveRoll.starting(game, seat, source, effect))
    if asked.power or asked.cards:
        game.stack.append(MeetRequirement(seat, asked.power, asked.cards, is_paid=not asked.power))


def can_meet(game: Game, ship: Ship, asked: Requirement) -> bool:
    """Return True if the requirement holds and the player can pay it, with AUX if need be (rules 1.6, 7.4)."""
    if asked.denizen is not None and state_of(game, ship.at) != asked.denizen:
        return False
    power = ship.power + (ship.turned_down if besides.can_use_aux(game, ship) else 0)
    return power >= asked.power and len(game.players[ship.seat].hand) >= asked.cards


def leave_roll_of(tile: TileCard) -> Effect | None:
    """Return the effect by which a wormhole prints its roll; None for one without text (rules 1.6)."""
    return next((effect for effect in tile.effects if effect.verb == LEAVE_ROLL), None)


def chance_to_leave(game: Game, seat: int, title: str) -> float:
    """Return the chance that the roll of this wormhole leads out, with what the seat has in play (rules 1.1)."""
    roll = LeaveRoll.starting(game, seat, title, leave_roll_of(game.tiles[title]))
    throws = list(product(range(1, 7), repeat=roll.count))
    return sum(roll.is_out(dice) for dice in throws) / len(throws)


@dataclass(slots=True, eq=False)
class MeetRequirement(Choice["Game"]):
    """The question whether the player pays the wormhole's `power` and `cards`, which are picked one by one (1.6).

    It is right above the roll. `given` counts the cards discarded so far, `is_paid`: the power was spent; after the
    first payment there is no way back.
    """

    power: int
    cards: int
    _: KW_ONLY
    given: int = 0
    is_paid: bool = False
    ANSWERED_BY: ClassVar = ("1.6", "The wormhole asks for its requirement now: meet it or pass")

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Return the question: spend, discard or pass, or take a free action."""
        if said:
            return any_time.stage(game, self.seat, said)
        ship, player = game.ships[self.seat], game.players[self.seat]
        options: list[str] = []
        if not self._has_begun and len(player.hand) < self.cards:
            pass  # a card needed for the requirement was played meanwhile
        elif self.is_paid:
            options = list(dict.fromkeys(DISCARD + title for title in hand.titles(game, player.hand)))
        elif ship.power >= self.power:
            options = [SPEND[self.power]]
        least = None if self._has_begun else GO_ON
        if not self._has_begun:
            options += [GO_ON, *besides.at_any_time(game, self.seat)]
        title = f"{game.map[ship.at]}: meet its requirement?"
        return Question(self.seat, "one", "requirement", options, least, title, "1.6", said)

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Pay a part of the requirement, or stay in the hex without a roll."""
        first = said[0]
        if first == GO_ON:
            game.stack.remove(self)
            game.stack.pop()
            ship = game.ships[self.seat]
            game.tell(RequirementUnmet, seat=self.seat, title=game.map[ship.at], at=list(ship.at))
        elif not besides.take(game, self.seat, said):
            self._give(game, first)

    def forecast(self, game: Game, said: tuple[str, ...]) -> Forecast:
        """Return the cost and the odds of leaving then."""
        if said[0] == GO_ON:
            return {"power": 0, "chance": 0.0}
        return {"power": self.power, "chance": chance_to_leave(game, self.seat, game.map[game.ships[self.seat].at])}

    def refusal(self, game: Game, line: Line) -> Refused | None:
        """Return why the line does not meet the requirement: wrong amount, missing card, or too late to pass."""
        verb, named = line[0].verb, text_after_verb(line)
        if verb == "discard" and named and self.is_paid:
            return "2.7", f"You have no {named} in your hand"
        if verb in ("spend", "discard"):
            asked = f"The wormhole asks for {self._requirement_words}"
            return "1.6", f"{asked}: discard them one by one" if self.is_paid else Advice(asked, SPEND[self.power])
        if text_of(line) == GO_ON:
            return "1.6", f"You have begun to meet the requirement: it asks for {self._requirement_words}"
        return None

    @property
    def _has_begun(self) -> bool:
        return bool(self.given or (self.power and self.is_paid))

    @property
    def _requirement_words(self) -> str:
        cards = "a card" if self.cards == 1 else f"{self.cards} cards"
        return " and ".join([f"{self.power} power"] * bool(self.power) + [cards] * bool(self.cards))

    def _give(self, game: Game, phrase: str) -> None:
        """Spend the power or discard a card; after the last one the requirement is met."""
        if self.is_paid:
            hand.discard_titled(game, self.seat, parse_option(phrase).title)
            self.given += 1
        else:
            game.ships[self.seat].spend(self.power, "requirement")
            self.is_paid = True
        if self.given == self.cards:
            game.stack.remove(self)
            game.tell(RequirementMet, seat=self.seat, power=self.power, cards=self.cards)


@dataclass(slots=True, eq=False)
class LeaveRoll(Throw):
    """The roll to leave (rules 1.1). `number` is the effect of `source` that makes it, None for a bare wormhole.

    As many as `alike` equal dice are doubles, and so is a sum in `totals`.
    """

    source: Source
    number: int | None
    alike: int
    totals: tuple[int, ...]
    strand = "wormhole"

    @classmethod
    def starting(cls, game: Game, seat: int, source: Source, effect: Effect | None) -> LeaveRoll:
        """Return the roll with the dice, doubles and totals that are in force for the seat."""
        number, printed = (None, {}) if effect is None else (effect.number, effect.fields)
        changed = [force.effect.fields for force in cls._changes(game, seat, "leave_rolled")]
        count = max([printed.get("dice", DICE), *(fields.get("dice", 0) for fields in changed)])
        alike = min([printed.get("alike", ALIKE), *(fields["alike"] for fields in changed if "alike" in fields)])
        totals = tuple(fields["total"] for fields in (printed, *changed) if "total" in fields)
        return cls(seat, count, source, number, alike, totals)

    @staticmethod
    def _changes(game: Game, seat: int, trigger: str) -> list[Force]:
        """Return the effects in play, and in the maneuver under way, that change the roll or its consequence."""
        found = [*forces(game, seat, LEAVE_ROLL), *said_in_maneuver(game, seat, trigger)]
        return [force for force in found if force.effect.verb == LEAVE_ROLL and force.effect.trigger == trigger]

    def is_out(self, dice: tuple[int, ...]) -> bool:
        """Return True if these dice lead out."""
        return max(dice.count(die) for die in dice) >= self.alike or sum(dice) in self.totals

    def tell(self, game: Game) -> None:
        """Emit the dice and the hex."""
        at = game.ships[self.seat].at
        game.tell(WormholeRolled, seat=self.seat, at=list(at), dice=list(self.dice), doubles=self.is_out(self.dice))

    def apply_result(self, game: Game) -> None:
        """Leave and win, or go where a miss leads: to the start hex, unless an effect says otherwise."""
        ship = game.ships[self.seat]
        if self.is_out(self.dice):
            leave(game, ship)
            return
        for force in self._changes(game, self.seat, "leave_missed"):
            if "missed" in force.effect.fields:
                game.stack.append(Resolution(force.source, self.seat, force.effect.fields["missed"]))
                return
        fields = {} if self.number is None else game.piece(self.source).effects[self.number].fields
        if "missed" in fields:
            game.stack.append(Resolution(self.source, self.seat, fields["missed"]))
        else:
            transport(game, [ship], START_HEX)
