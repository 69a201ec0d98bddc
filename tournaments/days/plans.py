"""Plans of Control: commands that are given when a turn begins, in the name of the seat that wrote them."""

from __future__ import annotations

from incursions.engine.open_game import OpenGame
from incursions.engine.open_log import read_undo
from incursions.games.megagames import RefusedPlan
from incursions.kit.refusals import DomainError
from tournaments.days.claims import name_seat
from tournaments.days.day_games import game_of
from tournaments.days.locked_day import LockedDay
from tournaments.days.models import LONGEST_COMMAND, Day, DayPlan, DaySeat

LAST_TURN = 99
MOST_PLANS = 200
SUBJECT = "plan "


def write_plan(seat: DaySeat, turn: int, text: str, pk: int | None = None) -> DayPlan:
    """Write a plan of a seat of Control, or change one that was not given yet. Raises `DomainError`."""
    day = seat.day
    with LockedDay.lock(day.public_id) as locked:
        check_plan(day, locked.game, seat.name, turn, text)
        if day.plans.filter(turn=turn, text=text, entry=None, refusal="").exclude(pk=pk or 0).exists():
            raise DomainError("unchanged", f"This is planned for turn {turn} already.")
        if pk is None:
            if day.plans.count() >= MOST_PLANS:
                raise DomainError("malformed", f"A day has at most {MOST_PLANS} plans. Remove one first.")
            return DayPlan.objects.create(day=day, seat=seat, turn=turn, text=text)
        plan = find_plan(day, pk)
        if plan.entry is not None or plan.refusal:
            raise DomainError("wrong_state", "This plan has been given. Write a new one.")
        plan.seat, plan.turn, plan.text = seat, turn, text
        plan.save(update_fields=["seat", "turn", "text"])
        return plan


def check_plan(day: Day, game: OpenGame, seat: str, turn: int, text: str) -> None:
    """Raise malformed for a command without a form, or a turn that has begun. A rule is looked at in its turn alone."""
    if len(text) > LONGEST_COMMAND or not text.isprintable():
        raise DomainError("malformed", f"A command is one line of at most {LONGEST_COMMAND} characters.")
    now = day.kind.read_turn(game)
    if not now < turn <= LAST_TURN:
        told = f"Turn {turn} has begun. Give the command on the desk." if turn <= now else f"Turns go to {LAST_TURN}."
        raise DomainError("malformed", told)
    if read_undo(text) is not None:
        raise DomainError("malformed", "An undo cannot be planned.")
    refusal = game.why_not(seat, text)
    if refusal is not None and not refusal.rule:
        raise DomainError("malformed", f"{refusal.reason}.")


def find_plan(day: Day, pk: int) -> DayPlan:
    """Return a plan of a day. Raises not_found."""
    plan = day.plans.filter(pk=pk).first()
    if plan is None:
        raise DomainError("not_found", "There is no such plan. Somebody may have removed it.")
    return plan


def remove_plan(day: Day, pk: int) -> None:
    """Remove a plan; what it has done stays."""
    with LockedDay.lock(day.public_id) as locked:
        find_plan(day, pk).delete()
        locked.show_again()


def dismiss_plan(day: Day, subject: str) -> None:
    """Take a refused plan from the desk. Raises not_found."""
    number = subject.removeprefix(SUBJECT)
    if not subject.startswith(SUBJECT) or not number.isascii() or not number.isdecimal() or len(number) > 18:
        raise DomainError("not_found", "There is no such plan. Somebody may have removed it.")
    with LockedDay.lock(day.public_id) as locked:
        plan = find_plan(day, int(number))
        plan.is_seen = True
        plan.save(update_fields=["is_seen"])
        locked.show_again()


def list_refused(day: Day) -> list[RefusedPlan]:
    """Return the refused plans that nobody has dismissed."""
    plans = day.plans.filter(is_seen=False).exclude(refusal="").select_related("seat")
    return [
        RefusedPlan(f"{SUBJECT}{plan.pk}", name_seat(plan.seat), plan.turn, plan.text, plan.refusal) for plan in plans
    ]


def list_plans(day: Day) -> list[tuple[DayPlan, str]]:
    """Return all plans of a day, each with what has become of it: waits, given, taken back, or refused."""
    struck = {*game_of(day).struck}

    def tell(plan: DayPlan) -> str:
        if plan.entry is not None:
            return "taken back" if plan.entry in struck else "given"
        return "refused" if plan.refusal else "waits"

    return [(plan, tell(plan)) for plan in day.plans.select_related("seat")]
