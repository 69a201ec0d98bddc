"""Change a tournament under the lock of its row, with every change in its log, as far as the actor may.

The abilities of each role are one table for services, pages and matches (rules 21.11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any, Generic, NamedTuple, Self, TypeVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from incursions.accounts.models import User
from incursions.kit.caches import PreparedRead
from incursions.kit.refusals import DomainError
from incursions.kit.writing import add_rows, write_columns
from tournaments.events.enums import Did, EntryState, Role, RoundState, TournamentState
from tournaments.events.models import (
    Appointment,
    Delivery,
    Entry,
    LogLine,
    Phase,
    Round,
    Table,
    Tournament,
    TournamentQuerySet,
    Webhook,
)
from tournaments.live.pushes import announce_revision
from tournaments.matches.append_only import LONGEST_REASON
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
    SEE_DECKS = "look through decks"
    SEE_LOG = "read the log"
    CONNECT = "manage webhooks"


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


def find_with_actor(
    public_id: str, user: User | AnonymousUser | None, rows: TournamentQuerySet | None = None
) -> tuple[Tournament, Actor] | None:
    """Return the tournament with the user as an actor at it; None if there is none, and for a draft unless staff.

    `rows` are the tournaments to look among. Two queries.
    """
    row = (Tournament.objects.all() if rows is None else rows).filter(public_id=public_id).first()
    if row is None:
        return None
    actor = actor_for(row, user)
    return (row, actor) if row.state != TournamentState.DRAFT or actor.is_staff else None


def is_judge_at(user: User, match: Match) -> bool:
    """Return True if the user rules on results at the tournament of this match. One query."""
    ruling = [role for role in Role if Ability.RULE in ABILITIES[role]]
    return Appointment.objects.filter(user=user, role__in=ruling, tournament__rounds__tables__match=match).exists()


LONGEST_LINE = 300
Result = TypeVar("Result")
About = Callable[..., bool]
"""A predicate: True if a line of the log concerns the values of a service, so that the user has to have seen it."""

LOCKED_TOURNAMENT = PreparedRead(lambda public_id: Tournament.objects.select_for_update().filter(public_id=public_id))


class NewState(NamedTuple):
    """A player's new state, with the line for the log."""

    entry: Entry
    state: EntryState
    words: str
    reason: str = ""


def no_such_tournament() -> DomainError:
    """Return the refusal for an unknown public id."""
    return DomainError("not_found", "There is no such tournament.")


class LockedTournament:
    """A tournament locked by the current transaction, with its actor. It collects log lines, which `save` writes."""

    def __init__(self, tournament: Tournament, actor: Actor, now: datetime) -> None:
        self.tournament = tournament
        self.actor = actor
        self.now = now
        self._lines: list[LogLine] = []
        self._deferred: list[Callable[[], object]] = []

    @classmethod
    def lock(
        cls,
        public_id: str,
        user: User | None = None,
        *,
        needs: Ability | None = None,
        seen: int | None = None,
        about: About | None = None,
        said: Sequence[Any] = (),
        now: datetime | None = None,
        by_server: bool = False,
    ) -> Self:
        """Lock the tournament for a user who has the ability `needs` and has seen the latest changes.

        `seen` is the version that the page showed (None for the current one). Of later log lines, only those count that
        are `about` the values in `said`: new results do not keep a judge from giving a penalty.
        Raises `DomainError`: not_found, not_staff, tournament_moved_on.
        """
        row = LOCKED_TOURNAMENT.first(public_id)
        if row is None:
            raise no_such_tournament()
        actor = SERVER if by_server else actor_for(row, user)
        if row.state == TournamentState.DRAFT and not actor.is_staff:
            raise no_such_tournament()
        if needs is not None and not actor.may(needs):
            raise DomainError("not_staff", f"You may not {needs} here.")
        if seen is not None and seen != row.version:
            _check_nothing_unseen(row, seen, about, said)
        return cls(row, actor, now or timezone.now())

    @classmethod
    @contextmanager
    def change(cls, public_id: str, user: User | None = None, **how: Any) -> Iterator[Self]:
        """Lock the tournament as `lock` does, save its log lines in one transaction, then run the deferred calls."""
        with transaction.atomic():
            locked = cls.lock(public_id, user, **how)
            yield locked
            if locked._lines:
                locked.save()
        for each in locked._deferred:
            each()

    def defer(self, act: Callable[..., object], *values: Any) -> None:
        """Call `act` with these values after the transaction, when the tournament is no longer locked."""
        self._deferred.append(partial(act, *values))

    @property
    def user(self) -> User:
        """The user who acts. The server never calls services."""
        assert self.actor.user is not None, "services are called by users"
        return self.actor.user

    def note(
        self,
        did: Did,
        words: str,
        *,
        before: Any = None,
        after: Any = None,
        reason: str = "",
    ) -> None:
        """Add a line to the log."""
        self.tournament.version += 1
        self._lines.append(
            LogLine(
                tournament=self.tournament,
                number=self.tournament.version,
                at=self.now,
                by=self.actor.user,
                by_name=self.actor.name,
                role=self.actor.role,
                did=did,
                words=words if len(words) <= LONGEST_LINE else f"{words[: LONGEST_LINE - 1]}…",
                before=before,
                after=after,
                reason=reason,
            )
        )

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Roll back rows and log lines if the block raises `DomainError`."""
        version, lines = self.tournament.version, len(self._lines)
        try:
            with transaction.atomic():
                yield
        except DomainError:
            self.tournament.version = version
            del self._lines[lines:]
            raise

    def save(self) -> None:
        """Write the row with its next due time, and the log lines. After the commit, notify the pages."""
        row = self.tournament
        row.due_at = when_due(row)
        row.save()
        add_rows(LogLine, self._lines)
        queue_messages(row, self._lines)
        if self._lines:
            room, version = row.room, row.version
            transaction.on_commit(lambda: announce_revision(room, version), robust=True)  # named if it fails
        self._lines = []

    def make_refusal(self, code: str, message: str, *, rule: str = "") -> DomainError:
        """Return a refusal that carries the current version."""
        return DomainError(code, message, rule=rule, version=self.tournament.version)

    def needs_state(self, *states: TournamentState) -> None:
        """Raise wrong_state unless the tournament is in one of these states."""
        if self.tournament.state not in states:
            now = TournamentState(self.tournament.state).label
            raise self.make_refusal("wrong_state", f"That cannot be done now: the tournament is {now}.")

    def needs_time_to_run(self) -> None:
        """Raise paused while the tournament is paused, because a deadline set now would be wrong."""
        if self.tournament.paused_at is not None:
            raise self.make_refusal("paused", "The tournament is paused. Resume it first.")

    def find_entry(self, number: int | None = None) -> Entry:
        """Return the entry of that number, or of the user. Raises no_such_player, not_entered."""
        if number is None:
            own = self.find_entry_of(self.actor.user)
            if own is None:
                raise self.make_refusal("not_entered", "You have not entered this tournament.")
            return own
        found = self.tournament.entries.filter(number=number).select_related("user").first()
        if found is None:
            raise self.make_refusal("no_such_player", f"There is no player {number} in this tournament.")
        return found

    def find_entry_of(self, user: User | None) -> Entry | None:
        """Return the entry of a user, or None."""
        return None if user is None else self.tournament.entries.filter(user=user).first()

    def set_state(self, entry: Entry, state: EntryState, words: str, *, reason: str = "") -> None:
        """Set the state of a player and log it."""
        self.set_states([NewState(entry, state, words, reason)])

    def set_states(self, new: Iterable[NewState]) -> None:
        """Set the states of players and log each change. All rows are written by one statement."""
        entries = []
        for entry, state, words, reason in new:
            before = entry.state
            entry.state, entry.reason = state, reason
            entries.append(entry)
            self.note(
                Did.PLAYER,
                words,
                before={"player": entry.number, "state": str(before)},
                after={"player": entry.number, "state": str(state)},
                reason=reason,
            )
        write_columns(Entry, entries, ("state", "reason"))

    def find_phase(self) -> Phase | None:
        """Return the current phase: the last one that has begun."""
        return self.tournament.phases.filter(has_begun=True).order_by("-number").first()

    def find_last_round(self) -> Round | None:
        """Return the last round that was not undone."""
        return self.tournament.find_round()

    def find_round(self, number: int) -> Round:
        """Return the round of that number. Raises no_such_round, also for an undone round."""
        found = self.tournament.find_round(number)
        if found is None:
            raise self.make_refusal("no_such_round", f"There is no round {number}.")
        return found

    def find_table(self, of: Round, number: int) -> Table:
        """Return the table of that number in a round, with its match. Raises no_such_table."""
        found = of.tables.filter(number=number).select_related("round__phase", "match").first()
        if found is None:
            raise self.make_refusal("no_such_table", f"There is no table {number} in round {of.number}.")
        return found

    def check_reason(self, said: str) -> str:
        """Return the reason tidied for the log. Raises malformed if it is empty or too long."""
        reason = " ".join(said.split())
        if not reason or not reason.isprintable():
            raise self.make_refusal("malformed", "Say why: it goes into the log.")
        if len(reason) > LONGEST_REASON:
            raise self.make_refusal("malformed", f"The reason is longer than {LONGEST_REASON} characters.")
        return reason


EVENTS: Mapping[str, str] = {
    Did.OPENED: "opened",
    Did.STARTED: "started",
    Did.PUBLISHED: "round published",
    Did.BEGUN: "round begun",
    Did.RESULT: "result",
    Did.CLOSED: "round closed",
    Did.UNDONE: "round undone",
    Did.PAUSED: "paused",
    Did.RESUMED: "resumed",
    Did.FINISHED: "finished",
    Did.CANCELLED: "cancelled",
}
"""The public events that webhooks are told, by the kind of log line."""
TOLD = ("round", "table", "places", "players", "starts_at", "source", "seconds")
"""The keys of a line's data that a message has."""


def queue_messages(row: Tournament, lines: Iterable[LogLine]) -> None:
    """Store a message for each webhook and each public line. No query without such a line."""
    told = [line for line in lines if line.did in EVENTS]
    if not told:
        return
    hooks = list(row.webhooks.all())
    Delivery.objects.bulk_create(
        make_delivery(hook, row, EVENTS[line.did], line.words, line.after, line.at) for line in told for hook in hooks
    )


def make_delivery(hook: Webhook, row: Tournament, event: str, words: str, data: Any, at: datetime) -> Delivery:
    """Return a message, not saved."""
    body = {
        "event": event,
        "at": at.isoformat(),
        "words": words,
        "tournament": {
            "id": row.public_id,
            "name": row.name,
            "state": row.state,
            "version": row.version,
            "url": f"{settings.SITE_URL}{row.get_absolute_url()}",
        },
        "data": {name: value for name, value in (data or {}).items() if name in TOLD},
    }
    return Delivery(webhook=hook, event=event, body=body, at=at, next_try_at=at)


def when_due(row: Tournament) -> datetime | None:
    """Return when the tournament is due next; None while it is paused or waits for people or results."""
    if row.paused_at is not None or not row.is_active:
        return None
    due: Iterable[datetime | None]
    if row.state == TournamentState.OPEN:
        opens = None if row.check_in_opened else row.check_in_opens_at
        due = (opens, row.starts_at)
    elif row.state == TournamentState.BUILDING:
        building = row.entries.filter(built_at=None).playing()
        due = (row.builds_until if building.exists() else row.started_at,)  # all have built: due at once
    else:
        published = row.rounds.filter(state=RoundState.PUBLISHED)
        due = (row.next_round_at, *published.values_list("starts_at", flat=True))
    return min((at for at in due if at is not None), default=None)


def seconds(number: float) -> timedelta:
    """Return the time span of that many seconds."""
    return timedelta(seconds=number)


@dataclass(frozen=True)
class Service(Generic[Result]):
    """A function on a locked tournament that users can call.

    The user gives the public id, the values of the function, and as `seen` the version that the page showed. The
    service locks the tournament if the user has the ability and the tournament is in one of the states, and saves what
    was noted. A service `for_oneself` needs the ability only for a value, which is the number of another player.
    """

    function: Callable[..., Result]
    needs: Ability | None
    states: tuple[TournamentState, ...]
    about: About | None
    for_oneself: bool

    def __call__(
        self,
        public_id: str,
        user: User,
        /,
        *said: Any,
        seen: int | None = None,
        now: datetime | None = None,
        **named: Any,
    ) -> Result:
        """Call the function. Raises `DomainError`: not_found, not_staff, tournament_moved_on, wrong_state."""
        needs = None if self.for_oneself and not said else self.needs
        with LockedTournament.change(
            public_id, user, needs=needs, seen=seen, about=self.about, said=said, now=now
        ) as locked:
            if self.states:
                locked.needs_state(*self.states)
            return self.function(locked, *said, **named)


def service(
    needs: Ability | None = None, *states: TournamentState, about: About | None = None, for_oneself: bool = False
) -> Callable[[Callable[..., Result]], Service[Result]]:
    """Decorate a function on a locked tournament: make a service of it."""
    return lambda function: Service(function, needs, states, about, for_oneself)


def about_player(line: LogLine, number: int, *_: object) -> bool:
    """Return True for a line about the player."""
    return any((said or {}).get("player") == number for said in (line.before, line.after))


def about_table(line: LogLine, number: int, *_: object) -> bool:
    """Return True for a line about the table of the current round, or about which tables there are."""
    return line.did in OF_ROUNDS or any((said or {}).get("table") == number for said in (line.before, line.after))


def of_kinds(*kinds: Did) -> About:
    """Return a predicate that is true for log lines of these kinds."""
    return lambda line, *_: line.did in kinds


OF_ROUNDS = (Did.PAIRED, Did.REARRANGED, Did.PUBLISHED, Did.CLOSED, Did.UNDONE, Did.FINISHED)
"""Kinds of log lines about rounds and their seating."""
about_rounds = of_kinds(*OF_ROUNDS)


def _check_nothing_unseen(row: Tournament, seen: int, about: About | None, said: Sequence[Any]) -> None:
    """Raise tournament_moved_on, naming the last change, if a relevant line was logged after version `seen`."""
    unseen = row.log.filter(number__gt=seen).order_by("-number")
    last = next((line for line in unseen.iterator() if about is None or about(line, *said)), None)
    if last is None and seen <= row.version:
        return
    done = "" if last is None else f" Last, {last.by_name or 'the server'}: {last.words}."
    message = f"Nothing was done: the tournament has moved on meanwhile.{done} Look again."
    raise DomainError("tournament_moved_on", message, version=row.version)
