"""Receivers for users who leave: the seats of a deleted account are away, and the hands a guest shows move along."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from incursions.accounts.models import User
from incursions.accounts.viewers import guest_merged
from tournaments.matches.enums import MatchState
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match
from tournaments.matches.presence import mark_gone
from tournaments.matches.spectators.models import HandShown
from tournaments.matches.taking_back.models import TakeBack, TakeBackState


@receiver(pre_delete, sender=User)
def leave_matches(instance: User, **_: Any) -> None:
    """Mark the user's seats in running matches as away."""
    for match in Match.objects.with_player(instance).filter(state=MatchState.RUNNING).order_by("pk"):
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
def move_hands(guest: User, account: User, **_: Any) -> None:
    """Let the account show the hands of the seats that have moved to it."""
    HandShown.objects.filter(by=guest, seat__user=account).update(by=account)
