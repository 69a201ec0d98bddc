"""What plots are drawn with: SVG elements whose looks are classes, and the style of a plot that stands in a file.

On a page the classes are styled by its style sheet; a file carries its own, for light and dark alike.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from incursions.bots.intervals import Share

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
    """From values to places along an axis."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where a value stands; what lies beyond the axis stands at its end."""
        value = min(max(value, self.low), self.high)
        return round(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start), 1)


def variables(colours: dict[str, str]) -> str:
    """The colours as properties."""
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


def text(x: float, y: float, words: str, classes: str = "") -> str:
    """Words whose line stands at y."""
    return f'<text x="{x:g}" y="{y:g}"{_class(classes)}>{escape(words)}</text>'


def shortened(words: str) -> str:
    """Words that fit beside a plot."""
    return words if len(words) <= LONGEST_LABEL else words[: LONGEST_LABEL - 1].rstrip() + "…"


def line(x1: float, y1: float, x2: float, y2: float, classes: str) -> str:
    """A straight line."""
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"{_class(classes)}/>'


def box(x: float, y: float, width: float, height: float, classes: str, opacity: float | None = None) -> str:
    """A rectangle."""
    see = "" if opacity is None else f' opacity="{opacity:.2f}"'
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{max(0.0, width):g}" height="{max(0.0, height):g}"{_class(classes)}{see}/>'
    )


def dot(x: float, y: float, radius: float, classes: str, title: str = "") -> str:
    """A dot, with what a pointer that rests on it reads."""
    said = f"<title>{escape(title)}</title>" if title else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{_class(classes)}>{said}</circle>'


def head(heading: str, key: str) -> list[str]:
    """What stands over a plot: what it shows, and how it is read."""
    return [text(MARGIN, 26, heading, "p-head"), text(MARGIN, 44, key, "p-soft")]


def grid(scale: Scale, marks: list[float], top: float, bottom: float) -> list[str]:
    """Lines at these shares, which stand below them in percent."""
    parts = []
    for mark in marks:
        parts.append(line(scale.at(mark), top, scale.at(mark), bottom, "p-grid"))
        parts.append(text(scale.at(mark), bottom + 16, f"{mark:.0%}", "p-soft p-mid"))
    return parts


def interval(scale: Scale, y: float, name: str, found: Share, *, is_out: bool = False) -> list[str]:
    """A row with a share and its bounds; a dash where nothing is known."""
    if not found.games:
        return [text(LEFT - 10, y + 17, name, "p-end"), text(WIDTH - MARGIN, y + 17, "–", "p-soft p-end")]
    out = " p-out" if is_out else ""
    said = f"{name}: {found.rate:.1%}, {found.low:.1%} to {found.high:.1%}"
    return [
        text(LEFT - 10, y + 17, name, "p-end"),
        line(scale.at(found.low), y + 12, scale.at(found.high), y + 12, "p-reach" + out),
        dot(scale.at(found.rate), y + 12, 5, "p-dot" + out, said),
        text(WIDTH - MARGIN, y + 17, f"{found.rate:.1%}", "p-soft p-end"),
    ]


def plot(height: float, label: str, parts: list[str], *, is_file: bool) -> str:
    """The whole drawing; `label` is what it is called by who cannot see it."""
    inside = [f"<style>{STYLE}</style>"] if is_file else []
    inside.append(box(0.5, 0.5, WIDTH - 1, height - 1, "p-page"))
    space = ' xmlns="http://www.w3.org/2000/svg"' if is_file else ' class="plot"'
    opening = f'<svg{space} viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(label)}">'
    return "\n".join([opening, *inside, *parts, "</svg>"])


def _class(classes: str) -> str:
    return f' class="{classes}"' if classes else ""
