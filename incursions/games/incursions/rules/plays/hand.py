"""Cards in hand: drawing, tabling when drawn, discarding; open hands (rules 5.5, 6, 13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from incursions.games.incursions.rules.effects.in_force import forces
from incursions.games.incursions.rules.events.cards import Discarded, Drew, DrewCards, PutAway
from incursions.games.incursions.rules.plays.on_table import enter
from incursions.games.incursions.rules.state.cards_in_play import why_not_enter

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Player

OPENING_HAND = 5  # rules 5.5
DRAWN_A_TURN = 1  # rules 6.1
HAND_LIMIT = 10  # rules 6.4


def draw(game: Game, seat: int, count: int) -> None:
    """Draw `count` cards, or what is left (rules 6.5, 6.8). Cards tabled when drawn go to the table (13.4.3)."""
    deck = game.players[seat].deck
    left = len(deck) - min(count, len(deck))
    drawn = deck[left:]
    del deck[left:]
    drawn.reverse()
    receive_drawn(game, seat, drawn)


def receive_drawn(game: Game, seat: int, drawn: list[int]) -> None:
    """Put cards drawn from the deck into the hand, or on the table."""
    if not drawn:
        return
    player = game.players[seat]
    player.hand += drawn
    game.tell(Drew, seat=seat, count=len(drawn))
    game.tell_to((seat,), DrewCards, seat=seat, titles=titles(game, drawn))
    for number in drawn:
        if may_table(game, player, number):
            table(game, seat, number)


def table(game: Game, seat: int, number: int) -> None:
    """Put a card of the hand into play (rules 13.4.3)."""
    game.players[seat].hand.remove(number)
    enter(game, seat, number)


def discard(game: Game, seat: int, number: int) -> None:
    """Discard a card of the hand to the open discard pile (rules 13.7) of the player who brought it (13.12)."""
    game.players[seat].hand.remove(number)
    lay_on_pile(game, seat, number)


def discard_titled(game: Game, seat: int, title: str) -> None:
    """Discard the first card of that title in the hand."""
    number = find_in_hand(game, game.players[seat], title)
    assert number is not None
    discard(game, seat, number)


def lay_on_pile(game: Game, seat: int, number: int) -> None:
    """Put a card that lies nowhere on its owner's discard pile, discarded by `seat` (13.12)."""
    card, owner = game.cards[number].card, game.cards[number].owner
    game.board.usable.discard(number)
    game.players[owner].discard.append(number)
    game.tell(Discarded, seat=seat, title=card.title)


def titles(game: Game, numbers: Iterable[int]) -> list[str]:
    """Return the titles of these cards."""
    cards, found = game.cards, []
    for number in numbers:
        found.append(cards[number].card.title)  # noqa: PERF401  mostly one card: a comprehension costs thrice as much
    return found


def find_in_hand(game: Game, player: Player, title: str) -> int | None:
    """Return the first card of that title in hand, or None."""
    return next((number for number in player.hand if game.cards[number].card.title == title), None)


def may_table(game: Game, player: Player, number: int) -> bool:
    """Return True if this card of the hand can enter play now, without a maneuver (rules 6.6, 13.4.3)."""
    return game.cards[number].card.is_tabled_when_drawn and why_not_enter(game, player.seat, number) is None


def hand_limit(game: Game, seat: int) -> int:
    """Return the hand limit at the discard step: ten, unless changed by a card or tile (rules 6.4, 10.12)."""
    found = forces(game, seat, "modify", of="hand_limit")
    if not found:
        return HAND_LIMIT
    modifying = [force.effect.fields for force in found]
    limit: int = next((fields["to"] for fields in reversed(modifying) if "to" in fields), HAND_LIMIT)
    added: int = sum(fields.get("by", 0) for fields in modifying)
    return max(0, limit + added)


def put_away(game: Game, number: int) -> None:
    """Put a card that is done on the discard pile of the player who brought it (rules 13.12)."""
    card, owner = game.cards[number].card, game.cards[number].owner
    game.board.forget(number)
    game.board.usable.discard(number)
    game.players[owner].discard.append(number)
    game.tell(PutAway, seat=owner, title=card.title)


def open_hands(game: Game, seat: int) -> list[int]:
    """Return the seats whose hands are open to this seat by a card before them (rules 13.11)."""
    return sorted(
        {
            force.target
            for force in game.players[seat].in_force.by_verb.get("look", ())
            if force.user == seat and force.target is not None and force.effect.fields["at"] == "target hand"
        }
    )
