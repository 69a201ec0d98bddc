"""Models whose rows are only ever added: audit logs."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models

LONGEST_REASON = 200
"""Characters of the reason that staff give for an act."""


class AppendOnlyError(RuntimeError):
    """Raised when code tries to change or delete a row of an audit log."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """A queryset that reads and adds rows, and refuses to change or delete them."""

    def update(self, **values: Any) -> NoReturn:
        raise AppendOnlyError("what was done is never changed")

    def delete(self) -> NoReturn:
        raise AppendOnlyError("what was done is never deleted")


class AppendOnly(models.Model):
    """A model whose rows can be added, and neither changed nor deleted."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **named: Any) -> None:
        """Insert the row. Raises `AppendOnlyError` if it exists."""
        if self.pk is not None:
            raise AppendOnlyError("what was done is never changed")
        super().save(*args, **named)

    def delete(self, *args: Any, **named: Any) -> NoReturn:
        raise AppendOnlyError("what was done is never deleted")
