"""A cache of the latest games, so that a move or a render does not read the state again.

The row stays the truth: a game is cached under the number of its last action and is valid for that one alone. Cached
games are never played on: callers get a copy.
"""

from __future__ import annotations

from typing import Any

from incursions.engine import Game
from incursions.engine.game import Setup
from incursions.kit.caches import PreparedRead, VersionedCache
from tournaments.matches.models import Match, MatchQuerySet

GAMES_KEPT = 256


def _match_at(pk: int, last_action: int) -> MatchQuerySet:
    """Return the match if this is still its last action."""
    return Match.objects.filter(pk=pk).filter(last_action=last_action)


WITH_STATE = PreparedRead(lambda pk, last_action: _match_at(pk, last_action).only("state_data"))
WITH_SETUP = PreparedRead(lambda pk, last_action: _match_at(pk, last_action).only("state_data", "setup"))


shelf: VersionedCache[Game] = VersionedCache(GAMES_KEPT)
"""The latest game of each match by its last action. A cached game is never played on."""


def copy_cached(match: Match) -> Game | None:
    """Return a copy of the cached game after exactly this row's last action, or None."""
    cached = shelf.find(match.public_id, match.last_action)
    return None if cached is None else cached.copy()


def game_at(match: Match) -> Game | None:
    """Return the game of a match that has begun, at exactly this row's last action; None if the row has moved on.

    The match may come without its large columns.
    """
    game = copy_cached(match)
    if game is None:
        # Reuse the set-up of a cached game: reading its pieces takes longer than all the rest.
        cached = shelf.find(match.public_id)
        setup = None if cached is None else cached.setup
        row = (WITH_SETUP if setup is None else WITH_STATE).first(match.pk, match.last_action)
        if row is None:
            return None
        game = _build_game(match, row.state_data, setup or row.setup)
    return game


def game_of(match: Match) -> Game:
    """Return the game of a match that has begun, at the last action of this row. The caller owns it."""
    game = copy_cached(match)
    if game is None:
        game = _build_game(match, match.state_data, match.setup)
    return game


def _build_game(match: Match, state: Any, setup: Setup) -> Game:
    """Build the game from these columns and cache a copy."""
    game = match.kind.game.from_data(state, setup)
    shelf.keep(match.public_id, match.last_action, game.copy())
    return game
