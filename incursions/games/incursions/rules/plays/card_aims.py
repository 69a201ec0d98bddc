"""The targets of a card played in the own turn, named when it is played, and their checks (13.15, 10.18)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from incursions.engine.hexes import distance
from incursions.games.incursions.rules.crew.protection import why_not_struck
from incursions.games.incursions.rules.effects.aims import is_feasible
from incursions.games.incursions.rules.effects.in_force import Situation, hold
from incursions.games.incursions.rules.printed.pieces import BEFORE_TARGET, Face
from incursions.games.incursions.rules.state.board import DENIZEN, MINE, OUTPOST, PLATFORM, SHUTTLE
from incursions.games.incursions.rules.state.cards_in_play import Refused, own_captain
from incursions.games.incursions.rules.state.refs import Ref, card_ref, holder_of, piece_ref, seat_ref, system_ref
from incursions.games.incursions.rules.systems.cloaking import may_target

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.state.seats import Ship

PERSON = ("one officer", "one officer or captain")
EQUIPMENT = ("one tabled Equipment",)
WEAPON = ("one ship weapon",)
BEFORE_YOU = ("one card tabled in front of you",)
PIECE = ("one mine, outpost or platform", "one denizen or piece of another player")
SHIP = ("another player", "another ship", "the target")
MOST_PRECISE_FIRST = (PERSON, EQUIPMENT, WEAPON, BEFORE_YOU, PIECE, SHIP)

ASKED_OF_TARGETS = frozenset({"target_shields", "target_cards", "target_officers"})


class Aim(NamedTuple):
    """The targets of a card: a target phrase, the range in hexes (None: any), and the effects with conditions.

    `as_event`: the card strikes as an event does, from which a cloak hides even a ship that could be targeted (rules
    13.18).
    """

    phrase: str
    within: int | None
    effects: tuple[Effect, ...]
    as_event: bool = False

    @property
    def reach(self) -> str:
        """The range in words."""
        return "your own hex alone" if not self.within else "1 hex" if self.within == 1 else f"{self.within} hexes"


def aim_of(face: Face, printed: Iterable[str] = ()) -> Aim | None:
    """Return the aim of a face, or None. `printed` is the target printed beside its text."""
    effects = face.played if face.play_method != BEFORE_TARGET else face.effects
    if any(effect.verb == "espionage" and (effect.target or "").startswith("every ") for effect in effects):
        return None  # several targets: none is named (rules 15.8)
    aimed = [(phrase, effect) for effect in effects if (phrase := _find_phrase(effect)) is not None]
    for phrases in MOST_PRECISE_FIRST:
        found = [(phrase, effect) for phrase, effect in aimed if phrase in phrases]
        if found:
            return Aim(found[0][0], _find_reach(effect for _, effect in aimed), tuple(effect for _, effect in aimed))
    if face.play_method == BEFORE_TARGET or "player" in printed or "ship" in printed:
        return Aim(SHIP[0], _find_reach(effects), ())
    return None


def legal_aims(game: Game, user: Ship, face: Face, aim: Aim) -> list[Ref]:
    """Return the legal targets."""
    return [
        ref
        for ref in named_by(game, user, aim)
        if in_reach(game, user, aim, ref) and why_not_aimed(game, user, face, aim, ref) is None
    ]


def named_by(game: Game, user: Ship, aim: Aim) -> list[Ref]:
    """Return all targets of the phrase, in reach or not."""
    return _NAMED[aim.phrase](game, user, aim)


def in_reach(game: Game, user: Ship, aim: Aim, ref: Ref) -> bool:
    """Return True if the target is in range (rules 10.18)."""
    if aim.within is None:
        return True
    seat = seat_aimed_at(game, ref)
    at = game.board.placed[ref[1]].at if ref[0] == "piece" else None if seat is None else game.ships[seat].at
    return at is None or distance(user.at, at) <= aim.within


def why_not_aimed(game: Game, user: Ship, face: Face, aim: Aim, ref: Ref) -> Refused | None:
    """Return why a target in reach is illegal: hidden by a cloak (12.7), or without any result (13.15); or None."""
    seat = seat_aimed_at(game, ref)
    if seat is not None and seat != user.seat:
        if aim.as_event and game.ships[seat].cloak is not None:
            return "12.7", f"{game.ships[seat].card.title} is cloaked: no misfortune reaches it"
        hidden = may_target(game, user.seat, seat, attack=False)
        if hidden is not None:
            return hidden
    for effect in aim.effects:
        if not effect.conditions:
            continue
        asked = [condition for condition in effect.conditions if condition.name in ASKED_OF_TARGETS]
        if not hold(game, Situation(game.ships[user.seat].card.title, user.seat, seat), asked):
            return "13.15", "That target is not as the card asks"
    found = why_not_struck(game, user.seat, face.effects, ref)
    if found is None and not is_feasible(game, user.seat, face, seat, ref):
        return "13.15", "Against that target the card does nothing"
    return found


def seat_aimed_at(game: Game, ref: Ref) -> int | None:
    """Return the seat that the target belongs to, or None."""
    if ref[0] in ("seat", "system"):
        return int(ref[1])
    if ref[0] == "card":
        return holder_of(game, ref[1])
    return game.board.placed[ref[1]].owner if ref[0] == "piece" else None


def _find_phrase(effect: Effect) -> str | None:
    if effect.target is not None and any(effect.target in phrases for phrases in MOST_PRECISE_FIRST):
        return effect.target
    if effect.verb == "espionage" and effect.target is None:
        return PERSON[1] if effect.fields.get("tests") == "member" else SHIP[0]
    at_target = any(str(effect.fields.get(name, "")).startswith("target ") for name in ("from", "at"))
    return SHIP[0] if at_target or effect.fields.get("who") == "target" else None


def _find_reach(effects: Iterable[Effect]) -> int | None:
    return min((effect.fields["within"] for effect in effects if "within" in effect.fields), default=None)


def _list_others(game: Game, user: Ship) -> list[Ship]:
    return [ship for ship in game.ships if ship.out is None and ship is not user]


def _find_people(game: Game, user: Ship, aim: Aim) -> list[Ref]:
    found: list[int] = []
    for ship in _list_others(game, user):
        player = game.players[ship.seat]
        if aim.phrase == PERSON[1]:
            found += [*own_captain(player), *player.captains]
        found += [number for number in player.tabled if game.cards[number].card.is_crew]
    return [card_ref(number) for number in found]


def _find_pieces(game: Game, user: Ship, aim: Aim) -> list[Ref]:
    kinds = (MINE, OUTPOST, PLATFORM) if aim.phrase == PIECE[0] else (DENIZEN, SHUTTLE, OUTPOST, PLATFORM)
    own = aim.phrase == PIECE[0]
    placed = game.board.placed.values()
    return [piece_ref(piece.number) for piece in placed if piece.kind in kinds and (own or piece.owner != user.seat)]


def _find_equipment(game: Game, user: Ship, aim: Aim) -> list[Ref]:
    tabled = (number for ship in _list_others(game, user) for number in game.players[ship.seat].tabled)
    return [card_ref(number) for number in tabled if game.cards[number].card.is_equipment]


_NAMED: dict[str, Callable[[Game, Ship, Aim], list[Ref]]] = {
    **dict.fromkeys(PERSON, _find_people),
    **dict.fromkeys(EQUIPMENT, _find_equipment),
    **dict.fromkeys(
        WEAPON,
        lambda game, user, _: [
            system_ref(ship.seat, name) for ship in _list_others(game, user) for name in ship.card.weapons
        ],
    ),
    **dict.fromkeys(
        BEFORE_YOU, lambda game, user, _: [card_ref(before.card) for before in game.players[user.seat].before]
    ),
    **dict.fromkeys(PIECE, _find_pieces),
    **dict.fromkeys(SHIP, lambda game, user, _: [seat_ref(ship.seat) for ship in _list_others(game, user)]),
}
