"""Hold tournaments of Talon, with times of seconds."""

from datetime import datetime

from django.test import Client

from incursions.accounts.models import User
from tests.tournaments.laid_matches import NOON, SEED
from tournaments.events.formats import Swiss
from tournaments.events.models import Tournament
from tournaments.events.plans import PhasePlan, create_tournament, make_usual_plan, open_tournament

OWNER = "commodore-of-events"
QUICK = {"match_s": 60, "delay_s": 0, "check_in_s": 0, "no_show_s": 20, "pace_s": 30.0}


def plan(*phases: PhasePlan, mode: str = "duel", **named):
    chosen = QUICK | {"name": "Night of the Scree", "phases": phases or (PhasePlan(Swiss.key, rounds=3),)} | named
    return make_usual_plan("talon", mode, **chosen)


def announced(owner: User, *phases: PhasePlan, mode: str = "duel", now: datetime = NOON, **named) -> Tournament:
    """Open a tournament of Talon that players can enter, with a seed that never changes."""
    row = create_tournament(owner, plan(*phases, mode=mode, **named), now=now, seed=SEED)
    return open_tournament(row.public_id, owner, now=now)


def browser(user: User) -> Client:
    client = Client(HTTP_ACCEPT="text/html")
    client.force_login(user)
    return client
