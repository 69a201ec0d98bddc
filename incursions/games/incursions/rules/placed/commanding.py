"""Commands to pieces: domination, moves and attacks (rules 17.5-17.7, 18.5, 18.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.hexes import Hex, distance, hex_text
from incursions.games.incursions.rules.events.attacks import Dominated
from incursions.games.incursions.rules.hexes.charting import START_HEX
from incursions.games.incursions.rules.placed.denizens import spares
from incursions.games.incursions.rules.state.board import DENIZEN, MINE, OFFICER, OWNED_BODIES, SHUTTLE, Placed
from incursions.games.incursions.rules.state.phrases import normalize_spelling
from incursions.games.incursions.rules.state.refs import Ref, name_of, piece_ref, seat_ref, told_apart
from incursions.games.incursions.rules.state.seats import DESTROYED
from incursions.games.incursions.rules.systems.bodies import body_of, speed_of, weapon_of

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.cards_in_play import Refused

MOVING = (SHUTTLE, DENIZEN)
FEWEST_PLAYERS = 3  # minimum for dominating denizens (rules 18.5)
NOT_WITH_A_SHIP: Refused = ("18.5", "Only players whose ships are gone dominate a denizen, or a shuttle of their own")


def commanded_pieces(game: Game, seat: int) -> list[Placed]:
    """Return the pieces that the seat can spend maneuvers on: its own, or without a ship the one it dominates."""
    if game.ships[seat].out is not None:
        number = game.players[seat].dominates
        return [] if number is None else [game.board.placed[number]]
    own = game.board.pieces_of(seat)
    return [piece for piece in own if piece.kind in OWNED_BODIES] if own else []


def lines_of(game: Game, pieces: list[Placed], prefix: str) -> dict[str, Placed]:
    """Return these pieces by their phrases, which tell them apart from all other pieces in hexes."""
    return {prefix + told_apart(game, piece_ref(piece.number)): piece for piece in pieces}


def named_piece(game: Game, name: str) -> Placed | None:
    """Return the piece in a hex that a line names, or None."""
    lines = lines_of(game, list(game.board.placed.values()), "")
    return lines.get(name) or lines.get(normalize_spelling(lines, name))


def why_not_command(game: Game, seat: int, name: str) -> Refused | None:
    """Return why the player may spend no maneuver on the piece that a line names; None if it may."""
    piece, out = named_piece(game, name), game.ships[seat].out is not None
    rule = "18.8" if out else "17.5"
    if piece is None:
        return rule, f"There is no {name}: name a piece and its hex, such as Gun Platform in 1,0" if name else "Name it"
    if piece in commanded_pieces(game, seat):
        return None
    if out:
        return rule, f"You dominate another piece, not {piece.title}"
    if piece.kind == DENIZEN:
        return "18.5", f"{piece.title} is a denizen: only players whose ships are gone dominate one"
    if piece.kind in (MINE, OFFICER):
        return rule, f"{piece.title} takes no maneuver"
    return rule, f"{piece.title} is not yours to command"


# Moving.


def places_for(game: Game, piece: Placed) -> list[Hex]:
    """Return the hexes to which the piece can move in one maneuver, over charted hexes (rules 17.6, 18.5)."""
    speed = speed_of(game, piece) if piece.kind in MOVING else 0
    if not speed:
        return []
    within = game.chart.reach(piece.at, speed)
    if START_HEX in within:
        within.remove(START_HEX)
    return within  # a hex holds any number of moving pieces (17.12)


def why_not_move(game: Game, piece: Placed, at: Hex | None) -> Refused:
    """Return why the piece cannot move there. Assumes that it cannot."""
    rule = "18.5" if piece.kind == DENIZEN else "17.6"
    speed = speed_of(game, piece)
    if not speed:
        return rule, f"{piece.title} cannot move"
    if at is None:
        return rule, f"Name the hex, such as move {name_of(game, piece_ref(piece.number))} to 2,0"
    if at == START_HEX:
        return "5.8", "No piece stops in the start hex"
    if at == piece.at:
        return rule, f"{piece.title} is there already"
    if at not in game.map:
        return rule, f"No tile lies at {hex_text(at)}"
    far = "1 hex" if speed == 1 else f"{speed} hexes"
    return rule, f"{piece.title} goes {far} in a maneuver, over charted hexes"


# Attacking.


def aims_of(game: Game, piece: Placed, seat: int) -> list[Ref]:
    """Return all targets that the piece may attack for the seat that commands it (rules 10.4, 17.5, 18.8)."""
    weapon = weapon_of(game, piece)
    if weapon is None:
        return []
    others = game.board.of_kind(DENIZEN) if piece.kind != DENIZEN else game.board.placed.values()
    near: list[Ref] = [seat_ref(ship.seat) for ship in game.ships if distance(piece.at, ship.at) <= weapon.range]
    near += [piece_ref(other.number) for other in others if distance(piece.at, other.at) <= weapon.range]
    return [aim for aim in near if _why_not_target(game, piece, seat, aim) is None]


def why_not_aim(game: Game, piece: Placed, seat: int, aim: Ref) -> Refused | None:
    """Return why the piece may not attack the target for the seat; None if it may."""
    weapon = weapon_of(game, piece)
    if weapon is None:
        return "17.5", f"{piece.title} has no weapon"
    if found := _why_not_target(game, piece, seat, aim):
        return found
    at = game.ships[aim[1]].at if aim[0] == "seat" else game.board.placed[aim[1]].at
    far = distance(piece.at, at)
    if far > weapon.range:
        reaches = "only its own hex" if weapon.range == 0 else f"{weapon.range} hexes" if weapon.range > 1 else "1 hex"
        return "17.5", f"{piece.title} reaches {reaches}; the target is {far} away"
    return None


def _why_not_target(game: Game, piece: Placed, seat: int, aim: Ref) -> Refused | None:
    """Return why the piece may not attack the target at any distance, or None."""
    return _why_not_ship(game, piece, seat, aim[1]) if aim[0] == "seat" else _why_not_piece(game, piece, seat, aim[1])


def _why_not_ship(game: Game, piece: Placed, seat: int, target: int) -> Refused | None:
    ship = game.ships[target]
    if target == seat:
        return "10.14", "Nobody targets his own ship"
    if ship.out is not None:
        return "10.4", f"{ship.card.title} is out of the game"
    if ship.cloak is not None:
        return "12.12", f"{piece.title} does not see {ship.card.title}: it is cloaked"
    if piece.kind == DENIZEN and spares(game, piece, target):
        return "18.8", f"{piece.title} spares {ship.card.title}"
    return None


def _why_not_piece(game: Game, piece: Placed, seat: int, number: int) -> Refused | None:
    """Return why the piece may not attack another piece, or None (rules 10.4, 17.3, 17.5).

    A placed piece attacks denizens and ships; a denizen attacks everything that has points.
    """
    other = game.board.placed[number]
    if number == piece.number or other.owner == seat:
        return "10.14", "Nobody targets his own pieces"
    if other.kind == DENIZEN:
        return None
    if piece.kind != DENIZEN:
        return "17.5", "A placed piece attacks ships and denizens, no other placed piece"
    return None if other.kind in OWNED_BODIES else ("10.4", f"{other.title} is no target of an attack")


# Dominating.


def dominable(game: Game, seat: int) -> list[Placed]:
    """Return the pieces that the player can dominate: free denizens, and its own shuttles (rules 17.7, 18.5, 18.8)."""
    if game.ships[seat].out != DESTROYED or len(game.ships) < FEWEST_PLAYERS:
        return []
    return [piece for piece in game.board.placed.values() if why_not_dominate(game, seat, piece) is None]


def why_not_dominate(game: Game, seat: int, piece: Placed) -> Refused | None:
    """Return the rule and the reason why the player may not dominate this piece, or None."""
    if piece.kind == SHUTTLE:
        return None if piece.owner == seat else ("17.7", f"{piece.title} is another player's: only your own serves you")
    if piece.kind != DENIZEN:
        return "18.5", f"{piece.title} is no denizen"
    if body_of(game, piece).get("dominated") is False:
        return "18.5", f"{piece.title} cannot be dominated"
    if piece.dominated not in (None, seat):
        return "18.8", f"Another player dominates {piece.title}"
    return None


def dominate(game: Game, seat: int, piece: Placed) -> None:
    """Let the player dominate this piece, and no other (rules 18.8)."""
    player = game.players[seat]
    if player.dominates is not None and player.dominates != piece.number:
        game.board.change(player.dominates, dominated=None)
    player.dominates = piece.number
    if piece.kind == DENIZEN:
        game.board.change(piece.number, dominated=seat)
    game.tell(Dominated, seat=seat, title=piece.title, at=list(piece.at))
