"""The page of a replay: the table after each move, the options there and the one chosen.

Positions are made by replaying set-up, seed and actions; none is stored.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from markupsafe import Markup

from incursions.books.links import link_marked_rules
from incursions.engine import Game
from incursions.engine.events import EventData
from incursions.games.tables import LogFilter, RecentMove, Scene, TableKind
from incursions.kit.words import join_names
from tournaments.matches.log import ALL, LogLine, list_filters
from tournaments.matches.match_page import MatchPage, draw_part
from tournaments.matches.replays.tape import Knowledge, Tape, moments
from tournaments.matches.table_rows import Clocks, Table

SCRUBBER_LEFT, SCRUBBER_WIDTH, SCRUBBER_BASE, SCRUBBER_HEIGHT = 20, 960, 44, 40


@dataclass(frozen=True)
class Curve:
    """The points of one seat over the match, as an SVG path."""

    title: str
    css: str
    path: str


RenderCache = dict[str, list[tuple[object, Markup]]]
"""The parts of several moments by name, each with what it shows: most moves change one ship and one hand at most."""


class Step(NamedTuple):
    """A link to another moment; without an address if there is nothing more in that direction."""

    name: str
    words: str
    sign: str
    key: str
    address: str


@dataclass(frozen=True)
class Address:
    """The address of a replay and its view: whose knowledge, which filter of the log, and undone moves or not."""

    path: str
    knowledge: str = ""
    log: str = ALL.word
    with_undone: bool = False

    @property
    def query_fields(self) -> list[tuple[str, str]]:
        """The parts of the query that differ from the default."""
        every = (
            ("as", self.knowledge),
            ("log", "" if self.log == ALL.word else self.log),
            ("undone", "1" * self.with_undone),
        )
        return [(name, value) for name, value in every if value]

    @property
    def query(self) -> str:
        """The query string of the address, with its question mark; "" for the default."""
        return f"?{urlencode(self.query_fields)}" if self.query_fields else ""

    def build_url(self, number: int) -> str:
        """Return the address of a moment."""
        return f"{self.path}/{number}{self.query}"


class ReplayPage(MatchPage):
    """The contents of the match page at an earlier move, with the chosen knowledge. `own` is the viewer's seat."""

    def __init__(
        self,
        tape: Tape,
        number: int,
        knowledge: Knowledge,
        address: Address,
        *,
        seats: list[Any],
        own: int | None = None,
        is_staff: bool = False,
        match: Any = None,
    ) -> None:
        self.tape = tape
        self.knowledge = knowledge
        self.address = address
        self.number = min(max(number, 0), tape.last)
        self.before: Game | None = None  # the game before the move shown
        self.cache: RenderCache = {}
        game = tape.position(max(self.number - 1, 0))
        if self.number:
            self.before = game.copy()
            tape.play_on(game, self.number)
        super().__init__(Table(match, seats, game, knowledge.seat, Clocks(0, None, []), is_staff))
        self.own, self.pieces, self.sees_hand = own, tape.pieces, knowledge.sees_hand

    @property
    def kind(self) -> TableKind:
        """The looks of the game."""
        return self.tape.recording.kind.table

    @cached_property
    def scene(self) -> Scene:
        """The move as the viewer sees it."""
        return self.kind.make_replay_scene(self)

    @property
    def happened(self) -> Sequence[EventData]:
        """The events of the move shown, known or not: the path of a ship is drawn from them."""
        return self.tape.action(self.number).events if self.number else ()

    @property
    def recent(self) -> list[RecentMove]:
        """The move shown, as far as it is known."""
        return [RecentMove(self.number, self.tape.events_for(self.number, self.knowledge))] if self.number else []

    def render_cached(self, part: str, shows: object, draw: Callable[[], Markup]) -> Markup:
        """Return a part from the cache of this page, which a bundle of moments shares."""
        cached = self.cache.setdefault(part, [])
        for known, html in reversed(cached):
            if known == shows:
                return html
        html = Markup(link_marked_rules(draw()))  # noqa: S704 -- it is HTML
        cached.append((shows, html))
        return html

    @property
    def knows_all(self) -> bool:
        return self.knowledge.knows_all

    @property
    def is_own_knowledge(self) -> bool:
        """True if the viewer looks with the knowledge of the own seat."""
        return self.own is not None and self.own == self.seat

    @property
    def sees_reasons(self) -> bool:
        """True for staff, who see why bots act; not during a match at a table at which they sit."""
        return self.table.is_staff and (self.own is None or self.tape.recording.is_open_book)

    @property
    def heading(self) -> str:
        return join_names([each["title"] for each in self.tape.seats])

    # --- where it is ---

    @cached_property
    def moments(self) -> list[int]:
        """The moves through which the viewer steps."""
        return moments(self._lines, with_undone=self.address.with_undone)

    @property
    def steps(self) -> list[Step]:
        """The links to other moments."""
        turns = self.turn_moments
        return [
            Step("first", "First", "|‹", "Home", self._first(self.moments)),
            Step("turn-back", "Turn back", "«", "⇧←", self._last_before(turns)),
            Step("back", "Back", "‹", "←", self._last_before(self.moments)),
            Step("on", "On", "›", "→", self._first_after(self.moments)),
            Step("turn-on", "Turn on", "»", "⇧→", self._first_after(turns)),
            Step("attack-on", self.kind.highlight_words, "A›", "a", self._first_after(self.highlights)),
            Step("last", "Last", "›|", "End", self._first(self.moments[-1:])),
        ]

    def _first(self, numbers: list[int]) -> str:
        """Return the address of the first of these moves; "" if it is the one shown."""
        return "" if numbers[0] == self.number else self.address.build_url(numbers[0])

    def _first_after(self, numbers: list[int]) -> str:
        """Return the address of the first of these moves after the one shown, or ""."""
        return next((self.address.build_url(number) for number in numbers if number > self.number), "")

    def _last_before(self, numbers: list[int]) -> str:
        """Return the address of the last of these moves before the one shown, or ""."""
        return next((self.address.build_url(number) for number in reversed(numbers) if number < self.number), "")

    @cached_property
    def turn_moments(self) -> list[int]:
        """The moves with which turns began."""
        return [turn.number for turn in self.tape.turns]

    @cached_property
    def highlights(self) -> list[int]:
        """The moves to which links lead, such as attacks."""
        return self.tape.find_highlights(self.knowledge)

    @property
    def undone_address(self) -> str:
        """The address of the current moment with undone moves shown, or hidden again."""
        return replace(self.address, with_undone=not self.address.with_undone).build_url(self.number)

    # --- the log ---

    @cached_property
    def _lines(self) -> list[list[LogLine]]:
        """The log lines of the opening, then of each move, as far as they are known."""
        return self.tape.lines(self.knowledge, is_own=self.is_own_knowledge, has_reasons=self.sees_reasons)

    @cached_property
    def log(self) -> list[LogLine]:
        """All lines that the knowledge allows."""
        return [line for of_move in self._lines for line in of_move]

    @property
    def log_items(self) -> SafeString:
        """The log as list items, with the move shown marked and lines outside the filter hidden."""
        path, query, here, word = self.address.path, self.address.query, self.number or None, self.address.log
        return format_html_join(
            "",
            "{}",
            (
                (line.item(path, is_current=line.number == here, query=query, is_hidden=not line.is_shown_by(word)),)
                for line in self.log
            ),
        )

    @property
    def filters(self) -> list[tuple[LogFilter, str]]:
        """The filters of the log, each with its address."""
        offered = list_filters(self.kind, self.tape.seats)
        return [(each, replace(self.address, log=each.word).build_url(self.number)) for each in offered]

    # --- the move shown ---

    @property
    def move_lines(self) -> list[LogLine]:
        """The lines of the move shown, as far as they are known."""
        return [line for line in self._lines[self.number] if not line.is_heading]

    @property
    def move_title(self) -> str:
        """The move shown in words: who did what."""
        if self.number == 0:
            return "The start"
        action = self.tape.action(self.number)
        who = "The house" if action.seat is None else self.game.seat_title(action.seat)
        return f"Move {self.number}: {who}"

    @cached_property
    def alternatives(self) -> Sequence[Any]:
        """The options at this move, the chosen row open; none if they would reveal a hidden hand."""
        if self.before is None or self.before.decision is None:
            return []
        asked = self.before.decision.seat
        if self.before.has_secrets and not self.knowledge.sees_choices(asked):
            return []
        said = self.tape.action(self.number)
        return self.kind.list_alternatives(self.before, asked, said.text if said.seat == asked else None, self.pieces)

    # --- drawn ---

    @cached_property
    def parts(self) -> dict[str, str]:
        """Every part that a step changes, by the id of its element."""
        return {**self.scene.parts, "prompt": draw_part("moment", {"page": self})}

    # --- the scrubber ---

    @cached_property
    def curves(self) -> list[Curve]:
        """The points of each seat over the moves, as lines of the scrubber."""
        points = self.tape.points
        most = max(map(max, points)) or 1
        return [
            Curve(self.game.seat_title(seat), each["css"], self._path([at[seat] for at in points], most))
            for seat, each in enumerate(self.tape.seats)
        ]

    def _path(self, values: list[int], most: int) -> str:
        """Return an SVG path with a corner wherever the value changes."""
        corners = [
            number
            for number, value in enumerate(values)
            if number in (0, len(values) - 1) or value != values[number - 1] or value != values[number + 1]
        ]
        dots = (
            f"{self.across(number):.1f} {SCRUBBER_BASE - SCRUBBER_HEIGHT * values[number] / most:.1f}"
            for number in corners
        )
        return "M" + "L".join(dots)

    def across(self, number: int) -> float:
        """Return the x coordinate of a move in the scrubber."""
        return SCRUBBER_LEFT + SCRUBBER_WIDTH * number / max(self.tape.last, 1)

    @property
    def knob(self) -> int:
        """The x coordinate of the move shown in the scrubber."""
        return round(self.across(self.number))

    @property
    def round_marks(self) -> str:
        """An SVG path with a stroke under the curves at the start of each round."""
        begun: dict[int, int] = {}
        for turn in self.tape.turns:
            begun.setdefault(turn.round, turn.number)
        return "".join(f"M{self.across(number):.1f} {SCRUBBER_BASE}v6" for number in begun.values())

    @property
    def reel(self) -> str:
        """The data for the stepping script, as JSON."""
        return json.dumps(
            {
                "number": self.number,
                "last": self.tape.last,
                "moments": self.moments,
                "turns": self.turn_moments,
                "attacks": self.highlights,
                "path": self.address.path,
                "query": self.address.query,
                "left": SCRUBBER_LEFT,
                "width": SCRUBBER_WIDTH,
            },
            separators=(",", ":"),
        )
