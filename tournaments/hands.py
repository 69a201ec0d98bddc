"""The viewer's own hand as cards, each with what may be done with it now; and the stops he has set (rules 13.14)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.option_rows import Row
from tournaments.printed import Piece, Printed

SET, CLEAR = "set stop ", "clear stop "
STOPS = {
    "power up": "after another’s power-up",
    "score": "after a score is rolled",
    "last step": "before a turn’s last step",
}


@dataclass(frozen=True)
class HandCard:
    """One title of the hand. `rows` are the options that concern it."""

    piece: Piece
    copies: int
    rows: tuple[Row, ...]

    @property
    def is_legal(self) -> bool:
        return bool(self.rows)


@dataclass(frozen=True)
class Hand:
    """The cards by title in the order drawn. `limit` is what the discard step leaves of them now (rules 6.4)."""

    cards: tuple[HandCard, ...]
    count: int
    limit: int

    @property
    def words(self) -> str:
        """How many there are, and of how many something can be done."""
        playable = sum(card.is_legal for card in self.cards)
        return f"{playable} playable now" if playable else ""

    @property
    def counted(self) -> str:
        return f"{self.count} of {self.limit}"


@dataclass(frozen=True)
class Stop:
    """A moment at which the player can ask to be asked, and the standing action that changes it."""

    text: str
    words: str
    is_set: bool


def hand_of(view: Mapping[str, Any], rows: Sequence[Row], printed: Printed) -> Hand:
    """The hand of the seat whose view it is, with the options that concern each title."""
    titles: list[str] = view["hand"]
    cards = [
        HandCard(printed.piece(title), titles.count(title), tuple(_concerning(title, rows)))
        for title in dict.fromkeys(titles)
    ]
    return Hand(tuple(cards), len(titles), view["players"][view["seat"]]["hand_limit"])


def _concerning(title: str, rows: Iterable[Row]) -> Iterable[Row]:
    """What may be done with a card of the hand: not what concerns another of that title on the table."""
    words = ("play ", "table ", "discard ", "with card ", "and card ")
    for row in rows:
        if not row.is_refused and row.piece is not None and row.piece.title == title and row.text.startswith(words):
            yield row


def stops_of(standing: Iterable[str]) -> list[Stop]:
    """The stops that the standing actions of a seat can set or clear."""
    found = []
    for text in standing:
        for begin in (SET, CLEAR):
            if text.startswith(begin):
                name = text[len(begin) :]
                found.append(Stop(text, STOPS.get(name, name), is_set=begin == CLEAR))
    return found
