"""A day, locked: giving commands in one transaction, after all that the clock has made due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple, Self

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from incursions.accounts.models import User
from incursions.engine import IllegalAction
from incursions.kit.refusals import DomainError
from incursions.kit.words import quote
from tournaments.days.day_games import game_of, keep_game, make_setup
from tournaments.days.following import follow_game
from tournaments.days.models import LONGEST_REFUSAL, Day, DayEntry, DayPlan, no_such_day
from tournaments.days.turn_sheets import keep_turn
from tournaments.live.models import find_last_open
from tournaments.live.pushes import announce_revision

log = structlog.get_logger(__name__)


class Outcome(NamedTuple):
    """The answer to a command: the number of the last entry, what its seat may read, and the revision that shows it."""

    number: int
    said: tuple[str, ...]
    revision: int


class LockedDay:
    """A day whose row is locked by the transaction, with its game."""

    def __init__(self, day: Day, now: datetime) -> None:
        self.day = day
        self.now = now
        self.before = game_of(day)
        self.game = self.before.copy()
        self._sheets_turn = self._turn
        self._is_changed = False

    @classmethod
    @contextmanager
    def lock(cls, public_id: str, now: datetime | None = None) -> Iterator[Self]:
        """Lock a day and save what is done to it. A refusal is raised after the commit; nothing was done by it.

        After a time in which no web process ran, the clock of the day stands at the last heartbeat until that time is
        given back (rules W2.11): no phase ends because the server slept.
        """
        refusal: DomainError | None = None
        with transaction.atomic():
            day = Day.objects.select_for_update().defer("position").filter(public_id=public_id).first()
            if day is None:
                raise no_such_day()
            locked = cls(day, find_last_open(now or timezone.now()))
            try:
                yield locked
            except DomainError as cause:
                refusal = cause
            locked.save()
        keep_game(locked.day, locked.game)
        if refusal is not None:
            raise refusal

    def give(self, seat: str, text: str, *, request: str = "", by: User | None = None) -> Outcome:
        """Give a command for a seat. Raises `DomainError` with the rule; the time that has passed stays passed."""
        self.settle()
        number, turn, answers = self.game.number, self._turn, len(self.game.answers)
        try:
            events = self.game.act(seat, text, self.day.seconds_at(self.now), request)
        except IllegalAction as refused:
            self._is_changed = len(self.game.answers) > answers or self._is_changed
            raise DomainError("illegal", refused.reason, rule=refused.rule) from None
        if self.game.number > number:
            self._is_changed = True
            self._add_entry(by)
        answer = self.game.find_answer(seat, request)
        number = self.game.number if answer is None else answer.number
        self._give_plans(turn)
        said = [line for event in events if (line := write_sentence(event, seat, self.day.kind.control))]
        return Outcome(number, tuple(said), self.day.revision + self._is_changed)

    def give_all(self, seat: str, texts: Sequence[str], *, request: str = "", by: User | None = None) -> Outcome:
        """Give several commands for a seat, all or none. Raises `DomainError` with the rule of the first refused."""
        self.settle()
        game, due, was_changed = self.game.copy(), self.day.due_at, self._is_changed
        given: list[Outcome] = []
        try:
            with transaction.atomic():
                for number, text in enumerate(texts, start=1):
                    given.append(self.give(seat, text, request=f"{request}-{number}" if request else "", by=by))
        except DomainError as refused:
            answers = self.game.answers
            self.game, self.day.due_at, self._is_changed = game, due, was_changed
            key = f"{seat}/{request}-{len(given) + 1}"
            if request and key in answers:  # sent again, the request is refused as it was (rules W26.9)
                self.game.answers[key] = answers[key]
                self._is_changed = True
            words = f"Nothing was done, because of {quote(texts[len(given)])}: {refused}"
            raise DomainError(refused.code, words, rule=refused.rule) from None
        return given[-1]._replace(said=tuple(line for outcome in given for line in outcome.said))

    @property
    def _turn(self) -> int:
        return self.day.kind.read_turn(self.game)

    def _give_plans(self, before: int) -> None:
        """Give what Control has planned for a turn that has just begun. A refusal is kept with the plan."""
        turn = self._turn
        if turn <= before:
            return
        struck = self.game.struck
        due = Q(entry=None, refusal="") | Q(entry__in=struck)
        for plan in DayPlan.objects.filter(due, day=self.day, turn__gt=before, turn__lte=turn).select_related("seat"):
            plan.entry, plan.refusal, number = None, "", self.game.number
            try:
                self.game.act(plan.seat.name, plan.text, self.game.last_at)
            except IllegalAction as refused:
                reason = f"{refused.reason} ({refused.rule})" if refused.rule else refused.reason
                plan.refusal = reason[:LONGEST_REFUSAL]
            if self.game.number > number:
                plan.entry = self.game.number
                self._add_entry(None)
            elif not plan.refusal:
                plan.refusal = "This only looks. Give it on the desk"
            plan.save(update_fields=["entry", "refusal"])

    def show_again(self) -> None:
        """Let all pages be drawn again when the day is saved, because rows that they show have changed."""
        self._is_changed = True

    def settle(self) -> None:
        """Let the clock do what is due: an entry of its own for each phase that begins by itself."""
        while (due := self.day.due_at) is not None and due <= self.now:
            turn = self._turn
            self.game.act(self.day.kind.clock, self.day.kind.tick, self.day.seconds_at(due))
            self._add_entry(None)
            self._give_plans(turn)
            self._is_changed = True
            if self.day.due_at == due:
                break

    def require_no_undo(self, seen: int) -> None:
        """Raise moved_on if an undo has come after the entry `seen`, so that entry numbers mean something else now."""
        undo = self.game.find_undo_after(seen)
        if undo is not None:
            words = f"{undo.seat} has taken entries back meanwhile, as entry {undo.number}: {quote(undo.text)}."
            raise DomainError("moved_on", f"{words} Look at the log before you undo more.")

    def require_unstarted(self) -> None:
        """Raise too_late once there is an entry."""
        if self.game.number:
            raise DomainError("too_late", "The event has started. Its switches stay as they are.")

    def start_anew(self) -> None:
        """Start the game, which has no entry yet, with the setup that the row has now."""
        self.require_unstarted()
        self.game = self.day.kind.game.start(make_setup(self.day), bytes(self.day.seed))
        self._is_changed = True

    def _set_due(self) -> None:
        left = self.day.kind.measure_left(self.game)
        self.day.due_at = None if left is None else self.day.time_of(self.game.last_at + left)

    def _add_entry(self, by: User | None) -> None:
        entry = self.game.log[-1]
        lines = [
            [event.kind_class.sentence.format(**event.told), None if event.audience is None else list(event.audience)]
            for event in self.game.events
        ]
        DayEntry(
            day=self.day,
            number=entry.number,
            seat=entry.seat,
            text=entry.text,
            at=entry.at,
            dice=entry.dice,
            lines=lines,
            by=by,
        ).save()
        self._set_due()
        self._sheets_turn = keep_turn(self.day, self.game, self._sheets_turn)

    def save(self) -> None:
        """Save the position and announce the change after the commit."""
        if not self._is_changed:
            return
        day = self.day
        follow_game(day, self.before, self.game)
        day.position, day.number = self.game.to_data(), self.game.number
        day.is_started = day.is_started or self.game.number > 0
        day.is_over = day.kind.is_over(self.game)
        day.revision += 1
        day.save(update_fields=["position", "number", "due_at", "is_started", "is_over", "revision", "seating"])
        self._is_changed = False
        room, revision = day.room, day.revision
        transaction.on_commit(lambda: announce_revision(room, revision), robust=True)


def write_sentence(event: Any, seat: str, control: str) -> str:
    """Return the sentence of an event, "" if the seat may not read it."""
    is_control = seat == control or seat.startswith(f"{control} ")
    is_reader = event.audience is None or seat in event.audience or is_control
    return event.kind_class.sentence.format(**event.told) if is_reader else ""


def give_command(
    public_id: str,
    seat: str,
    text: str,
    *,
    request: str = "",
    by: User | None = None,
    seen: int | None = None,
    now: datetime | None = None,
) -> Outcome:
    """Give a command for a seat of a day. A request sent again is answered as it was. Raises `DomainError`.

    `seen` is the last entry when the seat was shown the preview of an undo: of two that race, the second is refused.
    """
    with LockedDay.lock(public_id, now) as locked:
        if seen is not None:
            locked.require_no_undo(seen)
        return locked.give(seat, text, request=request, by=by)


def give_commands(
    public_id: str, seat: str, texts: Sequence[str], *, request: str = "", by: User | None = None
) -> Outcome:
    """Give several commands for a seat of a day, all or none. Raises `DomainError`."""
    with LockedDay.lock(public_id) as locked:
        return locked.give_all(seat, texts, request=request, by=by)


def sweep_days(now: datetime | None = None) -> None:
    """Let the clocks of all days do what is due. A day that fails holds up no other. Runs once a second."""
    now = find_last_open(now or timezone.now())
    for public_id in Day.objects.filter(due_at__lte=now, is_over=False).values_list("public_id", flat=True):
        try:
            with LockedDay.lock(public_id, now) as locked:
                locked.settle()
        except Exception:
            log.exception("day_not_settled", day=public_id)
