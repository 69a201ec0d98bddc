"""A message reported to the staff, with what was said around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.utils.safestring import SafeString

from tournaments.chat.lines import author_name, lines_html
from tournaments.chat.models import ChatMessage
from tournaments.reports.filing import ChatMessage as Reported
from tournaments.reports.filing import file_report

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from tournaments.chat.rooms import Ear

LINES_AROUND = 4
LINES_QUOTED = 2


class Around(NamedTuple):
    """The lines before a message, and those after it, as items of lists."""

    before: SafeString
    later: SafeString


def around(message: ChatMessage, ear: Ear) -> Around:
    """What was said around a message, but for muted people: one query."""
    first, last = message.number - LINES_AROUND, message.number + LINES_AROUND
    found = ChatMessage.objects.filter(match=message.match, room=message.room, number__range=(first, last))
    others = [one for one in found.select_related("author") if one.author_id not in ear.muted_people]
    for one in others:
        one.match = message.match
    return Around(
        lines_html(one for one in others if one.number < message.number),
        lines_html(one for one in others if one.number > message.number),
    )


def report(message: ChatMessage, by: User, why: str) -> None:
    """Put a message before the staff, with the two before it. Raises as `file_report` does."""
    first = message.number - LINES_QUOTED
    before = ChatMessage.objects.filter(
        match=message.match, room=message.room, number__range=(first, message.number - 1)
    )
    lines = "; ".join(f"{author_name(one)}: {_quoted(one)}" for one in before.select_related("author"))
    quoted = f"{_quoted(message)} (before it, {lines})" if lines else _quoted(message)
    file_report(message.match.public_id, by, why, chat=Reported(quoted, message.author))


def _quoted(message: ChatMessage) -> str:
    """What a report repeats, which its writer reads as well."""
    return "(hidden by the staff)" if message.is_hidden else message.text
