"""The HTML of pages for tests. White space that shows nothing counts for nothing, so templates may be wrapped."""

import re
from html import unescape

from django.http import HttpResponse

from support import templates

BLOCKS = "|".join((*templates.BLOCKS, "foreignObject", "hx-partial", r'input(?=[^>]*\btype="hidden")'))
ATTRIBUTES = r"""(?:"[^"]*"|'[^']*'|[^"'>])*"""
TAG = rf"</?[a-zA-Z]{ATTRIBUTES}>"
BLOCK_TAG = rf"</?(?:{BLOCKS})\b{ATTRIBUTES}>"
AS_TYPED = "|".join(templates.AS_TYPED)
SPACE_OR_TAG = re.compile(
    rf"\s*(?P<start><(?P<name>{AS_TYPED})\b{ATTRIBUTES}>)(?P<text>.*?</(?P=name)>)\s*"
    rf"|\s*(?P<block>{BLOCK_TAG})\s*|(?P<tag>{TAG})|\s+",
    re.DOTALL,
)
SPACE_IN_TAG = re.compile(r"""(?P<value>"[^"]*"|'[^']*')|(?P<end>\s+(?=/?>))|\s+""")
UNREAD = re.compile(r"<(script|style|svg)\b.*?</\1>", re.DOTALL)


def read_page(response: HttpResponse) -> str:
    """Return the HTML of a response without the white space that shows nothing."""
    return collapse_space(response.content.decode())


def collapse_space(html: str) -> str:
    """Return the HTML with each run of white space as one space, and with none beside the tags of blocks."""
    return SPACE_OR_TAG.sub(_collapse, html).strip()


def _collapse(found: re.Match[str]) -> str:
    tag = found["start"] or found["block"] or found["tag"]
    if tag is None:
        return " "
    return SPACE_IN_TAG.sub(lambda gap: gap["value"] or ("" if gap["end"] else " "), tag) + (found["text"] or "")


def read_words(page: HttpResponse | str) -> str:
    """Return the text of a page as it is read, in one line; the texts of two blocks are parted by a space."""
    html = page if isinstance(page, str) else page.content.decode()
    text = re.sub(TAG, "", re.sub(BLOCK_TAG, " ", UNREAD.sub("", html)))
    return " ".join(unescape(text).split())
