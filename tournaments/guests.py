"""What becomes of all that is a guest's when the guest turns out to have an account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.dispatch import receiver

from incursions.accounts.signals import guest_merged
from tournaments.chat.models import ChatMessage, MutedPerson, MutedRoom, TableManners
from tournaments.models import Award, Flight, HandShown, Match, MatchFile, Rating, Report, Seat, SeatRecord, Seeker

if TYPE_CHECKING:
    from incursions.accounts.models import User


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
