"""The plots of a report as SVG, whose looks are classes: what is judged, with its bounds, against its target band."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from xml.etree import ElementTree as ET

from incursions.games.incursions.bots.trials.report import ENOUGH, TARGETS, Level, Target, WinRate, scale_to_two_seats
from incursions.games.simulation import Share

WIDTH = 500
LEFT, RIGHT, TOP, ROW = 182, 66, 58, 24
MARGIN = 16
AXIS = 26
LONGEST_LABEL = 24
FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', sans-serif"
LIGHT = {
    "page": "#fbf8ef", "text": "#1b2731", "soft": "#465159", "line": "#cfc3a4", "edge": "#1c6338",
    "good": "#15627f", "bad": "#9a2118", "mid": "#fbf8ef", "high": "#15627f", "low": "#8f3f22",
}  # fmt: skip
DARK = {
    "page": "#111e27", "text": "#ece6d6", "soft": "#b9c3c4", "line": "#29404f", "edge": "#86d6a0",
    "good": "#74c5e6", "bad": "#ff9d8e", "mid": "#111e27", "high": "#74c5e6", "low": "#f0a585",
}  # fmt: skip


class Scale(NamedTuple):
    """An axis: from values to places along it."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Return the place of a value; what lies beyond the axis is at its end."""
        value = min(max(value, self.low), self.high)
        return round(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start), 1)


def variables(colours: dict[str, str]) -> str:
    """Return colours as properties of a style sheet."""
    return " ".join(f"--{name}: {value};" for name, value in colours.items())


STYLE = f"""
svg {{ {variables(LIGHT)} }}
@media (prefers-color-scheme: dark) {{ svg {{ {variables(DARK)} }} }}
.p-page {{ fill: var(--page); stroke: var(--line); }}
text {{ font: 13px {FONT}; fill: var(--text); }}
.p-soft {{ fill: var(--soft); font-size: 12px; }}
.p-head {{ font-weight: 600; }}
.p-grid {{ stroke: var(--line); stroke-width: 1; }}
.p-band {{ fill: var(--edge); opacity: 0.16; }}
.p-edge {{ stroke: var(--edge); stroke-width: 1; stroke-dasharray: 4 3; }}
.p-reach {{ stroke: var(--good); stroke-width: 3; stroke-linecap: round; opacity: 0.55; }}
.p-dot, .p-bar {{ fill: var(--good); }}
.p-out.p-reach {{ stroke: var(--bad); }}
.p-out.p-dot, .p-out.p-bar {{ fill: var(--bad); }}
.p-faint {{ opacity: 0.3; }}
.p-high {{ fill: var(--high); }}
.p-low {{ fill: var(--low); }}
.p-end {{ text-anchor: end; }}
.p-mid {{ text-anchor: middle; }}
"""


def element(tag: str, classes: str = "", words: str = "", /, **numbers: float) -> ET.Element:
    """Return an SVG element with these classes, text and numbers as attributes."""
    found = ET.Element(tag, {name: f"{value:g}" for name, value in numbers.items()})
    if classes:
        found.set("class", classes)
    found.text = words
    return found


def shorten(words: str) -> str:
    """Return words that fit beside a plot."""
    return words if len(words) <= LONGEST_LABEL else words[: LONGEST_LABEL - 1].rstrip() + "…"


class Drawing:
    """A plot. What is drawn later covers what was drawn before; bands, grids and edges lie behind everything else.

    `label` is the name of the plot for somebody who cannot see it. `height` is set by whoever draws.
    """

    def __init__(self, heading: str, key: str, label: str = "") -> None:
        self.label = label or heading
        self.height: float = 0
        self.behind: list[ET.Element] = []
        self.front: list[ET.Element] = []
        self.text(MARGIN, 26, heading, "p-head")
        self.text(MARGIN, 44, key, "p-soft")

    def text(self, x: float, y: float, words: str, classes: str = "") -> None:
        """Draw words whose line stands at y."""
        self.front.append(element("text", classes, words, x=x, y=y))

    def line(self, x1: float, y1: float, x2: float, y2: float, classes: str, *, is_behind: bool = False) -> None:
        """Draw a straight line."""
        layer = self.behind if is_behind else self.front
        layer.append(element("line", classes, x1=x1, y1=y1, x2=x2, y2=y2))

    def box(
        self, x: float, y: float, width: float, height: float, classes: str, *, is_behind: bool = False, **looks: float
    ) -> None:
        """Draw a rectangle. `looks` are further attributes."""
        layer = self.behind if is_behind else self.front
        layer.append(element("rect", classes, x=x, y=y, width=width, height=height, **looks))

    def dot(self, x: float, y: float, radius: float, classes: str, title: str) -> None:
        """Draw a dot, with the text that a pointer resting on it shows."""
        self.front.append(element("circle", classes, cx=x, cy=y, r=radius))
        self.front[-1].append(element("title", "", title))

    def grid(self, scale: Scale, marks: list[float], top: float, bottom: float) -> None:
        """Draw lines at these shares, with their percentages below."""
        for mark in marks:
            x = scale.place(mark)
            self.line(x, top, x, bottom, "p-grid", is_behind=True)
            self.behind.append(element("text", "p-soft p-mid", f"{mark:.0%}", x=x, y=bottom + 16))

    def interval(self, scale: Scale, y: float, name: str, found: Share, *, is_out: bool = False) -> None:
        """Draw a row with a share and its bounds; a dash where nothing is known."""
        name, out = shorten(name), " p-out" if is_out else ""
        self.text(LEFT - 10, y + 17, name, "p-end")
        if found.games:
            said = f"{name}: {found.rate:.1%}, {found.low:.1%} to {found.high:.1%}"
            self.line(scale.place(found.low), y + 12, scale.place(found.high), y + 12, "p-reach" + out)
            self.dot(scale.place(found.rate), y + 12, 5, "p-dot" + out, said)
        self.text(WIDTH - MARGIN, y + 17, f"{found.rate:.1%}" if found.games else "–", "p-soft p-end")

    def svg(self, *, is_file: bool = False) -> str:
        """Return the drawing for a page, or as a file with a style of its own."""
        looks = {"xmlns": "http://www.w3.org/2000/svg"} if is_file else {"class": "plot"}
        names = {"role": "img", "aria-label": self.label}
        root = ET.Element("svg", {**looks, "viewBox": f"0 0 {WIDTH} {self.height:g}", **names})
        if is_file:
            root.append(element("style", "", STYLE))
        root.append(element("rect", "p-page", x=0.5, y=0.5, width=WIDTH - 1, height=self.height - 1))
        root.extend([*self.behind, *self.front])
        ET.indent(root, "")
        return ET.tostring(root, encoding="unicode")


PLAIN_ENDINGS = ("concession", "time", "draw")
MOST_TURNS = 40
HISTOGRAM = 150
CLOUD = 300
LABELS_AT_MOST = 10
WIN_RATES = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
SHARES = [0, 0.2, 0.4, 0.6, 0.8, 1]


def plots_of(level: Level, seats: int) -> dict[str, Drawing]:
    """Return all plots of one number of seats by their names."""
    drawn = (win_rates, cards, endings, turns, matrix)
    return {plot.__name__.replace("_", "-"): plot(level, seats) for plot in drawn}


def target(name: str) -> Target:
    """Return the target of that name."""
    return next(each for each in TARGETS if each.name == name)


def win_rates(level: Level, seats: int) -> Drawing:
    """Draw races, decks and who begins, each with its bounds, beside the band of its target."""
    beyond = ", as at two seats" if seats > 2 else ""
    groups: list[tuple[str, Target | None, dict[str, WinRate]]] = [
        ("Races", target("Win rate of every race" + beyond), level["races"]),
        ("Starter decks", target("Win rate of every starter deck" + beyond), level["decks"]),
        (
            "Who begins",
            None if beyond else target("Win rate of who begins"),
            {"the starting seat": level["first_seat"]},
        ),
    ]
    drawing = Drawing(
        f"Win rates at {seats} seats{_scaling(seats)}",
        "dot: measured · bar: 95 % · band: target",
        f"Win rates at {seats} seats with their 95 % intervals",
    )
    scale = Scale(WIN_RATES[0], WIN_RATES[-1], LEFT, WIDTH - RIGHT)
    y: float = TOP
    for heading, wanted, rates in groups:
        drawing.text(MARGIN, y + 17, heading, "p-head")
        y += ROW
        if wanted is not None:
            left, right = scale.place(wanted.low), scale.place(wanted.high)
            drawing.box(left, y - 2, right - left, ROW * len(rates) + 4, "p-band", is_behind=True)
        for name, found in rates.items():
            rate, low, high = (scale_to_two_seats(found[key], seats) for key in ("win_rate", "low", "high"))
            is_out = wanted is not None and not wanted.holds(rate)
            called = name[:1].upper() + name[1:]
            drawing.interval(scale, y, called, Share(found["games"], rate, low, high), is_out=is_out)
            y += ROW
        y += 6
    drawing.grid(scale, WIN_RATES, TOP, y)
    drawing.height = y + AXIS
    return drawing


def even_win_rates(groups: Iterable[Mapping[str, Share]]) -> Drawing:
    """Draw groups of win rates, each with its bounds, beside an even one."""
    drawing = Drawing(
        "Win rates",
        "dot: measured · bar: 95 % · broken line: even",
        "Win rates with their 95 % intervals, as in the tables",
    )
    scale = Scale(0, 1, LEFT, WIDTH - RIGHT)
    y: float = TOP
    for group in groups:
        for name, found in group.items():
            drawing.interval(scale, y, name, found)
            y += ROW
        y += 8
    drawing.grid(scale, [0, 0.25, 0.5, 0.75, 1], TOP, y)
    drawing.line(scale.place(0.5), TOP, scale.place(0.5), y, "p-edge", is_behind=True)
    drawing.height = y + AXIS
    return drawing


def endings(level: Level, seats: int) -> Drawing:
    """Draw how games ended, against the least share of those that should decide."""
    drawing = Drawing(
        f"How games of {seats} seats ended", "line: what a wormhole and destruction should decide at least"
    )
    scale = Scale(0, 1, LEFT, WIDTH - RIGHT)
    wanted = target("Games decided by a wormhole").low
    y: float = TOP
    for ending, part in level["endings"].items():
        is_low = seats == 2 and ending not in PLAIN_ENDINGS and part < wanted
        drawing.text(LEFT - 10, y + 17, ending.capitalize(), "p-end")
        drawing.box(LEFT, y + 5, scale.place(part) - LEFT, ROW - 10, "p-bar p-out" if is_low else "p-bar")
        drawing.text(scale.place(part) + 6, y + 17, f"{part:.1%}", "p-soft")
        y += ROW
    drawing.grid(scale, SHARES, TOP, y)
    if seats == 2:
        drawing.line(scale.place(wanted), TOP - 2, scale.place(wanted), TOP + 2 * ROW, "p-edge", is_behind=True)
    drawing.height = y + AXIS
    return drawing


def turns(level: Level, seats: int) -> Drawing:
    """Draw how many turns a player had, against the span that is wanted."""
    found = level["turns"]
    counts = [0] * (MOST_TURNS + 1)
    for number, games in found["distribution"].items():
        counts[min(MOST_TURNS, int(number))] += games
    drawing = Drawing(
        f"Turns of a player at {seats} seats",
        f"median {found['median']:g}, ninth decile {found['p90']:g}; band: target; the last bar holds all longer games",
    )
    scale = Scale(0, MOST_TURNS + 1, MARGIN + 20, WIDTH - MARGIN)
    bottom = TOP + HISTOGRAM
    if seats == 2:
        wanted = target("Turns of a player, median and ninth decile")
        left, right = scale.place(wanted.low), scale.place(wanted.high + 1)
        drawing.box(left, TOP, right - left, HISTOGRAM, "p-band", is_behind=True)
    for each, games in enumerate(counts):
        tall = round(HISTOGRAM * games / max(*counts, 1), 1)
        drawing.box(scale.place(each) + 1, bottom - tall, scale.place(1) - scale.place(0) - 2, tall, "p-bar")
    drawing.line(MARGIN, bottom, WIDTH - MARGIN, bottom, "p-grid")
    for each in range(0, MOST_TURNS + 1, 5):
        label = f"{each}+" if each == MOST_TURNS else str(each)
        drawing.text(scale.place(each + 0.5), bottom + 18, label, "p-soft p-mid")
    drawing.height = bottom + AXIS + 4
    return drawing


def cards(level: Level, seats: int) -> Drawing:
    """Draw each card: how often it was played when drawn, and how often who played it won.

    Those that miss a target have their names beside them.
    """
    drawing = Drawing(
        f"Cards at {seats} seats",
        f"dot: a card, faint if played in under {ENOUGH} games · line: target",
        f"Cards at {seats} seats: played when drawn, and won when played",
    )
    bottom = TOP + CLOUD
    across = Scale(0, 1, MARGIN + 34, WIDTH - MARGIN - 6)
    up = Scale(WIN_RATES[0], WIN_RATES[-1], bottom, TOP)
    rare, strong = target("Cards played when drawn"), target("Won when the card was played")
    for share in WIN_RATES:
        drawing.line(across.start, up.place(share), across.end, up.place(share), "p-grid")
        drawing.text(across.start - 6, up.place(share) + 4, f"{share:.0%}", "p-soft p-end")
    for share in SHARES:
        drawing.text(across.place(share), bottom + 18, f"{share:.0%}", "p-soft p-mid")
    drawing.line(across.start, up.place(strong.high), across.end, up.place(strong.high), "p-edge")
    drawing.line(across.place(rare.low), TOP, across.place(rare.low), bottom, "p-edge")
    outside = []
    for title, card in level["cards"].items():
        if not card["games_played"]:
            continue
        x, won = across.place(card["played_share"]), scale_to_two_seats(card["win_rate_played"], seats)
        is_known = card["games_played"] >= ENOUGH
        is_out = (is_known and won > strong.high) or (card["drawn"] >= ENOUGH and card["played_share"] < rare.low)
        classes = "p-dot p-out" if is_out else "p-dot" if is_known else "p-dot p-faint"
        said = f"played {card['played_share']:.0%} of {card['drawn']} drawn, won {won:.0%} of {card['games_played']}"
        drawing.dot(x, up.place(won), 4, classes, f"{title}: {said}")
        if is_out:
            outside.append((x, up.place(won) + 4, title))
    for x, y, title in outside[:LABELS_AT_MOST]:
        is_right = x > WIDTH / 2
        drawing.text(x - 7 if is_right else x + 7, y, title, "p-soft p-end" if is_right else "p-soft")
    drawing.text(
        across.start, bottom + 38, f"across: played when drawn · up: won when played{_scaling(seats)}", "p-soft"
    )
    drawing.height = bottom + 52
    return drawing


def matrix(level: Level, seats: int) -> Drawing:
    """Draw deck against deck: the fuller a cell, the more one-sided the pair."""
    drawing = Drawing(
        f"Deck against deck at {seats} seats",
        "percent won by the deck of the row against that of the column",
        f"Deck against deck at {seats} seats, in percent",
    )
    titles = list(level["matrix"])
    width = (WIDTH - LEFT - MARGIN) / max(1, len(titles))
    y = TOP + 16
    for number, title in enumerate(titles, 1):
        drawing.text(LEFT + width * (number - 0.5), TOP + 8, str(number), "p-soft p-mid")
        drawing.text(LEFT - 10, y + 17, f"{shorten(title)} {number}", "p-end")
        for place, other in enumerate(titles):
            found = level["matrix"][title].get(other)
            if found is None or not found["games"]:
                continue
            rate, x = found["win_rate"], LEFT + width * place
            classes, strength = "p-high" if rate > 0.5 else "p-low", min(0.6, abs(rate - 0.5) * 1.8)
            drawing.box(x + 1, y + 1, width - 2, ROW - 2, classes, opacity=round(strength, 2))
            drawing.text(x + width / 2, y + 17, f"{100 * rate:.0f}", "p-mid")
        y += ROW
    drawing.height = y + MARGIN
    return drawing


def _scaling(seats: int) -> str:
    """Return how a win rate of so many seats is scaled, in words; "" for two seats, where it is not."""
    return ", times seats, by two" if seats > 2 else ""
