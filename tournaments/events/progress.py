"""Advance tournaments as time passes and results come in.

Every function here is idempotent and may run late and in any process.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import structlog
from django.utils import timezone

from incursions.kit.refusals import DomainError
from tournaments.events.entries import judge_again
from tournaments.events.enums import PLACED, Did, EntryState, RoundState, SitOutKind, Source, TournamentState
from tournaments.events.history import field_of, final_places, is_over
from tournaments.events.locked_tournament import Ability, LockedTournament, NewState, of_kinds, seconds, service
from tournaments.events.models import Entry, Round, Table, Tournament
from tournaments.events.patches import give_patches
from tournaments.events.pools import deal_pools, end_building
from tournaments.events.results import take_results
from tournaments.events.rounds import begin, close, pair_next, publish
from tournaments.events.tables import TABLES_AT_ONCE, find_unopened, open_secrets, open_tables, sweep_no_shows
from tournaments.live.models import is_shut
from tournaments.matches.enums import MatchState
from tournaments.matches.game_kinds import game_kinds, loadouts_of

FEWEST_PLAYERS = 2
OPENING_IS_LATE = seconds(5)
Opener = Callable[[list[int]], object]
"""A function that opens the tables with these keys, or queues their opening."""
OF_PLAN = of_kinds(Did.CHANGED, Did.STARTED, Did.POOLS)
log = structlog.get_logger(__name__)


def sweep_tournaments(now: datetime | None = None, *, opener: Opener | None = None) -> int:
    """Do what is due in all tournaments and return how many changed. An error in one does not stop the others."""
    moment = now or timezone.now()
    if is_shut(moment):
        return 0
    sweep_no_shows(moment)
    changed = 0
    for public_id in _find_due(moment):
        with structlog.contextvars.bound_contextvars(tournament=public_id):
            try:
                changed += advance(public_id, now, opener=opener)
            except Exception:
                log.exception("tournament_not_advanced")
    return changed


def _find_due(now: datetime) -> list[str]:
    """Return the public ids of tournaments to advance: due by time, with results to take, or with tables to open."""
    by_time = Tournament.objects.active().filter(due_at__lte=now).values_list("public_id", flat=True)
    undecided_tables = Table.objects.filter(source=Source.NONE, round__state=RoundState.RUNNING)
    with_results = undecided_tables.filter(match__state=MatchState.OVER)
    late = undecided_tables.filter(opened_at=None, round__began_at__lte=now - OPENING_IS_LATE)
    done = Round.objects.filter(state=RoundState.RUNNING).exclude(tables__source=Source.NONE)
    ids = [
        *by_time,
        *with_results.values_list("round__tournament__public_id", flat=True).distinct(),
        *late.values_list("round__tournament__public_id", flat=True).distinct(),
        *done.values_list("tournament__public_id", flat=True),
    ]
    return list(dict.fromkeys(ids))


def advance(public_id: str, now: datetime | None = None, *, opener: Opener | None = None) -> bool:
    """Do all that is due in a tournament and open its tables, through `opener` if given. Return True on a change."""
    with LockedTournament.change(public_id, by_server=True, now=now) as locked:
        row = locked.tournament
        before = row.version
        while row.is_active and row.paused_at is None and STEPS[TournamentState(row.state)](locked):
            pass
        is_other = row.version != before
        if is_other or row.due_at is not None:
            locked.save()
        if row.are_decks_open:
            open_secrets(row)
        last = locked.find_last_round()
    if last is not None and last.state == RoundState.RUNNING and row.paused_at is None:
        keys = find_unopened(last.pk)
        for first in range(0, len(keys), TABLES_AT_ONCE):
            chosen = keys[first : first + TABLES_AT_ONCE]
            open_tables(chosen, now) if opener is None else opener(chosen)
    return is_other


@service(Ability.PAIR, TournamentState.OPEN, about=OF_PLAN)
def start_tournament(locked: LockedTournament) -> Tournament:
    """Start the tournament now. Raises `DomainError`: not_found, not_staff, wrong_state, too_few, no_boosters."""
    locked.needs_time_to_run()
    start(locked)
    return locked.tournament


@service(Ability.PAIR, TournamentState.BUILDING, about=OF_PLAN)
def end_build_phase(locked: LockedTournament) -> Tournament:
    """End the build phase now. Raises `DomainError`: not_found, not_staff, wrong_state."""
    locked.needs_time_to_run()
    locked.tournament.builds_until = locked.now
    locked.save()
    return locked.tournament


def _is_due(at: datetime | None, locked: LockedTournament) -> bool:
    return at is not None and at <= locked.now


def _step_before_the_start(locked: LockedTournament) -> bool:
    """Open the check-in or start the tournament if it is due. Return False if neither is."""
    row = locked.tournament
    if not row.check_in_opened and _is_due(row.check_in_opens_at, locked):
        row.check_in_opened = True
        locked.note(Did.CHANGED, "Check-in is open", after={})
        return True
    if _is_due(row.starts_at, locked):
        try:
            start(locked)
        except DomainError as refusal:
            row.starts_at = None  # the organizer sets another time, or starts it by hand
            locked.note(Did.CHANGED, f"Could not start: {refusal.message}", after={"starts_at": None})
        return True
    return False


def start(locked: LockedTournament) -> None:
    """Start with the players who are present with a deck; the others are absent. Raises too_few, no_boosters."""
    row = locked.tournament
    playing, missing = _split_entries(locked)
    if len(playing) < FEWEST_PLAYERS:
        brought = f", each with a {row.loadout_noun}" if row.loadout_noun else ""
        raise locked.make_refusal("too_few", f"At least two players have to be there{brought}.")
    locked.set_states(
        NewState(entry, EntryState.ABSENT, f"{entry.name} does not play: {reason}", reason) for entry, reason in missing
    )
    locked.set_states(NewState(entry, EntryState.PLAYING, f"{entry.name} plays") for entry in playing)
    row.state, row.started_at = TournamentState.RUNNING, locked.now
    locked.note(Did.STARTED, f"Started with {len(playing)} players", after={"players": [one.number for one in playing]})
    if row.is_sealed:
        deal_pools(locked)
    else:
        row.next_round_at = locked.now if row.is_automatic else None


def _split_entries(locked: LockedTournament) -> tuple[list[Entry], list[tuple[Entry, str]]]:
    """Return the players, and those who do not play with the reason. Players on the waiting list take free places."""
    row = locked.tournament
    asked = row.check_in_opened
    entries = list(row.entries.select_related("user").order_by("entered_at", "number"))
    missing: list[tuple[Entry, str]] = []
    playing: list[Entry] = []
    for entry in entries:
        if entry.state not in PLACED:
            continue
        if asked and entry.state != EntryState.CHECKED_IN and not entry.bot:
            missing.append((entry, "did not check in."))
        elif not _has_deck(row, entry):
            missing.append((entry, f"no legal {row.loadout_noun} was handed in."))
        else:
            playing.append(entry)
    for entry in entries:
        if entry.state != EntryState.WAITING:
            continue
        has_room = row.capacity is None or len(playing) < row.capacity
        if has_room and (entry.is_here or not asked) and _has_deck(row, entry):
            playing.append(entry)
        else:
            missing.append((entry, "there was no place."))
    return playing, missing


def _has_deck(row: Tournament, entry: Entry) -> bool:
    return not row.takes_loadouts or row.is_table_top or (entry.loadout is not None and not entry.deck_problem)


def _step_of_building(locked: LockedTournament) -> bool:
    """End the build phase if its time is over or all have built. Return False if neither is so."""
    row = locked.tournament
    still = row.entries.filter(state=EntryState.PLAYING, built_at=None)
    if not _is_due(row.builds_until, locked) and still.exists():
        return False
    end_building(locked)
    row.state = TournamentState.RUNNING
    row.next_round_at = locked.now if row.is_automatic else None
    return True


def _step_of_rounds(locked: LockedTournament) -> bool:
    """Do what is due with the rounds: begin, take results, close, pair, or finish. Return False if nothing is."""
    row, last = locked.tournament, locked.find_last_round()
    if last is not None and last.state == RoundState.PUBLISHED and _is_due(last.starts_at, locked):
        begin(locked, last)
        return True
    if last is not None and last.state == RoundState.RUNNING:
        taken = take_results(locked)
        unpaired = last.sit_outs.filter(kind=SitOutKind.UNPAIRED)
        if last.tables.filter(source=Source.NONE).exists() or unpaired.exists():
            return taken > 0
        close(locked, last)
        if not has_next(locked):
            finish(locked)
        elif row.is_automatic:
            row.next_round_at = locked.now + seconds(row.break_s)
        return True
    if _is_due(row.next_round_at, locked) and (last is None or last.state == RoundState.OVER):
        draft = pair_next(locked)
        if draft is None:
            finish(locked)
        else:
            publish(locked, draft)
        return True
    return False


STEPS = {
    TournamentState.OPEN: _step_before_the_start,
    TournamentState.BUILDING: _step_of_building,
    TournamentState.RUNNING: _step_of_rounds,
}
"""The function of each state: it does the next thing that is due, and returns False if nothing is."""


def has_next(locked: LockedTournament) -> bool:
    """Return True if another round is to be played."""
    phase, last = locked.find_phase(), locked.find_last_round()
    if phase is None or last is None or not is_over(phase, last.in_phase):
        return True
    following = locked.tournament.phases.filter(number=phase.number + 1).first()
    return following is not None and len(field_of(locked.tournament, following)) >= FEWEST_PLAYERS


def finish(locked: LockedTournament) -> None:
    """End the tournament after its last round, and award its patches."""
    row = locked.tournament
    row.state, row.ended_at, row.next_round_at = TournamentState.OVER, locked.now, None
    places = final_places(row)
    locked.note(Did.FINISHED, "The tournament is over", after={"places": places})
    give_patches(locked)


def judge_decks_again(now: datetime | None = None) -> int:
    """Judge the decks of open tournaments again after a change of the definitions. Return how many tournaments."""
    found = [(game, loadouts_of(game).read_version()) for game in game_kinds()]
    outdated = [
        (public_id, version)
        for game, version in found
        for public_id in Tournament.objects.filter(state=TournamentState.OPEN, game=game)
        .exclude(catalogue=version)
        .values_list("public_id", flat=True)
    ]
    for public_id, version in outdated:
        with LockedTournament.change(public_id, by_server=True, now=now) as locked:
            judge_again(locked, version)
            locked.save()
    return len(outdated)
