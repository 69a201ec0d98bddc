"""Uploaded match files: a finished match, which is replayed and compared, or a running one.

A file may come from anybody. Its size, shape and definitions are checked before any of it is played, playing it is
bounded, and a refusal names the place of the fault. Files are stored for a limited time and up to a limited number.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from io import BytesIO
from threading import Lock
from typing import Any

from django.db import transaction
from django.utils import timezone

from incursions.accounts.models import User
from incursions.games.tables import SeatTitle
from incursions.kit.refusals import DomainError
from incursions.kit.writing import update_row
from tournaments.matches.export import MatchRecord, WholeRecord, as_whole
from tournaments.matches.log import LogLine, LogText
from tournaments.matches.match_files.models import KEPT_FOR, LONGEST_NAME, MatchFile
from tournaments.matches.verification import (
    HEX_SEED,
    UnverifiableFileError,
    check_whole,
    first_difference,
    kind_of_record,
    read_any_match_file,
)

LARGEST_UPLOAD = 2_000_000  # bytes; the file of a match of six seats with a thousand events has some 200,000
MOST_EVENTS = 20_000
LONGEST_KIND = 40
DEEPEST = 12


def read_brought(content: bytes) -> MatchRecord:
    """Parse and check a match file; one that has its seed is replayed. Raises `DomainError`.

    The codes are file_too_large, unreadable_file and file_does_not_hold.
    """
    if len(content) > LARGEST_UPLOAD:
        raise DomainError("file_too_large", f"The file is larger than {LARGEST_UPLOAD:,} bytes; no match is.")
    difference = None
    try:
        record = read_any_match_file(BytesIO(content))
        if record["seed"] is None:
            check_running_record(record)
        else:
            check_whole(record)
            check_pieces(record)
            difference = first_difference(as_whole(record))
    except UnverifiableFileError as cause:
        raise DomainError("unreadable_file", str(cause)) from cause
    if difference is not None:
        raise DomainError("file_does_not_hold", f"The file differs from what its seed gives. {difference}")
    return record


def check_pieces(record: MatchRecord | WholeRecord) -> None:
    """Raise `UnverifiableFileError` for the first piece that its game could not have made, with its field."""
    try:
        kind_of_record(record).check_pieces(record["setup"] or {})
    except ValueError as fault:
        raise UnverifiableFileError(str(fault)) from fault


def check_running_record(record: MatchRecord) -> None:
    """Raise `UnverifiableFileError` unless the log of a running match can be written from the file."""
    if not HEX_SEED.fullmatch(record["commitment"]):
        raise UnverifiableFileError("The commitment is not 32 bytes in hexadecimal.")
    if record["result"] is not None:
        raise UnverifiableFileError("result: there is one, but the seed of a match is published with it.")
    if len(record["events"]) > MOST_EVENTS:
        raise UnverifiableFileError(f"The file has more than {MOST_EVENTS} events; no match has.")
    for place, event in enumerate(record["events"], start=1):
        if not _is_event(event):
            raise UnverifiableFileError(f"Event {place} is not of the right shape: number, kind, facts.")
    if not record["events"] or not read_seats_told(record):
        raise UnverifiableFileError("Event 1 does not say which ships there are.")
    for _ in write_told_lines(record):
        pass


def _is_event(event: Any) -> bool:
    if not isinstance(event, dict) or not {"number", "kind", "facts"} <= set(event) <= {*EVENT_KEYS}:
        return False
    number, kind, facts = event["number"], event["kind"], event["facts"]
    is_number = type(number) is int and 0 <= number <= MOST_EVENTS
    is_kind = isinstance(kind, str) and kind.isidentifier() and len(kind) <= LONGEST_KIND
    return is_number and is_kind and isinstance(facts, dict) and _depth(facts) <= DEEPEST


EVENT_KEYS = ("number", "kind", "facts", "audience")


def _depth(value: Any, so_far: int = 0) -> int:
    """Return how deep a value is nested; stops a little beyond the limit."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return so_far if so_far > DEEPEST else max((_depth(each, so_far + 1) for each in inside), default=so_far)


def read_seats_told(record: MatchRecord) -> list[SeatTitle]:
    """Return what each seat plays, as the first event names it; an empty list if it is malformed."""
    return kind_of_record(record).table.read_seats_told(record["events"][0])


def write_told_lines(record: MatchRecord, seats: list[SeatTitle] | None = None) -> Iterator[LogLine]:
    """Yield the log of the file of a running match. Raises `UnverifiableFileError` at an event that cannot be told.

    `seats` are those told, with further facts known of them. Private events are included: the file is one
    reader's.
    """
    sentences = kind_of_record(record).table.begin_log(seats or read_seats_told(record), None, None)
    writer = LogText(sentences, knows_all=True)
    shown = 0
    for place, event in enumerate(record["events"], start=1):
        number = event["number"] if event["number"] != shown else None
        try:
            lines = list(writer.lines(number or None, [event]))
        except Exception as cause:
            words = f"Event {place} ({event['kind']}) does not say what such an event says ({type(cause).__name__})."
            raise UnverifiableFileError(words) from cause
        if any(not line.is_heading for line in lines):
            shown = event["number"]
        yield from lines


MOST_OF_ONE = 20
MOST_OF_ALL = 5_000
PATIENCE_S = 15.0
_checking = Lock()


def keep_file(content: bytes, name: str, *, by: User) -> MatchFile:
    """Check and store a file. A file that the user has stored before keeps its row, and its time begins again.

    Raises `DomainError`: file_too_large, unreadable_file, file_does_not_hold, too_many_files, busy.
    """
    now, digest = timezone.now(), sha256(content).hexdigest()
    # One file at a time is checked in this process, so that matches do not wait.
    if not _checking.acquire(timeout=PATIENCE_S):
        raise DomainError("busy", "Other files are being checked. Try again in a minute.")
    try:
        record = read_brought(content)
    finally:
        _checking.release()
    drop_old_files(now)
    with transaction.atomic():
        of_one = MatchFile.objects.filter(by=by)
        same = of_one.filter(digest=digest).light().first()
        if same is not None:
            update_row(same, kept_until=now + KEPT_FOR)
            return same
        if of_one.count() >= MOST_OF_ONE:
            raise DomainError(
                "too_many_files", f"You have uploaded {MOST_OF_ONE} files, the maximum. Delete one first."
            )
        if MatchFile.objects.count() >= MOST_OF_ALL:
            raise DomainError("no_room_for_files", "There is no room for more files at present. Try again tomorrow.")
        return MatchFile.objects.create(
            by=by,
            name=" ".join(name.split())[:LONGEST_NAME] or "match.json",
            digest=digest,
            is_whole=record["seed"] is not None,
            game=kind_of_record(record).name,
            rules_version=record["rules_version"],
            actions=len(record["actions"]),
            packed=gzip.compress(content),
            kept_until=now + KEPT_FOR,
        )


def delete_file(public_id: str, *, by: User | None) -> None:
    """Delete a file for its uploader or the staff. Raises `DomainError`: not_found, not_yours."""
    found = MatchFile.objects.light().filter(public_id=public_id).first()
    if found is None:
        raise DomainError("not_found", "There is no such match file.")
    if by is None or not (by.is_staff or found.by_id == by.pk):
        raise DomainError("not_yours", "Only the user who uploaded the file can delete it.")
    found.delete()


def drop_old_files(now: datetime | None = None) -> int:
    """Delete the files whose time has run out and return how many there were."""
    return MatchFile.objects.filter(kept_until__lte=now or timezone.now()).delete()[0]
