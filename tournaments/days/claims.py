"""Claims of Control: who has taken a line of the inbox, a vessel, or the clock, as all desks see it."""

from __future__ import annotations

from incursions.games.megagames import Claim
from incursions.kit.refusals import DomainError
from tournaments.days.locked_day import LockedDay
from tournaments.days.models import Day, DayClaim, DaySeat


def take_subject(public_id: str, seat: DaySeat, subject: str, *, is_done: bool = False) -> None:
    """Take a subject for a seat of Control, also from another one, or tick it off. Raises not_found if it has gone."""
    with LockedDay.lock(public_id) as locked:
        if subject not in locked.day.kind.list_subjects(locked.game):
            raise DomainError("not_found", "This has gone from the desk: somebody has dealt with it.")
        claimed = {"seat": seat, "is_done": is_done}
        DayClaim.objects.update_or_create(day=locked.day, subject=subject, defaults=claimed)
        locked.show_again()


def release_subject(public_id: str, seat: DaySeat, subject: str) -> None:
    """Release a subject that the seat has taken. Raises not_yours for that of another one."""
    with LockedDay.lock(public_id) as locked:
        claim = DayClaim.objects.filter(day=locked.day, subject=subject).select_related("seat").first()
        if claim is None:
            return
        if claim.seat_id != seat.pk:
            raise DomainError("not_yours", f"{name_seat(claim.seat)} has it. Take it over first.")
        claim.delete()
        locked.show_again()


def name_seat(seat: DaySeat) -> str:
    """Return the name of who sits there, or that of the seat."""
    return seat.player or seat.name


def read_claims(day: Day) -> dict[str, Claim]:
    """Return the claims of a day by their subjects, those that are ticked off too."""
    claims = DayClaim.objects.filter(day=day).select_related("seat")
    return {claim.subject: Claim(claim.seat.name, name_seat(claim.seat), claim.is_done) for claim in claims}
