"""The parts of the table that change, each rendered by its own template, and the fragments that carry them to a page.

The templates of the parts are Jinja2's, below `templates/jinja2/table`: they are rendered for every viewer after
every move, and Django's own would take four fifths of the time of a picture (docs/performance.md).
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from jinja2 import Environment

from incursions.kit.addresses import address
from tournaments.tables.part_templates import Unindent, draw_part
from tournaments.tables.wording import format_count
from tournaments.templatetags.tables import clock, icon, rule

if TYPE_CHECKING:
    from tournaments.tables.table_page import TablePage

PROMPT = "prompt"
FRAGMENT = '<hx-partial hx-target="#{}" hx-swap="outerMorph">{}</hx-partial>\n'


def environment(**options: Any) -> Environment:
    """Return the Jinja2 environment of the templates of the parts: see TEMPLATES in the settings."""
    made = Environment(trim_blocks=True, extensions=[Unindent], **options)  # noqa: S701 -- Django hands autoescape in
    made.globals |= {"icon": cache(icon), "rule": rule, "url": address}
    made.filters |= {"clock": clock, "format_count": format_count}
    return made


def draw_parts(page: "TablePage") -> dict[str, SafeString]:
    """Render every part, by the id of its element, in the order of the page.

    Parts with a cache key here are rendered again only when the key has changed.
    """
    context = {"page": page, "match": page.match, "table": page.table}

    def render_part(name: str, shows: object) -> SafeString:
        return page.render_cached(name, shows, lambda: draw_part(name, context))

    parts = {"bar": draw_part("bar", context)}
    parts |= {f"panel-{panel.seat}": draw_panel(page, panel) for panel in page.panels}
    parts["chart"] = render_part("chart", (page.charted, page.rows, page.track_flown, page.chart_head))
    if page.hand:
        parts["hand"] = render_part("hand", (page.hand, page.stops, page.presets, page.result is None))
    parts["strip"] = render_part("strip", page.own_panel)
    return parts | {name: draw_part(name, context) for name in ("notes", "absences", "prompt", "log")}


def draw_panel(page: "TablePage", panel: Any) -> SafeString:
    """Render the panel of a ship, compact if the column is crowded and it is an opponent's."""
    is_compact = page.is_crowded and panel is not page.own_panel
    shows = {"panel": panel, "is_compact": is_compact}

    def draw() -> SafeString:
        known = is_compact, panel.instruments
        drawn = page.render_cached(f"instruments-{panel.seat}", known, lambda: draw_part("instruments", shows))
        return draw_part("panel", shows | {"instruments": drawn})

    return page.render_cached(f"panel-{panel.seat}", shows, draw)


class Picture(NamedTuple):
    """A table as one viewer sees it at a revision: its parts by the id of their element, and the facts for scripts.

    An open table has no facts.
    """

    revision: int
    parts: Mapping[str, str]
    facts: str = ""
    is_for_player: bool = False

    @property
    def whole(self) -> str:
        """All parts as fragments that find their own place in the page."""
        return self.render_without(())

    def render_without(self, marks: Collection[tuple[str, int]]) -> str:
        """Return the fragments without the parts that have these `marks`; the prompt is always included."""
        parts = {name: part for name, part in self.parts.items() if name == PROMPT or _mark(name, part) not in marks}
        if self.facts:
            parts["facts"] = facts_element(self.facts)
        return "".join(FRAGMENT.format(name, part) for name, part in parts.items())

    def only(self, names: Collection[str]) -> str:
        """Return the fragments of these parts alone, without facts, for a change in this viewer's view only."""
        return "".join(FRAGMENT.format(name, part) for name, part in self.parts.items() if name in names)

    @property
    def marks(self) -> frozenset[tuple[str, int]]:
        """The hashes of its parts by name, valid in this process."""
        return frozenset(_mark(name, part) for name, part in self.parts.items())


def _mark(name: str, part: str) -> tuple[str, int]:
    return name, hash(part)


def facts_element(facts: str) -> SafeString:
    """Return the element with the facts for the scripts of the page."""
    return format_html('<div id="facts" hidden data-facts="{}"></div>', facts)
