"""Chat messages rendered as HTML and JSON, alike for everybody who hears them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from tournaments.live.chat.models import ChatMessage

LINE = "live/chat/line.html"
SOMEBODY = "somebody who has left"


def author_name(message: ChatMessage) -> str:
    """Return the name of the author; authors whose account is deleted have no name."""
    return SOMEBODY if message.author is None else str(message.author)


def line_html(message: ChatMessage) -> str:
    """Return the message as a list item in HTML."""
    return render_to_string(LINE, {"message": message, "name": author_name(message)})


def lines_html(messages: Iterable[ChatMessage]) -> SafeString:
    """Return the messages as list items in HTML."""
    return mark_safe("".join(map(line_html, messages)))  # noqa: S308 -- the template escapes


def line_data(message: ChatMessage, own: int | None) -> dict[str, object]:
    """Return the message as plain data. A hidden message has no text."""
    return {
        "number": message.number,
        "name": author_name(message),
        "seat": message.seat,
        "text": "" if message.is_hidden else message.text,
        "at": message.at.isoformat(),
        "hidden": message.is_hidden,
        "own": own is not None and message.author_id == own,
    }
