"""Shuttle maneuvers: placing one in the hex, and taking a whole one back to hand (rules 17.6, 17.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.effects.gathering import refresh_all
from incursions.games.incursions.rules.events.cards import TakenBack
from incursions.games.incursions.rules.maneuvers import wrong_moment
from incursions.games.incursions.rules.placed.placed_pieces import is_whole, place_shuttle, why_not_place
from incursions.games.incursions.rules.plays.hand import find_in_hand
from incursions.games.incursions.rules.plays.on_table import enter, leave
from incursions.games.incursions.rules.state.board import SHUTTLE, Placed
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, Ground, OnePhraseKind, T
from incursions.games.incursions.rules.state.phrases import Line, text_after_verb, text_of
from incursions.games.incursions.rules.state.refs import phrases_of, piece_ref, word_ref
from incursions.games.incursions.rules.systems.bodies import is_shuttle, own_shuttles

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.in_force import Situation
    from incursions.games.incursions.rules.forecast import Forecast
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Condition
    from incursions.games.incursions.rules.state.cards_in_play import Refused
    from incursions.games.incursions.rules.state.seats import Ship

PLACE, TAKE_BACK = "place ", "take back "


def card_phrases(game: Game, numbers: Iterable[int], prefix: str) -> dict[str, int]:
    """Return these cards by their phrases; the second of one title gets a number."""
    cards = list(numbers)
    words = (word_ref(game.cards[number].card.title) for number in cards)
    return dict(zip(phrases_of(game, words, prefix), cards, strict=True))


def tabled_shuttles(game: Game, seat: int) -> list[int]:
    """Return the player's tabled shuttles that lie face up (rules 13.8, 17.8)."""
    down = game.board.face_down
    tabled = game.players[seat].tabled
    return [number for number in tabled if game.cards[number].card.is_shuttle and number not in down]


def shuttle_is(game: Game, situation: Situation, condition: Condition) -> bool:
    """Return True if the shuttle is used as the condition says: tabled, placed or as an escape craft (rules 17.6)."""
    card, words = situation.source, []
    if card in game.players[situation.user].tabled:
        words.append("tabled")
    if any(piece.card == card for piece in game.board.placed.values()):
        words.append("placed")
    if card == game.ships[situation.user].craft:
        words.append("escape craft")
    return condition.admits(*words)


class ShuttleKind(OnePhraseKind[T]):
    """A maneuver with a shuttle. It costs no power; only commands for any tactical maneuver attach to it."""

    name = "shuttle"

    def forecast(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Forecast:
        return {"power": 0}


class PlaceShuttle(ShuttleKind[int]):
    """The maneuver ``place TITLE``: a tabled shuttle goes into the hex (rules 17.8)."""

    words = ("place",)
    does = "placing a shuttle"
    ground = Ground.TABLED_SHUTTLE

    def lines(self, game: Game, ship: Ship) -> dict[str, int]:
        """Return every tabled shuttle by its phrase, if the hex may hold one more."""
        may_place = why_not_place(game, ship.seat, SHUTTLE, ship.at) is None
        return card_phrases(game, tabled_shuttles(game, ship.seat), PLACE) if may_place else {}

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        return Announced(PlacingShuttle(ship.seat, self.lines(game, ship)[said[0]]))

    def refusal(self, game: Game, ship: Ship, line: Line) -> Refused | None:
        """Return why the shuttle cannot be placed: not tabled, or in the start hex."""
        title = text_after_verb(line)
        if text_of(line) in card_phrases(game, tabled_shuttles(game, ship.seat), PLACE):
            return why_not_place(game, ship.seat, SHUTTLE, ship.at)
        number = find_in_hand(game, game.players[ship.seat], title)
        if number is not None and is_shuttle(game, number):
            return "17.8", f"{title} is in your hand: table it first, and place it then"
        if number is not None:
            return "17.6", f"{title} is no shuttle: play it instead"
        down = [n for n in game.players[ship.seat].tabled if n in game.board.face_down]
        if any(game.cards[n].card.title == title for n in down):
            return "13.8", f"{title} lies face down and cannot be used"
        return "17.6", f"You have no tabled shuttle {title}".rstrip()

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every tabled shuttle."""
        return list(card_phrases(game, tabled_shuttles(game, ship.seat), PLACE))


class TakeBack(ShuttleKind["tuple[int | None, int | None]"]):
    """The maneuver ``take back TITLE [in Q,R]``: a whole shuttle, tabled or in the hex, goes to hand (rules 17.6)."""

    words = ("take back",)
    does = "taking a shuttle back"
    own_turn_only = False  # "take the hit" begins with the same word
    ground = Ground.SHUTTLE

    def lines(self, game: Game, ship: Ship) -> dict[str, tuple[int | None, int | None]]:
        """Return every whole shuttle by its phrase: a tabled card, or a piece in the hex."""
        whole = [number for number in tabled_shuttles(game, ship.seat) if number not in game.board.damage]
        here = [piece for piece in own_shuttles(game, ship.seat) if piece.at == ship.at and is_whole(game, piece)]
        tabled = {line: (None, card) for line, card in card_phrases(game, whole, TAKE_BACK).items()}
        return tabled | {line: (piece, None) for line, piece in _phrases(game, here).items()}

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        return Announced(TakingBack(ship.seat, *self.lines(game, ship)[said[0]]))

    def refusal(self, game: Game, ship: Ship, line: Line) -> Refused | None:
        """Return why the shuttle cannot be taken back: not the player's, elsewhere, or damaged."""
        if line[0].verb != "take back":
            return None
        if wrong := wrong_moment(game, self.does):
            return wrong
        number = _phrases(game, own_shuttles(game, ship.seat)).get(text_of(line))
        if number is not None:
            piece = game.board.placed[number]
            if piece.at != ship.at:
                return "17.6", f"{piece.title} is not in the hex of your ship"
            return "17.6", f"{piece.title} is damaged: only a whole shuttle goes back to hand"
        if text_of(line) in card_phrases(game, tabled_shuttles(game, ship.seat), TAKE_BACK):
            return "17.6", f"{text_after_verb(line)} is damaged: only a whole shuttle goes back to hand"
        return "17.6", "You have no such shuttle on your table or in a hex"

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every shuttle of the player."""
        return [
            *card_phrases(game, tabled_shuttles(game, ship.seat), TAKE_BACK),
            *_phrases(game, own_shuttles(game, ship.seat)),
        ]


def _phrases(game: Game, pieces: Iterable[Placed]) -> dict[str, int]:
    """Return the numbers of the pieces by their lines, which tell pieces of one title apart."""
    refs = phrases_of(game, (piece_ref(piece.number) for piece in pieces), TAKE_BACK)
    return {phrase: ref[1] for phrase, ref in refs.items()}


@dataclass(slots=True, eq=False)
class PlacingShuttle(Frame["Game"]):
    """An announced placement of a tabled shuttle."""

    seat: int
    card: int

    def advance(self, game: Game) -> None:
        """Place the shuttle, if it is still on the table."""
        game.stack.pop()
        if self.card in tabled_shuttles(game, self.seat):
            place_shuttle(game, self.seat, self.card)


@dataclass(slots=True, eq=False)
class TakingBack(Frame["Game"]):
    """An announced return of a shuttle to hand: of a `piece` in the hex, or of a tabled `card`."""

    seat: int
    piece: int | None
    card: int | None

    def advance(self, game: Game) -> None:
        """Move the shuttle to hand and its crew back aboard the ship (rules 17.7)."""
        game.stack.pop()
        crew: tuple[int, ...] = ()
        if self.piece is not None:
            piece = game.board.placed.get(self.piece)
            if piece is None or piece.card is None:
                return
            game.board.take_away(self.piece)
            number, crew = piece.card, piece.crew
        else:
            assert self.card is not None
            number = self.card
            if number not in game.players[self.seat].tabled:
                return
            leave(game, number)
        game.players[self.seat].hand.append(number)
        game.tell(TakenBack, seat=self.seat, title=game.cards[number].card.title)
        refresh_all(game)
        for each in crew:
            enter(game, self.seat, each)
