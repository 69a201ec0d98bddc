"""Checks and lines of cards that are played as a maneuver of the own turn (rules 6.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from incursions.games.incursions.rules.effects.aims import is_feasible, may_come, obstacle
from incursions.games.incursions.rules.hexes.warping import warp_hexes
from incursions.games.incursions.rules.plays import card_aims
from incursions.games.incursions.rules.plays.card_play import AS_EVENTS
from incursions.games.incursions.rules.plays.commands import COMMAND_NATURE
from incursions.games.incursions.rules.printed.pieces import (
    ANY_TIME,
    BEFORE_TARGET,
    IN_HEX,
    IN_OWN_TURN,
    STAYS_ON_TABLE,
    TABLE,
    UNTIL_DESTROYED,
    Face,
    faces_in,
    makes_a_weapon,
    printed_fact,
)
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import Refused, why_no_room, why_not_usable
from incursions.games.incursions.rules.state.refs import Ref, phrases_of

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.printed.pieces import GameCard
    from incursions.games.incursions.rules.state.seats import Ship

AS, AT = "as ", "at "
AIM = "aim"
AS_MANEUVER = "play as a maneuver"  # what a defence card must allow (rules 6.12)

STAYS_IN_PLAY = (*STAYS_ON_TABLE, BEFORE_TARGET, IN_HEX)
NO_AIM: Refused = ("13.15", "There is nothing that it could be aimed at")


class Said(NamedTuple):
    """A parsed line: the card, its face, its target with the name that the line calls it, and the power spent."""

    number: int
    face: Face
    ref: Ref | None
    at: str | None
    power: int


@printed_fact
def is_tabled_by_maneuver(card: GameCard) -> bool:
    """Return True if `table TITLE` tables the card."""
    return card.play_method in (TABLE, UNTIL_DESTROYED)


@printed_fact
def own_turn_faces(card: GameCard) -> tuple[Face, ...]:
    """Return the faces that are played by themselves as a maneuver."""
    if card.is_crew or card.is_captain or card.nature == COMMAND_NATURE or card.play_method == ANY_TIME:
        return ()
    if is_tabled_by_maneuver(card) or card.is_tabled_when_drawn or warp_hexes(card) or is_weapon(card):
        return ()
    faces = faces_in(card, IN_OWN_TURN)
    if card.nature == "Defence":
        return tuple(face for face in faces if face.name == IN_OWN_TURN or any(map(permits_itself, face.effects)))
    return tuple(face for face in faces if face.played or face.play_method in (*STAYS_ON_TABLE, BEFORE_TARGET))


@printed_fact
def is_weapon(card: GameCard) -> bool:
    """Return True if the card is a weapon itself, with which an attack is made (rules 10.17)."""
    return any(map(makes_a_weapon, card.effects.top))


def why_not_play(game: Game, ship: Ship, number: int) -> Refused | None:
    """Return the rule and the reason why the card cannot be played as a maneuver now, or None."""
    card = game.cards[number].card
    faces = own_turn_faces(card)
    if not faces:
        return "6.7", f"{card.title} is not played by itself"
    if found := why_not_usable(game, ship.seat, number):
        return found
    first = None
    for face in faces:
        found = why_not_face(game, ship, number, face)
        if found is None:
            return None
        first = first or found
    return first


def why_not_face(game: Game, ship: Ship, number: int, face: Face) -> Refused | None:
    """Return why this face cannot be played: no room in play (3.7), no result or no target (13.15); or None.

    A face without a legal target yields only `NO_AIM`; `play_kind` finds the reason.
    """
    card = game.cards[number].card
    full = why_no_room(game, ship.seat, number) if face.play_method in STAYS_IN_PLAY else None
    if found := full or obstacle(game, ship, face):
        return found
    if not may_come(game, ship.seat, number, face):
        return "13.15", f"{card.title} asks for something that is not so, and would do nothing"
    aim = aim_of(card, face)
    if aim is not None:
        return None if card_aims.legal_aims(game, ship, face, aim) else NO_AIM
    if not is_feasible(game, ship.seat, face, None, None):
        return "13.15", f"{card.title} would do nothing now"
    return None


def takes_power(face: Face) -> bool:
    """Return True if power can be added: to a mine, unless it says otherwise (rules 7.3, 17.2)."""
    placing = [effect.fields for effect in face.played if effect.verb == "place"]
    return any(fields["piece"] == "mine" and fields.get("power_dice", 1) for fields in placing)


# Lines.


def playable(game: Game, seat: int, title: str) -> int | None:
    """Return the first playable card of that title in the hand, or None."""
    cards = game.cards
    for number in game.players[seat].hand:
        if cards[number].card.title == title and why_not_play(game, game.ships[seat], number) is None:
            return number
    return None


def read(game: Game, ship: Ship, number: int, said: tuple[str, ...]) -> Said:
    """Return the parsed line."""
    faces = own_turn_faces(game.cards[number].card)
    face = next((each for each in faces if AS + str(each.name) in said), faces[0])
    aim = aim_of(game.cards[number].card, face)
    named = {} if aim is None else phrases_of(game, card_aims.legal_aims(game, ship, face, aim))
    at, ref = next(((name, ref) for name, ref in named.items() if AT + name in said), (None, None))
    return Said(number, face, ref, at, phrases.power_said(said))


def aim_of(card: GameCard, face: Face) -> card_aims.Aim | None:
    """Return the aim of a face of the card, or None."""
    if AIM not in face.found:
        printed = card.definition.get("target", ())
        aim = card_aims.aim_of(face, printed if isinstance(printed, list) else str(printed).split(" or "))
        face.found[AIM] = None if aim is None else aim._replace(as_event=card.type in AS_EVENTS)
    return face.found[AIM]  # type: ignore[return-value]  # what was found


def aimed_at(ref: Ref | None) -> tuple[Ref | None, tuple[tuple[str, object], ...]]:
    """Return the target of a play, and its marks."""
    if ref is None or ref[0] in ("seat", "card"):
        return ref, (("aimed", ref),) if ref is not None and ref[0] == "card" else ()
    if ref[0] == "system":
        return ("seat", ref[1]), (("names", ref[2]),)
    return None, (("aimed", ref),)


def permits_itself(effect: Effect) -> bool:
    """Return True if the effect only permits playing the card as a maneuver."""
    return effect.verb == "allow" and effect.fields["action"] == AS_MANEUVER
