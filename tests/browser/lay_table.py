"""Lays tables on the data folder of a running instance, when `tests.browser.lay` is asked for one.

Asked for `{"seed", "seats", "bots", "pace", "mode", "is_staff", "guests", "hull", "tile"}`, it says the table's
address, the session and the name of who sits in its first seat, a guest or a member of the staff (who has a password),
the sessions of as many guests in the next ones, and the address of a private deck of the first. The seed decides every
throw, the hull how much a ship stands, and the tile of what the piles are made, which is how a match is made short.
"""

from functools import cache
from secrets import token_hex
from typing import Any
from unittest import mock

from django.contrib.auth.hashers import make_password

from cards.catalogue import current_pieces, current_starters
from cards.decks.changes import create_deck
from cards.decks.contents import data_of
from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest
from incursions.games.incursions import kind
from incursions.games.incursions.rules.state.setup import Setup
from support.benches.event_pages import session_of
from tournaments.matches.life import TableRules, create_match, join_match

WEAK_SHIELDS = 2
PASSWORD = "wormholes and open space"


def lay(
    seed: int, seats: int, bots: int, pace: float, mode: str, *, is_staff: bool, guests: int, hull: int, tile: str
) -> dict[str, Any]:
    """Create a table with players and bots; return its path, the sessions and the host's deck."""
    person = _member_of_staff() if is_staff else create_guest()
    rules = TableRules(mode=mode, seats=seats, bots=("captain",) * bots, pace_s=pace, minutes=45)
    others = [create_guest() for _ in range(guests)]
    made = "basic_setup" if mode == "basic" else "deck_setup"
    build = getattr(kind, made)
    with mock.patch.object(kind, made, lambda *brought, **said: _shortened(build(*brought, **said), hull, tile)):
        match = create_match(host=person, rules=rules, seed=seed.to_bytes(32, "big"))
        for other in others:
            join_match(match.public_id, other)
    content = data_of(next(iter(current_starters().values())).content)
    deck = create_deck(owner=person, name="Wreck Runners", content=content, tags=["swift"], notes="Run, *and* hide.")
    sessions = [session_of(each) for each in (person, *others)]
    laid = {"path": match.get_absolute_url(), "session": sessions[0], "others": sessions[1:]}
    return {**laid, "deck": deck.get_absolute_url(), "name": person.username}


def _shortened(setup: Setup, hull: int, tile: str) -> Setup:
    """Return the setup with ships of that hull and piles of that tile alone, where one is named."""
    if hull:
        setup = setup | {"ships": [ship | {"hull": hull, "shields": WEAK_SHIELDS} for ship in setup["ships"]]}
    if tile:
        tiles = [each for each in setup["tiles"] if each["title"] != tile]
        seats = [
            seat | {"hexpile": [tile] * len(seat["hexpile"])} if "hexpile" in seat else seat for seat in setup["seats"]
        ]
        setup = setup | {"tiles": [*tiles, current_pieces().tiles[tile]], "seats": seats}
        if "pile" in setup:
            setup = setup | {"pile": [tile] * len(setup["pile"])}
    return setup


@cache
def _hashed_password() -> str:
    """Return the password as the database keeps it, cached because hashing takes 0.3 s."""
    return make_password(PASSWORD)


def _member_of_staff() -> User:
    return User.objects.create(username=f"staff-{token_hex(4)}", password=_hashed_password(), is_staff=True)
