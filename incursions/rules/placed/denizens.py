"""Denizens: how they come, whom they attack and spare, and when they come back (rules 18.1-18.3, 18.6, 18.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.attacks.out_of_turn import strike
from incursions.rules.board import DENIZEN, Placed
from incursions.rules.effects.conditions import is_of_race
from incursions.rules.placed.bodies import body_of
from incursions.rules.plays.announcements import seats_after

if TYPE_CHECKING:
    from incursions.engine.hexes import Hex
    from incursions.rules.effects.conditions import Situation
    from incursions.rules.effects.effect import Condition, Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game

STANDS, DESTROYED, ABSENT = "stands", "destroyed", "absent"
REMAIN = "remain"  # how a ship is in the hex whose event comes at the end of its turn (rules 9.3)


def denizen_of(game: Game, home: Hex) -> Placed | None:
    """The living denizen that the tile there brought, wherever it is by now (rules 18.7)."""
    return next((piece for piece in game.board.placed.values() if piece.home == home), None)


def state_of(game: Game, home: Hex) -> str:
    """Does the denizen of the tile stand there, is it destroyed, or has it not come?"""
    piece = denizen_of(game, home)
    if piece is not None:
        return STANDS if piece.at == home else ABSENT
    return DESTROYED if home in game.board.slain else ABSENT


def summon(game: Game, frame: Resolution, effect: Effect) -> bool:
    """The event of a denizen's tile: it comes unless one lives, and attacks the ship that set it off (rules 18.1).

    A destroyed one comes back only to a ship that enters, and some do not come back at all (18.3, 18.7).
    """
    seat = frame.user
    home = game.ships[seat].at
    piece = denizen_of(game, home)
    if piece is None:
        if home in game.board.slain and (frame.marked("how") == REMAIN or effect.fields.get("returns") is False):
            return True
        piece = _come(game, str(frame.source), home, effect)
    if piece.at == home:
        attack_by_event(game, piece, seat)
    return True


def _come(game: Game, title: str, home: Hex, effect: Effect) -> Placed:
    """Whole, as printed."""
    game.board.slain.discard(home)
    points = effect.fields["life_points"]
    piece = game.board.put(Placed(0, DENIZEN, title, home, points=points, laid=game.turns, home=home))
    game.emit("summoned", {"title": title, "at": list(home), "points": points})
    return piece


def attack_by_event(game: Game, piece: Placed, seat: int) -> None:
    """Its one maneuver in a player's turn, unless it spares the ship or somebody dominates it (rules 18.2, 18.6, 18.8).

    The other players roll for it: the next of them in turn order.
    """
    ship = game.ships[seat]
    this_turn = (seat, game.turns)
    if ship.out is not None or piece.dominated is not None or this_turn in piece.struck:
        return
    if ship.cloak is not None or spares(game, piece, seat):
        return
    struck = [each for each in piece.struck if each[1] == game.turns]
    game.board.change(piece.number, struck=(*struck, this_turn))
    strike(game, piece, None, seat, rolled_by=seats_after(game, seat)[0])


def spares(game: Game, piece: Placed, seat: int) -> bool:
    """Does its text leave this ship alone, wherever it meets it (rules 18.2, 18.8)?"""
    spared = body_of(game, piece).get("spares")
    if spared is None:
        return False
    if spared.race:
        return is_of_race(game, seat, spared)
    return piece.home is not None and game.owners.get(piece.home) == seat


def denizen_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Return how the denizen of the hex is (the vocabulary's `denizen`)."""
    return condition.admits(state_of(game, game.ships[situation.user].at))
