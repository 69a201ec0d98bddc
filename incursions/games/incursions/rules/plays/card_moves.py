"""Moves of cards between decks, hands, tables and piles: drawing, tabling, leaving play, discarding (rules 5, 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from incursions.engine.frames import Frame, frame_class
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.effects.gathering import refresh_with
from incursions.games.incursions.rules.effects.in_force import forces
from incursions.games.incursions.rules.events.cards import Discarded, Drew, DrewCards, PutAway, Tabled, TabledAboard
from incursions.games.incursions.rules.state.cards_in_play import Refused, why_no_room, why_not_enter
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import Ref, name_of, phrases_of, piece_ref
from incursions.games.incursions.rules.state.seats import Player, Ship
from incursions.games.incursions.rules.state.setup import list_brought
from incursions.games.incursions.rules.systems import cloaking
from incursions.games.incursions.rules.systems.bodies import own_shuttles

TABLE, CAPTAINS, HAND = "table", "captains", "hand"  # destinations of a card that changes sides
ABOARD = "aboard "
ON_THE_SHIP = "aboard your ship"
OPENING_HAND = 5  # rules 5.5
DRAWN_A_TURN = 1  # rules 6.1
HAND_LIMIT = 10  # rules 6.4


def enter(game: GameState, seat: int, number: int, *, as_captain: bool = False) -> None:
    """Put a card on the player's table; the points of a shields bonus are gained only the first time (rules 2.10).

    A captain takes the captain's place; another player's captain joins the crew (14.9, 15.10). `as_captain`: an officer
    takes the place, as a stand-in does.
    """
    player, ship = game.players[seat], game.ships[seat]
    card, owner = game.cards[number], game.cards.owners[number]
    if (card.is_captain and owner == seat) or as_captain:
        player.captain = number
    elif card.is_captain:
        player.captains.append(number)
    else:
        player.tabled.append(number)
    shields, maximum = ship.shields, ship.shields_maximum
    refresh_with(game, seat, number)
    if not was_tabled(game, number):
        ship.shields += max(0, ship.shields_maximum - maximum)
        note_tabled(game, [number])
    game.tell(Tabled, seat=seat, title=card.title, shields=[shields, ship.shields])


def leave(game: GameState, number: int, *, stays_as_it_is: bool = False) -> int | None:
    """Take a card off its table with its bonuses and return the seat, or None if it lay on no table.

    Its state is cleared, unless it only changes sides.
    """
    for player in game.players:
        if _take_off(player, number):
            if not stays_as_it_is:
                game.board.forget(number)
            refresh_with(game, player.seat, number)
            cloaking.end_with(game, number)
            return player.seat
    return None


def _take_off(player: Player, number: int) -> bool:
    """Remove the card from the player's table. Return False if it is not there."""
    if player.captain == number:
        player.captain = None
        return True
    for pile in (player.tabled, player.captains):
        if number in pile:
            pile.remove(number)
            return True
    return False


def change_sides(game: GameState, number: int, seat: int) -> str:
    """Move the card to another player's table as it is, whatever its usage limitation (rules 15.6, 15.9, 15.10).

    If position or rarity forbid that, it goes to that player's hand. Returns `TABLE`, `CAPTAINS` or `HAND`.
    """
    leave(game, number, stays_as_it_is=True)
    player, card = game.players[seat], game.cards[number]
    if why_no_room(game, seat, number) is not None:
        game.board.forget(number)
        player.hand.append(number)
        return HAND
    enter(game, seat, number)
    return CAPTAINS if card.is_captain and player.captain != number else TABLE


def was_tabled(game: GameState, number: int) -> bool:
    """Return True if the card has been on a table before."""
    return _make_key(number) in game.board.used


def note_tabled(game: GameState, numbers: Iterable[int]) -> None:
    """Record that the shield points of these cards have been gained (rules 2.10)."""
    for number in numbers:
        game.board.used[_make_key(number)] = game.turns


def shields_lent(game: GameState, seat: int, number: int) -> int:
    """Return the shield points that would be gained by tabling the card now (rules 2.10, 16.6)."""
    card, board = game.cards[number], game.board
    alike = (other for other in game.players[seat].in_play if other not in board.face_down)
    if was_tabled(game, number) or any(game.cards[other].title == card.title for other in alike):
        return 0
    effects = (effect.fields for effect in card.effects.top if effect.verb == "modify" and not effect.conditions)
    more: int = sum(fields.get("by", 0) for fields in effects if fields["of"] == "shields")
    return card.bonuses.shields + more


def _make_key(number: int) -> str:
    return f"{number} tabled"


def stood_in(game: GameState, number: int) -> bool:
    """Return True for the officer who began the game in a captain's place (rules 3.8)."""
    first = 0
    for seat in game.setup["seats"]:
        if number == first:
            return bool(seat["stand_in"]) and not seat["captain"]
        first += len(list_brought(seat))
    return False


def _lines(game: GameState, seat: int) -> dict[str, Ref]:
    """Return the player's own shuttles in the hex of the ship, by their phrases (rules 17.7)."""
    here = [piece for piece in own_shuttles(game, seat) if piece.at == game.ships[seat].at]
    return phrases_of(game, (piece_ref(piece.number) for piece in here), ABOARD)


def place_stage(game: GameState, seat: int, said: Phrases) -> Question | None:
    """Ask aboard what to table the card, if a shuttle of the player is in the hex; the default is the ship."""
    shuttles = _lines(game, seat) if len(said) == 1 else {}
    if not shuttles:
        return None
    options = [ON_THE_SHIP, *shuttles]
    return Question(seat, "one", "aboard", options, ON_THE_SHIP, "Table it aboard what?", "17.7", said)


def shuttle_said(game: GameState, seat: int, said: Phrases) -> int | None:
    """Return the number of the shuttle that a line names; None for the ship."""
    if len(said) == 1 or said[1] == ON_THE_SHIP:
        return None
    number: int = _lines(game, seat)[said[1]][1]
    return number


def put_into_play(game: GameState, seat: int, number: int, shuttle: int | None) -> None:
    """Put the card into play aboard the ship, or aboard the shuttle, which alone it then serves (rules 17.7)."""
    if shuttle is None:
        enter(game, seat, number)
        return
    piece = game.board.placed[shuttle]
    game.board.change(shuttle, crew=(*piece.crew, number))
    note_tabled(game, [number])
    refresh_with(game, seat, number)
    aboard = name_of(game, piece_ref(shuttle))
    game.tell(TabledAboard, seat=seat, title=game.cards[number].title, aboard=aboard)


def why_not_aboard(game: GameState, ship: Ship, number: int, where: str) -> Refused | None:
    """Return why the card may not be tabled aboard the shuttle that a line names (rules 16.3, 17.7)."""
    card = game.cards[number]
    found = why_not_enter(game, ship.seat, number)
    if found is not None and found[0] == "16.4":
        return "16.3", f"A shuttle has the make of its ship: {found[1]}"
    if found is not None:
        return found
    if not any(where in phrases_of(game, [piece_ref(piece.number)]) for piece in own_shuttles(game, ship.seat)):
        return "17.7", f"You have no shuttle {where}"
    if not (card.is_crew or card.is_equipment):
        return "17.7", f"A shuttle takes equipment and crew, not {card.title}"
    return "17.7", f"{where} is not in the hex of your ship"


def draw(game: GameState, seat: int, count: int) -> None:
    """Draw `count` cards, or what is left (rules 6.5, 6.8). Cards tabled when drawn go to the table (13.4.3)."""
    deck = game.players[seat].deck
    left = len(deck) - min(count, len(deck))
    drawn = deck[left:]
    del deck[left:]
    drawn.reverse()
    receive_drawn(game, seat, drawn)


def receive_drawn(game: GameState, seat: int, drawn: list[int]) -> None:
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


def table(game: GameState, seat: int, number: int) -> None:
    """Put a card of the hand into play (rules 13.4.3)."""
    game.players[seat].hand.remove(number)
    enter(game, seat, number)


def discard(game: GameState, seat: int, number: int) -> None:
    """Discard a card of the hand to the open discard pile (rules 13.7) of the player who brought it (13.12)."""
    game.players[seat].hand.remove(number)
    lay_on_pile(game, seat, number)


def discard_titled(game: GameState, seat: int, title: str) -> None:
    """Discard the first card of that title in the hand."""
    number = find_in_hand(game, game.players[seat], title)
    assert number is not None
    discard(game, seat, number)


def lay_on_pile(game: GameState, seat: int, number: int) -> None:
    """Put a card that lies nowhere on its owner's discard pile, discarded by `seat` (13.12)."""
    card, owner = game.cards[number], game.cards.owners[number]
    game.board.usable.discard(number)
    game.players[owner].discard.append(number)
    game.tell(Discarded, seat=seat, title=card.title)


def titles(game: GameState, numbers: Iterable[int]) -> list[str]:
    """Return the titles of these cards."""
    cards, found = game.cards, []
    for number in numbers:
        found.append(cards[number].title)  # noqa: PERF401  mostly one card: a comprehension costs thrice as much
    return found


def find_in_hand(game: GameState, player: Player, title: str) -> int | None:
    """Return the first card of that title in hand, or None."""
    return next((number for number in player.hand if game.cards[number].title == title), None)


def may_table(game: GameState, player: Player, number: int) -> bool:
    """Return True if this card of the hand can enter play now, without a maneuver (rules 6.6, 13.4.3)."""
    return game.cards[number].is_tabled_when_drawn and why_not_enter(game, player.seat, number) is None


def hand_limit(game: GameState, seat: int) -> int:
    """Return the hand limit at the discard step: ten, unless changed by a card or tile (rules 6.4, 10.12)."""
    found = forces(game, seat, "modify", of="hand_limit")
    if not found:
        return HAND_LIMIT
    modifying = [force.effect.fields for force in found]
    limit: int = next((fields["to"] for fields in reversed(modifying) if "to" in fields), HAND_LIMIT)
    added: int = sum(fields.get("by", 0) for fields in modifying)
    return max(0, limit + added)


def put_away(game: GameState, number: int) -> None:
    """Put a card that is done on the discard pile of the player who brought it (rules 13.12)."""
    card, owner = game.cards[number], game.cards.owners[number]
    game.board.forget(number)
    game.board.usable.discard(number)
    game.players[owner].discard.append(number)
    game.tell(PutAway, seat=owner, title=card.title)


def open_hands(game: GameState, seat: int) -> list[int]:
    """Return the seats whose hands are open to this seat by a card before them (rules 13.11)."""
    return sorted(
        {
            force.target
            for force in game.players[seat].in_force.by_verb.get("look", ())
            if force.user == seat and force.target is not None and force.effect.fields["at"] == "target hand"
        }
    )


@frame_class
class LyingCard(Frame[GameState]):
    """The card `card`, played by `seat`; it goes to its owner's discard pile when all above it is done.

    `card` is None once it lies elsewhere: tabled, placed or taken back.
    """

    seat: int
    card: int | None

    def list_cards(self) -> tuple[int, ...]:
        """Return the card that lies here."""
        return () if self.card is None else (self.card,)

    def let_go(self, number: int) -> None:
        """Forget a card that lies elsewhere from now on."""
        self.card = None

    def advance(self, game: GameState) -> None:
        """Put the card away."""
        game.stack.remove(self)
        if self.card is not None:
            put_away(game, self.card)


def held_by(frame: Frame[Any]) -> tuple[int, ...]:
    """Return the cards that lie with a frame: neither in a hand nor in a pile."""
    held: Callable[[], tuple[int, ...]] | None = getattr(frame, "list_cards", None)
    return () if held is None else held()


def is_held_by_frame(game: GameState, number: int) -> bool:
    """Return True if the card lies with a frame."""
    return any(number in held_by(frame) for frame in game.stack)


def release(game: GameState, number: int) -> None:
    """Release a card from its frame, because it is tabled, placed or taken back."""
    for frame in reversed(game.stack):
        if number in held_by(frame):
            frame.let_go(number)
            return
