"""Destroyed ships: effects that this triggers, the offer to escape, and elimination (rules 19.1-19.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from incursions.engine.frames import Choice, Frame
from incursions.engine.questions import Question
from incursions.games.incursions.rules.effects.in_force import Situation, hold, list_triggered
from incursions.games.incursions.rules.effects.resolution import Resolution, put_up, set_off
from incursions.games.incursions.rules.events.attacks import Destroyed, Eliminated
from incursions.games.incursions.rules.placed.escape import escape, escape_crafts
from incursions.games.incursions.rules.placed.wrecks import leave_the_game
from incursions.games.incursions.rules.plays import any_time, besides
from incursions.games.incursions.rules.plays.announcements import PUBLIC, announce_card, in_turn_order
from incursions.games.incursions.rules.plays.hand import find_in_hand
from incursions.games.incursions.rules.printed.pieces import ANY_TIME, numbers
from incursions.games.incursions.rules.state.cards_in_play import Refused, lines_for, why_not_usable
from incursions.games.incursions.rules.state.phrases import PLAY, Line, text_after_verb
from incursions.games.incursions.rules.state.refs import GO_ON, seat_ref
from incursions.games.incursions.rules.state.seats import DESTROYED
from incursions.games.incursions.rules.systems.bodies import is_shuttle, shuttle_body

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

FALLEN, OFFERED, DECLINED = range(3)
WHEN_DESTROYED = "destroyed"  # the trigger of effects when the own ship falls


def fall(game: Game, ship: Ship, by: int | None) -> None:
    """Put up the fall of a ship without points; ships destroyed by one blow fall together (rules 10.7, 19.6).

    A fall may trigger the fall of others: they leave the game at the same moment (rules 1.5, 21.7).
    """
    top = game.stack[-1]
    if not (isinstance(top, Falls) and top.step == FALLEN and not top.told):
        chain = next((frame.moment for frame in game.stack if isinstance(frame, Falls)), game.moment)
        top = Falls(by, chain)
        game.stack.append(top)
    top.pending = tuple(in_turn_order(game, {*top.pending, ship.seat}))


@dataclass(slots=True, eq=False)
class Falls(Frame["Game"]):
    """The seats `pending` whose ships fell at one `moment`, in turn order from the active player (rules 19.6).

    `by` is the seat that destroyed them. `told`: the effects of the first fall have begun.
    """

    by: int | None
    moment: int
    pending: tuple[int, ...] = ()
    step: int = FALLEN
    told: bool = False
    seat_fields = ()

    def advance(self, game: Game) -> None:
        """Handle each ship in turn: put up what its fall triggers, offer an escape, eliminate it (rules 19.3, 19.5)."""
        self.told = True
        if not self.pending:
            game.stack.pop()
            return
        ship = game.ships[self.pending[0]]
        if ship.out is not None or not ship.is_destroyed:
            self.pending, self.step = self.pending[1:], FALLEN
        elif self.step == FALLEN:
            self.step = OFFERED
            self._tell(game, ship)
        elif self.step == OFFERED and may_answer(game, ship.seat):
            game.stack.append(Escape(ship.seat))
        else:
            leave_the_game(game, ship, DESTROYED, self.moment)
            end_texts(game, ship.seat)
            game.tell(Eliminated, seat=ship.seat)

    def _tell(self, game: Game, ship: Ship) -> None:
        """End what was happening to the ship, and put up what its fall triggers (rules 9.12, 18.9)."""
        game.tell(Destroyed, seat=ship.seat, by=self.by)
        game.stack[:] = [each for each in game.stack if not (hasattr(each, "ends_with") and each.ends_with(ship.seat))]
        if self.by is not None and self.by != ship.seat:
            set_off(game, "destroys", self.by, seat_ref(ship.seat))
        falling = list_triggered(game, ship.seat, WHEN_DESTROYED)
        found = [force for force in falling if not game.verbs[force.effect.verb].passive]
        put_up(game, found, None if self.by is None else seat_ref(self.by))


def end_texts(game: Game, seat: int) -> None:
    """End the effects of a player who is out; placed pieces go on (rules 17.14, 19.7)."""
    placed = {piece.card for piece in game.board.placed.values()}
    game.stack[:] = [
        frame
        for frame in game.stack
        if not (isinstance(frame, Resolution) and frame.user == seat and frame.source not in placed)
    ]


def may_answer(game: Game, seat: int) -> bool:
    """Return True if the player is asked: with public windows when holding any card (rules 13.10).

    With public windows a pause tells nothing about a hand.
    """
    if game.windows == PUBLIC:
        return bool(game.players[seat].hand)
    return bool(escape_crafts(game, seat)) or bool(last_plays(game, seat))


def last_plays(game: Game, seat: int) -> dict[str, int]:
    """Return the any-time cards that can be played when the own ship falls, before it leaves or its player escapes."""
    return lines_for(game, PLAY, game.players[seat].hand, lambda number: _why_not_last(game, seat, number) is None)


def _why_not_last(game: Game, seat: int, number: int) -> Refused | None:
    card = game.cards[number].card
    effects = card.effects.by_trigger.get(WHEN_DESTROYED, ())
    if card.play_method != ANY_TIME or not effects:
        return "19.2", f"{card.title} is no shuttle"
    if not any(hold(game, Situation(number, seat, None), effect.conditions) for effect in effects):
        return "13.15", f"{card.title} would do nothing now"
    return why_not_usable(game, seat, number)


class Escape(Choice["Game"]):
    """The last cards and the escape of a player whose ship falls (rules 19.2). It is right above `Falls`."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("19.2", "Your ship is destroyed: play a shuttle from your hand to escape in, or pass")

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Return the question: cards that can be played, a pass, and free actions."""
        if said:
            return any_time.stage(game, self.seat, said)
        plays = [*last_plays(game, self.seat), *escape_crafts(game, self.seat)]
        options = list(dict.fromkeys((*plays, GO_ON, *besides.at_any_time(game, self.seat))))
        return Question(self.seat, "one", "escape", options, GO_ON, "Escape in a shuttle?", "19.2")

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Escape in the craft, or be eliminated; after any other answer the player is asked again."""
        first, seat = said[0], self.seat
        last = last_plays(game, seat).get(first)
        craft = escape_crafts(game, seat).get(first)
        if last is None and craft is None and first != GO_ON:
            besides.take(game, seat, said)
            return
        game.stack.pop()
        falls = game.stack[-1]
        assert isinstance(falls, Falls)
        if last is not None:
            effects = game.cards[last].card.effects.by_trigger[WHEN_DESTROYED]
            announce_card(game, seat, last, numbers(effects), said=said)
        elif craft is not None:
            escape(game, game.ships[seat], craft)
        else:
            falls.step = DECLINED

    def forecast(self, game: Game, said: tuple[str, ...]) -> Forecast:
        """Return the hull of the craft."""
        craft = escape_crafts(game, self.seat).get(said[0])
        body = None if craft is None else shuttle_body(game.cards[craft].card)
        return {} if body is None else {"hull": [0, body["life_points"]]}

    def refusal(self, game: Game, line: Line) -> Refused:
        """Return why a line does not save the player."""
        title = text_after_verb(line)
        if line[0].verb != "play" or not title:
            return self.ANSWERED_BY
        number = find_in_hand(game, game.players[self.seat], title)
        if number is None:
            return "19.2", f"You have no {title} in your hand, and an escape craft comes from there alone"
        if is_shuttle(game, number):
            return why_not_usable(game, self.seat, number) or self.ANSWERED_BY
        return _why_not_last(game, self.seat, number) or self.ANSWERED_BY
