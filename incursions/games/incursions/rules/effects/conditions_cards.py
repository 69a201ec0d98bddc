"""Conditions on hands, tables, turns, announcements, fates and espionage (the `if` of `docs/vocabulary.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.crew.espionage import Espionage, attempt_under_way
from incursions.games.incursions.rules.crew.people import fate_under_way
from incursions.games.incursions.rules.plays.announcements import Announcement, Maneuvered
from incursions.games.incursions.rules.plays.commands import NOT_TACTICAL, TACTICAL
from incursions.games.incursions.rules.state.cards_in_play import kinds_of, why_no_room

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.in_force import Situation
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Condition


def has_so_many(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check if the user, or the target, has at least this many cards in hand or officers in play."""
    whose, _, what = condition.name.rpartition("_")
    seat = situation.target if whose else situation.user
    if seat is None:
        return False
    player = game.players[seat]
    found = player.hand if what == "cards" else [card for card in player.tabled if game.cards[card].card.is_crew]
    return len(found) >= int(condition.value)


def has_tabled(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check if the user has a face-up card of this kind on the table."""
    player, down = game.players[situation.user], game.board.face_down
    up = [game.cards[number].card for number in player.tabled if number not in down]
    found = {"Equipment" for card in up if card.is_equipment} | {"officer" for card in up if card.is_crew}
    if player.captain is not None and player.captain not in down:
        found.add("captain")
    return condition.admits(*found) if found else condition.negated


def aux_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check if the user's AUX marker is used or unused (rules 7.4)."""
    return condition.admits("unused" if game.players[situation.user].aux else "used")


def turn_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check if it is the user's or the target's turn."""
    whose = [*(["yours"] if game.turn_seat == situation.user else [])]
    whose += ["the target's"] if game.turn_seat == situation.target else []
    return condition.admits(*whose) if whose else condition.negated


def card_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check if the announcement holds a card of this kind. A ready command is announced with its maneuver (13.14)."""
    frames = [situation.frame, *reversed(game.stack)]
    announcement = next((frame for frame in frames if isinstance(frame, Announcement)), None)
    if announcement is None:
        return False
    held = [*announcement.cards, *([] if announcement.command is None else [announcement.command])]
    return any(condition.admits(*kinds_of(game.cards[number].card)) for number in held)


def maneuver_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check the kind of the maneuver under way, or just over. Every kind but an attack is tactical (12.7)."""
    frames = [situation.frame, *reversed(game.stack)]
    maneuver = next((frame for frame in frames if isinstance(frame, Maneuvered)), None)
    if maneuver is None:
        return False
    return condition.admits(maneuver.kind, *([] if maneuver.kind in NOT_TACTICAL else [TACTICAL]))


def fate_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check the fate that is about to befall an officer or captain (rules 14.3)."""
    fate = fate_under_way(game)
    return fate is not None and condition.admits(fate.fate)


def position_is_free(game: Game, situation: Situation, condition: Condition) -> bool:
    """Return True if the user has room, by position and rarity, for the officer aimed at."""
    target = getattr(situation.frame, "target", None)
    if not isinstance(target, tuple) or target[0] != "card":
        return True
    return why_no_room(game, situation.user, target[1]) is None


def is_against(game: Game, situation: Situation, condition: Condition) -> bool:
    """Check what the Espionage Evasion under way is rolled against."""
    attempt = situation.frame if isinstance(situation.frame, Espionage) else attempt_under_way(game)
    return attempt is not None and condition.admits(attempt.against)
