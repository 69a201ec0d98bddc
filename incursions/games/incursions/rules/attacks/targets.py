"""Legal targets of attacks: ships, pieces in hexes, tabled equipment and crew (rules 10.4, 10.15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from incursions.engine.hexes import Hex, distance
from incursions.games.incursions.rules.effects.aims import place_of
from incursions.games.incursions.rules.effects.in_force import holding
from incursions.games.incursions.rules.printed.schema import ALL
from incursions.games.incursions.rules.printed.vocabulary import STANDING
from incursions.games.incursions.rules.state.board import BODIES
from incursions.games.incursions.rules.state.refs import Ref, card_ref, holder_of, piece_ref, seat_ref, told_apart
from incursions.games.incursions.rules.systems.cloaking import TARGET_CLOAKED, may_target

if TYPE_CHECKING:
    from incursions.engine.questions import Option
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

Refused = tuple[str, str]  # the rule, and the reason in a player's words
Permissions = frozenset[str]
KINDS_OF_TARGETS = ("seat", "card", "piece")  # in the order in which they are listed
NO_PERMISSIONS: Permissions = frozenset()

AIM_AT_EQUIPMENT = "aim at tabled Equipment"


def shields_function(game: Game, seat: int) -> bool:
    """Return True if the ship's shields function where it is (rules 10.15)."""
    found = game.players[seat].in_force.by_verb.get("bypass_shields")
    if found is None:
        return True
    standing = [force for force in found if not force.begun and force.effect.trigger in STANDING]
    return not any(force.effect.fields["points"] == ALL for force in holding(game, seat, standing))


def shields_at_0(game: Game, seat: int) -> bool:
    """Return True if the shields are at 0 or do not function (rules 10.15)."""
    return game.ships[seat].shields == 0 or not shields_function(game, seat)


def owner_of(game: Game, ref: Ref) -> int | None:
    """Return the seat whose ship, tabled card or piece it is; None for an unowned denizen."""
    if ref[0] == "piece":
        piece = game.board.placed.get(ref[1])
        return None if piece is None else piece.owner
    if ref[0] == "card":
        return holder_of(game, ref[1])
    seat: int = ref[1]
    return seat


def is_gone(game: Game, ref: Ref) -> bool:
    """Return True if the ship is out, the piece no longer in a hex, or the card on no table."""
    if ref[0] == "seat":
        return game.ships[ref[1]].out is not None
    return ref[1] not in game.board.placed if ref[0] == "piece" else holder_of(game, ref[1]) is None


def is_crew_or_equipment(game: Game, number: int) -> bool:
    """Return True if a tabled card of this kind can be attacked (rules 10.4)."""
    card = game.cards[number].card
    return card.is_equipment or card.is_crew or card.is_captain


def _aboard(game: Game, other: Ship, permissions: Permissions) -> Sequence[Ref]:
    """Return the tabled cards of a ship that are open to an attack now (rules 10.15, 14.6, 16.2)."""
    open_to_all = shields_at_0(game, other.seat)
    if not open_to_all and AIM_AT_EQUIPMENT not in permissions:
        return ()
    up = [number for number in game.players[other.seat].in_play if number not in game.board.face_down]
    aimed_at = [number for number in up if is_crew_or_equipment(game, number)]
    return [card_ref(number) for number in aimed_at if open_to_all or game.cards[number].card.is_equipment]


def targets_within(
    game: Game, seat: int, origin: Hex, within: int, permissions: Permissions = NO_PERMISSIONS
) -> list[Ref]:
    """Return all that the seat may attack from a hex: ships with their tabled cards, then pieces, oldest first."""
    found: list[Ref] = []
    for other in game.ships:
        is_near = other.seat != seat and other.out is None and distance(origin, other.at) <= within
        if is_near and _is_open(game, seat, other, permissions):
            found.append(seat_ref(other.seat))
            found += _aboard(game, other, permissions)
    found += [
        piece_ref(number)
        for number, piece in game.board.placed.items()
        if piece.kind in BODIES and piece.owner != seat and distance(origin, piece.at) <= within
    ]
    return found


def nearest_target(game: Game, seat: int, origin: Hex) -> int | None:
    """Return the distance in hexes to the nearest ship or piece that the seat may attack, or None."""
    nearest = game.board.nearest_body(seat, origin) if game.board.placed else None
    for other in game.ships:
        if other.seat != seat and other.out is None:
            far = distance(origin, other.at)
            if (nearest is None or far < nearest) and _is_open(game, seat, other):
                nearest = far
    return nearest


def _is_open(game: Game, seat: int, other: Ship, permissions: Permissions = NO_PERMISSIONS) -> bool:
    """Return True if no cloak hides the ship from this seat (rules 10.9)."""
    return other.cloak is None or TARGET_CLOAKED in permissions or may_target(game, seat, other.seat) is None


def why_no_target(game: Game, seat: int, ref: Ref, permissions: Permissions = NO_PERMISSIONS) -> Refused | None:
    """Return the rule and the reason why the seat may not attack this at any distance, or None if it may."""
    owner = owner_of(game, ref)
    if owner == seat:
        return "10.14", "Nobody targets his own ship or pieces"
    if ref[0] == "piece":
        return None if game.board.placed[ref[1]].kind in BODIES else ("10.4", "That is no target of an attack")
    assert owner is not None
    ship = game.ships[owner]
    if ship.out is not None:
        return "10.4", f"{ship.card.title} is out of the game"
    hidden = None if TARGET_CLOAKED in permissions else may_target(game, seat, owner)
    if hidden is not None or ref[0] == "seat":
        return hidden
    return _why_not_aboard(game, ship, ref[1], permissions)


def _why_not_aboard(game: Game, ship: Ship, number: int, permissions: Permissions) -> Refused | None:
    card = game.cards[number].card
    if not is_crew_or_equipment(game, number):
        return "10.4", f"{card.title} is neither equipment nor crew: it cannot be attacked"
    if number in game.board.face_down:
        return "10.15", f"{card.title} lies face down already"
    if shields_at_0(game, ship.seat) or (card.is_equipment and AIM_AT_EQUIPMENT in permissions):
        return None
    return "10.15", f"The shields of {ship.card.title} stand: what is tabled on it cannot be attacked"


def names_of(game: Game, refs: Iterable[Ref], prefix: str = "") -> dict[str, Ref]:
    """Return the targets by the names that lines call them.

    Targets of the same name are numbered among all pieces in play, so that a name means one thing.
    """
    in_order = sorted(refs, key=lambda ref: KINDS_OF_TARGETS.index(ref[0]))
    return {prefix + told_apart(game, ref): ref for ref in in_order}


def find_target(game: Game, named: Option) -> Ref | None:
    """Return the ship, tabled card or piece that an option names, wherever it is; None if there is none."""
    if named.place is not None:
        pieces = game.board.placed.values()
        alike = [piece_ref(piece.number) for piece in pieces if (piece.title, piece.at) == (named.title, named.place)]
    elif named.seat is None or named.seat >= len(game.ships):
        return None
    elif not named.title:
        return seat_ref(named.seat)
    else:
        table = game.players[named.seat].in_play
        alike = [card_ref(number) for number in table if game.cards[number].card.title == named.title]
    return alike[named.ordinal - 1] if named.ordinal <= len(alike) else None


def all_targets(game: Game) -> list[Ref]:
    """Return all ships, the cards of all tables, and the pieces in hexes, wherever they are."""
    refs = [seat_ref(ship.seat) for ship in game.ships]
    for player in game.players:
        refs += [card_ref(number) for number in player.in_play]
    return refs + [piece_ref(number) for number in game.board.placed]


def distance_to(game: Game, origin: Hex, ref: Ref) -> int:
    """Return the distance to the target in hexes (rules 8.5)."""
    place = place_of(game, ref)
    assert place is not None
    return distance(origin, place)
