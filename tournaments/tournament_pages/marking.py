"""The rows of the viewer in what was rendered for all: found by a mark that every row has, so that it is kept once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from tournaments.tournament_pages.page import EventPage

ME = ' class="me" id="me" '


def kept_part(page: EventPage, name: object, template: str, context: Any) -> SafeString:
    """What the template makes of the context, which is called for when it was not kept; the viewer's row is marked.

    In the template a row of a player says `data-p7 ` with a space behind it. Templates are Jinja2's: a crowd waits for
    the first of a thousand rows no longer than a third of what Django's own would take.
    """
    text = page.record.part(("rendered", name), lambda: render_to_string(template, context(), using="jinja2"))
    return marked(text, page)


def marked(text: str, page: EventPage, by: str = ME) -> SafeString:
    """The text with the viewer's rows marked."""
    own = page.own
    return mark_safe(text if own is None else text.replace(f" data-p{own.number} ", by))  # noqa: S308 -- rendered
