"""Rows of users: those that move with a guest who signs in, and those in the export of a user's data.

A model says so beside its class, so that no module has to know the models of all apps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from django.db.models import Model
from django.dispatch import receiver

from incursions.accounts.models import User
from incursions.accounts.viewers import guest_merged
from incursions.kit.writing import update_row

Row = TypeVar("Row", bound=type[Model])


class Belonging(NamedTuple):
    """A model whose rows belong to a user by `column`. Rows whose `once` the account already has stay the guest's.

    `is_single`: a user has one row, and an account keeps its own.
    """

    model: type[Model]
    column: str
    once: str = ""
    is_single: bool = False


class Exported(NamedTuple):
    """Rows in the export of a user's data: those whose field `whose` is the user, with these columns.

    `game` is the column of the game that a column of the row is about.
    """

    model: type[Model]
    whose: str
    columns: tuple[str, ...]
    game: str = ""


BELONGINGS: list[Belonging] = []
EXPORTED: dict[str, Exported] = {}


def moves_with_guest(column: str, *, once: str = "", is_single: bool = False) -> Callable[[Row], Row]:
    """Decorate a model: its rows move from a guest to the account; see `Belonging`."""

    def register(model: Row) -> Row:
        BELONGINGS.append(Belonging(model, column, once, is_single))
        return model

    return register


def exported_as(name: str, whose: str, *columns: str, game: str = "") -> Callable[[Row], Row]:
    """Decorate a model: its rows are exported by this name; see `Exported`."""

    def register(model: Row) -> Row:
        EXPORTED[name] = Exported(model, whose, columns, game)
        return model

    return register


@receiver(guest_merged)
def hand_over(guest: User, account: User, **_: Any) -> None:
    """Give the account the guest's rows, except where it has its own: nobody plays two seats of a table."""
    for model, column, once, is_single in BELONGINGS:
        rows, own = (model._default_manager.filter(**{column: user}) for user in (guest, account))
        if is_single and own.exists():
            continue
        if once:
            rows = rows.exclude(**{f"{once}__in": own.values(once)})
        rows.update(**{column: account})


@receiver(guest_merged)
def unite_seen_hints(guest: User, account: User, **_: Any) -> None:
    """Add the hints that the guest has seen to those of the account."""
    update_row(account, seen_hints=sorted({*account.seen_hints, *guest.seen_hints}))
