"""What an account leaves behind when it is deleted: seats at open tables are given up, seats in matches are away."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from incursions.accounts.models import User
from tournaments.enums import MatchState
from tournaments.locked_match import LockedMatch
from tournaments.models import Match, TakeBack
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
        locked.go_on()
    locked.show()
    locked.save()
