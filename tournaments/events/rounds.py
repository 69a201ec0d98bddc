"""Rounds: paired as a draft for the staff, rearranged, published, begun, closed, or undone."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max, QuerySet

from incursions.kit.writing import update_row
from tournaments.events.enums import Did, EntryState, RoundState, SitOutKind, TournamentState
from tournaments.events.history import field_of, is_over, playing
from tournaments.events.locked_tournament import (
    Ability,
    LockedTournament,
    NewState,
    about_rounds,
    about_table,
    seconds,
    service,
)
from tournaments.events.models import Entry, Phase, Place, Purpose, Round, SitOut, Table, Tournament, derive_seed
from tournaments.events.pairing import PairedTable
from tournaments.events.patches import take_patches_back
from tournaments.events.sides import Seating, deal_seats, deal_tables
from tournaments.events.tables import end_match

UNDER_WAY = (RoundState.DRAFT, RoundState.PUBLISHED, RoundState.RUNNING)
BY_RESULTS = "Who meets whom in a bracket is decided by its results."


@service(Ability.PAIR, TournamentState.RUNNING)
def pair_round(locked: LockedTournament) -> Round:
    """Pair the next round as a draft, or the draft again. Raises `DomainError`: not_found, not_staff, wrong_state."""
    last = locked.find_last_round()
    if last is not None and last.state == RoundState.DRAFT:
        _undo(locked, last, "paired anew")
    elif last is not None and last.state != RoundState.OVER:
        raise locked.make_refusal("wrong_state", f"Round {last.number} is not over yet.")
    found = pair_next(locked)
    if found is None:
        raise locked.make_refusal("wrong_state", "All rounds have been played.")
    return found


@service(Ability.PAIR)
def publish_round(locked: LockedTournament) -> Round:
    """Publish the draft; the round begins after the tournament's delay. Raises as `pair_round` does."""
    locked.needs_time_to_run()
    last = locked.find_last_round()
    if last is None or last.state != RoundState.DRAFT:
        raise locked.make_refusal("wrong_state", "There is no round to publish: pair one first.")
    publish(locked, last)
    return last


@service(Ability.PAIR, TournamentState.RUNNING, TournamentState.OVER, about=about_rounds)
def undo_round(locked: LockedTournament, *, reason: str) -> Round:
    """Undo the last round and end its matches. It can be paired again.

    Raises `DomainError`: not_found, not_staff, wrong_state, malformed, tournament_moved_on.
    """
    last = locked.find_last_round()
    if last is None:
        raise locked.make_refusal("wrong_state", "No round has been paired.")
    why = locked.check_reason(reason)
    matches = list(last.tables.filter(match__isnull=False).values_list("match__public_id", flat=True))
    _undo(locked, last, why)
    row = locked.tournament
    row.state, row.ended_at, row.next_round_at = TournamentState.RUNNING, None, None
    take_patches_back(locked)
    for match in matches:
        locked.defer(end_match, match, locked.user, why)
    return last


def _undo(locked: LockedTournament, undone: Round, why: str) -> None:
    before = undone.state
    update_row(undone, state=RoundState.UNDONE, ended_at=locked.now)
    if undone.in_phase == 1:
        update_row(undone.phase, has_begun=False, seeds=[])
    back = _forgive_no_shows(Place.objects.filter(table__round=undone))
    locked.note(
        Did.UNDONE,
        f"Undid round {undone.number}",
        before={"round": undone.number, "state": str(before)},
        after=undone.log_data | {"no_shows_forgiven": back},
        reason=why,
    )


def _forgive_no_shows(places: QuerySet[Place]) -> list[int]:
    """Take back the no-shows at tables that no longer count, and return the players' numbers."""
    missed = Entry.objects.filter(places__in=places.filter(is_no_show=True), no_shows__gt=0)
    entries = list(missed)
    for entry in entries:
        entry.no_shows -= 1
    Entry.objects.bulk_update(entries, ["no_shows"])
    return sorted(entry.number for entry in entries)


def pair_next(locked: LockedTournament) -> Round | None:
    """Pair the next round as a draft, in the next phase if the current one is over. Return None when all is played."""
    row, phase, last = locked.tournament, locked.find_phase(), locked.find_last_round()
    played = 0 if last is None or phase is None or last.phase_id != phase.pk else last.in_phase
    if phase is None or is_over(phase, played):
        phase = begin_next_phase(locked, phase)
        played = 0
    if phase is None:
        return None
    number = 1 if last is None else last.number + 1
    attempt = row.rounds.filter(number=number).count()
    seed = derive_seed(bytes(row.seed), Purpose.PAIRING, number, attempt)
    found = phase.rules.pair(playing(phase), played + 1, seed)
    if not found.tables:
        return None
    tables = deal_tables(found.tables, _list_meetings(row, number), seed) if row.has_sides else found.tables
    draft = Round.objects.create(
        tournament=row,
        phase=phase,
        number=number,
        in_phase=played + 1,
        pairing_seed=seed,
        warnings=found.warnings,
        paired_at=locked.now,
    )
    numbers = {entry.number: entry for entry in row.entries.select_related("user")}
    _create_tables(draft, tables, numbers)
    SitOut.objects.bulk_create(
        SitOut(round=draft, entry=numbers[player], kind=SitOutKind.BYE, why=why[:300]) for player, why in found.byes
    )
    row.next_round_at = None
    words = f"Paired round {number}" + "".join(f" {warning}" for warning in found.warnings)
    locked.note(Did.PAIRED, words, after=describe_seating(draft) | {"phase": phase.number, "seed": seed})
    return draft


def _list_meetings(row: Tournament, before: int) -> list[Seating]:
    """Return the tables of the rounds before that number by seats, the last one last. One query."""
    places = Place.objects.filter(table__round__tournament=row, table__round__number__lt=before)
    places = places.exclude(table__round__state=RoundState.UNDONE)
    found: dict[int, list[int]] = {}
    ordered = places.order_by("table__round__number", "table__number", "index")
    for table, player in ordered.values_list("table_id", "entry__number"):
        found.setdefault(table, []).append(player)
    return [tuple(players) for players in found.values()]


def _deal_again(locked: LockedTournament, table: Table) -> None:
    """Deal the seats of a table that the staff have arranged, where seats play different sides."""
    row = locked.tournament
    if not row.has_sides:
        return
    places = list(table.places.order_by("index"))
    entries = {place.entry.number: place.entry for place in places}
    players, why = deal_seats([*entries], _list_meetings(row, table.round.number), table.round.pairing_seed)
    table.places.all().delete()
    Place.objects.bulk_create(
        Place(table=table, entry=entries[player], index=index) for index, player in enumerate(players)
    )
    update_row(table, why=f"{table.why} {why}"[:300])


def begin_next_phase(locked: LockedTournament, over: Phase | None) -> Phase | None:
    """Begin the phase after `over` with the advancing players as seeds, and return it; None after the last."""
    number = 1 if over is None else over.number + 1
    phase = locked.tournament.phases.filter(number=number).first()
    if phase is None:
        return None
    seeds = field_of(locked.tournament, phase)
    if len(seeds) < 2:
        return None
    update_row(phase, seeds=seeds, has_begun=True)
    words = f"{phase.get_format_display()} began with {len(seeds)} players"
    locked.note(Did.PHASE, words, after={"phase": number, "format": phase.format, "seeds": seeds})
    return phase


def _create_tables(
    draft: Round, tables: Sequence[PairedTable], numbers: dict[int, Entry], after: int = 0
) -> list[Table]:
    rows = Table.objects.bulk_create(
        Table(round=draft, number=number, why=table.why[:300], bracket_match=table.bracket_match)
        for number, table in enumerate(tables, after + 1)
    )
    Place.objects.bulk_create(
        Place(table=row, entry=numbers[player], index=index)
        for row, table in zip(rows, tables, strict=True)
        for index, player in enumerate(table.players)
    )
    return rows


def describe_seating(of: Round) -> dict[str, object]:
    """Return the seating of a round as the log stores it."""
    tables: dict[int, list[int]] = {}
    places = Place.objects.filter(table__round=of).order_by("table__number", "index")
    for table, player in places.values_list("table__number", "entry__number"):
        tables.setdefault(table, []).append(player)
    brackets = dict(of.tables.filter(bracket_match__isnull=False).values_list("number", "bracket_match"))
    outs = of.sit_outs.order_by("entry__number").values_list("entry__number", "kind")
    return of.log_data | {
        "tables": [[number, players, brackets.get(number)] for number, players in tables.items()],
        "sit_outs": [list(one) for one in outs],
    }


def publish(locked: LockedTournament, draft: Round) -> None:
    """Publish a draft. Raises wrong_state while a player in it is unpaired."""
    unpaired = draft.sit_outs.filter(kind=SitOutKind.UNPAIRED).select_related("entry__user")
    names = ", ".join(one.entry.name for one in unpaired)
    if names:
        raise locked.make_refusal("wrong_state", f"Not everybody is paired: {names}.")
    starts_at = locked.now + seconds(locked.tournament.delay_s)
    update_row(draft, state=RoundState.PUBLISHED, published_at=locked.now, starts_at=starts_at)
    after = draft.log_data | {"starts_at": starts_at.isoformat()}
    locked.note(Did.PUBLISHED, f"Published round {draft.number}", after=after)


def begin(locked: LockedTournament, published: Round) -> None:
    """Begin a published round, so that its tables open. Players who have left since forfeit the round."""
    ends_at = locked.now + seconds(published.phase.match_s or locked.tournament.match_s)
    update_row(published, state=RoundState.RUNNING, began_at=locked.now, ends_at=ends_at)
    locked.note(Did.BEGUN, f"Round {published.number} began", after=published.log_data)


@service(Ability.PAIR)
def swap(locked: LockedTournament, one: int, other: int) -> Round:
    """Swap two players of a round that has not begun; one of them may have the bye.

    Two at one table swap their sides, if its seats play different ones.

    Raises `DomainError`: not_found, not_staff, wrong_state, no_such_player, malformed, tournament_moved_on.
    """
    current = _find_arrangeable(locked)
    before = describe_seating(current)
    first, second = _find_spot(locked, current, one), _find_spot(locked, current, other)
    _check_can_swap(locked, first, second)
    _swap_entries(first, second)
    if not _are_at_one_table(first, second):
        for table in Table.objects.filter(pk__in=_find_tables(first, second)).select_related("round"):
            _deal_again(locked, table)
    locked.note(
        Did.REARRANGED,
        f"{first.entry.name} and {second.entry.name} changed places in round {current.number}",
        before=before,
        after=describe_seating(current),
    )
    return current


def _check_can_swap(locked: LockedTournament, first: Place | SitOut, second: Place | SitOut) -> None:
    """Raise malformed or wrong_state if these two players cannot be swapped."""
    if first.entry_id == second.entry_id:
        raise locked.make_refusal("malformed", "Choose two different players.")
    if not _find_tables(first, second):
        raise locked.make_refusal("malformed", "Neither of these sits at a table.")
    if _are_at_one_table(first, second):
        if not locked.tournament.has_sides:
            raise locked.make_refusal("malformed", "These two sit at the same table.")
        return
    if any(isinstance(spot, SitOut) and spot.kind == SitOutKind.LATE for spot in (first, second)):
        raise locked.make_refusal("wrong_state", "Players who came after the pairing play from the next round on.")
    if Table.objects.filter(pk__in=_find_tables(first, second), bracket_match__isnull=False).exists():
        raise locked.make_refusal("wrong_state", BY_RESULTS)


def _find_tables(*spots: Place | SitOut) -> list[int]:
    """Return the keys of the tables at which these sit."""
    return [spot.table_id for spot in spots if isinstance(spot, Place)]


def _are_at_one_table(first: Place | SitOut, second: Place | SitOut) -> bool:
    tables = _find_tables(first, second)
    return len(tables) == 2 and tables[0] == tables[1]


def _swap_entries(first: Place | SitOut, second: Place | SitOut) -> None:
    one, other = first.entry, second.entry
    for spot in (first, second):
        type(spot).objects.filter(pk=spot.pk).delete()
    for spot, entry in ((first, other), (second, one)):
        spot.pk = None
        spot.entry = entry
        spot._state.adding = True
        spot.save()
        if isinstance(spot, Place):
            Table.objects.filter(pk=spot.table_id).update(why="Arranged by the staff.")


@service(Ability.PAIR, about=about_table)
def break_table(locked: LockedTournament, number: int, *, reason: str) -> Round:
    """Dissolve a table, so that its players can be paired again. Its match ends and counts for nothing.

    Raises `DomainError`: not_found, not_staff, wrong_state, no_such_table, malformed.
    """
    current = _find_arrangeable(locked, while_running=True)
    table = locked.find_table(current, number)
    why = locked.check_reason(reason)
    if table.bracket_match is not None:
        raise locked.make_refusal("wrong_state", BY_RESULTS)
    before, match = describe_seating(current), table.match
    players = list(table.places.select_related("entry__user"))
    forgiven = _forgive_no_shows(table.places.all())
    table.delete()
    SitOut.objects.bulk_create(SitOut(round=current, entry=place.entry, kind=SitOutKind.UNPAIRED) for place in players)
    words = f"Broke table {number} of round {current.number}"
    after = describe_seating(current) | {"no_shows_forgiven": forgiven}
    locked.note(Did.REARRANGED, words, before=before, after=after, reason=why)
    if match is not None:
        locked.defer(end_match, match.public_id, locked.user, why)
    return current


@service(Ability.PAIR, about=about_rounds)
def pair_table(locked: LockedTournament, players: Sequence[int]) -> Table:
    """Pair players who are unpaired or have a bye at a new table. In a running round it opens at once.

    Raises `DomainError`: not_found, not_staff, wrong_state, no_such_player, malformed.
    """
    current = _find_arrangeable(locked, while_running=True)
    least, most = current.phase.rules.table_sizes
    if not least <= len(set(players)) <= most or len(set(players)) != len(players):
        raise locked.make_refusal(
            "malformed", f"A table has {least} to {most} players." if most > 2 else "Two meet at a table."
        )
    before = describe_seating(current)
    spots = [_find_spot(locked, current, player) for player in players]
    sitting = next((spot for spot in spots if isinstance(spot, Place)), None)
    if sitting is not None:
        raise locked.make_refusal("wrong_state", f"{sitting.entry.name} sits at a table: break that first.")
    SitOut.objects.filter(pk__in=[spot.pk for spot in spots]).delete()
    highest = current.tables.aggregate(Max("number"))["number__max"] or 0
    numbers = {spot.entry.number: spot.entry for spot in spots}
    (table,) = _create_tables(current, [PairedTable(tuple(players), "Paired by the staff.")], numbers, highest)
    _deal_again(locked, table)
    if current.state == RoundState.RUNNING and locked.tournament.is_table_top:
        Table.objects.filter(pk=table.pk).update(opened_at=locked.now)
    names = " and ".join(spot.entry.name for spot in spots)
    words = f"Paired {names} at table {table.number} of round {current.number}"
    locked.note(Did.REARRANGED, words, before=before, after=describe_seating(current))
    return table


@service(Ability.PAIR, about=about_rounds)
def give_bye(locked: LockedTournament, player: int) -> Round:
    """Give an unpaired player a bye. Raises `DomainError`: not_found, not_staff, wrong_state."""
    current = _find_arrangeable(locked, while_running=True)
    spot = _find_spot(locked, current, player)
    if isinstance(spot, Place):
        raise locked.make_refusal("wrong_state", f"{spot.entry.name} sits at a table: break that first.")
    before = describe_seating(current)
    update_row(spot, kind=SitOutKind.BYE, why="Given by the staff.")
    words = f"{spot.entry.name} has a bye in round {current.number}"
    locked.note(Did.REARRANGED, words, before=before, after=describe_seating(current))
    return current


@service(Ability.PAIR, about=about_table)
def feature_table(locked: LockedTournament, number: int, *, is_featured: bool) -> Table:
    """Feature a table of the last round for spectators and on overlays, or stop featuring it.

    Raises `DomainError`: not_found, not_staff, wrong_state, no_such_table, tournament_moved_on.
    """
    current = locked.find_last_round()
    if current is None:
        raise locked.make_refusal("wrong_state", "No round has been paired.")
    table = locked.find_table(current, number)
    if table.is_featured != is_featured:
        of = table.log_data
        update_row(table, is_featured=is_featured)
        words = f"Table {number} of round {current.number} is {'featured' if is_featured else 'no longer featured'}"
        before, after = of | {"is_featured": not is_featured}, of | {"is_featured": is_featured}
        locked.note(Did.FEATURED, words, before=before, after=after)
    return table


def _find_arrangeable(locked: LockedTournament, *, while_running: bool = False) -> Round:
    """Return the round that can still be rearranged. Raises wrong_state."""
    last = locked.find_last_round()
    allowed = UNDER_WAY if while_running else UNDER_WAY[:2]
    if last is None or last.state not in allowed:
        raise locked.make_refusal("wrong_state", "There is no round to arrange: it has begun, or none is paired.")
    return last


def _find_spot(locked: LockedTournament, current: Round, player: int) -> Place | SitOut:
    """Return a player's place or sit-out in a round. Raises no_such_player."""
    place = Place.objects.filter(table__round=current, entry__number=player).select_related("entry__user").first()
    if place is not None:
        return place
    out = current.sit_outs.filter(entry__number=player).select_related("entry__user").first()
    if out is None:
        raise locked.make_refusal("no_such_player", f"Player {player} is not in round {current.number}.")
    return out


def close(locked: LockedTournament, current: Round) -> None:
    """Close a round whose tables all have a result. Players absent for the second time leave (rules 21.13)."""
    update_row(current, state=RoundState.OVER, ended_at=locked.now)
    locked.note(Did.CLOSED, f"Round {current.number} is over", after=current.log_data)
    missing = locked.tournament.entries.filter(state=EntryState.PLAYING, no_shows__gte=2)
    locked.set_states(
        NewState(
            entry,
            EntryState.DROPPED,
            f"{entry.name} was not there for the second time and is out",
            "Not there in two rounds.",
        )
        for entry in missing.select_related("user").order_by("number")
    )
