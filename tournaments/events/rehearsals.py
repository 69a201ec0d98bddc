"""Rehearsals: tournaments of bots with short times, run like any other, and a report on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from django.db.models import Count, Max, Min
from django.utils import timezone

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.events.entries import add_player, check_in
from tournaments.events.enums import EntryState, Kind, RoundState, Source
from tournaments.events.formats import SingleElimination
from tournaments.events.history import final_places, replay, standings_of
from tournaments.events.locked_tournament import Ability, LockedTournament
from tournaments.events.models import LONGEST_NAME, Place, Table, Tournament
from tournaments.events.plans import (
    PhasePlan,
    Plan,
    change_tournament,
    clone_tournament,
    create_tournament,
    make_usual_plan,
    open_tournament,
)
from tournaments.events.progress import start_tournament
from tournaments.matches.enums import MatchState
from tournaments.matches.game_kinds import first_game, loadouts_of

FEWEST_BOTS, MOST_BOTS, ENTERED_AT_ONCE = 2, 128, 64
START_AFTER_S = 1.0
"""The delay of the start in seconds, so that all bots enter before check-in opens."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The settings of a rehearsal: bots, rounds of Swiss (0: as many as the field needs), the cut, times in seconds.

    Without a kind it is sealed, if the game has sealed play; without a mode it has the usual one.
    """

    players: int = 32
    rounds: int = 0
    cut_to: int = 8
    kind: str = ""
    bot: str = "random"
    match_s: int = 4
    build_s: int = 3
    check_in_s: int = 2
    pace_s: float = 1.0
    game: str = field(default_factory=first_game)
    mode: str = ""

    def plan(self, starts_at: datetime) -> Plan:
        """Return the plan of the unlisted tournament. Raises `DomainError` malformed."""
        phases = [PhasePlan(rounds=self.rounds)]
        if self.cut_to:
            phases.append(PhasePlan(SingleElimination.key, cut_to=min(self.cut_to, self.players)))
        is_sealed = loadouts_of(self.game).sealed is not None
        return make_usual_plan(
            self.game,
            self.mode,
            name=f"Rehearsal of {self.players}",
            starts_at=starts_at,
            is_listed=False,
            kind=self.kind or (Kind.SEALED if is_sealed else Kind.CONSTRUCTED),
            match_s=self.match_s,
            build_s=self.build_s,
            check_in_s=self.check_in_s,
            pace_s=self.pace_s,
            delay_s=0,
            phases=tuple(phases),
        ).validate()


def announce(owner: User, rehearsal: Rehearsal, now: datetime | None = None) -> Tournament:
    """Announce a rehearsal with its bots entered; it starts by itself. Raises `DomainError`."""
    if rehearsal.players < FEWEST_BOTS:
        raise DomainError("malformed", f"A rehearsal has {FEWEST_BOTS} players at least.")
    # All bots are entered before the start, however long that takes.
    plan = rehearsal.plan((now or timezone.now()) + timedelta(days=1))
    row = create_tournament(owner, plan, now=now)
    open_tournament(row.public_id, owner, now=now)
    _enter_bots(row, owner, rehearsal)
    starts_at = (now or timezone.now()) + timedelta(seconds=START_AFTER_S + rehearsal.check_in_s)
    change_tournament(row.public_id, owner, rehearsal.plan(starts_at))
    return Tournament.objects.get(pk=row.pk)


def _enter_bots(row: Tournament, owner: User, rehearsal: Rehearsal) -> None:
    """Enter the bots of the rehearsal, `at_once` in each transaction."""
    for first in range(0, rehearsal.players, ENTERED_AT_ONCE):
        with LockedTournament.change(row.public_id, owner, needs=Ability.ADMIT) as locked:
            for _ in range(first, min(first + ENTERED_AT_ONCE, rehearsal.players)):
                add_player(locked, bot=rehearsal.bot)


def rehearse_like(public_id: str, user: User, players: int, now: datetime | None = None) -> Tournament:
    """Rehearse the user's own tournament with its plan, bots and times of seconds, unlisted.

    Raises `DomainError`: not_found, not_staff, malformed.
    """
    plan, short = clone_tournament(public_id, user), Rehearsal(players=players)
    if not FEWEST_BOTS <= players <= MOST_BOTS:
        raise DomainError("malformed", f"A rehearsal has {FEWEST_BOTS} to {MOST_BOTS} bots.")
    plan = replace(
        plan,
        name=f"Rehearsal: {plan.name}"[:LONGEST_NAME],
        starts_at=None,
        is_listed=False,
        is_table_top=False,
        rated=False,
        is_automatic=True,
        capacity=None,
        match_s=short.match_s,
        build_s=short.build_s,
        check_in_s=0,
        delay_s=0,
        break_s=0,
        phases=tuple(replace(phase, match_s=0) for phase in plan.phases),
    )
    row = create_tournament(user, plan, now=now)
    open_tournament(row.public_id, user, now=now)
    _enter_bots(row, user, short)
    return start_tournament(row.public_id, user, now=now)


def check_bots_in(row: Tournament, owner: User) -> int:
    """Check in the remaining bots and return how many."""
    waiting = row.entries.filter(state=EntryState.REGISTERED)
    numbers = list(waiting.values_list("number", flat=True))
    for number in numbers:
        check_in(row.public_id, owner, number)
    return len(numbers)


def report(row: Tournament) -> dict[str, object]:
    """Return a report: players, rounds, problems, and the turnaround times of rounds.

    A round's turnaround is from the last result of the round before until the last of its players is seated, less the
    organizer's delay and break.
    """
    problems = list(find_problems(row))
    turnarounds = turnarounds_s(row)
    held = row.rounds.exclude(state=RoundState.UNDONE)
    winner = row.entries.get(number=final_places(row)[0][0]).name if row.is_over else None
    return {
        "tournament": row.public_id,
        "players": row.entries.count(),
        "rounds": held.count(),
        "matches": Table.objects.filter(round__in=held, match__isnull=False).count(),
        "errors": len(problems),
        "problems": problems,
        "turnaround_s.median": round(median(turnarounds), 3) if turnarounds else None,
        "turnaround_s.max": round(max(turnarounds), 3) if turnarounds else None,
        "log_lines": row.version,
        "winner": winner,
    }


def turnarounds_s(row: Tournament) -> list[float]:
    """Return, for each round but the first, the seconds from the last result before it until its last match started.

    The organizer's delay and break are not counted.
    """
    held = row.rounds.exclude(state=RoundState.UNDONE).order_by("number")
    times = held.annotate(decided=Max("tables__result_at"), seated=Max("tables__match__started_at"))
    rounds = list(times.values_list("decided", "seated"))
    waits = row.delay_s + row.break_s
    return [
        (seated - decided).total_seconds() - waits
        for (decided, _), (_, seated) in pairwise(rounds)
        if decided is not None and seated is not None
    ]


def find_problems(row: Tournament) -> Iterator[str]:
    """Yield the problems of a finished tournament, in sentences."""
    if not row.is_over:
        yield f"The tournament is {row.get_state_display()}."
    undecided = Table.objects.filter(round__tournament=row, source=Source.NONE).exclude(round__state=RoundState.UNDONE)
    for table in undecided.select_related("round"):
        yield f"Table {table.number} of round {table.round.number} has no result."
    yield from _find_seating_problems(row)
    for each in row.rounds.exclude(warnings=[]).exclude(state=RoundState.UNDONE):
        yield from (f"Round {each.number}: {warning}" for warning in each.warnings)
    yield from _find_match_problems(row)
    lines = list(row.log.order_by("number"))
    if [line.number for line in lines] != list(range(1, row.version + 1)):
        yield "The log has not every line."
    played = replay(lines)
    if played.standings() != standings_of(row):
        yield "The log played again gives other standings."
    if row.is_over and played.places != final_places(row):
        yield "The log played again gives other places."


def _find_seating_problems(row: Tournament) -> Iterator[str]:
    """Yield a sentence for each round of the first phase with a player missing (first round only) or seated twice."""
    players = set(row.entries.in_standings().values_list("number", flat=True))
    for each in row.rounds.filter(phase__number=1).exclude(state=RoundState.UNDONE):
        seated = Counter(Place.objects.filter(table__round=each).values_list("entry__number", flat=True))
        seated.update(each.sit_outs.values_list("entry__number", flat=True))
        twice = [player for player, times in seated.items() if times > 1]
        if twice:
            yield f"Round {each.number} has somebody twice: {sorted(twice)}."
        if each.number == 1 and players - seated.keys():
            yield f"Round {each.number} has no place for {sorted(players - seated.keys())}."


def _find_match_problems(row: Tournament) -> Iterator[str]:
    """Yield a sentence for each match that is not over or still secret, and for a table with fewer than two players."""
    tables = Table.objects.filter(round__tournament=row, match__isnull=False).select_related("match", "round")
    for table in tables.exclude(round__state=RoundState.UNDONE).defer("match__setup", "match__state_data"):
        assert table.match is not None
        if table.match.state != MatchState.OVER:
            yield f"The match at table {table.number} of round {table.round.number} is not over."
        elif row.is_over and table.match.keeps_secrets:
            yield f"The match at table {table.number} of round {table.round.number} is still closed."
    seats = Table.objects.filter(round__tournament=row).annotate(seats=Count("places")).aggregate(Min("seats"))
    if seats["seats__min"] is not None and seats["seats__min"] < 2:
        yield "A table has fewer than two players."
