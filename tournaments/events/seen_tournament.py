"""A tournament with what its viewer may see of it, for the API and files. Drafts exist only for their staff."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from incursions.accounts.models import User
from tournaments.events.enums import RoundState
from tournaments.events.locked_tournament import Ability, Actor, find_with_actor, no_such_tournament
from tournaments.events.models import Entry, Round, Tournament


@dataclass
class SeenTournament:
    """A tournament with its viewer's role."""

    tournament: Tournament
    actor: Actor

    @cached_property
    def own(self) -> Entry | None:
        """The viewer's own entry, or None."""
        user = self.actor.user
        return None if user is None else self.tournament.entries.filter(user=user).first()

    @property
    def abilities(self) -> list[str]:
        """The viewer's abilities as staff, in words."""
        return sorted(str(ability) for ability in Ability if self.actor.may(ability))

    def rounds(self) -> QuerySet[Round]:
        """Return the rounds that were not undone, in order, with phases. Drafts are for staff only."""
        hidden = [RoundState.UNDONE] if self.actor.is_staff else [RoundState.UNDONE, RoundState.DRAFT]
        return self.tournament.rounds.exclude(state__in=hidden).select_related("phase").order_by("number")


def find_tournament(public_id: str, viewer: User | AnonymousUser | None) -> SeenTournament:
    """Return the tournament of that id. Raises `DomainError` not_found, also if it is hidden from the viewer."""
    found = find_with_actor(public_id, viewer)
    if found is None:
        raise no_such_tournament()
    return SeenTournament(*found)
