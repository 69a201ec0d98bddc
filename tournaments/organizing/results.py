"""Results: taken from the matches as they end, or ruled by a judge who says why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from tournaments.enums import MatchState
from tournaments.models import Match, Seat
from tournaments.organizing.ending import end_match
from tournaments.organizing.enums import Did, RoundState, Source, TournamentState
from tournaments.organizing.locked import LockedTournament, about_table, service
from tournaments.organizing.models import LogLine, Place, Round, Table
from tournaments.organizing.phases import decided_in_bracket
from tournaments.organizing.placing import final_places
from tournaments.organizing.roles import Ability
from tournaments.organizing.rounds import numbers_of
from tournaments.organizing.tables import note_result, places_told, seated
from tournaments.organizing.told_results import checked_result
from tournaments.patches.giving import give_patches
from tournaments.ratings.recording import place_of
from tournaments.writing import write_columns

if TYPE_CHECKING:
    pass

LONGEST_ENDING = 300


def take_results(locked: LockedTournament) -> int:
    """Take the results of all matches of the current round that are over; how many there were."""
    over = Table.objects.filter(
        round__tournament=locked.tournament,
        round__state=RoundState.RUNNING,
        source=Source.NONE,
        match__state=MatchState.OVER,
    )
    tables = list(over.select_related("round__phase").order_by("number"))
    places = numbers_of(tables)
    matches = Match.objects.light().in_bulk([table.match_id for table in tables])
    seats = _seats_of(matches)
    for table in tables:  # written together below: a thousand matches may end at one moment
        assert table.match_id is not None
        _take(locked, table, places[table.pk], matches[table.match_id], seats[table.match_id])
    write_columns(Place, chain.from_iterable(places.values()), ("place", "left", "is_no_show"))
    write_columns(Table, tables, ("source", "result_at", "no_show_at", "ending"))
    return len(tables)


def _seats_of(matches: dict[int, Match]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = {key: [] for key in matches}
    for seat in Seat.objects.filter(match__in=list(matches)).order_by("index"):
        found[seat.match_id].append(seat)
    return found


def _take(locked: LockedTournament, table: Table, places: list[Place], match: Match, seats: Sequence[Seat]) -> None:
    """Take what a match came to over to its table, unwritten, and log it.

    Who had left before has a no-show, and has lost (rules 21.13).
    """
    result = match.result or {}
    left = match.left or [0] * len(seats)
    sat = seated(places, seats)
    for place in places:
        seat = sat.get(place.pk)
        if seat is None:  # had left the tournament before the match was opened
            place.place, place.left, place.is_no_show = len(places), 0, True
            continue
        place.place = place_of(result, seat.index)[0]
        place.left = left[seat.index]
    _rank(places)
    if table.bracket_match is not None:
        for place, number in zip(places, decided_in_bracket(table, places, table.round.phase.seeds), strict=True):
            place.place = number
    table.source, table.result_at = Source.MATCH, match.ended_at
    table.no_show_at = None
    table.ending = str(result.get("reason", ""))[:LONGEST_ENDING]
    note_result(locked, table, places, before=None)


def _rank(places: list[Place]) -> None:
    """Give places as standings want them: whoever shares one takes those after it as well."""
    given = [place.place or len(places) for place in places]
    for place, mine in zip(places, given, strict=True):
        place.place = 1 + sum(other < mine for other in given)


def _about_ruled_table(line: LogLine, _: int, number: int, *__: object) -> bool:
    return about_table(line, number)


@service(Ability.RULE, TournamentState.RUNNING, TournamentState.OVER, about=_about_ruled_table)
def rule_result(
    locked: LockedTournament,
    round_number: int,
    table_number: int,
    places: Sequence[int],
    *,
    reason: str,
    left: Sequence[int] | None = None,
) -> Table:
    """A judge's ruling: the places of a table's players in the order of their seats; a match under way ends with it.

    Rounds before the last can be ruled on as long as their phase is played and is no bracket. Raises `DomainError`:
    not_found, not_staff, no_such_round, no_such_table, wrong_state, malformed, tournament_moved_on.
    """
    current = locked.round(round_number)
    table = locked.table(current, table_number)
    _check_can_rule(locked, current)
    why = locked.reason(reason)
    rows = numbers_of([table])[table.pk]
    before = places_told(rows) if table.is_decided else None
    told = [row.left for row in rows] if left is None else left
    result = checked_result(locked, table, rows, places, told)
    for row, place, remains in zip(rows, result.places, result.left, strict=True):
        row.place, row.left, row.is_no_show = place, remains, False
    Place.objects.bulk_update(rows, ["place", "left", "is_no_show"])
    match = table.match if table.match is not None and not table.match.is_over else None
    table.source, table.result_at, table.no_show_at = Source.JUDGE, locked.now, None
    table.is_disputed = False
    table.ending = f"Ruled by a judge: {why}"[:LONGEST_ENDING]
    table.save(update_fields=["source", "result_at", "no_show_at", "ending", "is_disputed"])
    note_result(locked, table, rows, before=before, reason=why)
    if locked.tournament.is_over:
        locked.note(Did.FINISHED, "The places are others", after={"places": final_places(locked.tournament)})
        give_patches(locked)
    if match is not None:
        locked.defer(end_match, match.public_id, locked.user, why)
    return table


def _check_can_rule(locked: LockedTournament, current: Round) -> None:
    """Raise wrong_state where the ruling would come too late, or before there is anything to rule on."""
    if current.state not in (RoundState.RUNNING, RoundState.OVER):
        raise locked.refused("wrong_state", f"Round {current.number} has not begun.")
    last = locked.last_round()
    if (
        last is not None
        and last.pk != current.pk
        and (current.phase.is_elimination or last.phase_id != current.phase_id)
    ):
        raise locked.refused("wrong_state", "Later rounds hang on that result: undo them first.")
