"""Reading a page of Den of Wolves: one part of it, or all its parts."""

import re
from collections.abc import Mapping
from html import unescape

Page = Mapping[str, str] | str
"""The HTML of a part, or of all parts by their ids."""


def join_parts(page: Page) -> str:
    """Return the HTML of a page as one text."""
    return page if isinstance(page, str) else "\n".join(page.values())


def read_words(page: Page) -> str:
    """Return the text of a page in one line, with a space for each tag."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", join_parts(page))).split())


def read_commands(page: Page) -> list[str]:
    """Return the commands that the buttons and forms of a page give."""
    return [unescape(text) for text in re.findall(r'name="text"\s+value="([^"]*)"', join_parts(page))]
