"""A match as a viewer sees it: the parts of its table with their templates, and `TABLE`, which the platform asks.

No rule is decided here: options, forecasts and refusals come from the engine. The parts are rendered for every viewer
after every move, so each is rendered again only if it shows something else than before.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import NamedTuple

from markupsafe import Markup

from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.events.attacks import AttackAnnounced, MineWentOff
from incursions.games.incursions.rules.events.movement import Moved, Warped
from incursions.games.incursions.rules.events.turns import TurnBegan
from incursions.games.incursions.rules.game import Game
from incursions.games.incursions.rules.state.phrases import parse_line
from incursions.games.incursions.rules.state.shapes import ShipView
from incursions.games.incursions.rules.view import View, glance
from incursions.games.incursions.table import TEMPLATES, chart, wording
from incursions.games.incursions.table.first_hints import HINTS
from incursions.games.incursions.table.log import ShipsLog, list_filters, name_ships, read_ships_told
from incursions.games.incursions.table.moments import list_steps
from incursions.games.incursions.table.option_rows import Group, Row, group_rows
from incursions.games.incursions.table.panels import (
    Hand,
    ShipPanel,
    Stop,
    build_hand,
    build_panel,
    build_seat_table,
    describe_piles,
    list_stops,
)
from incursions.games.incursions.table.position_picture import digest_drawing, draw_position
from incursions.games.incursions.table.printed import Printed
from incursions.games.incursions.table.prompt import Prompt, build_prompt, find_reasons
from incursions.games.incursions.table.question_rows import list_rows
from incursions.games.moments import Step
from incursions.games.tables import Glance, ReplayViewer, TableKind, Viewer, VoyageViewer
from incursions.kit.words import format_count, join_names

COMPACT_FROM, COMPACT_FROM_WITH_CARDS = 4, 3
BASIC_STEPS = ("power up", "first maneuver", "second maneuver")
STEPS = ("power up", "draw", "first maneuver", "second maneuver", "discard", "end of turn")
WORMHOLE = "wormhole"
SHARED = {"chart": "table/chart", "moment": "table/steps"}
"""The templates of all games among those of the parts."""


class Scene:
    """A match as a viewer sees it, each thing computed at most once."""

    side, middle = "side", "middle"
    """The templates of the columns."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.seat = viewer.seat
        self.game: Game = viewer.game  # type: ignore[assignment]  # the platform hands each game its own

    @cached_property
    def view(self) -> View:
        return self.game.view(self.seat)

    @cached_property
    def ships(self) -> dict[int, ShipView]:
        return {ship["seat"]: ship for ship in self.view["ships"]}

    @cached_property
    def printed(self) -> Printed:
        pieces: Printed = self.viewer.pieces
        return pieces

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of options for the viewer; none if the viewer is not asked."""
        return list_rows(self.game, self.seat, self.view, self.printed) if self.seat is not None else []

    @property
    def is_asked(self) -> bool:
        return bool(self.rows)

    @property
    def has_cards(self) -> bool:
        """True beyond Basic: there are decks, hands and tables."""
        return "players" in self.view

    @property
    def heading(self) -> str:
        return join_names([ship["title"] for ship in self.view["ships"]])

    @cached_property
    def prompt(self) -> Prompt:
        return build_prompt(self.view, self.rows, self.seat, self.printed)

    # --- the turn ---

    @property
    def where(self) -> str:
        """The round and whose turn it is."""
        turn = self.view["turn"]
        if self.view["result"]:
            return "over"
        whose = "your turn" if turn["seat"] == self.seat else f"{self.ships[turn['seat']]['title']}’s turn"
        return f"round {self.view['round']} · {whose}"

    @property
    def track(self) -> list[tuple[str, str]]:
        """The steps of a turn with the state of each: "done", "now" or nothing."""
        steps, step = list(STEPS if self.has_cards else BASIC_STEPS), self._step()
        if step.endswith(" maneuver") and step not in steps:
            steps[steps.index("second maneuver")] = step
        now = steps.index(step) if step in steps else -1
        return [(step, "done" if place < now else "now" if place == now else "") for place, step in enumerate(steps)]

    def _step(self) -> str:
        """Return the step as players count it: before the first maneuver it is power-up, or drawing."""
        question, step = self.view["question"], self.view["turn"]["step"]
        if question is not None and question["topic"] == "power-up":
            return "power up"
        return "draw" if step == "maneuver" else step

    # --- panels and hand ---

    @cached_property
    def panels(self) -> list[ShipPanel]:
        """Every ship in seat order, beginning after the viewer's seat, whose own panel comes last."""
        question = self.view["question"]
        preview = next((row.forecast for row in self.rows if row.is_least and "hull" in row.forecast), None)
        made = [
            build_panel(
                ship,
                mode=self.view["mode"],
                who=self.viewer.name_player(seat),
                player_url=self.viewer.find_player_url(seat),
                clock=self.viewer.find_clock(seat),
                own=self.seat,
                asked=None if question is None else question["seat"],
                preview=preview if seat == self.seat else None,
                cards=build_seat_table(self.view, seat, self.printed),
            )
            for seat, ship in self.ships.items()
        ]
        split = 0 if self.seat is None else self.seat + 1
        return made[split:] + made[:split]

    @property
    def own_panel(self) -> ShipPanel | None:
        return next((panel for panel in self.panels if panel.is_own), None)

    @property
    def takes_presets(self) -> bool:
        """True if the viewer has cards, with which to answer what others do."""
        return self.has_cards and self.seat is not None

    @cached_property
    def hand(self) -> Hand | None:
        """The viewer's own hand; None in Basic and for spectators."""
        return build_hand(self.view, self.rows, self.printed) if self.takes_presets else None

    @property
    def stops(self) -> list[Stop]:
        """The moments at which the viewer may ask to be asked (rules 13.14)."""
        return list_stops(self.game.standing(self.seat)) if self.takes_presets else []

    # --- the chart ---

    @cached_property
    def charted(self) -> chart.View:
        """The part of the view that the chart shows."""
        return chart.select_charted(self.view)

    @property
    def drawing(self) -> Markup:
        """The star map as SVG."""
        return chart.draw_chart(self.charted, self.rows, self.track_flown, self.printed)

    @property
    def chart_text(self) -> list[str]:
        """The charted tiles in sentences, for screen readers."""
        return chart.describe_tiles(self.charted)

    @property
    def chart_head(self) -> tuple[str, str]:
        """The heading of the map, and the words about hexpiles beside it."""
        return f"{format_count(len(self.view['map']), 'hex', 'hexes')} charted", ". ".join(describe_piles(self.view))

    @cached_property
    def track_flown(self) -> Sequence[Hex]:
        """The path of the ship that moved in the last action, if one did."""
        for event in reversed(self.viewer.happened):
            if event["kind"] in (Warped.kind, Moved.kind) and event["facts"].get("path"):
                return [(at[0], at[1]) for at in event["facts"]["path"]]
        return ()

    @cached_property
    def steps(self) -> list[Step]:
        """The steps of the last moves, which the chart animates."""
        return list_steps(self.view, self.viewer.recent, self.viewer.own)

    # --- drawn ---

    @property
    def parts(self) -> dict[str, Markup]:
        """The panels, the chart, the hand, and on a phone the strip with the own gauges."""
        parts = {f"panel-{panel.seat}": self._draw_panel(panel) for panel in self.panels}
        chart_shows = (self.charted, self.rows, self.track_flown, self.chart_head)
        parts["chart"] = self._draw_cached("chart", chart_shows)
        parts["moment"] = self._draw_cached("moment", self.steps)
        if self.hand:
            is_over = self.view["result"] is not None
            parts["hand"] = self._draw_cached("hand", (self.hand, self.stops, self.viewer.presets, is_over))
        return parts | {"strip": self._draw_cached("strip", self.own_panel)}

    def _draw_cached(self, name: str, shows: object) -> Markup:
        return self.viewer.render_cached(name, shows, lambda: TEMPLATES.draw(SHARED.get(name, name), scene=self))

    def _draw_panel(self, panel: ShipPanel) -> Markup:
        """Render the panel of a ship, compact if it is an opponent's and there are so many seats; fewer with cards."""
        is_crowded = len(self.ships) >= (COMPACT_FROM_WITH_CARDS if self.has_cards else COMPACT_FROM)
        is_compact = is_crowded and panel is not self.own_panel
        cached, context = self.viewer.render_cached, {"panel": panel, "is_compact": is_compact}

        def draw() -> Markup:
            known = is_compact, panel.instruments
            instruments = cached(f"instruments-{panel.seat}", known, lambda: TEMPLATES.draw("instruments", **context))
            return TEMPLATES.draw("panel", **context, instruments=instruments)

        return cached(f"panel-{panel.seat}", (panel, is_compact), draw)

    def draw_side(self, parts: Mapping[str, str]) -> Markup:
        """Return the column of ships."""
        return TEMPLATES.draw(self.side, scene=self, parts=parts)

    def draw_middle(self, parts: Mapping[str, str]) -> Markup:
        """Return the star map, with the hands below it."""
        return TEMPLATES.draw(self.middle, scene=self, parts=parts)

    @property
    def tabs(self) -> list[tuple[str, str]]:
        """The parts between which a small screen switches: id and title."""
        return [*([("hand", "Hand")] if self.hand else []), ("ships", "Ships")]


class VoyageScene(Scene):
    """A table of a voyage: nothing can be chosen but the line that the step asks for."""

    viewer: VoyageViewer

    @cached_property
    def rows(self) -> list[Row]:
        """The row of the line that the step asks for; none if the step is only read."""
        text = self.viewer.asked_text
        return list(_keep_line(super().rows, text)) if text else []

    @property
    def stops(self) -> list[Stop]:
        """The stops on offer: none, because a voyage stops where it asks."""
        return []


def _keep_line(rows: Iterable[Row], text: str) -> Iterator[Row]:
    """Yield the row with this line; of a row with choices only the choice."""
    for row in rows:
        chosen = tuple(choice for choice in row.choices if choice.text == text)
        if chosen:
            yield replace(row, choices=chosen, is_open=True)
        elif row.text == text and not row.is_refused:
            yield replace(row, choices=())


class OpenHand(NamedTuple):
    """A seat's hand at a move, and the title of its ship."""

    seat: int
    whose: str
    hand: Hand


class ReplayScene(Scene):
    """An earlier move as a viewer sees it: all ships alike, nothing to choose, and every hand that is known."""

    viewer: ReplayViewer
    side, middle = "replay_side", "replay_middle"

    def __init__(self, viewer: ReplayViewer) -> None:
        super().__init__(viewer)
        self.rows = []

    @cached_property
    def panels(self) -> list[ShipPanel]:
        """Every ship in seat order, for any viewer."""
        panels = sorted(super().panels, key=lambda panel: panel.seat)
        return [replace(panel, is_own=panel.seat == self.viewer.own) for panel in panels]

    @property
    def own_panel(self) -> None:
        """The viewer's own panel: always None, because a replay shows all ships alike."""

    @property
    def chart_head(self) -> tuple[str, str]:
        """The heading of the map, and the words about hexpiles beside it, as far as they are known."""
        view: View = self.view if self.viewer.is_own_knowledge else {**self.view, "seat": None}
        return f"After move {self.viewer.number}", ". ".join(describe_piles(view))

    @cached_property
    def hands(self) -> list[OpenHand]:
        """The hands at this move that are known."""
        if not self.has_cards:
            return []
        return [
            OpenHand(seat, ship["title"], build_hand(glance(self.game, seat), [], self.printed))
            for seat, ship in self.ships.items()
            if self.viewer.sees_hand(seat)
        ]

    @property
    def parts(self) -> dict[str, Markup]:
        """The panels, the hands and the chart."""
        parts = {f"panel-{panel.seat}": self._draw_panel(panel) for panel in self.panels}
        for hand in self.hands:
            name, draw = f"hand-{hand.seat}", partial(TEMPLATES.draw, "open_hand", hand=hand)
            parts[name] = self.viewer.render_cached(name, hand, draw)
        return parts | {name: TEMPLATES.draw(template, scene=self) for name, template in SHARED.items()}

    @property
    def tabs(self) -> list[tuple[str, str]]:
        """The parts between which a small screen switches: id and title."""
        return [*([("hand", "Hands")] if self.hands else []), ("ships", "Ships")]


def list_alternatives(game: Game, seat: int, line: str | None, printed: Printed) -> list[Group]:
    """Return the options of the seat, with the one open that `line` chose; None if it chose none."""
    rows = [row for row in list_rows(game, seat, None, printed) if not row.is_refused]
    fitting = (row for row in rows if line is not None and _is_of(row, line))
    chosen = max(fitting, key=lambda row: len(row.text), default=None)
    return group_rows(replace(row, is_open=row is chosen, outcome=_outcome(row, chosen, line)) for row in rows)


def _outcome(row: Row, chosen: Row | None, line: str | None) -> str:
    """Return the outcome of a row; of the chosen row, the amount that was chosen."""
    if row is not chosen:
        return row.outcome
    return next((choice.spoken for choice in row.choices if choice.text == line), row.outcome)


def _is_of(row: Row, line: str) -> bool:
    """Return True if the line is one of the row's."""
    said = parse_line(line)
    return line == row.text or any(choice.text == line for choice in row.choices) or said[: len(row.line)] == row.line


def glance_at(view: View) -> Glance:
    """Return a match for a list: its round, who is asked, how near the end may be (rules 1.1, 1.2), and a small map."""
    titles, question = wording.ship_titles(view["ships"]), view["question"]
    afloat = sum(ship["out"] is None for ship in view["ships"])
    holes = sum(tile["kind"] == WORMHOLE for tile in view["map"])
    ways_out = format_count(holes, "wormhole") if holes else "no wormhole yet"
    return Glance(
        when=f"round {view['round']}",
        what=f"{titles[question['seat']]} is asked" if question else "just over",
        stakes=f"{afloat} of {format_count(len(view['ships']), 'ship')} afloat, {ways_out}",
        chart=chart.draw_miniature(view),
    )


def draw_map(view: View, printed: Printed) -> Markup:
    """Draw the star map of a view for a page on which nothing is chosen."""
    return chart.draw_chart(chart.select_charted(view), printed=printed)


def draw_symbols() -> Markup:
    """Return the emblems of the races, the signs of cards, and the patterns of the chart."""
    emblems = {race: chart.emblem_outline(race) for race in chart.RACES}
    return TEMPLATES.draw("symbols", emblems=emblems)


TABLE = TableKind(
    styles=("css/chart.css", "css/cards.css", "css/moment.css"),
    scripts=("js/aim.js", "js/faces.js", "js/chart.js", "js/preview.js", "js/motion.js"),
    replay_scripts=("js/chart.js", "js/motion.js"),
    turn_began=TurnBegan.kind,
    highlights=frozenset({AttackAnnounced.kind, MineWentOff.kind}),
    highlight_words="Next attack",
    points_words="hull + shields",
    decline_words="decline, take the hit",
    has_map=True,
    read_pieces=Printed,
    make_scene=Scene,
    make_replay_scene=ReplayScene,
    make_voyage_scene=VoyageScene,
    list_alternatives=list_alternatives,
    find_reasons=find_reasons,
    glance=glance_at,
    name_seats=name_ships,
    read_seats_told=read_ships_told,
    list_log_filters=list_filters,
    begin_log=ShipsLog,
    draw_map=draw_map,
    draw_symbols=draw_symbols,
    compile_templates=TEMPLATES.compile_all,
    hints=HINTS,
    draw_position=draw_position,
    digest_drawing=digest_drawing,
)
