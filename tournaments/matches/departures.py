"""Receivers that hand a guest's rows over to an account, and give up the seats of a deleted account."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db import models
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from incursions.accounts.models import User
from incursions.accounts.viewers import guest_merged
from tournaments.live.chat.models import ChatMessage, MutedChannel, MutedPerson, TableManners
from tournaments.live.reports.models import Report
from tournaments.matches.enums import MatchState
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.match_files.models import MatchFile
from tournaments.matches.models import Match, Seat
from tournaments.matches.presence import mark_gone
from tournaments.matches.spectators.models import HandShown
from tournaments.matches.taking_back.models import TakeBack, TakeBackState
from tournaments.players.ratings.models import Award, Rating, SeatRecord
from tournaments.runs.flights.models import Flight
from tournaments.tables.open_tables import leave_table
from tournaments.tables.quick.models import Seeker


@receiver(pre_delete, sender=User)
def leave_tables(instance: User, **_: Any) -> None:
    """Take the user out of open tables, as leaving does, and mark the user's seats in running matches as away."""
    matches = Match.objects.with_player(instance).order_by("pk")
    for match in matches.filter(state=MatchState.OPEN):
        leave_table(match.public_id, instance)
    for match in matches.filter(state=MatchState.RUNNING):
        _leave_match(match.public_id, instance)


def _leave_match(public_id: str, user: User) -> None:
    """Mark the user's seat as away from now on and withdraw the user's open request to take back."""
    locked = LockedMatch.lock(public_id)
    seat = locked.seat_of(user)
    if seat is None or not locked.match.is_running:
        return
    mark_gone(seat, locked.now)
    request = locked.match.take_back
    if request is not None and request.seat == seat.index:
        TakeBack.objects.filter(pk=request.pk).update(state=TakeBackState.WITHDRAWN)
        locked.set_take_back(None)
    locked.show()
    locked.save()


class Belonging(NamedTuple):
    """A model whose rows belong to a user by `column`. Rows whose `once` the account already has stay the guest's."""

    model: type[models.Model]
    column: str
    once: str = ""


BELONGINGS = (
    Belonging(Seat, "user", once="match"),
    Belonging(Match, "host"),
    Belonging(Award, "user", once="badge"),
    Belonging(Flight, "by"),
    Belonging(Report, "by"),
    Belonging(Report, "about"),
    Belonging(MatchFile, "by", once="digest"),
    Belonging(MutedChannel, "by", once="room"),
)


@receiver(guest_merged)
def hand_over(guest: User, account: User, **_: Any) -> None:
    """Give the account the guest's rows, except where it has its own: nobody plays two seats of a table."""
    own = Seat.objects.filter(user=account).values("match")
    SeatRecord.objects.filter(user=guest).exclude(record__match__in=own).update(user=account)
    for model, column, once in BELONGINGS:
        rows = model._default_manager.filter(**{column: guest})
        if once:
            kept = model._default_manager.filter(**{column: account}).values(once)
            rows = rows.exclude(**{f"{once}__in": kept})
        rows.update(**{column: account})
    HandShown.objects.filter(by=guest, seat__user=account).update(by=account)
    for of_one in (Seeker, TableManners):
        if not of_one._default_manager.filter(user=account).exists():
            of_one._default_manager.filter(user=guest).update(user=account)


@receiver(guest_merged)
def move_ratings(guest: User, account: User, **_: Any) -> None:
    """Give the account the guest's ratings in kinds of play in which it has none.

    Two ratings of one kind cannot be added up: if the account has its own, the guest's belongs to nobody.
    """
    kinds = {rating.kind for rating in Rating.objects.filter(user=account)}
    for rating in Rating.objects.filter(user=guest):
        if rating.kind not in kinds:
            Rating.objects.filter(pk=rating.pk).update(user=account)


@receiver(guest_merged)
def move_chat(guest: User, account: User, **_: Any) -> None:
    """Give the account the guest's messages and mutes, and transfer mutes of the guest by others to the account."""
    ChatMessage.objects.filter(author=guest).update(author=account, key="")
    heard_by = MutedPerson.objects.filter(person=account).values("by")
    MutedPerson.objects.filter(person=guest).exclude(by__in=heard_by).exclude(by=account).update(person=account)
    muted = MutedPerson.objects.filter(by=account).values("person")
    MutedPerson.objects.filter(by=guest).exclude(person__in=muted).exclude(person=account).update(by=account)
