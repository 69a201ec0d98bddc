"""The guide to the API: docs/api.md as a page."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from django.conf import settings
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

FILE = "docs/api.md"
WIDE = re.compile("<(pre|table)>")  # what scrolls sideways on a phone, and must do so by keys
ROWS = {"Reading": "reading", "Checks and imports": "work"}


@cache
def guide_html() -> SafeString:
    """The guide as HTML, without its title. Rows of tables that begin with a word of code can be linked by it."""
    _title, _, text = (settings.ROOT / FILE).read_text(encoding="utf-8").partition("\n")
    return SafeString(WIDE.sub(r'<\1 tabindex="0">', _reader().render(text)))


def rates_here() -> list[tuple[str, str, str]]:
    """What is counted, with the rates of addresses and of accounts."""
    rates = settings.API_RATES
    return [(about, rates[f"{kind}_anonymous"], rates[f"{kind}_user"]) for about, kind in ROWS.items()]


def _link_rows(state: StateCore) -> None:
    for opening, first in pairwise(state.tokens):
        children = first.children or []
        if opening.type == "td_open" and len(children) == 1 and children[0].type == "code_inline":
            opening.attrSet("id", children[0].content)


def _reader() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.core.ruler.push("link_rows", _link_rows)
    return markdown
