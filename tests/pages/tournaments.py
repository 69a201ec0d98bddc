"""Tournaments under way."""

from tests.tournaments.events.organizing.tournaments import announced, some_loadout, started, with_bots
from tests.tournaments.laid_matches import NOON
from tournaments.events.entries import enter
from tournaments.events.models import Table, Tournament
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance
from tournaments.events.results import rule_result


def under_way(owner, count: int, rounds: int = 0, *phases: PhasePlan, users=(), **named) -> Tournament:
    """Start a tournament of bots and users, decide so many rounds, and open the next one."""
    row = with_bots(announced(owner, *phases, **named), owner, count)
    for user in users:
        enter(row.public_id, user, loadout=some_loadout(), now=NOON)
    row = started(row, owner)
    for _ in range(rounds):
        advance(row.public_id, NOON, opener=lambda keys: None)
        decide_all(row, owner)
    advance(row.public_id, NOON, opener=lambda keys: None)
    return Tournament.objects.get(pk=row.pk)


def decide_all(row: Tournament, owner) -> None:
    """Let the first seat of each table win."""
    for table in Table.objects.filter(round__tournament=row, source="").select_related("round").order_by("number"):
        left = [10 + table.number, 2]
        rule_result(row.public_id, owner, table.round.number, table.number, [1, 2], reason="Played.", left=left)
