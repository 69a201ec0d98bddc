"""Events about to strike: each player may block them alone, then they fall on the others together (rules 9.2, 9.13).

Hex events, blasts of mines, Calamities, Catastrophes and effects of placed pieces on visitors all strike this way.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar

from incursions.engine.frames import Choice, Frame
from incursions.engine.questions import Question
from incursions.games.incursions.rules.effects.in_force import Situation, hold
from incursions.games.incursions.rules.effects.resolution import set_off
from incursions.games.incursions.rules.events.movement import EventBlocked
from incursions.games.incursions.rules.plays import any_time, besides
from incursions.games.incursions.rules.plays.announcements import PUBLIC, announce_card
from incursions.games.incursions.rules.plays.hand import find_in_hand
from incursions.games.incursions.rules.printed.pieces import printed_fact
from incursions.games.incursions.rules.state.board import Source
from incursions.games.incursions.rules.state.cards_in_play import Refused, in_hand, lines_for, why_not_usable
from incursions.games.incursions.rules.state.phrases import PLAY, Line, text_after_verb
from incursions.games.incursions.rules.state.refs import GO_ON

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.pieces import GameCard

EVENT = "event"
ON_STRIKE = "event_strikes"  # the trigger of effects that answer an event


@dataclass(slots=True, eq=False)
class EventStrikes(Frame["Game"]):
    """An event of `source` about to fall on the seats `struck`, in turn order from the active player (rules 9.13).

    First each player's cards in play may answer, then the hand; `asked` counts both steps for each seat. `spared` are
    the seats that blocked it, `reduced` points off its damage as pairs (seat, points). Then it falls.
    """

    source: Source
    user: int
    struck: tuple[int, ...]
    _: KW_ONLY
    asked: int = 0
    spared: tuple[int, ...] = ()
    reduced: tuple[tuple[int, int], ...] = ()
    weapon: ClassVar[str] = ""
    seat_fields = ()

    def advance(self, game: Game) -> None:
        """Ask the next player who may answer, or let the event fall."""
        struck = self.struck
        while self.asked < 2 * len(struck):
            seat, in_hand = struck[self.asked // 2], self.asked % 2
            self.asked += 1
            if seat in self.spared or game.ships[seat].out is not None:
                continue
            if in_hand and EventWindow.is_entitled(game, seat, self):
                game.stack.append(EventWindow(seat))
                return
            if not in_hand and set_off(game, ON_STRIKE, seat, frame=self):
                return
        game.stack.pop()
        self.fall(game)

    def fall(self, game: Game) -> None:
        """Strike the seats in `falls_on`."""
        raise NotImplementedError

    def title(self, game: Game) -> str:
        """Return the title of what strikes."""
        return game.piece(self.source).title

    @property
    def falls_on(self) -> tuple[int, ...]:
        """The struck seats that have not blocked the event."""
        return tuple(seat for seat in self.struck if seat not in self.spared)

    def spare(self, game: Game, seat: int) -> None:
        """Spare this seat the event (rules 9.14)."""
        self.spared = (*self.spared, seat)
        game.tell(EventBlocked, seat=seat, title=self.title(game))

    def reduce(self, seat: int, points: int) -> None:
        """Reduce the damage to this seat by `points`."""
        self.reduced = (*self.reduced, (seat, points))

    def answers(self, game: Game, number: int) -> tuple[int, ...]:
        """Return the numbers of the effects of a card in hand that answer this event; none if it answers others."""
        card = game.cards[number].card
        effects = card.effects.by_trigger.get(ON_STRIKE)
        if effects is None:
            return ()
        named = card.definition.get("answers", EVENT)
        kinds = named if isinstance(named, list) else [named]
        if EVENT not in kinds and (not self.weapon or self.weapon not in kinds):
            return ()
        return tuple(effect.number for effect in effects)


@printed_fact
def answers_events(card: GameCard) -> bool:
    """Return True if the card answers events of any kind."""
    return ON_STRIKE in card.effects.by_trigger


class EventWindow(Choice["Game"]):
    """The question to one struck player whether to block the event (rules 9.13, 9.14). It is right above the event."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("9.2", "Only a card that blocks or lessens events answers one: play it, or pass")
    seat_fields = ()

    @staticmethod
    def is_entitled(game: Game, seat: int, strikes: EventStrikes) -> bool:
        """Return True if the player can answer, or with public windows holds any card (rules 13.10).

        With public windows a pause tells nothing about a hand.
        """
        if game.windows == PUBLIC:
            return bool(game.players[seat].hand)
        for number in in_hand(game, seat, answers_events):
            if strikes.answers(game, number) and why_not_answering(game, seat, number, strikes) is None:
                return True
        return False

    def advance(self, game: Game) -> None:
        """Ask, unless the player has left the game or cannot answer any more."""
        strikes = self._strikes(game)
        gone = game.ships[self.seat].out is not None or self.seat in strikes.spared
        if gone or not self.is_entitled(game, self.seat, strikes):
            game.stack.remove(self)
            return
        super().advance(game)

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Return the question: pass, or answer; any-time cards and AUX are offered too."""
        if said:
            return any_time.stage(game, self.seat, said)
        options = [GO_ON, *dict.fromkeys((*self._lines(game), *besides.at_any_time(game, self.seat)))]
        title = f"{self._strikes(game).title(game)} strikes your ship"
        return Question(self.seat, "one", EVENT, options, GO_ON, title, "9.14")

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Let the event strike, or answer it; if the answer does not block it, the player is asked again."""
        if said[0] == GO_ON:
            game.stack.remove(self)
        elif not besides.take(game, self.seat, said):
            number = self._lines(game)[said[0]]
            announce_card(game, self.seat, number, self._strikes(game).answers(game, number), said=said)

    def refusal(self, game: Game, line: Line) -> Refused | None:
        """Return the rule and the reason why a card does not answer this event, or None."""
        if line[0].verb != "play":
            return None
        number = find_in_hand(game, game.players[self.seat], text_after_verb(line))
        return None if number is None else why_not_answering(game, self.seat, number, self._strikes(game))

    def _lines(self, game: Game) -> dict[str, int]:
        """Return the cards that answer the event, by their lines."""
        strikes, hand = self._strikes(game), game.players[self.seat].hand
        return lines_for(game, PLAY, hand, lambda number: why_not_answering(game, self.seat, number, strikes) is None)

    def _strikes(self, game: Game) -> EventStrikes:
        return next(frame for frame in reversed(game.stack) if isinstance(frame, EventStrikes))


def why_not_answering(game: Game, seat: int, number: int, strikes: EventStrikes) -> Refused | None:
    """Return the rule and the reason why a card in hand does not answer this event, or None."""
    effects = strikes.answers(game, number)
    card = game.cards[number].card
    if not effects:
        return "9.2", f"{card.title} does not answer this event"
    if found := why_not_usable(game, seat, number):
        return found
    situation = Situation(number, seat, None, strikes)
    if not any(hold(game, situation, card.effects[effect].conditions) for effect in effects):
        return "13.15", f"{card.title} can do nothing against this event"
    return None


def striking(game: Game) -> EventStrikes | None:
    """Return the innermost event that is being answered, or None."""
    return next((frame for frame in reversed(game.stack) if isinstance(frame, EventStrikes)), None)
