"""Leaving a hex: what catches or holds a ship, and the rolls to escape or leave a wormhole (rules 1.1, 8.6, 9.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY
from itertools import product
from typing import ClassVar

from incursions.engine.dice import LoadedDice
from incursions.engine.errors import Advice
from incursions.engine.frames import Choice, frame_class
from incursions.engine.hexes import Hex
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.effects.gathering import end_lasting, refresh_hex
from incursions.games.incursions.rules.effects.in_force import forces
from incursions.games.incursions.rules.events.movement import Caught as ShipCaught
from incursions.games.incursions.rules.events.movement import (
    EscapeAnnounced,
    EscapeRolled,
    RequirementMet,
    RequirementUnmet,
    Transported,
    WormholeRolled,
)
from incursions.games.incursions.rules.hexes.arrivals import LEAVE_ROLL, state_of
from incursions.games.incursions.rules.hexes.hex_events import TRANSPORT, stop
from incursions.games.incursions.rules.placed.endings import leave
from incursions.games.incursions.rules.plays import card_moves, free_actions
from incursions.games.incursions.rules.plays.announcements import said_in_maneuver
from incursions.games.incursions.rules.plays.rehearsal import rehearse
from incursions.games.incursions.rules.plays.resolution import Resolution, Throw
from incursions.games.incursions.rules.printed.effect import Effect, Requirement
from incursions.games.incursions.rules.printed.pieces import RACES, TileCard
from incursions.games.incursions.rules.printed.schema import ESCAPE_DICE
from incursions.games.incursions.rules.state.board import Lasting, Source
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import (
    START_HEX,
    Announced,
    GameState,
    Ground,
    ManeuverKind,
    list_holders,
)
from incursions.games.incursions.rules.state.phrases import (
    DISCARD,
    ESCAPE,
    Line,
    parse_option,
    text_after_verb,
    text_of,
)
from incursions.games.incursions.rules.state.refs import GO_ON
from incursions.games.incursions.rules.state.seats import Caught, Force, Ship
from incursions.games.incursions.rules.state.shapes import AfterMiss, Forecast
from incursions.games.incursions.rules.systems import cloaking

REQUIREMENT = "requirement"
CATCH = "catch"
ESCAPED = "escaped"
RACE_IS_HERE = {f"a {race} ship is here": race for race in RACES}
DICE, ALIKE = 2, 2  # rules 1.1
SPEND = ["", *(f"spend {count} power" for count in range(1, 10))]
NO_REQUIREMENT = Requirement()


def holds_on(game: GameState, ship: Ship) -> list[Caught]:
    """Return every hold on the ship now, with its printed number (rules 9.6, 9.21)."""
    return [*ship.caught, *(_as_caught(force.source, force.effect) for force in _catching_effects(game, ship))]


def _as_caught(source: Source, effect: Effect) -> Caught:
    """Return the hold that an effect which catches a ship has on it."""
    return Caught(source, effect.fields["number"], effect.fields.get("dice", ESCAPE_DICE))


def describe_escape_roll(game: GameState, ship: Ship) -> str:
    """Return the text of what a roll must show to free the ship: the lowest number for each count of dice."""
    lowest: dict[int, int] = {}
    for held in holds_on(game, ship):
        lowest[held.dice] = min(held.number, lowest.get(held.dice, held.number))
    return " and ".join(f"{number} or less on {dice}D6" for dice, number in sorted(lowest.items()))


def _catching_effects(game: GameState, ship: Ship) -> list[Force]:
    """Return the effects in force that catch the ship, except those it has escaped since it stopped here."""
    catching = forces(game, ship.seat, CATCH)
    if not catching:
        return []
    free = game.board.escaped.get(ship.seat, ())
    return [force for force in catching if str(force.source) not in free]


def is_caught(game: GameState, ship: Ship) -> bool:
    """Return True if anything catches the ship (rules 9.15)."""
    if ship.caught:
        return True
    return CATCH in game.players[ship.seat].in_force.by_verb and bool(_catching_effects(game, ship))


def catch(game: GameState, ship: Ship, title: str, effect: Effect) -> None:
    """Catch the ship until it escapes; the same source does not catch it twice."""
    ship.caught = (*(each for each in ship.caught if each.source != title), _as_caught(title, effect))
    tell_caught(game, ship.seat, title, effect)


def tell_caught(game: GameState, seat: int, title: str, effect: Effect) -> None:
    """Emit who is caught and what it takes to escape, with the number of dice if unusual."""
    _, number, dice = _as_caught(title, effect)
    game.tell(ShipCaught, seat=seat, number=number, title=title, **({} if dice == ESCAPE_DICE else {"dice": dice}))


def let_go(game: GameState, ship: Ship) -> None:
    """Free the ship of everything that caught it in the hex that it left (rules 9.15)."""
    ship.caught = ()
    game.board.escaped.pop(ship.seat, None)
    end_lasting(game, _catches, ship.seat)


def _catches(game: GameState, lasting: Lasting, seat: int) -> bool:
    """Return True if the lasting effect holds the ship of this seat in its hex."""
    effect = game.piece(lasting.source).effects[lasting.effect]
    return effect.verb == CATCH and seat == (lasting.user if lasting.target is None else lasting.target)


def escape_bonus(game: GameState, seat: int) -> int:
    """Return how much is added to each escape number of this player (rules 9.6)."""
    modifying = forces(game, seat, "modify", of="escape")
    added: int = sum(force.effect.fields.get("by", 0) for force in modifying)
    return added


class Escaping(ManeuverKind):
    """The maneuver that rolls to escape (rules 9.6, 9.15)."""

    name = "escape"
    words = (ESCAPE,)
    does = "rolling to escape"
    ground = Ground.CATCHES

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return the phrase of the roll if something catches the ship."""
        return [ESCAPE] if is_caught(game, ship) else []

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Announce the roll, which costs only the maneuver."""
        game.tell(EscapeAnnounced, seat=ship.seat)
        return Announced(EscapeRoll(ship.seat, ESCAPE_DICE))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the ship may not roll: nothing catches it, or the line is longer."""
        if not is_caught(game, ship):
            return "9.6", "Your ship is not caught: there is nothing to escape from"
        return "9.15", Advice("Nothing can be added to the roll", ESCAPE)

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the chance to be free of everything: the roll must meet each escape number (rules 9.21)."""
        held, bonus = holds_on(game, ship), escape_bonus(game, ship.seat)
        throws = list(product(range(1, 7), repeat=most_dice(held)))
        free = sum(all(_meets(dice, each, bonus) for each in held) for dice in throws)
        needs = min(each.number for each in held) + bonus
        return {"power": 0, "needs": needs, "chance": free / len(throws), "missed": "caught"}


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

    def advance(self, game: GameState) -> None:
        """Set the number of dice that the holds on the ship ask for, then roll."""
        if not self.dice:
            self.count = most_dice(holds_on(game, game.ships[self.seat]))
        super().advance(game)

    def tell(self, game: GameState) -> None:
        """Emit the dice, what they must not exceed, and whether the ship is free."""
        ship, bonus = game.ships[self.seat], escape_bonus(game, self.seat)
        held = holds_on(game, ship)
        free = all(_meets(self.dice, each, bonus) for each in held)
        needs = [each.number + bonus for each in held]
        game.tell(EscapeRolled, seat=self.seat, dice=list(self.dice), needs=needs, free=free)

    def apply_result(self, game: GameState) -> None:
        """Free the ship of each hold whose number the roll meets."""
        ship, bonus = game.ships[self.seat], escape_bonus(game, self.seat)
        in_force = _catching_effects(game, ship)
        ship.caught = tuple(held for held in ship.caught if not _meets(self.dice, held, bonus))
        freed = (force for force in in_force if _meets(self.dice, _as_caught(force.source, force.effect), bonus))
        escaped = {str(force.source) for force in freed}
        if escaped:
            known = game.board.escaped.get(self.seat, ())
            game.board.escaped[self.seat] = tuple(sorted({*known, *escaped}))


def why_not_leave(game: GameState, ship: Ship) -> Refused | None:
    """Return the refusal that names what holds the ship in its hex: a catch or a tractor beam; or None (rules 8.6)."""
    if is_caught(game, ship):
        return "8.6", f"Your ship is caught (9.6): roll to escape, {describe_escape_roll(game, ship)}"
    return cloaking.why_not_leave(game, ship)


def depart(game: GameState, ship: Ship, maneuver: str | None) -> None:
    """Apply what leaving its hex does to a ship: it decloaks, is caught no longer, and its arrival is over.

    An effect may let it keep its cloak in the maneuver; None is a transport, in which no cloak holds (rules 8.9, 12.7).
    """
    if maneuver is None:
        cloaking.drop(game, ship, cloaking.TRANSPORTED)
    else:
        cloaking.reveal(game, ship, maneuver)
    let_go(game, ship)
    for frame in game.stack:
        if hasattr(frame, "moved_away"):
            frame.moved_away(ship.seat)


def settle(game: GameState, ship: Ship) -> None:
    """Apply the modifiers of the hex where a ship has stopped, instead of those of the hex that it left (rules 9.4)."""
    if not game.has_cards:
        return
    game.board.stopped[ship.seat] = game.board.next_moment()
    ended = len(game.board.lasting)
    end_lasting(game, _is_left, ship.seat)
    if len(game.board.lasting) == ended:
        refresh_hex(game, ship.seat)
    cloaking.end_parted_beams(game)


def _is_left(game: GameState, lasting: Lasting, seat: int) -> bool:
    """Return True if the effect lasted while the ship was in its old hex, or while a ship of a race was in its hex."""
    struck = lasting.user if lasting.target is None else lasting.target
    if lasting.until == "here":
        return struck == seat
    race, at = RACE_IS_HERE.get(lasting.until), game.ships[struck].at
    there = (ship for ship in game.ships if ship.at == at and ship.out is None)
    return race is not None and all(ship.card.race != race for ship in there)


def transport(game: GameState, ships: Iterable[Ship], at: Hex, *, no_event: bool = False) -> None:
    """Set the ships, in turn order, in one hex, and then put up its event for each. Ships already there stay."""
    moved = [ship for ship in ships if ship.out is None and ship.at != at]
    for ship in moved:
        depart(game, ship, None)
        for holder in (ship, *list_holders(game, ship.seat)):
            cloaking.let_go(game, holder, cloaking.PARTED)
        ship.at = at
        game.tell(Transported, seat=ship.seat, at=list(at))
    for ship in moved:
        settle(game, ship)
    for ship in reversed(moved):
        if not no_event:
            stop(game, ship.seat, TRANSPORT)


def come_to_wormhole(game: GameState, seat: int, source: Source, effect: Effect | None) -> None:
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


def can_meet(game: GameState, ship: Ship, asked: Requirement) -> bool:
    """Return True if the requirement holds and the player can pay it, with AUX if need be (rules 1.6, 7.4)."""
    if asked.denizen is not None and state_of(game, ship.at) != asked.denizen:
        return False
    power = ship.power + (ship.turned_down if free_actions.can_use_aux(game, ship) else 0)
    return power >= asked.power and len(game.players[ship.seat].hand) >= asked.cards


def leave_roll_of(tile: TileCard) -> Effect | None:
    """Return the effect by which a wormhole prints its roll; None for one without text (rules 1.6)."""
    return next((effect for effect in tile.effects if effect.verb == LEAVE_ROLL), None)


def forecast_leaving(game: GameState, said: Phrases) -> Forecast:
    """Return the odds of the roll at the end of a warp, and where a miss leads; {} without a roll (rules 1.1, 1.6).

    Damage on the way is the least possible, and the requirement is met if it can be.
    """
    dice = LoadedDice({}, LeaveRoll.strand, face=1)
    endings = rehearse(game, said, len(game.stack) - 1, dice, until=REQUIREMENT)
    rolls = ((ending.game, ending.game.find_frame(LeaveRoll)) for ending in endings)
    return next((roll.forecast(twin) for twin, roll in rolls if roll is not None), Forecast())


@frame_class
class MeetRequirement(Choice[GameState]):
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

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Return the question: spend, discard or pass, or take a free action."""
        if said:
            return free_actions.any_time_stage(game, self.seat, said)
        ship, player = game.ships[self.seat], game.players[self.seat]
        options: list[str] = []
        if not self._has_begun and len(player.hand) < self.cards:
            pass  # a card needed for the requirement was played meanwhile
        elif self.is_paid:
            options = list(dict.fromkeys(DISCARD + title for title in card_moves.titles(game, player.hand)))
        elif ship.power >= self.power:
            options = [SPEND[self.power]]
        least = None if self._has_begun else GO_ON
        if not self._has_begun:
            options += [GO_ON, *free_actions.at_any_time(game, self.seat)]
        title = f"{game.map[ship.at]}: meet its requirement?"
        return Question(self.seat, "one", REQUIREMENT, options, least, title, "1.6", said)

    def perform(self, game: GameState, said: Phrases) -> None:
        """Pay a part of the requirement, or stay in the hex without a roll."""
        first = said[0]
        if first == GO_ON:
            game.stack.remove(self)
            game.stack.pop()
            ship = game.ships[self.seat]
            game.tell(RequirementUnmet, seat=self.seat, title=game.map[ship.at], at=list(ship.at))
        elif not free_actions.take(game, self.seat, said):
            self._give(game, first)

    def forecast(self, game: GameState, said: Phrases) -> Forecast:
        """Return the cost and the odds of leaving then."""
        if said[0] == GO_ON:
            return {"power": 0, "chance": 0.0}
        roll = game.stack[game.stack.index(self) - 1]
        assert isinstance(roll, LeaveRoll)
        return {"power": 0 if self.is_paid else self.power, **roll.forecast(game)}

    def refusal(self, game: GameState, line: Line) -> Refused | None:
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
        """True if a part of the requirement is paid already."""
        return bool(self.given or (self.power and self.is_paid))

    @property
    def _requirement_words(self) -> str:
        """The requirement in words: "2 power and a card"."""
        cards = "a card" if self.cards == 1 else f"{self.cards} cards"
        return " and ".join([f"{self.power} power"] * bool(self.power) + [cards] * bool(self.cards))

    def _give(self, game: GameState, phrase: str) -> None:
        """Spend the power or discard a card; after the last one the requirement is met."""
        if self.is_paid:
            card_moves.discard_titled(game, self.seat, parse_option(phrase).title)
            self.given += 1
        else:
            game.ships[self.seat].spend(self.power, REQUIREMENT)
            self.is_paid = True
        if self.given == self.cards:
            game.stack.remove(self)
            game.tell(RequirementMet, seat=self.seat, power=self.power, cards=self.cards)


@frame_class
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
    def starting(cls, game: GameState, seat: int, source: Source, effect: Effect | None) -> LeaveRoll:
        """Return the roll with the dice, doubles and totals that are in force for the seat."""
        number, printed = (None, {}) if effect is None else (effect.number, effect.fields)
        changed = [force.effect.fields for force in cls._changes(game, seat, "leave_rolled")]
        count = max([printed.get("dice", DICE), *(fields.get("dice", 0) for fields in changed)])
        alike = min([printed.get("alike", ALIKE), *(fields["alike"] for fields in changed if "alike" in fields)])
        totals = tuple(fields["total"] for fields in (printed, *changed) if "total" in fields)
        return cls(seat, count, source, number, alike, totals)

    @staticmethod
    def _changes(game: GameState, seat: int, trigger: str) -> list[Force]:
        """Return the effects in play, and in the maneuver under way, that change the roll or its consequence."""
        found = [*forces(game, seat, LEAVE_ROLL), *said_in_maneuver(game, seat, trigger)]
        return [force for force in found if force.effect.verb == LEAVE_ROLL and force.effect.trigger == trigger]

    def is_out(self, dice: tuple[int, ...]) -> bool:
        """Return True if these dice lead out."""
        return max(dice.count(die) for die in dice) >= self.alike or sum(dice) in self.totals

    def forecast(self, game: GameState) -> Forecast:
        """Return the chance that the roll leads out, and where the ship is if it does not."""
        throws = list(product(range(1, 7), repeat=self.count))
        chance = sum(map(self.is_out, throws)) / len(throws)
        missed = self._find_missed(game)
        where: AfterMiss = "start" if missed is None else "elsewhere" if missed[1] else "stays"
        return {"chance": chance, "missed": where}

    def tell(self, game: GameState) -> None:
        """Emit the dice and the hex."""
        at = game.ships[self.seat].at
        game.tell(WormholeRolled, seat=self.seat, at=list(at), dice=list(self.dice), doubles=self.is_out(self.dice))

    def apply_result(self, game: GameState) -> None:
        """Leave and win, or go where a miss leads: to the start hex, unless an effect says otherwise."""
        ship = game.ships[self.seat]
        if self.is_out(self.dice):
            leave(game, ship)
            return
        missed = self._find_missed(game)
        if missed is None:
            transport(game, [ship], START_HEX)
        else:
            source, effects = missed
            game.stack.append(Resolution(source, self.seat, effects))

    def _find_missed(self, game: GameState) -> tuple[Source, tuple[int, ...]] | None:
        """Return the effects that follow a miss, with their source; None if it leads to the start hex (rules 1.7)."""
        for force in self._changes(game, self.seat, "leave_missed"):
            if "missed" in force.effect.fields:
                return force.source, force.effect.fields["missed"]
        fields = {} if self.number is None else game.piece(self.source).effects[self.number].fields
        return (self.source, fields["missed"]) if "missed" in fields else None
