"""Targets of effects: the current meaning of the vocabulary's target phrases."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from incursions.engine.hexes import Hex, distance
from incursions.games.incursions.rules.effects.gathering import find_shuttle_with
from incursions.games.incursions.rules.effects.in_force import Situation, hold, is_ship_meant, is_spared
from incursions.games.incursions.rules.printed.pieces import STAYS_ON_TABLE, Face, printed_fact
from incursions.games.incursions.rules.state.board import DENIZEN, MINE, OFFICER, OUTPOST, PLATFORM, SHUTTLE, Source
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.refs import NOTHING, Ref, card_ref, holder_of, piece_ref, seat_ref

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.plays.resolution import Resolution
    from incursions.games.incursions.rules.printed.effect import Condition, Effect
    from incursions.games.incursions.rules.state.seats import Ship


LYING_BEFORE = ("one card tabled in front of you",)
NAMED_BEFOREHAND = (  # named when a card is played, and passed to its effects
    *LYING_BEFORE,
    "one officer",
    "one officer or captain",
    "one tabled Equipment",
    "one mine, outpost or platform",
    "one denizen or piece of another player",
)

AROUND_THE_TARGET = "every ship but the target"

Finder = Callable[["Game", "Resolution", str], list[Ref]]
"""Returns the current targets of a phrase."""


def candidates(game: Game, frame: Resolution, effect: Effect, unsaid: str) -> list[Ref]:
    """Return everything in reach that the effect's target phrase means now; `unsaid` is the default phrase."""
    phrase = effect.target or unsaid
    named = frame.get_mark("aimed")
    if named is not None and phrase in NAMED_BEFOREHAND:
        return [named] if place_of(game, named) is not None or phrase in LYING_BEFORE else []
    found: list[Ref] = []
    if phrase in _FINDERS:
        found = _FINDERS[phrase](game, frame, phrase)
    elif phrase.startswith("every ") and "ship" in phrase:
        found = _find_ships(game, frame, phrase)
    spared = frame.get_mark("spared", ())
    if spared or "spares" in effect.fields:
        found = [ref for ref in found if not _is_left_alone(game, frame, effect, ref, spared)]
    return found if effect.fields.get("within") is None else _filter_in_reach(game, frame, effect, found)


def _is_left_alone(game: Game, frame: Resolution, effect: Effect, ref: Ref, spared: Container[int]) -> bool:
    """Return True for a ship whose player blocked the event, or that the text spares."""
    if ref[0] != "seat":
        return False
    seat, at = ref[1], frame.get_mark("at")
    return seat in spared or is_spared(game, seat, frame.source, effect, at=at)


def seats_meant(game: Game, frame: Resolution, effect: Effect, unsaid: str) -> list[int]:
    """Return the seats among the targets of the effect."""
    return [ref[1] for ref in candidates(game, frame, effect, unsaid) if ref[0] == "seat"]


def choose_default_target(frame: Resolution) -> str:
    """Return the default target phrase: for a tile the ship that set it off, for a card its target."""
    return "your ship" if isinstance(frame.source, str) else "the target"


def pick_target(game: Game, frame: Resolution, effect: Effect, unsaid: str, title: str, rule: str) -> Ref | None:
    """Return the target, picked by the user among several, or None without any."""
    return frame.pick(game, frame.user, candidates(game, frame, effect, unsaid), title, rule, topic="target")


def place_of(game: Game, ref: Ref) -> Hex | None:
    """Return the hex of a ship, a piece, a tabled card or a hex reference, or None."""
    if ref[0] == "seat":
        return game.ships[ref[1]].at
    if ref[0] == "piece":
        return game.board.placed[ref[1]].at if ref[1] in game.board.placed else None
    if ref[0] == "card":
        holder = holder_of(game, ref[1])
        return None if holder is None else game.ships[holder].at
    return (ref[1], ref[2]) if ref[0] == "hex" else None


def source_place(game: Game, source: Source, user: int) -> Hex:
    """Return the hex of the placed piece that prints the effect, else of the user's ship."""
    placed = (piece.at for piece in game.board.placed.values() if piece.card == source)
    return next(placed, game.ships[user].at)


def _filter_in_reach(game: Game, frame: Resolution, effect: Effect, refs: list[Ref]) -> list[Ref]:
    within = effect.fields["within"]
    here = _find_origin(game, frame, effect)
    places = ((ref, place_of(game, ref)) for ref in refs)
    return [ref for ref, place in places if place is not None and distance(here, place) <= within]


def _find_origin(game: Game, frame: Resolution, effect: Effect) -> Hex:
    """Return the hex from which reach counts.

    It is the target's hex for ships around the target, a tile's own, the placed piece's, or else the user's ship's.
    """
    at: Hex | None = frame.get_mark("at")
    if effect.target == AROUND_THE_TARGET:
        struck = frame.get_mark("place")
        at = place_of(game, frame.target) if struck is None and frame.target is not None else struck
    return source_place(game, frame.source, frame.user) if at is None else at


def _find_ships(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    struck = frame.get_mark("place")
    return [
        seat_ref(ship.seat)
        for ship in game.ships
        if ship.out is None
        and is_ship_meant(game, phrase, frame.user, ship.seat)
        and ("its hex" not in phrase or ship.at == struck)
        and ("but the target" not in phrase or ship.seat != frame.target_seat)
    ]


def _find_user(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    return [seat_ref(frame.user)] if game.ships[frame.user].out is None else []


def _find_own_ship(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    """Return the user's ship, or the shuttle that carries the source (rules 17.7)."""
    shuttle = find_shuttle_with(game, frame.source)
    return _find_user(game, frame, phrase) if shuttle is None else [piece_ref(shuttle.number)]


def _find_trigger_ship(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    """Return the ship of a tile's player, or the ship that a mine strikes (rules 17.2)."""
    return _find_user(game, frame, phrase) if isinstance(frame.source, str) else _find_target(game, frame, phrase)


def _find_target(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    return [] if frame.target is None else [frame.target]


def _find_others(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    seat = frame.struck_seat(game)
    if seat is not None or frame.target == NOTHING:
        return [] if seat is None else [seat_ref(seat)]
    return [seat_ref(ship.seat) for ship in game.ships if ship.out is None and ship.seat != frame.user]


_OFFICERS, _CAPTAINS, _EQUIPMENT = "officers", "captains", "Equipment"
_ON_TABLES = {  # the cards of a table that each phrase means
    "one officer": (_OFFICERS,),
    "one officer or captain": (_OFFICERS, _CAPTAINS),
    "officers": (_OFFICERS,),
    "every officer": (_OFFICERS,),
    "one tabled Equipment": (_EQUIPMENT,),
    "one of your officers": (_OFFICERS,),
    "one of your tabled Equipment": (_EQUIPMENT,),
    "one of your tabled cards": (_OFFICERS, _CAPTAINS, _EQUIPMENT),
}


def _find_on_table(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    """Return the card aimed at, or the cards that the phrase means on the table of the target or of the user."""
    own, meant = "your" in phrase, _ON_TABLES[phrase]
    if frame.target is not None and frame.target[0] == "card" and phrase.startswith("one ") and not own:
        return [frame.target]
    seat = frame.user if own else frame.struck_seat(game)
    if seat is None:
        if phrase != "every officer":
            return []
        seat = frame.user
    player = game.players[seat]
    found = [] if player.captain is None or _CAPTAINS not in meant else [player.captain]
    found += player.captains if _CAPTAINS in meant else []
    for number in player.tabled:
        card = game.cards[number].card
        if (_OFFICERS in meant and card.is_crew) or (_EQUIPMENT in meant and card.is_equipment):
            found.append(number)
    hidden = game.board.face_down if phrase == "one tabled Equipment" else ()
    return [card_ref(number) for number in found if number not in hidden]


def _find_before_user(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    return [card_ref(card.card) for card in game.players[frame.user].before]


def _find_pieces(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    """Return the pieces that the phrase means by kind and owner."""
    found = []
    for piece in game.board.placed.values():
        body = piece.kind in (SHUTTLE, OUTPOST, PLATFORM)
        if phrase == "one of your pieces":
            right = body and piece.owner == frame.user
        elif phrase == "one mine, outpost or platform":
            right = piece.kind in (MINE, OUTPOST, PLATFORM)
        else:
            right = piece.kind == DENIZEN or (body and piece.owner != frame.user)
        if right and piece.kind != OFFICER:
            found.append(piece_ref(piece.number))
    return found


def _find_this_card(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    return [card_ref(frame.source)] if isinstance(frame.source, int) else []


def _find_this_piece(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    """Return the placed card with the effect, or the shuttle that carries it."""
    source, placed = frame.source, game.board.placed.values()
    return [piece_ref(piece.number) for piece in placed if piece.card == source or source in piece.crew]


def _make_mark_finder(name: str) -> Finder:
    """Return a finder for the reference stored under a mark by an earlier effect of the text, or by its trigger."""

    def find(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
        ref = frame.get_mark(name)
        return [] if ref is None else [ref]

    return find


def _find_visitor(game: Game, frame: Resolution, phrase: str) -> list[Ref]:
    """Return the ship that came into a piece's reach, or that a mine strikes (rules 17.1, 17.2)."""
    ref = frame.get_mark("visitor", frame.target)
    return [] if ref is None else [ref]


_FINDERS: dict[str, Finder] = {
    "you": _find_user,
    "your ship": _find_own_ship,
    "the ship that set it off": _find_trigger_ship,
    "the target": _find_target,
    "the attacker": _make_mark_finder("attacker"),
    "the visitor": _find_visitor,
    "another player": _find_others,
    "another ship": _find_others,
    "one card tabled in front of you": _find_before_user,
    "one denizen or piece of another player": _find_pieces,
    "one of your pieces": _find_pieces,
    "one mine, outpost or platform": _find_pieces,
    "this card": _find_this_card,
    "this piece": _find_this_piece,
    "that piece": _make_mark_finder("piece"),
    "the card taken": _make_mark_finder("card"),
    **dict.fromkeys(_ON_TABLES, _find_on_table),
}


ASKED_OF_USERS = frozenset(
    {"ship", "captain", "owner", "own_shields", "officers", "tabled", "aux", "turn", "here"}
)  # conditions that depend only on the card's player

HELD = "cards"  # in hand, without the card itself, which has left it


def is_feasible(game: Game, user: int, face: Face, target: int | None, ref: Ref | None, *triggers: str) -> bool:
    """Return True if the first effect of the face would do something. Espionage is skipped, because it is rolled first.

    A card that stays in play serves later. For another's hidden cards only their number is used.
    """
    if face.play_method in STAYS_ON_TABLE:
        return True
    for effect in face.effects_on(*triggers) if triggers else face.played:
        if effect.verb != "espionage":
            return game.verbs[effect.verb].comes_to_something(game, user, effect, target, ref)
    return True


def may_come(game: Game, user: int, number: int, face: Face) -> bool:
    """Return True if the conditions on the player hold for at least one effect of the played face.

    The card itself has left the hand when its effects come.
    """
    asking = _list_conditions(face)
    return not asking or any(_holds(game, user, number, asked) for asked in asking)


@printed_fact
def _list_conditions(face: Face) -> tuple[tuple[Condition, ...], ...]:
    """Return the conditions on the player of each played effect; () if one effect has none."""
    asking = tuple(
        tuple(
            condition for condition in effect.conditions if condition.name in ASKED_OF_USERS or condition.name == HELD
        )
        for effect in face.played
    )
    return asking if all(asking) else ()


def _holds(game: Game, user: int, number: int, asked: tuple[Condition, ...]) -> bool:
    held = [condition.value for condition in asked if condition.name == HELD]
    if held and len(game.players[user].hand) <= max(held):
        return False
    return hold(game, Situation(number, user, None), (condition for condition in asked if condition.name != HELD))


def obstacle(game: Game, ship: Ship, face: Face, *triggers: str) -> Refused | None:
    """Return why the first effect of a face cannot come about, if its verb has a check of its own, or None."""
    for effect in face.effects_on(*triggers) if triggers else face.played:
        return game.verbs[effect.verb].why_not(game, ship, effect)
    return None
