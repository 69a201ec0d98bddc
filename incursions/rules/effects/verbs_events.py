"""Performers of event verbs: damage without an attack, tables, holds, blocks, leaving (rules 9, 10.6, 1.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.rules.attacks import damage
from incursions.rules.attacks.scoring import count_of
from incursions.rules.effects.aims import aim, candidates, choose_default_target, seats_meant
from incursions.rules.effects.beginning import begin
from incursions.rules.effects.effect import Outcome, is_of_every_ship
from incursions.rules.effects.lasting import start_lasting
from incursions.rules.endings import destroy
from incursions.rules.events.movement import EventReduced, EventsAvoided, EventScored, TableRolled
from incursions.rules.hexes.arrivals import arrival_of
from incursions.rules.hexes.caught import ESCAPED, catch, tell_caught
from incursions.rules.hexes.event_strikes import ON_STRIKE, striking
from incursions.rules.hexes.throws import Throw
from incursions.rules.hexes.wormholes import come_to_wormhole
from incursions.rules.placed.placed_pieces import destroy_piece
from incursions.rules.plays.announcements import in_turn_order
from incursions.rules.refs import amount_ref

if TYPE_CHECKING:
    from incursions.rules.board import Source
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game

ATTACKER = "the attacker"


def find_struck_seats(game: Game, frame: Resolution, effect: Effect) -> list[int]:
    """Return the seats in the game that the effect strikes, in turn order, or the one that its player picks."""
    unsaid = choose_default_target(frame)
    if is_of_every_ship(effect):
        seats = in_turn_order(game, seats_meant(game, frame, effect, unsaid))
    else:
        ref = aim(game, frame, effect, unsaid, "Which ship?", "13.15")
        seats = [ref[1]] if ref and ref[0] == "seat" else []
    return [seat for seat in seats if game.ships[seat].out is None]


def perform_deal(game: Game, frame: Resolution, effect: Effect) -> None:
    """Deal damage without an attack: one roll for all targets, which fall together (9.13, 9.20)."""
    if effect.target == ATTACKER and any(ref[0] == "piece" for ref in candidates(game, frame, effect, ATTACKER)):
        _deal_to_attacking_piece(game, frame, effect)
        return
    seats = find_struck_seats(game, frame, effect)
    if not seats:
        return
    score = _score(game, frame, effect)
    by = frame.user if isinstance(frame.source, int) else None
    reduced: tuple[tuple[int, int], ...] = frame.marked("reduced", ())
    title = game.piece(frame.source).title
    for seat in seats:
        less = sum(points for struck, points in reduced if struck == seat)
        damage.hurt(game, seat, score - less, pool=effect.fields.get("pool"), by=by, title=title)
    for seat in seats:
        if game.ships[seat].is_destroyed:
            destroy(game, game.ships[seat], by=by)


def _deal_to_attacking_piece(game: Game, frame: Resolution, effect: Effect) -> None:
    """Take points off the denizen, shuttle or platform that attacked, without a reward (17.4, 18.9)."""
    number = candidates(game, frame, effect, ATTACKER)[0][1]
    piece = game.board.placed.get(number)
    if piece is None or piece.points is None:
        return
    if damage.strike_piece(game, number, _score(game, frame, effect)):
        destroy_piece(game, number, by=None)


def _score(game: Game, frame: Resolution, effect: Effect) -> int:
    """Return the damage: dice and bonus by their count, or the amount that the effect equals."""
    fields = effect.fields
    if "equal_to" in fields:
        words = fields["equal_to"].split()
        whole: int = frame.marked(words[-1], 0)
        return whole // 2 if words[0] == "half" else whole
    rolled = f"score of {effect.number}"
    score: int | None = frame.marked(rolled)
    if score is None:
        times = count_of(game, None, effect, frame.user, frame.marked("power", 0))
        dice, bonus = fields.get("dice", 0) * times, fields.get("bonus", 0) * times
        if dice <= 0:
            return int(max(0, bonus))
        frame.wait_for(game, DamageRoll(frame.user, dice, bonus, frame.source, rolled))
    return score


@dataclass(slots=True, eq=False)
class DamageRoll(Throw):
    """The one damage roll of a text (rules 9.20). It stores the score as mark `name` in the resolution below."""

    bonus: int
    source: Source
    name: str
    strand = "event"

    @property
    def score(self) -> int:
        """The damage of the roll."""
        return max(0, sum(self.dice) + self.bonus)

    def tell(self, game: Game) -> None:
        """Emit the roll with its player and score."""
        title = game.piece(self.source).title
        game.tell(EventScored, seat=self.seat, title=title, dice=list(self.dice), score=self.score)

    def read(self, game: Game) -> None:
        """Store the score in the resolution below."""
        game.stack[-1].mark(self.name, self.score)  # type: ignore[attr-defined]  # it put up the roll


@dataclass(slots=True, eq=False)
class TableRoll(Throw):
    """A roll on the table that an effect prints (rules 9.11). It passes the total to the resolution below."""

    bonus: int
    source: Source
    strand = "table"

    @property
    def total(self) -> int:
        """The total to look up."""
        return sum(self.dice) + self.bonus

    def tell(self, game: Game) -> None:
        """Emit the roll with its player and total (rules 9.11)."""
        title = game.piece(self.source).title
        game.tell(TableRolled, seat=self.seat, title=title, dice=list(self.dice), total=self.total)

    def read(self, game: Game) -> None:
        """Pass the total to the resolution below."""
        game.stack[-1].take_pick(game, amount_ref(self.total))  # type: ignore[attr-defined]  # it put up the roll


def perform_roll_table(game: Game, frame: Resolution, effect: Effect) -> None:
    """Roll on the table and carry out the effects of the total."""
    if not frame.chosen:
        dice, bonus = effect.fields["dice"], effect.fields.get("bonus", 0)
        frame.wait_for(game, TableRoll(frame.user, dice, bonus, frame.source))
    total = frame.chosen[0][1]
    outcomes: tuple[Outcome, ...] = effect.fields["table"]
    frame.insert_effects(next(outcome.effects for outcome in outcomes if outcome.least <= total <= outcome.most))


def perform_catch(game: Game, frame: Resolution, effect: Effect) -> None:
    """Catch the ships until they escape, or for the duration of the text (rules 9.6)."""
    title = game.piece(frame.source).title
    for seat in find_struck_seats(game, frame, effect):
        if effect.until in (None, ESCAPED):
            catch(game, game.ships[seat], title, effect)
        else:
            start_lasting(game, frame.source, effect, frame.user, None if seat == frame.user else seat)
            tell_caught(game, seat, title, effect)


def perform_block_event(game: Game, frame: Resolution, effect: Effect) -> None:
    """Block the event for the user's ship, or on trigger `stops` all events of the hex (rules 9.12, 9.14)."""
    if effect.trigger == "stops":
        arrival = arrival_of(game, frame.user)
        if arrival is not None:
            arrival.silent = True
            game.tell(EventsAvoided, seat=frame.user, at=list(arrival.at))
        return
    strikes = striking(game)
    if strikes is not None and frame.user in strikes.falls_on:
        strikes.spare(game, frame.user)


def perform_reduce(game: Game, frame: Resolution, effect: Effect) -> None:
    """Reduce the damage of the event for the user's ship (rules 9.2), or of attacks from now on."""
    strikes = striking(game) if effect.trigger == ON_STRIKE else None
    if strikes is None:
        begin(game, frame, effect)
        return
    dice = game.dice.roll("defence", effect.fields["dice"]) if effect.fields.get("dice") else []
    points = sum(dice) + effect.fields.get("points", 0)
    strikes.reduce(frame.user, points)
    title = game.piece(frame.source).title
    game.tell(EventReduced, seat=frame.user, title=title, dice=dice, points=points)


def perform_leave_roll(game: Game, frame: Resolution, effect: Effect) -> None:
    """Start the wormhole's event (rules 1.7)."""
    if game.ships[frame.user].out is None:
        come_to_wormhole(game, frame.user, frame.source, effect)
