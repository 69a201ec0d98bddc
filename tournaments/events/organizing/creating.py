"""Create tournaments from plans, and change, clone, announce and cancel them; appoint and dismiss staff."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime
from typing import TYPE_CHECKING

import structlog
from django.db import transaction
from django.utils import timezone

from tournaments.events.enums import ACTIVE, Did, Role, TournamentState
from tournaments.events.models import Appointment, Phase, Tournament
from tournaments.events.organizing.locked_tournament import Ability, Actor, LockedTournament, of_kinds, service
from tournaments.events.organizing.match_control import close_matches
from tournaments.events.organizing.plans import AGREED_AT_START, PhasePlan, Plan, plan_of
from tournaments.matches.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from incursions.accounts.models import User

CHANGEABLE = (TournamentState.DRAFT, TournamentState.OPEN, TournamentState.RUNNING)
OF_STAFF = of_kinds(Did.APPOINTED, Did.DISMISSED)
log = structlog.get_logger(__name__)


def create_tournament(owner: User, plan: Plan, *, now: datetime | None = None, seed: bytes | None = None) -> Tournament:
    """Create a tournament as a draft, which only its staff can see until it is opened.

    `seed` is for tests and rehearsals: 32 bytes that decide pairings and pools. Raises `DomainError`: accounts_only,
    malformed.
    """
    if owner.is_guest:
        raise DomainError("accounts_only", "Tournaments are held by accounts. Sign up or sign in first.")
    plan = plan.validate()
    with transaction.atomic():
        row = Tournament(**plan.columns(), **({} if seed is None else {"seed": seed}))
        row.save()
        _write_phases(row, plan.phases)
        Appointment.objects.create(tournament=row, user=owner, role=Role.OWNER)
        locked = LockedTournament(row, Actor(owner, Role.OWNER), now or timezone.now())
        promise = {"public_id": row.public_id, "commitment": row.commitment, "lots": row.lots}
        locked.note(Did.CREATED, f"Created “{row.name}”", after=plan.to_data() | promise)
        locked.save()
    log.info("tournament_created", tournament=row.public_id, user_id=owner.pk)
    return row


@service(Ability.CONFIGURE, *CHANGEABLE, about=of_kinds(Did.CHANGED))
def change_tournament(locked: LockedTournament, plan: Plan) -> Tournament:
    """Change the plan of a tournament. What players agreed to when they entered is fixed.

    Phases that have begun stay as they are. Raises `DomainError`: not_found, not_staff, tournament_moved_on,
    wrong_state, malformed, agreed.
    """
    plan = plan.validate()
    row, before = locked.tournament, plan_of(locked.tournament)
    if row.state != TournamentState.DRAFT:
        _check_agreed(locked, before, plan)
    if row.state == TournamentState.RUNNING and plan.starts_at != before.starts_at:
        raise locked.make_refusal("agreed", "The tournament has started: its start cannot be another.")
    for name, value in plan.columns().items():
        setattr(row, name, value)
    if plan.phases != before.phases:
        _change_phases(locked, before.phases, plan.phases)
    old, new = before.to_data(), plan.to_data()
    changed = [name for name in new if new[name] != old[name]]
    if changed:
        locked.note(
            Did.CHANGED,
            f"Changed {', '.join(changed)}",
            before={name: old[name] for name in changed},
            after={name: new[name] for name in changed},
        )
    return row


def _check_agreed(locked: LockedTournament, before: Plan, plan: Plan) -> None:
    """Raise agreed if the plan changes anything that is fixed once players can enter (rules 21.2)."""
    for name in AGREED_AT_START:
        if getattr(before, name) != getattr(plan, name):
            message = f"{name} was set before players could enter, and stays. Clone the event to hold another."
            raise locked.make_refusal("agreed", message, rule="21.2")
    entered = locked.tournament.entries.with_place().count()
    if plan.capacity is not None and plan.capacity < entered:
        raise locked.make_refusal("malformed", f"{entered} players have entered: the capacity is no less.")


def _write_phases(row: Tournament, phases: Sequence[PhasePlan], after: int = 0) -> None:
    Phase.objects.bulk_create(
        Phase(tournament=row, number=number, **asdict(phase))
        for number, phase in enumerate(phases, 1)
        if number > after
    )


def _change_phases(locked: LockedTournament, before: Sequence[PhasePlan], after: Sequence[PhasePlan]) -> None:
    """Replace the phases. Of a phase that has begun, only the number of rounds may change."""
    row = locked.tournament
    begun = list(row.phases.filter(has_begun=True).order_by("number"))
    if len(after) < len(begun) or any(
        replace(old, rounds=0) != replace(new, rounds=0) for old, new in zip(before[: len(begun)], after, strict=False)
    ):
        raise locked.make_refusal("agreed", "A phase that has begun stays as it is, but for its number of rounds.")
    for phase, plan in zip(begun, after, strict=False):
        phase.rounds = plan.rounds
        phase.save(update_fields=["rounds"])
    row.phases.filter(has_begun=False).delete()
    _write_phases(row, after, len(begun))


@service(Ability.CONFIGURE, TournamentState.DRAFT)
def open_tournament(locked: LockedTournament) -> Tournament:
    """Open the tournament for players. Raises `DomainError`: not_found, not_staff, wrong_state, malformed."""
    row = locked.tournament
    if row.starts_at is not None and row.starts_at <= locked.now:
        raise locked.make_refusal("malformed", "The start is over already: set another, or none.")
    row.state = TournamentState.OPEN
    locked.note(Did.OPENED, "Opened it for players")
    return row


@service(
    Ability.CONFIGURE,
    TournamentState.DRAFT,
    *ACTIVE,
    about=of_kinds(Did.FINISHED),
)
def cancel_tournament(locked: LockedTournament, reason: str) -> Tournament:
    """Cancel the tournament and reveal the decks and dice of its matches.

    Raises `DomainError`: not_found, not_staff, wrong_state.
    """
    why = locked.reason(reason)
    row = locked.tournament
    row.state, row.ended_at = TournamentState.CANCELLED, locked.now
    row.next_round_at = row.paused_at = None
    locked.note(Did.CANCELLED, "Cancelled it", reason=why)
    locked.save()
    close_matches(row, why)
    return row


@service(Ability.CONFIGURE)
def clone_tournament(locked: LockedTournament) -> Plan:
    """Return the plan of a tournament without its start time. Raises `DomainError`: not_found, not_staff."""
    return replace(plan_of(locked.tournament), starts_at=None)


@service(Ability.APPOINT, about=OF_STAFF)
def appoint(locked: LockedTournament, other: User, role: str) -> None:
    """Give a user a role on the staff. Raises not_found, not_staff, malformed, accounts_only."""
    if role not in Role.values:
        raise locked.make_refusal("malformed", f"role is one of: {', '.join(Role.values)}.")
    if other.is_guest:
        raise locked.make_refusal("accounts_only", "Guests cannot be of the staff.")
    before = locked.tournament.appointments.filter(user=other).first()
    if before is not None and before.role == Role.OWNER and role != Role.OWNER:
        _check_has_another_owner(locked, before)
    Appointment.objects.update_or_create(tournament=locked.tournament, user=other, defaults={"role": role})
    locked.note(
        Did.APPOINTED,
        f"{other} is {Role(role).label.lower()} now",
        before={"user": other.username, "role": "" if before is None else before.role},
        after={"user": other.username, "role": role},
    )


@service(Ability.APPOINT, about=OF_STAFF)
def dismiss(locked: LockedTournament, other: User) -> None:
    """Remove a user from the staff; the last owner stays. Raises `DomainError`: not_found, not_staff, malformed."""
    before = locked.tournament.appointments.filter(user=other).first()
    if before is None:
        raise locked.make_refusal("malformed", f"{other} is not of the staff.")
    if before.role == Role.OWNER:
        _check_has_another_owner(locked, before)
    before.delete()
    locked.note(
        Did.DISMISSED,
        f"{other} is no longer of the staff",
        before={"user": other.username, "role": before.role},
        after={"user": other.username, "role": ""},
    )


def _check_has_another_owner(locked: LockedTournament, leaving: Appointment) -> None:
    owners = locked.tournament.appointments.filter(role=Role.OWNER).exclude(pk=leaving.pk)
    if not owners.exists():
        raise locked.make_refusal("malformed", "A tournament has one owner at least.")
