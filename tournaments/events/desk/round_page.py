"""The desk's pages of a round and of one table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from django.http import Http404

from tournaments.events.desk.desk_page import Desk
from tournaments.events.enums import CURRENT, HAVE_BEGUN, EntryState, RoundState, SitOutKind, Source
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
    side: str = ""
    """The side of the seat, where seats play different ones."""


@dataclass
class TableLine:
    """A table: its players, and its state in a word and in a sentence."""

    table: Table
    spots: list[RoundSpot]
    word: str = ""
    css: str = ""
    words: list[str] = field(default_factory=list)
    match_id: str = ""
    claims: list[tuple[Claim, str]] = field(default_factory=list)
    """What players claim as the result of a table-top event, with each claim in words."""

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
        self.round = desk.last if number is None else desk.tournament.find_round(number)
        if self.round is None and number is not None:
            raise Http404("no such round")
        state = "" if self.round is None else self.round.state
        self.numbers = list(range(1, desk.last.number + 1)) if desk.last is not None else []
        self.is_last = self.round is not None and self.round == desk.last  # which can be rearranged and undone
        self.is_draft = state == RoundState.DRAFT
        self.is_running = state == RoundState.RUNNING
        self.is_free = self.round is not None and not self.round.phase.is_elimination  # the staff may choose pairings
        self.can_arrange = self.is_last and self.is_free and state in UNDER_WAY[:2]
        self.can_pair = self.is_last and self.is_free and state in UNDER_WAY

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

    def _build_lines(self, tables: list[Table]) -> list[TableLine]:
        ids = [table.match_id for table in tables if table.match_id is not None]
        matches = Match.objects.light().in_bulk(ids)
        came: dict[int, set[int]] = defaultdict(set)
        seats = Seat.objects.filter(match__in=ids, user__isnull=False, came_at=None)
        for key, user in seats.values_list("match", "user"):
            came[key].add(user)
        found = []
        for table in tables:
            places = list(table.places.all())
            spots = [self._spot(place.entry, place) for place in places]
            for spot, side in zip(spots, self.desk.tournament.mode_kind.list_sides(len(places)), strict=False):
                spot.side = side
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
        line.words += [f"{spot.entry.name} is not there" for spot in line.spots if spot.entry.user_id in missing]
        line.words += [f"{spot.entry.name} has left" for spot in line.spots if spot.has_left]


class TablePage(RoundPage):
    """The page of a table. Raises Http404 for an unknown table."""

    name = "table"

    def __init__(self, desk: Desk, number: int, table: int) -> None:
        super().__init__(desk, number)
        assert self.round is not None, "an unknown round is refused"
        lines = self._build_lines(list(self.round.tables.with_places().filter(number=table)))
        if not lines:
            raise Http404("no such table")
        (self.line,) = lines
        if desk.tournament.is_table_top:
            claims = self.line.table.claims.select_related("entry__user").order_by("at")
            self.line.claims = [(claim, _claim_words(claim, self.line.spots)) for claim in claims]
        self.can_have_time = self.round.state in CURRENT and not self.line.table.is_decided
        self.can_be_ruled = self.round.state in HAVE_BEGUN
