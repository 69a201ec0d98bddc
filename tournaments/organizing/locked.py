"""A tournament under the lock of its row: everything that changes it goes through here, and is logged whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar

from django.db import transaction
from django.utils import timezone

from incursions.prepared_reads import PreparedRead
from tournaments.append_only import LONGEST_REASON
from tournaments.errors import DomainError
from tournaments.organizing.enums import Did, EntryState, RoundState, TournamentState
from tournaments.organizing.models import Entry, LogLine, Phase, Round, Table, Tournament
from tournaments.organizing.roles import SERVER, Ability, Actor, actor_for
from tournaments.pushes import send_to_group
from tournaments.webhooks.queueing import queue_messages
from tournaments.writing import add_rows, write_columns

if TYPE_CHECKING:
    from incursions.accounts.models import User

LONGEST_LINE = 300
Result = TypeVar("Result")
About = Callable[..., bool]
"""Return True if a line of the log concerns the values of a service, so that the user has to have seen the line."""

LOCKED_TOURNAMENT = PreparedRead(lambda public_id: Tournament.objects.select_for_update().filter(public_id=public_id))


class NewState(NamedTuple):
    """The state that a player is in from now on, and what the log says of it."""

    entry: Entry
    state: EntryState
    words: str
    reason: str = ""


def no_such_tournament() -> DomainError:
    """The refusal of an address that leads to none."""
    return DomainError("not_found", "There is no such tournament.")


def group_name(public_id: str) -> str:
    """The group that pages of a tournament listen to."""
    return f"tournament.{public_id}"


class LockedTournament:
    """The row, locked by the transaction under way, with who acts; gathers lines of the log, which `save` writes."""

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
        """Lock it for somebody who is allowed what is needed, and has seen all that was done so far.

        `seen` is the version that the page showed; None for whatever it is now. Of what was done since, only lines that
        are `about` what was `said`: results come in all the time, and do not keep a judge from giving a penalty.
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
        """Lock the tournament as `lock` does, save what is noted in one transaction, then call what was deferred."""
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
        """The user who acts. Services are never called by the server."""
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
        """What is refused within leaves nothing behind: no row, and no line of the log."""
        version, lines = self.tournament.version, len(self._lines)
        try:
            with transaction.atomic():
                yield
        except DomainError:
            self.tournament.version = version
            del self._lines[lines:]
            raise

    def save(self) -> None:
        """Write the row, with when it is due next, and the lines of the log. After the commit, tell who looks on."""
        row = self.tournament
        row.due_at = when_due(row)
        row.save()
        add_rows(LogLine, self._lines)
        queue_messages(row, self._lines, self.now)
        if self._lines:
            transaction.on_commit(
                partial(
                    send_to_group, group_name(row.public_id), {"type": "tournament.changed", "version": row.version}
                ),
                robust=True,
            )
        self._lines = []

    def refused(self, code: str, message: str, *, rule: str = "") -> DomainError:
        """A refusal with the version as it stands."""
        return DomainError(code, message, rule=rule, version=self.tournament.version)

    def needs_state(self, *states: TournamentState) -> None:
        """Raise wrong_state unless the tournament is in one of them."""
        if self.tournament.state not in states:
            now = TournamentState(self.tournament.state).label
            raise self.refused("wrong_state", f"That cannot be done now: the tournament is {now}.")

    def needs_time_to_run(self) -> None:
        """Raise paused while everything stands still: what begins then would begin later than it says."""
        if self.tournament.paused_at is not None:
            raise self.refused("paused", "Everything is paused: let it go on first.")

    def entry(self, number: int | None = None) -> Entry:
        """Return the entry of that number, or of the user. Raises no_such_player, not_entered."""
        if number is None:
            own = self.entry_of(self.actor.user)
            if own is None:
                raise self.refused("not_entered", "You have not entered this tournament.")
            return own
        found = self.tournament.entries.filter(number=number).select_related("user").first()
        if found is None:
            raise self.refused("no_such_player", f"There is no player {number} in this tournament.")
        return found

    def entry_of(self, user: User | None) -> Entry | None:
        """The entry of a user."""
        return None if user is None else self.tournament.entries.filter(user=user).first()

    def set_state(self, entry: Entry, state: EntryState, words: str, *, reason: str = "") -> None:
        """Let a player be in another state, and log it."""
        self.set_states([NewState(entry, state, words, reason)])

    def set_states(self, new: Iterable[NewState]) -> None:
        """Let players be in other states, and log each. All are written by one statement."""
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

    def phase(self) -> Phase | None:
        """The phase that is played: the last that has begun."""
        return self.tournament.phases.filter(has_begun=True).order_by("-number").first()

    def last_round(self) -> Round | None:
        """The last round that holds."""
        return self.tournament.find_round()

    def round(self, number: int) -> Round:
        """The round of that number that holds. Raises no_such_round."""
        found = self.tournament.find_round(number)
        if found is None:
            raise self.refused("no_such_round", f"There is no round {number}.")
        return found

    def table(self, of: Round, number: int) -> Table:
        """The table of that number in a round, with its match. Raises no_such_table."""
        found = of.tables.filter(number=number).select_related("round__phase", "match").first()
        if found is None:
            raise self.refused("no_such_table", f"There is no table {number} in round {of.number}.")
        return found

    def reason(self, said: str) -> str:
        """A reason as it is kept. Raises malformed for none, and for one too long."""
        reason = " ".join(said.split())
        if not reason or not reason.isprintable():
            raise self.refused("malformed", "Say why: it goes into the log.")
        if len(reason) > LONGEST_REASON:
            raise self.refused("malformed", f"The reason is longer than {LONGEST_REASON} characters.")
        return reason


def when_due(row: Tournament) -> datetime | None:
    """When the clock has to do something next; None while it waits for people, or for results."""
    if row.paused_at is not None or not row.is_active:
        return None
    due: Iterable[datetime | None]
    if row.state == TournamentState.OPEN:
        opens = None if row.check_in_opened else row.check_in_opens_at
        due = (opens, row.starts_at)
    elif row.state == TournamentState.BUILDING:
        building = row.entries.filter(built_at=None).playing()
        due = (row.builds_until if building.exists() else row.started_at,)  # nobody is waited for: at once
    else:
        published = row.rounds.filter(state=RoundState.PUBLISHED)
        due = (row.next_round_at, *published.values_list("starts_at", flat=True))
    return min((at for at in due if at is not None), default=None)


def seconds(number: float) -> timedelta:
    """So many seconds."""
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
    """Decorator: make a service of a function on a locked tournament."""
    return lambda function: Service(function, needs, states, about, for_oneself)


def about_player(line: LogLine, number: int, *_: object) -> bool:
    """Return True for a line about the player."""
    return any((said or {}).get("player") == number for said in (line.before, line.after))


def about_table(line: LogLine, number: int, *_: object) -> bool:
    """Return True for a line about the table of the round that is played, or about which tables there are."""
    return line.did in OF_ROUNDS or any((said or {}).get("table") == number for said in (line.before, line.after))


def of_kinds(*kinds: Did) -> About:
    """Return what is true for lines of these kinds."""
    return lambda line, *_: line.did in kinds


OF_ROUNDS = (Did.PAIRED, Did.REARRANGED, Did.PUBLISHED, Did.CLOSED, Did.UNDONE, Did.FINISHED)
"""The kinds of lines about which rounds there are, and who sits where."""
about_rounds = of_kinds(*OF_ROUNDS)


def _check_nothing_unseen(row: Tournament, seen: int, about: About | None, said: Sequence[Any]) -> None:
    """Raise tournament_moved_on for what was done about the same since the page was made: it is told."""
    unseen = row.log.filter(number__gt=seen).order_by("-number")
    last = next((line for line in unseen.iterator() if about is None or about(line, *said)), None)
    if last is None and seen <= row.version:
        return
    done = "" if last is None else f" Last, {last.by_name or 'the server'}: {last.words}."
    message = f"Nothing was done: the tournament has moved on meanwhile.{done} Look again."
    raise DomainError("tournament_moved_on", message, version=row.version)
