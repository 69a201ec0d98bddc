"""Effects of a hex on a ship that arrives or remains: its event, its pieces, its denizens (rules 9.3, 9.12, 17.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY
from typing import Any

from incursions.engine.frames import Frame, frame_class
from incursions.engine.hexes import Hex, distance
from incursions.games.incursions.rules.attacks.out_of_turn import attack_with_piece
from incursions.games.incursions.rules.effects.in_force import Situation, hold, is_of_race, list_triggered
from incursions.games.incursions.rules.events.movement import HexEvent
from incursions.games.incursions.rules.hexes.hex_events import REMAIN, SPARES, TOW, TRANSPORT, strike_with
from incursions.games.incursions.rules.plays.announcements import said_in_maneuver, seats_after
from incursions.games.incursions.rules.plays.resolution import put_up
from incursions.games.incursions.rules.printed.effect import Condition, Effect
from incursions.games.incursions.rules.printed.pieces import (
    DENIZEN,
    IN_HEX,
    MULTI,
    TileCard,
    cache_of,
    printed_fact,
)
from incursions.games.incursions.rules.state.board import Placed
from incursions.games.incursions.rules.state.cards_in_play import face_in_play, in_play
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import seat_ref
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.systems.bodies import body_of, weapon_of

STANDS, DESTROYED, ABSENT = "stands", "destroyed", "absent"
VISITED, VISITED_OR_REMAINS = VISITS = "visited", "visited_or_remains"
ATTACK = "attack"
STOPPED, TILE, PIECES = range(1, 4)
LEAVE_ROLL = "leave_roll"


def denizen_of(game: GameState, home: Hex) -> Placed | None:
    """Return the living denizen that the tile at `home` brought, wherever it is now, or None (rules 18.7)."""
    return next((piece for piece in game.board.placed.values() if piece.home == home), None)


def state_of(game: GameState, home: Hex) -> str:
    """Return whether the tile's denizen stands there, is destroyed, or is absent."""
    piece = denizen_of(game, home)
    if piece is not None:
        return STANDS if piece.at == home else ABSENT
    return DESTROYED if home in game.board.slain else ABSENT


def attack_by_event(game: GameState, piece: Placed, seat: int) -> None:
    """Let a denizen make its one attack in a player's turn, if it may (rules 18.2, 18.6, 18.8).

    It does not attack a ship that it spares, nor while a player dominates it. The next player in turn order rolls for
    it.
    """
    ship = game.ships[seat]
    this_turn = (seat, game.turns)
    if ship.out is not None or piece.dominated is not None or this_turn in piece.struck:
        return
    if ship.cloak is not None or spares(game, piece, seat):
        return
    struck = [each for each in piece.struck if each[1] == game.turns]
    game.board.change(piece.number, struck=(*struck, this_turn))
    attack_with_piece(game, piece, None, seat, rolled_by=seats_after(game, seat)[0])


def spares(game: GameState, piece: Placed, seat: int) -> bool:
    """Return True if the piece's text spares this ship everywhere (rules 18.2, 18.8)."""
    spared = body_of(game, piece).get("spares")
    if spared is None:
        return False
    if spared.race:
        return is_of_race(game, seat, spared)
    return piece.home is not None and game.owners.get(piece.home) == seat


def denizen_is(game: GameState, situation: Situation, condition: Condition) -> bool:
    """Return True if the hex's denizen is in a state that the condition names (the vocabulary's `denizen`)."""
    return condition.admits(state_of(game, game.ships[situation.user].at))


def visitors_of(game: GameState, at: Hex) -> list[int]:
    """Return the numbers of the pieces that reach a ship in that hex, oldest first (rules 9.12)."""
    found = []
    for piece in game.board.placed.acting:
        if piece.at == at:
            found.append(piece.number)
        elif piece.card is not None:
            reach = _reach(game, piece, piece.card)
            if reach and distance(piece.at, at) <= reach:
                found.append(piece.number)
    return found


def _reach(game: GameState, piece: Placed, number: int) -> int:
    """Return how many hexes a piece reaches, with its weapon or its effects on visitors; 0 for its own hex."""
    card = game.cards[number]
    face = None if card.play_method != MULTI else face_in_play(game, number, (IN_HEX,))
    known = cache_of(face or card, "reaches")
    reach: int | None = known.get(piece.kind)
    if reach is None:
        weapon, effects = weapon_of(game, piece), card.effects.top if face is None else face.effects
        reaches = [effect.fields.get("within", 0) for effect in effects if effect.trigger in VISITS]
        reach = known[piece.kind] = max([*reaches, 0 if weapon is None else weapon.range])
    return reach


def visit(game: GameState, number: int, seat: int, *, remains: bool) -> None:
    """Let a piece act on a ship that stopped, or that `remains` (rules 9.3).

    A piece does not act in the turn in which it was placed (rules 17.1). It never harms its owner (rules 17.3), and it
    does not see a cloaked ship (rules 12.12).
    """
    piece, ship = game.board.placed.get(number), game.ships[seat]
    if piece is None or ship.out is not None or ship.cloak is not None:
        return
    if piece.kind == DENIZEN:
        if piece.home != piece.at:  # at its home the tile's event is its attack (18.6)
            attack_by_event(game, piece, seat)
    elif piece.owner is not None and piece.owner != seat and piece.laid != game.turns:
        _act(game, piece, seat, remains=remains)


def _act(game: GameState, piece: Placed, seat: int, *, remains: bool) -> None:
    """Carry out the piece's text in its order; its weapon attacks even if the text does not say so (rules 17.10)."""
    far = distance(piece.at, game.ships[seat].at)
    said = _effects(game, piece, remains=remains)
    weapon = weapon_of(game, piece)
    attacks_by_text = any(effect.verb == ATTACK for effect in _effects(game, piece, remains=False))
    if weapon is not None and far <= weapon.range and not attacks_by_text:
        attack_with_piece(game, piece, piece.owner, seat)
    for effect in reversed(said):
        if far <= effect.fields.get("within", weapon.range if effect.verb == ATTACK and weapon is not None else 0):
            _carry_out(game, piece, seat, effect)


def _effects(game: GameState, piece: Placed, *, remains: bool) -> list[Effect]:
    """Return the piece's effects on visitors, or only those that are repeated on ships that remain."""
    if piece.card is None:
        return []
    triggers = (VISITED_OR_REMAINS,) if remains else VISITS
    said = in_play(game, piece.card, IN_HEX)
    return [effect for effect in said if effect.trigger in triggers]


def _carry_out(game: GameState, piece: Placed, seat: int, effect: Effect) -> None:
    """Carry out an effect: an attack can be answered by a defence, everything else is an event (rules 9.14, 17.10)."""
    assert piece.card is not None
    assert piece.owner is not None
    if not hold(game, Situation(piece.card, piece.owner, seat), effect.conditions):
        return
    if effect.verb == ATTACK:
        attack_with_piece(game, piece, piece.owner, seat)
    else:
        visitor = seat_ref(seat)
        strike_with(game, piece.card, piece.owner, [effect.number], [seat], visitor, visitor=visitor)


@frame_class
class Arrival(Frame[GameState]):
    """The frame of all that the hex `at` does to the ship that came there or remained (rules 9.12).

    `over`: the ship was moved away. `silent`: it takes no event there. `waiting` are the pieces still to act on it.
    """

    seat: int
    at: Hex
    how: str
    _: KW_ONLY
    step: int = 0
    over: bool = False
    silent: bool = False
    waiting: tuple[int, ...] = ()

    def ends_with(self, seat: int) -> bool:
        """Return True for the arriving seat: destruction ends the arrival, even after an escape (rules 9.12, 19.5)."""
        return seat == self.seat

    def moved_away(self, seat: int) -> None:
        """Note that a ship has left its hex: if it is this one, the arrival is over."""
        self.over = self.over or seat == self.seat

    def advance(self, game: GameState) -> None:
        """Apply what the ship has against events, then the tile's event, then the pieces there, oldest first."""
        ship, stack = game.ships[self.seat], game.stack
        while stack[-1] is self:
            if self.over or self.silent or ship.out is not None:
                stack.pop()
                return
            self.step = step = self.step + 1
            if step == STOPPED:
                self._stop(game)
            elif step == TILE:
                self.waiting = tuple(visitors_of(game, self.at))
                self._tile_event(game, ship)
            elif self.waiting:
                number, self.waiting = self.waiting[0], self.waiting[1:]
                visit(game, number, self.seat, remains=self.how == REMAIN)
            else:
                stack.pop()

    def _stop(self, game: GameState) -> None:
        """Put up the effects of stopping, which can spare the ship the hex's event.

        They come once in a hex and maneuver, so that nothing moves a ship on forever (rules 8.10).
        """
        if self.how == REMAIN:
            return
        found = [*list_triggered(game, self.seat, "stops"), *said_in_maneuver(game, self.seat, "stops")]
        if not found:
            return
        turn, stopped = game.turn, (self.seat, *self.at, STOPPED)
        if turn is not None and stopped in turn.taken:
            return
        if turn is not None:
            turn.taken = (*turn.taken, stopped)
        put_up(game, found)

    def _tile_event(self, game: GameState, ship: Ship) -> None:
        """Put up the tile's event: once in a maneuver (rules 8.10), a Unique one once in a match (rules 9.5, 9.16)."""
        tile, turn = game.tiles[game.map[self.at]], game.turn
        effects = self._effects(tile, ship)
        if not effects:
            return
        if turn is not None and turn.seat == self.seat and turn.began_at == self.at:
            turn.event_taken = not (self._is_carried and tile.is_wormhole)  # the roll comes as the turn ends (1.7)
        here = (self.seat, *self.at)
        if turn is not None and here in turn.taken:
            return
        if tile.is_unique:
            if tile.title in game.board.happened:
                return
            game.board.happened.append(tile.title)
        if turn is not None:
            turn.taken = (*turn.taken, here)
        game.tell(HexEvent, seat=self.seat, title=tile.title, at=list(self.at))
        numbers = [effect.number for effect in effects]
        reached = (self.seat,) if not tile.is_unique and ship.cloak is not None else ()
        struck = (self.seat,) if strikes_comer_alone(tile) else None
        told: dict[str, Any] = {"unique": tile.is_unique, "at": self.at, "how": self.how}
        strike_with(game, tile.title, self.seat, numbers, struck, reaches=reached, **told)

    @property
    def _is_carried(self) -> bool:
        """Return True if the ship was towed or transported there."""
        return self.how in (TOW, TRANSPORT)

    def _effects(self, tile: TileCard, ship: Ship) -> tuple[Effect, ...]:
        """Return the effects that come: more on entering than on remaining; no leave roll unless it flew in (1.7)."""
        # On remaining, only the effects printed as its event are repeated (rules 9.3).
        found = tile.effects.by_trigger.get("event", ()) if self.how == REMAIN else on_entering(tile)
        if not found:
            return ()
        if self._is_carried:
            found = tuple(effect for effect in found if effect.verb != LEAVE_ROLL)
        return found if ship.cloak is None or tile.is_unique else tuple(_through_cloak(found))


@printed_fact
def on_entering(tile: TileCard) -> tuple[Effect, ...]:
    """Return the tile's effects on a ship that enters it (rules 9.1)."""
    return tuple(effect for effect in tile.effects.top if effect.trigger in ("event", "entered"))


@printed_fact
def strikes_comer_alone(tile: TileCard) -> bool:
    """Return True if the tile's event strikes nobody but the ship that came (rules 9.1)."""
    return all(
        effect.target in (None, "your ship") and not effect.conditions and SPARES not in effect.fields
        for effect in on_entering(tile)
    )


def _through_cloak(effects: Iterable[Effect]) -> Iterable[Effect]:
    """Yield the effects that reach a cloaked ship: the one that ends its cloak, and all after it (rules 12.7)."""
    uncloaked = False
    for effect in effects:
        uncloaked = uncloaked or (effect.verb == "cloak" and effect.fields.get("to") == "down")
        if uncloaked:
            yield effect


def arrival_of(game: GameState, seat: int) -> Arrival | None:
    """Return the innermost arrival of the ship that is under way, or None."""
    return next((frame for frame in reversed(game.stack) if isinstance(frame, Arrival) and frame.seat == seat), None)
