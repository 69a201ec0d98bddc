"""The results of a tournament so far, from its rows or from its log played again, and the phases that follow from them.

The data of each kind of log line is read by `Replayed` and written by the code that makes the change; a test replays
every log. Log and rows share the code that computes the result of a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypedDict

from django.db.models import Q

from tournaments.events.brackets import Bracket
from tournaments.events.enums import (
    HAVE_BEGUN,
    HAVE_GONE,
    WITHOUT_TABLE,
    Did,
    EntryState,
    RoundState,
    SitOutKind,
    Source,
)
from tournaments.events.formats import WITHOUT_POINTS, Elimination, Playing
from tournaments.events.models import Entry, LogLine, Phase, Place, SitOut, Tournament
from tournaments.events.pairing import Entrant
from tournaments.events.standings import Absence, RoundResult, Rules, Scoring, Standing, TableResult, scores, standings
from tournaments.matches.game_kinds import first_game, game_kinds


class SeatResult(NamedTuple):
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


def round_result(tables: Iterable[Sequence[SeatResult]], sat_out: Iterable[tuple[int, Absence]]) -> RoundResult:
    """Return the result of a round. A table with fewer than two players present was not played (rules 21.13)."""
    played, absent = [], list(sat_out)
    for sat in tables:
        if sum(not one.is_no_show for one in sat) >= 2:
            players, places, left, _ = zip(*sat, strict=True)
            played.append(TableResult(players, places, left))
        else:
            absent += [(one.player, Absence.LOST if one.is_no_show else Absence.WON) for one in sat]
    return RoundResult(tuple(played), tuple(absent))


class LineData(TypedDict, total=False):
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
    game: str
    floor_percent: int
    lots: str
    commitment: str


class LoggedLine(NamedTuple):
    """The kind and the data of a log line."""

    did: str
    after: LineData | None


@dataclass(slots=True)
class RoundReplayed:
    """A round rebuilt from the log: seating and places by table, players who sit out, and whether it counts."""

    number: int
    counts: bool
    tables: dict[int, list[int]] = field(default_factory=dict)
    results: dict[int, list[list[int]]] = field(default_factory=dict)
    sit_outs: dict[int, str] = field(default_factory=dict)
    has_begun: bool = False

    def rearrange(self, after: LineData) -> None:
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
            (player, Absence(kind))
            for player, kind in self.sit_outs.items()
            if kind != SitOutKind.UNPAIRED and player in taking_part
        ]
        tables = [
            [SeatResult(player, place, left, bool(is_no_show)) for player, place, left, is_no_show in places]
            for _, places in sorted(self.results.items())
        ]
        return round_result(tables, sat_out if self.has_begun else ())


@dataclass(slots=True)
class Replayed:
    """A tournament rebuilt from its log."""

    plan: LineData = field(default_factory=LineData)
    names: dict[int, str] = field(default_factory=dict)
    states: dict[int, str] = field(default_factory=dict)
    rounds: dict[int, RoundReplayed] = field(default_factory=dict)
    formats: dict[int, str] = field(default_factory=dict)
    told_places: list[list[int]] = field(default_factory=list)

    def apply(self, did: str, after: LineData) -> None:
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
        """Mark the player as late in these rounds."""
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
        results = game_kinds()[plan.get("game") or first_game()].results
        rules = Rules(scoring, order, Fraction(plan["floor_percent"], 100), plan["lots"], results)
        players = self.taking_part()
        gone = {player for player in players if self.states[player] != "playing"}
        counting = sorted((one for one in self.rounds.values() if one.counts), key=lambda one: one.number)
        return standings(players, [one.result(players) for one in counting], rules, gone)


def replay(lines: Iterable[LogLine | LoggedLine]) -> Replayed:
    """Return the tournament rebuilt from the lines of its log."""
    found = Replayed()
    for line in lines:
        if line.after is not None:
            found.apply(line.did, line.after)
    return found


@dataclass(slots=True)
class PlayedRound:
    """A round of a tournament: its number, the results of its decided tables, and the players who sat out."""

    number: int
    tables: dict[int, list[SeatResult]] = field(default_factory=dict)
    sat_out: list[tuple[int, Absence]] = field(default_factory=list)

    def result(self) -> RoundResult:
        """Return the result of the round, as standings read it."""
        return round_result(self.tables.values(), self.sat_out)


def rounds_played(tournament: Tournament) -> list[PlayedRound]:
    """Return the rounds, without undone ones, of phases where points count, with their results so far. Two queries.

    Who came late, and had gone again before playing, has lost none of them.
    """
    places = Place.objects.filter(table__round__tournament=tournament).exclude(table__round__state=RoundState.UNDONE)
    places = places.exclude(table__source=Source.NONE)
    outs = SitOut.objects.filter(round__tournament=tournament, kind__in=[*Absence], round__state__in=HAVE_BEGUN)
    outs = outs.exclude(~Q(entry__in=tournament.entries.in_standings()), kind=SitOutKind.LATE)
    places = places.exclude(table__round__phase__format__in=WITHOUT_POINTS)
    outs = outs.exclude(round__phase__format__in=WITHOUT_POINTS)
    found: dict[int, PlayedRound] = {}
    columns = ("table__round__number", "table__number", "entry__number", "place", "left", "is_no_show")
    for number, table, *rest in places.order_by("table__round__number", "table__number", "index").values_list(*columns):
        found.setdefault(number, PlayedRound(number)).tables.setdefault(table, []).append(SeatResult(*rest))
    for number, player, kind in outs.order_by("entry__number").values_list("round__number", "entry__number", "kind"):
        found.setdefault(number, PlayedRound(number)).sat_out.append((player, Absence(kind)))
    return [found[number] for number in sorted(found)]


def rules_of(tournament: Tournament) -> Rules:
    """Return the scoring and tie-breaks that the organizer has chosen."""
    scoring = Scoring(tournament.win_points, tournament.draw_points, tournament.loss_points, tournament.bye_points)
    floor, results = Fraction(tournament.floor_percent, 100), tournament.game_kind.results
    return Rules(scoring, tuple(tournament.tie_breaks), floor, tournament.lots, results)


def standings_of(tournament: Tournament) -> list[Standing]:
    """Return the standings of all participants, best first. Three queries."""
    states = dict(tournament.entries.in_standings().values_list("number", "state"))
    rounds = [each.result() for each in rounds_played(tournament)]
    gone = {number for number, state in states.items() if state != "playing"}
    return standings(sorted(states), rounds, rules_of(tournament), gone)


def points_before(
    number: int, players: Sequence[int], rounds: Iterable[PlayedRound], scoring: Scoring
) -> dict[int, int]:
    """Return the points of these players before the round of that number."""
    before = [each.result() for each in rounds if each.number < number]
    return {player: score.points for player, score in scores(players, before, scoring).items()}


def _entrants(phase: Phase) -> list[Entrant]:
    """Return the players who still play as entrants for pairing, with what they have done so far."""
    row, players = phase.tournament, sorted(_present(phase))
    scoring, results = rules_of(row).scoring, [each.result() for each in rounds_played(row)]
    at_tables = {player for each in results for table in each.tables for player in table.players}
    absent = {player for each in results for player, _ in each.absent}
    everybody = sorted(at_tables.union(absent, players))
    done = scores(everybody, results, scoring)
    floated = _find_floated(everybody, results, scoring)
    return [
        Entrant(number, done[number].points, Counter(done[number].opponents), done[number].byes, number in floated)
        for number in players
    ]


def _find_floated(everybody: Sequence[int], results: Sequence[RoundResult], scoring: Scoring) -> set[int]:
    """Return the players who met somebody with fewer points in the last round."""
    if not results:
        return set()
    before = scores(everybody, results[:-1], scoring)
    return {
        player
        for table in results[-1].tables
        for player in table.players
        if any(before[other].points < before[player].points for other in table.players)
    }


def playing(phase: Phase) -> Playing:
    """Return the state of a phase for its pairing format."""
    return Playing(
        phase.plan, phase.seeds, partial(_present, phase), partial(_entrants, phase), partial(bracket_results, phase)
    )


def _present(phase: Phase) -> set[int]:
    """Return the players who still play; from the second phase on only those who advanced."""
    entries = Entry.objects.playing().filter(tournament=phase.tournament_id)
    players = set(entries.values_list("number", flat=True))
    return players if phase.number == 1 else players & {*phase.seeds}


def field_of(tournament: Tournament, phase: Phase) -> list[int]:
    """Return the players who begin a phase, the best first: all who play at first, later those who advance."""
    if phase.number == 1:
        return sorted(_present(phase))
    before = tournament.phases.get(number=phase.number - 1)
    places = phase_places(before)
    if places is None:
        ranked = [standing.player for standing in standings_of(tournament)]
    else:
        ranked = [player for together in places for player in together]
    present = _present(before)
    return phase.rules.field([player for player in ranked if player in present], phase.cut_to)


def is_over(phase: Phase, played: int) -> bool:
    """Return True if a phase with this many rounds played has no further one."""
    return phase.rules.is_over(playing(phase), played)


def phase_places(phase: Phase) -> list[list[int]] | None:
    """Return the players placed so far in a phase, the best first; None if the standings place them."""
    return phase.rules.places(playing(phase))


def bracket_of(phase: Phase) -> Bracket:
    """Return the bracket of a phase of elimination."""
    assert isinstance(phase.rules, Elimination)
    return phase.rules.bracket_of(playing(phase))


def bracket_results(phase: Phase) -> dict[int, int | None]:
    """Return which side won each match of the bracket that is decided, by its number; None where both lost.

    The seats of a table do not say the sides of its match: in some modes they are dealt by lot.
    """
    places = Place.objects.filter(table__round__phase=phase, table__bracket_match__isnull=False)
    held = places.exclude(table__round__state=RoundState.UNDONE).exclude(table__source=Source.NONE)
    seeds = {player: seed for seed, player in enumerate(phase.seeds, 1)}
    winners: dict[int, int | None] = {}
    for match, player, place in held.values_list("table__bracket_match", "entry__number", "place"):
        if match is not None and winners.get(match) is None:
            winners[match] = seeds[player] if place == 1 else None
    return bracket_of(phase).find_sides(winners)


def final_places(row: Tournament) -> list[list[int]]:
    """Return the players, best first, those who share a place together. Later phases decide before earlier ones.

    Disqualified players come last. A player who has not taken part has no place.
    """
    taking_part = dict(row.entries.in_standings().values_list("number", "state"))
    out = {player for player, state in taking_part.items() if state == EntryState.DISQUALIFIED}
    ranked = taking_part.keys() - out
    places = [[player for player in together if player in ranked] for together in _find_earned_places(row)]
    return [together for together in (*places, sorted(out)) if together]


def number_places(places: Iterable[Sequence[int]]) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield the number of each place with the players who share it. Whoever comes after three has the fourth place."""
    place = 1
    for together in places:
        yield place, together
        place += len(together)


def _find_earned_places(row: Tournament) -> list[list[int]]:
    """Return the places by results alone. Players who are still in a bracket come before its places."""
    placed: list[list[int]] = []
    seen: set[int] = set()
    for phase in row.phases.filter(has_begun=True).order_by("-number"):
        places = phase_places(phase)
        if places is None:
            continue
        out = {player for together in places for player in together}
        still_playing = [player for player in phase.seeds if player not in out]
        for together in (still_playing, *places):
            new = [player for player in together if player not in seen]
            if new:
                placed.append(new)
                seen.update(new)
    by_rank: dict[int, list[int]] = {}
    for standing in standings_of(row):
        if standing.player not in seen:
            by_rank.setdefault(standing.rank, []).append(standing.player)
    return [*placed, *by_rank.values()]
