"""The model of uploaded match files."""

from __future__ import annotations

import gzip
import json
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from incursions.accounts.own_rows import moves_with_guest
from incursions.kit.ids import new_public_id
from tournaments.matches.export import MatchRecord
from tournaments.matches.fields import GameColumn

KEPT_FOR = timedelta(days=30)
LONGEST_NAME = 80


class MatchFileQuerySet(models.QuerySet["MatchFile"]):
    """A queryset of match files."""

    def light(self) -> MatchFileQuerySet:
        """Return the rows without the file contents."""
        return self.defer("packed")

    def current(self, now: datetime | None = None) -> MatchFileQuerySet:
        """Return the files whose time has not run out."""
        return self.filter(kept_until__gt=now or timezone.now())


@moves_with_guest("by", once="digest")
class MatchFile(GameColumn):
    """An uploaded match file, shown to anyone who has its address, until its time has run out."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="match_files")
    name = models.CharField(max_length=LONGEST_NAME, help_text="Of the file, as it was brought")
    digest = models.CharField(max_length=64, help_text="The SHA-256 of the file")
    is_whole = models.BooleanField(help_text="It has its seed, and was played again")
    rules_version = models.PositiveSmallIntegerField()
    actions = models.PositiveIntegerField()
    packed = models.BinaryField(help_text="The file, packed by gzip")
    created_at = models.DateTimeField(auto_now_add=True)
    kept_until = models.DateTimeField(db_index=True)

    objects = MatchFileQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "digest"], name="match_file_once_for_each_person")]

    def __str__(self) -> str:
        return f"match file {self.public_id}"

    def get_absolute_url(self) -> str:
        """Return the address of the file's page."""
        return reverse("matches:match_file", args=[self.public_id])

    @property
    def content(self) -> bytes:
        """The file as it was uploaded."""
        return gzip.decompress(bytes(self.packed))

    @property
    def record(self) -> MatchRecord:
        """The match record in the file."""
        record: MatchRecord = json.loads(self.content)
        return record
