"""The endings of a match: leaving, survival, concession, and adjudication at time (rules 1, 19, 21.3-21.8)."""

from __future__ import annotations

from itertools import groupby

from incursions.engine.hexes import Hex, distance, ring
from incursions.engine.standing import Result
from incursions.games.incursions.rules.events.attacks import Destroyed
from incursions.games.incursions.rules.events.movement import WormholeDrawn
from incursions.games.incursions.rules.events.turns import Conceded, Ended, Left, RollOff, Time
from incursions.games.incursions.rules.placed.placed_pieces import Falls, Reward, fall, leave_the_game, pieces_go
from incursions.games.incursions.rules.plays.card_moves import held_by, put_away
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.seats import CONCEDED, DESTROYED, Ship

ENDINGS = WORMHOLE, DESTRUCTION, CONCESSION, TIME, DRAW = ("wormhole", "destruction", "concession", "time", "draw")
"""The ways in which a match ends by its rules."""
ADJUDICATION = "adjudication"


def end(game: GameState, result: Result) -> None:
    """End the match and put cards that lie with something under way on their piles (rules 13.12)."""
    for number in [number for frame in game.stack for number in held_by(frame)]:
        put_away(game, number)
    game.tell(Ended, result=result.to_data())
    game.finish(result)


def still_playing(game: GameState) -> list[Ship]:
    """Return the ships that have not left the game, in seat order."""
    return [ship for ship in game.ships if ship.out is None]


def list_exits(game: GameState) -> list[list[int]]:
    """Return the seats that have left, latest first, those of one moment together (rules 21.7)."""
    gone = sorted((ship for ship in game.ships if ship.out is not None), key=lambda ship: -ship.out_at)
    return [[ship.seat for ship in together] for _, together in groupby(gone, key=lambda ship: ship.out_at)]


def leave(game: GameState, ship: Ship) -> None:
    """End the match with a win for a ship that leaves through a wormhole (rules 1.1, 1.8)."""
    game.tell(Left, seat=ship.seat, at=list(ship.at))
    others = [other.seat for other in game.list_others(ship.seat)]
    reason = f"{ship.card.title} rolled doubles in the wormhole and left the quadrant."
    end(game, Result(WORMHOLE, ship.seat, [[ship.seat], others, *list_exits(game)], "1.1", reason))


def destroy(game: GameState, ship: Ship, *, by: int | None) -> None:
    """Remove a ship without points from the game (rules 10.7, 19.1, 19.3); beyond Basic its crew may escape (19.2).

    Ships destroyed one after the other, before anything else happens, fall together (19.6).
    """
    if game.has_cards:
        fall(game, ship, by)
        return
    ship.out, ship.out_at = DESTROYED, game.moment
    game.tell(Destroyed, seat=ship.seat, by=by)


def concede(game: GameState, seat: int, *, forfeit: bool) -> None:
    """Remove a seat from the game at once and drop its turn and all frames that depend on it (rules 19.4, 19.8).

    Survival is checked here, because another seat's question may stay open (1.8).
    """
    ship = game.ships[seat]
    ship.out, ship.out_at = CONCEDED, game.moment
    game.tell(Conceded, seat=seat, forfeit=forfeit)
    falls = any(isinstance(frame, Falls) for frame in game.stack)
    stays = [  # a ship's fall, and another's reward (rules 18.9, 19.8)
        frame for frame in game.stack if isinstance(frame, Falls) or (isinstance(frame, Reward) and frame.seat != seat)
    ]
    game.drop_frames(seat)
    if game.has_cards:
        leave_the_game(game, ship, CONCEDED, ship.out_at)
        pieces_go(game, seat)
    game.stack += [frame for frame in stays if frame not in game.stack]
    if not falls:
        look_at_survival(game)


def look_at_survival(game: GameState) -> bool:
    """End the match if one ship is left, or none (rules 1.2, 1.5). Return True if it ended."""
    one = False
    for ship in game.ships:
        if ship.out is None:
            if one:  # nearly always
                return False
            one = True
    left = still_playing(game)
    places = [[ship.seat for ship in left], *list_exits(game)] if left else list_exits(game)
    last = max((ship for ship in game.ships if ship.out is not None), key=lambda ship: ship.out_at)
    if not left:
        end(game, Result(DRAW, None, places, "1.5", "The last ships fell together: a draw."))
    elif last.out == CONCEDED:
        reason = f"{left[0].card.title} is the last in the game: {last.card.title} conceded."
        end(game, Result(CONCESSION, left[0].seat, places, "19.4", reason))
    else:
        reason = f"{left[0].card.title} is the last ship that stands: {last.card.title} was destroyed."
        end(game, Result(DESTRUCTION, left[0].seat, places, "1.2", reason))
    return True


def adjudicate_by_staff(game: GameState, winner: int | None) -> None:
    """End the match by decision of the staff: for a seat, in the game or out of it, or as drawn (rules 21.11)."""
    first = [] if winner is None else [winner]
    ranked = [[ship.seat for ship in still_playing(game)], *list_exits(game)]
    behind = [[seat for seat in together if seat != winner] for together in ranked]
    verdict = "as drawn" if winner is None else f"for {game.ships[winner].card.title}"
    places = [together for together in (first, *behind) if together]
    end(game, Result(ADJUDICATION, winner, places, "21.11", f"The match was adjudicated {verdict}."))


def adjudicate(game: GameState, *, rule: str) -> None:
    """Decide a match that stops as it stands: by distance to a wormhole, then points, then doubles (21.4-21.8).

    An escape that is still open is not taken (21.3).
    """
    for wreck in [ship for ship in still_playing(game) if ship.is_destroyed]:
        wreck.out, wreck.out_at = DESTROYED, game.moment
    if not still_playing(game):
        look_at_survival(game)
        return
    holes = [at for at in game.map if game.tile_at(at).is_wormhole]

    def standing(ship: Ship) -> tuple[int, int]:
        return min((distance(ship.at, hole) for hole in holes), default=0), -ship.points

    ranked = sorted(still_playing(game), key=standing)
    ranking = [[ship.seat, standing(ship)[0] if holes else None, ship.points] for ship in ranked]
    game.tell(Time, ranking=ranking, rule=rule)
    places = [list(tied) for _, tied in groupby(ranked, key=standing)]
    best = places[0]
    if len(best) == 1:
        winner, reason = best[0], _explain_winner(game, best[0], places, holes)
    else:
        winner = _roll_off(game, best, holes)
        places[:1] = [[winner], [ship for ship in best if ship is not winner]]
        reason = f"{winner.card.title} won the roll-off of the ships that were equal at time."
    seats = [[ship.seat for ship in tied] for tied in places]
    end(game, Result(TIME, winner.seat, [*seats, *list_exits(game)], rule, reason))


def _explain_winner(game: GameState, winner: Ship, places: list[list[Ship]], holes: list[Hex]) -> str:
    """Return the reason of the decision in words."""
    near = min((distance(winner.at, hole) for hole in holes), default=0)
    rivals = [ship for tied in places[1:] for ship in tied]
    if holes and all(min(distance(ship.at, hole) for hole in holes) > near for ship in rivals):
        return f"Time was up: {winner.card.title} was nearest to a wormhole."
    return f"Time was up: {winner.card.title} had the most hull and shields of the ships nearest to a wormhole."


def _roll_off(game: GameState, tied: list[Ship], holes: list[Hex]) -> Ship:
    """Let the tied ships roll in turn on one wormhole until doubles, and return the winner (rules 21.5, 21.8).

    If no pile holds a wormhole, they roll where they are.
    """
    at = holes[0] if holes else _draw_wormhole(game)
    for ship in tied:
        ship.at = ship.at if at is None else at
    seats = len(game.ships)
    in_turn = sorted(tied, key=lambda ship: (ship.seat - game.first) % seats)
    while True:
        for ship in in_turn:
            dice = game.dice.roll("roll-off", 2)
            doubles = dice[0] == dice[1]
            game.tell(RollOff, seat=ship.seat, dice=dice, doubles=doubles)
            if doubles:
                return ship


def _draw_wormhole(game: GameState) -> Hex | None:
    """Lay the first wormhole of the piles on the free hex nearest to the start and return the hex (rules 21.5).

    Returns None if no pile holds a wormhole.
    """
    radius = 0
    while True:
        radius += 1
        for at in ring((0, 0), radius):
            if at not in game.map:
                title = game.lay_wormhole(at)
                if title is None:
                    return None
                game.tell(WormholeDrawn, at=list(at), title=title)
                return at
