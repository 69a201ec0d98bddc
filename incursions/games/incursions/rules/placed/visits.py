"""Effects of placed pieces and denizens on a ship that stops or remains in their range (rules 17.1, 17.10, 18.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.hexes import Hex, distance
from incursions.games.incursions.rules.attacks.out_of_turn import attack_with_piece
from incursions.games.incursions.rules.effects.in_force import Situation, hold
from incursions.games.incursions.rules.hexes.event_falls import strike_with
from incursions.games.incursions.rules.placed.denizens import attack_by_event
from incursions.games.incursions.rules.printed.pieces import IN_HEX, MULTI, printed_fact
from incursions.games.incursions.rules.state.board import DENIZEN, Placed
from incursions.games.incursions.rules.state.cards_in_play import face_in_play, in_play
from incursions.games.incursions.rules.state.refs import seat_ref
from incursions.games.incursions.rules.systems.bodies import weapon_of

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.printed.pieces import Face, GameCard

VISITED, VISITED_OR_REMAINS = VISITS = "visited", "visited_or_remains"
ATTACK = "attack"


def visitors_of(game: Game, at: Hex) -> list[int]:
    """Return the numbers of the pieces that reach a ship in that hex, oldest first (rules 9.12)."""
    found = []
    for piece in game.board.acting:
        if piece.at == at:
            found.append(piece.number)
        elif piece.card is not None:
            reach = _reach(game, piece, piece.card)
            if reach and distance(piece.at, at) <= reach:
                found.append(piece.number)
    return found


def _reach(game: Game, piece: Placed, number: int) -> int:
    """Return how many hexes a piece reaches, with its weapon or its effects on visitors; 0 for its own hex."""
    card = game.cards[number].card
    face = None if card.play_method != MULTI else face_in_play(game, number, (IN_HEX,))
    known = _reaches(face or card)
    reach = known.get(piece.kind)
    if reach is None:
        weapon, effects = weapon_of(game, piece), card.effects.top if face is None else face.effects
        reaches = [effect.fields.get("within", 0) for effect in effects if effect.trigger in VISITS]
        reach = known[piece.kind] = max([*reaches, 0 if weapon is None else weapon.range])
    return reach


@printed_fact
def _reaches(printed: GameCard | Face) -> dict[str, int]:
    """Return the range of the pieces of a card, or of a face of a Multi card, by their kinds: a cache that fills up."""
    return {}


def visit(game: Game, number: int, seat: int, *, remains: bool) -> None:
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


def _act(game: Game, piece: Placed, seat: int, *, remains: bool) -> None:
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


def _effects(game: Game, piece: Placed, *, remains: bool) -> list[Effect]:
    """Return the piece's effects on visitors, or only those that are repeated on ships that remain."""
    if piece.card is None:
        return []
    triggers = (VISITED_OR_REMAINS,) if remains else VISITS
    said = in_play(game, piece.card, IN_HEX)
    return [effect for effect in said if effect.trigger in triggers]


def _carry_out(game: Game, piece: Placed, seat: int, effect: Effect) -> None:
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
