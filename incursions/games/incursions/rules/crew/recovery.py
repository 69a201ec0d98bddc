"""Recovery of an officer or captain from a hex (rules 14.4, 14.8): the maneuver ``recover TITLE``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.engine.hexes import hex_text
from incursions.games.incursions.rules.events.cards import Recovered, RecoveryAnnounced
from incursions.games.incursions.rules.plays.on_table import HAND, TABLE, enter, stood_in
from incursions.games.incursions.rules.state.board import OFFICER, Placed
from incursions.games.incursions.rules.state.cards_in_play import Refused, why_no_room
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, Ground, OnePhraseKind
from incursions.games.incursions.rules.state.phrases import Line, text_after_verb

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

RECOVER = "recover "


def is_his_own(game: Game, seat: int, piece: Placed) -> bool:
    """Return True if the player was the last to command this crew member, or brought its card (rules 14.4)."""
    return seat == piece.owner or (piece.card is not None and game.cards[piece.card].owner == seat)


def why_not_recover(game: Game, ship: Ship, piece: Placed) -> Refused | None:
    """Return the rule and the reason why this ship cannot take the piece aboard now, or None."""
    if piece.at != ship.at:
        return "14.4", f"{piece.title} is in {hex_text(piece.at)}, and can be recovered only there"
    card = piece.card
    # An officer who stood in for the captain counts as one (rules 3.8).
    commands = card is not None and (game.cards[card].card.is_captain or stood_in(game, card))
    if commands and not is_his_own(game, ship.seat, piece):
        return "14.4", f"{piece.title} is a captain: only his own player recovers him"
    return None


class Recovering(OnePhraseKind[Placed]):
    """The tactical maneuver that recovers crew in the ship's hex."""

    name = "recovery"
    words = ("recover",)
    does = "recovering an officer"
    ground = Ground.OFFICER_IN_HEX

    def lines(self, game: Game, ship: Ship) -> dict[str, Placed]:
        """Return the crew that can be taken aboard here, by phrase; of two of one title the player's own."""
        found: dict[str, Placed] = {}
        here = [piece for piece in game.board.of_kind(OFFICER) if why_not_recover(game, ship, piece) is None]
        for piece in here:
            known = found.setdefault(RECOVER + piece.title, piece)
            if is_his_own(game, ship.seat, piece) and not is_his_own(game, ship.seat, known):
                found[RECOVER + piece.title] = piece
        return found

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Announce the recovery, which costs only the maneuver."""
        piece = self.lines(game, ship)[said[0]]
        game.tell(RecoveryAnnounced, seat=ship.seat, title=piece.title)
        return Announced(Recovery(ship.seat, piece.number))

    def refusal(self, game: Game, ship: Ship, line: Line) -> Refused | None:
        """Return why the named piece cannot be recovered: unknown, elsewhere, or another player's captain."""
        title = text_after_verb(line)
        named = [piece for piece in game.board.of_kind(OFFICER) if piece.title == title]
        if not named:
            return "14.4", f"No {title} is tabled in a hex" if title else "Say whom to recover"
        return why_not_recover(game, ship, next((piece for piece in named if piece.at == ship.at), named[0]))

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every piece of crew in a hex."""
        return list(dict.fromkeys(RECOVER + piece.title for piece in game.board.of_kind(OFFICER)))


@dataclass(slots=True, eq=False)
class Recovery(Frame["Game"]):
    """An announced recovery of the piece `number`."""

    seat: int
    number: int

    def advance(self, game: Game) -> None:
        """Table the crew member if it is the player's own and there is room; else put it in hand (rules 14.8)."""
        game.stack.pop()
        piece = game.board.placed.get(self.number)
        if piece is None or piece.at != game.ships[self.seat].at or piece.card is None:
            return
        game.board.take_away(self.number)
        number, player = piece.card, game.players[self.seat]
        own = is_his_own(game, self.seat, piece)
        again = stood_in(game, number) and game.cards[number].owner == self.seat and player.captain is None
        to = HAND
        if own and (again or why_no_room(game, self.seat, number) is None):
            to = TABLE
        game.tell(Recovered, seat=self.seat, title=piece.title, to=to)
        if to == TABLE:
            enter(game, self.seat, number, as_captain=again)
        else:
            player.hand.append(number)
