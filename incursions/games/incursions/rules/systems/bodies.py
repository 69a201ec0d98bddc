"""Printed values of placed pieces, denizens and shuttles: points, weapon, evasion, speed (rules 17, 18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from incursions.games.incursions.rules.effects.gathering import find_carried_cards
from incursions.games.incursions.rules.effects.in_force import Situation, hold
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import (
    DENIZEN,
    MINE,
    NO_BONUSES,
    SHUTTLE,
    Bonuses,
    GameCard,
    Weapon,
    printed_fact,
    total,
)
from incursions.games.incursions.rules.printed.vocabulary import STANDING
from incursions.games.incursions.rules.state.board import Placed
from incursions.games.incursions.rules.state.game_state import GameState

USUAL_DICE = 1  # of a shuttle that prints no weapon (rules 17.9)
USUAL_SPEED = 1  # of a shuttle (rules 17.6)

Fields = dict[str, Any]


@printed_fact
def shuttle_body(card: GameCard) -> Fields | None:
    """Return the fields that a shuttle prints, or None for a card that is no shuttle (rules 17.6)."""
    placing = (effect.fields for effect in card.effects if effect.verb == "place")
    return next((fields for fields in placing if fields["piece"] == SHUTTLE), None)


def own_shuttles(game: GameState, seat: int) -> list[Placed]:
    """Return the player's shuttles in hexes."""
    own = game.board.placed.get_owned(seat)
    return [piece for piece in own.pieces if piece.kind == SHUTTLE] if SHUTTLE in own.kinds else []


def is_shuttle(game: GameState, number: int) -> bool:
    """Return True if the card is a shuttle."""
    return game.cards[number].is_shuttle


def body_of(game: GameState, piece: Placed) -> Fields:
    """Return the fields that a piece prints; empty for a ship's own mine."""
    if piece.kind == DENIZEN:
        return next((effect.fields for effect in game.tiles[piece.title].effects if effect.verb == "summon"), {})
    if piece.card is None:
        return {}
    return _bodies(game.cards[piece.card]).get(piece.kind, {})


@printed_fact
def _bodies(card: GameCard) -> dict[str, Fields]:
    """Return the fields that a card prints for the pieces that it places, by their kinds."""
    placing = [effect.fields for effect in card.effects if effect.verb == "place"]
    return {fields["piece"]: fields for fields in reversed(placing)}


def weapon_in(title: str, body: Fields, *, shuttle: bool) -> Weapon | None:
    """Return the weapon printed in a body, named like its piece, or None (rules 10.8, 17.9)."""
    roll = body.get("weapon")
    if roll is None:
        return Weapon(title, USUAL_DICE, 0, 0) if shuttle else None
    return Weapon(title, roll.dice, roll.bonus, body.get("range", 0))


def weapon_of(game: GameState, piece: Placed) -> Weapon | None:
    """Return the weapon of a piece, or None; a mine's blast is not a weapon (rules 17.5, 17.10)."""
    if piece.kind == MINE:
        return None
    if piece.card is None:
        return weapon_in(piece.title, body_of(game, piece), shuttle=False)
    return _weapons(game.cards[piece.card]).get(piece.kind)


@printed_fact
def _weapons(card: GameCard) -> dict[str, Weapon | None]:
    """Return the weapons of the pieces that a card places, by their kinds."""
    return {kind: weapon_in(card.title, body, shuttle=kind == SHUTTLE) for kind, body in _bodies(card).items()}


def most_points(game: GameState, piece: Placed) -> int | None:
    """Return the points of a whole piece; None if it has no points."""
    points: int | None = body_of(game, piece).get("life_points")
    return points


def bonuses_aboard(game: GameState, piece: Placed) -> Bonuses:
    """Return the bonuses of a shuttle from its crew and equipment (rules 17.7), as printed and by effects.

    Two cards of one title count once (rules 16.6).
    """
    if not piece.crew:
        return NO_BONUSES
    up = (game.cards[number] for number in piece.crew if number not in game.board.face_down)
    lent: dict[object, Bonuses] = {card.title: card.bonuses for card in up}
    for title, effect in _effects_aboard(game, piece):
        if effect.fields["of"] in Bonuses._fields and "by" in effect.fields:
            lent[title, effect.number] = Bonuses(**{effect.fields["of"]: effect.fields["by"]})
    return total(lent.values())


def dice_aboard(game: GameState, piece: Placed) -> int:
    """Return the dice that crew and equipment add to the shuttle's attacks."""
    found = {(title, effect.number): effect.fields for title, effect in _effects_aboard(game, piece)}
    return sum(fields.get("dice", 0) for fields in found.values() if fields["of"] == "weapons")


def _effects_aboard(game: GameState, piece: Placed) -> Iterator[tuple[str, Effect]]:
    """Yield the modifiers in force of cards that the piece carries, each with the title of its card."""
    for number, effects in find_carried_cards(game, piece):
        for effect in effects:
            said = effect.verb == "modify" and effect.trigger in STANDING and effect.target != "the target"
            if said and hold(game, Situation(number, piece.owner or 0, None), effect.conditions):
                yield game.cards[number].title, effect


def evasion_of(game: GameState, piece: Placed) -> int | None:
    """Return the number that 2D6 must not exceed to evade for the piece; None without one (rules 11.11, 18.2)."""
    printed: int | None = body_of(game, piece).get("evasion")
    return None if printed is None else printed + bonuses_aboard(game, piece).evasion


def speed_of(game: GameState, piece: Placed) -> int:
    """Return how many hexes the piece moves in a maneuver; 0 if it cannot move (rules 17.6, 18.5)."""
    body = body_of(game, piece)
    if piece.kind == SHUTTLE:
        return int(body.get("speed", USUAL_SPEED)) + bonuses_aboard(game, piece).warp
    return int(body.get("speed", 0)) if piece.kind == DENIZEN else 0
