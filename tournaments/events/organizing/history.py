"""Results of a tournament so far, read from its rows for pairing, standings and pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import Q

from tournaments.events.enums import HAVE_BEGUN, RoundState, SitOutKind, Source
from tournaments.events.formats import WITHOUT_POINTS
from tournaments.events.models import Place, SitOut, Tournament
from tournaments.events.organizing.replaying import OF_SIT_OUT, Sat, round_result
from tournaments.events.pairing import Entrant
from tournaments.events.standings import Absence, RoundResult, Rules, Scoring, Standing, scores, standings

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Played:
    """A round of a tournament: its number, the results of its decided tables, and the players who sat out."""

    number: int
    tables: Mapping[int, tuple[Sat, ...]]
    sat_out: tuple[tuple[int, Absence], ...]

    def result(self) -> RoundResult:
        """Return the result of the round, as standings read it."""
        return round_result(self.tables.values(), self.sat_out)


def rounds_played(tournament: Tournament) -> list[Played]:
    """Return the rounds, without undone ones, of phases where points count, with their results so far. Two queries.

    Who came late, and had gone again before playing, has lost none of them.
    """
    places = Place.objects.filter(table__round__tournament=tournament).exclude(table__round__state=RoundState.UNDONE)
    places = places.exclude(table__source=Source.NONE)
    outs = SitOut.objects.filter(round__tournament=tournament, kind__in=OF_SIT_OUT)
    outs = outs.filter(round__state__in=HAVE_BEGUN)
    taking_part = tournament.entries.in_standings()
    outs = outs.exclude(~Q(entry__in=taking_part), kind=SitOutKind.LATE)
    places = places.exclude(table__round__phase__format__in=WITHOUT_POINTS)
    outs = outs.exclude(round__phase__format__in=WITHOUT_POINTS)
    sat: dict[int, dict[int, list[Sat]]] = defaultdict(lambda: defaultdict(list))
    columns = ("table__round__number", "table__number", "entry__number", "place", "left", "is_no_show")
    for number, table, *rest in places.order_by("table__round__number", "table__number", "index").values_list(*columns):
        sat[number][table].append(Sat(*rest))
    sat_out: dict[int, list[tuple[int, Absence]]] = defaultdict(list)
    for number, player, kind in outs.order_by("entry__number").values_list("round__number", "entry__number", "kind"):
        sat_out[number].append((player, OF_SIT_OUT[SitOutKind(kind)]))
    return [
        Played(
            number,
            {table: tuple(players) for table, players in sat[number].items()},
            tuple(sat_out[number]),
        )
        for number in sorted(sat.keys() | sat_out.keys())
    ]


def rules_of(tournament: Tournament) -> Rules:
    """Return the scoring and tie-breaks that the organizer has chosen."""
    scoring = Scoring(tournament.win_points, tournament.draw_points, tournament.loss_points, tournament.bye_points)
    return Rules(scoring, tuple(tournament.tie_breaks), Fraction(tournament.floor_percent, 100), tournament.lots)


def standings_of(tournament: Tournament) -> list[Standing]:
    """Return the standings of all participants, best first. Three queries."""
    states = dict(tournament.entries.in_standings().values_list("number", "state"))
    rounds = [each.result() for each in rounds_played(tournament)]
    gone = {number for number, state in states.items() if state != "playing"}
    return standings(sorted(states), rounds, rules_of(tournament), gone)


def entrants_of(players: Iterable[int], rounds: Sequence[Played], scoring: Scoring) -> list[Entrant]:
    """Return the players as entrants for pairing after these rounds."""
    players = list(players)
    results = [each.result() for each in rounds]
    everybody = sorted(set(players).union(*map(_players_in, results)))
    done = scores(everybody, results, scoring)
    floated = _find_floated(everybody, results, scoring)
    met: dict[int, dict[int, int]] = {player: defaultdict(int) for player in everybody}
    for result in results:
        for table in result.tables:
            for one in table.players:
                for other in table.players:
                    if one != other:
                        met[one][other] += 1
    return [
        Entrant(player, done[player].points, dict(met[player]), done[player].byes, player in floated)
        for player in players
    ]


def _players_in(result: RoundResult) -> set[int]:
    return {player for table in result.tables for player in table.players} | {player for player, _ in result.absent}


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
