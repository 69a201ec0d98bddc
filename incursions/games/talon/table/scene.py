"""A battle as a viewer sees it: the parts of its table with their templates, and `TABLE`, which the platform asks.

No rule is decided here: options, odds and refusals come from the engine. Nothing in Talon is hidden, so all viewers
see the same view; a seat has options besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from incursions.engine.events import EventData
from incursions.games.moments import Step
from incursions.games.tables import Glance, ReplayViewer, TableKind, Viewer, VoyageViewer
from incursions.games.talon.rules import events as told
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.game import Game
from incursions.games.talon.table import TEMPLATES, chart, wording
from incursions.games.talon.table.aims import Aim, list_aims
from incursions.games.talon.table.band import Band, build_band, describe_step
from incursions.games.talon.table.first_hints import HINTS
from incursions.games.talon.table.log import BattleLog, list_filters, name_seats, read_seats_told
from incursions.games.talon.table.moments import list_steps
from incursions.games.talon.table.option_rows import RefusedRow, Row, keep_line
from incursions.games.talon.table.overlays import Overlay, list_overlays
from incursions.games.talon.table.position import describe_position
from incursions.games.talon.table.position_picture import digest_drawing, draw_position
from incursions.games.talon.table.prompt import Prompt, build_prompt, list_alternatives
from incursions.games.talon.table.question_rows import list_rows
from incursions.games.talon.table.reasons import find_idle, find_reasons
from incursions.games.talon.table.sheets import Sheet, build_sheet
from incursions.games.talon.table.wording import View
from incursions.kit.words import join_names

STEPS = ("power", "movement", "fire", "repair")
CHOSEN = {"own": 0, "other": 1, "aim": 0}
"""The ship that a sentence of a voyage is about, by the word for where it stands."""
STEP_TITLES = ("action points", "movement", "fire", "repair")


class FleetSeat(NamedTuple):
    """A seat of a side: who plays it, with the page, the clock, and whether it is asked."""

    who: str
    url: str
    clock: object
    is_asked: bool


class Fleet(NamedTuple):
    """A side: its points, its seats, and its ships by index."""

    side: int
    title: str
    css: str
    points: int
    has_initiative: bool
    seats: tuple[FleetSeat, ...]
    ships: tuple[int, ...]


class Scene:
    """A battle as a viewer sees it, each thing computed at most once."""

    takes_presets = False
    chosen: int | None = None
    """The ship that is chosen when the page opens: its sheet is open, and the chart shows its arcs and lines."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.seat = viewer.seat
        self.game: Game = viewer.game  # type: ignore[assignment]  # the platform hands each game its own

    @cached_property
    def view(self) -> View:
        """The view, the same for all."""
        return self.game.view(self.seat)

    @cached_property
    def field(self) -> Battlefield:
        """The part of the match that never changes."""
        found: Battlefield = self.viewer.pieces
        return found

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of options for the viewer; none if the viewer is not asked."""
        question = self.view["question"]
        if question is None or self.seat is None or question["seat"] != self.seat:
            return []
        return list_rows(self.game, self.view, self.field)

    @property
    def is_asked(self) -> bool:
        """True if the viewer has options."""
        return bool(self.rows)

    @property
    def heading(self) -> str:
        """The title of the battle with its sides."""
        sides = join_names([wording.side_title(side) for side in self.view["sides"]])
        return f"{self.field.setup['title']}: {sides}"

    @cached_property
    def prompt(self) -> Prompt:
        """The question, or who is asked."""
        return build_prompt(self.view, self.rows, self.idle)

    @cached_property
    def idle(self) -> list[RefusedRow]:
        """The viewer's ships that can do nothing in this step, with the reasons; none if the viewer is not asked."""
        if not self.rows or self.seat is None:
            return []
        found = find_idle(self.game, self.seat, self.field)
        return [RefusedRow(name, reason.words.rstrip("."), reason.rule) for name, reason in found]

    # --- the turn ---

    @property
    def where(self) -> str:
        """The round, the impulse, and whose step it is."""
        if self.view["result"]:
            return "over"
        is_phase = self.view["step"] not in STEPS
        when = f"round {self.view['round']}" + ("" if is_phase else f" · impulse {self.view['impulse']}")
        return f"{when} · {describe_step(self.view)}"

    @property
    def track(self) -> list[tuple[str, str]]:
        """The steps of a side's turn with the state of each: "done", "now" or nothing."""
        now = STEPS.index(self.view["step"]) if self.view["step"] in STEPS and not self.view["result"] else -1
        return [
            (title, "done" if place < now else "now" if place == now else "") for place, title in enumerate(STEP_TITLES)
        ]

    @cached_property
    def band(self) -> Band:
        """The round as a band of impulses."""
        return build_band(self.view, self.field)

    # --- fleets and sheets ---

    @cached_property
    def fleets(self) -> list[Fleet]:
        """The sides, the viewer's own last."""
        asked = self.view["question"]["seat"] if self.view["question"] else None
        made = [
            Fleet(
                number,
                wording.side_title(side),
                wording.SIDE_CSS[number],
                self.view["points"][side],
                self.view["initiative"] == side,
                tuple(
                    FleetSeat(
                        self.viewer.name_player(seat),
                        self.viewer.find_player_url(seat),
                        self.viewer.find_clock(seat),
                        seat == asked,
                    )
                    for seat in self.field.seats_of[number]
                ),
                tuple(index for index, ship in enumerate(self.view["ships"]) if ship["side"] == side),
            )
            for number, side in enumerate(self.view["sides"])
        ]
        own = self.own_side
        return sorted(made, key=lambda fleet: fleet.side == own)

    @property
    def own_side(self) -> int | None:
        """The side of the viewer, None for a spectator."""
        return None if self.seat is None else self.field.side_of_seat[self.seat]

    @cached_property
    def aims(self) -> list[list[Aim]]:
        """The lines of each ship to its foes, by index."""
        return [list_aims(self.game, ship) for ship in self.game.ships]

    @cached_property
    def sheets(self) -> list[Sheet]:
        """The sheets of all ships by index."""
        return [self._build_sheet(index) for index in range(len(self.view["ships"]))]

    def _build_sheet(self, index: int) -> Sheet:
        seat = self.view["ships"][index]["seat"]
        is_team = len(self.field.seats_of[self.field.side_of_seat[seat]]) > 1
        acting = {row.act.ship for row in self.rows}
        return build_sheet(
            self.view,
            index,
            self.field,
            tuple(self.aims[index]),
            who=self.viewer.name_player(seat) if is_team else "",
            is_own=seat == self.seat,
            is_asked=index in acting,
            is_open=index == self.chosen,
        )

    # --- the chart ---

    @cached_property
    def overlays(self) -> list[Overlay]:
        """The overlays of the ships, of which the chart shows the chosen one."""
        return list_overlays(self.game, self.aims, self.chosen)

    @cached_property
    def last_events(self) -> list[EventData]:
        """The events of the last moves, which the chart shows as traces and shots."""
        return [event for move in self.viewer.recent for event in move.events]

    @property
    def drawing(self) -> Markup:
        """The chart as SVG."""
        return chart.draw_chart(self.view, self.field, self.rows, self.overlays, self.last_events, self.own_side)

    @property
    def chart_text(self) -> list[str]:
        """The position in sentences."""
        return describe_position(self.view, self.field)

    @property
    def chart_head(self) -> tuple[str, str]:
        """The side with the initiative, and the bids for it."""
        marks = self.view["marks"]
        bids = f"{marks['change']} to change it, {marks['defend']} to defend" if any(marks.values()) else ""
        return f"Initiative: {wording.side_title(self.view['initiative'])}", bids

    @property
    def why_url(self) -> str | None:
        """The address that tells why nothing can be done; None for spectators."""
        return self.viewer.why_not_url if self.seat is not None else None

    # --- drawn ---

    @property
    def parts(self) -> dict[str, Markup]:
        """The fleets, the sheets, the band and the chart."""
        parts = {f"fleet-{fleet.side}": TEMPLATES.draw("fleet", fleet=fleet) for fleet in self.fleets}
        for sheet in self.sheets:
            parts[f"panel-{sheet.index}"] = self._draw_sheet(sheet)
        parts["band"] = self.viewer.render_cached("band", self.band, lambda: TEMPLATES.draw("band", band=self.band))
        shown = (self.view, self.rows, self.overlays, self.last_events, self.chart_head)
        parts["chart"] = self.viewer.render_cached("chart", shown, lambda: TEMPLATES.draw("table/chart", scene=self))
        parts["moment"] = self.viewer.render_cached(
            "moment", self.steps, lambda: TEMPLATES.draw("table/steps", scene=self)
        )
        return parts

    @cached_property
    def steps(self) -> list[Step]:
        """The steps of the last moves, which the chart animates."""
        return list_steps(self.view, self.viewer.recent, self.viewer.own)

    def _draw_sheet(self, sheet: Sheet) -> Markup:
        name = f"panel-{sheet.index}"
        return self.viewer.render_cached(name, sheet, lambda: TEMPLATES.draw("panel", sheet=sheet))

    def draw_side(self, parts: Mapping[str, str]) -> Markup:
        """Return the column of ships."""
        return TEMPLATES.draw("side", scene=self, parts=parts)

    def draw_middle(self, parts: Mapping[str, str]) -> Markup:
        """Return the band and the chart."""
        return TEMPLATES.draw("middle", scene=self, parts=parts)

    @property
    def tabs(self) -> list[tuple[str, str]]:
        """The parts between which a small screen switches: id and title."""
        return [("ships", "Ships")]


class VoyageScene(Scene):
    """A table of a voyage: nothing can be chosen but the line that the step asks for."""

    viewer: VoyageViewer

    @property
    def chosen(self) -> int | None:  # type: ignore[override]  # the step chooses
        """The ship that the sentence is about, None if it is about none."""
        return CHOSEN.get(self.viewer.beside)

    @cached_property
    def band(self) -> Band:
        """The round as a band, open if the sentence is about it."""
        return super().band._replace(is_open=self.viewer.beside == "band")

    @cached_property
    def rows(self) -> list[Row]:
        """The row of the line that the step asks for; none if the step is only read."""
        text = self.viewer.asked_text
        return list(keep_line(super().rows, text)) if text else []

    @property
    def idle(self) -> list[RefusedRow]:
        """The ships that can do nothing: always none, because the lesson says what to do."""
        return []


class ReplayScene(Scene):
    """An earlier move as a viewer sees it: nothing to choose."""

    viewer: ReplayViewer

    def __init__(self, viewer: ReplayViewer) -> None:
        super().__init__(viewer)
        self.rows = []

    @property
    def chart_head(self) -> tuple[str, str]:
        """The number of the move, and the initiative."""
        return f"After move {self.viewer.number}", super().chart_head[0]

    @property
    def why_url(self) -> None:
        """The address that tells why nothing can be done: always None in a replay."""


def glance(view: View) -> Glance:
    """Return a battle in a list: its round, who is asked, and the ships left on each side."""
    question = view["question"]
    points = " to ".join(str(view["points"][side]) for side in view["sides"])
    return Glance(
        when=f"round {view['round']}, impulse {view['impulse']}",
        what=f"{wording.side_title(view['side'])} is asked" if question else "just over",
        stakes=f"{chart.describe_ships_left(view)} in play; points {points}",
        chart=chart.draw_miniature(view),
    )


def draw_map(view: View, field: Battlefield) -> Markup:
    """Draw the chart of a view for a page on which nothing is chosen."""
    return chart.draw_chart(view, field)


TABLE = TableKind(
    styles=("css/chart.css", "css/talon.css", "css/moment.css"),
    scripts=("js/chart.js", "js/battle.js", "js/motion.js"),
    replay_scripts=("js/chart.js", "js/battle.js", "js/motion.js"),
    turn_began=told.TurnBegan.kind,
    highlights=frozenset({told.Destroyed.kind, told.Exploded.kind, told.CriticalRolled.kind, told.Retreated.kind}),
    highlight_words="Next critical hit or loss",
    points_words="points",
    curve_by="round",
    decline_words="close the step",
    has_map=True,
    read_pieces=Battlefield,
    make_scene=Scene,
    make_replay_scene=ReplayScene,
    make_voyage_scene=VoyageScene,
    list_alternatives=list_alternatives,
    find_reasons=find_reasons,
    glance=glance,
    name_seats=name_seats,
    read_seats_told=read_seats_told,
    list_log_filters=list_filters,
    begin_log=BattleLog,
    draw_map=draw_map,
    hints=HINTS,
    compile_templates=TEMPLATES.compile_all,
    draw_position=draw_position,
    digest_drawing=digest_drawing,
)
