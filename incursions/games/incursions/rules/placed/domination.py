"""The turn of a player whose ship is gone, who dominates a denizen or an own shuttle (rules 17.7, 18.5, 18.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from incursions.engine.frames import Choice
from incursions.engine.questions import Question
from incursions.games.incursions.rules.endings import look_at_survival
from incursions.games.incursions.rules.events.turns import Declined, TurnEnded
from incursions.games.incursions.rules.maneuvers import TITLES, Maneuver
from incursions.games.incursions.rules.placed.commanding import (
    dominable,
    dominate,
    lines_of,
    named_piece,
    why_not_dominate,
)
from incursions.games.incursions.rules.plays.announcements import announce
from incursions.games.incursions.rules.state.phrases import DECLINE, Line, first_word, parse_option, text_after_verb
from incursions.games.incursions.rules.state.refs import GO_ON
from incursions.games.incursions.rules.turn import Turn
from incursions.games.incursions.rules.turn_steps import LastSteps

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.cards_in_play import Refused

DOMINATE = "dominate "
CHOOSE, MANEUVERS, LAST_STEPS, END = range(4)
COMMANDING_WORDS = ("move", "attack")  # the first words of a piece's maneuvers


@dataclass(slots=True, eq=False)
class DominatingTurn(Turn):
    """The turn of a player whose ship is gone: two maneuvers with a piece that the player chooses (rules 18.8)."""

    event_taken: bool = True
    step: int = CHOOSE

    def advance(self, game: Game) -> None:
        """Run the steps of the turn, without power-up, draw, discard or hex event."""
        if self.made and look_at_survival(game):
            return
        if self.step == CHOOSE:
            self.step = MANEUVERS
            game.stack.append(Dominating(self.seat))
        elif self.step == MANEUVERS and self.left and game.players[self.seat].dominates is not None:
            self.left -= 1
            self.made += 1
            game.stack.append(PieceManeuver(self.seat, self.made))
        elif self.step in (MANEUVERS, LAST_STEPS):
            self.step = END
            game.stack.append(LastSteps(self.seat))
        else:
            game.stack.pop()
            game.tell(TurnEnded, seat=self.seat)


class Dominating(Choice["Game"]):
    """The question which piece to dominate this turn. Passing skips the maneuvers and keeps the current piece."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("18.5", "Your ship is gone: dominate a piece, or pass")

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Ask which piece to dominate."""
        if said:
            return None
        options = [*lines_of(game, dominable(game, self.seat), DOMINATE), GO_ON]
        return Question(self.seat, "one", "dominate", options, GO_ON, "Dominate a denizen?", "18.5")

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Dominate the piece; passing ends the maneuvers of the turn before they begin."""
        game.stack.pop()
        turn = game.turn
        assert turn is not None
        if said[0] == GO_ON:
            turn.left = 0
            return
        dominate(game, self.seat, lines_of(game, dominable(game, self.seat), DOMINATE)[said[0]])

    def refusal(self, game: Game, line: Line) -> Refused:
        """Return why this piece cannot be dominated, or why the line is refused."""
        name = text_after_verb(line)
        if line[0].verb != "dominate" or not name:
            return self.ANSWERED_BY
        piece = named_piece(game, name)
        if piece is None:
            return "18.5", f"There is no {name}"
        return why_not_dominate(game, self.seat, piece) or self.ANSWERED_BY


class PieceManeuver(Maneuver):
    """A maneuver of a dominated piece; its player has no hand, no power and no ship (rules 18.8)."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("18.8", "You have no ship: move the piece that you dominate, attack with it, or decline")

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Return the question: move, attack or decline."""
        ship = game.ships[self.seat]
        kinds = [game.kind_of[word] for word in COMMANDING_WORDS]
        if not said:
            options = [option for kind in kinds for option in kind.options(game, ship)]
            title = TITLES[self.ordinal]
            return Question(self.seat, "one", "maneuver", [*options, DECLINE], DECLINE, title, "18.8")
        return None if said[0] == DECLINE else game.kind_of[parse_option(said[0]).verb].stage(game, ship, said)

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Announce the maneuver; others may cancel it (rules 13.13)."""
        game.stack.pop()
        if said[0] == DECLINE:
            game.tell(Declined, seat=self.seat)
            return
        kind = game.kind_of[parse_option(said[0]).verb]
        announced = kind.announce(game, game.ships[self.seat], said)
        announce(game, self.seat, kind, announced, said)

    def refusal(self, game: Game, line: Line) -> Refused:
        """Return why the line is refused: it takes a ship, or the piece cannot do it."""
        word = first_word(line[0].verb)
        if word not in COMMANDING_WORDS:
            return self.ANSWERED_BY
        found = game.kind_of[word].refusal(game, game.ships[self.seat], line)
        if found is None:
            return self.ANSWERED_BY
        return ("18.8", found[1]) if found[0] == "17.7" else found
