"""Jinja2 templates for parts of pages: render one, or compile all ahead.

`table_parts.environment` has the globals and filters of these templates.
"""

import re
from typing import cast

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils.safestring import SafeString, mark_safe
from jinja2.ext import Extension

INDENTATION = re.compile(r"\n +")


class Unindent(Extension):
    """A Jinja2 extension that leaves one space of the indentation of each line: parts are sent after every move."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENTATION.sub("\n ", source)


def draw_part(name: str, context: dict[str, object]) -> SafeString:
    """Render a part of a page with its template in `templates/jinja2/table`."""
    template = engines["jinja2"].get_template(f"table/{name}.html")
    return mark_safe(template.render(context))  # noqa: S308 -- Jinja2 has escaped it


def compile_templates() -> None:
    """Compile all Jinja2 templates, because the first picture would wait a third of a second."""
    engine = cast(Jinja2, engines["jinja2"])
    for name in engine.env.list_templates():
        engine.get_template(name)
