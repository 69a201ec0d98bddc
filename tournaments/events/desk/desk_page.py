"""The base of every desk page: the tournament, its viewer with abilities, and its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import ClassVar, NamedTuple

from django.db.models import Count, Q
from django.http import QueryDict

from incursions.kit.refusals import DomainError
from incursions.kit.words import format_count
from tournaments.events.enums import COMING, ENDED, EntryState, RoundState, SitOutKind, Source, TournamentState
from tournaments.events.locked_tournament import Ability, Actor
from tournaments.events.models import Entry, LogLine, Round, Table, Tournament

MOST_NAMED = 12
LATEST = 5


class Next(NamedTuple):
    """The next thing to do: the word of the act, its button, and its effect."""

    do: str
    label: str
    words: str = ""
    at: datetime | None = None


class Wait(NamedTuple):
    """Something the tournament waits for: a count in words, some names, and the page to act on it."""

    words: str
    named: list[str]
    more: int
    page: str


@dataclass
class Desk:
    """The desk for one staff member. `typed` is the form that was refused with `refusal`."""

    tournament: Tournament
    actor: Actor
    refusal: DomainError | None = None
    typed: Mapping[str, object] = field(default_factory=dict)

    name: ClassVar[str] = "desk"

    @property
    def can_pause(self) -> bool:
        """Return True if there is something to pause."""
        return self.tournament.is_active and self.tournament.paused_at is None

    @cached_property
    def may(self) -> dict[str, bool]:
        """The viewer's abilities, by their lower-case names."""
        return {ability.name.lower(): self.actor.may(ability) for ability in Ability}

    @cached_property
    def chosen(self) -> set[int]:
        """The players that were selected in a refused form."""
        said = self.typed.getlist("player") if isinstance(self.typed, QueryDict) else []
        return {int(one) for one in said if one.isascii() and one.isdecimal()}

    @cached_property
    def last(self) -> Round | None:
        """The last round that was not undone."""
        return self.tournament.find_round()

    @cached_property
    def entries(self) -> list[Entry]:
        """All entries, by number."""
        found = self.tournament.entries.select_related("user")
        return list(found.defer("pool", "loadout").order_by("number"))

    @cached_property
    def with_deck(self) -> set[int]:
        """The keys of the entries with a deck."""
        decks = self.tournament.entries.exclude(loadout=None)
        return set(decks.values_list("pk", flat=True))

    def in_state(self, *states: EntryState) -> list[Entry]:
        """Return the entries in one of these states."""
        return [entry for entry in self.entries if entry.state in states]

    @property
    def placed(self) -> list[Entry]:
        """The entries that hold a place or play."""
        return self.in_state(*COMING)

    @property
    def waiting(self) -> list[Entry]:
        """The entries on the waiting list."""
        return self.in_state(EntryState.WAITING)

    @property
    def is_calm(self) -> bool:
        """Return True if the tournament is over or cancelled."""
        return self.tournament.state in ENDED

    @cached_property
    def awaited(self) -> tuple[int, int]:
        """The numbers of unopened tables and of absent players in the running round. The log does not count them."""
        if self.tournament.is_table_top or not self.tournament.is_running:
            return 0, 0
        rounds = Q(round__tournament=self.tournament, round__state=RoundState.RUNNING)
        is_absent = Q(match__seats__user__isnull=False, match__seats__came_at=None)
        found = Table.objects.filter(rounds, source=Source.NONE).aggregate(
            closed=Count("pk", filter=Q(opened_at=None), distinct=True),
            absent=Count("match__seats", filter=is_absent),
        )
        return found["closed"], found["absent"]

    @property
    def looks_often(self) -> bool:
        """Return True if the page has to poll, because it awaits something that is not announced."""
        return any(self.awaited)

    @property
    def version(self) -> str:
        """The version of the pages' content. It begins with the version of the tournament."""
        return "-".join(str(number) for number in (self.tournament.version, *self.awaited))

    @cached_property
    def next(self) -> Next | None:
        """The next thing to do by hand, or None."""
        row = self.tournament
        if row.paused_at is not None:
            return Next("resume", "Resume the tournament", "Clocks go on where they stood.")
        if row.state == TournamentState.DRAFT:
            words = "From then on players enter; how decks are judged and whether it is rated stays then."
            return Next("announce", "Announce it", words)
        if row.state == TournamentState.OPEN:
            words = "It starts when you say so." if row.starts_at is None else "It starts by itself at"
            return Next("start", "Start now", words, row.starts_at)
        if row.state == TournamentState.BUILDING:
            return Next("end building", "End building now", "Decks are locked at", row.builds_until)
        if not row.is_running:
            return None
        last = self.last
        if last is None or last.state == RoundState.OVER:
            number = 1 if last is None else last.number + 1
            words = (
                "It is paired by itself at" if row.next_round_at else "You see the pairings before anybody else does."
            )
            return Next("pair", f"Pair round {number}", words, row.next_round_at)
        if last.state == RoundState.DRAFT:
            return Next("publish", f"Publish round {last.number}", "Everybody sees it then.")
        return None

    @cached_property
    def waits(self) -> list[Wait]:
        """The list of things that the tournament waits for."""
        row = self.tournament
        if row.state == TournamentState.OPEN:
            return self._waits_before_the_start()
        if row.state == TournamentState.BUILDING:
            building = [entry for entry in self.in_state(EntryState.PLAYING) if entry.built_at is None]
            return _waits(("still building", building))
        if row.is_running and self.last is not None:
            return self._waits_of_round(self.last)
        return []

    def _waits_before_the_start(self) -> list[Wait]:
        """Return what is missing of entries before the start: decks, check-ins, places."""
        row, here = self.tournament, self.in_state(EntryState.REGISTERED)
        placed = [*here, *self.in_state(EntryState.CHECKED_IN)]
        brings_deck = row.takes_loadouts and not row.is_table_top
        no_deck = [entry for entry in placed if brings_deck and entry.pk not in self.with_deck]
        problems = [entry for entry in placed if entry.deck_problem]
        absent = [entry for entry in here if not entry.bot] if row.check_in_opened else []
        return _waits(
            (f"without a {row.loadout_noun}", no_deck),
            (f"with a {row.loadout_noun} that is no longer legal", problems),
            ("not checked in", absent),
            ("on the waiting list", self.waiting),
        )

    def _waits_of_round(self, last: Round) -> list[Wait]:
        """Return what is missing of a round: players not paired, disputed tables, results."""
        waits = []
        unpaired = last.sit_outs.filter(kind=SitOutKind.UNPAIRED).select_related("entry__user")
        waits += _waits(("not paired", [one.entry for one in unpaired]), page="round")
        if last.state == RoundState.DRAFT:
            gone = Entry.objects.filter(places__table__round=last).exclude(state=EntryState.PLAYING)
            waits += _waits(("paired who have left since: pair anew", list(gone.select_related("user"))), page="round")
        if last.state == RoundState.RUNNING:
            undecided = last.tables.filter(source=Source.NONE).order_by("number")
            without = list(undecided.values_list("number", "is_disputed"))
            waits += _waits_of_tables("disputed", [number for number, is_disputed in without if is_disputed])
            waits += _waits_of_tables("without a result", [number for number, _ in without])
        return waits

    @cached_property
    def latest(self) -> list[LogLine]:
        """The latest log lines, newest first."""
        lines = self.tournament.log.defer("before", "after")
        return list(lines.order_by("-number")[:LATEST])

    @property
    def due_words(self) -> list[tuple[str, datetime]]:
        """The coming automatic steps, with their times."""
        row, last = self.tournament, self.last
        found: list[tuple[str, datetime | None]] = [
            ("Check-in opens", None if row.check_in_opened else row.check_in_opens_at),
            ("Round starts", last.starts_at if last is not None and last.state == RoundState.PUBLISHED else None),
            ("Round ends", last.ends_at if last is not None and last.state == RoundState.RUNNING else None),
        ]
        is_on = row.is_active and row.paused_at is None
        return [(words, at) for words, at in found if at is not None] if is_on else []


def _waits_of_tables(words: str, numbers: list[int]) -> list[Wait]:
    """Return what the desk waits for at these tables, the first few of them by number; [] for no tables."""
    if not numbers:
        return []
    named = [f"table {number}" for number in numbers[:MOST_NAMED]]
    return [Wait(f"{format_count(len(numbers), 'table')} {words}", named, len(numbers) - len(named), "round")]


def _waits(*groups: tuple[str, list[Entry]], page: str = "players") -> list[Wait]:
    """Return what the desk waits for of each group of entries that is not empty, the first few of them by name."""
    found = []
    for words, entries in groups:
        if entries:
            named = [entry.name for entry in entries[:MOST_NAMED]]
            found.append(Wait(f"{len(entries)} {words}", named, len(entries) - len(named), page))
    return found
