"""Pools and proposed decks of sealed tournaments, as the game's own values."""

from cards.decks.contents import content_of
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.sealed_pools import Pool
from tournaments.events.models import Entry, Tournament
from tournaments.events.pools import propose_build


def pool_of(entry: Entry) -> Pool:
    """Return the pool of an entry, which must have one."""
    return Pool.from_data(entry.pool)


def propose_pool_deck(entry: Entry, row: Tournament) -> DeckContent:
    """Return the deck proposed from a player's pool."""
    return content_of(propose_build(entry, row))
