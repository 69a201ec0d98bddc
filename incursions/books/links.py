"""Numbers of rules as links to their text, in the book of the game whose letter they have."""

from __future__ import annotations

import re
from html import escape

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from incursions.books.shelf import books, find_book
from incursions.games.shelf import ShelfKind
from incursions.kit.addresses import address

_DIGITS = r"\d{1,2}(?:\.\d{1,2})"
_LETTERED = rf"[A-Z]{_DIGITS}{{0,2}}"
NUMBER = re.compile(rf"\b(?:{_LETTERED}|{_DIGITS}{{1,2}})\b")
"""A number in the text of a book whose numbers have no letter; a section is named with the word."""
SECTION = re.compile(r"\b([Ss]ection) (\d{1,2})\b(?!\.\d)")
LETTERED = re.compile(rf"\b{_LETTERED}\b")
"""A number in the text of a book whose numbers have a letter: what has none there is a figure."""
BOLD = re.compile(r"\*\*([^*]+)\*\*")
EMPHASIS = re.compile(r"\*([^*]+)\*")
MARKED_RULE = re.compile(r'<span class="rule-number">([A-Z]?[\d.]+)</span>')


def rule_address(number: str) -> str:
    """Return where a section or a rule stands: the section's page, opened at the rule."""
    page = address("tables:rule", number)
    return f"{page}#rule-{number}" if "." in number else page


def book_address(game: ShelfKind) -> str:
    """Return where the contents of a game's rulebook are; those of the first book for a game without one."""
    book = next((book for book in books().values() if book.game.name == game.name), None)
    return address("tables:rulebook") if book is None else book.url


def link_rule(number: str) -> str:
    """Return a rule's number as a link to its text; "" for no number."""
    if not number:
        return ""
    return format_html('<a class="rule" href="{}">{}</a>', rule_address(number), number)


def link_marked_rules(html: str) -> SafeString:
    """Return a sentence of a log with the rules that it names as links."""
    return mark_safe(MARKED_RULE.sub(lambda found: link_rule(found[1]), str(html)))  # noqa: S308 -- HTML already


def inline_html(text: str, letter: str = "") -> SafeString:
    """Return a line of a book's Markdown as HTML: emphasis, and numbers linked to their rules.

    `letter` is that of the book's own numbers.
    """
    html = escape(text, quote=False)
    html = (LETTERED if letter else NUMBER).sub(lambda found: _link(found[0], found[0]), html)
    if not letter:
        html = SECTION.sub(lambda found: _link(found[2], found[0]), html)
    html = EMPHASIS.sub(r"<i>\1</i>", BOLD.sub(r"<b>\1</b>", html))
    return mark_safe(html)  # noqa: S308 -- escaped above


def has_page(number: str) -> bool:
    """Return True if a number is a section or a rule of some book."""
    book = find_book(number)
    return book is not None and number in book.numbers


def _link(number: str, text: str) -> str:
    """Return a link to the number's page if it has one, or else the text."""
    return f'<a class="rule" href="{rule_address(number)}">{text}</a>' if has_page(number) else text
