"""Hand over what a guest has when the guest signs in to an account, and give up what a deleted account had."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from incursions.accounts.models import User
from incursions.accounts.signals import guest_merged
from tournaments.chat.models import ChatMessage, MutedPerson, MutedRoom, TableManners
from tournaments.enums import MatchState
from tournaments.locked_match import LockedMatch
from tournaments.models import (
    Award,
    Flight,
    HandShown,
    Match,
    MatchFile,
    Rating,
    Report,
    Seat,
    SeatRecord,
    Seeker,
    TakeBack,
)
from tournaments.open_tables import leave_table
from tournaments.presence.returning import mark_gone
from tournaments.taking_back.models import TakeBackState


@receiver(pre_delete, sender=User)
def leave_tables(instance: User, **_: Any) -> None:
    """Take the user out of open tables, as leaving does, and mark the user's seats in running matches as away."""
    matches = Match.objects.of(instance).order_by("pk")
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


@receiver(guest_merged)
def move_seats(guest: User, account: User, **_: Any) -> None:
    """Give the guest's seats and tables to the account.

    Where the account sits at the same table already, the guest's seat stays behind: nobody plays two seats.
    """
    own = Seat.objects.filter(user=account).values("match")
    SeatRecord.objects.filter(user=guest).exclude(record__match__in=own).update(user=account)
    Seat.objects.filter(user=guest).exclude(match__in=own).update(user=account)
    Match.objects.filter(host=guest).update(host=account)
    HandShown.objects.filter(by=guest, seat__user=account).update(by=account)


@receiver(guest_merged)
def move_badges(guest: User, account: User, **_: Any) -> None:
    """Give the account those of the guest's badges that it lacks."""
    has = Award.objects.filter(user=account).values("badge")
    Award.objects.filter(user=guest).exclude(badge__in=has).update(user=account)


@receiver(guest_merged)
def move_ratings(guest: User, account: User, **_: Any) -> None:
    """Give the account the guest's ratings in kinds of play in which it has none.

    Two ratings of one kind cannot be added up: where the account has its own, the guest's stays with nobody.
    """
    kinds = {rating.kind for rating in Rating.objects.filter(user=account)}
    for rating in Rating.objects.filter(user=guest):
        if rating.kind not in kinds:
            Rating.objects.filter(pk=rating.pk).update(user=account)


@receiver(guest_merged)
def move_search(guest: User, account: User, **_: Any) -> None:
    """Let the account look on for the match that the guest looked for, unless it looks for one of its own."""
    if not Seeker.objects.filter(user=account).exists():
        Seeker.objects.filter(user=guest).update(user=account)


@receiver(guest_merged)
def move_flights(guest: User, account: User, **_: Any) -> None:
    """Give the guest's test flights to the account; one that is under way flies on, beside another of the account."""
    Flight.objects.filter(by=guest).update(by=account)


@receiver(guest_merged)
def move_reports(guest: User, account: User, **_: Any) -> None:
    """Let the account read what became of the guest's reports."""
    Report.objects.filter(by=guest).update(by=account)
    Report.objects.filter(about=guest).update(about=account)


@receiver(guest_merged)
def move_chat(guest: User, account: User, **_: Any) -> None:
    """Let the account have said what the guest said, mute whom the guest muted, and be muted where the guest was."""
    ChatMessage.objects.filter(author=guest).update(author=account, key="")
    heard_by = MutedPerson.objects.filter(person=account).values("by")
    MutedPerson.objects.filter(person=guest).exclude(by__in=heard_by).exclude(by=account).update(person=account)
    muted = MutedPerson.objects.filter(by=account).values("person")
    MutedPerson.objects.filter(by=guest).exclude(person__in=muted).exclude(person=account).update(by=account)
    rooms = MutedRoom.objects.filter(by=account).values("match")
    MutedRoom.objects.filter(by=guest).exclude(match__in=rooms).update(by=account)
    if not TableManners.objects.filter(user=account).exists():
        TableManners.objects.filter(user=guest).update(user=account)


@receiver(guest_merged)
def move_match_files(guest: User, account: User, **_: Any) -> None:
    """Give the account the match files that the guest brought, but those that it has itself."""
    own = MatchFile.objects.filter(by=account).values("digest")
    MatchFile.objects.filter(by=guest).exclude(digest__in=own).update(by=account)
