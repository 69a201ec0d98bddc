"""What becomes of a guest's seats, ratings, badges, flights and reports when the guest turns out to have an account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.dispatch import receiver

from incursions.accounts.signals import guest_merged
from tournaments.models import Award, Flight, Match, Rating, Report, Seat, SeatRecord

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
def move_flights(guest: User, account: User, **_: Any) -> None:
    """Give the guest's test flights to the account; one that is under way flies on, beside another of the account."""
    Flight.objects.filter(by=guest).update(by=account)


@receiver(guest_merged)
def move_reports(guest: User, account: User, **_: Any) -> None:
    """Let the account read what became of the guest's reports."""
    Report.objects.filter(by=guest).update(by=account)
    Report.objects.filter(about=guest).update(about=account)
