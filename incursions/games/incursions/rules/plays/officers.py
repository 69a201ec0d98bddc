"""Officers and captains: who they are, which side they are on, and what can befall them (rules 14)."""

from __future__ import annotations

from collections.abc import Iterable

from incursions.engine.frames import Frame, frame_class
from incursions.engine.hexes import Hex
from incursions.engine.questions import Option
from incursions.games.incursions.rules.effects.gathering import refresh_with
from incursions.games.incursions.rules.effects.in_force import forces, list_triggered
from incursions.games.incursions.rules.events.attacks import Unharmed
from incursions.games.incursions.rules.events.cards import Displaced, TurnedOver
from incursions.games.incursions.rules.plays.card_moves import leave, put_away
from incursions.games.incursions.rules.plays.resolution import Resolution, put_up
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import OFFICER
from incursions.games.incursions.rules.state.board import Placed
from incursions.games.incursions.rules.state.cards_in_play import Refused, own_captain, why_no_room
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import Ref, holder_of
from incursions.games.incursions.rules.state.seats import Force

# Fates of an officer or captain (rules 14.3), and the fates that can replace them.
DECK, FACE_DOWN, DISCARD, NON_SALVAGEABLE, HEX = "deck", "face down", "discard pile", "non-salvageable pile", "hex"
HAND, UNHARMED = "hand", "unharmed"

ASK, BEFALL = range(2)


def is_member(game: GameState, number: int) -> bool:
    """Return True for a crew member: an officer or a captain (rules 14.10)."""
    card = game.cards[number]
    return card.is_crew or card.is_captain


@frame_class
class Fate(Frame[GameState]):
    """A fate about to befall an officer or captain on the table of `seat` (rules 14.3).

    Effects that it triggers may change `fate`. `at` is the hex in which the card is to be tabled, if it is.
    """

    seat: int
    card: int
    fate: str
    at: Hex | None = None
    step: int = ASK

    def advance(self, game: GameState) -> None:
        """Let effects change the fate, then carry it out."""
        if self.step == ASK:
            self.step = BEFALL
            put_up(game, not_at_work(game, list_triggered(game, self.seat, "fate", self)))
            return
        game.stack.remove(self)
        if holder_of(game, self.card) == self.seat:
            self._befall(game)

    def _befall(self, game: GameState) -> None:
        """Carry out the fate: leave the card unharmed, turn it face down, or move it off the table."""
        title = game.cards[self.card].title
        if self.fate == UNHARMED:
            game.tell(Unharmed, seat=self.seat, title=title)
        elif self.fate == FACE_DOWN:
            turn_over(game, self.seat, self.card, down=True)
        else:
            leave(game, self.card)
            where = {} if self.at is None else {"at": list(self.at)}
            game.tell(Displaced, seat=self.seat, title=title, to=self.fate, **where)
            self._send(game)

    def _send(self, game: GameState) -> None:
        """Move the card to a pile of the player who brought it (rules 13.12), to the seat's hand, or into the hex."""
        owner = game.players[game.cards.owners[self.card]]
        if self.fate == DISCARD:
            put_away(game, self.card)
        elif self.fate == NON_SALVAGEABLE:
            owner.non_salvageable.append(self.card)
        elif self.fate == DECK:
            owner.deck.append(self.card)
            game.dice.shuffle(f"deck {owner.seat}", owner.deck)
        elif self.fate == HAND:
            game.players[self.seat].hand.append(self.card)
        else:
            assert self.at is not None
            title = game.cards[self.card].title
            game.board.put(Placed(0, OFFICER, title, self.at, owner=self.seat, card=self.card, laid=game.turns))


def not_at_work(game: GameState, found: list[Force]) -> list[Force]:
    """Return the effects of sources that are not being resolved: a text that triggers itself would never end."""
    at_work = {frame.source for frame in game.stack if isinstance(frame, Resolution)}
    return [force for force in found if force.source not in at_work]


def turn_over(game: GameState, seat: int, number: int, *, down: bool) -> None:
    """Turn a tabled card face down or up (rules 13.8, 14.7)."""
    if down:
        game.board.face_down.add(number)
    else:
        game.board.face_down.discard(number)
    refresh_with(game, seat, number)
    game.tell(TurnedOver, seat=seat, title=game.cards[number].title, down=down)


TAKING = "assimilate or take"


def why_not_taken(game: GameState, by: int, number: int) -> Refused | None:
    """Return the rule and the reason why the player may not take the card, or None.

    A card that guards a ship guards its captain, its equipment and its other officers, never itself.
    """
    holder, card = holder_of(game, number), game.cards[number]
    if holder is None:
        return "15.11", f"{card.title} is not tabled on a ship"
    if holder == by:
        return "10.14", "You cannot target your own cards"
    if not (card.is_equipment or is_member(game, number)):
        return "15.5", f"{card.title} is neither equipment nor a crew member"
    for force in forces(game, holder, "forbid", of=TAKING):
        if force.source != number:
            return "15.5", f"{game.piece(force.source).title} guards {card.title}: it cannot be taken"
    return None


def why_not_struck(game: GameState, user: int, effects: Iterable[Effect], ref: Ref) -> Refused | None:
    """Return why the user may not target the card `ref` with these effects, or None (rules 3.7, 13.15).

    A card that is to be seized must be one that the user may take and has room for. If a condition asks for a position,
    the user must have room for the card. Other effects, and targets that are no cards, are not refused here.
    """
    if ref[0] != "card":
        return None
    for effect in effects:
        if effect.verb == "seize":
            return why_not_taken(game, user, ref[1]) or why_no_room(game, user, ref[1])
        if any(condition.name == "position" for condition in effect.conditions):
            return why_no_room(game, user, ref[1])
    return None


def why_no_captain(game: GameState, phrase: str, named: Option) -> Refused | None:
    """Return why a captain named in a line is not meant by a card that says officer, or None (rules 14.10)."""
    captains = (number for player in game.players for number in (*own_captain(player), *player.captains))
    for title in (game.cards[number].title for number in captains):
        if phrase == "one officer" and title == named.title:
            return "14.10", f"{title} is not an officer, as the card requires"
    return None
