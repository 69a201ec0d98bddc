"""Replay the log of a tournament, which reproduces its standings. Pure.

The data of each kind of line is read here and written by the code that makes the change; a test replays every log.
Log and rows share the code that computes a round's result.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypedDict

from tournaments.events.enums import HAVE_GONE, WITHOUT_TABLE, Did, EntryState, SitOutKind
from tournaments.events.formats import WITHOUT_POINTS
from tournaments.events.standings import Absence, RoundResult, Rules, Scoring, Standing, TableResult, standings

OF_SIT_OUT = {
    SitOutKind.BYE: Absence.BYE,
    SitOutKind.WON: Absence.WON,
    SitOutKind.LOST: Absence.LOST,
    SitOutKind.LATE: Absence.LATE,
}


class Sat(NamedTuple):
    """A player at a table, with the result that standings need."""

    player: int
    place: int
    left: int
    is_no_show: bool


def takes_part(state: str, *, has_played: bool) -> bool:
    """Return True if a player in that state is in the standings.

    `has_played`: had a table, or a round without one (`WITHOUT_TABLE`), in a round that began and was not undone.
    A player who drops or is disqualified before that has not taken part.
    """
    return state == EntryState.PLAYING or (has_played and state in HAVE_GONE)


def round_result(tables: Iterable[Sequence[Sat]], sat_out: Iterable[tuple[int, Absence]]) -> RoundResult:
    """Return the result of a round. A table with fewer than two players present was not played (rules 21.13)."""
    played, absent = [], list(sat_out)
    for sat in tables:
        if sum(not one.is_no_show for one in sat) >= 2:
            columns = zip(*((one.player, one.place, one.left) for one in sat), strict=True)
            played.append(TableResult(*(tuple(column) for column in columns)))
        else:
            absent += [(one.player, Absence.LOST if one.is_no_show else Absence.WON) for one in sat]
    return RoundResult(tuple(played), tuple(absent))


class Told(TypedDict, total=False):
    """The data of a log line: what its kind tells, as far as standings are made of it. A plan tells its own fields."""

    player: int
    name: str
    state: str
    phase: int
    format: str
    round: int
    key: int
    tables: list[tuple[int, list[int], str | None]]
    sit_outs: list[tuple[int, str]]
    late: int
    rounds: list[int]
    table: int
    places: list[list[int]]
    win_points: int
    draw_points: int
    loss_points: int
    bye_points: int
    tie_breaks: list[str]
    floor_percent: int
    lots: str
    commitment: str


class Line(NamedTuple):
    """The kind and the data of a log line."""

    did: str
    after: Told | None


@dataclass(slots=True)
class RoundReplayed:
    """A round rebuilt from the log: seating and places by table, players who sit out, and whether it counts."""

    number: int
    counts: bool
    tables: dict[int, list[int]] = field(default_factory=dict)
    results: dict[int, list[list[int]]] = field(default_factory=dict)
    sit_outs: dict[int, str] = field(default_factory=dict)
    has_begun: bool = False

    def rearrange(self, after: Told) -> None:
        """Take over a new seating, and drop the results of tables whose players changed."""
        tables = {table: players for table, players, _ in after["tables"]}
        self.results = {
            table: found for table, found in self.results.items() if self.tables[table] == tables.get(table)
        }
        self.tables = tables
        self.sit_outs = dict(after["sit_outs"])

    def players(self) -> set[int]:
        """Return the players who had a table or a bye in this round (empty until it starts)."""
        if not self.has_begun:
            return set()
        at_tables = {player for players in self.tables.values() for player in players}
        return at_tables | {player for player, kind in self.sit_outs.items() if kind in WITHOUT_TABLE}

    def result(self, taking_part: Collection[int]) -> RoundResult:
        """Return the result of the round for standings. Sit-outs count only for players who take part."""
        sat_out = [
            (player, OF_SIT_OUT[SitOutKind(kind)])
            for player, kind in self.sit_outs.items()
            if kind in OF_SIT_OUT and player in taking_part
        ]
        tables = [
            [Sat(player, place, left, bool(is_no_show)) for player, place, left, is_no_show in places]
            for _, places in sorted(self.results.items())
        ]
        return round_result(tables, sat_out if self.has_begun else ())


@dataclass(slots=True)
class Replayed:
    """A tournament rebuilt from its log."""

    plan: Told = field(default_factory=Told)
    names: dict[int, str] = field(default_factory=dict)
    states: dict[int, str] = field(default_factory=dict)
    rounds: dict[int, RoundReplayed] = field(default_factory=dict)
    formats: dict[int, str] = field(default_factory=dict)
    told_places: list[list[int]] = field(default_factory=list)

    def read(self, did: str, after: Told) -> None:
        """Apply a line of the log. Kinds that do not affect standings are ignored."""
        match did:
            case Did.CREATED | Did.CHANGED:
                self.plan |= after
            case Did.ENTERED:
                self.names[after["player"]] = after["name"]
                self.states[after["player"]] = after["state"]
            case Did.PLAYER if "state" in after:
                self.states[after["player"]] = after["state"]
            case Did.PHASE:
                self.formats[after["phase"]] = after["format"]
            case Did.PAIRED:
                paired = RoundReplayed(after["round"], self.formats[after["phase"]] not in WITHOUT_POINTS)
                paired.rearrange(after)
                self.rounds[after["key"]] = paired
            case Did.REARRANGED if "late" in after:
                self._come_late(after["late"], after["rounds"])
            case Did.REARRANGED:
                self.rounds[after["key"]].rearrange(after)
            case Did.BEGUN:
                self.rounds[after["key"]].has_begun = True
            case Did.RESULT:
                self.rounds[after["key"]].results[after["table"]] = after["places"]
            case Did.UNDONE:
                del self.rounds[after["key"]]
            case Did.FINISHED:
                self.told_places = after["places"]

    def _come_late(self, player: int, rounds: Collection[int]) -> None:
        for one in self.rounds.values():
            if one.number in rounds:
                one.sit_outs[player] = "late"

    def taking_part(self) -> list[int]:
        """Return the players who are in the standings."""
        have_played = {player for one in self.rounds.values() for player in one.players()}
        states = sorted(self.states.items())
        return [player for player, state in states if takes_part(state, has_played=player in have_played)]

    @property
    def places(self) -> list[list[int]]:
        """The final places, without players who have not taken part: older logs list some of those."""
        taking_part = set(self.taking_part())
        told = [[player for player in together if player in taking_part] for together in self.told_places]
        return [together for together in told if together]

    def standings(self) -> list[Standing]:
        """Return the standings after the last line."""
        plan = self.plan
        scoring = Scoring(plan["win_points"], plan["draw_points"], plan["loss_points"], plan["bye_points"])
        order = tuple(plan["tie_breaks"])
        rules = Rules(scoring, order, Fraction(plan["floor_percent"], 100), plan["lots"])
        players = self.taking_part()
        gone = {player for player in players if self.states[player] != "playing"}
        counting = sorted((one for one in self.rounds.values() if one.counts), key=lambda one: one.number)
        return standings(players, [one.result(players) for one in counting], rules, gone)


def replay(lines: Iterable[Line]) -> Replayed:
    """Return the tournament rebuilt from the lines of its log."""
    found = Replayed()
    for line in lines:
        if line.after is not None:
            found.read(line.did, line.after)
    return found
