"""Removal of a card that lies before a player (rules 13.4.5): the maneuver ``remove TITLE``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.effects.gathering import refresh
from incursions.games.incursions.rules.events.cards import RemovalAnnounced
from incursions.games.incursions.rules.events.cards import Removed as CardRemoved
from incursions.games.incursions.rules.placed.placed_pieces import remove_piece
from incursions.games.incursions.rules.plays.hand import put_away
from incursions.games.incursions.rules.plays.lying import release
from incursions.games.incursions.rules.plays.on_table import leave
from incursions.games.incursions.rules.printed.pieces import BEFORE_TARGET
from incursions.games.incursions.rules.state.cards_in_play import face_played
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, Ground, OnePhraseKind
from incursions.games.incursions.rules.state.phrases import Line, text_after_verb
from incursions.games.incursions.rules.state.refs import Ref
from incursions.games.incursions.rules.systems.power import power_short

if TYPE_CHECKING:
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Removal
    from incursions.games.incursions.rules.state.cards_in_play import Refused
    from incursions.games.incursions.rules.state.seats import Before, Ship

REMOVE = "remove "
REMOVAL = "removal"  # the system that the power of a removal is spent on
REPAIR, TACTICAL = "repair", "tactical"


def find_removal(game: Game, before: Before) -> Removal | None:
    """Return how the card is removed, as its face prints if it is a Multi card; None if it cannot be."""
    card = game.cards[before.card].card
    faces = (face_played(game, before.card), *card.faces)
    ways = (face.removal for face in faces if face.play_method == BEFORE_TARGET)
    return next((way for way in ways if way is not None), card.effects.removal)


def removable_cards(game: Game, seat: int, maneuver: str) -> list[tuple[int, Removal]]:
    """Return the cards before a player that this kind of maneuver removes, each with its removal."""
    ways = ((before.card, find_removal(game, before)) for before in game.players[seat].before)
    return [(card, way) for card, way in ways if way is not None and way.maneuver == maneuver]


def take_away(game: Game, ref: Ref) -> None:
    """Move a card from the table, or a piece from its hex, to its owner's discard pile (rules 13.12)."""
    if ref[0] == "piece":
        if ref[1] not in game.board.placed:  # another effect has removed it meanwhile
            return
        piece = remove_piece(game, ref[1])
        game.tell(CardRemoved, title=piece.title, at=list(piece.at))
        return
    number: int = ref[1]
    title = game.cards[number].card.title
    release(game, number)
    seat = leave(game, number)
    if seat is None:
        seat = leave_target(game, number)
    game.tell(CardRemoved, seat=seat, title=title)
    put_away(game, number)


def leave_target(game: Game, number: int) -> int | None:
    """Take the card away from its target; return the target, or None if it lay before nobody."""
    for player in game.players:
        for before in player.before:
            if before.card == number:
                player.before.remove(before)
                game.board.forget(number)
                refresh(game, player.seat)
                refresh(game, before.user)
                return player.seat
    return None


class Removing(OnePhraseKind["tuple[int, Removal]"]):
    """The tactical maneuver that removes a card for power; some cards take a Repair instead (rules 13.4.5, 12.1)."""

    name = REMOVAL
    words = ("remove",)
    does = "removing a card"
    ground = Ground.BEFORE

    def lines(self, game: Game, ship: Ship) -> dict[str, tuple[int, Removal]]:
        """Return each card that the maneuver removes and the ship can pay for, by its phrase."""
        found: dict[str, tuple[int, Removal]] = {}
        for card, way in removable_cards(game, ship.seat, TACTICAL):
            if way.power <= ship.available(REMOVAL):
                found.setdefault(REMOVE + game.cards[card].card.title, (card, way))
        return found

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Spend the power that the card prints."""
        card, way = self.lines(game, ship)[said[0]]
        ship.spend(way.power, REMOVAL)
        game.tell(RemovalAnnounced, seat=ship.seat, title=game.cards[card].card.title, power=way.power)
        return Announced(Removed(ship.seat, card))

    def refusal(self, game: Game, ship: Ship, line: Line) -> Refused | None:
        """Return why the card cannot be removed: not there, not by this maneuver, or too little power."""
        title = text_after_verb(line)
        lying = [before for before in game.players[ship.seat].before if game.cards[before.card].card.title == title]
        if not lying:
            return "13.4.5", f"No {title} lies before you" if title else "Say what to remove"
        way = find_removal(game, lying[0])
        if way is None or way.maneuver is None:
            return "13.4.5", f"{title} is not removed by a maneuver"
        if way.maneuver == REPAIR:
            return "13.4.5", f"{title} is removed by a Repair of {way.points} points or more: repair {title}"
        return power_short(ship, REMOVAL, way.power, f"Removing {title}")

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every card before the player."""
        return [REMOVE + game.cards[before.card].card.title for before in game.players[ship.seat].before]

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the cost of the removal."""
        return {"power": self.lines(game, ship)[said[0]][1].power}


@dataclass(slots=True, eq=False)
class Removed(Frame["Game"]):
    """An announced removal of `card`."""

    seat: int
    card: int

    def advance(self, game: Game) -> None:
        """Remove the card, if it still lies before the player."""
        game.stack.pop()
        if any(before.card == self.card for before in game.players[self.seat].before):
            take_away(game, ("card", self.card))
