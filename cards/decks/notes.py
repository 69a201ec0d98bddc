"""Notes as a page shows them: Markdown made HTML, and nothing of it that could do harm."""

from __future__ import annotations

import re

import nh3
from django.utils.html import format_html
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline

from cards.addresses import url_of
from cards.catalogue import last_read
from cards.decks.judging import current_lexicon
from incursions.games.incursions.deck_files.sheet import LONGEST_TYPED

HIGHEST_HEADING = 3  # a page has its own above
TAGS = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
LONGEST_HTML = 100_000  # characters; what people write becomes a little more than they wrote
SCHEMES = {"http", "https"}
_PIECE = re.compile(rf"\[\[([^\[\]\n]{{1,{LONGEST_TYPED}}})\]\]")
RELATION = "nofollow ugc noopener noreferrer"


def html_of(notes: str) -> SafeString:
    """Return the notes as HTML: text, lists, tables and links. [[Phasers]] links the piece of that title.

    No pictures: where they lie, they would tell who is reading. Notes that would become very long, of nothing but
    links, are shown as they were typed.
    """
    made = _MARKDOWN.render(notes)
    clean = nh3.clean(made, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=RELATION)
    return SafeString(clean) if len(clean) <= LONGEST_HTML else format_html("<pre>{}</pre>", notes)


def _lower_headings(state: StateCore) -> None:
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + HIGHEST_HEADING - 1)}"


def _piece_link(state: StateInline, silent: bool) -> bool:
    """Return a link for [[a title]] if the catalogue has the piece; otherwise the text as typed."""
    written = _PIECE.match(state.src, state.pos, state.posMax)
    title = current_lexicon.find_for(last_read()).titles.find(written[1]) if written else None
    if written is None or title is None:
        return False
    if not silent:
        state.push("link_open", "a", 1).attrs = {"href": url_of(title)}
        state.push("text", "", 0).content = title
        state.push("link_close", "a", -1)
    state.pos = written.end()
    return True


def _reader() -> MarkdownIt:
    # Tags that were typed are shown as they were typed.
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
    markdown.core.ruler.push("lower_headings", _lower_headings)
    markdown.inline.ruler.before("link", "piece_link", _piece_link)
    return markdown


_MARKDOWN = _reader()
