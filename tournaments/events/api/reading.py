"""Find tournaments for a viewer. Drafts exist only for their staff."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.events.enums import EntryState, RoundState, Source, TournamentState
from tournaments.events.locked_tournament import Ability, Actor, actor_for, no_such_tournament
from tournaments.events.models import Appointment, Entry, Round, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User

COMING = (EntryState.REGISTERED, EntryState.CHECKED_IN, EntryState.PLAYING)


class Seen:
    """A tournament with its viewer's role."""

    def __init__(self, tournament: Tournament, actor: Actor) -> None:
        self.tournament = tournament
        self.actor = actor

    @cached_property
    def own(self) -> Entry | None:
        """The viewer's own entry, or None."""
        user = self.actor.user
        return None if user is None else Entry.objects.filter(tournament=self.tournament, user=user).first()

    @property
    def abilities(self) -> list[str]:
        """The viewer's abilities as staff, in words."""
        return sorted(str(ability) for ability in Ability if self.actor.may(ability))

    @property
    def last_round(self) -> int | None:
        """The number of the last round that the viewer may see. One query."""
        return self.rounds().values_list("number", flat=True).last()

    def rounds(self) -> QuerySet[Round]:
        """Return the rounds that were not undone, in order, with phases. Drafts are for staff only."""
        found = (
            Round.objects.filter(tournament=self.tournament).exclude(state=RoundState.UNDONE).select_related("phase")
        )
        if not self.actor.is_staff:
            found = found.exclude(state=RoundState.DRAFT)
        return found.select_related("phase").order_by("number")


def find_tournament(public_id: str, viewer: User | AnonymousUser | None) -> Seen:
    """Return the tournament of that id. Raises `DomainError` not_found, also if it is hidden from the viewer."""
    row = Tournament.objects.filter(public_id=public_id).first()
    if row is None:
        raise no_such_tournament()
    actor = actor_for(row, viewer)
    if row.state == TournamentState.DRAFT and not actor.is_staff:
        raise no_such_tournament()
    return Seen(row, actor)


def own_tournaments(user: User) -> QuerySet[Tournament]:
    """Return the tournaments that the user has entered or is staff of, drafts included."""
    entered = Entry.objects.filter(tournament=OuterRef("pk"), user=user).exclude(state=EntryState.WITHDRAWN)
    appointed = Appointment.objects.filter(tournament=OuterRef("pk"), user=user)
    mine = Tournament.objects.filter(Exists(entered) | Exists(appointed))
    return mine.exclude(Q(state=TournamentState.DRAFT) & ~Exists(appointed))


def rounds_with_counts(found: QuerySet[Round]) -> QuerySet[Round]:
    """Annotate rounds with `table_count` and `undecided_count`."""
    undecided = Count("tables", filter=Q(tables__source=Source.NONE))
    return found.annotate(table_count=Count("tables"), undecided_count=undecided)
