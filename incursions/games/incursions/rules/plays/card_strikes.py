"""The strike of a Calamity or Catastrophe: each player struck may block it for himself (rules 9.13, 9.22, 13.18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.effects.aims import place_of
from incursions.games.incursions.rules.hexes.event_falls import EventFalls, aim_of, hidden_by_cloak, seats_struck
from incursions.games.incursions.rules.plays.announcements import in_turn_order
from incursions.games.incursions.rules.plays.card_play import CardPlay
from incursions.games.incursions.rules.printed.pieces import BEFORE_TARGET

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game


class CardStrikes(EventFalls):
    """A card as an event, right above its `CardPlay`, which carries out the effects that are not blocked."""

    __slots__ = ()

    def depends_on(self, seat: int) -> bool:
        """Return True if the seat played the card, whose strike is dropped with the play."""
        return seat == self.user

    @classmethod
    def from_play(cls, game: Game, play: CardPlay) -> CardStrikes:
        """Return the event of this play with the seats that it strikes. A cloak hides from it (rules 12.7)."""
        seats = set(seats_struck(game, play.source, play.user, play.pending, play.target, play.marks))
        if game.cards[play.source].card.play_method == BEFORE_TARGET and play.target_seat is not None:
            seats.add(play.target_seat)
        hidden = hidden_by_cloak(game, play.user, play.source)
        struck = tuple(in_turn_order(game, seats - set(hidden)))
        frame = cls(play.source, play.user, struck, play.pending, play.target, play.marks)
        frame.spared = hidden
        return frame

    def fall(self, game: Game) -> None:
        """Continue the card for those who have not blocked it; a card blocked by its target does not stay (9.22)."""
        play = game.stack[-1]
        assert isinstance(play, CardPlay)
        for name, value in self._collect_marks():
            play.mark(name, value)
        aim = aim_of(play)
        if aim is not None:
            play.mark("place", place_of(game, aim))  # ships there are struck even if the target is saved (9.14)
        self._save(game, play)
        if play.target_seat is not None and play.target_seat in self.spared:
            play.failed = True
