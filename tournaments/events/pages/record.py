"""A cached tournament at one version, as everybody may see it. Rows are read when a page first needs them.

Each process caches the latest records, so that a thousand viewers cost little more than one. A viewer's own parts are
not cached but added to the response.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, wraps
from threading import Lock, RLock
from typing import NamedTuple, TypeVar, TypeVarTuple

from cachetools import LRUCache
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from tournaments.events.enums import PLACED, SHOWN, EntryState, RoundState, SitOutKind, Source, TournamentState
from tournaments.events.history import PlayedRound, points_before, rounds_played, rules_of
from tournaments.events.models import (
    Phase,
    Place,
    Round,
    Table,
    Tournament,
    TournamentQuerySet,
)
from tournaments.events.standings import Comparison, Rules, Score, Standing, scores, standings

Value = TypeVar("Value")
Values = TypeVarTuple("Values")


def cached_part(make: Callable[[Record, *Values], Value]) -> Callable[[Record, *Values], Value]:
    """Decorate a function of a record: compute the part once per arguments and cache it in the record.

    The arguments are positional, because they are the key.
    """

    @wraps(make)
    def part(record: Record, *values: *Values) -> Value:
        return record.part((make.__qualname__, *values), lambda: make(record, *values))

    return part


@dataclass(frozen=True, slots=True)
class Player:
    """A player who entered. `user` is the user's key; None for bots and deleted users."""

    number: int
    name: str
    url: str
    user: int | None
    bot: str
    state: str
    has_deck: bool
    reason: str
    takes_part: bool

    @property
    def is_in_place(self) -> bool:
        """Return True if the player has a place before the start, or takes part."""
        return self.takes_part or self.state in PLACED


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a table: points before the round (None if points do not count) and the result."""

    player: Player
    points: int | None
    place: int | None
    left: int
    is_no_show: bool
    side: str = ""
    """The side of the seat, where seats play different ones."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table of a round."""

    number: int
    seats: tuple[Seated, ...]
    why: str
    extension_s: int
    source: str
    ending: str
    match: str
    is_featured: bool
    is_disputed: bool
    bracket_match: int | None
    can_be_missed: bool = False
    """True if all players may be absent, and then all lose (rules 21.13)."""

    @property
    def is_decided(self) -> bool:
        """Return True if it has a result."""
        return self.source != Source.NONE

    @property
    def winners(self) -> list[Player]:
        """The winners; several in a draw."""
        return [seated.player for seated in self.seats if seated.place == 1] if self.is_decided else []


@dataclass(frozen=True, slots=True)
class OutLine:
    """A player without a table in a round."""

    player: Player
    points: int | None
    kind: SitOutKind
    why: str


class Record:
    """The data that pages show of one tournament, read once. Data for staff only is not in it."""

    def __init__(self, row: Tournament, version: str) -> None:
        self.row = row
        self.version = version
        self.cost_s = 0.0
        """The time in seconds spent on the record so far."""
        self._lock = RLock()
        self._parts: dict[object, object] = {}

    def part(self, name: object, make: Callable[[], Value]) -> Value:
        """Return the part of that name, computed under a lock if it is not cached."""
        with self._lock:
            if name not in self._parts:
                began = time.perf_counter()
                self._parts[name] = make()
                self.cost_s += time.perf_counter() - began
            return self._parts[name]  # type: ignore[return-value]

    @property
    def is_being_made(self) -> bool:
        """Return True if another thread is computing a part of the record."""
        is_free = self._lock.acquire(blocking=False)
        if is_free:
            self._lock.release()
        return not is_free

    @property
    def size(self) -> int:
        """The number of players; 0 if they were not read yet."""
        return len(self.__dict__.get("players", ()))

    @cached_property
    def players(self) -> dict[int, Player]:
        """All players who ever entered, by number."""
        entries = self.row.entries.with_part().select_related("user")
        return {
            entry.number: Player(
                entry.number,
                entry.name,
                entry.player_url,
                entry.user_id,
                entry.bot,
                entry.state,
                entry.deck_at is not None or entry.built_at is not None,
                entry.reason,
                entry.takes_part,  # type: ignore[attr-defined]
            )
            for entry in entries.defer("pool", "loadout")
        }

    @cached_property
    def by_user(self) -> dict[int, Player]:
        """Players by the key of their user."""
        return {player.user: player for player in self.players.values() if player.user is not None}

    @cached_property
    def waiting(self) -> list[Player]:
        """The waiting list in order."""
        entered = self.row.entries.filter(state=EntryState.WAITING).order_by("entered_at", "number")
        return [self.players[number] for number in entered.values_list("number", flat=True)]

    @cached_property
    def phases(self) -> list[Phase]:
        """All phases in order."""
        return list(self.row.phases.order_by("number"))

    @cached_property
    def rounds(self) -> list[Round]:
        """The published rounds, in order."""
        found = list(self.row.rounds.filter(state__in=SHOWN).order_by("number"))
        phases = {phase.pk: phase for phase in self.phases}
        for each in found:
            each.phase = phases[each.phase_id]
        return found

    @property
    def current(self) -> Round | None:
        """The last published round."""
        return self.rounds[-1] if self.rounds else None

    @cached_part
    def rounds_in(self, phase: Phase) -> int:
        """Return how many rounds a phase has; 0 if that is not known, and for brackets."""
        return phase.rules.count_rounds(phase.plan, phase.seeds) if phase.seeds or phase.rounds else 0

    @cached_property
    def played(self) -> list[PlayedRound]:
        """The rounds in which points count, with their results so far."""
        return rounds_played(self.row)

    @cached_property
    def rules(self) -> Rules:
        """The scoring and tie-breaks of the standings."""
        return rules_of(self.row)

    @cached_property
    def ranked(self) -> list[int]:
        """The numbers of those who are in the standings."""
        return sorted(player.number for player in self.players.values() if player.takes_part)

    @cached_property
    def scores(self) -> dict[int, Score]:
        """The score of each ranked player."""
        return scores(self.ranked, [each.result() for each in self.played], self.rules.scoring)

    @cached_property
    def compared(self) -> Comparison:
        """The numbers by which ranked players are compared, with their explanations."""
        return Comparison(self.scores, self.rules)

    @cached_property
    def standings(self) -> list[Standing]:
        """The standings, best first."""
        gone = {number for number in self.ranked if self.players[number].state != EntryState.PLAYING}
        return standings(self.ranked, [each.result() for each in self.played], self.rules, gone)

    @cached_part
    def points_before(self, of: Round) -> Mapping[int, int]:
        """Return everybody's points before a round; none where points do not count."""
        if of.phase.is_elimination:
            return {}
        return points_before(of.number, self.ranked, self.played, self.rules.scoring)

    @cached_part
    def tables(self, of: Round) -> list[TableLine]:
        """Return the tables of a round. One query."""
        points = self.points_before(of)
        seats: dict[int, list[Seated]] = defaultdict(list)
        places = Place.objects.filter(table__round=of).order_by("table__number", "index")
        for table, number, place, left, is_no_show in places.values_list(
            "table_id", "entry__number", "place", "left", "is_no_show"
        ):
            seats[table].append(Seated(self.players[number], points.get(number), place, left, is_no_show))
        columns = ("number", "why", "extension_s", "source", "ending", "is_featured", "is_disputed", "bracket_match")
        times = ("opened_at", "no_show_at")
        rows = of.tables.order_by("number").values("pk", "match__public_id", *times, *columns)
        for table_seats in seats.values() if self.row.has_sides else ():
            sides = self.row.mode_kind.list_sides(len(table_seats))
            table_seats[:] = [replace(one, side=side) for one, side in zip(table_seats, sides, strict=False)]
        return [
            TableLine(
                seats=tuple(seats[row["pk"]]),
                match=row["match__public_id"] or "",
                can_be_missed=self._can_be_missed(row["opened_at"], row["no_show_at"], seats[row["pk"]]),
                **{name: row[name] for name in columns},
            )
            for row in rows
        ]

    def _can_be_missed(self, opened_at: datetime | None, no_show_at: datetime | None, seats: list[Seated]) -> bool:
        """Return True if all players may be absent: never with a bot, nor at a table-top event, where people rule."""
        if self.row.is_table_top or any(one.player.bot for one in seats):
            return False
        return opened_at is None or no_show_at is not None

    @cached_part
    def sit_outs(self, of: Round) -> list[OutLine]:
        """Return the players without a table in a round. One query."""
        points = self.points_before(of)
        rows = of.sit_outs.exclude(kind=SitOutKind.UNPAIRED).order_by("entry__number")
        return [
            OutLine(self.players[number], points.get(number), SitOutKind(kind), why)
            for number, kind, why in rows.values_list("entry__number", "kind", "why")
        ]

    @cached_part
    def spots(self, of: Round) -> Mapping[int, TableLine | OutLine]:
        """Return where each player is in a round, by number."""
        at_tables: dict[int, TableLine | OutLine] = {
            seated.player.number: table for table in self.tables(of) for seated in table.seats
        }
        return at_tables | {out.player.number: out for out in self.sit_outs(of)}

    @cached_property
    def brackets(self) -> list[Phase]:
        """The phases of elimination that have begun."""
        return [phase for phase in self.phases if phase.is_elimination and phase.has_begun]

    @property
    def following(self) -> Phase | None:
        """The phase after the current one; None before the first begins and after the last."""
        begun = max((phase.number for phase in self.phases if phase.has_begun), default=0)
        return next((phase for phase in self.phases if phase.number == begun + 1), None) if begun else None

    @property
    def cut(self) -> int:
        """The number of players who advance to the following phase; 0 without one."""
        return 0 if self.following is None else self.following.cut_to

    @property
    def has_points(self) -> bool:
        """Return True if there is a phase in which points count."""
        return not all(phase.is_elimination for phase in self.phases)


MOST_KEPT = 48
OLDEST_S = 60.0
"""The age in seconds up to which an unchanged record is served. Names of players may be outdated by as much."""
LARGE = 128
TIMES_ITS_COST = 5
"""Serve a stale large tournament for up to five times its rebuild time.

So a burst of opened tables or results cannot saturate the server. A viewer's own part is always current.
"""


class CachedRecord(NamedTuple):
    """A cached record, its time, and the cost of the record before. The record may still be incomplete."""

    record: Record
    since: float
    cost_before_s: float
    before: Record | None = None

    @property
    def cost_s(self) -> float:
        """The time in seconds to read and render the record; counted only for large tournaments."""
        return max(self.record.cost_s if self.record.size >= LARGE else 0.0, self.cost_before_s / 2)

    @property
    def record_to_show(self) -> Record:
        """Return the record, or the previous one of a large tournament while another thread computes this one."""
        if self.before is not None and self.before.size >= LARGE and self.record.is_being_made:
            return self.before
        return self.record

    def serves(self, version: str, now: float) -> bool:
        """Return True if the record may be served now for this version."""
        age = now - self.since
        if self.record.version == version:
            return age < OLDEST_S
        return age < TIMES_ITS_COST * self.cost_s


class RecordCache:
    """LRU cache of records, one per tournament."""

    def __init__(self) -> None:
        self._kept: LRUCache[str, CachedRecord] = LRUCache(MOST_KEPT)
        self._lock = Lock()

    def record(self, row: Tournament) -> Record:
        """Return the record of a tournament as its row is, which comes from `with_version`."""
        version = f"{row.version}-{getattr(row, 'opened', 0)}"
        now = time.monotonic()
        with self._lock:
            found = self._kept.get(row.public_id)
            if found is None or not found.serves(version, now):
                before = None if found is None else found.record
                cost_s = 0.0 if found is None else found.cost_s
                found = self._kept[row.public_id] = CachedRecord(Record(row, version), now, cost_s, before)
            return found.record_to_show

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._kept.clear()


def with_version(rows: TournamentQuerySet) -> TournamentQuerySet:
    """Annotate tournaments with the number of opened tables, which pages show and the log does not count."""
    tables = Table.objects.filter(
        round__tournament=OuterRef("pk"), round__state=RoundState.RUNNING, opened_at__isnull=False
    ).order_by()
    counted = tables.values("round__tournament").annotate(number=Count("pk")).values("number")
    return rows.annotate(opened=Coalesce(Subquery(counted), 0))


record_cache = RecordCache()


def phases_words(phases: Sequence[Phase]) -> str:
    """Return the phases as part of a sentence: "5 rounds of Swiss, then the best 8: single elimination"."""
    parts = [
        (f"the best {phase.cut_to}: " if phase.cut_to else "") + phase.rules.describe(phase.plan) for phase in phases
    ]
    return ", then ".join(parts)


def round_words(record: Record, of: Round) -> str:
    """Return the name of a round inside a sentence: "round 4 of 5", "the semi-finals"."""
    if name := of.phase.rules.name_round(len(of.phase.seeds), of.in_phase):
        return name if name.startswith("round") else f"the {name}"
    rounds = record.rounds_in(of.phase)
    before = of.number - of.in_phase
    return f"round {of.number} of {before + rounds}" if rounds else f"round {of.number}"


def round_title(record: Record, of: Round) -> str:
    """Return the name of a round as a heading: "Round 4 of 5", "Semi-finals"."""
    words = round_words(record, of).removeprefix("the ")
    return words[:1].upper() + words[1:]


class Clock(NamedTuple):
    """A countdown. `words` say to what; `warns`: players are warned five minutes before."""

    at: datetime
    words: str
    warns: bool = False

    @property
    def at_ms(self) -> int:
        """The moment in milliseconds."""
        return int(self.at.timestamp() * 1000)


def clock_of(record: Record) -> Clock | None:
    """Return the countdown of a tournament; None while nothing is due, and in a pause."""
    row = record.row
    if row.paused_at is not None:
        return None
    if row.state == TournamentState.OPEN:
        return None if row.starts_at is None else Clock(row.starts_at, "until the start")
    if row.state == TournamentState.BUILDING:
        return None if row.builds_until is None else Clock(row.builds_until, "left to build", warns=True)
    current = record.current if row.is_running else None
    if current is not None and current.state == RoundState.PUBLISHED and current.starts_at is not None:
        return Clock(current.starts_at, f"until {round_words(record, current)} starts")
    if current is not None and current.state == RoundState.RUNNING and current.ends_at is not None:
        return Clock(current.ends_at, round_words(record, current), warns=True)
    if row.is_running and row.next_round_at is not None:
        return Clock(row.next_round_at, "until the next pairings")
    return None
