"""Notes as a page shows them: Markdown made HTML, and nothing of it that could do harm."""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

HIGHEST_HEADING = 3  # a page has its own above
TAGS = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https"}
RELATION = "nofollow ugc noopener noreferrer"


def html_of(notes: str) -> SafeString:
    """The notes as HTML: text, lists, tables and links. No pictures: where they lie, they would tell who is reading."""
    made = _MARKDOWN.render(notes)
    clean = nh3.clean(made, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=RELATION)
    return SafeString(clean)


def _lower_headings(state: StateCore) -> None:
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + HIGHEST_HEADING - 1)}"


def _reader() -> MarkdownIt:
    # Tags that were typed are shown as they were typed.
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
    markdown.core.ruler.push("lower_headings", _lower_headings)
    return markdown


_MARKDOWN = _reader()
