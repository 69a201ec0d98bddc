"""Performers of crew and table verbs: turn_over, displace, change_fate, seize, remove (rules 13.4.5, 14.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.crew.equipment import turn_up_whole
from incursions.rules.crew.people import (
    DECK,
    DISCARD,
    FACE_DOWN,
    HEX,
    NON_SALVAGEABLE,
    Fate,
    fate_under_way,
    hexes_to_be_left_in,
    is_member,
    turn_over,
)
from incursions.rules.crew.protection import why_not_taken
from incursions.rules.crew.removal import take_away
from incursions.rules.effects.aims import candidates, place_of
from incursions.rules.events.cards import Seized
from incursions.rules.plays.in_play import why_no_room
from incursions.rules.plays.on_table import change_sides
from incursions.rules.refs import Ref, holder_of

if TYPE_CHECKING:
    from incursions.engine.hexes import Hex
    from incursions.rules.effects.conditions import Situation
    from incursions.rules.effects.effect import Condition, Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game

FATES = {"deck": DECK, "discard pile": DISCARD, "non-salvageable pile": NON_SALVAGEABLE, "an explored hex": HEX}


def turn_a_card(game: Game, frame: Resolution, effect: Effect) -> None:
    """Turn a tabled card over; turned up by an effect it has all its points (rules 13.8, 14.3, 16.7)."""
    down = effect.fields["to"] == "down"
    refs = [ref for ref in candidates(game, frame, effect, "the target") if _can_turn(game, ref, down=down)]
    picked = frame.pick(game, frame.user, refs, "Turn which card over?", "13.8", topic="target")
    seat = holder_of(game, picked[1]) if picked else None
    if picked is None or seat is None:
        return
    number: int = picked[1]
    if not down:
        turn_up_whole(game, seat, number)
    elif is_member(game, number):
        game.stack.append(Fate(seat, number, FACE_DOWN))
    else:
        turn_over(game, seat, number, down=True)


def _can_turn(game: Game, ref: Ref, *, down: bool) -> bool:
    """Return True for a card on a table that does not lie that way yet."""
    return ref[0] == "card" and holder_of(game, ref[1]) is not None and (ref[1] in game.board.face_down) is not down


def displace(game: Game, frame: Resolution, effect: Effect) -> None:
    """Move officers, or the captain, to a pile or into a hex (rules 14.3)."""
    asked, numbers = _pick_displaced(game, frame, effect)
    fate = FATES[effect.fields["to"]]
    fates: list[Fate] = []
    for nth, number in enumerate(numbers, start=asked):
        seat = holder_of(game, number)
        if seat is None:
            continue
        at = None
        if fate == HEX:
            at = _pick_hex_for(game, frame, effect, seat, nth)
            if at is None:
                continue  # only the start hex is explored, where nobody can be tabled (rules 14.11)
        fates.append(Fate(seat, number, fate, at))
    game.stack += reversed(fates)


def _pick_hex_for(game: Game, frame: Resolution, effect: Effect, seat: int, nth: int = 0) -> Hex | None:
    """Return the hex in which a crew member of this seat is left, as the user of the effect chooses."""
    hexes = hexes_to_be_left_in(game, seat, effect.fields.get("hexes"))
    return frame.pick_hex(game, frame.user, hexes, "Table him in which hex?", "14.11", nth=nth, topic="hex")


def _pick_displaced(game: Game, frame: Resolution, effect: Effect) -> tuple[int, list[int]]:
    """Return the number of picks and the cards meant: every officer, several of their player's choice, or one."""
    refs = [ref for ref in candidates(game, frame, effect, "the target") if ref[0] == "card"]
    if effect.target == "every officer":
        return 0, [ref[1] for ref in refs]
    chosen: list[Ref] = []
    several = effect.target == "officers"
    count = effect.fields.get("number", 1) if several else 1
    if several and count >= len(refs):
        return 0, [ref[1] for ref in refs]
    seat = holder_of(game, refs[0][1]) if several and refs else frame.user
    for nth in range(count):
        left = [ref for ref in refs if ref not in chosen]
        picked = frame.pick(game, frame.user if seat is None else seat, left, "Which officer?", "14.3", nth=nth)
        if picked:
            chosen.append(picked)
    return count, [ref[1] for ref in chosen]


def change_fate(game: Game, frame: Resolution, effect: Effect) -> None:
    """Change the fate of the officer or captain (rules 14.3).

    A hex is the user's choice; if none can be chosen, nothing changes (14.11).
    """
    fate = fate_under_way(game)
    if fate is None or fate.fate not in effect.fields.get("from", (fate.fate,)):
        return
    at = None
    if effect.fields["to"] == HEX:
        at = _pick_hex_for(game, frame, effect, fate.seat)
        if at is None:
            return
    fate.fate, fate.at = effect.fields["to"], at


def seize(game: Game, frame: Resolution, effect: Effect) -> None:
    """Move another player's tabled card into play on the user's side, if it may enter (rules 3.7, 15.9)."""
    refs = [ref for ref in candidates(game, frame, effect, "the target") if may_seize(game, frame.user, ref)]
    picked = frame.pick(game, frame.user, refs, "Take which card?", "15.9", topic="target")
    if picked:
        number, holder = picked[1], holder_of(game, picked[1])
        to = change_sides(game, number, frame.user)
        game.tell(Seized, seat=frame.user, target=holder, title=game.cards[number].card.title, to=to)


def may_seize(game: Game, user: int, ref: Ref) -> bool:
    """Return True for another player's unguarded card for which the user has room."""
    if ref[0] != "card" or holder_of(game, ref[1]) in (None, user):
        return False
    return why_not_taken(game, user, ref[1]) is None and why_no_room(game, user, ref[1]) is None


def remove(game: Game, frame: Resolution, effect: Effect) -> None:
    """Discard a tabled or placed card without reward (rules 13.4.5, 17.4)."""
    refs = [ref for ref in candidates(game, frame, effect, "the target") if ref[0] in ("card", "piece")]
    picked = frame.pick(game, frame.user, refs, "Remove which card?", "13.4.5", topic="target")
    if picked:
        frame.mark("place", place_of(game, picked))  # for later effects on its hex
        take_away(game, picked)


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
