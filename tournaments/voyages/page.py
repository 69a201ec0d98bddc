"""The page of a voyage at a step: the table as in a match, with the line that the step asks for as the only option."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from markupsafe import Markup

from incursions.engine.events import EventData
from incursions.games.contract import GameKind
from incursions.games.tables import RecentMove, Scene
from incursions.games.voyages import Voyage, VoyageMove, VoyageStep
from tournaments.matches.log import LogText
from tournaments.matches.match_page import MatchPage, Notice, draw_part
from tournaments.matches.models import Match, Seat
from tournaments.matches.table_rows import Clocks, Table

CHART = "chart"
"""The part of the page above which the sentence stands, outside of it."""


class VoyagePage(MatchPage):
    """The contents of the match page at a step of a voyage, for which no match has a row."""

    def __init__(self, kind: GameKind, voyage: Voyage, number: int, request: Any, notice: Notice | None = None) -> None:
        self.voyage, self.number, self.request = voyage, number, request
        position = voyage.lay(number)
        self.moves = position.moves
        match = Match(game=kind.name, mode=voyage.mode, is_lesson=True)
        bot = kind.find_first_opponent(0).name
        seats = [Seat(match=match, index=index, bot=bot) for index in range(len(position.game.points))]
        seats[voyage.seat].bot = ""
        super().__init__(Table(match, seats, position.game, voyage.seat, Clocks(0, None, [])), notice)
        self.pieces = self.kind.read_pieces(position.game.setup)

    @property
    def step(self) -> VoyageStep | None:
        """The step; None after the last one."""
        return self.voyage.steps[self.number] if self.number < len(self.voyage.steps) else None

    @property
    def asked_text(self) -> str:
        """The line that the step asks for; "" if the step is only read."""
        return self.step.play if self.step else ""

    @property
    def beside(self) -> str:
        """The word for what the sentence is about; "" after the last step."""
        return self.step.beside if self.step else ""

    @cached_property
    def scene(self) -> Scene:
        """The scene of the game for the learner."""
        make = self.kind.make_voyage_scene
        assert make is not None, "a game with voyages draws them"
        return make(self)

    @property
    def actions(self) -> list[Any]:
        """The actions of the match: none, because a voyage has no rows."""
        return []

    @property
    def happened(self) -> Sequence[EventData]:
        """The events of the last line."""
        return self.moves[-1].events if self.moves else ()

    @property
    def recent(self) -> list[RecentMove]:
        """The moves that the last step brought."""
        return [RecentMove(number, move.events) for number, move in enumerate(self.moves, 1) if self.is_new(move)]

    def is_new(self, move: VoyageMove) -> bool:
        """Return True if the last step brought the move."""
        return move.step == self.number - 1

    @property
    def why_not_url(self) -> str:
        """The address of reasons: none, because only one thing can be done."""
        return ""

    @property
    def asked_clock(self) -> None:
        """The running clock: none in a voyage."""

    @property
    def hint(self) -> None:
        """The first-time hint: none, because the sentence of the step explains what is new."""

    @property
    def waiting_words(self) -> str:
        """The sentence for a step that offers no option."""
        return "Nothing to choose in this step. Read the sentence, then continue."

    def render_cached(self, part: str, shows: object, draw: Callable[[], Markup]) -> Markup:
        """Render a part anew, because a voyage has no cache."""
        return draw()

    @property
    def log_items(self) -> SafeString:
        """The lines of the log as list items; those of the last step are marked as new."""
        seats = self.kind.name_seats(self.scene.view, ())
        writer = LogText(self.kind.begin_log(seats, self.seat, self.scene.view), self.seat)
        return mark_safe(  # noqa: S308 -- each item is escaped
            "".join(
                line.item(None, is_new=self.is_new(move))
                for move in self.moves
                for line in writer.lines(None, move.events)
            )
        )

    @cached_property
    def parts(self) -> dict[str, str]:
        """Every part of the table. The sentence stands before the part that it is about, unless that is the chart."""
        parts: dict[str, str] = {**self.scene.parts}
        parts["prompt"] = draw_part("prompt", {"page": self, "match": self.match, "table": self.table})
        if self.target != CHART and self.target in parts:
            parts[self.target] = Markup(self.lesson) + Markup(parts[self.target])  # noqa: S704 -- both are HTML
        return parts

    @property
    def target(self) -> str:
        """The name of the part before which the sentence stands."""
        return self.voyage.places[self.step.beside] if self.step else CHART

    @property
    def lesson(self) -> str:
        """The sentence with its buttons."""
        return render_to_string("voyages/lesson.html", {"page": self, "voyage": self.voyage}, self.request)
