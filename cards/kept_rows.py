"""Rows that users keep and share, such as decks: locked, deleted, restored and withdrawn as `abilities` permit.

The functions raise `DeckError`. Their transactions are those of the services that call them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar

from django.db.models import Model
from django.utils import timezone

from cards.decks import abilities
from cards.decks.abilities import Viewer, Visibility
from cards.decks.errors import DeckError
from incursions.accounts.models import User


class Kept(Protocol):
    """A row that its owner keeps. `number` rises with every change: a writer names the one that was seen."""

    pk: Any
    owner: User
    owner_id: int
    visibility: str
    number: int
    changed_at: datetime
    deleted_at: datetime | None

    @property
    def is_deleted(self) -> bool: ...
    def save(self, *, update_fields: list[str] | None = None) -> None: ...


Row = TypeVar("Row", bound=Kept)


@dataclass(frozen=True, slots=True)
class KeptRows(Generic[Row]):
    """The rows of a model, which sentences call by this noun."""

    model: type[Row]
    noun: str

    @property
    def _rows(self) -> Any:
        assert issubclass(self.model, Model), "rows are of a model"
        return self.model._default_manager

    def refuse_missing(self) -> DeckError:
        """Return the error for a missing row. A hidden one gets the same words."""
        return DeckError("not_found", f"There is no such {self.noun}.")

    def lock(self, row: Row, *, by: Viewer) -> Row:
        """Return the row, read anew and locked until the transaction ends. Raises not_found if `by` may not see it.

        What is joined to it is read when it is asked for: whoever waited for the lock would be given the row as it is
        now, but what is joined to it as it was before.
        """
        kept: Row | None = self._rows.select_for_update().visible_to(by).filter(pk=row.pk).first()
        if kept is None:
            raise self.refuse_missing()
        return kept

    def lock_to_change(self, row: Row, *, by: User, number: int | None = None) -> Row:
        """Return the row locked. `number` is the one that the user has seen; None: not compared.

        Raises not_found, not_yours, deleted, and moved_on if the row has changed since that number.
        """
        kept = self.lock(row, by=by)
        self.refuse_others(kept, by)
        if number is not None:
            self.refuse_old(kept, number)
        return kept

    def refuse_others(self, row: Row, by: Viewer) -> None:
        """Raise not_yours or deleted unless `by` may change the row."""
        if abilities.may_change(by, row):
            return
        if abilities.is_owner(by, row):
            raise DeckError("deleted", f"The {self.noun} is deleted. Restore it first.")
        raise DeckError("not_yours", f"Only its owner can change this {self.noun}. You can make a copy of it.")

    def refuse_old(self, row: Row, number: int) -> None:
        """Raise moved_on if the row has changed since it had this number, perhaps in another tab."""
        if row.number != number:
            message = (
                f"The {self.noun} was changed elsewhere in the meantime. Nothing was saved; look at it as it is now."
            )
            raise DeckError("moved_on", message, number=row.number)

    def refuse_too_many(self, owner: User, most: int, most_of_guest: int) -> None:
        """Raise too_many if the owner has all there may be. The user's row is locked: two may come at once."""
        kept = User.objects.select_for_update().get(pk=owner.pk)
        most = most_of_guest if kept.is_guest else most
        if self._rows.own(kept).count() >= most:
            more = " With an account you can keep more." if kept.is_guest else ""
            raise DeckError("too_many", f"You have {most} {self.noun}s, the maximum. Delete one first.{more}")

    def touch(self, row: Row) -> None:
        """Raise the number of the row, set the time of its last change, and save it."""
        row.number += 1
        row.changed_at = timezone.now()
        row.save()

    def delete(self, row: Row, *, by: User, most_deleted: int) -> Row:
        """Hide the row from everybody but its owner and the staff. The one deleted first goes for good."""
        kept = self.lock_to_change(row, by=by)
        kept.deleted_at = timezone.now()
        kept.save(update_fields=["deleted_at"])
        too_many = list(self._rows.own_deleted(by).values_list("pk", flat=True)[most_deleted:])
        self._rows.filter(pk__in=too_many).delete()
        return kept

    def restore(self, row: Row, *, by: User, most: int, most_of_guest: int) -> Row:
        """Restore a deleted row with its visibility. A row that is not deleted stays as it is.

        Raises not_yours, and too_many where its owner has all there may be.
        """
        kept = self.lock(row, by=by)
        if not abilities.may_see_draft(by, kept):
            raise DeckError("not_yours", f"Only its owner can restore this {self.noun}.")
        if abilities.may_restore(by, kept):
            self.refuse_too_many(kept.owner, most, most_of_guest)
            kept.deleted_at = None
            kept.save(update_fields=["deleted_at"])
        return kept

    def withdraw(self, row: Row, *, by: User) -> Row:
        """Make a row private over its owner's head, who keeps all of it. Raises not_yours for all but staff."""
        kept = self.lock(row, by=by)
        if not abilities.may_withdraw(by, kept):
            raise DeckError("not_yours", f"Only the staff can hide a {self.noun}.")
        if kept.visibility != Visibility.PRIVATE:
            kept.visibility = Visibility.PRIVATE
            self.touch(kept)
        return kept

    def check_visibility(self, said: object) -> None:
        """Raise invalid unless this is a visibility."""
        if said not in Visibility.values:
            message = f"A {self.noun} is {', '.join(Visibility.values[:-1])} or {Visibility.values[-1]}."
            raise DeckError("invalid", message, field="visibility")
