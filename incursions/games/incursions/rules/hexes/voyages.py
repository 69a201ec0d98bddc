"""Exploring, and movement along explored hexes: warps, moves given by cards, mines on the way, towing (rules 8)."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Any

from incursions.engine.frames import Frame, frame_class
from incursions.engine.hexes import DIRECTIONS, Hex, find_path
from incursions.games.incursions.rules.events.movement import Explored, Moved, Warped
from incursions.games.incursions.rules.hexes.hex_events import EXPLORE, MOVE, TOW, WARP, stop
from incursions.games.incursions.rules.hexes.leaving import depart, is_caught, settle, why_not_leave
from incursions.games.incursions.rules.hexes.mines import go_off, mine_at, waits_for
from incursions.games.incursions.rules.plays.announcements import LENGTH, maneuver_of
from incursions.games.incursions.rules.plays.card_plays import other_effects, warp_hexes
from incursions.games.incursions.rules.plays.resolution import Resolution, set_off
from incursions.games.incursions.rules.printed.pieces import MINE
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import GameState, why_no_tile
from incursions.games.incursions.rules.state.refs import Pick, Ref, word_ref
from incursions.games.incursions.rules.state.seats import Ship, warp_reach
from incursions.games.incursions.rules.systems import cloaking

BEFORE = "before_explore"
ANNOUNCED, CARDS_PLAYED, ON_THE_WAY = range(3)
Company = tuple[tuple[int, int | None], ...]  # seats with the craft each flies, the mover first


def why_not_explore(game: GameState, ship: Ship) -> Refused | None:
    """Return why the ship may not explore at any price: it is held, or there is no tile or side; or None."""
    return why_not_leave(game, ship) or why_no_tile(game, ship)


@frame_class
class Exploration(Frame[GameState]):
    """An announced exploration. Without a `direction`, effects before it come first, then the side is picked (8.3).

    The side is also picked if the ship was moved meanwhile and no tile can be laid on the announced side.
    """

    seat: int
    direction: str
    told: bool = False

    def advance(self, game: GameState) -> None:
        """Let effects look at the hexpile, pick the side, then lay the top tile and move in."""
        ship = game.ships[self.seat]
        if not self.direction:
            if not self.told:
                self.told = True
                set_off(game, BEFORE, self.seat, frame=self)
                return
            if why_not_explore(game, ship) is None:
                sides = tuple(word_ref(name) for name in game.chart.free[ship.at])
                game.stack.append(Pick(self.seat, sides, "Explore which side?", "8.3", topic="side", kind="hex"))
                return
            game.stack.pop()
            return
        if self.direction not in game.chart.free[ship.at]:  # an effect has moved the ship meanwhile
            self.direction, self.told = "", True
            return
        game.stack.pop()
        if why_not_explore(game, ship) is None:
            self._move_in(game, ship)

    def take_pick(self, game: GameState, ref: Ref) -> None:
        """Store the picked side."""
        self.direction = ref[1]

    def _move_in(self, game: GameState, ship: Ship) -> None:
        """Lay the top tile, move in, and put up its event. A ship in tow stays behind (rules 8.8)."""
        origin = ship.at
        dq, dr = DIRECTIONS[self.direction]
        at = (origin[0] + dq, origin[1] + dr)
        depart(game, ship, EXPLORE)
        title = game.lay_tile(self.seat, at)
        ship.at = at
        game.tell(Explored, seat=self.seat, direction=self.direction, at=list(at), title=title, origin=list(origin))
        settle(game, ship)
        stop(game, self.seat, EXPLORE)


def route(game: GameState, ship: Ship, to: Hex) -> list[Hex]:
    """Return the shortest way over charted hexes, of several the one with the fewest hostile mines (rules 8.1)."""
    path = game.chart.find_path(ship.at, to)
    assert path is not None
    if len(path) > 2 and not game.board.placed.mined.isdisjoint(path[1:-1]):
        shunned = {mine.at for mine in game.board.placed.of_kind(MINE) if waits_for(game, mine, ship.seat)}
        if not shunned.isdisjoint(path[1:-1]):
            path = find_path(ship.at, to, game.map, shunned)
            assert path is not None
    return path


@frame_class
class Voyage(Frame[GameState]):
    """A ship moving along `path`: `place` is the index of the hex it has reached, `leg` of its last interruption.

    `how` is a warp, with `power` and `cards`, or a move without either. `company` are the ships that go along, each
    with its escape craft, so that a ship that is destroyed on the way is told from its craft; `behind` are those that
    stayed.
    """

    seat: int
    path: tuple[Hex, ...]
    how: str
    _: KW_ONLY
    power: int = 0
    cards: tuple[int, ...] = ()
    no_event: bool = False
    place: int = 0
    leg: int = 0
    company: Company = ()
    behind: tuple[int, ...] = ()
    step: int = ANNOUNCED

    @property
    def passing(self) -> tuple[int, ...]:
        """The seats whose ships only pass through the hex where they are (rules 9.4)."""
        return tuple([seat for seat, _ in self.company])

    def advance(self, game: GameState) -> None:
        """Put up other effects of the cards played, then move hex by hex until something stops the voyage."""
        if self.step == ANNOUNCED:
            self.step = CARDS_PLAYED
            for number in reversed(self.cards):
                effects = other_effects(game.cards[number])
                if effects:
                    game.stack.append(Resolution(number, self.seat, tuple(effects)))
        elif self.step == CARDS_PLAYED:
            self.step = ON_THE_WAY
            self._set_out(game)
        else:
            self._go_on(game)

    def _set_out(self, game: GameState) -> None:
        """Leave the hex with the ship in tow; the way is shorter if a command was cancelled (rules 13.13)."""
        ship = game.ships[self.seat]
        if self.how == WARP:
            by_cards = sum(warp_hexes(game.cards[number]) for number in self.cards)
            self.path = self.path[: max(0, warp_reach(ship, self.power) + by_cards) + 1]
        if len(self.path) < 2 or ship.out is not None or ship.at != self.path[0]:
            game.stack.pop()
            return
        held = cloaking.find_towed_ship(game, ship) if self.how == WARP else None
        along = [ship] if held is None or is_caught(game, held) else [ship, held]
        for each in along:
            depart(game, each, WARP)
        self.company = tuple((each.seat, each.craft) for each in along)

    def _go_on(self, game: GameState) -> None:
        """Fly on to the next mine or to the end. A ship that is caught, moved or destroyed goes no farther."""
        lost = tuple(
            [
                each
                for each in self.company
                if not self._is_here(game, *each) or (self.place and is_caught(game, game.ships[each[0]]))
            ]
        )
        if lost:
            self.company = tuple([each for each in self.company if each not in lost])
        holder_flies = bool(self.company) and self.company[0][0] == self.seat
        end = len(self.path) - 1
        if not holder_flies or self.place == end:
            self._stop(game, lost)
            return
        for seat in self._seats_here(game, lost):  # a ship caught in tow stops here; the hex acts after the voyage
            self.behind = (*self.behind, seat)
            settle(game, game.ships[seat])
        mined = game.board.placed.mined
        while self.place < end:
            self.place += 1
            at = self.path[self.place]
            if self.place < end and at not in mined:
                continue  # nothing can stop a ship in a hex without a mine
            for seat, _ in self.company:
                game.ships[seat].at = at
            mine = mine_at(game, at) if at in mined else None
            if mine is None:
                continue
            in_sight = [seat for seat, _ in self.company if game.ships[seat].cloak is None]  # rules 12.12
            struck = [seat for seat in in_sight if waits_for(game, mine, seat)]
            if struck:
                self._tell(game)
                cloaking.end_parted_beams(game)
                go_off(game, mine, struck)
                return

    def _is_here(self, game: GameState, seat: int, craft: int | None) -> bool:
        """Return True if the ship is in the game, in the hex that the voyage has reached."""
        ship = game.ships[seat]
        return ship.out is None and ship.craft == craft and ship.at == self.path[self.place]

    def _seats_here(self, game: GameState, company: Company) -> list[int]:
        """Return the seats of the company whose ship or craft is still here."""
        return [seat for seat, craft in company if self._is_here(game, seat, craft)]

    def _stop(self, game: GameState, lost: Company) -> None:
        """End the voyage: the ships that are still there stop, and the hex acts on the mover first (rules 8.8)."""
        game.stack.remove(self)
        self._tell(game)
        maneuver = maneuver_of(game, self.seat)
        if maneuver is not None and LENGTH not in dict(maneuver.marks):  # moves by the hex do not count
            maneuver.mark(LENGTH, self.place)
        stopped = self._seats_here(game, (*self.company, *lost))
        for seat in stopped:
            settle(game, game.ships[seat])
        if len(stopped) > 1:
            stopped.sort(key=lambda seat: seat == self.seat)
        if not self.no_event:
            for seat in (*self.behind, *stopped):
                stop(game, seat, self.how if seat == self.seat else TOW)

    def _tell(self, game: GameState) -> None:
        """Emit the part of the way flown since the last interruption."""
        if self.place == self.leg:
            return
        path = [list(at) for at in self.path[self.leg : self.place + 1]]
        first = self.leg == 0
        more: dict[str, Any] = {}
        towed = [seat for seat, _ in self.company if seat != self.seat]
        if towed:
            more["towed"] = towed[0]
        if first and self.cards:
            more["cards"] = [game.cards[number].title for number in self.cards]
        kind = Moved if self.how == MOVE else Warped
        game.tell(kind, seat=self.seat, path=path, power=self.power if first else 0, **more)
        self.leg = self.place
