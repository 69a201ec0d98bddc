"""A tabled card that an attack hits: equipment takes the damage, a crew member rolls for himself (rules 14.6, 16.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.engine.frames import Frame
from incursions.rules.crew.equipment import strike
from incursions.rules.crew.espionage import BY_ATTACK, FAILED, MEMBER, Espionage
from incursions.rules.crew.people import FACE_DOWN, Fate, is_member
from incursions.rules.refs import holder_of

if TYPE_CHECKING:
    from incursions.rules.game import Game


def hit_card(game: Game, by: int | None, number: int, points: int) -> None:
    """An attack of `by` with so much damage hit a tabled card (rules 10.15)."""
    seat = holder_of(game, number)
    if seat is None or points <= 0:
        return
    if is_member(game, number):
        game.stack.append(UnderFire(by, seat, number))
    else:
        strike(game, number, points)


@dataclass(slots=True, eq=False)
class UnderFire(Frame["Game"]):
    """An officer or captain under fire rolls his own Espionage Evasion; if it fails he is turned down (rules 14.6)."""

    by: int | None
    seat: int
    card: int
    outcome: str | None = None

    def mark(self, name: str, value: Any) -> None:
        """The outcome of the roll."""
        self.outcome = value

    def advance(self, game: Game) -> None:
        """Roll; then what befalls him."""
        if self.outcome is None:
            game.stack.append(Espionage(self.by, self.seat, MEMBER, BY_ATTACK, member=self.card))
            return
        game.stack.remove(self)
        if self.outcome == FAILED and self.card not in game.board.face_down:
            game.stack.append(Fate(self.seat, self.card, FACE_DOWN))
