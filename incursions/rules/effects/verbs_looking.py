"""Performers of looking and arranging: hands, the top of decks and hexpiles. Only the looker sees (rules 13.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.effects.aims import aim
from incursions.rules.events.cards import Arranged, Looked, LookedAt
from incursions.rules.plays import hand
from incursions.rules.plays.card_kinds import pile_at
from incursions.rules.refs import Ref, card_ref, tile_ref

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game

HEXPILE, DECK = "hexpile", "deck"
BOTTOM = "bottom"
ANOTHER = "another player"


def look(game: Game, frame: Resolution, effect: Effect) -> None:
    """Show the looker a hand, deck or hexpile and mark what was seen for later effects.

    A text without a target (of a tile or an officer) lets him choose the player; later effects are aimed at that player
    too.
    """
    place = effect.fields["at"]
    if frame.seat_at(game, place) is None:
        frame.target = aim(game, frame, effect, ANOTHER, "Look at whose?", "13.11")
    seat = frame.seat_at(game, place)
    if seat is None:
        return
    if place.endswith(HEXPILE):
        pile = game.pile_of(seat)
        titles = pile[len(pile) - min(effect.fields.get("tiles", 1), len(pile)) :][::-1]
        frame.mark("tiles", (seat, len(titles)))
    else:
        cards = pile_at(game, frame.user, seat, place)
        if not place.endswith("hand"):
            count = min(effect.fields.get("cards", len(cards)), len(cards))
            cards = cards[len(cards) - count :][::-1]
        frame.mark("cards", tuple(cards))
        titles = hand.titles(game, cards)
    game.tell(Looked, seat=frame.user, target=seat, at=place, count=len(titles))
    game.tell_to((frame.user,), LookedAt, seat=frame.user, target=seat, at=place, titles=titles)


def arrange(game: Game, frame: Resolution, effect: Effect) -> None:
    """Put back what was looked at, in any order with the top first, or on the bottom; do nothing if nobody looked."""
    place = effect.fields.get("at", "your hexpile")
    seat = frame.seat_at(game, place)
    if seat is None:
        return
    if place.endswith(HEXPILE):
        _arrange_tiles(game, frame, effect, seat)
        return
    deck = game.players[seat].deck
    looked = [number for number in frame.marked("cards", ()) if number in deck]
    if not looked:
        return
    if effect.fields.get("to") == BOTTOM:
        kept = [number for number in deck if number not in looked]
        game.players[seat].deck = [*looked[::-1], *kept]
    else:
        order = _order(game, frame, [card_ref(number) for number in looked])
        deck[len(deck) - len(order) :] = [ref[1] for ref in reversed(order)]
    game.tell(Arranged, seat=frame.user, target=seat, at=place, to=effect.fields.get("to", "any order"))


def _arrange_tiles(game: Game, frame: Resolution, effect: Effect, seat: int) -> None:
    """Reorder tiles, together with their owners if the pile is shared (rules 4.6)."""
    pile = game.pile_of(seat)
    count = min(frame.marked("tiles", (seat, 0))[1], len(pile))
    if not count:
        return
    places = list(range(len(pile) - count, len(pile)))[::-1]  # the top first
    if effect.fields.get("to") == BOTTOM:
        _reorder(game, pile, [*places[::-1], *(place for place in range(len(pile)) if place not in places)])
    else:
        order = _order(game, frame, [tile_ref(place, pile[place]) for place in places])
        _reorder(game, pile, [*range(len(pile) - count), *(ref[1] for ref in reversed(order))])
    game.tell(
        Arranged,
        seat=frame.user,
        target=seat,
        at=effect.fields.get("at", "your hexpile"),
        to=effect.fields.get("to", "any order"),
    )


def _reorder(game: Game, pile: list[str], places: list[int]) -> None:
    """Reorder the pile by these indexes, from the bottom up."""
    pile[:] = [pile[place] for place in places]
    if pile is game.pile and game.brought_by:
        game.brought_by[:] = [game.brought_by[place] for place in places]


def _order(game: Game, frame: Resolution, refs: list[Ref]) -> list[Ref]:
    """Return the refs in the order that the looker picks, the top first."""
    order: list[Ref] = []
    for nth in range(len(refs)):
        left = [ref for ref in refs if ref not in order]
        alike = {_get_title(game, ref): ref for ref in reversed(left)}
        shown = list(reversed(alike.values()))
        ref = frame.pick(
            game, frame.user, shown, "Which comes next, from the top?", "13.11", nth=nth, topic="arrange", prefix="top "
        )
        if ref:
            order.append(ref)
    return order


def _get_title(game: Game, ref: Ref) -> str:
    return game.cards[ref[1]].card.title if ref[0] == "card" else str(ref[2])
