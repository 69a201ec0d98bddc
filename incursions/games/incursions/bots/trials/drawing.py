"""Plots as SVG, whose looks are classes: a page has a style sheet for them, a file has its own for light and dark."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree import ElementTree as ET

from incursions.games.incursions.bots.intervals import Share

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
