"""Performers of verbs that move cards between hands, decks and piles (rules 6.8, 13.7, 13.11, 13.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.crew.removal import leave_target
from incursions.rules.effects.aims import seats_meant
from incursions.rules.effects.verb_table import CANCELLED, DECKS, LOOKED_AT, THIS_CARD
from incursions.rules.events.cards import PutBack, Returned, Took, TookCards
from incursions.rules.placed.placed_pieces import remove_piece
from incursions.rules.plays import hand, on_table
from incursions.rules.plays.announcements import open_announcement
from incursions.rules.plays.card_kinds import cards_like, is_of
from incursions.rules.plays.in_play import why_not_enter
from incursions.rules.plays.lying import release
from incursions.rules.refs import card_ref

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game

OPEN = ("discard pile",)  # public piles (rules 13.7)


def find_cards(game: Game, frame: Resolution, place: str, kind: str | None) -> list[int]:
    """Return the cards of a kind in a place; of cards looked at, those still in a hand, deck or pile."""
    if place != LOOKED_AT:
        return cards_like(game, frame.user, frame.struck_seat(game), place, kind)
    looked = [number for number in frame.marked("cards", ()) if _find_pile(game, number) is not None]
    return [number for number in looked if is_of(game.cards[number].card, kind)]


def _find_pile(game: Game, number: int) -> list[int] | None:
    """Return the hand, deck or pile that holds the card, or None."""
    piles = (
        pile
        for player in game.players
        for pile in (player.hand, player.discard, player.non_salvageable, player.deck, player.commands)
    )
    return next((pile for pile in piles if number in pile), None)


def draw(game: Game, frame: Resolution, effect: Effect) -> None:
    """Draw cards from the deck (rules 6.8), or pick some of the cards looked at."""
    count = effect.fields["cards"]
    if effect.fields.get("from") == LOOKED_AT:
        _draw_looked_at(game, frame, count)
        return
    for seat in seats_meant(game, frame, effect, "you"):
        hand.draw(game, seat, count)


def _draw_looked_at(game: Game, frame: Resolution, count: int) -> None:
    deck = game.players[frame.user].deck
    looked = [number for number in frame.marked("cards", ()) if number in deck]
    picked = _pick_cards(game, frame, frame.user, looked, count, "Draw which card?", "draw ")
    for number in picked:
        deck.remove(number)
    hand.receive_drawn(game, frame.user, picked)


def discard(game: Game, frame: Resolution, effect: Effect) -> None:
    """Discard cards of a hand, at random or as its player or the user chooses (rules 13.7)."""
    fields = effect.fields
    place = fields.get("from", "your hand")
    seat = frame.seat_at(game, place)
    if seat is None and place == LOOKED_AT:
        seat = frame.user
    if seat is None:
        return
    fitting = find_cards(game, frame, place, fields.get("filter"))
    count = len(fitting) if fields["cards"] == "all" else min(fields["cards"], len(fitting))
    if fields.get("random"):
        picked = [fitting.pop(game.dice.below("cards", len(fitting))) for _ in range(count)]
    elif count == len(fitting):
        picked = fitting
    else:
        chooser = frame.user if fields.get("by") == "you" else seat
        picked = _pick_cards(game, frame, chooser, fitting, count, "Discard which card?", "discard ")
    for number in picked:
        _lift(game, number)
        hand.lay_on_pile(game, seat, number)


def take(game: Game, frame: Resolution, effect: Effect) -> None:
    """Move cards of a hand, a pile or the user's own deck to the user's hand (rules 13.7, 13.11)."""
    fields = effect.fields
    place = fields["from"]
    seat = frame.seat_at(game, place)
    fitting = find_cards(game, frame, place, fields.get("filter"))
    count = min(fields["cards"], len(fitting))
    if fields.get("random"):
        picked = [fitting.pop(game.dice.below("cards", len(fitting))) for _ in range(count)]
    elif fields.get("top"):
        picked = fitting[len(fitting) - count :][::-1]
    else:
        picked = _pick_cards(game, frame, frame.user, fitting, count, "Take which card?", "take ")
    for number in picked:
        _lift(game, number)
    if place in DECKS and seat is not None:
        game.dice.shuffle(f"deck {seat}", game.players[seat].deck)
    _move_to_hand(game, frame.user, picked, place, seat)
    if picked:
        frame.mark("card", card_ref(picked[-1]))


def _move_to_hand(game: Game, user: int, picked: list[int], place: str, seat: int | None) -> None:
    """Put the picked cards into the hand and table those that are tabled when drawn (rules 13.4.3)."""
    if not picked:
        return
    titles = hand.titles(game, picked)
    is_open = place.endswith(OPEN)
    game.tell(Took, seat=user, from_=place, target=seat, count=len(picked), **({"titles": titles} if is_open else {}))
    if not is_open:
        who = (user,) if seat is None or seat == user else (user, seat)
        game.tell_to(who, TookCards, seat=user, titles=titles)
    game.players[user].hand += picked
    for number in picked:
        if hand.may_table(game, game.players[user], number):
            hand.table(game, user, number)


def return_card(game: Game, frame: Resolution, effect: Effect) -> None:
    """Return a card: the source, a cancelled one, or one of a hand (rules 13.7, 13.9)."""
    fields = effect.fields
    place = fields.get("from", THIS_CARD)
    if place == THIS_CARD:
        is_ship_now = any(ship.craft == frame.source for ship in game.ships)  # rules 19.2
        found = [frame.source] if isinstance(frame.source, int) and not is_ship_now else []
    elif place == CANCELLED:
        announcement = open_announcement(game)
        found = [] if announcement is None else announcement.cancelled_cards(game)
    else:
        found = find_cards(game, frame, place, None)
    kind = fields.get("filter")
    found = [number for number in found if is_of(game.cards[number].card, kind)]
    prefix = "choose " if place == CANCELLED else "return "
    for number in _pick_cards(game, frame, frame.user, found, fields.get("cards", 1), "Put which card back?", prefix):
        _put_back(game, frame, number, fields)


def _put_back(game: Game, frame: Resolution, number: int, fields: dict[str, object]) -> None:
    """Put the card into the hand that the text names, or into its owner's deck (rules 13.12)."""
    place = str(fields["to"])
    owner = game.cards[number].owner
    _lift(game, number)
    game.board.forget(number)
    if place.endswith("hand"):
        holder = frame.seat_at(game, place)
        seat = frame.user if holder is None else holder
        game.players[seat].hand.append(number)
        game.tell(Returned, seat=seat, title=game.cards[number].card.title, to=place)
        return
    deck = game.players[owner].deck
    where = str(fields.get("where", "shuffled"))
    deck.insert(0 if where == "bottom" else len(deck), number)
    if where == "shuffled":
        game.dice.shuffle(f"deck {owner}", deck)
    game.tell(PutBack, seat=frame.user, owner=owner, where=where)


def _lift(game: Game, number: int) -> None:
    """Remove the card from where it lies: a frame, a table, a hex, a hand or a pile."""
    release(game, number)
    if on_table.leave(game, number) is None and leave_target(game, number) is None:
        for piece in [piece for piece in game.board.placed.values() if piece.card == number]:
            remove_piece(game, piece.number)
    pile = _find_pile(game, number)
    if pile is not None:
        pile.remove(number)


def table_now(game: Game, frame: Resolution, effect: Effect) -> None:
    """Table a card within this effect, if it may enter play (rules 6.7, 3.7)."""
    fields = effect.fields
    found = find_cards(game, frame, fields["from"], fields.get("filter"))
    may = [number for number in found if why_not_enter(game, frame.user, number) is None]
    for number in _pick_cards(game, frame, frame.user, may, 1, "Table which card?", "table "):
        _lift(game, number)
        on_table.enter(game, frame.user, number)
        frame.mark("card", card_ref(number))


def _pick_cards(
    game: Game, frame: Resolution, seat: int, cards: list[int], count: int, title: str, prefix: str
) -> list[int]:
    """Return up to `count` cards, picked one by one; of several with one title the first."""
    picked: list[int] = []
    for nth in range(min(count, len(cards))):
        by_title = {game.cards[number].card.title: number for number in reversed(cards) if number not in picked}
        refs = map(card_ref, reversed(by_title.values()))
        ref = frame.pick(game, seat, refs, title, "13.7", nth=nth, topic=prefix.strip(), prefix=prefix)
        if ref:
            picked.append(ref[1])
    return picked
