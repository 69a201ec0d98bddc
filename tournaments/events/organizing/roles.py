"""Abilities of roles at a tournament: one table for services, pages and matches (rules 21.11)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tournaments.events.enums import Role
from tournaments.events.models import Appointment, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User
    from tournaments.matches.models import Match


class Ability(StrEnum):
    """An ability, for a group of actions."""

    CONFIGURE = "change the tournament"
    APPOINT = "appoint staff"
    ADMIT = "enter, check in and drop players"
    PAIR = "pair, publish and undo rounds"
    RULE = "rule on results and give time"
    PENALISE = "give penalties"
    DISQUALIFY = "disqualify players"
    SEE_DECKS = "look decks through"
    SEE_LOG = "read the log"
    CONNECT = "let other programs be told"


ABILITIES: dict[Role, frozenset[Ability]] = {
    Role.OWNER: frozenset(Ability),
    Role.HEAD_JUDGE: frozenset(Ability) - {Ability.APPOINT, Ability.CONNECT},
    Role.JUDGE: frozenset({Ability.RULE, Ability.PENALISE, Ability.SEE_DECKS, Ability.SEE_LOG}),
    Role.SCOREKEEPER: frozenset({Ability.ADMIT, Ability.PAIR, Ability.SEE_LOG}),
    Role.COMMENTATOR: frozenset({Ability.SEE_DECKS}),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """The actor of a change: a user with a role, a player ("" as the role), or the server (no user)."""

    user: User | None = None
    role: str = ""
    may_do_all: bool = False

    @property
    def name(self) -> str:
        """The name for the log; "" for the server."""
        return "" if self.user is None else str(self.user)

    def may(self, ability: Ability) -> bool:
        """Return True if the actor has the ability."""
        return self.may_do_all or (self.role != "" and ability in ABILITIES[Role(self.role)])

    @property
    def is_staff(self) -> bool:
        """Return True if the user has any part in running the tournament."""
        return self.may_do_all or self.role != ""


SERVER = Actor(may_do_all=True)


def actor_for(tournament: Tournament, user: User | AnonymousUser | None) -> Actor:
    """Return the user as an actor at the tournament. Site staff may do everything. One query."""
    if user is None or not user.is_authenticated:
        return Actor()
    found = tournament.appointments.filter(user=user).values_list("role", flat=True).first()
    return Actor(user, found or "", may_do_all=user.is_staff and user.is_active)


def is_in_charge(user: User | AnonymousUser | None, match: Match) -> bool:
    """Return True if the user may pause the match, give time and rule on it. One query, or none for site staff."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    if user.is_staff:
        return True
    ruling = [role for role in Role if Ability.RULE in ABILITIES[role]]
    return Appointment.objects.filter(user=user, role__in=ruling, tournament__rounds__tables__match=match).exists()
