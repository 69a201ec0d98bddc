"""Matches that are over, without having been played."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from cards.decks.models import Deck
from incursions.accounts.models import User
from incursions.games.incursions.rules import RULES_VERSION
from tests.tournaments.laid_matches import NOON
from tournaments.matches.models import Match, Seat

SHIPS = (("Sol", "Federation"), ("Ruk'tor", "Klingon"), ("Corvax", "Romulan"))


def ended_match(
    players: Sequence[User | str],
    places: list[list[int]],
    *,
    winner: int | None = 0,
    rated: bool = True,
    mode: str = "basic",
    ended_at: datetime = NOON,
    deck: Deck | None = None,
    **columns: Any,
) -> Match:
    """Create a match of these users and bots that ended so.

    The ships of the seats are `SHIPS`, one after the other. The first of them played this deck.
    """
    ships = [SHIPS[index % len(SHIPS)] for index in range(len(players))]
    started = {"ships": [{"seat": index, "title": title} for index, (title, _) in enumerate(ships)]}
    result = {"ending": "wormhole", "winner": winner, "places": places, "rule": "1.1", "reason": "It was left."}
    began = ended_at - timedelta(minutes=20)
    match = Match.objects.create(
        mode=mode,
        state="over",
        rated=rated,
        started_at=began,
        deadline_at=began + timedelta(minutes=45),
        ended_at=ended_at,
        rules_version=RULES_VERSION,
        seed=bytes(32),
        setup={"ships": [{"title": title, "race": race} for title, race in SHIPS]},
        opening=[{"kind": "started", "facts": started}],
        result=result,
        **columns,
    )
    Seat.objects.bulk_create(
        Seat(
            match=match,
            index=index,
            loadout=None if index or deck is None else {"deck": deck.public_id},
            **({"bot": who} if isinstance(who, str) else {"user": who}),
        )
        for index, who in enumerate(players)
    )
    return match
