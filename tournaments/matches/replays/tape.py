"""A recorded match, replayed once with positions kept every few moves, so that any moment is quickly at hand.

A recording is plain data, of a match played here or of an uploaded file. A tape knows everything; a viewer gets what
a `Knowledge` allows. While decks are hidden, players may look with that of their own seat or of a spectator, and
everybody else with a spectator's. Afterwards anybody may look with any seat's, or with all of it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from incursions.engine import Game, find_undone
from incursions.engine.core import Setup
from incursions.engine.events import EventData
from incursions.engine.log import returns
from incursions.engine.standing import BACK
from incursions.games.contract import GameKind
from incursions.games.tables import SeatTitle
from incursions.kit.caches import VersionedCache
from tournaments.matches.log import LogLine, LogText, is_for
from tournaments.matches.models import Match

SPACING = 32  # moves between kept positions: replaying as many is faster than rendering one
TAPES_KEPT = 12

OPEN, WATCHED = "open", "watched"


@dataclass(frozen=True)
class Knowledge:
    """The knowledge of a seat, of a spectator (`seat` None), or of everything. `key` is used in addresses."""

    key: str
    title: str
    seat: int | None = None
    knows_all: bool = False
    hands: frozenset[int] = frozenset()
    """Seats whose hands are known in addition, and nothing else that they know."""

    def sees_hand(self, seat: int) -> bool:
        """Return True if the hand of that seat is known."""
        return self.sees_choices(seat) or seat in self.hands

    def sees_choices(self, seat: int) -> bool:
        """Return True if the options of the seat are known; they may reveal what the seat knows of others."""
        return self.knows_all or seat == self.seat


class Recorded(NamedTuple):
    """An action with its dice and events; `reason` is a bot's own, for staff.

    `move` is its number among the moves that all are told of, 0 for the stage of a line or a stop. In an uploaded
    file every action is a move.
    """

    number: int
    move: int
    seat: int | None
    text: str
    dice: list[int]
    events: list[EventData]
    reason: str = ""


@dataclass(frozen=True)
class Recording:
    """Set-up, seed and actions, which are the whole match, with their events.

    `is_open_book`: the decks, and with them everything else, are public. Until then the holder of a recording must
    show no more of it than a `Knowledge` allows.
    """

    kind: GameKind
    setup: Setup
    seed: bytes
    opening: list[EventData]
    actions: tuple[Recorded, ...]
    is_open_book: bool


class Turn(NamedTuple):
    """A turn, and the move with which it began."""

    number: int
    round: int
    seat: int


class Tape:
    """The whole match, move by move. Safe to share among threads: kept positions are copied before they are played on.

    A line that was said in stages is one move; its text is the whole line.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.actions = list(_join_stages(recording.kind.game, recording.actions))
        self.points: list[list[int]] = []  # of each seat, move by move
        self._kept: list[Game] = []
        self._lines: dict[tuple[Knowledge, bool, bool], list[list[LogLine]]] = {}
        said = [(action.seat, action.text) for action in recording.actions]
        for game in recording.kind.game.replaying(recording.setup, recording.seed, said, returns(said)):
            if game.number == 0:
                self.seats = recording.kind.table.name_seats(game.view(None), ())
            elif not recording.actions[game.number - 1].move:
                continue
            if len(self.points) % SPACING == 0:
                self._kept.append(game.copy())
            self.points.append(game.points)

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.actions)

    @cached_property
    def pieces(self) -> Any:
        """The printed pieces of the match."""
        return self.recording.kind.table.read_pieces(self.recording.setup)

    def position(self, number: int) -> Game:
        """Return the game after that move; 0 is the start."""
        game = self._kept[number // SPACING].copy()
        self.play_on(game, number)
        return game

    def play_on(self, game: Game, number: int) -> None:
        """Play on in a game of this tape until after that move."""
        until = self.action(number).number if number else 0
        for action in self.recording.actions[game.number : until]:
            game.act(action.seat, action.text)

    def action(self, number: int) -> Recorded:
        """Return the move of that number, from 1."""
        return self.actions[number - 1]

    @cached_property
    def undone(self) -> frozenset[int]:
        """The moves that the table has stepped back behind."""
        found = find_undone((each.number, each.seat, each.text) for each in self.recording.actions)
        return frozenset(number for number, action in enumerate(self.actions, 1) if action.number in found)

    @cached_property
    def turns(self) -> list[Turn]:
        """The turns in force, in the order in which they began, from the one in which the recording starts."""
        turns = [
            Turn(number, event["facts"]["round"], event["facts"]["seat"])
            for number, events in self._events()
            for event in events
            if event["kind"] == self.recording.kind.table.turn_began and number not in self.undone
        ]
        played_before = sum(turn.number == 0 for turn in turns) - 1  # in a lesson
        return turns[max(played_before, 0) :]

    def _events(self) -> Iterator[tuple[int, list[EventData]]]:
        """Yield each move's number with its events; 0 is the opening."""
        yield 0, self.recording.opening
        for number, action in enumerate(self.actions, 1):
            yield number, action.events

    def events_for(self, number: int, knowledge: Knowledge) -> list[EventData]:
        """Return the events of a move, as far as the knowledge allows."""
        events = self.action(number).events if number else self.recording.opening
        return [event for event in events if knowledge.knows_all or is_for(event, knowledge.seat)]

    def find_highlights(self, knowledge: Knowledge) -> list[int]:
        """Return the moves with known events to which a link leads, such as attacks."""
        highlights = self.recording.kind.table.highlights
        return [
            number
            for number in range(1, self.last + 1)
            if number not in self.undone
            and any(event["kind"] in highlights for event in self.events_for(number, knowledge))
        ]

    def lines(self, knowledge: Knowledge, *, is_own: bool, has_reasons: bool = False) -> list[list[LogLine]]:
        """Return the lines of the opening, then those of each move, as far as they are known.

        `is_own`: the reader owns the seat whose knowledge it is. `has_reasons`: the reader may see the bots' reasons.
        """
        key = (knowledge, is_own, has_reasons)
        if key not in self._lines:
            sentences = self.recording.kind.table.begin_log(
                self.seats, knowledge.seat if is_own else None, self.position(0).view(None)
            )
            writer = LogText(sentences, knowledge.seat, knows_all=knowledge.knows_all)
            self._lines[key] = [
                list(self._write_lines(writer, number, events, has_reasons)) for number, events in self._events()
            ]
        return self._lines[key]

    def _write_lines(
        self, writer: LogText, number: int, events: list[EventData], has_reasons: bool
    ) -> Iterator[LogLine]:
        action = self.action(number) if number else None
        is_undone = number in self.undone
        if action is not None and action.seat is not None and action.reason and has_reasons:
            yield writer.reason(number, action.seat, action.text, action.reason, is_undone=is_undone)
        if number:
            yield from writer.lines(number, events, is_undone=is_undone)
        else:
            yield from writer.write_opening(events)


def _join_stages(game: type[Game], actions: Iterable[Recorded]) -> Iterator[Recorded]:
    """Yield the moves; the text of one said in stages is its whole line."""
    said: list[str] = []
    for action in actions:
        if action.move:
            yield action._replace(text=" ".join([*said, action.text]))
            said = []
        elif action.text == BACK:
            said = said[:-1]
        elif not game.is_aside(action.text):
            said.append(action.text)


def moments(lines: list[list[LogLine]], *, with_undone: bool = False) -> list[int]:
    """Return the moves through which a viewer steps: the start, each move with a line in the log, and the end.

    Moves that the viewer may not know have no line; undone moves are skipped unless `with_undone`.
    """
    last = len(lines) - 1
    told = (
        number
        for number, of_move in enumerate(lines)
        if any(with_undone or not line.is_undone for line in of_move) and 0 < number < last
    )
    return [0, *told, last] if last else [0]


shelf: VersionedCache[Tape] = VersionedCache(TAPES_KEPT)


def tape_of(match: Match) -> Tape:
    """Return the tape of a match that has begun, up to the version of this row."""
    key = f"match {match.public_id}"
    version = 2 * match.last_action + match.lies_open  # decks may be opened without another action
    tape = shelf.find(key, version)
    if tape is None:
        tape = Tape(recording_of(match))
        shelf.keep(key, version, tape)
    return tape


def recording_of(match: Match) -> Recording:
    """Return the recording of a match that has begun, up to its newest action."""
    assert match.setup is not None, "a match that has begun has a set-up"
    written = match.actions.filter(number__lte=match.last_action).order_by("number")
    actions = tuple(
        Recorded(each.number, each.move, each.seat, each.text, each.dice, each.told_events, each.reason)
        for each in written
    )
    return Recording(match.kind, match.setup, bytes(match.seed), match.opening, actions, match.lies_open)


def list_knowledges(titles: Iterable[SeatTitle], own: int | None, *, is_open_book: bool) -> list[Knowledge]:
    """Return the knowledges that a user with the seat `own` (None: no seat) may choose; the first is the default."""
    seats = [Knowledge(str(each["seat"]), each["title"], each["seat"]) for each in titles]
    watched = Knowledge(WATCHED, "As watched")
    if is_open_book:
        return [Knowledge(OPEN, "All open", knows_all=True), *seats, watched]
    return [*(knowledge for knowledge in seats if knowledge.seat == own), watched]
