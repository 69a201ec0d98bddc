"""Finds a tournament for whoever asks: those being prepared are there for their staff alone."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.organizing.enums import EntryState, RoundState, Source, TournamentState
from tournaments.organizing.locked import no_such_tournament
from tournaments.organizing.models import Appointment, Entry, Round, Tournament
from tournaments.organizing.roles import Ability, Actor, actor_for

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User

COMING = (EntryState.REGISTERED, EntryState.CHECKED_IN, EntryState.PLAYING)


class Seen:
    """A tournament as somebody sees it: the row, and what the viewer is there."""

    def __init__(self, tournament: Tournament, actor: Actor) -> None:
        self.tournament = tournament
        self.actor = actor

    @cached_property
    def own(self) -> Entry | None:
        """The viewer's own entry."""
        user = self.actor.user
        return None if user is None else Entry.objects.filter(tournament=self.tournament, user=user).first()

    @property
    def abilities(self) -> list[str]:
        """What the viewer may do here as one of the staff, in words."""
        return sorted(str(ability) for ability in Ability if self.actor.may(ability))

    @property
    def last_round(self) -> int | None:
        """The number of the last round that the viewer may see. One query."""
        return self.rounds().values_list("number", flat=True).last()

    def rounds(self) -> QuerySet[Round]:
        """The rounds that hold and the viewer may see: drafts are the staff's. In their order, with their phases."""
        found = (
            Round.objects.filter(tournament=self.tournament).exclude(state=RoundState.UNDONE).select_related("phase")
        )
        if not self.actor.is_staff:
            found = found.exclude(state=RoundState.DRAFT)
        return found.select_related("phase").order_by("number")


def find_tournament(public_id: str, viewer: User | AnonymousUser | None) -> Seen:
    """The tournament at that address. Raises `DomainError` not_found, also for one that the viewer may not know of."""
    row = Tournament.objects.filter(public_id=public_id).first()
    if row is None:
        raise no_such_tournament()
    actor = actor_for(row, viewer)
    if row.state == TournamentState.DRAFT and not actor.is_staff:
        raise no_such_tournament()
    return Seen(row, actor)


def own_tournaments(user: User) -> QuerySet[Tournament]:
    """Those that the user has entered, or is of the staff of, drafts included."""
    entered = Entry.objects.filter(tournament=OuterRef("pk"), user=user).exclude(state=EntryState.WITHDRAWN)
    appointed = Appointment.objects.filter(tournament=OuterRef("pk"), user=user)
    mine = Tournament.objects.filter(Exists(entered) | Exists(appointed))
    return mine.exclude(Q(state=TournamentState.DRAFT) & ~Exists(appointed))


def rounds_with_counts(found: QuerySet[Round]) -> QuerySet[Round]:
    """With `table_count` and `undecided_count`."""
    undecided = Count("tables", filter=Q(tables__source=Source.NONE))
    return found.annotate(table_count=Count("tables"), undecided_count=undecided)
