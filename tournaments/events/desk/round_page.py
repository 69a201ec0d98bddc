"""The desk's pages of a round and of one table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from django.http import Http404

from tournaments.events.desk.desk_page import Desk
from tournaments.events.enums import EntryState, RoundState, SitOutKind, Source
from tournaments.events.history import points_before, rounds_played, rules_of
from tournaments.events.models import Claim, Entry, Place, SitOut, Table
from tournaments.events.rounds import UNDER_WAY
from tournaments.events.tables import outcome_words
from tournaments.matches.models import Match, Seat


@dataclass
class RoundSpot:
    """A player of a round, with the points before it."""

    entry: Entry
    points: int | None
    place: Place | None = None
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A player's claim of a table's result at a table-top event."""

    name: str
    words: str
    at: datetime


@dataclass
class TableLine:
    """A table: its players, and its state in a word and in a sentence."""

    table: Table
    spots: list[RoundSpot]
    word: str = ""
    css: str = ""
    words: list[str] = field(default_factory=list)
    match_id: str = ""
    claims: list[ClaimLine] = field(default_factory=list)

    @property
    def extension_min(self) -> int:
        """The extension in minutes."""
        return self.table.extension_s // 60

    @property
    def outcomes(self) -> list[tuple[str, str]]:
        """The possible rulings for two players: places in seat order, with a label. Empty for larger tables."""
        if len(self.spots) != 2:
            return []
        first, second = (spot.entry.name for spot in self.spots)
        drawn = [] if self.table.bracket_match is not None else [("1 1", "Drawn")]
        return [("1 2", f"{first} won"), ("2 1", f"{second} won"), *drawn, ("2 2", "Both lost")]


class RoundPage:
    """The page of a round, by default the last one. Raises Http404 for an unknown round."""

    def __init__(self, desk: Desk, number: int | None = None) -> None:
        self.desk = desk
        self.round = desk.last
        if number is not None:
            self.round = desk.tournament.find_round(number)
            if self.round is None:
                raise Http404("no such round")

    @property
    def numbers(self) -> list[int]:
        """The numbers of the rounds."""
        return list(range(1, self.desk.last.number + 1)) if self.desk.last is not None else []

    @property
    def is_last(self) -> bool:
        """Return True if this is the last round, which can be rearranged and undone."""
        return self.round is not None and self.desk.last is not None and self.round.pk == self.desk.last.pk

    @property
    def is_draft(self) -> bool:
        """Return True if the round is a draft, which only the staff see."""
        return self.round is not None and self.round.state == RoundState.DRAFT

    @property
    def can_arrange(self) -> bool:
        """Return True if players can be swapped."""
        return self.is_last and self.round is not None and self.round.state in UNDER_WAY[:2] and self.is_free

    @property
    def can_pair(self) -> bool:
        """Return True if players without a table can be paired."""
        return self.is_last and self.round is not None and self.round.state in UNDER_WAY and self.is_free

    @property
    def is_free(self) -> bool:
        """Return True if the staff may choose pairings: not in a bracket."""
        return self.round is not None and not self.round.phase.is_elimination

    @property
    def is_running(self) -> bool:
        """Return True if the round is being played."""
        return self.round is not None and self.round.state == RoundState.RUNNING

    @cached_property
    def _points(self) -> dict[int, int]:
        """Return everybody's points before the round; none if points do not count."""
        if self.round is None or self.round.phase.is_elimination:
            return {}
        row = self.desk.tournament
        players = [entry.number for entry in self.desk.entries]
        return points_before(self.round.number, players, rounds_played(row), rules_of(row).scoring)

    @cached_property
    def lines(self) -> list[TableLine]:
        """The tables, in a constant number of queries."""
        tables = list(self.round.tables.with_places().order_by("number")) if self.round is not None else []
        return self._build_lines(tables)

    def line(self, number: int) -> TableLine:
        """Return one table. Raises Http404."""
        tables = [] if self.round is None else list(self.round.tables.with_places().filter(number=number))
        if not tables:
            raise Http404("no such table")
        line = self._build_lines(tables)[0]
        if self.desk.tournament.is_table_top:
            claims = line.table.claims.select_related("entry__user").order_by("at")
            line.claims = [ClaimLine(claim.entry.name, _claim_words(claim, line.spots), claim.at) for claim in claims]
        return line

    def _build_lines(self, tables: list[Table]) -> list[TableLine]:
        ids = [table.match_id for table in tables if table.match_id is not None]
        matches = Match.objects.light().in_bulk(ids)
        came: dict[int, set[int]] = defaultdict(set)
        seats = Seat.objects.filter(match__in=ids, user__isnull=False, came_at=None)
        for key, user in seats.values_list("match", "user"):
            came[key].add(user)
        found = []
        for table in tables:
            spots = [self._spot(place.entry, place) for place in table.places.all()]
            line = TableLine(table, spots)
            match = matches.get(table.match_id or 0)
            _set_state(line, match, came[table.match_id or 0], has_begun=self.is_running)
            found.append(line)
        return found

    def _spot(self, entry: Entry, place: Place | None = None) -> RoundSpot:
        """Return a player of the round with points, and with the place at a table if there is one."""
        return RoundSpot(entry, self._points.get(entry.number), place, entry.state != EntryState.PLAYING)

    @cached_property
    def out(self) -> list[tuple[SitOut, RoundSpot]]:
        """The players without a table."""
        if self.round is None:
            return []
        found = self.round.sit_outs.select_related("entry__user").order_by("entry__number")
        return [(one, self._spot(one.entry)) for one in found]

    @property
    def has_unpaired(self) -> bool:
        """Return True if a player is unpaired."""
        return any(one.kind == SitOutKind.UNPAIRED for one, _ in self.out)


def _claim_words(claim: Claim, spots: list[RoundSpot]) -> str:
    """Return a claim in words: places, and hull and shields left."""
    told = zip(spots, claim.places, claim.left, strict=True)
    return "; ".join(f"{spot.entry.name} place {place}, {left} left" for spot, place, left in told)


def _set_state(line: TableLine, match: Match | None, missing: set[int], *, has_begun: bool) -> None:
    """Set the state of a table in words."""
    table = line.table
    line.match_id = "" if match is None else match.public_id
    if table.is_decided:
        winners = [spot.entry.name for spot in line.spots if spot.place is not None and spot.place.place == 1]
        line.word, line.css = outcome_words(winners), "good"
        line.words = [table.ending] if table.ending else []
        if table.source == Source.JUDGE:
            line.css = "warn"
    elif table.is_disputed:
        line.word, line.css = "disputed", "bad"
    elif match is not None and match.paused_at is not None:
        line.word, line.css, line.words = "paused", "warn", [match.paused_for]
    elif table.opened_at is not None:
        line.word, line.css = "playing", "info"
    elif has_begun:
        line.word = "not open yet"
    if not table.is_decided:
        away = [spot.entry.name for spot in line.spots if spot.entry.user_id in missing]
        line.words += [f"{name} is not there" for name in away]
        line.words += [f"{spot.entry.name} has left" for spot in line.spots if spot.has_left]


class TablePage(RoundPage):
    """The page of a table. Raises Http404 for an unknown table."""

    name = "table"

    def __init__(self, desk: Desk, number: int, table: int) -> None:
        super().__init__(desk, number)
        self.table_line = self.line(table)

    @property
    def can_have_time(self) -> bool:
        """Return True if the table can be given more time."""
        assert self.round is not None
        is_open = self.round.state in (RoundState.PUBLISHED, RoundState.RUNNING)
        return is_open and not self.table_line.table.is_decided

    @property
    def can_be_ruled(self) -> bool:
        """Return True if a judge can rule on the result."""
        assert self.round is not None
        return self.round.state in (RoundState.RUNNING, RoundState.OVER)
