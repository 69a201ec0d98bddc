"""The discard step: down to the hand limit, card by card, as the player chooses (rules 6.1, 6.4, 6.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.frames import Choice
from incursions.engine.questions import Question
from incursions.games.incursions.rules.plays import any_time, besides, hand
from incursions.games.incursions.rules.state.phrases import DISCARD, parse_option

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game


class Discard(Choice["Game"]):
    """The question for a card to discard.

    AUX and tabling stay possible. The turn asks again while the hand is above its limit.
    """

    __slots__ = ()

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Ask for a card, with each title of the hand once."""
        if said:
            return besides.stage(game, game.ships[self.seat], said, ())
        player, ship = game.players[self.seat], game.ships[self.seat]
        options = list(dict.fromkeys([DISCARD + title for title in hand.titles(game, player.hand)]))
        options += [*besides.lines_to_table(game, self.seat), *any_time.options(game, self.seat)]
        options += besides.aux_options(game, ship)
        title = f"Discard down to {hand.hand_limit(game, self.seat)} cards"
        return Question(self.seat, "one", "discard", options, None, title, "6.4")

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Discard the card, or carry out a free action."""
        game.stack.pop()
        if not besides.take(game, self.seat, said):
            hand.discard_titled(game, self.seat, parse_option(said[0]).title)
