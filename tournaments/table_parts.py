"""The parts of the table that change, each drawn by its own template, and the fragments that carry them to a page.

The templates of the parts are Jinja2's, below `templates/jinja2/table`: they are drawn for every viewer after every
move, and Django's own would take four fifths of the time of a picture (docs/performance.md).
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from django.template import engines
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from jinja2 import Environment

from tournaments.templatetags.tables import clock, icon, rule

if TYPE_CHECKING:
    from tournaments.table_page import TablePage

FRAGMENT = '<hx-partial hx-target="#{}" hx-swap="outerMorph">{}</hx-partial>\n'


def environment(**options: Any) -> Environment:
    """What the templates of the parts have at hand besides the page: see TEMPLATES in the settings."""
    made = Environment(trim_blocks=True, **options)  # noqa: S701 -- Django hands autoescape in
    made.globals |= {"icon": _icon, "rule": rule, "url": _url}
    made.filters["clock"] = clock
    return made


def draw_parts(page: "TablePage") -> dict[str, SafeString]:
    """Every part by the id of its element, in the order of the page."""
    context = {"page": page, "match": page.match, "table": page.table}
    parts = {"bar": draw_part("bar", context)}
    parts |= {f"panel-{panel.seat}": draw_panel(page, panel) for panel in page.panels}
    parts["chart"] = draw_part("chart", context)
    if page.hand:
        parts["hand"] = draw_part("hand", context)
    return parts | {name: draw_part(name, context) for name in ("strip", "prompt", "log")}


def draw_panel(page: "TablePage", panel: Any) -> SafeString:
    """The panel of a ship, compact where the column is crowded and its place is among the others."""
    return draw_part("panel", {"panel": panel, "is_compact": page.is_crowded and panel is not page.own_panel})


def draw_part(name: str, context: dict[str, Any]) -> SafeString:
    """One part of the table from its template."""
    template = engines["jinja2"].get_template(f"table/{name}.html")
    return mark_safe(template.render(context))  # noqa: S308 -- Jinja2 has escaped it


def fragments(parts: Mapping[str, str], facts: str) -> str:
    """The parts as fragments that find their own place in the page, and the facts for its scripts."""
    drawn = {**parts, "facts": facts_element(facts)}
    return "".join(FRAGMENT.format(name, part) for name, part in drawn.items())


def facts_element(facts: str) -> SafeString:
    """What the scripts of the page need to know, where they find it."""
    return format_html('<div id="facts" hidden data-facts="{}"></div>', facts)


@cache
def _icon(name: str, css: str = "icon") -> SafeString:
    return icon(name, css)


def _url(name: str, *args: Any) -> str:
    return reverse(name, args=args)
