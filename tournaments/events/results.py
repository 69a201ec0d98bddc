"""Results: taken from finished matches, ruled by a judge, or reported by the players of table-top events.

At a table-top event each player's claim is stored. Matching claims are the result. Different claims make the table
disputed until a player corrects a claim or a judge rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from incursions.kit.writing import update_row, write_columns
from tournaments.events.enums import HAVE_BEGUN, Did, RoundState, Source, TournamentState
from tournaments.events.history import final_places
from tournaments.events.locked_tournament import Ability, LockedTournament, about_table, service
from tournaments.events.models import Claim, Entry, Place, Round, Table
from tournaments.events.patches import give_patches
from tournaments.events.standings import ResultError, TableResult
from tournaments.events.tables import (
    LONGEST_ENDING,
    decide_in_bracket,
    decide_table,
    end_match,
    match_places_to_seats,
    note_result,
    places_told,
)
from tournaments.matches.enums import MatchState
from tournaments.matches.models import Match
from tournaments.players.recording import place_of


def check_result(
    locked: LockedTournament, table: Table, rows: Sequence[Place], places: Sequence[int], left: Sequence[int]
) -> TableResult:
    """Return the result of a table with its players in this order. Raises malformed for an impossible one."""
    try:
        result = TableResult(tuple(row.entry.number for row in rows), tuple(places), tuple(left))
    except ResultError as cause:
        raise locked.make_refusal("malformed", str(cause)) from None
    most = locked.tournament.game_kind.results.most_points
    if max(result.left) > most:
        words = locked.tournament.game_kind.results.points_words
        raise locked.make_refusal("malformed", f"Nobody has more than {most} {words} left.")
    if table.bracket_match is not None and sorted(result.places) not in ([1, 2], [2, 2]):
        message = "In a bracket one player goes on: there are places 1 and 2, or 2 and 2 where both have lost."
        raise locked.make_refusal("malformed", message)
    return result


def take_results(locked: LockedTournament) -> int:
    """Take the results of all finished matches of the current round and return how many there were."""
    over = Table.objects.filter(
        round__tournament=locked.tournament,
        round__state=RoundState.RUNNING,
        source=Source.NONE,
        match__state=MatchState.OVER,
    )
    tables = list(over.select_related("round__phase").with_places().order_by("number"))
    matches = Match.objects.light().prefetch_related("seats").in_bulk([table.match_id for table in tables])
    for table in tables:  # written together below, because a thousand matches may end at once
        assert table.match_id is not None
        _take_result(locked, table, list(table.places.all()), matches[table.match_id])
    places = chain.from_iterable(table.places.all() for table in tables)
    write_columns(Place, places, ("place", "left", "is_no_show"))
    write_columns(Table, tables, ("source", "result_at", "no_show_at", "ending"))
    return len(tables)


def _take_result(locked: LockedTournament, table: Table, places: list[Place], match: Match) -> None:
    """Copy the result of a match to its table, unsaved, and log it.

    A player who had left before gets a no-show and has lost (rules 21.13).
    """
    result, seats = match.result, list(match.seats.all())
    assert result is not None, "a match that is over has a result"
    left = match.left or [0] * len(seats)
    sat = match_places_to_seats(places, seats)
    for place in places:
        seat = sat.get(place.pk)
        if seat is None:  # had left the tournament before the match was opened
            place.place, place.left, place.is_no_show = len(places), 0, True
            continue
        place.place = place_of(result, seat.index)[0]
        place.left = left[seat.index]
    given = [place.place or len(places) for place in places]
    for place, mine in zip(places, given, strict=True):  # players who share a place take those after it as well
        place.place = 1 + sum(other < mine for other in given)
    if table.bracket_match is not None:
        decide_in_bracket(table, places)
    table.source, table.result_at = Source.MATCH, match.ended_at
    table.no_show_at = None
    table.ending = str(result.get("reason", ""))[:LONGEST_ENDING]
    note_result(locked, table, places)


@service(
    Ability.RULE,
    TournamentState.RUNNING,
    TournamentState.OVER,
    about=lambda line, _, number, *__: about_table(line, number),
)
def rule_result(
    locked: LockedTournament,
    round_number: int,
    table_number: int,
    places: Sequence[int],
    *,
    reason: str,
    left: Sequence[int] | None = None,
) -> Table:
    """Rule on a table as a judge: set the places of its players in seat order; a running match ends.

    Rounds before the last can be ruled on as long as their phase is played and is no bracket. Raises `DomainError`:
    not_found, not_staff, no_such_round, no_such_table, wrong_state, malformed, tournament_moved_on.
    """
    current = locked.find_round(round_number)
    table = locked.find_table(current, table_number)
    _check_can_rule(locked, current)
    why = locked.check_reason(reason)
    rows = table.list_places()
    before = places_told(rows) if table.is_decided else None
    result = check_result(locked, table, rows, places, [row.left for row in rows] if left is None else left)
    for row, place, remains in zip(rows, result.places, result.left, strict=True):
        row.place, row.left, row.is_no_show = place, remains, False
    Place.objects.bulk_update(rows, ["place", "left", "is_no_show"])
    decide_table(locked, table, rows, Source.JUDGE, f"Ruled by a judge: {why}", before=before, reason=why)
    if locked.tournament.is_over:
        locked.note(Did.FINISHED, "The places have changed", after={"places": final_places(locked.tournament)})
        give_patches(locked)
    if table.match is not None and not table.match.is_over:
        locked.defer(end_match, table.match.public_id, locked.user, why)
    return table


def _check_can_rule(locked: LockedTournament, current: Round) -> None:
    """Raise wrong_state if a ruling comes too late or before there is anything to rule on."""
    if current.state not in HAVE_BEGUN:
        raise locked.make_refusal("wrong_state", f"Round {current.number} has not begun.")
    last = locked.find_last_round()
    if (
        last is not None
        and last.pk != current.pk
        and (current.phase.is_elimination or last.phase_id != current.phase_id)
    ):
        raise locked.make_refusal("wrong_state", "Later rounds depend on that result: undo them first.")


CLAIMS_TO_AGREE = 2
"""The number of matching claims that settle a table: a table of four need not wait for players who have left."""


@service(None, TournamentState.RUNNING)
def report_result(locked: LockedTournament, places: Sequence[int], left: Sequence[int] | None = None) -> Table:
    """Report the result of the player's own table in the current round: places and points left, in seat order.

    Raises `DomainError`: not_found, not_entered, wrong_state, no_such_table, malformed.
    """
    entry = locked.find_entry()
    if not locked.tournament.is_table_top:
        raise locked.make_refusal("wrong_state", "Results of matches that are played here come from the matches.")
    table = find_table_of(entry)
    if table is None:
        raise locked.make_refusal("no_such_table", "You are not at a table now.")
    if table.is_decided:
        raise locked.make_refusal("wrong_state", f"Table {table.number} has a result. Call a judge if it is wrong.")
    rows = table.list_places()
    result = check_result(locked, table, rows, places, (0,) * len(rows) if left is None else left)
    claim = {"places": list(result.places), "left": list(result.left)}
    Claim.objects.update_or_create(table=table, entry=entry, defaults={**claim, "at": locked.now})
    words = f"{entry.name} reported table {table.number} of round {table.round.number}"
    locked.note(Did.CLAIMED, words, after=table.log_data | {"player": entry.number} | claim)
    _settle(locked, table, rows)
    return table


def find_table_of(entry: Entry) -> Table | None:
    """Return the table of the running round at which a player sits, or None. One query."""
    played = Table.objects.filter(round__state=RoundState.RUNNING, places__entry=entry)
    return played.select_related("round__phase").first()


def _settle(locked: LockedTournament, table: Table, rows: list[Place]) -> None:
    """Accept the result on which enough players agree, if no claim contradicts it."""
    claims = list(table.claims.all())
    said = {(tuple(claim.places), tuple(claim.left)) for claim in claims}
    update_row(table, is_disputed=len(said) > 1)
    if table.is_disputed or len(claims) < min(CLAIMS_TO_AGREE, len(rows)):
        return
    ((places, left),) = said
    for row, place, remains in zip(rows, places, left, strict=True):
        row.place, row.left = place, remains
    Place.objects.bulk_update(rows, ["place", "left"])
    decide_table(locked, table, rows, Source.REPORT, "Reported by its players.")
