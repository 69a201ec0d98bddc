"""The frame of a played card: its effects, then whether it stays in play (rules 13.4)."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

from incursions.games.incursions.rules.effects.gathering import refresh_all
from incursions.games.incursions.rules.effects.resolution import Resolution
from incursions.games.incursions.rules.events.cards import LaidBefore
from incursions.games.incursions.rules.plays import on_table
from incursions.games.incursions.rules.plays.lying import lies, release
from incursions.games.incursions.rules.printed.pieces import BEFORE_TARGET, STAYS_ON_TABLE, Face, face_named
from incursions.games.incursions.rules.state.cards_in_play import play_as, why_no_room
from incursions.games.incursions.rules.state.refs import Ref, holder_of
from incursions.games.incursions.rules.state.seats import Before

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game

AS_EVENTS = ("Calamity", "Catastrophe")  # strike as events do (rules 13.18)


@dataclass(slots=True, eq=False)
class CardPlay(Resolution):
    """The effects of a played card, which lies with a frame below. `face` names that of a Multi card.

    `failed`: the event or attempt that it depends on failed, so that it does not stay in play. `begun`: an event's
    windows are done. Marks set beforehand: `power` spent on it, `names` the word named with it, `aimed` its target.
    """

    source: int
    face: str | None = None
    _: KW_ONLY
    failed: bool = False
    begun: bool = False

    @property
    def aim(self) -> Ref | None:
        """The target of the card."""
        return self.target

    def advance(self, game: Game) -> None:
        """Strike as an event, if the card is one; carry out the effects; then settle the card."""
        if not self.begun:
            self.begun = True
            play_as(game, self.source, self.face)
            if game.cards[self.source].card.type in AS_EVENTS:
                strikes: Any = game.frames["CardStrikes"]
                game.stack.append(strikes.from_play(game, self))
                return
        if self.carry_out(game):
            game.stack.pop()
            if not self.failed:
                self._settle(game)

    def stop(self) -> None:
        """Drop the remaining effects and mark the card as failed, so that it does not stay in play."""
        Resolution.stop(self)
        self.failed = True

    def _settle(self, game: Game) -> None:
        """Put the card into play if it stays, there is room and it was not moved; else leave it to be put away."""
        printed = self._find_printed_face(game)
        if printed.play_method in STAYS_ON_TABLE:
            if lies(game, self.source) and why_no_room(game, self.user, self.source) is None:
                release(game, self.source)
                on_table.enter(game, self.user, self.source)
        elif printed.play_method == BEFORE_TARGET and lies(game, self.source):
            seat = self.struck_seat(game)
            if seat is not None and game.ships[seat].out is None:
                self._lay_before(game, seat)

    def _lay_before(self, game: Game, seat: int) -> None:
        """Lay the card before another player until it is removed (rules 13.4.5)."""
        release(game, self.source)
        names = self.get_mark("names")
        game.players[seat].before.append(Before(self.source, self.user, names))
        refresh_all(game)
        title = game.cards[self.source].card.title
        game.tell(LaidBefore, seat=self.user, target=seat, title=title, names=names)

    def struck_seat(self, game: Game) -> int | None:
        """Return the player aimed at, or who holds the card aimed at."""
        if self.target is not None and self.target[0] == "card":
            return holder_of(game, self.target[1])
        return self.target_seat

    def _find_printed_face(self, game: Game) -> Face:
        return face_named(game.cards[self.source].card, self.face)
