"""Who may act at a match as its staff: that of the house, and of the tournament that it belongs to (rules 21.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.organizing.enums import Role
from tournaments.organizing.models import Appointment
from tournaments.organizing.roles import ABILITIES, Ability

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User
    from tournaments.models import Match


def is_in_charge(user: User | AnonymousUser | None, match: Match) -> bool:
    """Whether the user may pause the match, give time and rule on it. One query for who is not of the house's staff."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    if user.is_staff:
        return True
    ruling = [role for role in Role if Ability.RULE in ABILITIES[role]]
    return Appointment.objects.filter(user=user, role__in=ruling, tournament__rounds__tables__match=match).exists()
