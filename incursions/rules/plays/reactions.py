"""The windows in which others may answer what was announced, and when nobody needs to be asked (13.10, 13.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from incursions.engine.questions import Question
from incursions.engine.windows import ReactionWindow
from incursions.rules.plays import any_time, besides
from incursions.rules.plays.answering import PUBLIC

if TYPE_CHECKING:
    from incursions.rules.game import Game


class AnnouncementWindow(ReactionWindow["Game"]):
    """Asks each other player in turn order whether he answers; the one who acted only after another's play."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("13.10", "What was announced is answered by cards for any time alone: play one, or pass")

    def entitled(self, game: Game, seat: int) -> bool:
        """With public windows whoever holds a card, so that a pause says nothing; else who can answer."""
        if game.ships[seat].out is not None:
            return False
        return (game.windows == PUBLIC and bool(game.players[seat].hand)) or bool(any_time.options(game, seat))

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Pass, or play a card for any time; AUX too, for him who is asked (rules 7.4)."""
        if said:
            return None if said[0] == self.LEAST else any_time.stage(game, self.seat, said)
        aux = besides.aux_options(game, game.ships[self.seat])
        options = [self.LEAST, *any_time.options(game, self.seat), *aux]
        return Question(self.seat, "one", "answer", options, self.LEAST, "Answer what was announced?", "13.10")

    def respond(self, game: Game, said: tuple[str, ...]) -> None:
        """Play the card, which has a window of its own, or use AUX."""
        besides.take(game, self.seat, said)
