"""Lays tournaments on the data folder of a running instance, when `tests.browser.lay` is asked for one.

Asked for `{"name", "people", "bots", "cut", "rounds", "played", "starts_in_s", "finish", "form", "opens"}`, it says
the tournament's address, the session of its organizer, and the sessions and names of its players. Matches of rounds
that are played are ruled on by the organizer, so that they take no time; the round after them is under way, and has
its tables opened if it `opens`.
"""

from datetime import timedelta
from secrets import token_hex
from typing import Any

from django.utils import timezone

from cards.catalogue import current_starters
from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest
from support.benches.event_pages import session_of
from tournaments.events.entries import enter, enter_for
from tournaments.events.models import Appointment, Table, Tournament
from tournaments.events.plans import PhasePlan, Plan, create_tournament, open_tournament
from tournaments.events.progress import advance, start_tournament
from tournaments.events.results import rule_result
from tournaments.events.tables import open_tables


def lay(
    name: str,
    *,
    people: int = 0,
    bots: int = 0,
    cut: int = 0,
    rounds: int = 3,
    played: int = -1,
    starts_in_s: int = 0,
    finish: bool = False,
    form: str = "swiss",
    opens: bool = True,
) -> dict[str, Any]:
    """Create a tournament with players; a negative `played` leaves it before its start."""
    owner = User.objects.create_user(f"organizer-{token_hex(4)}")
    phases = [PhasePlan(form, rounds=0 if "elimination" in form else rounds)]
    phases += [PhasePlan("single elimination", cut_to=cut, third_place=True)] if cut else []
    starts_at = timezone.now() + timedelta(seconds=starts_in_s) if starts_in_s else None
    check_in_s = 2 * starts_in_s
    plan = Plan(name=name, phases=tuple(phases), starts_at=starts_at, check_in_s=check_in_s, delay_s=0, pace_s=30.0)
    row = create_tournament(owner, plan, seed=bytes(range(32)))
    open_tournament(row.public_id, owner)
    starter = next(iter(current_starters()))
    players = [create_guest() for _ in range(people)]
    for player in players:
        enter(row.public_id, player, loadout={"starter": starter})
    for _ in range(bots):
        enter_for(row.public_id, owner, bot="random")
    if played >= 0:
        start_tournament(row.public_id, owner)
        _play(row.public_id, owner, played, finish=finish, opens=opens)
    return {
        "path": row.get_absolute_url(),
        "owner": session_of(owner),
        "organizer": owner.username,
        "players": [session_of(player) for player in players],
        "names": [str(player) for player in players],
    }


def start(path: str) -> dict[str, Any]:
    """Start the tournament of that address now, as its organizer would."""
    start_tournament(*key_and_owner(path))
    return {}


def key_and_owner(path: str) -> tuple[str, User]:
    """Return the public id and the organizer of the tournament of an address."""
    public_id = path.strip("/").rpartition("/")[2]
    return public_id, Appointment.objects.select_related("user").get(tournament__public_id=public_id, role="owner").user


def _play(public_id: str, owner: User, rounds: int, *, finish: bool, opens: bool) -> None:
    """So many rounds, or all; the next one begins."""
    done = 0
    while not Tournament.objects.get(public_id=public_id).is_over:
        advance(public_id, opener=lambda keys: None)
        tables = list(Table.objects.filter(round__tournament__public_id=public_id, source="").select_related("round"))
        if done == rounds and not finish:
            open_tables([table.pk for table in tables] if opens else [])
            return
        for table in tables:
            won = (table.number + table.round.number) % 2
            left = [11 + table.number, 3] if won == 0 else [3, 9 + 2 * table.number]
            places = [1 + won, 2 - won]
            rule_result(public_id, owner, table.round.number, table.number, places, reason="Laid.", left=left)
        done += 1
        advance(public_id, opener=lambda keys: None)
