"""The viewer's hand as cards, each with its possible plays, and the viewer's stops (rules 13.14)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cards.printed import Piece
from incursions.games.incursions.rules.state.phrases import is_stop, parse_option
from incursions.games.incursions.rules.view import View
from tournaments.matches.printed import Printed
from tournaments.tables import wording
from tournaments.tables.option_rows import JOINING, Line, Row

PLAYS = ("play", "table", "discard")
STOPS = {
    "power up": "after another’s power-up",
    "score": "after a score is rolled",
    "last step": "before a turn’s last step",
}


@dataclass(frozen=True)
class Button:
    """A button that plays a card; with `leads_on` it opens the row in the list that has the targets and amounts."""

    row: Row
    label: str
    leads_on: bool
    place: int = 0  # of the first choice with the card, if the row has choices

    @property
    def anchor(self) -> str:
        """The anchor of the link: the row or the place in it to open."""
        return f"{self.row.id}-{self.place}" if self.place else self.row.id


@dataclass(frozen=True)
class HandCard:
    """A title of the hand. `rows` are the options that concern it, `refused` says why there are none."""

    piece: Piece
    copies: int
    rows: tuple[Row, ...]
    refused: Row | None = None

    @property
    def is_legal(self) -> bool:
        return bool(self.rows)

    @property
    def buttons(self) -> list[Button]:
        """A button for each kind of play. It leads to the list if there are several targets or amounts."""
        alike: dict[Line, list[Row]] = {}
        for row in self.rows:
            alike.setdefault(row.act, []).append(row)
        return [
            Button(rows[0], self._make_label(act), len(rows) > 1 or bool(rows[0].choices), self._find_place(rows[0]))
            for act, rows in alike.items()
        ]

    def _make_label(self, act: Line) -> str:
        """Return an act in words, without the title of the card."""
        first, *later = act
        if first.verb in JOINING:
            return f"as {first.face}" if first.face else "Choose"
        words = first.verb if first.title == self.piece.title else first.text
        return wording.capitalise(" ".join((words, *(option.text for option in later))))

    def _find_place(self, row: Row) -> int:
        fitting = [place for place, choice in enumerate(row.choices, 1) if choice.card == self.piece.title]
        return fitting[0] if fitting else min(len(row.choices), 1)

    @property
    def why_not(self) -> str:
        """The reason for the refusal, without the title of the card."""
        reason = self.refused.note.removeprefix(f"{self.piece.title} ") if self.refused else ""
        return wording.capitalise(reason.removeprefix("is "))


@dataclass(frozen=True)
class Hand:
    """A hand by title, in the order drawn. `limit` is how many cards the discard step leaves now (rules 6.4)."""

    cards: tuple[HandCard, ...]
    count: int
    limit: int

    @property
    def words(self) -> str:
        """The number of cards that are playable now, in words; "" if none is."""
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


def build_hand(view: View, rows: Sequence[Row], printed: Printed) -> Hand:
    """Return the hand of the viewing seat, with the options that concern each title."""
    seat = view["seat"]
    assert seat is not None
    titles = view["hand"]
    cards = [
        HandCard(
            printed.piece(title), titles.count(title), tuple(_find_rows_for(title, rows)), _find_refusal(title, rows)
        )
        for title in dict.fromkeys(titles)
    ]
    return Hand(tuple(cards), len(titles), view["players"][seat]["hand_limit"])


def _find_rows_for(title: str, rows: Iterable[Row]) -> Iterable[Row]:
    """Yield the rows that play a card of this title from the hand, without those of its copies on the table."""
    for row in rows:
        if row.is_refused:
            continue
        first = row.line[0]
        is_played = first.verb in PLAYS or first.subject == "card"
        is_named = is_played and row.piece is not None and row.piece.title == title
        if is_named or any(choice.card == title for choice in row.choices):
            yield row


def _find_refusal(title: str, rows: Iterable[Row]) -> Row | None:
    """Return the refused row that says why the card cannot be played now, or None."""
    lines = (f"table {title}", f"play {title}")
    return next((row for row in rows if row.is_refused and row.text in lines), None)


def list_stops(standing: Iterable[str]) -> list[Stop]:
    """Return the stops that the standing actions of a seat can set or clear."""
    actions = map(parse_option, filter(is_stop, standing))
    return [Stop(each.text, STOPS.get(each.subject, each.text), is_set=each.verb == "clear stop") for each in actions]
