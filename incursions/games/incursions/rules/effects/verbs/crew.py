"""Verbs of officers and captains (rules 14.3, 15.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.crew.people import (
    DECK,
    DISCARD,
    HEX,
    NON_SALVAGEABLE,
    Fate,
    fate_under_way,
    hexes_to_be_left_in,
)
from incursions.games.incursions.rules.crew.protection import why_not_taken
from incursions.games.incursions.rules.effects.aims import candidates
from incursions.games.incursions.rules.effects.verb import CARD_KIND, Verb
from incursions.games.incursions.rules.events.cards import Seized
from incursions.games.incursions.rules.plays.on_table import change_sides
from incursions.games.incursions.rules.printed import vocabulary as words
from incursions.games.incursions.rules.printed.schema import COUNT, REACH, Word, Words
from incursions.games.incursions.rules.printed.vocabulary import TABLED_CARDS
from incursions.games.incursions.rules.state.cards_in_play import why_no_room
from incursions.games.incursions.rules.state.refs import Ref, holder_of

if TYPE_CHECKING:
    from incursions.engine.hexes import Hex
    from incursions.games.incursions.rules.effects.resolution import Resolution
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect

FATES = {"deck": DECK, "discard pile": DISCARD, "non-salvageable pile": NON_SALVAGEABLE, "an explored hex": HEX}


class Displace(Verb):
    """The sending of officers, or of the captain, to a pile or into a hex (rules 14.3)."""

    name = "displace"
    does = "sends officers or the captain to a pile, or to a hex"
    fields = {"to": Word(FATES), "hexes": REACH, "number": COUNT}
    rules = ("14.3", "14.8")
    needs = (("to",),)
    strikes = (TABLED_CARDS,)
    loss = "lost officers"
    helps = -1
    harm = 9.0

    def perform(self, game: Game, frame: Resolution, effect: Effect) -> None:
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


class ChangeFate(Verb):
    """The change of the fate of an officer or captain (rules 14.3).

    A hex is the user's choice; if none can be chosen, nothing changes (14.11).
    """

    name = "change_fate"
    does = "something else befalls the officer or captain; a hex is of the user's choice"
    fields = {"from": Words(words.FATES, "Fates"), "to": Word(words.NEW_FATES, "Fates"), "hexes": REACH}
    rules = ("14.3", "14.11")
    needs = (("to",),)
    triggers = frozenset({"fate"})
    strikes = (TABLED_CARDS,)
    value = 3.0
    is_for_user = True

    def perform(self, game: Game, frame: Resolution, effect: Effect) -> None:
        fate = fate_under_way(game)
        if fate is None or fate.fate not in effect.fields.get("from", (fate.fate,)):
            return
        at = None
        if effect.fields["to"] == HEX:
            at = _pick_hex_for(game, frame, effect, fate.seat)
            if at is None:
                return
        fate.fate, fate.at = effect.fields["to"], at


def _pick_hex_for(game: Game, frame: Resolution, effect: Effect, seat: int, nth: int = 0) -> Hex | None:
    """Return the hex in which a crew member of this seat is left, as the user of the effect chooses."""
    hexes = hexes_to_be_left_in(game, seat, effect.fields.get("hexes"))
    return frame.pick_hex(game, frame.user, hexes, "Table him in which hex?", "14.11", nth=nth, topic="hex")


class Seize(Verb):
    """The taking of another player's tabled card into play on the user's side, if it may enter (rules 3.7, 15.9)."""

    name = "seize"
    does = "takes another player's tabled card into play on your side"
    fields = {"filter": CARD_KIND}
    rules = ("3.7", "15.9")
    strikes = (TABLED_CARDS,)
    helps = -1
    value = 14.0

    def perform(self, game: Game, frame: Resolution, effect: Effect) -> None:
        refs = [ref for ref in candidates(game, frame, effect, "the target") if _may_seize(game, frame.user, ref)]
        picked = frame.pick(game, frame.user, refs, "Take which card?", "15.9", topic="target")
        if picked:
            number, holder = picked[1], holder_of(game, picked[1])
            to = change_sides(game, number, frame.user)
            game.tell(Seized, seat=frame.user, target=holder, title=game.cards[number].card.title, to=to)


def _may_seize(game: Game, user: int, ref: Ref) -> bool:
    """Return True for another player's unguarded card for which the user has room."""
    if ref[0] != "card" or holder_of(game, ref[1]) in (None, user):
        return False
    return why_not_taken(game, user, ref[1]) is None and why_no_room(game, user, ref[1]) is None


CREW_VERBS = (Displace(), ChangeFate(), Seize())
