"""Who watches a match: all are counted (`tournaments.presence`), and those who like are named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model

from tournaments.presence.models import Attendance
from tournaments.wording import counted, listed

if TYPE_CHECKING:
    from tournaments.models import Match, Seat

MOST_NAMED = 8
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
"""Around a name, which may turn the direction of what follows."""


def named_watchers(match: Match, seats: Sequence[Seat]) -> list[str]:
    """The names of those who watch and let others see it, without whoever has a seat: one query, none of nobody."""
    if not match.watching:
        return []
    viewers = Attendance.objects.filter(match=match, viewer__isnull=False).values("viewer")
    people = get_user_model().objects.filter(table_manners__is_named_watching=True, pk__in=viewers)
    people = people.exclude(pk__in=[seat.user_id for seat in seats if seat.user_id is not None])
    return [str(person) for person in people.order_by("pk")[:MOST_NAMED]]


def watching_words(count: int, names: Sequence[str]) -> str:
    """How many watch, and who of them is named: "3 watching: Ann, Ben and another one"."""
    if not count:
        return ""
    others = count - len(names)
    unnamed = [] if others <= 0 else ["another one" if others == 1 else counted(others, "other")]
    isolated = [f"{ISOLATE}{name}{END_OF_ISOLATE}" for name in names]
    return f"{count} watching" + (f": {listed([*isolated, *unnamed])}" if names else "")
