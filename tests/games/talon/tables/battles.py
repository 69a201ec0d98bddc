"""Seat people at battles of Talon."""

from incursions.accounts.models import User
from tests.tournaments.laid_matches import NOON
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.models import Match


def seat_battle(players: list[User], seats: int, *bots: str, **named) -> Match:
    """Return a table of four ships a side with the players in the first seats, which has begun if it is full."""
    rules = TableRules(game="talon", seats=seats, bots=bots, **{"mode": "fleet"} | named)
    match = create_match(host=players[0], rules=rules, now=NOON)
    for player in players[1:]:
        join_match(match.public_id, player, now=NOON)
    return Match.objects.get(pk=match.pk)
