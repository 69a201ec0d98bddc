"""HTML made by code that knows no Django, and the Jinja2 templates of parts of pages.

The signs that stand for `'` and `"` are those that Django writes.
"""

import html
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from jinja2 import Environment, FileSystemLoader
from jinja2.ext import Extension
from markupsafe import Markup

from incursions.kit.words import format_count

MOST_DRAWN = 1000
"""The drawn parts that are kept: those of the stations of two days."""
INDENTATION = re.compile(r"\n +")


def escape(value: object) -> Markup:
    """Return a value as HTML; what is HTML already stays as it is."""
    if isinstance(value, Markup):
        return value
    return Markup(value.__html__() if hasattr(value, "__html__") else html.escape(str(value)))  # noqa: S704 -- escaped


def format_html(template: str, *values: object) -> Markup:
    """Fill a template of HTML with values, each escaped."""
    return Markup(template.format(*map(escape, values)))  # noqa: S704 -- every value is escaped


def join_html(separator: str, template: str, rows: Iterable[Sequence[object]]) -> Markup:
    """Fill a template of HTML with the values of each row, and join the results."""
    return Markup(separator.join(format_html(template, *row) for row in rows))  # noqa: S704 -- both are HTML


def draw_icon(name: str, css: str = "icon") -> Markup:
    """Return a symbol of the page's sprite as decoration; the text beside it says the same."""
    return format_html('<svg class="{}" aria-hidden="true"><use href="#{}"/></svg>', css, name)


def format_clock(milliseconds: int | None) -> str:
    """Return a remaining time as minutes and seconds: 12:06, 0:19."""
    if milliseconds is None:
        return ""
    minutes, seconds = divmod(max(int(milliseconds), 0) // 1000, 60)
    return f"{minutes}:{seconds:02}"


def format_time_of_day(at: datetime) -> Markup:
    """Return a time of day as a `time` element, which static/js/times.js writes in the time zone of the viewer."""
    utc = at.astimezone(UTC)
    stamp, words = f"{utc:%Y-%m-%dT%H:%M:%SZ}", f"{utc:%H:%M:%S}"
    return format_html('<time datetime="{}" data-local="seconds">{} UTC</time>', stamp, words)


class Unindent(Extension):
    """A Jinja2 extension that leaves one space of the indentation of each line: parts are sent after every move."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENTATION.sub("\n ", source)


def make_environment(**options: object) -> Environment:
    """Return a Jinja2 environment for parts of pages, which escapes."""
    made = Environment(**{"trim_blocks": True, "extensions": [Unindent], "autoescape": True, **options})  # type: ignore[arg-type]  # noqa: S701
    made.globals |= {"icon": cache(draw_icon)}
    made.filters |= {"clock": format_clock, "format_count": format_count}
    return made


class PartTemplates:
    """The Jinja2 templates of the parts of a page, in folders that are looked through in turn."""

    def __init__(self, *folders: Path) -> None:
        self._compiling, self._are_compiled = Lock(), False
        self._drawn: dict[tuple[str, str], tuple[dict[str, Any], Markup]] = {}
        self.environment = make_environment(loader=FileSystemLoader(folders), auto_reload=False)

    def draw(self, name: str, /, **context: object) -> Markup:
        """Render a part with the template of that name."""
        if not self._are_compiled:
            self.compile_all()
        return Markup(self.environment.get_template(f"{name}.html").render(context))  # noqa: S704 -- it has escaped

    def draw_changed(self, name: str, viewer: str, context: dict[str, Any]) -> Markup:
        """Render a part for a viewer, or return it as it was drawn the last time if the context is still equal.

        The context may not be changed afterwards, and a template goes through its dicts in an order of their keys,
        because equal ones may have another. To compare it takes a twentieth of the time of drawing.
        """
        drawn = self._drawn.get((name, viewer))
        if drawn is None or drawn[0] != context:
            if len(self._drawn) >= MOST_DRAWN:
                self._drawn.clear()
            drawn = self._drawn[name, viewer] = context, self.draw(name, **context)
        return drawn[1]

    def compile_all(self) -> None:
        """Compile all templates, once. Threads wait that come meanwhile: each would compile all of them itself.

        After a restart of a server of which sixty screens ask at once, that took ten seconds.
        """
        with self._compiling:
            if not self._are_compiled:
                for name in self.environment.list_templates():
                    self.environment.get_template(name)
                self._are_compiled = True
