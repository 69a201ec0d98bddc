"""Pieces in hexes: placement, repair, destruction and its reward (rules 5.8, 12.1, 17, 18.3, 18.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.effects.gathering import refresh_all, refresh_without
from incursions.games.incursions.rules.effects.resolution import set_off
from incursions.games.incursions.rules.events.attacks import PieceDestroyed
from incursions.games.incursions.rules.events.cards import Placed as PiecePlaced
from incursions.games.incursions.rules.events.cards import Rewarded
from incursions.games.incursions.rules.events.turns import PieceRepaired
from incursions.games.incursions.rules.hexes.charting import START_HEX
from incursions.games.incursions.rules.plays.hand import draw, put_away
from incursions.games.incursions.rules.plays.lying import release
from incursions.games.incursions.rules.plays.on_table import leave
from incursions.games.incursions.rules.state.board import (
    DENIZEN,
    MINE,
    OUTPOST,
    OWNED_BODIES,
    PLATFORM,
    SHUTTLE,
    Placed,
)
from incursions.games.incursions.rules.state.refs import Pick, Ref, piece_ref, word_ref
from incursions.games.incursions.rules.systems.bodies import most_points, shuttle_body

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.resolution import Resolution
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.state.cards_in_play import Refused

ONE_FOR_EACH_PLAYER = (OUTPOST, PLATFORM)
POWER_TURNED_UP, CARDS_DRAWN = 2, 3  # rewards for destroying a piece (rules 18.4)
POWER, CARDS = word_ref("power"), word_ref("cards")


def why_not_place(game: Game, seat: int, kind: str, at: Hex) -> Refused | None:
    """Return the rule and the reason why the player may not place such a piece there, or None (rules 5.8, 17.12)."""
    if at == START_HEX:
        return "5.8", "Nothing is placed in the start hex, and nothing stops there but ships"
    if kind == MINE and at in game.board.mined:
        return "17.2", "A mine lies there already, and a hex holds one"
    if kind in ONE_FOR_EACH_PLAYER:
        for other in game.board.pieces_of(seat):
            if other.at == at and other.kind in ONE_FOR_EACH_PLAYER:
                return (
                    "17.12",
                    f"You have {other.title} there already: one outpost or platform for each player in a hex",
                )
    return None


def place_body(game: Game, frame: Resolution, effect: Effect) -> bool:
    """Place an outpost or a platform in the hex of its player's ship, if it may be there (rules 17.12).

    A shuttle that is played is tabled; it is placed by a maneuver of its own (rules 17.8).
    """
    kind: str = effect.fields["piece"]
    at = game.ships[frame.user].at
    assert isinstance(frame.source, int)
    if kind == SHUTTLE or why_not_place(game, frame.user, kind, at) is not None:
        return True
    release(game, frame.source)
    _place(game, frame.user, frame.source, kind, at, effect.fields["life_points"])
    return True


def place_shuttle(game: Game, seat: int, number: int) -> None:
    """Move a tabled shuttle to the hex, with the points that it has left (rules 17.8)."""
    body = shuttle_body(game.cards[number].card)
    assert body is not None
    points = body["life_points"] - game.board.damage.get(number, 0)
    leave(game, number)
    _place(game, seat, number, SHUTTLE, game.ships[seat].at, points)


def _place(game: Game, seat: int, number: int, kind: str, at: Hex, points: int) -> None:
    title = game.cards[number].card.title
    game.board.put(Placed(0, kind, title, at, owner=seat, card=number, points=points, laid=game.turns))
    game.tell(PiecePlaced, seat=seat, title=title, kind_=kind, at=list(at), points=points)
    refresh_all(game)


def destroy_piece(game: Game, number: int, by: int | None) -> None:
    """Destroy a piece without points, and reward the player who took the last of them (rules 17.4, 18.9).

    A player who is out of the game gets no reward (rules 18.8).
    """
    piece = game.board.placed[number]
    game.tell(PieceDestroyed, title=piece.title, at=list(piece.at), owner=piece.owner, by=by)
    remove_piece(game, number)
    if by is not None and game.ships[by].out is None:
        game.stack.append(Reward(by))
    if by is not None and piece.kind == DENIZEN:
        set_off(game, "destroys", by, piece_ref(number))


def remove_piece(game: Game, number: int) -> Placed:
    """Remove a piece without reward; its cards go to their owners' discard piles (rules 13.12, 17.4, 17.7)."""
    board = game.board
    piece = board.take_away(number)
    if piece.kind == DENIZEN and piece.home is not None:
        board.slain.add(piece.home)
    for card in (*(() if piece.card is None else (piece.card,)), *piece.crew):
        put_away(game, card)
    for player in game.players:
        if player.dominates == number:
            player.dominates = None
    refresh_without(game, piece)
    return piece


def repairable_pieces(game: Game, seat: int) -> list[int]:
    """Return the player's damaged pieces in the ship's hex, which a Repair can help (rules 12.1, 17.7)."""
    own, here = game.board.get_owned(seat), game.ships[seat].at
    if own.kinds.isdisjoint(OWNED_BODIES):
        return []
    found = [piece for piece in own.pieces if piece.at == here and piece.kind in OWNED_BODIES]
    return [piece.number for piece in found if not is_whole(game, piece)]


def is_whole(game: Game, piece: Placed) -> bool:
    """Return True if the piece has all its points (rules 17.6)."""
    most = most_points(game, piece)
    return most is None or piece.points is None or piece.points >= most


def repair_piece(game: Game, number: int, points: int) -> None:
    """Give a piece points back, up to its printed number (rules 12.1, 12.3)."""
    piece = game.board.placed[number]
    before, most = piece.points or 0, most_points(game, piece) or 0
    after = min(most, before + points)
    game.board.change(number, points=after)
    game.tell(PieceRepaired, title=piece.title, at=list(piece.at), owner=piece.owner, points=[before, after])


@dataclass(slots=True, eq=False)
class Reward(Frame["Game"]):
    """A reward that `seat` chooses. Both choices may fall short (rules 18.9)."""

    seat: int

    def advance(self, game: Game) -> None:
        """Ask, unless the player is out by now."""
        if game.ships[self.seat].out is not None:
            game.stack.pop()
            return
        title = "Your reward: turn up two power cards, or draw three cards?"
        game.stack.append(Pick(self.seat, (POWER, CARDS), title, "18.4", topic="reward"))

    def take_pick(self, game: Game, ref: Ref) -> None:
        """Grant the chosen reward."""
        game.stack.pop()
        if ref == POWER:
            count = game.ships[self.seat].turn_up(POWER_TURNED_UP)
            game.tell(Rewarded, seat=self.seat, turned_up=count)
            return
        count = min(CARDS_DRAWN, len(game.players[self.seat].deck))
        game.tell(Rewarded, seat=self.seat, drew=count)
        draw(game, self.seat, CARDS_DRAWN)
