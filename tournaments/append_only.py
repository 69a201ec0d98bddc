"""Rows that are only ever added: logs of what was done, which nobody changes afterwards."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models

LONGEST_REASON = 200
"""Characters of the reason that staff give for an act."""


class AuditLogKept(RuntimeError):
    """Somebody tried to change what was done."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Reads of such rows, and adding them."""

    def update(self, **values: Any) -> NoReturn:
        """Never."""
        raise AuditLogKept("what was done is never changed")

    def delete(self) -> NoReturn:
        """Never."""
        raise AuditLogKept("what was done is never deleted")


class AppendOnly(models.Model):
    """A row that is added once."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **named: Any) -> None:
        """Add the row; there is no writing it again."""
        if self.pk is not None:
            raise AuditLogKept("what was done is never changed")
        super().save(*args, **named)

    def delete(self, *args: Any, **named: Any) -> NoReturn:
        """Never."""
        raise AuditLogKept("what was done is never deleted")
