"""References to ships, cards, pieces and places, their phrases in lines, and picks: questions for one of them.

("seat", 1) is a ship or its player, ("card", 17) a card by its number, ("piece", 3) a piece in a hex, ("hex", 2, -1) a
place, ("system", 1, "phasers") a system of a ship, ("tile", 5, "Nova") a tile of a pile, ("word", "hull") and
("amount", 2) anything else that can be chosen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY
from typing import Any

from incursions.engine.frames import Choice, frame_class
from incursions.engine.hexes import hex_text
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.shapes import Forecast

OF_SEAT, IN_HEX = " of seat ", " in "  # between a title and where it lies
Ref = tuple[Any, ...]
CHOOSE = "choose "
GO_ON = "pass"
NOTHING: Ref = ("nothing",)  # what a pass picks


def seat_ref(seat: int) -> Ref:
    """Return a reference to a ship or its player."""
    return ("seat", seat)


def card_ref(number: int) -> Ref:
    """Return a reference to a card, wherever it lies."""
    return ("card", number)


def piece_ref(number: int) -> Ref:
    """Return a reference to a piece in a hex."""
    return ("piece", number)


def word_ref(word: str) -> Ref:
    """Return a reference to a word."""
    return ("word", word)


def amount_ref(count: int) -> Ref:
    """Return a reference to a number."""
    return ("amount", count)


def name_of(game: GameState, ref: Ref) -> str:
    """Return the name in a line: ``seat 1``, a title, ``TITLE of seat 1`` on a table, ``TITLE in 2,-1``, a word."""
    kind, value = ref[0], ref[1]
    if kind == "seat":
        return f"seat {value}"
    if kind == "card":
        title = game.cards[value].title
        holder = holder_of(game, value)
        return title if holder is None else f"{title}{OF_SEAT}{holder}"
    if kind == "piece":
        piece = game.board.placed[value]
        return f"{piece.title}{IN_HEX}{hex_text(piece.at)}"
    if kind == "tile":
        return str(ref[2])
    if kind == "system":
        return f"{ref[2]}{OF_SEAT}{value}"
    return hex_text((value, ref[2])) if kind == "hex" else str(value)


def holder_of(game: GameState, card: int) -> int | None:
    """Return the seat that has the card in play on its table, or None."""
    for player in game.players:
        if card in player.tabled or card == player.captain or card in player.captains:
            return player.seat
    return None


def find_seat(game: GameState, ref: Ref) -> int | None:
    """Return the seat that a reference names, or that holds its card or controls its piece; None without one."""
    if ref[0] in ("seat", "system"):
        seat: int = ref[1]
        return seat
    if ref[0] == "card":
        return holder_of(game, ref[1])
    piece = game.board.placed.get(ref[1]) if ref[0] == "piece" else None
    return None if piece is None else piece.owner


def told_apart(game: GameState, ref: Ref) -> str:
    """Return the unique name of a ship, a card in play or a piece in a hex; the second of two ends in `#2`."""
    name, kind, value = name_of(game, ref), ref[0], ref[1]
    if kind == "piece":
        piece = game.board.placed[value]
        place = 0
        for other in game.board.placed.values():
            if other is piece:
                break
            place += other.at == piece.at and other.title == piece.title
    else:
        holder = holder_of(game, value) if kind == "card" else None
        if holder is None:
            return name
        title = game.cards[value].title
        alike = [number for number in game.players[holder].in_play if game.cards[number].title == title]
        place = alike.index(value)
    return f"{name} #{place + 1}" if place else name


def phrases_of(game: GameState, refs: Iterable[Ref], prefix: str = "") -> dict[str, Ref]:
    """Return the references by their phrases. Equal ones are numbered: ``TITLE in 2,-1 #2``."""
    phrases: dict[str, Ref] = {}
    for ref in refs:
        phrase, count = prefix + name_of(game, ref), 1
        while phrase in phrases:
            count += 1
            phrase = f"{prefix}{name_of(game, ref)} #{count}"
        phrases[phrase] = ref
    return phrases


@frame_class
class Pick(Choice[GameState]):
    """A choice of one of `refs`. The frame below asked, and `take_pick` tells it the answer, `NOTHING` for a pass.

    `prefix` begins each option, `may_pass` adds a pass. `kind` is the kind of the question.
    """

    refs: tuple[Ref, ...]
    title: str
    rule: str
    _: KW_ONLY
    topic: str = "pick"
    kind: str = "one"
    prefix: str = CHOOSE
    may_pass: bool = False

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Return the question with everything that can be picked."""
        if said:
            return None
        options = list(self._refs_by_phrase(game))
        if self.may_pass:
            options.append(GO_ON)
        least = GO_ON if self.may_pass else None
        return Question(self.seat, self.kind, self.topic, options, least, self.title, self.rule)

    def forecast(self, game: GameState, said: Phrases) -> Forecast:
        """Return the forecast of the frame that asked, if it makes one."""
        forecast_pick = getattr(game.stack[-2], "forecast_pick", None)
        return {} if forecast_pick is None else forecast_pick(game, said)

    def _refs_by_phrase(self, game: GameState) -> dict[str, Ref]:
        """Return everything that can be picked, by its phrase."""
        return phrases_of(game, self.refs, self.prefix)

    def perform(self, game: GameState, said: Phrases) -> None:
        """Pass the answer to the frame below."""
        ref = NOTHING if said[0] == GO_ON else self._refs_by_phrase(game)[said[0]]
        game.stack.pop()
        game.stack[-1].take_pick(game, ref)  # type: ignore[attr-defined]  # who asks with a pick has it
