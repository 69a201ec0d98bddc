"""Putting outposts, platforms and shuttles into hexes, and where they may lie (rules 5.8, 17.1, 17.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.hexes import Hex
from incursions.rules.board import MINE, OUTPOST, PLATFORM, SHUTTLE, Placed
from incursions.rules.effects.gathering import refresh_all
from incursions.rules.placed.bodies import shuttle_body
from incursions.rules.plays.lying import release
from incursions.rules.plays.on_table import leave

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game

START_HEX: Hex = (0, 0)
ONE_FOR_EACH_PLAYER = (OUTPOST, PLATFORM)


def why_not_place(game: Game, seat: int, kind: str, at: Hex) -> tuple[str, str] | None:
    """The rule and the reason why the player may not put such a piece there; None if he may (rules 5.8, 17.12)."""
    if at == START_HEX:
        return "5.8", "Nothing is placed in the start hex, and nothing stops there but ships"
    if kind == MINE and at in game.board.mined:
        return "17.2", "A mine lies there already, and a hex holds one"
    if kind in ONE_FOR_EACH_PLAYER:
        for other in game.board.of(seat):
            if other.at == at and other.kind in ONE_FOR_EACH_PLAYER:
                return (
                    "17.12",
                    f"You have {other.title} there already: one outpost or platform for each player in a hex",
                )
    return None


def place_body(game: Game, frame: Resolution, effect: Effect) -> bool:
    """An outpost or a platform comes into the hex of its player's ship, if it may lie there (rules 17.12).

    A shuttle that is played is tabled; it is placed by a maneuver of its own (17.8).
    """
    kind: str = effect.fields["piece"]
    at = game.ships[frame.user].at
    assert isinstance(frame.source, int)
    if kind == SHUTTLE or why_not_place(game, frame.user, kind, at) is not None:
        return True
    release(game, frame.source)
    _put(game, frame.user, frame.source, kind, at, effect.fields["life_points"])
    return True


def place_shuttle(game: Game, seat: int, number: int) -> None:
    """A tabled shuttle leaves the table for the hex, with the points that it has left (rules 17.8)."""
    body = shuttle_body(game.cards[number].card)
    assert body is not None
    points = body["life_points"] - game.board.damage.get(number, 0)
    leave(game, number)
    _put(game, seat, number, SHUTTLE, game.ships[seat].at, points)


def _put(game: Game, seat: int, number: int, kind: str, at: Hex, points: int) -> None:
    title = game.cards[number].card.title
    game.board.put(Placed(0, kind, title, at, owner=seat, card=number, points=points, laid=game.turns))
    game.emit("placed", {"seat": seat, "title": title, "kind": kind, "at": list(at), "points": points})
    refresh_all(game)
