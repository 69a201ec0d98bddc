"""References: plain tuples that point at ships, cards, pieces and places, and the phrases that name them in lines.

("seat", 1) is a ship or its player, ("card", 17) a card by its number, ("piece", 3) a piece in a hex, ("hex", 2, -1) a
place, ("system", 1, "phasers") a system of a ship, ("tile", 5, "Nova") a tile of a pile, ("word", "hull") and
("amount", 2) anything else that can be chosen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from incursions.engine.hexes import Hex, hex_text

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game

OF_SEAT, IN_HEX = " of seat ", " in "  # between a title and where it lies
Ref = tuple[Any, ...]


def seat_ref(seat: int) -> Ref:
    """Return a reference to a ship or its player."""
    return ("seat", seat)


def card_ref(number: int) -> Ref:
    """Return a reference to a card, wherever it lies."""
    return ("card", number)


def piece_ref(number: int) -> Ref:
    """Return a reference to a piece in a hex."""
    return ("piece", number)


def hex_ref(at: Hex) -> Ref:
    """Return a reference to a hex."""
    return ("hex", *at)


def word_ref(word: str) -> Ref:
    """Return a reference to a word."""
    return ("word", word)


def amount_ref(count: int) -> Ref:
    """Return a reference to a number."""
    return ("amount", count)


def system_ref(seat: int, name: str) -> Ref:
    """Return a reference to a system of a seat's ship."""
    return ("system", seat, name)


def tile_ref(place: int, title: str) -> Ref:
    """Return a reference to a tile of a pile by its place from the bottom."""
    return ("tile", place, title)


def name_of(game: Game, ref: Ref) -> str:
    """Return the name in a line: ``seat 1``, a title, ``TITLE of seat 1`` on a table, ``TITLE in 2,-1``, a word."""
    kind, value = ref[0], ref[1]
    if kind == "seat":
        return f"seat {value}"
    if kind == "card":
        title = game.cards[value].card.title
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


def holder_of(game: Game, card: int) -> int | None:
    """Return the seat that has the card in play on its table, or None."""
    for player in game.players:
        if card in player.tabled or card == player.captain or card in player.captains:
            return player.seat
    return None


def told_apart(game: Game, ref: Ref) -> str:
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
        title = game.cards[value].card.title
        alike = [number for number in game.players[holder].in_play if game.cards[number].card.title == title]
        place = alike.index(value)
    return f"{name} #{place + 1}" if place else name


def phrases_of(game: Game, refs: Iterable[Ref], prefix: str = "") -> dict[str, Ref]:
    """Return the references by their phrases. Equal ones are numbered: ``TITLE in 2,-1 #2``."""
    phrases: dict[str, Ref] = {}
    for ref in refs:
        phrase, count = prefix + name_of(game, ref), 1
        while phrase in phrases:
            count += 1
            phrase = f"{prefix}{name_of(game, ref)} #{count}"
        phrases[phrase] = ref
    return phrases
