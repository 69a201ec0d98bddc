"""How a duel looks: the score, the options and the log, made from views."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from incursions.engine.events import EventData
from incursions.games.tables import Glance, LogFilter, SeatTitle, Sentence, TableKind
from incursions.kit.markup import format_html, join_html
from tests.games.duel.game import SEATS, Hid, SteppedBack, Struck, TurnBegan

TITLES: list[SeatTitle] = [{"seat": seat, "title": f"Seat {seat}", "css": "neutral"} for seat in range(SEATS)]


class DuelScene:
    """What one viewer sees of a duel."""

    track: Sequence[tuple[str, str]] = ()
    takes_presets = False
    tabs = (("score", "Score"),)

    def __init__(self, viewer: Any) -> None:
        self.view = viewer.game.view(viewer.seat)
        self.is_asked = bool(self.view["options"])
        question = self.view["question"] or {"title": "The duel is over", "rule": "", "seat": 0}
        self.heading = "A duel"
        self.where = f"Seat {self.view['turn']} strikes"
        items = [
            SimpleNamespace(id=f"option-{key}", key=key, text=text, title=text.capitalize(), data="")
            for key, text in enumerate(self.view["options"], 1)
        ]
        groups = [SimpleNamespace(id="options", title=question["title"], items=items, has_heading=False)]
        self.prompt = SimpleNamespace(
            title=question["title"] if self.is_asked else f"Seat {question['seat']} is asked",
            rule=question["rule"],
            is_own=self.is_asked,
            groups=groups if self.is_asked else [],
            announce=question["title"],
        )

    @property
    def parts(self) -> Mapping[str, Markup]:
        """The score, and the number that the viewer has hidden."""
        rows = zip((each["title"] for each in TITLES), self.view["score"], self.view["parries"], strict=True)
        hidden = format_html("<p>You hide {}.</p>", self.view["hidden"]) if self.view["hidden"] else Markup()
        lines = join_html("", "<dt>{}</dt><dd>{} points, {} parries left</dd>", rows)
        return {"score": format_html('<section id="score"><dl class="facts">{}</dl>{}</section>', lines, hidden)}

    def draw_side(self, parts: Mapping[str, str]) -> Markup:
        """Return the left column, which is empty."""
        return Markup()

    def draw_middle(self, parts: Mapping[str, str]) -> Markup:
        """Return the score."""
        return format_html("{}", Markup(parts["score"]))


class DuelLog:
    """Writes the events of a duel."""

    def write(self, kind: str, facts: Mapping[str, Any]) -> Sentence:
        """Return an event as its kind says it; turns have headings."""
        kinds = {each.kind: each for each in (Hid, Struck, SteppedBack, TurnBegan)}
        said = {name: self.ship(value) if name == "seat" else value for name, value in facts.items()}
        return Sentence(Markup(kinds[kind].sentence).format(**said), is_heading=kind == TurnBegan.kind)

    def ship(self, seat: int | None) -> Markup:
        """Return the title of a seat, or of the house."""
        return Markup("The house") if seat is None else format_html("{}", TITLES[seat]["title"])

    def name_all(self, text: str) -> str:
        """Return a line as it is: nothing in it has another name."""
        return text


def glance(view: Any) -> Glance:
    """Return a duel in a list of matches."""
    return Glance(
        f"turn {view['turns']}", f"Seat {view['turn']} strikes", " to ".join(map(str, view["score"])), Markup()
    )


def name_seats(view: Any, events: Iterable[EventData]) -> list[SeatTitle]:
    """Return the titles of the seats, which never change."""
    return TITLES


TABLE = TableKind(
    turn_began=TurnBegan.kind,
    highlights=frozenset({Struck.kind}),
    highlight_words="Next blow",
    points_words="points",
    make_scene=DuelScene,
    make_replay_scene=DuelScene,
    glance=glance,
    name_seats=name_seats,
    read_seats_told=lambda event: TITLES,
    list_log_filters=lambda seats: [LogFilter("blow", "Blows")],
    begin_log=lambda seats, own, view: DuelLog(),
)
