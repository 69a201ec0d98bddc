"""Lays sealed tournaments on the data folder of a running instance, when `tests.browser.lay` is asked for one.

Two guests, whose sessions it says, and two bots build from their pools for as many seconds as it was asked for.
"""

from secrets import token_hex
from typing import Any

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest
from support.benches.event_pages import session_of
from tests.browser.lay_tournament import key_and_owner
from tournaments.events.entries import enter, enter_for
from tournaments.events.enums import Kind
from tournaments.events.plans import Plan, create_tournament, open_tournament
from tournaments.events.progress import advance, end_build_phase, start_tournament


def lay(build_s: int) -> dict[str, Any]:
    """Create the tournament; return its path and the sessions of the people in it."""
    owner = User.objects.create_user(f"organizer-{token_hex(4)}")
    plan = Plan(name="Lantern Night", kind=Kind.SEALED, build_s=build_s, check_in_s=0)
    row = open_tournament(create_tournament(owner, plan).public_id, owner)
    player, other = create_guest(), create_guest()
    for each in (player, other):
        enter(row.public_id, each)
    for _ in range(2):
        enter_for(row.public_id, owner, bot="random")
    start_tournament(row.public_id, owner)
    return {
        "path": row.get_absolute_url(),
        "session": session_of(player),
        "other": session_of(other),
        "owner": session_of(owner),
    }


def end_building(path: str) -> dict[str, Any]:
    """End the time for building in the tournament of an address, as its organizer would."""
    public_id, owner = key_and_owner(path)
    end_build_phase(public_id, owner)
    advance(public_id)
    return {}
