"""Store uploaded match files for a limited time and up to a limited number, and delete them."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from incursions.kit.refusals import DomainError
from tournaments.matches.match_files.models import KEPT_FOR, LONGEST_NAME, MatchFile
from tournaments.matches.match_files.reading import read_brought
from tournaments.matches.verification import kind_of_record

if TYPE_CHECKING:
    from incursions.accounts.models import User

MOST_OF_ONE = 20
MOST_OF_ALL = 5_000
PATIENCE_S = 15.0
_checking = Lock()


def keep_file(content: bytes, name: str, *, by: User, now: datetime | None = None) -> MatchFile:
    """Check and store a file. A file that the user has stored before keeps its row, and its time begins again.

    Raises `DomainError`: file_too_large, unreadable_file, file_does_not_hold, too_many_files, busy.
    """
    now = now or timezone.now()
    with _one_at_a_time():
        brought = read_brought(content)
    drop_old_files(now)
    with transaction.atomic():
        of_one = MatchFile.objects.filter(by=by)
        same = of_one.filter(digest=brought.digest).light().first()
        if same is not None:
            same.kept_until = now + KEPT_FOR
            same.save(update_fields=["kept_until"])
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
            digest=brought.digest,
            is_whole=brought.is_whole,
            game=kind_of_record(brought.record).name,
            rules_version=brought.record["rules_version"],
            actions=len(brought.record["actions"]),
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


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Let one file at a time be checked in this process, so that matches do not wait. Raises `DomainError`: busy."""
    if not _checking.acquire(timeout=PATIENCE_S):
        raise DomainError("busy", "Other files are being checked. Try again in a minute.")
    try:
        yield
    finally:
        _checking.release()
