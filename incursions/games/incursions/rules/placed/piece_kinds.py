"""Maneuvers of pieces in hexes: `move TITLE in Q,R to Q,R`, `attack with TITLE in Q,R at TARGET` (rules 17.5, 17.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.engine.hexes import Hex, distance, hex_text
from incursions.engine.questions import Question
from incursions.games.incursions.rules.attacks.attack_cards import why_not_added
from incursions.games.incursions.rules.attacks.attack_forecast import forecast_attack
from incursions.games.incursions.rules.attacks.firing import Order, announce, read_shot, stage, weapon_options
from incursions.games.incursions.rules.attacks.out_of_turn import gun_of
from incursions.games.incursions.rules.events.movement import PieceMoved
from incursions.games.incursions.rules.placed.commanding import (
    aims_of,
    commanded_pieces,
    lines_of,
    named_piece,
    places_for,
    why_not_aim,
    why_not_command,
    why_not_move,
)
from incursions.games.incursions.rules.plays.bound_maneuvers import must_be_without_card
from incursions.games.incursions.rules.plays.hand import find_in_hand
from incursions.games.incursions.rules.state.board import SHUTTLE, Placed
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, Ground, ManeuverKind
from incursions.games.incursions.rules.state.phrases import Line, hex_said, text_of
from incursions.games.incursions.rules.state.refs import Ref, phrases_of, piece_ref, seat_ref, told_apart
from incursions.games.incursions.rules.systems.bodies import weapon_of
from incursions.games.incursions.rules.systems.weapons import MAY_ADD_ANYTHING, MAY_ADD_NOTHING

if TYPE_CHECKING:
    from incursions.engine.questions import Option
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.cards_in_play import Refused
    from incursions.games.incursions.rules.state.seats import Ship

MOVE, ATTACK_WITH, AT, TO = "move ", "attack with ", "at ", "to "


class MovePiece(ManeuverKind):
    """The maneuver that moves a shuttle or a dominated denizen (rules 17.6, 18.5)."""

    name = "move"
    words = ("move",)
    does = "moving a piece"
    ground = Ground.MOVES

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return a phrase for every commanded piece that can move."""
        return [
            MOVE + told_apart(game, piece_ref(piece.number))
            for piece in commanded_pieces(game, ship.seat)
            if places_for(game, piece)
        ]

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Ask for the hex to move to."""
        if len(said) > 1:
            return None
        piece = lines_of(game, commanded_pieces(game, ship.seat), MOVE)[said[0]]
        options = [TO + hex_text(at) for at in places_for(game, piece)]
        return Question(ship.seat, "hex", "move to", options, None, f"Move {piece.title} to which hex?", "17.6", said)

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        piece = lines_of(game, commanded_pieces(game, ship.seat), MOVE)[said[0]]
        return Announced(PieceMoves(ship.seat, piece.number, hex_said(said[1])))

    def refusal(self, game: Game, ship: Ship, line: Line) -> Refused | None:
        """Return why the piece cannot move: not the player's to command, or not to that hex."""
        name = line[0].rest
        found = why_not_command(game, ship.seat, name)
        piece = named_piece(game, name)
        if found is not None or piece is None:
            return ("17.6", found[1]) if found is not None and found[0] == "17.5" else found
        at = line[1].place if len(line) > 1 and line[1].verb == "to" else None
        return None if at in places_for(game, piece) else why_not_move(game, piece, at)

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every commanded piece."""
        return list(lines_of(game, commanded_pieces(game, ship.seat), MOVE))

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the distance, which costs no power."""
        piece = lines_of(game, commanded_pieces(game, ship.seat), MOVE)[said[0]]
        return {"power": 0, "distance": distance(piece.at, hex_said(said[1]))}


@dataclass(slots=True, eq=False)
class PieceMoves(Frame["Game"]):
    """An announced move of a piece: nothing strikes it on its way, and its coming strikes nobody (rules 17.1)."""

    seat: int
    piece: int
    to: Hex

    def advance(self, game: Game) -> None:
        """Move the piece; a shuttle acts on ships in its new hex from the next turn on."""
        game.stack.pop()
        piece = game.board.placed.get(self.piece)
        if piece is None:
            return
        laid = game.turns if piece.kind == SHUTTLE else piece.laid
        game.board.change(self.piece, at=self.to, laid=laid)
        game.tell(PieceMoved, seat=self.seat, title=piece.title, from_=list(piece.at), at=list(self.to))


class AttackWith(ManeuverKind):
    """The attack of a piece with a weapon; a shuttle can use a card in hand (rules 17.5, 17.7, 18.8)."""

    name = "attack"
    words = ("attack with",)
    does = "attacking"
    ground = Ground.COMMANDED

    def options(self, game: Game, ship: Ship) -> list[str]:
        """Return a phrase for every piece that has a target."""
        found = orders(game, ship.seat)
        return [option for order in found.values() for option in weapon_options(game, ship, order)] if found else []

    def stage(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
        """Ask for the target, and for a card."""
        return stage(game, ship, said, orders(game, ship.seat)[said[0]])

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Take the card from the hand and return the attack; it costs no power."""
        return Announced(*announce(game, ship, said, orders(game, ship.seat)[said[0]]))

    def refusal(self, game: Game, ship: Ship, line: Line) -> Refused | None:
        """Return why the piece cannot attack: command, weapon, range, or what is added."""
        name = line[0].rest
        found = why_not_command(game, ship.seat, name)
        piece = named_piece(game, name)
        if found is not None or piece is None:
            return found
        if weapon_of(game, piece) is None:
            return "17.5", f"{piece.title} has no weapon"
        aim = _find_aim(game, line[1]) if len(line) > 1 and line[1].verb == "at" else None
        if aim is None:
            return "17.5", f"Say at what, such as attack with {name} at seat 1"
        return why_not_aim(game, piece, ship.seat, aim) or _why_not_more(game, ship, piece, line[2:])

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every armed piece at each ship."""
        armed = [piece for piece in commanded_pieces(game, ship.seat) if weapon_of(game, piece) is not None]
        others = [other for other in game.ships if other.seat != ship.seat and other.out is None]
        lines = lines_of(game, armed, ATTACK_WITH)
        return [f"{line} {AT}seat {other.seat}" for line in lines for other in others]

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        """Return the odds of the score."""
        order = orders(game, ship.seat)[said[0]]
        return forecast_attack(game, ship, read_shot(game, ship, said, order), order)


def orders(game: Game, seat: int) -> dict[str, Order]:
    """Return the order of each piece that the seat commands, by the phrase that begins its line."""
    ship, pieces = game.ships[seat], commanded_pieces(game, seat)
    if not pieces:
        return {}
    aims = {piece.number: found for piece in pieces if (found := aims_of(game, piece, ship.seat))}
    if not aims:
        return {}
    orders, bare = {}, must_be_without_card(game.turn, ship.seat)
    striking = [piece for piece in pieces if piece.number in aims]
    for phrase, piece in lines_of(game, striking, ATTACK_WITH).items():
        gun = gun_of(game, piece)
        assert gun is not None
        may_add = MAY_ADD_ANYTHING if piece.kind == SHUTTLE and ship.out is None else MAY_ADD_NOTHING
        by, at = piece_ref(piece.number), tuple(aims[piece.number])
        orders[phrase] = Order({phrase: gun}, piece.at, by, at, may_add, bare)
    return orders


def _why_not_more(game: Game, ship: Ship, piece: Placed, more: Line) -> Refused | None:
    """Return why the phrases after the target are refused: a shuttle takes a card, and no piece takes power."""
    if not more or text_of(more) in ("and no card", "with no card"):
        return None
    title = more[0].title
    if len(more) > 1 or more[0].subject != "card" or not title:
        return "17.7", f"{piece.title} has no power cards: no power is added to its attack"
    if piece.kind != SHUTTLE:
        return "17.7", f"Cards of the hand are used with shuttles, not with {piece.title}"
    number, gun = find_in_hand(game, game.players[ship.seat], title), gun_of(game, piece)
    assert gun is not None
    return ("2.7", f"You have no {title} in your hand") if number is None else why_not_added(game, ship, number, gun)


def _find_aim(game: Game, at: Option) -> Ref | None:
    """Return the ship or piece that an option names, or None."""
    every: list[Ref] = [seat_ref(ship.seat) for ship in game.ships]
    return phrases_of(game, (*every, *map(piece_ref, game.board.placed))).get(at.rest)
