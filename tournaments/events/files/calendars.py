"""Tournaments as iCalendar (RFC 5545): a single one, or all of a user's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from hmac import compare_digest

from django.conf import settings
from django.utils.crypto import salted_hmac

from incursions.accounts.models import User
from tournaments.events.enums import TournamentState
from tournaments.events.models import Tournament

SALT = "tournaments.calendar"
MOST_EVENTS = 200
LONGEST_LINE = 75  # bytes
PLAYERS_GUESSED = 16
SHORTEST = timedelta(minutes=1)
ESCAPES = (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\\n"), ("\n", "\\n"), ("\r", "\\n"))


def calendar_of(rows: Iterable[Tournament]) -> str:
    """Return a calendar with an entry for each tournament with a known time."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Incursions//Tournaments//EN", "CALSCALE:GREGORIAN"]
    for row in rows:
        if begins_at(row) is not None:
            lines += _event(row)
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in _fold(line))


def begins_at(row: Tournament) -> datetime | None:
    """Return when the tournament begins or began, or None."""
    return row.started_at or row.starts_at


def own_calendar(user: User) -> str:
    """Return the calendar of tournaments that the user has entered or helps to run: the last 200 by start time."""
    dated = Tournament.objects.of_user(user).exclude(starts_at=None, started_at=None)
    return calendar_of(dated.order_by("-starts_at", "-pk")[:MOST_EVENTS])


def calendar_key(user: User) -> str:
    """Return the key with which a calendar program reads a user's events. It changes with the password."""
    return f"{user.pk}-{salted_hmac(SALT, f'{user.pk} {user.password}', algorithm='sha256').hexdigest()[:40]}"


def user_of_key(key: str) -> User | None:
    """Return the user with that key, or None if it is unknown or predates a change of password."""
    number = key.partition("-")[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 16):
        return None
    user = User.objects.filter(pk=int(number), is_active=True).first()
    return user if user is not None and compare_digest(calendar_key(user), key) else None


def _event(row: Tournament) -> list[str]:
    begin = begins_at(row)
    assert begin is not None, "asked before"
    last = row.log.order_by("-number").values_list("at", flat=True).first() or row.created_at
    return [
        "BEGIN:VEVENT",
        f"UID:{row.public_id}@{settings.SITE_HOST}",
        f"SEQUENCE:{row.version}",
        f"DTSTAMP:{_time(last)}",
        f"DTSTART:{_time(begin)}",
        f"DTEND:{_time(_ends_at(row, begin))}",
        f"SUMMARY:{_text(row.name)}",
        *([f"DESCRIPTION:{_text(row.description)}"] if row.description else []),
        f"URL:{settings.SITE_URL}{row.get_absolute_url()}",
        f"STATUS:{'CANCELLED' if row.state == TournamentState.CANCELLED else 'CONFIRMED'}",
        "END:VEVENT",
    ]


def _ends_at(row: Tournament, begin: datetime) -> datetime:
    """Return the actual or estimated end. A tournament that never began keeps its planned length."""
    if row.started_at is not None and row.ended_at is not None and row.ended_at > begin:
        return row.ended_at
    return begin + max(_length(row), SHORTEST)


def _length(row: Tournament) -> timedelta:
    """Estimate the length: the sum of its rounds, with a guess for formats whose field decides their number."""
    field = row.capacity or PLAYERS_GUESSED
    total = row.build_s if row.is_sealed else 0
    for phase in row.phases.order_by("number"):
        players = min(phase.cut_to or field, field)
        rounds = phase.rounds or phase.rules.estimate_rounds(players)
        total += rounds * ((phase.match_s or row.match_s) + row.delay_s + row.break_s)
    return timedelta(seconds=total)


def _time(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    for sign, escaped in ESCAPES:
        text = text.replace(sign, escaped)
    return "".join(sign for sign in text if sign.isprintable())


def _fold(line: str) -> Iterator[str]:
    """Yield the line folded into pieces of at most 75 bytes. Characters stay whole; later pieces begin with a space."""
    piece = ""
    for sign in line:
        if len((piece + sign).encode()) > LONGEST_LINE:
            yield piece
            piece = " "
        piece += sign
    yield piece
